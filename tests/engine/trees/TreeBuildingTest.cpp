// Distances by hand; trees that give back the ways they were made from; the fast search against the plain one.
#include "engine/trees/TreeBuilding.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/sequence/SubstitutionMatrix.h"
#include "tests/engine/trees/TreeSupport.h"

using namespace engine;
using namespace test;

namespace tree_building_test {

Array<double> randomDistances(Index count, unsigned seed, unsigned numValues) {
  std::mt19937 random(seed);
  Array<double> distances({count, count}, 0.0, "distances");
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < i; ++j)
      distances(i, j) = distances(j, i) = static_cast<double>(1 + random() % numValues) / numValues;
  return distances;
}

Array<double> distancesOf(const std::vector<std::string>& rows, RowDistance by) {
  Progress progress;
  return rowDistances(rowsOf(rows), by, 1, progress);
}

/// The definition: means over pairs of leaves, nearest pair first.
std::vector<double> joinHeights(const Array<double>& distances) {
  std::vector<std::vector<Index>> clusters;
  for (Index k = 0; k < distances.length(0); ++k) clusters.push_back({k});
  std::vector<double> heights;
  while (clusters.size() > 1) {
    double least = 1e9;
    size_t first = 0, second = 0;
    for (size_t a = 0; a < clusters.size(); ++a)
      for (size_t b = a + 1; b < clusters.size(); ++b) {
        double sum = 0;
        for (const Index i : clusters[a])
          for (const Index j : clusters[b]) sum += distances(i, j);
        const double mean = sum / static_cast<double>(clusters[a].size() * clusters[b].size());
        if (mean < least) least = mean, first = a, second = b;
      }
    heights.push_back(least / 2);
    clusters[first].insert(clusters[first].end(), clusters[second].begin(), clusters[second].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(second));
  }
  return heights;
}

TEST(RowDistances, compareOnlyColumnsWithTwoResidues) {
  const Array<double> d = distancesOf({"MKVL", "MK-I", "----", "XXXX"}, RowDistance::identity);
  EXPECT_DOUBLE_EQ(d(0, 1), 1 - 2.0 / 3);
  EXPECT_DOUBLE_EQ(d(0, 2), 1);
  EXPECT_DOUBLE_EQ(d(0, 3), 1);
  EXPECT_DOUBLE_EQ(d(2, 2), 0);
}

TEST(RowDistances, byBlosumAreTheLogarithmOfWhatIsAboveChance) {
  const SubstitutionMatrix& m = blosum62();
  double chance = 0;
  for (size_t x = 0; x < 20; ++x)
    for (size_t y = 0; y < 20; ++y) chance += m.background[x] * m.background[y] * m.score[x][y];
  const auto code = [](char letter) { return size_t{alphabet::codeOf(letter)}; };
  const double same = m.score[code('M')][code('M')], changed = m.score[code('I')][code('V')];
  const double mean = (m.score[code('I')][code('I')] + m.score[code('V')][code('V')]) / 2;
  const Array<double> d = distancesOf({"MI-", "MVA", "WWW"}, RowDistance::blosum62);
  EXPECT_NEAR(d(0, 1), -std::log((same + changed - 2 * chance) / (same + mean - 2 * chance)), 1e-12);
  EXPECT_EQ(d(0, 0), 0);
  EXPECT_GT(d(0, 2), d(0, 1));
  EXPECT_LE(d(0, 2), kLargestDistance);
}

TEST(RowDistances, areNoneForNoRowsAndTheSameForEveryNumberOfThreads) {
  EXPECT_EQ(distancesOf({}, RowDistance::identity).size(), 0);
  const Alignment alignment = rowsOf({"MKVLA", "MK-IA", "WKVLA", "MKVVV", "AAAAA"});
  Progress progress;
  for (const RowDistance by : {RowDistance::identity, RowDistance::blosum62})
    EXPECT_EQ(rowDistances(alignment, by, 1, progress), rowDistances(alignment, by, 3, progress));
}

TEST(TreeNames, areReadAndRefused) {
  EXPECT_EQ(parseRowDistance("blosum62"), RowDistance::blosum62);
  EXPECT_EQ(parseTreeMethod("upgma"), TreeMethod::upgma);
  EXPECT_THROW(parseRowDistance("pam"), Error);
  EXPECT_THROW(parseTreeMethod("nj"), Error);
}

TEST(NeighbourJoining, hasTreesOfNoneToThreeLeaves) {
  Progress progress;
  EXPECT_TRUE(neighbourJoining(Array<double>({0, 0}), {}, progress).nodes.empty());
  EXPECT_EQ(neighbourJoining(Array<double>({1, 1}), {"a"}, progress).numNodes(), 1);
  const Tree two = neighbourJoining(Array<double>({2, 2}, {0, 3, 3, 0}), {"a", "b"}, progress);
  EXPECT_EQ(two.numLeaves(), 2);
  EXPECT_DOUBLE_EQ(two.nodes[1].length + two.nodes[2].length, 3);
  const Tree three = neighbourJoining(Array<double>({3, 3}, {0, 3, 4, 3, 0, 5, 4, 5, 0}), {"a", "b", "c"}, progress);
  ASSERT_EQ(three.nodes[0].children.size(), 3U);
  EXPECT_DOUBLE_EQ(three.nodes[1].length, 1);
  EXPECT_DOUBLE_EQ(three.nodes[2].length, 2);
  EXPECT_DOUBLE_EQ(three.nodes[3].length, 3);
}

