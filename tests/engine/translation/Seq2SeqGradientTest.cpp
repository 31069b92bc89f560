// Loss and gradients against the mechanism on a tape, which is the definition, and against central differences.
#include "engine/translation/Seq2SeqGradient.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/translation/Translator.h"
#include "tests/support/ErrorOf.h"

namespace seq2_seq_gradient_test {

using namespace engine;

struct Case {
  bool hasAttention, isBidirectional;
};

std::string nameOf(const testing::TestParamInfo<Case>& info) {
  return std::string(info.param.hasAttention ? "attention" : "lastState") +
         (info.param.isBidirectional ? "BothWays" : "OneWay");
}

class Gradient : public testing::TestWithParam<Case> {
 protected:
  Gradient() {
    const TranslationTask task = translationTask("reverse");
    const TranslatorSizes sizes{.embedding = 3,
                                .width = 6,
                                .attention = 4,
                                .hasAttention = GetParam().hasAttention,
                                .isBidirectional = GetParam().isBidirectional};
    weights = weightsAs<double>(newTranslator(task.source, task.target, sizes, 3).weights);
    batch = batchOf({{"ACDE", "EDC"}, {"HI", "IHGFE"}, {"F", ""}}, task.source, task.target);
  }

  /// Mean of -ln p per wanted token, on a tape out of the mechanism's logits.
  Variable<double> lossOnTape(const VariableBundle& outputs) const {
    const Variable<double>& logits = outputs.at("logits");
    Array<double> wanted(logits.shape());
    double count = 0;
    for (Index b = 0; b < batch.wanted.length(0); ++b)
      for (Index t = 0; t < batch.wanted.length(1); ++t)
        if (const std::int64_t token = batch.wanted(b, t); token != kPaddingToken) {
          wanted(b, t, token) = 1;
          ++count;
        }
    const Variable<double> chosen = logits.tape().variable(wanted);
    const Variable<double> all = logSumExp(logits, -1);
    return (1 / count) * sum(chosen * (reshape(all, {all.length(0), all.length(1), 1}) - logits));
  }

