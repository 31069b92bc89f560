// The fast form against the definition, on any number of threads.
#include <gtest/gtest.h>

#include "engine/base/Random.h"
#include "engine/training/FactoredPass.h"
#include "engine/training/PanelLikelihood.h"
#include "tests/engine/training/TinyCase.h"
#include "tests/engine/training/TrainingSupport.h"

namespace fast_pass_test {

using namespace engine;
using test::as;
using test::randomRows;

template <class T>
struct Passed {
  double value = 0;
  Array<T> maps;
  FactoredWeights<T> gradient;
};

template <class T>
Passed<T> passed(const TrainingRows& rows, const std::vector<Index>& batch, const FactoredWeights<T>& weights,
                 const Penalty& penalty, int threads) {
  Progress none;
  FactoredPass<T> pass(rows.length(), weights.numHeads());
  Passed<T> found{0, {}, weights};
  CouplingPanels<T> D(rows.length());
  const double squares = pass.forward(weights, threads, none);
  found.value = penalty.couplings * squares + PanelLikelihood<T>(rows).evaluate(batch, pass.couplings(), weights.bias,
                                                                                D, found.gradient.bias, threads, none);
  pass.backward(weights, D, penalty.couplings, found.gradient, threads, none);
  found.maps = pass.maps();
  return found;
}

template <class T>
void expectAsDefined(Index count, Index length, const FactoredSizes& sizes, double tolerance) {
  const TrainingRows rows = randomRows(count, length);
  const Penalty penalty{0.03, 0};
  std::vector<Index> batch = test::allRows(count);
  if (count > 4) batch = {count - 1, 2, 0};
  const auto weights = startingWeights<double>(rows, sizes, 3);
  const PairObjective expected = pairObjective(rows, batch, couplingsOf(weights), weights.bias, penalty);
  const auto gradient = factoredGradient(weights, expected);
  const FactoredWeights<T> same{as<T>(weights.query), as<T>(weights.key), as<T>(weights.value), as<T>(weights.bias)};
  const Passed<T> found = passed<T>(rows, batch, same, penalty, 2);
  EXPECT_NEAR(found.value, expected.value, tolerance * (1 + expected.value));
  EXPECT_LE(test::worst(found.maps, headMaps(weights)), tolerance);
  EXPECT_LE(test::worst(found.gradient.query, gradient.query), 20 * tolerance);
  EXPECT_LE(test::worst(found.gradient.key, gradient.key), 20 * tolerance);
  EXPECT_LE(test::worst(found.gradient.value, gradient.value), 10 * tolerance);
  EXPECT_LE(test::worst(found.gradient.bias, gradient.bias), 10 * tolerance);
}

TEST(FactoredPass, isThatOfTheDefinitionInBothPrecisions) {
  // Lengths around whole panels of four and whole products of 192 pairs.
  for (const Index length : {2, 3, 4, 5, 20, 21, 33}) {
    SCOPED_TRACE(length);
    expectAsDefined<double>(7, length, {3, 4, 1, 0.5}, 1e-12);
    expectAsDefined<float>(7, length, {3, 4, 1, 0.5}, 1e-5);
  }
}

TEST(FactoredPass, takesOneHeadAndOneRow) { expectAsDefined<double>(1, 6, {1, 1, 1, 0.5}, 1e-12); }

TEST(FactoredPass, takesOnePositionAndNone) {
  for (const Index length : {0, 1}) {
    const TrainingRows rows = randomRows(3, length);
    const auto weights = startingWeights<float>(rows, {2, 3, 1, 1}, 0);
    const Passed<float> found = passed<float>(rows, {0, 1, 2}, weights, {1, 0}, 1);
    EXPECT_EQ(found.maps, Array<float>({2, length, length}, 0.0F));
    EXPECT_EQ(found.gradient.query, length == 0 ? weights.query : Array<float>({2, 1, 3}, 0.0F));
    if (length == 1) {
      EXPECT_EQ(found.gradient.value, Array<float>({2, 20, 20}, 0.0F));
    }
  }
}

TEST(FactoredPass, givesTheSameBitsOnAnyNumberOfThreads) {
  const TrainingRows rows = randomRows(40, 45);
  const auto weights = startingWeights<float>(rows, {5, 7, 1, 0.5}, 1);
  const Passed<float> one = passed<float>(rows, test::allRows(40), weights, {0.1, 0}, 1);
  for (const int threads : {2, 3}) {
    const Passed<float> other = passed<float>(rows, test::allRows(40), weights, {0.1, 0}, threads);
    EXPECT_EQ(one.value, other.value);
    EXPECT_EQ(one.gradient.query, other.gradient.query);
    EXPECT_EQ(one.gradient.key, other.gradient.key);
    EXPECT_EQ(one.gradient.value, other.gradient.value);
    EXPECT_EQ(one.gradient.bias, other.gradient.bias);
  }
}

TEST(PanelLikelihood, withoutRowsIsNothing) {
  const TrainingRows rows = randomRows(0, 5);
  Progress none;
  CouplingPanels<float> W(5), D(5);
  Array<float> bias({5, 20}, 1.0F), biases({5, 20}, 9.0F);
  EXPECT_EQ(PanelLikelihood<float>(rows).evaluate({}, W, bias, D, biases, 1, none), 0);
  EXPECT_EQ(biases, Array<float>({5, 20}, 0.0F));
}

TEST(CouplingPanels, holdWhatTheyAreMadeOf) {
  for (const Index length : {0, 1, 4, 6}) {
    const auto W = deterministicArray<double>(3, {length, 20, length, 20}, 1);
    EXPECT_EQ(arrayOf(panelsOf(W)), W);
  }
}

TEST(CouplingPanels, sizesAreThoseOfTheDefinition) {
  const auto W = deterministicArray<double>(3, {6, 20, 6, 20}, 1);
  EXPECT_LE(test::worst(couplingSizes(panelsOf(W), 2), couplingSizes(W)), 1e-13);
}

}  // namespace fast_pass_test
