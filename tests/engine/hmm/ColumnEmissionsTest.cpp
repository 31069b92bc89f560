// A column step by step: an example counted by hand, published numbers of the matrix, agreement with the profile.
#include "engine/hmm/pseudocounts/ColumnEmissions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"
#include "tests/engine/hmm/RandomAlignment.h"
#include "tests/engine/hmm/Support.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace column_emissions_test {

using testing::HasSubstr;

size_t codeOf(char letter) { return alphabet::kLetters.find(letter); }
double sumOf(const ResidueVector& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

struct ColumnEmissionsTest : testing::Test {
  ColumnEmissions of(const Alignment& alignment, Index column) {
    ColumnEmissionOptions options;
    options.match.kind = MatchRule::Kind::master;
    options.filter = {100, 0, 0, -20, 0};
    return columnEmissions(alignment, options, column, none);
  }
  Progress none;
};

TEST_F(ColumnEmissionsTest, fiveUnlikeRowsOutvoteFiveThatAreAlike) {
  // C in five rows that share nothing else, G in five that are the same but for the last column.
  const Alignment alignment =
      test::alignmentOfRows({"CAAAAAAAAA", "CRRRRRRRRR", "CNNNNNNNNN", "CDDDDDDDDD", "CQQQQQQQQQ", "GKKKKKKKKA",
                             "GKKKKKKKKR", "GKKKKKKKKN", "GKKKKKKKKD", "GKKKKKKKKQ"});
  const ColumnEmissions column = of(alignment, 0);
  const size_t c = codeOf('C'), g = codeOf('G');
  EXPECT_EQ(column.numClusters, 6);
  EXPECT_EQ(column.numbers[c], 5);
  EXPECT_EQ(column.numbers[g], 5);
  EXPECT_DOUBLE_EQ(column.votes[c], 5);
  EXPECT_DOUBLE_EQ(column.votes[g], 1);
  EXPECT_DOUBLE_EQ(column.counted[c], 5.0 / 6);
  EXPECT_DOUBLE_EQ(column.counted[g], 1.0 / 6);
  ASSERT_EQ(column.members.size(), 10u);
  EXPECT_EQ(column.members[4].cluster, 4);
  EXPECT_EQ(column.members[9].cluster, 5);
  EXPECT_EQ(column.members[9].clusterSize, 5);
  EXPECT_EQ(column.alpha, 5);
  const ColumnMixture& literal = column.mixtures[2];
  const ResidueMatrix given = expectedResidues(gonnet(), ResidueExpectation::literal);
  const double expected = 5.0 / 6 * given[c][c] + 1.0 / 6 * given[c][g];
  EXPECT_NEAR(literal.expected[c], expected, 1e-12);
  EXPECT_NEAR(literal.mixed[c], (5 * 5.0 / 6 + 10 * expected) / 15, 1e-12);
}

TEST_F(ColumnEmissionsTest, cysteineIsKeptByTheRawTableAndLostByItsOdds) {
  const size_t c = codeOf('C');
  EXPECT_NEAR(10 * std::log10(2.0) * gonnet().score[c][c], 11.5, 0.005) << "Gonnet 1992";
  const ColumnEmissions column = of(test::alignmentOfRows({"C"}), 0);
  // exp(11.5) = 98716 beside exp(0.5), exp(0.1), exp(0) and sixteen below, which add up to less than 9.
  EXPECT_GT(column.mixtures[2].mixed[c], 1 - 9.0 / 98716);
  // 10^1.15 = 14.125 beside nineteen that add up to 14.056.
  EXPECT_NEAR(column.mixtures[1].mixed[c], 14.125 / (14.125 + 14.056), 1e-3);
  for (size_t x = 0; x < 20; ++x)
    EXPECT_NEAR(column.mixtures[0].mixed[x], gonnet().conditional[x][c], 1e-12)
        << "of one row alone only the expectation is left";
}

TEST_F(ColumnEmissionsTest, isTheColumnOfTheProfileWithoutAndWithItsPseudocounts) {
  Random random(7);
  for (int trial = 0; trial < 5; ++trial) {
    const Alignment alignment = test::randomAlignment(2 + 6 * trial, 12, 0.3, random);
    ProfileBuildOptions options;
    options.preset = Preset::guide;
    options.match.kind = MatchRule::Kind::master;
    options.filter = {100, 0, 0, -20, 0};
    const ProfileHmm counted = buildProfile(alignment, options, none);
    for (size_t reading = 0; reading < 3; ++reading) {
      EmissionPseudocounts pseudocounts{Admixture::byCount, 1, 10, 1};
      pseudocounts.expected = static_cast<ResidueExpectation>(reading);
      const ProfileHmm mixed = withEmissionPseudocounts(counted, gonnet(), pseudocounts);
      for (Index i = 0; i < counted.length(); ++i) {
        const ColumnEmissions column = of(alignment, i);
        for (size_t a = 0; a < 20; ++a) {
          ASSERT_NEAR(column.counted[a], nth(counted.emissions, i)[a], 1e-9) << i;
          ASSERT_NEAR(column.mixtures[reading].mixed[a], nth(mixed.emissions, i)[a], 1e-9) << i;
        }
        EXPECT_NEAR(sumOf(column.votes), static_cast<double>(column.numClusters), 1e-9);
        EXPECT_NEAR(sumOf(column.mixtures[reading].expected), 1, 1e-9);
        EXPECT_NEAR(sumOf(column.mixtures[reading].mixed), 1, 1e-9);
      }
    }
  }
}

TEST_F(ColumnEmissionsTest, sizesZeroAndOneAndColumnsThatAreNotThere) {
  const ColumnEmissions unknown = of(test::alignmentOfRows({"AX", "AX"}), 1);
  EXPECT_EQ(unknown.numClusters, 0);
  EXPECT_TRUE(unknown.members.empty());
  EXPECT_EQ(unknown.counted, gonnet().background);
  EXPECT_EQ(unknown.alpha, 0);
  const Alignment one = test::alignmentOfRows({"A"});
  EXPECT_THAT(test::errorOf([&] { of(one, 1); }), HasSubstr("expected one of 1 match columns"));
  EXPECT_THAT(test::errorOf([&] { of(one, -1); }), HasSubstr("column 0"));
  EXPECT_NE(test::errorOf([&] { of(Alignment{}, 0); }), "no error");
}

}  // namespace column_emissions_test
}  // namespace engine