  Seq2SeqWeights<double> weights;
  TokenBatch batch;
};

TEST_P(Gradient, isThatOfTheMechanismOnATape) {
  ArrayBundle inputs;
  for (const auto& [name, array] : namedArrays(weights)) inputs[name] = *array;
  if (GetParam().hasAttention) inputs["decoder.attention.w_v.weight"] = weights.w_v.reshaped({1, weights.w_v.size()});
  inputs["source"] = batch.source;
  inputs["target"] = batch.fed;
  Array<std::int64_t> lengths({3});
  std::copy(batch.lengths.begin(), batch.lengths.end(), lengths.begin());
  inputs["valid_lens"] = lengths;
  Tape<double> tape;
  Progress none;
  const Mechanism& mechanism = findMechanism("bahdanau-decoder");
  const RecordedMechanism recorded =
      recordMechanism(tape, mechanism, inputs, completed(mechanism.parameters(), {}), none);
  const Variable<double> loss = lossOnTape(recorded.outputs);
  Seq2SeqWeights<double> gradient;
  EXPECT_NEAR(lossAndGradient(batch, weights, 1, gradient), loss.value()[0], 1e-12);
  for (const auto& [name, array] : namedArrays(gradient)) {
    const Array<double> expected = tape.gradients(loss, {recorded.inputs.at(name)}).front();
    ASSERT_EQ(expected.size(), array->size()) << name;
    double largest = 0;
    for (Index k = 0; k < expected.size(); ++k) {
      EXPECT_NEAR((*array)[k], expected[k], 1e-12) << name << " " << k;
      largest = std::max(largest, std::abs(expected[k]));
    }
    EXPECT_GT(largest, 1e-6) << name << " does not matter";
  }
}

TEST_P(Gradient, isThatOfCentralDifferences) {
  Seq2SeqWeights<double> gradient, unused;
  lossAndGradient(batch, weights, 1, gradient);
  const auto trained = namedArrays(weights), slopes = namedArrays(gradient);
  constexpr double kStep = 1e-5;
  for (size_t which = 0; which < trained.size(); ++which)
    for (Index k = 0; k < trained[which].second->size(); k += 1 + trained[which].second->size() / 7) {
      double& value = (*trained[which].second)[k];
      const double before = value;
      value = before + kStep;
      const double above = lossAndGradient(batch, weights, 1, unused);
      value = before - kStep;
      const double below = lossAndGradient(batch, weights, 1, unused);
      value = before;
      EXPECT_NEAR((*slopes[which].second)[k], (above - below) / (2 * kStep), 1e-8) << trained[which].first << " " << k;
    }
}

TEST_P(Gradient, floatAndThreadsAgree) {
  const TranslationTask task = translationTask("reverse");
  Random random(5);
  std::vector<TextPair> pairs;
  for (int k = 0; k < 37; ++k) pairs.push_back(task.draw(random));  // three parts, the last of which is shorter
  const TokenBatch many = batchOf(pairs, task.source, task.target);
  Seq2SeqWeights<double> one, two;
  const double loss = lossAndGradient(many, weights, 1, one);
  EXPECT_EQ(loss, lossAndGradient(many, weights, 2, two));
  const auto first = namedArrays(one), second = namedArrays(two);
  for (size_t k = 0; k < first.size(); ++k) EXPECT_EQ(*first[k].second, *second[k].second) << first[k].first;
  // The whole batch at once is the sum of its parts.
  Seq2SeqWeights<double> whole = zerosLike(weights);
  double numWanted = 0;
  for (const std::int64_t token : many.wanted) numWanted += token != kPaddingToken;
  EXPECT_NEAR(addGradient(many, 0, 37, weights, 1 / numWanted, whole) / numWanted, loss, 1e-12);
  const auto all = namedArrays(whole);
  for (size_t k = 0; k < first.size(); ++k)
    for (Index i = 0; i < first[k].second->size(); ++i) EXPECT_NEAR((*all[k].second)[i], (*first[k].second)[i], 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Gradient,
                         testing::Values(Case{true, false}, Case{true, true}, Case{false, false}, Case{false, true}),
                         nameOf);

TEST(GradientSizes, zeroPairsAndOneTokenAreNoTrouble) {
  const TranslationTask task = translationTask("reverse");
  const TranslatorSizes sizes{.embedding = 1, .width = 1, .attention = 1};
  const Seq2SeqWeights<double> weights = weightsAs<double>(newTranslator(task.source, task.target, sizes, 0).weights);
  Seq2SeqWeights<double> gradient;
  EXPECT_EQ(lossAndGradient(batchOf({}, task.source, task.target), weights, 1, gradient), 0);
  for (const auto& [name, array] : namedArrays(gradient))
    for (const double value : *array) EXPECT_EQ(value, 0);
  // A source without letters: weights and context are 0, what is written is <end> alone.
  const double loss = lossAndGradient(batchOf({{"", ""}}, task.source, task.target), weights, 1, gradient);
  EXPECT_TRUE(std::isfinite(loss));
  EXPECT_GT(loss, 0);
  for (const auto& [name, array] : namedArrays(gradient))
    for (const double value : *array) EXPECT_TRUE(std::isfinite(value)) << name;
}

TEST(GradientSizes, aSecondLayerIsRefused) {
  const TranslationTask task = translationTask("reverse");
  Seq2SeqWeights<float> weights = newTranslator(task.source, task.target, {}, 0).weights, gradient;
  weights.decoder.push_back(weights.decoder.front());
  const TokenBatch batch = batchOf({{"A", "A"}}, task.source, task.target);
  EXPECT_THAT(test::errorOf([&] { lossAndGradient(batch, weights, 1, gradient); }),
              testing::HasSubstr("expected 1 layer of recurrent units"));
}

}  // namespace seq2_seq_gradient_test
