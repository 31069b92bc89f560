// Conservation measures on columns counted by hand.
#include "engine/alignment/Conservation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {
namespace conservation_test {

float valueOf(const std::string& letters, ConservationMeasure measure) {
  Alignment alignment;
  alignment.numColumns = 1;
  alignment.rows.resize(letters.size());
  for (const char letter : letters) alignment.codes.push_back(alphabet::codeOf(letter));
  Progress progress;
  return conservationOf(columnStatistics(alignment, 1, progress), measure)[0];
}

TEST(Conservation, informationIsLog20MinusEntropy) {
  EXPECT_NEAR(valueOf("LLLL", ConservationMeasure::information), std::log2(20.0), 1e-6);
  EXPECT_NEAR(valueOf("LLDD", ConservationMeasure::information), std::log2(20.0) - 1, 1e-6);
}

TEST(Conservation, oneResidueSharesEveryPropertyAndCountsEleven) {
  EXPECT_EQ(valueOf("LLLL", ConservationMeasure::properties), 11);
}

TEST(Conservation, similarResiduesShareAllTenProperties) {
  // I, L and V differ in size only: V is small.
  EXPECT_EQ(valueOf("IL", ConservationMeasure::properties), 10);
  EXPECT_EQ(valueOf("ILV", ConservationMeasure::properties), 9);
  // D and E: small. D and K: small, positive, negative, hydrophobic.
  EXPECT_EQ(valueOf("DE", ConservationMeasure::properties), 9);
  EXPECT_EQ(valueOf("DK", ConservationMeasure::properties), 6);
}

TEST(Conservation, rareResiduesDoNotSpoilTheSharedProperties) {
  EXPECT_EQ(valueOf(std::string(99, 'L') + "D", ConservationMeasure::properties), 11);
  EXPECT_LT(valueOf(std::string(90, 'L') + std::string(10, 'D'), ConservationMeasure::properties), 11);
}

TEST(Conservation, aQuarterOfGapsIsTooMuchForSharedProperties) {
  EXPECT_EQ(valueOf("LLL-", ConservationMeasure::properties), 11);
  EXPECT_EQ(valueOf("LL--", ConservationMeasure::properties), 0);
}

TEST(Conservation, divergenceOfOneResidueFollowsItsBackground) {
  // p = 1 for W: JSD = 1/2 log2(2 / (1 + q)) + 1/2 [ q log2(2 q / (1 + q)) + (1 - q) ].
  const double q = blosum62().background[alphabet::codeOf('W')];
  const double expected = 0.5 * std::log2(2 / (1 + q)) + 0.5 * (q * std::log2(2 * q / (1 + q)) + (1 - q));
  EXPECT_NEAR(valueOf("WWWW", ConservationMeasure::jensenShannon), expected, 1e-5);
  EXPECT_NEAR(valueOf("WW--", ConservationMeasure::jensenShannon), expected / 2, 1e-5) << "times occupancy";
  EXPECT_GT(valueOf("WWWW", ConservationMeasure::jensenShannon), valueOf("LLLL", ConservationMeasure::jensenShannon))
      << "a rare residue says more";
}

TEST(Conservation, columnsWithoutResiduesAreZeroInEveryMeasure) {
  for (const ConservationInfo& info : conservationMeasures()) {
    EXPECT_EQ(valueOf("----", info.measure), 0) << info.id;
    EXPECT_EQ(valueOf("XX", info.measure), 0) << info.id;
    EXPECT_TRUE(conservationOf({}, info.measure).empty()) << info.id;
  }
}

TEST(Conservation, valuesStayWithinTheirRange) {
  for (const ConservationInfo& info : conservationMeasures())
    for (const char* column : {"W", "ACDEFGHIKLMNPQRSTVWY", "WC-", "KR*X"}) {
      EXPECT_GE(valueOf(column, info.measure), 0) << info.id << column;
      EXPECT_LE(valueOf(column, info.measure), info.most + 1e-6) << info.id << column;
    }
}

}  // namespace conservation_test
}  // namespace engine
