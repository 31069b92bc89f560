// Edits of alignments: what each does, and that its inverse is its inverse.
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "engine/alignment/MakeEdits.h"
#include "engine/base/Error.h"
#include "tests/engine/alignment/Rows.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using test::lettersOf;
using test::rowsOf;
using testing::ElementsAre;
using testing::HasSubstr;

namespace edit_test {

std::vector<ResidueCode> codesOf(const std::string& letters) { return Sequence::fromLetters("", letters).codes; }

std::vector<std::string> after(Alignment alignment, const AlignmentEdit& edit) {
  applyEdit(alignment, edit);
  return lettersOf(alignment);
}

/// The residues of all rows by name: what edits of gaps and orders must not change.
std::vector<std::pair<std::string, std::vector<ResidueCode>>> residuesOf(const Alignment& alignment) {
  std::vector<std::pair<std::string, std::vector<ResidueCode>>> all;
  for (Index row = 0; row < alignment.numRows(); ++row)
    all.emplace_back(alignment.rows[static_cast<size_t>(row)].name, alignment.ungapped(row).codes);
  std::sort(all.begin(), all.end());
  return all;
}

/// With gaps, inserts and annotations of columns and rows.
Alignment randomAlignment(std::mt19937& random, Index numRows, Index numColumns) {
  Alignment alignment;
  alignment.numColumns = numColumns;
  const auto letters = [&](Index count) {
    std::string text;
    for (Index k = 0; k < count; ++k) text += static_cast<char>('a' + random() % 26);
    return text;
  };
  alignment.columnAnnotations = {{"SS_cons", letters(numColumns)}, {"ss_conf", letters(numColumns)}};
  for (Index row = 0; row < numRows; ++row) {
    AlignmentRow& added = alignment.rows.emplace_back();
    added.name = "row" + std::to_string(row);
    if (random() % 2) added.annotations = {{"SS", letters(numColumns)}};
    for (Index column = 0; column < numColumns; ++column)
      alignment.codes.push_back(random() % 2 ? alphabet::kGap : static_cast<ResidueCode>(random() % 20));
    for (Index column = 0; column <= numColumns; ++column)
      if (random() % 4 == 0) added.inserts.push_back({static_cast<std::int32_t>(column), codesOf("wy")});
  }
  alignment.validate();
  return alignment;
}

IndexRanges randomSubset(std::mt19937& random, Index size) {
  std::vector<Index> chosen;
  for (Index k = 0; k < size; ++k)
    if (random() % 2) chosen.push_back(k);
  return IndexRanges::of(std::move(chosen));
}

void expectThatItsInverseIsTheIdentity(const Alignment& before, const AlignmentEdit& edit, const char* what) {
  Alignment alignment = before;
  const AlignmentEdit back = applyEdit(alignment, edit);
  ASSERT_NO_THROW(alignment.validate()) << what;
  const Alignment edited = alignment;
  const AlignmentEdit again = applyEdit(alignment, back);
  EXPECT_EQ(alignment, before) << what;
  applyEdit(alignment, again);
  EXPECT_EQ(alignment, edited) << what << ", done again";
}

TEST(Edits, everyOneIsTakenBackByItsInverseAtEverySize) {
  std::mt19937 random(5);
  for (int round = 0; round < 600; ++round) {
    const Index numRows = static_cast<Index>(random() % 5), numColumns = static_cast<Index>(random() % 7);
    const Alignment alignment = randomAlignment(random, numRows, numColumns);
    const IndexRanges rows = randomSubset(random, numRows), columns = randomSubset(random, numColumns);
    const Index column = static_cast<Index>(random() % static_cast<unsigned>(numColumns + 1));
    const auto tried = [&](const char* what, bool keepsResidues, const auto& make) {
      AlignmentEdit edit;
      try {
        edit = make();
      } catch (const Error&) {
        return;  // refused
      }
      expectThatItsInverseIsTheIdentity(alignment, edit, what);
      Alignment edited = alignment;
      applyEdit(edited, edit);
      if (keepsResidues) {
        EXPECT_EQ(residuesOf(edited), residuesOf(alignment)) << what;
      }
    };
    const Index end = column + static_cast<Index>(random() % static_cast<unsigned>(numColumns - column + 1));
    tried("insert gaps", true, [&] { return insertGaps(alignment, rows, column, static_cast<Index>(random() % 4)); });
    tried("remove gaps", true, [&] { return removeGaps(alignment, rows, {column, end}); });
    tried("slide", true, [&] { return slideCells(alignment, rows, {column, end}, Index(random() % 9) - 4); });
    tried("move rows", true, [&] { return moveRows(alignment, rows, Index(random() % 7)); });
    tried("remove columns of gaps", true, [&] { return removeColumns(alignment, columnsOfGaps(alignment)); });
    tried("remove rows", false, [&] { return removeRows(alignment, rows); });
    tried("remove columns", false, [&] { return removeColumns(alignment, columns); });
    tried("set a letter", false, [&] { return setLetter(alignment, 0, column, ResidueCode(random() % 20)); });
    tried("rename", false, [&] { return renameRow(alignment, numRows - 1, "other"); });
  }
}

TEST(Edits, gapsPushWhatFollowsIntoTheGapsAtTheEnd) {
  const Alignment alignment = rowsOf({"ARND--", "CQEGHI"});
  EXPECT_THAT(after(alignment, insertGaps(alignment, {0, 1}, 1, 2)), ElementsAre("A--RND", "CQEGHI"));
  EXPECT_THAT(after(alignment, insertGaps(alignment, {0, 1}, 1, 3)), ElementsAre("A---RND", "CQEGHI-"));
  EXPECT_THAT(after(alignment, insertGaps(alignment, {0, 2}, 1, 1)), ElementsAre("A-RND--", "C-QEGHI"))
      << "a column in all rows";
  EXPECT_THAT(after(alignment, insertGaps(alignment, {1, 2}, 6, 1)), ElementsAre("ARND---", "CQEGHI-"));
}

TEST(Edits, gapsThatGoLetWhatFollowsMoveLeft) {
  const Alignment alignment = rowsOf({"A--RND", "C--GHI"});
  EXPECT_THAT(after(alignment, removeGaps(alignment, {0, 1}, {1, 3})), ElementsAre("ARND--", "C--GHI"));
  EXPECT_THAT(after(alignment, removeGaps(alignment, {0, 2}, {1, 2})), ElementsAre("A-RND", "C-GHI"));
  EXPECT_THAT(test::errorOf([&] { removeGaps(alignment, {0, 1}, {2, 4}); }),
              HasSubstr("row1 has a residue in column 4"));
}

TEST(Edits, cellsSlideAsFarAsThereAreGapsInAllTheirRows) {
  const Alignment alignment = rowsOf({"-AR--N", "--RND-", "WWWWWW"});
  EXPECT_EQ(residuesAround(alignment, {0, 1}, 2), (IndexRange{1, 3}));
  EXPECT_EQ(residuesAround(alignment, {0, 1}, 3).size(), 0);
  EXPECT_THAT(after(alignment, slideCells(alignment, {0, 1}, {1, 3}, 9)), ElementsAre("---ARN", "--RND-", "WWWWWW"));
  EXPECT_THAT(after(alignment, slideCells(alignment, {0, 1}, {1, 3}, -2)), ElementsAre("AR---N", "--RND-", "WWWWWW"));
  EXPECT_THAT(after(alignment, slideCells(alignment, {0, 2}, {1, 6}, -9)), ElementsAre("AR--N-", "-RND--", "WWWWWW"));
  EXPECT_EQ(slideRoom(alignment, {2, 3}, {1, 2}, 3), 0);
}

TEST(Edits, insertsStayBetweenTheResiduesThatTheyStoodBetween) {
  Alignment alignment = rowsOf({"AR-N", "CQEG"});
  alignment.rows[0].inserts = {{1, codesOf("w")}, {2, codesOf("y")}, {3, codesOf("f")}};
  const auto residues = alignment.ungapped(0).codes;
  applyEdit(alignment, slideCells(alignment, {0, 1}, {0, 2}, 1));
  EXPECT_THAT(lettersOf(alignment), ElementsAre("-ARN", "CQEG"));
  EXPECT_EQ(alignment.ungapped(0).codes, residues);
  EXPECT_EQ(alignment.rows[0].inserts, (std::vector<Insert>{{2, codesOf("w")}, {3, codesOf("yf")}}));
}

TEST(Edits, whatStandsBesideARowMovesWithIt) {
  Alignment alignment = rowsOf({"AR-N", "CQEG"});
  alignment.rows[0].annotations = {{"SS", "HE.C"}};
  alignment.columnAnnotations = {{"ss_pred", "HHHH"}, {"SS_cons", "EEEE"}};
  applyEdit(alignment, slideCells(alignment, {0, 1}, {0, 2}, 1));
  EXPECT_EQ(alignment.rows[0].annotations[0].symbols, ".HEC");
  applyEdit(alignment, insertGaps(alignment, {0, 2}, 4, 1));
  EXPECT_EQ(alignment.rows[0].annotations[0].symbols, ".HEC.");
  EXPECT_EQ(alignment.columnAnnotations[0].symbols, "HHHH-");
  EXPECT_EQ(alignment.columnAnnotations[1].symbols, "EEEE.");
}

TEST(Edits, rowsMoveTogetherAndGetNames) {
  Alignment alignment = rowsOf({"A", "R", "N", "D"});
  EXPECT_THAT(after(alignment, moveRows(alignment, IndexRanges::of({0, 2}), 4)), ElementsAre("R", "D", "A", "N"));
  EXPECT_THAT(after(alignment, moveRows(alignment, {3, 4}, 0)), ElementsAre("D", "A", "R", "N"));
  EXPECT_TRUE(moveRows(alignment, {1, 2}, 2).steps.empty()) << "it stands there";
  applyEdit(alignment, renameRow(alignment, 1, "other"));
  EXPECT_EQ(alignment.rows[1].name, "other");
  EXPECT_THAT(test::errorOf([&] { renameRow(alignment, 0, "other"); }), HasSubstr("Row 2 has this name"));
  EXPECT_THAT(test::errorOf([&] { renameRow(alignment, 0, "two words"); }), HasSubstr("no blanks"));
  EXPECT_THAT(test::errorOf([&] { removeRows(alignment, {0, 4}); }), HasSubstr("No row would be left"));
}

TEST(Edits, thatDoNotFitAreRefused) {
  Alignment alignment = rowsOf({"AR", "ND"});
  const auto refused = [&](const EditStep& step) {
    Alignment copy = alignment;
    return test::errorOf([&] { applyEdit(copy, {{step}}); });
  };
  EXPECT_THAT(refused(ExchangeCells{{0, 1}, 0, 1, 2}), HasSubstr("would change their order"));
  EXPECT_THAT(refused(ExchangeCells{{0, 3}, 0, 1, 2}), HasSubstr("does not fit"));
  EXPECT_THAT(refused(ExchangeCells{{0, 1}, 0, 1, 3}), HasSubstr("does not fit"));
  EXPECT_THAT(refused(OrderRows{{0, 0}}), HasSubstr("does not name each"));
  EXPECT_THAT(refused(RemoveColumns{{1, 3}}), HasSubstr("does not fit"));
  EXPECT_THAT(refused(AddColumns{{2, 3}, codesOf("A")}), HasSubstr("expected 2"));
  EXPECT_THAT(refused(ReplaceRows{{2}, {{alignment.rows[0], codesOf("AR")}}}), HasSubstr("does not fit"));
  EXPECT_THAT(refused(AddRows{{0, 1}, {{alignment.rows[0], codesOf("ARN")}}}), HasSubstr("codes"));
}

}  // namespace edit_test
