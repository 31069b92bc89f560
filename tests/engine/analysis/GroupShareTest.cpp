// Pairs within one group, beside chance.
#include "engine/analysis/GroupShare.h"

#include <gtest/gtest.h>

namespace engine {
namespace group_share_test {

TEST(GroupShare, isComparedWithWhatDrawingPairsWouldGive) {
  // Of five pairs two lie within a group; two are asked. All of both: 1 way of 10; at least one: 7 ways of 10.
  EXPECT_DOUBLE_EQ((GroupShare{2, 2, 5, 2}).times(), 2.5);
  EXPECT_NEAR((GroupShare{2, 2, 5, 2}).tail(), 0.1, 1e-12);
  EXPECT_NEAR((GroupShare{2, 1, 5, 2}).tail(), 0.7, 1e-12);
  EXPECT_DOUBLE_EQ((GroupShare{2, 0, 5, 2}).tail(), 1);
  EXPECT_DOUBLE_EQ((GroupShare{5, 2, 5, 2}).tail(), 1) << "all pairs are no choice";
}

TEST(GroupShare, ofManyPairsSaysWhichIsMoreThanChance) {
  const GroupShare usual{223, 9, 23000, 920}, many{223, 40, 23000, 920};
  EXPECT_FALSE(usual.isMoreThanChance());
  EXPECT_TRUE(many.isMoreThanChance());
  EXPECT_NEAR(usual.times(), 1, 0.01);
}

TEST(GroupShare, ofNothingIsNoMoreThanChance) {
  EXPECT_EQ(GroupShare{}.times(), 0);
  EXPECT_EQ(GroupShare{}.tail(), 1);
  EXPECT_EQ((GroupShare{3, 0, 10, 0}).times(), 0);
  EXPECT_FALSE((GroupShare{3, 0, 10, 0}).isMoreThanChance());
}

TEST(GroupShare, positionsWithoutAGroupAreNotOfOne) {
  const std::vector<Index> groups{0, 0, 1, 1, 2};
  EXPECT_FALSE(areOfOneGroup(groups, 0, 1));
  EXPECT_TRUE(areOfOneGroup(groups, 2, 3));
  EXPECT_FALSE(areOfOneGroup(groups, 3, 4));
}

}  // namespace group_share_test
}  // namespace engine
