// Sequence to sequence: numbers of PyTorch, a step-by-step recomputation, and what padding may not change.
#include "engine/attention/bahdanau-decoder/Seq2Seq.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/Mechanism.h"
#include "engine/attention/additive/Additive.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/msa/MsaGoldens.h"
#include "tests/support/ErrorOf.h"

namespace seq2_seq_test {

using namespace engine;
using test::errorOf;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Index kV = 7, kE = 3, kH = 4, kA = 5, kU = 6, kTargetWidth = 2;

std::map<std::string, Shape> shapes() {
  std::map<std::string, Shape> shapes = {{"encoder.embedding.weight", {kV, kE}},
                                         {"decoder.embedding.weight", {kU, kTargetWidth}},
                                         {"decoder.attention.W_q.weight", {kA, kH}},
                                         {"decoder.attention.W_k.weight", {kA, kH}},
                                         {"decoder.attention.w_v.weight", {1, kA}},
                                         {"decoder.dense.weight", {kU, kH}},
                                         {"decoder.dense.bias", {kU}}};
  for (const std::string side : {"encoder", "decoder"})
    for (const std::string layer : {"0", "1"}) {
      const Index in = layer == "1" ? kH : side == "encoder" ? kE : kTargetWidth + kH;
      shapes[side + ".rnn.weight_ih_l" + layer] = {3 * kH, in};
      shapes[side + ".rnn.weight_hh_l" + layer] = {3 * kH, kH};
      shapes[side + ".rnn.bias_ih_l" + layer] = shapes[side + ".rnn.bias_hh_l" + layer] = {3 * kH};
    }
  return shapes;
}

/// Named-model fill 4000 times five, so that choices are clear.
template <class T>
ArrayBundle arrays() {
  ArrayBundle bundle;
  for (auto& [name, array] : test::namedFill<T>(4000, shapes())) {
    for (T& value : array) value *= 5;
    bundle[name] = array;
  }
  return bundle;
}

template <class T>
Seq2SeqWeights<T> weightsOf() {
  const ArrayBundle bundle = arrays<T>();
  return readSeq2Seq<T>(NamedWeights(bundle));
}

Seq2SeqInput twoSources() {
  Seq2SeqInput input;
  input.source = Array<std::int64_t>({2, 5}, {1, 4, 2, 6, 0, 3, 3, 5, 0, 0}, "source");
  input.lengths = {5, 3};
  input.steps = 6;
  return input;
}

template <class T>
Seq2SeqResult<T> run(const Seq2SeqInput& input, int threads = 1) {
  Diagnostics diagnostics;
  Progress none;
  return seq2Seq(input, weightsOf<T>(), threads, diagnostics, none);
}

std::vector<std::int64_t> tokensOf(const Seq2SeqResult<double>& result) {
  return {result.tokens.begin(), result.tokens.end()};
}

// PyTorch 1.13 in float64: torch.nn.Embedding, GRU(2 layers), masked softmax over w_v(tanh(W_q q + W_k k)), Linear,
// with these weights. hold: the encoder's GRU on pack_padded_sequence; read: on the padded sources.
template <class T>
void expectGolden(double tolerance) {
  Seq2SeqInput input = twoSources();
  input.target = Array<std::int64_t>({2, 3}, {0, 3, 1, 0, 2, 5}, "target");
  const Seq2SeqResult<T> hold = run<T>(input);
  test::expectValues(hold.A, 25, {0.287055418697, 0.228893072477, 0.484051508826, 0, 0}, tolerance);
  test::expectValues(
      hold.logits, 30,
      {-3.145515723297, -0.030420871985, -1.173501495899, 1.006676775773, 0.002969860744, 0.656417736425}, tolerance);
  EXPECT_NEAR(test::sumOf(hold.logits), -13.2538436535662, 36 * tolerance);
  input.padding = SourcePadding::read;
  const Seq2SeqResult<T> read = run<T>(input);
  test::expectValues(read.A, 25, {0.296437900223, 0.230137722610, 0.473424377167, 0, 0}, tolerance);
  EXPECT_NEAR(test::sumOf(read.logits), -13.7387812541971, 36 * tolerance);
}

TEST(Seq2Seq, givesTheNumbersOfPyTorchWhenFedWithATarget) {
  expectGolden<double>(1e-11);
  expectGolden<float>(1e-5);
}

TEST(Seq2Seq, greedyDecodingWritesTheTokensOfPyTorch) {
  EXPECT_THAT(tokensOf(run<double>(twoSources())), ElementsAre(4, 5, 3, 3, 3, 5, 4, 5, 3, 3, 5, 3));
  EXPECT_EQ(run<float>(twoSources()).tokens, run<double>(twoSources()).tokens);
}

TEST(Seq2Seq, beingFedWithItsOwnTokensIsGreedyDecoding) {
  Seq2SeqInput input = twoSources();
  const Seq2SeqResult<double> greedy = run<double>(input);
  input.target = Array<std::int64_t>({2, 6});
  for (Index b = 0; b < 2; ++b)
    for (Index t = 1; t < 6; ++t) input.target(b, t) = greedy.tokens(b, t - 1);
  const Seq2SeqResult<double> forced = run<double>(input);
  EXPECT_EQ(forced.logits, greedy.logits);
  EXPECT_EQ(forced.A, greedy.A);
  EXPECT_EQ(forced.tokens, greedy.tokens);
}

/// Scores of the first step for one source: w_v . tanh(W_q q + W_k k), q the encoder's last state.
TEST(Seq2Seq, firstScoresAreTheAdditiveFormulaOnTheEncodersStates) {
  const auto weights = weightsOf<double>();
  const Seq2SeqResult<double> result = run<double>(twoSources());
  for (Index b = 0; b < 2; ++b) {
    const Index last = b == 0 ? 4 : 2;  // of the valid tokens
    double sum = 0;
    std::vector<double> scores;
    for (Index j = 0; j <= last; ++j) {
      double score = 0;
      for (Index r = 0; r < kA; ++r) {
        double inner = 0;
        for (Index c = 0; c < kH; ++c)
          inner += weights.W_q(r, c) * result.annotations(b, last, c) + weights.W_k(r, c) * result.annotations(b, j, c);
        score += weights.w_v[r] * std::tanh(inner);
      }
      scores.push_back(score);
      sum += std::exp(score);
      EXPECT_NEAR(result.S(b, 0, j), score, 1e-13);
    }
    for (Index j = 0; j <= last; ++j) EXPECT_NEAR(result.A(b, 0, j), std::exp(scores[size_t(j)]) / sum, 1e-13);
  }
}

TEST(AdditiveAttention, keysThatAreKnownNeedNotBeProjectedAgain) {
  AdditiveInput<float> input;
  input.Q = deterministicArray<float>(1, {2, 3, 4}, 1);
  input.K = input.V = deterministicArray<float>(2, {2, 5, 4}, 1);
  input.W_q = deterministicArray<float>(3, {6, 4}, 1);
  input.W_k = deterministicArray<float>(4, {6, 4}, 1);
  input.w_v = deterministicArray<float>(5, {6}, 1);
  input.mask = fullMask(2, 3, 5);
  Diagnostics diagnostics;
  Progress none;
  const AdditiveResult<float> anew = additive(input, 1, diagnostics, none);
  input.projectedKeys = projectForAdditive(input, 1, none).keys;
  const AdditiveResult<float> known = additive(input, 1, diagnostics, none);
  EXPECT_EQ(known.S, anew.S);
  EXPECT_EQ(known.O, anew.O);
  for (float& value : input.projectedKeys) value += 1;
  EXPECT_NE(additive(input, 1, diagnostics, none).S, anew.S);
}

TEST(Seq2Seq, paddingTheSourceChangesNothing) {
  Seq2SeqInput input = twoSources();
  const Seq2SeqResult<double> before = run<double>(input);
  input.source = Array<std::int64_t>({2, 7}, {1, 4, 2, 6, 0, 5, 5, 3, 3, 5, 6, 1, 2, 2}, "source");
  const Seq2SeqResult<double> after = run<double>(input);
  EXPECT_EQ(after.tokens, before.tokens);
  test::expectClose(after.logits, before.logits, 1e-14, "logits");
  for (Index b = 0; b < 2; ++b)
    for (Index t = 0; t < 6; ++t) {
      double sum = 0;
      for (Index j = 0; j < 7; ++j) {
        if (j >= input.lengths[size_t(b)]) {
          EXPECT_EQ(after.A(b, t, j), 0);
        }
        sum += after.A(b, t, j);
      }
      EXPECT_NEAR(sum, 1, 1e-12);
    }
}

TEST(Seq2Seq, batchesDoNotMix) {
  const Seq2SeqResult<double> both = run<double>(twoSources());
  Seq2SeqInput second = twoSources();
  second.source = Array<std::int64_t>({1, 3}, {3, 3, 5}, "source");
  second.lengths = {};
  const Seq2SeqResult<double> alone = run<double>(second);
  for (Index k = 0; k < alone.logits.size(); ++k)
    EXPECT_NEAR(alone.logits[k], both.logits[both.logits.size() / 2 + k], 1e-13);
}

TEST(Seq2Seq, decodingStopsWhenAllOutputsHaveEnded) {
  Seq2SeqInput input = twoSources();
  input.end = 5;
  EXPECT_THAT(tokensOf(run<double>(input)), ElementsAre(4, 5, 4, 5));
  input.end = 3;
  const Seq2SeqResult<double> result = run<double>(input);
  EXPECT_EQ(result.A.shape(), (Shape{2, 3, 5}));
  EXPECT_THAT(tokensOf(result), ElementsAre(4, 5, 3, 4, 5, 3));
}

TEST(Seq2Seq, anOutputThatHasEndedGoesOnWithItsEnd) {
  Seq2SeqInput input = twoSources();
  input.begin = 1;
  EXPECT_THAT(tokensOf(run<double>(input)), ElementsAre(4, 3, 3, 3, 5, 3, 4, 3, 5, 3, 3, 5));
  input.end = 5;
  EXPECT_THAT(tokensOf(run<double>(input)), ElementsAre(4, 3, 3, 3, 5, 4, 3, 5, 5, 5));
}

TEST(Seq2Seq, sizesZeroAndOne) {
  Seq2SeqInput input;
  input.steps = 2;
  for (const Shape& shape : {Shape{1, 1}, Shape{0, 3}, Shape{2, 0}}) {
    input.source = Array<std::int64_t>(shape, 1, "source");
    const Seq2SeqResult<float> result = run<float>(input);
    EXPECT_EQ(result.A.shape(), (Shape{shape[0], 2, shape[1]}));
    EXPECT_EQ(result.logits.shape(), (Shape{shape[0], 2, kU}));
    for (const float value : result.logits) EXPECT_TRUE(std::isfinite(value));
  }
  input.steps = 0;
  EXPECT_EQ(run<float>(input).tokens.shape(), (Shape{2, 0}));
}

TEST(Seq2Seq, aSourceWithoutTokensIsToldOnceAndGivesZeros) {
  Seq2SeqInput input = twoSources();
  input.lengths = {5, 0};
  Diagnostics diagnostics;
  Progress none;
  const auto result = seq2Seq(input, weightsOf<double>(), 1, diagnostics, none);
  ASSERT_EQ(diagnostics.warnings().size(), 1u);
  EXPECT_THAT(diagnostics.warnings()[0], HasSubstr("1 source(s) without tokens"));
  for (Index j = 0; j < 5; ++j) EXPECT_EQ(result.A(1, 0, j), 0);
}

TEST(Seq2Seq, threadsChangeNoBit) {
  EXPECT_EQ(run<float>(twoSources(), 1).logits, run<float>(twoSources(), 2).logits);
  EXPECT_EQ(run<float>(twoSources(), 1).A, run<float>(twoSources(), 2).A);
}

TEST(Seq2Seq, withoutAttentionEveryStepGetsTheLastStateOfTheEncoder) {
  ArrayBundle bundle = arrays<double>();
  for (const char* name : {"W_q", "W_k", "w_v"}) bundle.erase(std::string("decoder.attention.") + name + ".weight");
  const auto weights = readSeq2Seq<double>(NamedWeights(bundle));
  ASSERT_FALSE(weights.hasAttention());
  Seq2SeqInput input = twoSources();
  input.keepsIntermediates = true;
  Diagnostics diagnostics;
  Progress none;
  const Seq2SeqResult<double> result = seq2Seq(input, weights, 1, diagnostics, none);
  EXPECT_TRUE(result.A.empty());
  for (Index b = 0; b < 2; ++b)
    for (Index t = 0; t < 6; ++t)
      for (Index c = 0; c < kH; ++c) EXPECT_EQ(result.contexts(b, t, c), result.annotations(b, b == 0 ? 4 : 2, c));
  bundle["decoder.attention.W_q.weight"] = Array<double>({kA, kH});
  EXPECT_THAT(errorOf([&] { readSeq2Seq<double>(NamedWeights(bundle)); }), HasSubstr("decoder.attention.W_k.weight"));
}

TEST(Seq2Seq, aStepCanBeMadeToAttendToOneKey) {
  Seq2SeqInput input = twoSources();
  input.keepsIntermediates = true;
  input.forcedKeys = {{1, 2}};
  const Seq2SeqResult<double> told = run<double>(input), free = run<double>(twoSources());
  for (Index b = 0; b < 2; ++b)
    for (Index j = 0; j < 5; ++j) {
      EXPECT_EQ(told.A(b, 1, j), j == 2 ? 1 : 0);
      EXPECT_EQ(told.A(b, 0, j), free.A(b, 0, j));
      EXPECT_EQ(told.S(b, 1, j), free.S(b, 1, j));
    }
  for (Index c = 0; c < kH; ++c) EXPECT_EQ(told.contexts(1, 1, c), told.annotations(1, 2, c));
  input.forcedKeys = {{0, 3}};
  EXPECT_THAT(errorOf([&] { run<double>(input); }), HasSubstr("step 1 is to attend to token 4, found 3 token(s)"));
  input.forcedKeys = {{0, -1}};
  EXPECT_THAT(errorOf([&] { run<double>(input); }), HasSubstr("token 0"));
}

TEST(Seq2Seq, wrongWeightsAndTokensAreErrorsThatNameTheArray) {
  for (const auto& [name, shape] : shapes()) {
    ArrayBundle bundle = arrays<float>();
    Shape wrong = shape;
    wrong.back() += 1;
    bundle[name] = Array<float>(wrong, 0.0f, name);
    EXPECT_THAT(errorOf([&] { readSeq2Seq<float>(NamedWeights(bundle)); }),
                AllOf(HasSubstr("array "), HasSubstr("expected")))
        << name;
  }
  Seq2SeqInput input = twoSources();
  input.source(1, 2) = 7;
  EXPECT_THAT(errorOf([&] { run<float>(input); }), HasSubstr("array source of shape (2, 5): value number 7"));
  input = twoSources();
  input.target = Array<std::int64_t>({2, 1}, {0, 6}, "target");
  EXPECT_THAT(errorOf([&] { run<float>(input); }), HasSubstr("array target of shape (2, 1): value number 1"));
  input.target = Array<std::int64_t>({3, 1});
  EXPECT_THAT(errorOf([&] { run<float>(input); }), HasSubstr("array target: found shape (3, 1), expected (2, any)"));
  input = twoSources();
  input.lengths = {5, 6};
  EXPECT_THAT(errorOf([&] { run<float>(input); }), HasSubstr("array valid_lens of shape (2): found the length 6"));
  ArrayBundle one = arrays<float>();
  for (const char* name : {"weight_ih_l1", "weight_hh_l1", "bias_ih_l1", "bias_hh_l1"})
    one.erase(std::string("decoder.rnn.") + name);
  EXPECT_THAT(errorOf([&] { readSeq2Seq<float>(NamedWeights(one)); }),
              HasSubstr("found 1 layer(s) of recurrent units, expected the 2 of the encoder"));
}

TEST(BahdanauDecoderMechanism, oneSourceWithoutABatchAxisGivesMapsOfStepsBySource) {
  const Mechanism& mechanism = findMechanism("bahdanau-decoder");
  ArrayBundle inputs = mechanism.sampleInput();
  inputs.erase("valid_lens");
  inputs["source"] = Array<std::int64_t>({4}, {1, 4, 2, 6}, "source");
  Diagnostics diagnostics;
  Progress none;
  const ArrayBundle outputs = mechanism.run(inputs, {}, Precision::float64, {}, diagnostics, none);
  EXPECT_EQ(shapeOf(outputs.at("A")), (Shape{9, 4}));
  EXPECT_EQ(shapeOf(outputs.at("tokens")), (Shape{9}));
  ASSERT_EQ(mechanism.maps(outputs).size(), 1u);
  inputs["target"] = Array<std::int64_t>({3}, {0, 1, 2}, "target");
  EXPECT_EQ(shapeOf(mechanism.run(inputs, {}, Precision::float32, {}, diagnostics, none).at("logits")), (Shape{3, 6}));
}

TEST(BahdanauDecoderMechanism, withoutAttentionThereAreNoMaps) {
  const Mechanism& mechanism = findMechanism("bahdanau-decoder");
  ArrayBundle inputs = mechanism.sampleInput();
  for (const char* name : {"W_q", "W_k", "w_v"}) inputs.erase(std::string("decoder.attention.") + name + ".weight");
  Diagnostics diagnostics;
  Progress none;
  const ArrayBundle outputs = mechanism.run(inputs, {}, Precision::float64, {}, diagnostics, none);
  EXPECT_EQ(outputs.count("A") + outputs.count("S"), 0u);
  EXPECT_EQ(shapeOf(outputs.at("logits")), (Shape{2, 9, 6}));
  EXPECT_TRUE(mechanism.maps(outputs).empty());
}

TEST(BahdanauDecoderMechanism, aFirstTokenOutsideTheTableIsAnError) {
  const Mechanism& mechanism = findMechanism("bahdanau-decoder");
  ParameterValues values;
  values.set("begin", std::int64_t{6});
  Diagnostics diagnostics;
  Progress none;
  EXPECT_THAT(
      errorOf([&] { mechanism.run(mechanism.sampleInput(), values, Precision::float32, {}, diagnostics, none); }),
      HasSubstr("parameter begin: found 6, expected 0 to 5"));
}

}  // namespace seq2_seq_test
