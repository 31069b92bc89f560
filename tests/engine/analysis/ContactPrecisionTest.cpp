// The share of contacts among the strongest pairs: by hand, and of real columns on a real structure.
#include "engine/analysis/ContactPrecision.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace engine {
namespace contact_precision_test {

/// Residues on a line, 10 Å apart, but for these contacts.
PairGeometry lineWith(Index length, const std::vector<std::pair<Index, Index>>& contacts) {
  PairGeometry geometry;
  geometry.distance = Array<float>({length, length}, 10.0F, "distance");
  geometry.contacts = Array<Bool>({length, length}, Bool{}, "contacts");
  for (const auto& [i, j] : contacts)
    for (const auto& [a, b] : {std::pair(i, j), std::pair(j, i)}) {
      geometry.distance(a, b) = 5;
      geometry.contacts(a, b) = Bool{1};
    }
  return geometry;
}

Array<float> mapWith(Index length, const std::vector<std::pair<Index, Index>>& strongestFirst) {
  Array<float> map({length, length}, -1.0F, "map");
  float value = 100;
  for (const auto& [i, j] : strongestFirst) map(i, j) = map(j, i) = value--;
  return map;
}

TEST(ContactPrecision, countsContactsAmongTheStrongestPairsThatAreApart) {
  const PairGeometry line = lineWith(10, {{0, 8}, {1, 9}, {3, 4}});
  std::vector<Index> residues;
  for (Index k = 0; k < 10; ++k) residues.push_back(k);
  const auto found = contactPrecision(mapWith(10, {{3, 4}, {0, 8}, {0, 9}, {1, 9}}), residues, line);
  EXPECT_EQ(found.length, 10);
  EXPECT_EQ(found.numPairs, 4 + 3 + 2 + 1) << "six to nine apart";
  EXPECT_EQ(found.byChance, 0.2);
  ASSERT_EQ(found.precision.size(), 10U);
  EXPECT_EQ(found.precision[0], 1) << "neighbours do not count";
  EXPECT_EQ(found.precision[1], 0.5);
  EXPECT_EQ(found.precision[2], 2.0 / 3);
  EXPECT_EQ(found.at(5), 0.5);
  EXPECT_EQ(found.at(1), 0.2);
  EXPECT_EQ(found.at(100), 1) << "at least one pair";
}

TEST(ContactPrecision, residuesOfTheChainDecideNotColumns) {
  // Columns 0 and 3 are residues 0 and 9; the others have none.
  const auto found = contactPrecision(mapWith(4, {{1, 2}, {0, 3}}), {0, -1, -1, 9}, lineWith(10, {{0, 9}}));
  EXPECT_EQ(found.length, 2);
  EXPECT_EQ(found.numPairs, 1);
  EXPECT_EQ(found.precision, std::vector<double>{1});
}

TEST(ContactPrecision, pairsOfUnknownDistanceAreNoPairs) {
  PairGeometry line = lineWith(8, {{0, 7}});
  line.distance(0, 7) = std::numeric_limits<float>::quiet_NaN();
  const auto found = contactPrecision(mapWith(8, {}), {0, 1, 2, 3, 4, 5, 6, 7}, line);
  EXPECT_EQ(found.numPairs, 2);
  EXPECT_EQ(found.byChance, 0);
}

TEST(ContactPrecision, sizesZeroAndOne) {
  const auto none = contactPrecision(Array<float>({0, 0}), {}, lineWith(0, {}));
  EXPECT_TRUE(none.precision.empty());
  EXPECT_EQ(none.at(5), 0);
  EXPECT_EQ(contactPrecision(Array<float>({1, 1}), {0}, lineWith(1, {})).numPairs, 0);
}

}  // namespace contact_precision_test
}  // namespace engine