TEST(NeighbourJoining, givesBackTheWaysOfTheTreeThatTheyWereMeasuredIn) {
  Progress progress;
  for (const Index count : {3, 4, 5, 8, 21, 60})
    for (unsigned seed = 0; seed < 5; ++seed) {
      const Array<double> ways = wayLengths(randomTree(count, seed));
      for (const JoinSearch search : {JoinSearch::plain, JoinSearch::fast}) {
        const Tree tree = neighbourJoining(ways, letterNames(count), progress, search);
        EXPECT_NO_THROW(tree.validate());
        EXPECT_LT(largestDifference(wayLengths(tree), ways), 1e-9) << count;
        EXPECT_LT(largestDifference(wayLengths(midpointRooted(tree)), ways), 1e-9) << count;
      }
    }
}

TEST(NeighbourJoining, isTheSameWithTheFastSearch) {
  Progress progress;
  for (const Index count : {4, 7, 30, 120})
    for (const unsigned numValues : {3U, 1000000U})  // many equal distances, none
      for (unsigned seed = 0; seed < 5; ++seed) {
        const Array<double> distances = randomDistances(count, seed, numValues);
        EXPECT_EQ(neighbourJoining(distances, letterNames(count), progress, JoinSearch::fast),
                  neighbourJoining(distances, letterNames(count), progress, JoinSearch::plain));
      }
}

TEST(NeighbourJoining, hasNoNegativeBranch) {
  Progress progress;
  for (const TreeNode& node : neighbourJoining(randomDistances(40, 1, 1000), letterNames(40), progress).nodes)
    EXPECT_GE(node.length, 0);
}

TEST(NeighbourJoining, needsADistanceForEachPair) {
  Progress progress;
  EXPECT_THROW(neighbourJoining(Array<double>({2, 2}), {"a"}, progress), Error);
}

TEST(Upgma, joinsAtTheMeanDistancesOfLeaves) {
  Progress progress;
  EXPECT_TRUE(upgma(Array<double>({0, 0}), {}, progress).nodes.empty());
  EXPECT_EQ(upgma(Array<double>({1, 1}), {"a"}, progress).numNodes(), 1);
  for (const Index count : {2, 3, 6, 25})
    for (unsigned seed = 0; seed < 5; ++seed) {
      const Array<double> distances = randomDistances(count, seed, 1000000);
      const Tree tree = upgma(distances, letterNames(count), progress);
      const std::vector<double> depths = tree.depths();
      const double height = depths[static_cast<size_t>(tree.leaves().front())];
      std::vector<double> joins, expected = joinHeights(distances);
      for (Index node = 0; node < tree.numNodes(); ++node)
        if (tree.nodes[static_cast<size_t>(node)].isLeaf())
          EXPECT_NEAR(depths[static_cast<size_t>(node)], height, 1e-9);
        else
          joins.push_back(height - depths[static_cast<size_t>(node)]);
      std::sort(joins.begin(), joins.end());
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(joins.size(), expected.size());
      for (size_t k = 0; k < joins.size(); ++k) EXPECT_NEAR(joins[k], expected[k], 1e-9);
    }
}

TEST(TreeOfRows, hasTheRowsAsLeavesAndTwoBranchesAtTheRoot) {
  Progress progress;
  for (const TreeMethod method : {TreeMethod::neighbourJoining, TreeMethod::upgma}) {
    EXPECT_TRUE(treeOfRows(rowsOf({}), method, RowDistance::identity, 1, progress).nodes.empty());
    EXPECT_EQ(treeOfRows(rowsOf({"MK"}), method, RowDistance::identity, 1, progress).numNodes(), 1);
    const Alignment alignment = rowsOf({"MKVLMKVL", "WYWYWYWY", "MKVLMKVI", "WYWYWYWF"});
    const Tree tree = treeOfRows(alignment, method, RowDistance::identity, 1, progress);
    EXPECT_EQ(tree.nodes[0].children.size(), 2U);
    std::string order;
    for (const Index leaf : tree.leaves()) order += tree.nodes[static_cast<size_t>(leaf)].label;
    EXPECT_TRUE(order == "acbd" || order == "bdac") << order;
  }
}

TEST(TreeOfRows, refusesMoreRowsThanFitAndCanBeCancelled) {
  Progress progress;
  Alignment many;
  many.rows.resize(static_cast<size_t>(kMostTreeLeaves) + 1);
  EXPECT_THROW(treeOfRows(many, TreeMethod::upgma, RowDistance::identity, 1, progress), Error);
  struct Stop : Progress {
    bool cancelled() const override { return true; }
  } stop;
  EXPECT_THROW(treeOfRows(rowsOf({"MK", "MV", "LL", "WW"}), TreeMethod::upgma, RowDistance::identity, 1, stop),
               Cancelled);
}

}  // namespace tree_building_test
