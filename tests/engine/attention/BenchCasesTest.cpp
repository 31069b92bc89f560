// The inputs of "bench attention": there are some for every mechanism, and they fit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/attention/HalfLength.h"
#include "engine/attention/ShapeText.h"
#include "engine/base/Random.h"

namespace bench_cases_test {

using namespace engine;

TEST(BenchCases, everyMechanismHasOneThatItsChecksAccept) {
  for (const auto& mechanism : mechanisms()) {
    const std::vector<BenchCase> cases = mechanism->benchCases();
    EXPECT_FALSE(cases.empty()) << mechanism->id();
    for (const BenchCase& test : cases) {
      EXPECT_NO_THROW(completed(mechanism->parameters(), test.values)) << test.sizes;
      const Cost cost = mechanism->costOf(test.inputs, test.values, Precision::float32);
      EXPECT_GE(cost.flops, 1e6) << mechanism->id() << ": " << test.sizes;
      EXPECT_LE(cost.flops, 1e12) << mechanism->id() << ": " << test.sizes;
    }
  }
}

TEST(ShapeText, axesAreThoseOfTheFirstAlternative) {
  EXPECT_THAT(axesOf("(B, H, n, d) or (n, d)"), ::testing::ElementsAre("B", "H", "n", "d"));
  EXPECT_THAT(axesOf("()"), ::testing::IsEmpty());
  EXPECT_TRUE(isShapeLetter("Dout"));
  EXPECT_FALSE(isShapeLetter("H*d"));
  EXPECT_FALSE(isShapeLetter("3"));
}

TEST(Shortened, isTheBeginningAlongTheLettersAlone) {
  const Mechanism& dot = findMechanism("dot");
  const auto Q = deterministicArray<float>(1, {2, 5, 4}, 1, "Q"), K = deterministicArray<float>(2, {2, 6, 4}, 1, "K");
  const ArrayBundle part = shortened(dot, {{"Q", Q}, {"K", K}}, {"n", "m"}, [](Index length) { return length / 2; });
  const auto& beginning = std::get<Array<float>>(part.at("Q"));
  EXPECT_EQ(beginning.shape(), (Shape{2, 2, 4}));
  EXPECT_EQ(shapeOf(part.at("K")), (Shape{2, 3, 4}));
  for (Index b = 0; b < 2; ++b)
    for (Index i = 0; i < 2; ++i)
      for (Index c = 0; c < 4; ++c) EXPECT_EQ(beginning(b, i, c), Q(b, i, c));
  for (const Index wanted : {-1, 0, 1, 9}) {
    const auto shape = shapeOf(shortened(dot, {{"Q", Q}}, {"n"}, [&](Index) { return wanted; }).at("Q"));
    EXPECT_EQ(shape, (Shape{2, std::clamp<Index>(wanted, 0, 5), 4}));
  }
}

TEST(HalfLength, isNeverNothing) {
  const Mechanism& dot = findMechanism("dot");
  const auto halfOf = [&](Index n) {
    return shapeOf(atHalfLength(dot, {"", {}, {{"Q", Array<float>({n, 4})}}}).inputs.at("Q"))[0];
  };
  EXPECT_EQ(halfOf(0), 0);
  EXPECT_EQ(halfOf(1), 1);
  EXPECT_EQ(halfOf(7), 3);
}

TEST(HalfLength, everyMechanismTakesItAndStatesFewerOperations) {
  for (const auto& mechanism : mechanisms()) {
    ArrayBundle inputs = mechanism->sampleInput();
    inputs.erase("valid_lens");  // of tokens that are not there any more
    const BenchCase half = atHalfLength(*mechanism, {"sample", {}, std::move(inputs)});
    EXPECT_THAT(half.sizes, ::testing::StartsWith("sample, half of "));
    Diagnostics diagnostics;
    Progress none;
    EXPECT_NO_THROW(mechanism->run(half.inputs, {}, Precision::float32, {nullptr, 1}, diagnostics, none))
        << mechanism->id() << ": " << half.sizes;
    for (const BenchCase& test : mechanism->benchCases()) {
      const auto flops = [&](const ArrayBundle& inputs) {
        return mechanism->costOf(inputs, test.values, Precision::float32).flops;
      };
      const double growth = flops(test.inputs) / flops(atHalfLength(*mechanism, test).inputs);
      EXPECT_GT(growth, 1.9) << mechanism->id() << ": " << test.sizes << ", between linear";
      EXPECT_LT(growth, 8.1) << mechanism->id() << ": " << test.sizes << ", and cubic";
    }
  }
}

}  // namespace bench_cases_test
