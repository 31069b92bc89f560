// Leaves, roots, matching to rows, groups and the columns that tell these apart.
#include "engine/trees/Tree.h"

#include <gtest/gtest.h>

#include "engine/trees/Subfamilies.h"
#include "engine/trees/TreeGroups.h"
#include "tests/engine/trees/TreeSupport.h"

using namespace engine;
using namespace test;

namespace tree_test {

/// ((a:1,b:2):1,(c:1,d:1):3): nodes 0, 1 (a 2, b 3), 4 (c 5, d 6).
Tree fourLeaves() {
  Tree tree;
  tree.add(-1, 0);
  const Index left = tree.add(0, 1);
  tree.add(left, 1, "a");
  tree.add(left, 2, "b");
  const Index right = tree.add(0, 3);
  tree.add(right, 1, "c");
  tree.add(right, 1, "d");
  return tree;
}

std::vector<ColumnStatistics> statisticsOf(const Alignment& alignment, const std::vector<Index>& groups, Index count) {
  Progress progress;
  return groupStatistics(alignment, groups, count, 1, progress);
}

TEST(Tree, knowsItsLeavesAndDepths) {
  const Tree tree = fourLeaves();
  EXPECT_EQ(tree.numLeaves(), 4);
  EXPECT_EQ(tree.leaves(), (std::vector<Index>{2, 3, 5, 6}));
  EXPECT_EQ(tree.leavesBelow(4), (std::vector<Index>{5, 6}));
  EXPECT_EQ(tree.leavesBelow(3), (std::vector<Index>{3}));
  EXPECT_EQ(tree.depths(), (std::vector<double>{0, 1, 2, 3, 3, 4, 4}));
  EXPECT_TRUE(Tree().leaves().empty());
  EXPECT_TRUE(Tree().depths().empty());
}

TEST(Tree, refusesParentsAndChildrenThatDisagree) {
  EXPECT_NO_THROW(fourLeaves().validate());
  EXPECT_NO_THROW(Tree().validate());
  Tree tree = fourLeaves();
  tree.nodes[2].parent = 4;
  EXPECT_THROW(tree.validate(), Error);
  tree = fourLeaves();
  tree.nodes[4].children = {1};
  EXPECT_THROW(tree.validate(), Error);
  tree = fourLeaves();
  tree.nodes[5].length = std::nan("");
  EXPECT_THROW(tree.validate(), Error);
}

TEST(Tree, findsTheRowsThatItsLeavesName) {
  Alignment alignment = rowsOf({"M", "M", "M", "M", "M"});  // a to e
  EXPECT_EQ(rowsOfLeaves(fourLeaves(), alignment), (std::vector<Index>{-1, -1, 0, 1, -1, 2, 3}));
  alignment.rows[3].name = "c";
  EXPECT_TRUE(rowsOfLeaves(fourLeaves(), alignment).empty()) << "no row d";
  Tree twice = fourLeaves();
  twice.nodes[6].label = "c";
  EXPECT_EQ(rowsOfLeaves(twice, alignment), (std::vector<Index>{-1, -1, 0, 1, -1, 2, 3}));
  alignment.rows[0].name = "a_human";
  twice.nodes[2].label = "a human";
  EXPECT_FALSE(rowsOfLeaves(twice, alignment).empty());
  EXPECT_TRUE(rowsOfLeaves(Tree(), alignment).empty());
}

TEST(Tree, findsTheRowsThatAreLeftOfItsLeaves) {
  Alignment alignment = rowsOf({"M", "M", "M"});  // a to c
  EXPECT_EQ(rowsOfLeavesLeft(fourLeaves(), alignment), (std::vector<Index>{-1, -1, 0, 1, -1, 2, -1}));
  alignment = rowsOf({"M"});
  EXPECT_EQ(rowsOfLeavesLeft(fourLeaves(), alignment), (std::vector<Index>{-1, -1, 0, -1, -1, -1, -1}));
  alignment.rows[0].name = "e";
  EXPECT_TRUE(rowsOfLeavesLeft(fourLeaves(), alignment).empty());
  EXPECT_TRUE(rowsOfLeavesLeft(fourLeaves(), Alignment()).empty());
  EXPECT_TRUE(rowsOfLeavesLeft(Tree(), alignment).empty());
}

TEST(MidpointRoot, isHalfwayBetweenTheFarthestLeaves) {
  const Tree rooted = midpointRooted(fourLeaves());  // b and c are 7 apart
  const std::vector<double> depths = rooted.depths();
  double deepest = 0;
  for (const double depth : depths) deepest = std::max(deepest, depth);
  EXPECT_DOUBLE_EQ(deepest, 3.5);
  EXPECT_EQ(rooted.numNodes(), 7);
  EXPECT_NO_THROW(rooted.validate());
}

TEST(MidpointRoot, leavesTinyAndFlatTreesAlone) {
  EXPECT_EQ(midpointRooted(Tree()), Tree());
  Tree tree;
  tree.add(-1, 0);
  EXPECT_EQ(midpointRooted(tree), tree);
  tree.add(0, 0, "a");
  tree.add(0, 0, "b");
  EXPECT_EQ(midpointRooted(tree), tree);
  tree.nodes[2].length = 2;
  EXPECT_EQ(midpointRooted(tree).depths(), (std::vector<double>{0, 1, 1}));
}

TEST(CutTree, givesEachLeafOneGroup) {
  const Tree tree = fourLeaves();
  EXPECT_EQ(cutTree(tree, 0), (std::vector<Index>{0}));
  EXPECT_EQ(cutTree(tree, 0.5), (std::vector<Index>{1, 4}));
  EXPECT_EQ(cutTree(tree, 1.5), (std::vector<Index>{2, 3, 4}));
  EXPECT_EQ(cutTree(tree, 99), (std::vector<Index>{2, 3, 5, 6}));
  EXPECT_TRUE(cutTree(Tree(), 1).empty());
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Tree random = randomTree(20, seed);
    for (double distance = -1; distance < 8; distance += 0.25) {
      size_t numLeaves = 0;
      for (const Index group : cutTree(random, distance)) numLeaves += random.leavesBelow(group).size();
      EXPECT_EQ(numLeaves, 20U);
    }
  }
}

