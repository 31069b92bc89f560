#include "engine/models/ModelWeights.h"

#include <gmock/gmock.h>

#include <limits>

#include "engine/base/Error.h"
#include "tests/engine/models/GoldenModel.h"

namespace engine {
namespace model_weights_test {

using testing::ElementsAre;
using testing::HasSubstr;

std::string errorOf(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

ModelWeights weightsOf(ArrayBundle arrays) { return {weightsInMemory(std::move(arrays), "tiny.pt"), {}}; }

TEST(ModelWeights, AreReadAsFloatsUnderTheirNames) {
  ArrayBundle arrays;
  arrays["w"] = Array<double>({2, 2}, std::vector<double>{1, 0.1, -3, 4}, "w");
  arrays["mask"] = Array<Bool>({2}, std::vector<Bool>{{1}, {0}}, "mask");
  const ModelWeights weights = weightsOf(std::move(arrays));
  EXPECT_THAT(test::valuesOf(readWeights(weights, "w", {2, -1})), ElementsAre(1.0F, 0.1F, -3.0F, 4.0F));
  EXPECT_THAT(test::valuesOf(readWeights(weights, "mask", {2})), ElementsAre(1.0F, 0.0F));
  EXPECT_EQ(readWeights(weights, "w", {2, 2}).name, "w");
  ASSERT_NE(weights.shapeOf("w"), nullptr);
  EXPECT_EQ(*weights.shapeOf("w"), Shape({2, 2}));
  EXPECT_EQ(weights.shapeOf("v"), nullptr);
}

std::string fingerprintWith(float value, Index place, const std::string& name = "w", Index length = 3000) {
  ArrayBundle arrays;
  arrays["a"] = Array<float>({2}, 0.5F, "a");
  arrays[name] = Array<float>({length}, 1.0F, name);
  if (length > 0) std::get<Array<float>>(arrays[name])[place] = value;
  return weightsOf(std::move(arrays)).source->fingerprint();
}

TEST(ModelWeights, HaveAFingerprintOfNamesShapesAndFirstValues) {
  const std::string own = fingerprintWith(1, 0);
  EXPECT_EQ(own.size(), 64U);
  EXPECT_EQ(own, fingerprintWith(1, 7)) << "the same weights";
  EXPECT_NE(own, fingerprintWith(2, 0));
  EXPECT_NE(own, fingerprintWith(2, 1023));
  EXPECT_EQ(own, fingerprintWith(2, 1024)) << "which it does not cover";
  EXPECT_NE(own, fingerprintWith(1, 0, "v"));
  EXPECT_NE(own, fingerprintWith(1, 0, "w", 3001));
  EXPECT_NE(own, fingerprintWith(1, 0, "w", 0));
  EXPECT_EQ(weightsOf({}).source->knownFingerprint(), weightsOf({}).source->fingerprint());
}

TEST(ModelWeights, OfLargeModelsHaveAFingerprintOnceItWasAskedFor) {
  ArrayBundle arrays;
  arrays["w"] = Array<float>({(Index{1} << 24) + 1}, 1.0F, "w");
  const ModelWeights weights = weightsOf(std::move(arrays));
  EXPECT_EQ(weights.source->knownFingerprint(), "");
  const std::string own = weights.source->fingerprint();
  EXPECT_EQ(weights.source->knownFingerprint(), own);
}

TEST(ModelWeights, OfAnyPartCanBeReadAndNoneBeyond) {
  ArrayBundle arrays;
  arrays["w"] = Array<float>({2, 2}, std::vector<float>{1, 2, 3, 4}, "w");
  arrays["none"] = Array<float>({0, 3}, 0.0F, "none");
  arrays["one"] = Array<float>(Shape{}, 5.0F, "one");
  const ModelWeights weights = weightsOf(std::move(arrays));
  const WeightSource& source = *weights.source;
  std::vector<float> part(2);
  source.read(*source.find("w"), 1, 2, part.data());
  EXPECT_THAT(part, ElementsAre(2, 3));
  EXPECT_TRUE(readWeights(weights, "none", {-1, 3}).empty());
  EXPECT_THAT(test::valuesOf(readWeights(weights, "one", {})), ElementsAre(5.0F));
  EXPECT_EQ(errorOf([&] { source.read(*source.find("w"), 3, 2, part.data()); }),
            "tiny.pt, array w: has 4 values, expected 2 at 3");
  EXPECT_THROW(source.read(*source.find("w"), -1, 2, part.data()), Error);
}

TEST(ModelWeights, ThatAreMissingMisshapenOrNotFiniteAreNamed) {
  ArrayBundle arrays;
  arrays["w"] = Array<float>({3, 2}, std::vector<float>{1, 2, 3, std::numeric_limits<float>::quiet_NaN(), 5, 6}, "w");
  const ModelWeights weights = weightsOf(std::move(arrays));
  EXPECT_EQ(errorOf([&] { readWeights(weights, "v", {3, -1}); }),
            "tiny.pt: array v is missing, expected shape (3, any)");
  EXPECT_TRUE(readOptionalWeights(weights, "v", {3, -1}).empty());
  EXPECT_EQ(errorOf([&] { readWeights(weights, "w", {2, -1}); }),
            "tiny.pt: array w: found shape (3, 2), expected (2, any)");
  EXPECT_EQ(errorOf([&] { readWeights(weights, "w", {3, 2}); }),
            "tiny.pt, array w: the value at (1, 1) is nan, expected a finite number");
}

TEST(ModelWeights, WithNothingInThemAreStillWeights) {
  const ModelWeights weights;
  EXPECT_TRUE(weights.source->entries().empty());
  EXPECT_FALSE(weights.contains("w"));
}

TEST(ModelFacts, AreNumbersWhereTheyShallBe) {
  ModelFacts facts;
  facts.values = {{"heads", {"8", "args"}}, {"layer_norm_eps", {"1e-12", "config.json"}}, {"arch", {"roberta", "args"}}};
  EXPECT_EQ(facts.count("heads"), 8);
  EXPECT_EQ(facts.number("layer_norm_eps"), 1e-12);
  EXPECT_EQ(facts.text("arch"), "roberta");
  EXPECT_EQ(facts.text("layers"), "");
  EXPECT_EQ(facts.count("layers"), std::nullopt);
  EXPECT_EQ(errorOf([&] { facts.number("arch"); }), "args: found arch = \"roberta\", expected a number");
  EXPECT_THAT(errorOf([&] { facts.count("layer_norm_eps"); }), HasSubstr("expected a whole number"));
}

}  // namespace model_weights_test
}  // namespace engine
