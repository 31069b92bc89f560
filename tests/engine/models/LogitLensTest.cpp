// The logit lens against its definition in plain double loops, and what is read off it.
#include "engine/models/LogitLens.h"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "engine/models/LetterPredictions.h"
#include "engine/models/RandomWeights.h"
#include "engine/models/RunModel.h"
#include "tests/engine/models/GoldenModel.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace engine {
namespace logit_lens_test {

using testing::HasSubstr;

const ModelSizes kSizes{.layers = 3, .heads = 2, .width = 12, .feedForward = 20, .vocabulary = 33, .headsOrigin = ""};

std::shared_ptr<const ModelWeights> esm2() {
  return std::make_shared<const ModelWeights>(randomWeights(esm2Shapes(kSizes), 7, "tiny.pt"));
}

template <class T>
struct Ran {
  Ran(std::shared_ptr<const ModelWeights> weights, const std::string& sequence)
      : model(preparedModel<T>(std::move(weights), inputOf(sequence), 0, diagnostics)),
        lens(logitLens(*model.run, {where, diagnostics, progress})) {}
  static ModelInput inputOf(const std::string& sequence) {
    ModelInput input;
    input.sequence = sequence;
    return input;
  }
  std::vector<Array<T>> states() {
    ModelRunOptions<T> options;
    options.keepsStates = true;
    std::vector<Array<T>> all;
    for (const auto& state : runModel(*model.run, options, {where, diagnostics, progress}).states)
      all.push_back(state->x);
    return all;
  }

