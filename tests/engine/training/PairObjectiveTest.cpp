// The definition: a case by hand, finite differences, the reference case, sizes 0 and 1.
#include "engine/training/PairObjective.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/training/TinyCase.h"
#include "tests/support/FiniteDifferences.h"

namespace pair_objective_test {

using namespace engine;
using test::TinyCase;

TrainingRows rowsOf(Index count, Index length, const std::vector<std::uint8_t>& codes) {
  TrainingRows rows;
  rows.codes = Array<std::uint8_t>({count, length}, codes);
  rows.weights.assign(std::size_t(count), 1.0);
  rows.columns = test::allRows(length);
  return rows;
}

/// Two columns, one row "A R": W(0, A, 1, R) = ln 2 alone. Both residues have the probability 2 / 21.
TEST(PairObjective, ofOneRowByHand) {
  const TrainingRows rows = rowsOf(1, 2, {0, 1});
  Array<double> W({2, 20, 2, 20}, 0.0), b({2, 20}, 0.0);
  W(0, 0, 1, 1) = W(1, 1, 0, 0) = std::log(2.0);
  const PairObjective found = pairObjective(rows, {0}, W, b, {0.5, 7});
  EXPECT_NEAR(found.value, 2 * std::log(10.5) + 0.5 * 2 * std::log(2.0) * std::log(2.0), 1e-14);
  EXPECT_NEAR(found.biases(0, 0), 2.0 / 21 - 1, 1e-15);
  EXPECT_NEAR(found.biases(0, 5), 1.0 / 21, 1e-15);
  EXPECT_NEAR(found.couplings(0, 0, 1, 1), 2.0 / 21 - 1 + std::log(2.0), 1e-15);
  EXPECT_NEAR(found.couplings(0, 5, 1, 1), 1.0 / 21, 1e-15);
  EXPECT_EQ(found.couplings(0, 5, 1, 2), 0);
}

TEST(PairObjective, aMissingPlaceHasNoLossAndTellsNothing) {
  const TrainingRows rows = rowsOf(1, 2, {0, 20});
  const Array<double> W = deterministicArray<double>(1, {2, 20, 2, 20}, 1), b({2, 20}, 0.0);
  const PairObjective found = pairObjective(rows, {0}, W, b, {});
  // Its own block is read in this made-up W.
  double sum = 0;
  for (Index a = 0; a < 20; ++a) sum += std::exp(W(0, a, 0, 0));
  EXPECT_NEAR(found.value, std::log(sum) - W(0, 0, 0, 0), 1e-14);
  for (Index a = 0; a < 20; ++a) EXPECT_EQ(found.biases(1, a), 0);
}

TEST(PairObjective, withoutRowsOrColumnsIsThePenaltyAlone) {
  const Array<double> W({2, 20, 2, 20}, 1.0), b({2, 20}, 2.0);
  EXPECT_EQ(pairObjective(rowsOf(0, 2, {}), {}, W, b, {1, 10}).value, 1600 + 10 * 160);
  EXPECT_EQ(pairObjective(rowsOf(1, 0, {}), {0}, Array<double>({0, 20, 0, 20}), Array<double>({0, 20}), {1, 1}).value, 0);
  EXPECT_EQ(penaltyOf(rowsOf(0, 2, {}), 1).couplings, 0);
}

TEST(HeadMaps, ofOnePositionSeeNothing) {
  const auto weights = startingWeights<double>(rowsOf(1, 1, {0}), {2, 3, 0.25, 0.1}, 0);
  EXPECT_EQ(headMaps(weights), Array<double>({2, 1, 1}, 0.0));
  const PairObjective found = pairObjective(rowsOf(1, 1, {0}), {0}, couplingsOf(weights), weights.bias, {});
  const FactoredWeights<double> gradient = factoredGradient(weights, found);
  EXPECT_EQ(gradient.query, Array<double>({2, 1, 3}, 0.0));
  EXPECT_EQ(gradient.value, Array<double>({2, 20, 20}, 0.0));
}

/// Scores of 0: everybody sees all others alike, and W is the symmetric part of V.
TEST(Couplings, ofEvenHeadsByHand) {
  FactoredWeights<double> weights = startingWeights<double>(rowsOf(1, 3, {0, 1, 2}), {1, 2, 0, 0}, 0);
  weights.value(0, 3, 4) = 1;
  EXPECT_EQ(headMaps(weights)(0, 0, 1), 0.5);
  const Array<double> W = couplingsOf(weights);
  EXPECT_EQ(W(0, 3, 1, 4), 0.25);
  EXPECT_EQ(W(1, 4, 0, 3), 0.25);
  EXPECT_EQ(W(0, 4, 1, 3), 0.25);
  EXPECT_EQ(W(0, 3, 0, 4), 0);
  EXPECT_EQ(W(0, 3, 1, 5), 0);
}

TEST(FactoredGradient, agreesWithFiniteDifferences) {
  const TrainingRows rows = TinyCase().rows();
  auto weights = startingWeights<double>(rows, {2, 3, 1, 0.5}, 1);
  const Penalty penalty{0.03, 0.02};
  const std::vector<Index> batch{1, 2, 5, 9};
  const auto value = [&] { return pairObjective(rows, batch, couplingsOf(weights), weights.bias, penalty).value; };
  const auto gradient =
      factoredGradient(weights, pairObjective(rows, batch, couplingsOf(weights), weights.bias, penalty));
  test::expectGradient(gradient.query, weights.query, value, "query", 1e-8);
  test::expectGradient(gradient.key, weights.key, value, "key", 1e-8);
  test::expectGradient(gradient.value, weights.value, value, "value", 1e-8);
  test::expectGradient(gradient.bias, weights.bias, value, "bias", 1e-8);
}

TEST(FactoredGradient, isThatOfTheReferenceCase) {
  const TinyCase tiny;
  const TrainingRows rows = tiny.rows();
  const auto weights = startingWeights<double>(rows, TinyCase::sizes(), TinyCase::kSeed);
  EXPECT_LE(test::worst(weights.query, tiny.array("start_Q")), 1e-15);
  EXPECT_LE(test::worst(weights.bias, tiny.array("start_b")), 1e-14);
  EXPECT_LE(test::worst(headMaps(weights), tiny.array("A")), 1e-12);
  const Array<double> W = couplingsOf(weights);
  EXPECT_LE(test::worst(W, tiny.array("W")), 1e-12);
  const Penalty penalty = penaltyOf(rows, 0.01);
  EXPECT_NEAR(penalty.couplings, tiny.numbers.at("regularisation").at(0).get<double>(), 1e-15);
  EXPECT_NEAR(penalty.biases, tiny.numbers.at("regularisation").at(1).get<double>(), 1e-15);
  const PairObjective found = pairObjective(rows, test::allRows(12), W, weights.bias, penalty);
  EXPECT_NEAR(found.value / tiny.numbers.at("loss").get<double>(), 1, 1e-10);
  const auto gradient = factoredGradient(weights, found);
  EXPECT_LE(test::worst(gradient.query, tiny.array("gradient_Q")), 1e-10);
  EXPECT_LE(test::worst(gradient.key, tiny.array("gradient_K")), 1e-10);
  EXPECT_LE(test::worst(gradient.value, tiny.array("gradient_V")), 1e-10);
  EXPECT_LE(test::worst(gradient.bias, tiny.array("gradient_b")), 1e-10);
}

TEST(PottsGradient, isThatOfTheReferenceCase) {
  const TinyCase tiny;
  const TrainingRows rows = tiny.rows();
  const Array<double> W = tiny.array("potts_W").reshaped({8, 20, 8, 20});
  const PairObjective found =
      pairObjective(rows, test::allRows(12), W, startingBiases(rows), penaltyOf(rows, 0.01));
  EXPECT_NEAR(found.value / tiny.numbers.at("potts").at("loss").get<double>(), 1, 1e-10);
  EXPECT_LE(test::worst(pottsGradient(found), tiny.array("potts_gradient_W")), 1e-10);
  EXPECT_LE(test::worst(found.biases, tiny.array("potts_gradient_b")), 1e-10);
}

TEST(CouplingSizes, takeMeansAwayAndAreThoseOfTheReferenceCase) {
  Array<double> W({2, 20, 2, 20}, 5.0);
  EXPECT_NEAR(couplingSizes(W)(0, 1), 0, 1e-12);
  // One number x alone: of 400 x - row mean - column mean + mean, squares sum to x^2 (19/20)^2.
  W(0, 0, 1, 0) += 2;
  EXPECT_NEAR(couplingSizes(W)(0, 1), 2 * 0.95, 1e-12);
  const TinyCase tiny;
  const Array<double> scores = contactScores(couplingSizes(tiny.array("cosine_W").reshaped({8, 20, 8, 20})));
  EXPECT_LE(test::worst(scores, tiny.array("cosine_contacts")), 1e-10);
  EXPECT_EQ(contactScores(Array<double>({1, 1}, 0.0)), Array<double>({1, 1}, 0.0));
  EXPECT_EQ(contactScores(Array<double>({0, 0})).size(), 0);
}

}  // namespace pair_objective_test
