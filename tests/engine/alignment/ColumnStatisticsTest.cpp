// Column statistics against hand counts and against properties that hold for every alignment.
#include "engine/alignment/ColumnStatistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace engine {
namespace column_statistics_test {

Alignment alignmentOfRows(const std::vector<std::string>& rows) {
  Alignment alignment;
  alignment.numColumns = rows.empty() ? 0 : static_cast<Index>(rows[0].size());
  for (size_t row = 0; row < rows.size(); ++row) {
    alignment.rows.emplace_back().name = "row" + std::to_string(row);
    for (char letter : rows[row]) alignment.codes.push_back(alphabet::codeOf(letter));
  }
  return alignment;
}

Alignment randomAlignment(Index rows, Index columns, unsigned seed) {
  std::mt19937 random(seed);
  Alignment alignment;
  alignment.numColumns = columns;
  alignment.rows.resize(static_cast<size_t>(rows));
  for (Index k = 0; k < rows * columns; ++k) alignment.codes.push_back(static_cast<ResidueCode>(random() % 30));
  return alignment;
}

ColumnStatistics statisticsOf(const Alignment& alignment, int threads = 1) {
  Progress progress;
  return columnStatistics(alignment, threads, progress);
}

TEST(ColumnStatistics, countsOfAColumnMatchAHandCount) {
  // Column 1: A A R -; column 2: all W; column 3: unknown and gaps; column 4: gaps of every kind.
  const ColumnStatistics s = statisticsOf(alignmentOfRows({"AWX-", "aW-.", "RW-~", "-WX-"}));
  EXPECT_EQ(s.count(0, alphabet::codeOf('A')), 2);
  EXPECT_EQ(s.count(0, alphabet::codeOf('R')), 1);
  EXPECT_EQ(s.count(0, alphabet::kGap), 1);
  EXPECT_EQ(s.count(3, alphabet::kGap), 4);
  EXPECT_FLOAT_EQ(s.occupancy[0], 0.75f);
  EXPECT_FLOAT_EQ(s.occupancy[2], 0.5f);
  EXPECT_FLOAT_EQ(s.occupancy[3], 0.0f);
  EXPECT_FLOAT_EQ(s.consensusShare[0], 0.5f);
}

TEST(ColumnStatistics, entropyAndConservationAreInBits) {
  const ColumnStatistics s = statisticsOf(alignmentOfRows({"AW-", "AW-", "RWX", "RW-"}));
  EXPECT_FLOAT_EQ(s.entropy[0], 1.0f);
  EXPECT_FLOAT_EQ(s.conservation[0], static_cast<float>(std::log2(20.0) - 1));
  EXPECT_FLOAT_EQ(s.entropy[1], 0.0f);
  EXPECT_FLOAT_EQ(s.conservation[1], static_cast<float>(std::log2(20.0)));
  EXPECT_FLOAT_EQ(s.conservation[2], 0.0f);
}

TEST(ColumnStatistics, consensusTakesTheFirstLetterOnATieAndSaysWhenThereIsNone) {
  const ColumnStatistics s = statisticsOf(alignmentOfRows({"VX-", "AX-"}));
  EXPECT_EQ(s.consensus[0], alphabet::codeOf('A'));
  EXPECT_EQ(s.consensus[1], alphabet::kUnknown);
  EXPECT_EQ(s.consensus[2], alphabet::kGap);
}

TEST(ColumnStatistics, everyColumnCountsEveryRowOnce) {
  const Alignment alignment = randomAlignment(37, 600, 5);
  const ColumnStatistics s = statisticsOf(alignment);
  for (Index column = 0; column < alignment.numColumns; ++column) {
    std::int32_t total = 0;
    for (Index k = 0; k < kNumColumnCounts; ++k) total += s.counts(column, k);
    ASSERT_EQ(total, 37) << "column " << column;
    ASSERT_GE(s.entropy[static_cast<size_t>(column)], 0);
    ASSERT_LE(s.entropy[static_cast<size_t>(column)], std::log2(20.0) + 1e-5);
  }
}

TEST(ColumnStatistics, isTheSameForEveryNumberOfThreads) {
  const Alignment alignment = randomAlignment(64, 1000, 9);
  const ColumnStatistics one = statisticsOf(alignment, 1), four = statisticsOf(alignment, 4);
  EXPECT_TRUE(one.counts == four.counts);
  EXPECT_EQ(one.entropy, four.entropy);
  EXPECT_EQ(one.consensus, four.consensus);
}

TEST(ColumnStatistics, worksWithoutRowsAndWithoutColumns) {
  EXPECT_EQ(statisticsOf(Alignment{}).numColumns(), 0);
  Alignment noRows;
  noRows.numColumns = 3;
  const ColumnStatistics s = statisticsOf(noRows);
  EXPECT_EQ(s.numColumns(), 3);
  EXPECT_FLOAT_EQ(s.occupancy[2], 0.0f);
  EXPECT_EQ(s.consensus[2], alphabet::kGap);
  const ColumnStatistics one = statisticsOf(alignmentOfRows({"K"}));
  EXPECT_EQ(one.consensus[0], alphabet::codeOf('K'));
  EXPECT_FLOAT_EQ(one.occupancy[0], 1.0f);
}

TEST(ColumnStatistics, stopsWhenCancelled) {
  struct Stopped : Progress {
    bool cancelled() const override { return true; }
  } stopped;
  EXPECT_THROW(columnStatistics(randomAlignment(10, 10, 1), 1, stopped), Cancelled);
}

}  // namespace column_statistics_test
}  // namespace engine