  Diagnostics diagnostics;
  Progress progress;
  Compute where;
  PreparedModel<T> model;
  LogitLens<T> lens;
};

using Vector = std::vector<double>;

Vector normed(const ModelWeights& weights, const std::string& name, const Vector& x) {
  const Array<float> g = readWeights(weights, name + ".weight", {-1}), b = readWeights(weights, name + ".bias", {-1});
  double mean = 0, variance = 0;
  for (const double value : x) mean += value / double(x.size());
  for (const double value : x) variance += (value - mean) * (value - mean) / double(x.size());
  Vector y;
  for (size_t k = 0; k < x.size(); ++k)
    y.push_back(double(g[Index(k)]) * (x[k] - mean) / std::sqrt(variance + 1e-5) + double(b[Index(k)]));
  return y;
}

Vector mapped(const Array<float>& W, const Array<float>& b, const Vector& x) {
  Vector y;
  for (Index o = 0; o < W.length(0); ++o) {
    double sum = double(b[o]);
    for (Index k = 0; k < W.length(1); ++k) sum += double(W(o, k)) * x[size_t(k)];
    y.push_back(sum);
  }
  return y;
}

/// The 20 probabilities that ESM-2's head makes of one state: final norm, dense, gelu, norm, embedding, softmax.
Vector definition(const ModelWeights& weights, const Vector& state, const std::vector<std::string>& vocabulary) {
  Vector y = normed(weights, "emb_layer_norm_after", state);
  y = mapped(readWeights(weights, "lm_head.dense.weight", {-1, -1}), readWeights(weights, "lm_head.dense.bias", {-1}),
             y);
  for (double& value : y) value = value / 2 * (1 + std::erf(value / std::sqrt(2.0)));
  y = normed(weights, "lm_head.layer_norm", y);
  const Vector logits =
      mapped(readWeights(weights, "embed_tokens.weight", {-1, -1}), readWeights(weights, "lm_head.bias", {-1}), y);
  Vector p;
  double sum = 0;
  for (const char letter : kPredictedLetters) {
    const auto column = std::find(vocabulary.begin(), vocabulary.end(), std::string(1, letter)) - vocabulary.begin();
    p.push_back(std::exp(logits.at(size_t(column))));
    sum += p.back();
  }
  for (double& value : p) value /= sum;
  return p;
}

TEST(LogitLens, isTheHeadOnTheStateBehindEveryLayer) {
  const auto weights = esm2();
  Ran<double> wide(weights, "MKTVXQ<mask>L");
  const Ran<float> narrow(weights, "MKTVXQ<mask>L");
  const auto states = wide.states();
  const Array<double>& lens = wide.lens.probabilities;
  ASSERT_EQ(lens.shape(), Shape({4, 8, 20}));
  EXPECT_EQ(wide.lens.letters, "MKTVXQXL");
  double largest = 0;
  for (Index step = 0; step < 4; ++step)
    for (Index i = 0; i < 8; ++i) {
      const Array<double>& x = states[size_t(step)];
      const Vector state(x.data() + (i + 1) * kSizes.width, x.data() + (i + 2) * kSizes.width);  // behind <cls>
      const Vector expected = definition(*weights, state, wide.model.run->vocabulary());
      for (Index c = 0; c < 20; ++c) {
        largest = std::max(largest, std::abs(lens(step, i, c) - expected[size_t(c)]));
        EXPECT_NEAR(narrow.lens.probabilities(step, i, c), expected[size_t(c)], 1e-5);
      }
    }
  EXPECT_LT(largest, 1e-12);
}

TEST(LogitLens, ofModelsWithTheNormBehindReadsTheStateAsItIs) {
  const auto weights = test::readTinyModel(test::sampleFile("antibody/sapiens_vh.safetensors"));
  const Ran<double> ran(weights, "MKTAYI");
  ModelRunOptions<double> options;
  std::vector<ModelState<double>> entering;
  options.beforeLayer = [&](Index, ModelState<double>& state) { entering.push_back(state); };
  Compute where;
  Diagnostics diagnostics;
  Progress progress;
  const ModelCall call{where, diagnostics, progress};
  runModel(*ran.model.run, options, call);
  std::vector<Index> rows{1, 2, 3, 4, 5, 6};
  for (size_t step = 0; step < entering.size(); ++step) {
    const auto read = ran.model.run->readOut(entering[step], call);
    EXPECT_EQ(test::valuesOf(read.at("last")), test::valuesOf(entering[step].x));
    const Array<double> expected = letterProbabilities(read.at("logits"), ran.model.run->vocabulary(), rows);
    for (Index k = 0; k < expected.size(); ++k)
      EXPECT_EQ(ran.lens.probabilities[Index(step) * expected.size() + k], expected[k]);
  }
}

TEST(LogitLens, ofNoLetterAndOfOne) {
  EXPECT_EQ(Ran<float>(esm2(), "").lens.probabilities.shape(), Shape({4, 0, 20}));
  EXPECT_EQ(Ran<float>(esm2(), "M").lens.probabilities.shape(), Shape({4, 1, 20}));
}

/// Probabilities in which the letter at this place of the alphabet has 0.5 and all others the same.
Array<float> lensOf(const std::vector<std::vector<Index>>& tops) {
  Array<float> lens({Index(tops.size()), Index(tops.front().size()), 20}, 0.5F / 19, "lens");
  for (size_t step = 0; step < tops.size(); ++step)
    for (size_t i = 0; i < tops[step].size(); ++i) lens(Index(step), Index(i), tops[step][i]) = 0.5F;
  return lens;
}

TEST(LensSummary, tellsWhereLettersAreSettled) {
  // Residue 0 is what it is from the beginning, 1 changes at the end, 2 changes twice and comes back.
  const LensSummary summary = lensSummary(lensOf({{0, 1, 2}, {0, 1, 3}, {0, 1, 2}, {0, 4, 2}}), "ACX");
  EXPECT_THAT(test::valuesOf(summary.settled), testing::ElementsAre(0, 3, 2));
  EXPECT_THAT(test::valuesOf(summary.top), testing::ElementsAre(0, 1, 2, 0, 1, 3, 0, 1, 2, 0, 4, 2));
  EXPECT_FLOAT_EQ(summary.trueLetter(0, 0), 0.5F);
  EXPECT_FLOAT_EQ(summary.trueLetter(3, 1), 0.5F / 19);
  EXPECT_TRUE(std::isnan(summary.trueLetter(0, 2)));
  EXPECT_NEAR(summary.entropy(0, 0), 0.5 + 0.5 * std::log2(2 * 19), 1e-6);
}

TEST(LensSummary, ofNothingIsNothing) {
  EXPECT_EQ(lensSummary(Array<float>({4, 0, 20}, 0.0F), "").settled.size(), 0);
  EXPECT_EQ(lensSummary(Array<float>({0, 2, 20}, 0.0F), "AC").settled.size(), 2);
  EXPECT_EQ(lensSummary(Array<float>({1, 1, 20}, 0.05F), "A").settled[0], 0);
  EXPECT_THAT(test::errorOf([] { lensSummary(Array<float>({1, 2, 20}, 0.0F), "A"); }), HasSubstr("lens"));
}

}  // namespace logit_lens_test
}  // namespace engine