TEST(CutTree, groupsTheRowsOfItsLeaves) {
  const Tree tree = fourLeaves();
  const std::vector<Index> rows = rowsOfLeaves(tree, rowsOf({"M", "M", "M", "M", "M"}));
  EXPECT_EQ(groupOfRows(tree, {1, 4}, rows, 5), (std::vector<Index>{0, 0, 1, 1, -1}));
  EXPECT_EQ(groupOfRows(tree, {}, rows, 5), (std::vector<Index>(5, -1)));
}

TEST(Subfamilies, scoreNothingWhereGroupsAreAlikeAndOneWhereTheyShareNothing) {
  const Alignment alignment = rowsOf({"MQAQ", "MQWQ", "MRAQ", "MRWR"});
  const auto groups = statisticsOf(alignment, {0, 0, 1, 1}, 2);
  const std::vector<float> scores = subfamilyScores(groups);
  EXPECT_FLOAT_EQ(scores[0], 0);
  EXPECT_FLOAT_EQ(scores[1], 1);
  EXPECT_FLOAT_EQ(scores[2], 0);
  EXPECT_FLOAT_EQ(scores[3], static_cast<float>(-0.75 * std::log2(0.75) - 0.25 * std::log2(0.25) - 0.5));
  const auto columns = subfamilyColumns(groups);
  ASSERT_EQ(columns.size(), 4U);
  EXPECT_EQ(columns[0].column, 1);
  EXPECT_EQ(columns[1].column, 3);
}

/// Score of the definition of two groups: one less the mean of both relative entropies to their sum.
TEST(Subfamilies, areOneLessTheSequenceHarmonyOfTwoGroups) {
  const Alignment alignment = rowsOf({"A", "A", "R", "R", "N", "D"});
  const double a[4] = {2.0 / 3, 1.0 / 3, 0, 0}, b[4] = {0, 1.0 / 3, 1.0 / 3, 1.0 / 3};
  double harmony = 0;
  for (int k = 0; k < 4; ++k) {
    if (a[k] > 0) harmony -= a[k] * std::log2(a[k] / (a[k] + b[k])) / 2;
    if (b[k] > 0) harmony -= b[k] * std::log2(b[k] / (a[k] + b[k])) / 2;
  }
  EXPECT_NEAR(subfamilyScores(statisticsOf(alignment, {0, 0, 0, 1, 1, 1}, 2))[0], 1 - harmony, 1e-6);
}

TEST(Subfamilies, passOverSmallGroupsAndColumnsOfGaps) {
  const Alignment alignment = rowsOf({"MQ", "M-", "M-", "MR", "MR", "WR"});
  const auto scores = subfamilyScores(statisticsOf(alignment, {0, 0, 0, 1, 1, 2}, 3));
  EXPECT_FLOAT_EQ(scores[0], 0) << "the group of one row does not count";
  EXPECT_TRUE(std::isnan(scores[1])) << "a third of the first group has a residue";
  EXPECT_TRUE(std::isnan(subfamilyScores(statisticsOf(alignment, {0, 0, 0, 0, 0, 0}, 1))[0]));
  EXPECT_TRUE(subfamilyScores({}).empty());
  EXPECT_TRUE(subfamilyColumns({}).empty());
  EXPECT_TRUE(subfamilyColumns(statisticsOf(rowsOf({}), {}, 2)).empty());
}

TEST(Subfamilies, reachOneForAnyNumberOfGroups) {
  const Alignment alignment = rowsOf({"Q", "Q", "R", "R", "K", "K"});
  EXPECT_FLOAT_EQ(subfamilyScores(statisticsOf(alignment, {0, 0, 1, 1, 2, 2}, 3))[0], 1);
}

}  // namespace tree_test
