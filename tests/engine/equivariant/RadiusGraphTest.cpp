// Neighbours in space against all pairs.
#include "engine/equivariant/RadiusGraph.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "engine/base/Random.h"

namespace radius_graph_test {

using namespace engine;

RadiusGraph graphOf(const Array<double>& positions, double radius, int threads = 1) {
  Progress none;
  return radiusGraph(positions, radius, threads, none);
}

std::vector<std::pair<int, int>> pairsOf(const RadiusGraph& graph) {
  std::vector<std::pair<int, int>> pairs;
  for (Index e = 0; e < graph.edges.length(0); ++e) pairs.emplace_back(graph.edges(e, 0), graph.edges(e, 1));
  return pairs;
}

std::vector<std::pair<int, int>> allPairs(const Array<double>& p, double radius) {
  std::vector<std::pair<int, int>> pairs;
  for (Index i = 0; i < p.length(0); ++i)
    for (Index j = 0; j < p.length(0); ++j) {
      const double x = p(i, 0) - p(j, 0), y = p(i, 1) - p(j, 1), z = p(i, 2) - p(j, 2);
      if (i != j && x * x + y * y + z * z < radius * radius) pairs.emplace_back(int(i), int(j));
    }
  return pairs;
}

TEST(RadiusGraph, golden) {
  const RadiusGraph graph = graphOf(deterministicArray<double>(41, {4, 3}, 0.8), 1.3);
  EXPECT_EQ(pairsOf(graph), (std::vector<std::pair<int, int>>{{1, 2}, {1, 3}, {2, 1}, {3, 1}}));
  EXPECT_NEAR(graph.lengths[0], 1.060417586647, 1e-12);
  EXPECT_NEAR(graph.lengths[1], 0.633209940085, 1e-12);
}

TEST(RadiusGraph, theRadiusItselfIsOutside) {
  const Array<double> positions({3, 3}, {0, 0, 0, 1, 0, 0, 0, std::nextafter(1.0, 0.0), 0});
  EXPECT_EQ(pairsOf(graphOf(positions, 1)), (std::vector<std::pair<int, int>>{{0, 2}, {2, 0}}));
}

TEST(RadiusGraph, vectorsPointFromDestinationToSource) {
  const RadiusGraph graph = graphOf(Array<double>({2, 3}, {1, 2, 3, 1.5, 2, 3}), 1);
  ASSERT_EQ(graph.edges(0, 0), 0);
  EXPECT_EQ(graph.vectors(0, 0), -0.5);
  EXPECT_EQ(graph.vectors(1, 0), 0.5);
}

TEST(RadiusGraph, nodesAtOnePlaceAreNeighboursButNobodyIsItsOwn) {
  const RadiusGraph graph = graphOf(Array<double>({3, 3}, 2.5), 0.1);
  EXPECT_EQ(graph.edges.length(0), 6);
  for (const double length : graph.lengths) EXPECT_EQ(length, 0);
}

TEST(RadiusGraph, hasNoLimitPerNode) {
  EXPECT_EQ(graphOf(deterministicArray<double>(1, {200, 3}, 0.1), 1).edges.length(0), 200 * 199);
}

TEST(RadiusGraph, noneAndOneNodeHaveNoEdges) {
  EXPECT_EQ(graphOf(Array<double>({0, 3}), 1).edges.shape(), (Shape{0, 2}));
  EXPECT_EQ(graphOf(Array<double>({1, 3}), 1).vectors.shape(), (Shape{0, 3}));
}

RC_GTEST_PROP(RadiusGraph, isThatOfAllPairs, (std::uint64_t seed)) {
  Random random(seed);
  const Index N = *rc::gen::inRange<Index>(0, 150);
  const double scale = *rc::gen::element(1e-3, 1.0, 30.0), radius = *rc::gen::element(0.01, 0.4, 1.0, 7.0);
  Array<double> positions({N, 3});
  for (double& value : positions) value = scale * random.normal();
  if (*rc::gen::arbitrary<bool>())  // on a grid: cell borders and equal distances
    for (double& value : positions) value = std::round(value / radius) * radius;
  const RadiusGraph graph = graphOf(positions, radius);
  RC_ASSERT(pairsOf(graph) == allPairs(positions, radius));
  RC_ASSERT(edgeCountEstimate(positions, radius) == double(graph.lengths.size()));
}

TEST(RadiusGraph, farAwayNodesDoNotHideNeighbours) {
  Random random(5);
  Array<double> positions({300, 3});
  for (double& value : positions) value = 3 * random.normal();
  for (const double far : {1e6, -1e30, 1.7e308}) {
    positions(7, 1) = far;
    positions(9, 1) = -far;
    EXPECT_EQ(pairsOf(graphOf(positions, 1)), allPairs(positions, 1)) << far;
  }
}

TEST(RadiusGraph, isTheSameOnAnyNumberOfThreads) {
  const Array<double> positions = deterministicArray<double>(2, {1000, 3}, 3);
  const RadiusGraph one = graphOf(positions, 1, 1), two = graphOf(positions, 1, 2);
  EXPECT_EQ(one.edges, two.edges);
  EXPECT_EQ(one.vectors, two.vectors);
  EXPECT_EQ(one.lengths, two.lengths);
}

TEST(RadiusGraph, wrongShapesAndRadiiAreErrors) {
  for (const double radius : {0.0, -1.0, double(NAN), double(INFINITY)}) {
    EXPECT_THROW(graphOf(Array<double>({2, 3}), radius), Error);
    EXPECT_EQ(edgeCountEstimate(Array<double>({2, 3}), radius), 0);
  }
  EXPECT_THROW(graphOf(Array<double>({2, 4}), 1), Error);
  EXPECT_THROW(graphOf(Array<double>({6}), 1), Error);
  EXPECT_THROW(graphOf(Array<double>({1, 3}, INFINITY), 1), Error);
  EXPECT_EQ(edgeCountEstimate(Array<double>({2, 4}), 1), 0);
}

TEST(RadiusGraph, largeCountsAreEstimatedFromAPartOfTheNodes) {
  Random random(11);
  Array<double> positions({6000, 3});
  for (double& value : positions) value = random.uniform();
  const double exact = double(graphOf(positions, 0.9).lengths.size());  // 36 million pairs to look at
  EXPECT_NEAR(edgeCountEstimate(positions, 0.9), exact, 0.02 * exact);
}

TEST(IncomingEdges, listTheEdgesIntoEachNodeInOrder) {
  const Array<std::int32_t> edges({4, 2}, {1, 2, 1, 3, 2, 1, 3, 1});
  const IncomingEdges incoming = incomingEdges(edges, 4);
  EXPECT_EQ(incoming.start, (std::vector<Index>{0, 0, 2, 3, 4}));
  EXPECT_EQ(incoming.edge, (std::vector<Index>{2, 3, 0, 1}));
}

}  // namespace radius_graph_test
