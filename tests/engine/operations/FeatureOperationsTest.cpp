// The operations "lens" and "features" as users ask for them: results, by-products, what is changed, what is refused.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "engine/attention/HeadSet.h"
#include "engine/base/Random.h"
#include "engine/datasets/Kind.h"
#include "engine/datasets/LetterArray.h"
#include "engine/io/Format.h"
#include "engine/models/LogitLens.h"
#include "engine/models/RunModel.h"
#include "engine/models/autoencoder/FeatureSet.h"
#include "engine/operations/Operation.h"
#include "engine/operations/models/FeatureWords.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace engine {
namespace feature_operations_test {

using test::errorOf;
using testing::HasSubstr;

constexpr Index kFeatures = 11;
const std::string kSequence = "MKTAYIAKQR";

DatasetPtr loaded(const std::filesystem::path& path) {
  Diagnostics diagnostics;
  Progress progress;
  return std::make_shared<const Dataset>(load(path, diagnostics, progress));
}
DatasetPtr tinyModel() { return loaded(test::dataFile("models/esm2_tiny.safetensors")); }

Index widthOf(const Dataset& model) {
  const auto& weights = *model.as<ModelWeights>();
  return architectureOf(weights).sizes(weights).width;
}

/// A tied autoencoder of random directions for states of this width.
ArrayBundle tiedArrays(Index width) {
  Random random(4);
  const auto filled = [&](const Shape& shape) {
    Array<float> array(shape, Untouched{}, "random");
    for (float& value : array) value = static_cast<float>(2 * random.uniform() - 1);
    return array;
  };
  return {{"encoder.weight", filled({kFeatures, width})},
          {"encoder.bias", filled({kFeatures})},
          {"decoder.weight", filled({width, kFeatures})},
          {"decoder.bias", filled({width})}};
}

DatasetPtr inMemory(ArrayBundle arrays, const std::string& title) {
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = title;
  dataset->value = std::make_shared<const ArrayBundle>(std::move(arrays));
  return dataset;
}

class FeatureOperations : public testing::Test {
 protected:
  std::vector<Dataset> run(const std::string& operation, const std::vector<DatasetPtr>& inputs,
                           ParameterValues values = {}) {
    if (inputs.size() < 3) values.set("sequence", kSequence);
    Progress progress;
    return findOperation(operation).run(inputs, values, {}, diagnostics, progress);
  }
  static ParameterValues with(std::int64_t layer, const std::string& change = {}) {
    ParameterValues values;
    values.set("layer", layer);
    if (!change.empty()) values.set("change", change);
    return values;
  }
  DatasetPtr model = tinyModel();
  DatasetPtr autoencoder = inMemory(tiedArrays(widthOf(*model)), "sae");
  Diagnostics diagnostics;
};

/// Values of one state by the definition of a tied autoencoder, in double.
std::vector<double> definition(const ArrayBundle& arrays, const double* x, Index width) {
  const auto W = numbersOf<double>(arrays, "encoder.weight"), b = numbersOf<double>(arrays, "encoder.bias");
  std::vector<double> f;
  for (Index i = 0; i < kFeatures; ++i) {
    double g = b[i];
    for (Index c = 0; c < width; ++c) g += W(i, c) * x[c];
    f.push_back(std::max(g, 0.0));
  }
  return f;
}

/// Predictions of the model in double, the state behind `layer` layers changed by `edit`.
template <class Edit>
Array<double> predictionsWith(const Dataset& model, Index layer, const Edit& edit) {
  Diagnostics diagnostics;
  Progress progress;
  Compute where;
  ModelInput input;
  input.sequence = kSequence;
  const auto prepared = preparedModel<double>(model.value.share<ModelWeights>(), input, 0, diagnostics);
  ModelRunOptions<double> options;
  options.beforeLayer = [&](Index entered, ModelState<double>& state) {
    if (entered == layer) edit(state.x);
  };
  const auto outputs = runModel(*prepared.run, options, {where, diagnostics, progress}).outputs;
  return predictedLetters(*prepared.run, outputs.at("logits"));
}

TEST_F(FeatureOperations, readsTheStateBehindALayer) {
  const Index D = widthOf(*model);
  for (const std::int64_t layer : {0, 1, 2}) {
    const std::vector<Dataset> results = run("features", {model, autoencoder}, with(layer));
    ASSERT_EQ(results.size(), 1U);
    const auto& set = *results[0].as<FeatureSet>();
    EXPECT_EQ(set.letters, kSequence);
    EXPECT_EQ(set.layer, layer);
    Array<double> dense({10, kFeatures}, 0.0);
    for (const FeatureValue& one : set.values) dense(one.residue, one.feature) = double(one.value);
    predictionsWith(*model, layer, [&](Array<double>& x) {
      for (Index i = 0; i < 10; ++i) {
        const auto f = definition(*autoencoder->as<ArrayBundle>(), x.data() + (i + 1) * D, D);
        for (Index k = 0; k < kFeatures; ++k) EXPECT_NEAR(dense(i, k), f[size_t(k)], 1e-4);
      }
    });
    EXPECT_FALSE(set.firing.empty());
    EXPECT_FALSE(set.firing[0].alike.empty());
  }
}

TEST_F(FeatureOperations, behindTheLastLayerReadsTheStateBehindTheFinalNorm) {
  const auto& weights = *model->as<ModelWeights>();
  const Index layers = architectureOf(weights).sizes(weights).layers;
  const std::vector<Dataset> results = run("features", {model, autoencoder}, with(layers));
  ParameterValues values;
  values.set("sequence", kSequence);
  Progress progress;
  const std::vector<Dataset> ran = findOperation("model").run({model}, values, {}, diagnostics, progress);
  const auto arrays = std::find_if(ran.begin(), ran.end(), [](const Dataset& d) { return d.as<ArrayBundle>(); });
  ASSERT_NE(arrays, ran.end());
  const auto last = numbersOf<double>(*arrays->as<ArrayBundle>(), "last");
  const Index D = last.length(1);
  for (const FeatureValue& one : results[0].as<FeatureSet>()->values) {
    const auto f = definition(*autoencoder->as<ArrayBundle>(), last.data() + (one.residue + 1) * D, D);
    EXPECT_NEAR(one.value, f[size_t(one.feature)], 1e-4);
  }
  EXPECT_THAT(errorOf([&] { run("features", {model, autoencoder}, with(layers, "1=0")); }),
              HasSubstr("cannot be changed"));
}

TEST_F(FeatureOperations, changedFeaturesRunThroughTheLayersBehind) {
  const Index D = widthOf(*model);
  const auto& arrays = *autoencoder->as<ArrayBundle>();
  const std::vector<Dataset> results = run("features", {model, autoencoder}, with(1, "3=0 5=2.5"));
  ASSERT_GE(results.size(), 3U);
  const auto& effect = *results[0].as<ArrayBundle>();
  const auto decoder = numbersOf<double>(arrays, "decoder.weight");
  const Array<double> expected = predictionsWith(*model, 1, [&](Array<double>& x) {
    for (Index i = 0; i < 10; ++i) {
      double* const row = x.data() + (i + 1) * D;
      const auto f = definition(arrays, row, D);
      for (Index c = 0; c < D; ++c) row[c] += -f[3] * decoder(c, 3) + 1.5 * f[5] * decoder(c, 5);
    }
  });
  const Array<double> plain = predictionsWith(*model, 1, [](Array<double>&) {});
  const auto before = numbersOf<double>(effect, "probabilities");
  const auto after = numbersOf<double>(effect, "probabilities_changed");
  const auto bits = numbersOf<double>(effect, "curve_change of the prediction in bits");
  double largest = 0;
  for (Index i = 0; i < 10; ++i) {
    double sum = 0;
    for (Index c = 0; c < 20; ++c) {
      EXPECT_NEAR(before(i, c), plain(i, c), 1e-5);
      EXPECT_NEAR(after(i, c), expected(i, c), 1e-5);
      sum += expected(i, c) * std::log2(expected(i, c) / plain(i, c));
    }
    EXPECT_NEAR(bits[i], sum, 1e-4);
    largest = std::max(largest, bits[i]);
  }
  EXPECT_GT(largest, 1e-3) << "nothing changed";
  EXPECT_EQ(results[1].as<HeadSet>()->numQueries, 12);
  EXPECT_TRUE(results.back().as<FeatureSet>());
}

TEST_F(FeatureOperations, aFactorOfOneChangesNothing) {
  const auto results = run("features", {model, autoencoder}, with(1, "3=1"));
  for (const double bits : numbersOf<double>(*results[0].as<ArrayBundle>(), "curve_change of the prediction in bits"))
    EXPECT_EQ(bits, 0);
}

TEST_F(FeatureOperations, filesGiveNamesAndTheLayer) {
  test::TemporaryFolder folder;
  save(autoencoder->value, folder.path() / "esm2_l1_sae11.safetensors");
  test::writeText(folder.path() / "esm2_l1_sae11.tsv", "feature\ttext\n3\tloop\n");
  const DatasetPtr file = loaded(folder.path() / "esm2_l1_sae11.safetensors");
  ASSERT_TRUE(file->as<ModelWeights>());
  EXPECT_THAT(kindOf(*file).size(*file), HasSubstr("InterPLM, tied ReLU, 11 features of width"));
  const auto results = run("features", {model, file});
  EXPECT_EQ(results[0].as<FeatureSet>()->layer, 1);
  EXPECT_EQ(results[0].as<FeatureSet>()->nameOf(3), "loop");
  test::writeText(folder.path() / "esm2_l1_sae11.tsv", "12\tnobody\n");
  run("features", {model, file});
  EXPECT_THAT(diagnostics.warnings(), testing::Contains(HasSubstr("esm2_l1_sae11.tsv, line 1: found the feature 12")));
}

TEST_F(FeatureOperations, sayWhatIsWrong) {
  EXPECT_THAT(errorOf([&] { run("features", {model, autoencoder}); }), HasSubstr("sae: neither the file nor its name"));
  EXPECT_THAT(errorOf([&] { run("features", {model, autoencoder}, with(99)); }), HasSubstr("found layer 99"));
  EXPECT_THAT(errorOf([&] { run("features", {model, autoencoder}, with(1, "11=0")); }), HasSubstr("feature 11"));
  EXPECT_THAT(errorOf([&] { run("features", {model, autoencoder}, with(1, "x")); }), HasSubstr("FEATURE=FACTOR"));
  const DatasetPtr other = inMemory(tiedArrays(5), "narrow");
  EXPECT_THAT(errorOf([&] { run("features", {model, other}, with(1)); }), HasSubstr("states of width 5"));
  const DatasetPtr encoder = loaded(test::dataFile("models/esm3_encoder_tiny.safetensors"));
  EXPECT_THAT(errorOf([&] { run("lens", {encoder}); }), HasSubstr("input is missing"));
}

TEST_F(FeatureOperations, lensEndsWithWhatTheModelPredicts) {
  const std::vector<Dataset> results = run("lens", {model});
  const auto& arrays = *results.at(0).as<ArrayBundle>();
  const auto lens = numbersOf<double>(arrays, "lens");
  const Array<double> expected = predictionsWith(*model, 0, [](Array<double>&) {});
  ASSERT_EQ(lens.length(1), 10);
  for (Index k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(lens[lens.size() - expected.size() + k], expected[k], 1e-5);
  EXPECT_EQ(lettersIn(arrays), kSequence);
  EXPECT_EQ(kindOf(results[0]).numPositions(results[0]), 10);
}

TEST(FeatureWords, areReadAndRefused) {
  EXPECT_EQ(parsedFactors("12=0  7=2.5"), (FeatureFactors{{7, 2.5}, {12, 0.0}}));
  EXPECT_TRUE(parsedFactors("").empty());
  for (const char* wrong : {"12", "=1", "a=1", "-1=0", "3=", "3=x", "3=inf", "3=1 3=2"})
    EXPECT_THAT(errorOf([&] { parsedFactors(wrong); }), HasSubstr("parameter change")) << wrong;
}

TEST(FeatureWords, findTheLayerInANameWhereItIs) {
  EXPECT_EQ(layerInName("esm2_plm1280_l24_sae4096_100Kseqs.pt"), Index{24});
  EXPECT_EQ(layerInName("/models/esm2-650m/layer_9/ae.pt"), Index{9});
  EXPECT_EQ(layerInName("esm2-layer12.safetensors"), Index{12});
  EXPECT_EQ(layerInName("model4096.pt"), std::nullopt);
  EXPECT_EQ(layerInName(""), std::nullopt);
  EXPECT_EQ(layerInName("layer"), std::nullopt);
  EXPECT_EQ(layerInName("layer_99999999999999999999"), std::nullopt);
}

}  // namespace feature_operations_test
}  // namespace engine
