// Rows of an alignment realigned to the profile of the others.
#include <gmock/gmock.h>

#include <random>

#include "engine/hmm/pair/RealignRows.h"
#include "tests/engine/alignment/Rows.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using test::lettersOf;
using test::rowsOf;
using testing::ElementsAre;
using testing::HasSubstr;

namespace realign_rows_test {

Alignment realigned(Alignment alignment, const IndexRanges& rows, const IndexRange& columns) {
  Progress progress;
  applyEdit(alignment, realignRows(alignment, rows, columns, progress));
  alignment.validate();
  return alignment;
}

TEST(RealignRows, aRowThatIsOutOfStepComesBackToTheOthers) {
  const Alignment alignment =
      rowsOf({"MKWVLAGERNDC-", "MKWVLAGERNDC-", "MKWVIAGERNDC-", "-MKWVLAGERNDC"});
  EXPECT_THAT(lettersOf(realigned(alignment, {3, 4}, {0, 13})),
              ElementsAre("MKWVLAGERNDC-", "MKWVLAGERNDC-", "MKWVIAGERNDC-", "MKWVLAGERNDC-"));
}

TEST(RealignRows, whatThePathInsertsGetsColumnsOfItsOwn) {
  const Alignment alignment = rowsOf({"MKWVLAGERNDCHW-----", "MKWVLAGERNDCHW-----", "MKWVLAGYYYYYERNDCHW"});
  const Alignment after = realigned(alignment, {2, 3}, {0, 19});
  EXPECT_EQ(after.ungapped(2).codes, alignment.ungapped(2).codes);
  const std::vector<std::string> rows = lettersOf(after);
  EXPECT_EQ(rows[2].substr(rows[0].find('E'), 1), "E") << rows[0] << '\n' << rows[2];
}

TEST(RealignRows, onlyTheBlockChanges) {
  const Alignment alignment = rowsOf({"WWMKVCLAGEYY", "WWMKVCLAGEYY", "YYMKVCLAGEWW", "HHM-KVCLAGHH"});
  const Alignment after = realigned(alignment, {3, 4}, {2, 10});
  EXPECT_EQ(lettersOf(after)[3].substr(0, 2), "HH");
  EXPECT_TRUE(lettersOf(after)[3].ends_with("HH"));
  EXPECT_EQ(after.ungapped(3).codes, alignment.ungapped(3).codes);
}

TEST(RealignRows, allRowsAreRealignedToEachOther) {
  const Alignment alignment = rowsOf({"MKWVLAGERNDC--", "--MKWVLAGERNDC", "-MKWVLAGERNDC-"});
  EXPECT_THAT(lettersOf(realigned(alignment, {0, 3}, {0, 14})),
              ElementsAre("MKWVLAGERNDC", "MKWVLAGERNDC", "MKWVLAGERNDC"));
}

TEST(RealignRows, residuesInsertsAndTheWayBackAreKeptAtEverySize) {
  std::mt19937 random(9);
  for (int round = 0; round < 60; ++round) {
    Alignment alignment;
    alignment.numColumns = static_cast<Index>(random() % 12);
    const auto numRows = static_cast<Index>(random() % 5);
    for (Index row = 0; row < numRows; ++row) {
      AlignmentRow& added = alignment.rows.emplace_back();
      added.name = "row" + std::to_string(row);
      added.annotations = {{"SS", std::string(static_cast<size_t>(alignment.numColumns), 'H')}};
      for (Index column = 0; column < alignment.numColumns; ++column)
        alignment.codes.push_back(random() % 3 ? static_cast<ResidueCode>(random() % 20) : alphabet::kGap);
      for (Index column = 0; column <= alignment.numColumns; ++column)
        if (random() % 5 == 0) added.inserts.push_back({static_cast<std::int32_t>(column), {ResidueCode(0x20)}});
    }
    const auto first = static_cast<Index>(random() % static_cast<unsigned>(numRows + 1));
    const auto begin = static_cast<Index>(random() % static_cast<unsigned>(alignment.numColumns + 1));
    Progress progress;
    Alignment after = alignment;
    const AlignmentEdit back =
        applyEdit(after, realignRows(alignment, IndexRanges(first, numRows), {begin, alignment.numColumns}, progress));
    ASSERT_NO_THROW(after.validate());
    for (Index row = 0; row < numRows; ++row) EXPECT_EQ(after.ungapped(row).codes, alignment.ungapped(row).codes);
    applyEdit(after, back);
    EXPECT_EQ(after, alignment);
  }
}

TEST(RealignRows, rowsThatAreNotThereAreRefused) {
  Progress progress;
  EXPECT_THAT(test::errorOf([&] { realignRows(rowsOf({"AR", "ND"}), {1, 3}, {0, 2}, progress); }),
              HasSubstr("not in the alignment"));
}

}  // namespace realign_rows_test
