// Sets of rows and columns, and which of them are shown where.
#include <gmock/gmock.h>

#include <random>

#include "engine/alignment/AlignmentArrangement.h"
#include "engine/alignment/InsertColumns.h"
#include "engine/base/Error.h"

using namespace engine;
using testing::ElementsAre;
using testing::IsEmpty;

namespace arrangement_test {

std::vector<SlotContent> columnsOnly(const std::vector<std::int32_t>& columns) {
  std::vector<SlotContent> slots;
  for (const std::int32_t column : columns) slots.push_back({column, -1});
  return slots;
}

TEST(IndexRanges, joinsWhatTouches) {
  IndexRanges set(2, 4);
  set.add(6, 8);
  set.add(4, 6);
  EXPECT_THAT(set.ranges(), ElementsAre(IndexRange{2, 8}));
  set.add(-5, 1);
  EXPECT_THAT(set.ranges(), ElementsAre(IndexRange{0, 1}, IndexRange{2, 8}));
}

TEST(IndexRanges, agreesWithASetOfSingleIndicesAfterRandomSteps) {
  std::mt19937 random(5);
  IndexRanges set;
  std::vector<bool> plain(40, false);
  for (int step = 0; step < 2000; ++step) {
    const Index begin = random() % 40, end = begin + static_cast<Index>(random() % (41 - static_cast<size_t>(begin)));
    const auto kind = random() % 3;
    IndexRanges others(begin, end);
    others.add(random() % 40, 40);
    if (kind == 0) set.add(begin, end);
    if (kind == 1) set.add(others);
    if (kind == 2) set.toggle(others);
    for (Index k = 0; k < 40; ++k) {
      const auto at = static_cast<size_t>(k);
      if (kind == 0) plain[at] = plain[at] || (k >= begin && k < end);
      if (kind == 1) plain[at] = plain[at] || others.contains(k);
      if (kind == 2) plain[at] = plain[at] != others.contains(k);
    }
    for (Index k = 0; k < 40; ++k) ASSERT_EQ(set.contains(k), plain[static_cast<size_t>(k)]) << "step " << step;
    ASSERT_EQ(set.count(), std::count(plain.begin(), plain.end(), true));
    ASSERT_EQ(IndexRanges::fromText(set.text()), set);
    ASSERT_EQ(IndexRanges::of(set.indices(40)), set);
    ASSERT_EQ(set.inverted(40).count(), 40 - set.count());
    ASSERT_EQ(set.inverted(40).inverted(40), set);
  }
}

TEST(IndexRanges, textCountsFromOneAndLeavesOutWhatItCannotRead) {
  IndexRanges set(0, 5);
  set.add(8, 9);
  EXPECT_EQ(set.text(), "1-5,9");
  EXPECT_EQ(IndexRanges::fromText("x,9,3-1,0,2-4b,1-5,,"), set);
  EXPECT_EQ(IndexRanges{}.text(), "");
}

TEST(AlignmentArrangement, showsEverythingAtFirst) {
  const AlignmentArrangement plain(3, 4);
  EXPECT_THAT(plain.rows(), ElementsAre(0, 1, 2));
  EXPECT_EQ(plain.slots(), columnsOnly({0, 1, 2, 3}));
  EXPECT_TRUE(plain.areColumnsPlain());
  EXPECT_THAT(plain.columnFolds(), IsEmpty());
  EXPECT_EQ(plain.slotOf(3), 3);
  EXPECT_EQ(plain.slotOf(4), -1);
  EXPECT_EQ(plain.placeOf(-1), -1);
}

TEST(AlignmentArrangement, nothingAtAllIsAllowed) {
  const AlignmentArrangement empty;
  EXPECT_EQ(empty.numPlaces(), 0);
  EXPECT_EQ(empty.numSlots(), 0);
  EXPECT_EQ(empty.nearestSlot(0), -1);
  AlignmentArrangement hidden(1, 1);
  hidden.setRows({0}, {0, 1});
  hidden.setColumns({0, 1}, {});
  EXPECT_EQ(hidden.numPlaces(), 0);
  EXPECT_EQ(hidden.numSlots(), 0);
  EXPECT_EQ(hidden.nearestSlot(0), -1);
  EXPECT_THAT(hidden.columnFolds(), ElementsAre(Fold{0, 0, 1}));
  EXPECT_THAT(hidden.rowFolds(), ElementsAre(Fold{0, 0, 1}));
}

TEST(AlignmentArrangement, hiddenRowsLeaveAFoldWhereTheyWouldStand) {
  AlignmentArrangement arrangement(5, 1);
  arrangement.setRows({4, 3, 2, 1, 0}, IndexRanges::of({2, 3}));
  EXPECT_THAT(arrangement.rows(), ElementsAre(4, 1, 0));
  EXPECT_THAT(arrangement.rowFolds(), ElementsAre(Fold{1, 3, 2}));
  EXPECT_EQ(arrangement.placeOf(0), 2);
  EXPECT_EQ(arrangement.placeOf(3), -1);
  EXPECT_THROW(arrangement.setRows({5}, {}), Error);
}

TEST(AlignmentArrangement, hiddenColumnsLeaveAFoldAndOthersKeepTheirNumbers) {
  AlignmentArrangement arrangement(1, 8);
  IndexRanges hidden(0, 1);
  hidden.add(3, 5);
  hidden.add(7, 8);
  arrangement.setColumns(hidden, {});
  EXPECT_EQ(arrangement.slots(), columnsOnly({1, 2, 5, 6}));
  EXPECT_THAT(arrangement.columnFolds(), ElementsAre(Fold{0, 0, 1}, Fold{2, 3, 2}, Fold{4, 7, 1}));
  EXPECT_EQ(arrangement.slotOf(5), 2);
  EXPECT_EQ(arrangement.slotOf(4), -1);
  EXPECT_EQ(arrangement.nearestSlot(3), 2);
  EXPECT_EQ(arrangement.nearestSlot(7), 3);
  EXPECT_FALSE(arrangement.areColumnsPlain());
}

TEST(AlignmentArrangement, expandedInsertsTakeSlotsBetweenColumns) {
  AlignmentArrangement arrangement(1, 2);
  arrangement.setColumns({}, {{0, 1}, {1, 2}, {2, 1}});
  const std::vector<SlotContent> expected = {{0, 0}, {0, -1}, {1, 0}, {1, 1}, {1, -1}, {2, 0}};
  EXPECT_EQ(arrangement.slots(), expected);
  EXPECT_EQ(arrangement.slotOf(1), 4);
  EXPECT_EQ(arrangement.nearestSlot(0), 1);
  EXPECT_EQ(arrangement.nearestSlot(2), 4) << "an insert is no column";
}

TEST(AlignmentArrangement, anInsertInsideAFoldIsFoldedToo) {
  AlignmentArrangement arrangement(1, 4);
  arrangement.setColumns({1, 4}, {{1, 1}, {2, 3}, {4, 1}});
  const std::vector<SlotContent> expected = {{0, -1}, {1, 0}};
  EXPECT_EQ(arrangement.slots(), expected);
  EXPECT_THAT(arrangement.columnFolds(), ElementsAre(Fold{2, 1, 3}));
}

TEST(AlignmentArrangement, theTwoDirectionsAgreeOnRandomChoices) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const auto size = static_cast<Index>(random() % 30);
    AlignmentArrangement arrangement(size, size);
    std::vector<Index> hidden;
    for (Index k = 0; k < size; ++k)
      if (random() % 3 == 0) hidden.push_back(k);
    arrangement.setRows(AlignmentArrangement(size, 0).rows(), IndexRanges::of(hidden));
    arrangement.setColumns(IndexRanges::of(hidden), {{static_cast<std::int32_t>(size / 2), 2}});
    Index numShown = 0;
    for (Index k = 0; k < size; ++k) {
      const Index place = arrangement.placeOf(k), slot = arrangement.slotOf(k);
      ASSERT_EQ(place < 0, slot < 0);
      if (slot < 0) continue;
      ++numShown;
      ASSERT_EQ(arrangement.rowAt(place), k);
      ASSERT_EQ(arrangement.slot(slot), (SlotContent{static_cast<std::int32_t>(k), -1}));
      ASSERT_EQ(arrangement.nearestSlot(k), slot);
    }
    ASSERT_EQ(arrangement.numPlaces(), numShown);
    Index numFolded = 0;
    for (const Fold& fold : arrangement.columnFolds()) numFolded += fold.count;
    ASSERT_EQ(numFolded, static_cast<Index>(hidden.size()));
  }
}

TEST(AlignmentArrangement, aShorterInsertIsFilledUpWithDots) {
  Alignment alignment = alignmentOf({Sequence::fromLetters("a", "MK"), Sequence::fromLetters("b", "MV")});
  alignment.rows[1].inserts = {{1, Sequence::fromLetters("", "wy").codes}};
  EXPECT_EQ(alphabet::letterOf(codeAt(alignment, 1, {1, 1})), 'y');
  EXPECT_EQ(alphabet::letterOf(codeAt(alignment, 1, {1, 2})), '.');
  EXPECT_EQ(alphabet::letterOf(codeAt(alignment, 0, {1, 0})), '.');
  EXPECT_EQ(alphabet::letterOf(codeAt(alignment, 1, {1, -1})), 'V');
  EXPECT_THAT(longestInserts(alignment), ElementsAre(0, 2, 0));
}

}  // namespace arrangement_test
