// Gradients of a logit against differences of whole runs, on weights that never learned.
#include "engine/models/AttentionGradient.h"

#include <gmock/gmock.h>

#include <cmath>

#include "engine/models/RandomWeights.h"
#include "tests/engine/models/GoldenModel.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace attention_gradient_test {

ModelInput sequenceOf(const std::string& letters) {
  ModelInput input;
  input.sequence = letters;
  return input;
}

std::shared_ptr<const ModelWeights> esm2() {
  const ModelSizes sizes{
      .layers = 3, .heads = 2, .width = 12, .feedForward = 20, .vocabulary = 33, .headsOrigin = ""};
  return std::make_shared<const ModelWeights>(randomWeights(esm2Shapes(sizes), 7, "tiny.pt"));
}

struct Case {
  std::string name;
  std::shared_ptr<const ModelWeights> weights;
};

std::vector<Case> cases() {
  return {{"norm before, rotary", esm2()},
          {"norm before, learned places", test::readTinyModel(test::modelFile("esm1b_tiny.safetensors"))},
          {"norm behind, BERT", test::readTinyModel(test::modelFile("bert_tiny/model.safetensors"))},
          {"norm behind, RoBERTa", test::readTinyModel(test::modelFile("roberta_tiny/model.safetensors"))}};
}

constexpr Index kPosition = 3, kColumn = 7;

/// The logit when channel `c` of token `t` is `by` more as it enters the first layer.
double logitWith(const ModelRun<double>& run, Index t, Index c, double by) {
  Diagnostics diagnostics;
  Progress progress;
  const Compute where{nullptr, 1};
  ModelRunOptions<double> options;
  options.beforeLayer = [&](Index layer, ModelState<double>& state) {
    if (layer == 0) state.x(t, c) += by;
  };
  return runModel(run, options, {where, diagnostics, progress}).outputs.at("logits")(kPosition, kColumn);
}

TEST(AttentionGradients, areThoseThatDifferencesShow) {
  for (const Case& one : cases()) {
    Diagnostics diagnostics;
    Progress progress;
    const Compute where{nullptr, 1};
    const auto model = preparedModel<double>(one.weights, sequenceOf("MKTAYW"), 0, diagnostics);
    const Array<double> gradient =
        attentionGradients<double>(*model.run, kPosition, kColumn, {}, {where, diagnostics, progress});
    ASSERT_EQ(gradient.shape(), (Shape{8, model.sizes.width})) << one.name;
    constexpr double kStep = 1e-5;
    for (Index t = 0; t < gradient.length(0); ++t)
      for (const Index c : {Index{0}, Index{5}, model.sizes.width - 1}) {
        const double expected =
            (logitWith(*model.run, t, c, kStep) - logitWith(*model.run, t, c, -kStep)) / (2 * kStep);
        EXPECT_NEAR(gradient(t, c), expected, 1e-6 + 1e-6 * std::abs(expected)) << one.name << " " << t << " " << c;
      }
  }
}

TEST(AttentionGradients, comeWithTheMapsOfTheRun) {
  Diagnostics diagnostics;
  Progress progress;
  const Compute where{nullptr, 1};
  const auto model = preparedModel<double>(esm2(), sequenceOf("MKTAYW"), 0, diagnostics);
  std::vector<LayerMaps<double>> maps;
  ModelRunOptions<double> options;
  options.layerFinished = [&](Index, LayerMaps<double>& all) { maps.push_back(all); };
  runModel(*model.run, options, {where, diagnostics, progress});
  std::vector<Index> layers;
  const TakeGradients<double> take = [&](Index layer, const Array<double>& A, const Array<double>& gradients) {
    layers.push_back(layer);
    const Array<double>& expected = maps[static_cast<std::size_t>(layer)].at("attention");
    ASSERT_EQ(A.shape(), expected.shape());
    for (Index k = 0; k < A.size(); ++k) EXPECT_NEAR(A[k], expected[k], 1e-9);
    EXPECT_EQ(gradients.shape(), A.shape());
    if (layer < 2) return;
    // Behind the last attention positions do not mix: other rows cannot reach this logit.
    for (Index j = 0; j < A.length(2); ++j) {
      EXPECT_EQ(gradients(0, kPosition + 1, j), 0);
      EXPECT_NE(gradients(0, kPosition, j), 0);
    }
  };
  attentionGradients<double>(*model.run, kPosition, kColumn, take, {where, diagnostics, progress});
  EXPECT_THAT(layers, testing::ElementsAre(2, 1, 0));
}

TEST(AttentionGradients, ofOneMapAreTheWeightedValuesThatItAdds) {
  Diagnostics diagnostics;
  Progress progress;
  const Compute where{nullptr, 1};
  const auto weights = esm2();
  const auto model = preparedModel<double>(weights, sequenceOf("MKTAYW"), 0, diagnostics);
  Array<double> A, gradients;
  attentionGradients<double>(
      *model.run, kPosition, kColumn,
      [&](Index layer, const Array<double>& maps, const Array<double>& found) {
        if (layer != 1) return;
        A = maps;
        gradients = found;
      },
      {where, diagnostics, progress});
  // Larger output weights of a head do the same as a larger map of it.
  const auto logitScaled = [&](double scale) {
    ArrayBundle arrays;
    for (std::size_t k = 0; k < weights->source->entries().size(); ++k) {
      const WeightEntry& entry = weights->source->entries()[k];
      Array<float> values(entry.shape, Untouched{}, entry.name);
      weights->source->read(static_cast<Index>(k), 0, values.size(), values.data());
      if (entry.name == "layers.1.self_attn.out_proj.weight")
        for (Index row = 0; row < 12; ++row)
          for (Index c = 0; c < 6; ++c) values(row, c) *= static_cast<float>(scale);
      arrays.emplace(entry.name, std::move(values));
    }
    const auto scaled = std::make_shared<const ModelWeights>(ModelWeights{weightsInMemory(std::move(arrays), "s"), {}});
    const auto other = preparedModel<double>(scaled, sequenceOf("MKTAYW"), 0, diagnostics);
    return logitWith(*other.run, 0, 0, 0);
  };
  double sum = 0;  // of A dlogit/dA of head 1: what a larger map adds
  for (Index k = 0; k < A.length(1) * A.length(2); ++k) sum += A[k] * gradients[k];
  constexpr double kStep = 1.0 / 1024;  // exact in float32, but for the weights' last digits
  EXPECT_NEAR(sum, (logitScaled(1 + kStep) - logitScaled(1 - kStep)) / (2 * kStep), 1e-4 + 1e-3 * std::abs(sum));
}

TEST(AttentionGradients, needAnEncoderOfPlainLayers) {
  Diagnostics diagnostics;
  Progress progress;
  const Compute where{nullptr, 1};
  const auto weights = test::readTinyModel(test::modelFile("esm1_tiny.safetensors"));
  const auto model = preparedModel<float>(weights, sequenceOf("MK"), 0, diagnostics);
  EXPECT_THAT(test::errorOf([&] {
                attentionGradients<float>(*model.run, 0, 5, {}, {where, diagnostics, progress});
              }),
              testing::HasSubstr("expected ESM-2"));
}

}  // namespace attention_gradient_test
}  // namespace engine
