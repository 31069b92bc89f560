// What the e3nn guide checks of its layer, measured: equivariance, smoothness at the radius, spread of the outputs.
#include "engine/attention/equivariant/EquivariantChecks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/attention/equivariant/EquivariantSamples.h"
#include "tests/support/ErrorOf.h"

namespace equivariant_checks_test {

using namespace engine;

constexpr double kRadius = 1.3;

double largestOf(const Array<double>& values) { return *std::max_element(values.begin(), values.end()); }

template <class T>
EquivarianceErrors errorsOf(const EquivariantSetting& setting, Index nodes, Index trials) {
  Random random(5);
  const EquivariantInput<T> input = randomNodes<T>(setting, nodes, 1, random);
  Diagnostics diagnostics;
  Progress none;
  return equivarianceErrors(input, trials, random, 1, diagnostics, none);
}

TEST(EquivarianceErrors, areRoundingInBothPrecisions) {
  const EquivarianceErrors exact = errorsOf<double>({}, 20, 10), rough = errorsOf<float>({}, 20, 10);
  for (const auto list :
       {&EquivarianceErrors::rotation, &EquivarianceErrors::mirror, &EquivarianceErrors::translation}) {
    EXPECT_LT(largestOf(exact.*list), 1e-12);
    EXPECT_GT(largestOf(rough.*list), 1e-9);
    EXPECT_LT(largestOf(rough.*list), 1e-3) << "with which the guide compares";
  }
  for (const double error : exact.unturned) EXPECT_GT(error, 0.1) << "outputs do turn";
}

TEST(EquivarianceErrors, scalarsDoNotTurn) {
  EquivariantSetting setting;
  setting.out = Irreps::parse("4x0e");
  EXPECT_LT(largestOf(errorsOf<double>(setting, 12, 4).unturned), 1e-12);
}

TEST(EquivarianceErrors, ofNoMotionAndOfOneNode) {
  EXPECT_EQ(errorsOf<double>({}, 5, 0).rotation.shape(), Shape{0});
  EXPECT_EQ(largestOf(errorsOf<double>({}, 1, 2).mirror), 0);
}

SmoothnessWalk walkOf(Index steps, double radius = kRadius) {
  Random random(7);
  EquivariantSetting setting;
  setting.maxRadius = radius;
  const EquivariantInput<double> input = randomNodes<double>(setting, 3, 1, random);
  Diagnostics diagnostics;
  Progress none;
  return smoothnessWalk(input, input.f, steps, 1, diagnostics, none);
}

TEST(SmoothnessWalk, isThatOfTheGuide) {
  const SmoothnessWalk walk = walkOf(200);
  EXPECT_NEAR(walk.x[0], -1.3, 1e-12);
  EXPECT_NEAR(walk.x[199], -1.0, 1e-12);
  EXPECT_NEAR(walk.entry, -1.2, 1e-12);
  EXPECT_EQ(walk.soft.shape(), (Shape{200, 3, 32}));
}

TEST(SmoothnessWalk, theThirdNodeIsAloneUntilItEnters) {
  const SmoothnessWalk walk = walkOf(60);
  for (Index step = 0; step < 60; ++step)
    for (Index output = 0; output < 32; ++output) {
      if (walk.x[step] > walk.entry) continue;
      EXPECT_EQ(walk.soft(step, 2, output), 0);
      EXPECT_EQ(walk.soft(step, 0, output), walk.soft(0, 0, output));
      EXPECT_EQ(walk.hard(step, 0, output), walk.soft(step, 0, output)) << "one neighbour has all the weight";
    }
  EXPECT_GT(std::abs(walk.soft(59, 2, 0)), 0.01);
}

TEST(SmoothnessWalk, stepsShrinkWithTheSoftEdgeAndStayWithoutIt) {
  const SmoothnessWalk coarse = walkOf(101), fine = walkOf(1001);
  EXPECT_NEAR(largestStep(fine.soft) / largestStep(coarse.soft), 0.1, 0.03);
  EXPECT_GT(largestStep(fine.hard), 0.5 * largestStep(coarse.hard));
  EXPECT_GT(largestStep(fine.hard), 20 * largestStep(fine.soft));
}

TEST(SmoothnessWalk, scalesWithTheRadius) {
  const SmoothnessWalk here = walkOf(20), there = walkOf(20, 7);
  EXPECT_NEAR(there.entry, here.entry * 7 / kRadius, 1e-12);
  for (Index k = 0; k < here.soft.size(); ++k) EXPECT_NEAR(there.soft[k], here.soft[k], 1e-9);
}

TEST(SmoothnessWalk, ofOneAndOfNoStep) {
  EXPECT_EQ(largestStep(walkOf(1).hard), 0);
  EXPECT_EQ(largestStep(walkOf(0).hard), 0);
  EXPECT_EQ(walkOf(1).x[0], -kRadius);
}

TEST(LargestStep, byHand) { EXPECT_EQ(largestStep(Array<double>({3, 1, 2}, {0, 5, 1, 5, -2, 4})), 3); }

TEST(HardEdge, sharesAttentionWhateverTheDistance) {
  EquivariantSetting setting;
  setting.isEdgeSoft = false;
  Random random(1);
  EquivariantInput<double> input = randomNodes<double>(setting, 3, 1, random);
  input.linear = Array<double>({130});  // queries 0, so that scores are equal
  input.pos = Array<double>({3, 3}, {0, 0, 0, 0.2, 0, 0, 0, 1.29, 0});
  const EquivariantResult<double> result = test::attention(input);
  const IncomingEdges incoming = incomingEdges(result.edges, 3);
  for (Index k = 0; k < incoming.start[1]; ++k)
    EXPECT_NEAR(result.a[incoming.edge[static_cast<size_t>(k)]], 0.5, 1e-12);
  EXPECT_EQ(incoming.start[1], 2);
}

TEST(OutputStatistics, byHandWithTwoNeighbours) {
  EquivariantResult<double> result;
  result.edges = Array<std::int32_t>({2, 2}, {1, 0, 2, 0});
  result.a = Array<double>({2}, {0.25, 0.75});
  result.v = Array<double>({2, 1}, {2, -2});
  result.out = Array<double>({3, 1}, {0.5 * 2 - 2 * std::sqrt(0.75), 0, 0});
  OutputStatistics statistics;
  addOutputs(statistics, result);
  ASSERT_EQ(statistics.byNeighbours.size(), 2u);
  EXPECT_EQ(statistics.byNeighbours[0].nodes, 2);
  EXPECT_EQ(statistics.byNeighbours[2].nodes, 1);
  EXPECT_NEAR(statistics.byNeighbours[2].withRoot, result.out[0] * result.out[0], 1e-12);
  EXPECT_NEAR(statistics.byNeighbours[2].withoutRoot, 1, 1e-12);
  EXPECT_NEAR(statistics.mean(), result.out[0] / 3, 1e-12);
  EXPECT_NEAR(statistics.deviation(), std::abs(result.out[0]) * std::sqrt(2.0) / 3, 1e-12);
}

TEST(OutputStatistics, ofNothing) {
  const OutputStatistics none;
  EXPECT_EQ(none.mean(), 0);
  EXPECT_EQ(none.deviation(), 0);
}

/// The guide finds mean -0.008 and standard deviation 0.90 for one graph of 20 nodes.
TEST(OutputStatistics, theRootKeepsTheSpreadWhateverTheNumberOfNeighbours) {
  OutputStatistics statistics;
  Random random(11);
  for (int graph = 0; graph < 100; ++graph)
    addOutputs(statistics, test::attention(randomNodes<double>({}, 20, 1, random)));
  EXPECT_NEAR(statistics.mean(), 0, 0.02);
  EXPECT_NEAR(statistics.deviation(), 0.9, 0.1);
  for (const Index neighbours : {2, 4, 6}) {
    const OutputSpread& spread = statistics.byNeighbours.at(neighbours);
    ASSERT_GT(spread.nodes, 50);
    EXPECT_NEAR(std::sqrt(spread.withRoot), 1, 0.2) << neighbours;
    EXPECT_LT(spread.withoutRoot, spread.withRoot) << neighbours;
  }
  EXPECT_LT(statistics.byNeighbours.at(6).withoutRoot, 0.6);
}

}  // namespace equivariant_checks_test
