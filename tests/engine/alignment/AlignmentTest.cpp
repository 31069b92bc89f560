// Alignments with inserts: residues, columns, validation, inserts as columns and back, path states.
#include "engine/alignment/Alignment.h"

#include <gmock/gmock.h>

#include <set>

#include "engine/alignment/AlignmentPath.h"
#include "engine/alignment/InsertColumns.h"
#include "engine/base/Error.h"
#include "engine/base/Random.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using testing::ElementsAre;
using testing::HasSubstr;

namespace alignment_test {

std::vector<ResidueCode> codesOf(const std::string& letters) { return Sequence::fromLetters("", letters).codes; }

std::string lettersOf(const Alignment& alignment, Index row) {
  return Sequence{"", "", {alignment.row(row), alignment.row(row) + alignment.numColumns}}.letters();
}

/// aaM-Vw, MKV in three columns.
Alignment withInserts() {
  Alignment alignment = alignmentOf({Sequence::fromLetters("one", "M-V"), Sequence::fromLetters("two", "MKV")});
  alignment.rows[0].inserts = {{0, codesOf("aa")}, {3, codesOf("w")}};
  alignment.columnAnnotations = {{"SS_cons", "HEC"}};
  alignment.rows[1].annotations = {{"PP", "9*8"}};
  return alignment;
}

std::string errorOf(const Alignment& alignment) {
  return test::errorOf([&] { alignment.validate(); });
}

TEST(Alignment, ungappedRowHoldsInsertsAndNoGaps) {
  EXPECT_EQ(withInserts().ungapped(0).letters(), "aaMVw");
  EXPECT_EQ(withInserts().ungapped(0).name, "one");
}

TEST(Alignment, residuesAndColumnsPointAtEachOther) {
  const Alignment alignment = withInserts();
  EXPECT_THAT(alignment.columnOfResidue(0), ElementsAre(-1, -1, 0, 2, -1));
  EXPECT_THAT(alignment.residueOfColumn(0), ElementsAre(2, -1, 3));
  EXPECT_THAT(alignment.residueOfColumn(1), ElementsAre(0, 1, 2));
}

TEST(Alignment, findRowTakesTheFirstOfEqualNames) {
  Alignment alignment = withInserts();
  EXPECT_EQ(alignment.findRow("two"), 1);
  EXPECT_EQ(alignment.findRow("three"), -1);
  alignment.rows[1].name = "one";
  EXPECT_EQ(alignment.findRow("one"), 0);
}

TEST(Alignment, emptyAlignmentIsLegal) {
  EXPECT_NO_THROW(Alignment().validate());
  EXPECT_EQ(alignmentOf({}).numRows(), 0);
  const Alignment noColumns = alignmentOf({Sequence::fromLetters("one", "")});
  EXPECT_NO_THROW(noColumns.validate());
  EXPECT_EQ(noColumns.ungapped(0).length(), 0);
}

TEST(Alignment, sequencesOfDifferentLengthsAreAnError) {
  EXPECT_THROW(alignmentOf({Sequence::fromLetters("one", "MKV"), Sequence::fromLetters("two", "MK")}), Error);
}

TEST(Alignment, contradictionsAreErrorsThatNameRowAndColumn) {
  Alignment alignment = withInserts();
  EXPECT_EQ(errorOf(alignment), "no error");
  alignment.codes[4] = 0xff;
  EXPECT_THAT(errorOf(alignment), AllOf(HasSubstr("row 2 (two)"), HasSubstr("column 2")));
  alignment = withInserts();
  alignment.codes.pop_back();
  EXPECT_THAT(errorOf(alignment), HasSubstr("6"));
  alignment = withInserts();
  alignment.columnAnnotations[0].symbols = "HE";
  EXPECT_THAT(errorOf(alignment), HasSubstr("SS_cons"));
  alignment = withInserts();
  alignment.rows[1].annotations[0].symbols = "9*88";
  EXPECT_THAT(errorOf(alignment), AllOf(HasSubstr("two"), HasSubstr("PP")));
}

TEST(Alignment, badInsertsAreErrors) {
  for (const std::vector<Insert>& inserts : std::vector<std::vector<Insert>>{{{4, codesOf("a")}},
                                                                             {{1, codesOf("a")}, {1, codesOf("a")}},
                                                                             {{-1, codesOf("a")}},
                                                                             {{1, {}}},
                                                                             {{1, codesOf("-")}}}) {
    Alignment alignment = withInserts();
    alignment.rows[0].inserts = inserts;
    EXPECT_THAT(errorOf(alignment), HasSubstr("insert after column"));
  }
}

TEST(InsertColumns, expandedInsertsStandAtTheLeftOfTheirPadding) {
  const Alignment expanded = expandInserts(withInserts());
  EXPECT_NO_THROW(expanded.validate());
  EXPECT_EQ(lettersOf(expanded, 0), "aaM-Vw");
  EXPECT_EQ(lettersOf(expanded, 1), "..MKV.");
  EXPECT_EQ(expanded.columnAnnotations[0].symbols, "..HEC.");
  EXPECT_EQ(expanded.rows[1].annotations[0].symbols, "..9*8.");
}

TEST(InsertColumns, collapsingUndoesExpanding) {
  EXPECT_EQ(collapseInsertColumns(expandInserts(withInserts())), withInserts());
}

TEST(InsertColumns, columnsWithOneUpperCaseLetterOrDashStay) {
  const Alignment alignment = alignmentOf({Sequence::fromLetters("one", "ma.K"), Sequence::fromLetters("two", "M..-")});
  const Alignment collapsed = collapseInsertColumns(alignment);
  EXPECT_EQ(lettersOf(collapsed, 0), "MK");
  EXPECT_EQ(lettersOf(collapsed, 1), "M-");
  ASSERT_EQ(collapsed.rows[0].inserts.size(), 1u);
  EXPECT_EQ(collapsed.rows[0].inserts[0], (Insert{1, codesOf("a")}));
  EXPECT_TRUE(collapsed.rows[1].inserts.empty());
}

TEST(InsertColumns, residuesSurviveBothDirections) {
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    const Index numRows = 1 + static_cast<Index>(random.below(4)), numColumns = static_cast<Index>(random.below(9));
    std::vector<Sequence> rows;
    for (Index row = 0; row < numRows; ++row) {
      std::string letters;
      for (Index k = 0; k < numColumns; ++k) letters += "MKVLmkvl-.~X"[random.below(12)];
      rows.push_back(Sequence::fromLetters("r", letters));
    }
    const Alignment alignment = alignmentOf(rows);
    const Alignment collapsed = collapseInsertColumns(alignment), expanded = expandInserts(collapsed);
    ASSERT_NO_THROW(collapsed.validate());
    ASSERT_NO_THROW(expanded.validate());
    for (Index row = 0; row < numRows; ++row) {
      const auto upperOf = [&](const Alignment& a) {
        std::vector<ResidueCode> codes = a.ungapped(row).codes;
        for (ResidueCode& code : codes) code = alphabet::upper(code);
        return codes;
      };
      ASSERT_EQ(upperOf(collapsed), upperOf(alignment));
      ASSERT_EQ(upperOf(expanded), upperOf(alignment));
    }
    ASSERT_EQ(collapseInsertColumns(expanded), collapsed);
  }
}

TEST(AlignmentPath, everyStateHasItsOwnName) {
  std::set<std::string_view> names;
  for (const PairState state : {PairState::MM, PairState::MI, PairState::IM, PairState::DG, PairState::GD, PairState::M,
                                PairState::I, PairState::D})
    names.insert(stateName(state));
  EXPECT_EQ(names.size(), 8u);
  EXPECT_EQ(names.count("?"), 0u);
}

}  // namespace alignment_test
