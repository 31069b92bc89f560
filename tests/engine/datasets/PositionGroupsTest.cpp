// Named groups of positions: from lists of numbers, into arrays and back.
#include "engine/datasets/PositionGroups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/ErrorOf.h"

namespace engine {
namespace position_groups_test {

using testing::HasSubstr;

TEST(PositionGroups, areOfThePositionsWhoseNumbersAreListed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ArrayBundle lists{{"blue", Array<double>({4}, std::vector<double>{16, 17, 99, nan})},
                          {"red", Array<std::int64_t>({2}, std::vector<std::int64_t>{17, 19})}};
  const PositionGroups groups = groupsByNumber(lists, {16, 17, std::nullopt, 19, 20});
  EXPECT_EQ(groups.names, (std::vector<std::string>{"blue", "red"}));
  EXPECT_EQ(groups.groups, (std::vector<Index>{1, 1, 0, 2, 0})) << "17 is of the first";
}

TEST(PositionGroups, comeBackFromArrays) {
  const PositionGroups groups{{0, 2, 1}, {"sheet", "site"}};
  ArrayBundle arrays;
  addGroups(arrays, groups);
  EXPECT_EQ(groupsIn(arrays), groups);
  EXPECT_TRUE(groupsIn({}).isEmpty());
  EXPECT_TRUE(groupsIn({{"groups", Array<double>({2}, 1.0)}}).isEmpty()) << "without names they mean something else";
}

TEST(PositionGroups, sayWhatIsWrong) {
  ArrayBundle arrays;
  addGroups(arrays, {{0, 1}, {"site"}});
  arrays["groups"] = Array<double>({2}, 2.0);
  EXPECT_THAT(test::errorOf([&] { groupsIn(arrays); }), HasSubstr("array groups: found 2, expected 0 to 1"));
  EXPECT_THAT(test::errorOf([] { groupsByNumber({{"map", Array<double>({2, 2})}}, {1}); }), HasSubstr("map"));
  EXPECT_TRUE(groupsByNumber({}, {1, 2}).isEmpty());
}

}  // namespace position_groups_test
}  // namespace engine
