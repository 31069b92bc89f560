// Which rows a filter leaves out.
#include "engine/hmm/rows/RowFilter.h"

#include <gmock/gmock.h>

using namespace engine;

namespace row_filter_test {

Alignment rowsOf(const std::vector<std::string>& rows) {
  std::vector<Sequence> sequences;
  for (const std::string& letters : rows)
    sequences.push_back(Sequence::fromLetters("row" + std::to_string(sequences.size()), letters));
  return alignmentOf(sequences);
}

std::string hidden(const Alignment& alignment, const RowFilter& filter, Index reference = 0) {
  Progress progress;
  return filteredOutRows(alignment, filter, reference, 0, progress).text();
}

TEST(RowFilter, theDefaultKeepsEveryRow) {
  EXPECT_EQ(hidden(rowsOf({"AA", "--", "WW"}), {}), "");
  RowFilter strict;
  strict.minIdentity = 90;
  EXPECT_EQ(hidden(Alignment{}, strict), "");
}

TEST(RowFilter, identityIsThatToTheReference) {
  RowFilter filter;
  filter.minIdentity = 50;
  const Alignment alignment = rowsOf({"ARND", "ARWW", "AWWW", "WWWW"});
  EXPECT_EQ(hidden(alignment, filter), "3-4");
  EXPECT_EQ(hidden(alignment, filter, 3), "1");
}

TEST(RowFilter, coverageCountsColumnsAndGapsCountInside) {
  const Alignment alignment = rowsOf({"ARND", "AR--", "A--D", "----"});
  RowFilter coverage, gaps;
  coverage.minCoverage = 75;
  gaps.maxGaps = 40;
  EXPECT_EQ(hidden(alignment, coverage), "2-4");
  EXPECT_EQ(hidden(alignment, gaps), "3");
}

TEST(RowFilter, redundantRowsAreLeftOutAndTheReferenceStays) {
  std::string one, two;
  for (int k = 0; k < 40; ++k) {
    one += "ARND"[k % 4];
    two += "WYFH"[k % 4];
  }
  RowFilter filter;
  filter.maxPairwiseIdentity = 90;
  EXPECT_EQ(hidden(rowsOf({one, one, two, two, one}), filter), "2,4-5");
  EXPECT_EQ(hidden(rowsOf({one, two, one}), filter, 2), "1");
}

TEST(RowFilter, namesAreAskedForAndTheReferenceIsNot) {
  RowFilter filter;
  filter.acceptsName = [](const AlignmentRow& row) { return row.name == "row1"; };
  EXPECT_EQ(hidden(rowsOf({"A", "A", "A"}), filter), "3");
}

}  // namespace row_filter_test
