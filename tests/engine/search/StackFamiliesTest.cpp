// Two families in one stack: every rule by hand, no residue lost, pairs in common columns, and back through A3M.
#include "engine/search/hits/StackFamilies.h"

#include <gtest/gtest.h>

#include "engine/alignment/RowFamilies.h"
#include "engine/base/Error.h"
#include "engine/hmm/rows/MatchAlignment.h"
#include "tests/engine/hmm/RandomAlignment.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace {

using Steps = std::vector<PathStep>;

std::string rowOf(const Alignment& alignment, Index row) {
  return a3mText(alignment, test::allColumns(alignment), row);
}

std::vector<std::string> stacked(const std::string& query, const std::string& templ, const Steps& steps,
                                 StackColumns columns = StackColumns::both) {
  AlignmentPath path;
  path.steps = steps;
  const Alignment stack = stackedFamilies(test::alignmentFromA3m(">q\n" + query + "\n"),
                                          test::alignmentFromA3m(">t\n" + templ + "\n"), path, columns);
  stack.validate();
  EXPECT_EQ(stack.numRows(), 2);
  return {rowOf(stack, 0), rowOf(stack, 1)};
}

using Rows = std::vector<std::string>;

PathStep pair(Index i, Index j) { return {PairState::MM, i, j}; }

}  // namespace

TEST(StackFamilies, pairsShareAColumn) {
  EXPECT_EQ(stacked("ACD", "WYF", {pair(0, 0), pair(1, 1), pair(2, 2)}), (Rows{"ACD", "WYF"}));
}

TEST(StackFamilies, columnsBeforeAndBehindThePathStandAloneTheQuerysFirst) {
  EXPECT_EQ(stacked("ACDE", "WYFG", {pair(1, 2)}), (Rows{"A--CDE-", "-WYF--G"}));
  EXPECT_EQ(stacked("ACDE", "WYFG", {pair(1, 2)}, StackColumns::query), (Rows{"ACDE", "-wyFg--"}));
}

TEST(StackFamilies, gapsOfThePathAreColumnsOfOneFamily) {
  const Steps deletion{pair(0, 0), {PairState::DG, 1, 0}, pair(2, 1)};
  const Steps insert{pair(0, 0), {PairState::GD, 0, 1}, pair(1, 2)};
  EXPECT_EQ(stacked("ACD", "WY", deletion), (Rows{"ACD", "W-Y"}));
  EXPECT_EQ(stacked("AC", "WYF", insert), (Rows{"A-C", "WYF"}));
  EXPECT_EQ(stacked("AC", "WYF", insert, StackColumns::query), (Rows{"AC", "WyF"}));
}

TEST(StackFamilies, insertsStayInsertsBehindTheirResidue) {
  EXPECT_EQ(stacked("AkC", "gWyyF", {pair(0, 0), pair(1, 1)}), (Rows{"AkC", "gWyyF"}));
  EXPECT_EQ(stacked("AkC", "WyYF", {pair(0, 0), {PairState::GD, 0, 1}, pair(1, 2)}, StackColumns::query),
            (Rows{"AkC", "WyyF"}));
}

TEST(StackFamilies, withoutAPathTheFamiliesStandBesideEachOther) {
  EXPECT_EQ(stacked("AC", "W", {}), (Rows{"AC-", "--W"}));
  EXPECT_EQ(stacked("AC", "W", {}, StackColumns::query), (Rows{"AC", "w--"}));
}

TEST(StackFamilies, rowsSayWhichFamilyTheyAreOf) {
  Alignment query = test::alignmentFromA3m(">q\nAC\n"), templ = test::alignmentFromA3m(">t\nWY\n");
  query.name = "lactate";
  templ.name = "malate";
  query.columnAnnotations = {{"ss_pred", "HE"}};
  AlignmentPath path;
  path.steps = {pair(1, 0)};
  const Alignment stack = stackedFamilies(query, templ, path, StackColumns::both);
  EXPECT_EQ(stack.name, "lactate + malate");
  EXPECT_EQ(stack.rows[0].notes.back(), (std::pair<std::string, std::string>(kFamilyTag, "lactate")));
  EXPECT_EQ(stack.rows[1].notes.back(), (std::pair<std::string, std::string>(kFamilyTag, "malate")));
  EXPECT_EQ(stack.columnAnnotations[0].symbols, "HE-");
  const Alignment again = stackedFamilies(stack, templ, {}, StackColumns::both);
  EXPECT_EQ(familiesOf(again).front().name, "lactate + malate") << "one family of two in another stack";
}

TEST(StackFamilies, everyResidueOfEveryRowStaysInOrder) {
  Random random(5);
  for (int k = 0; k < 20; ++k) {
    const Alignment query = test::randomAlignment(6, 12, 0.4, random);
    const Alignment templ = test::randomAlignment(5, 15, 0.4, random);
    AlignmentPath path;
    for (Index i = 2, j = 1; i < 12 && j < 15; ++i, ++j) {
      path.steps.push_back(pair(i, j));
      if (random.below(3) == 0 && i + 1 < 12) path.steps.push_back({PairState::MI, ++i, j});
      if (random.below(3) == 0 && j + 1 < 15) path.steps.push_back({PairState::IM, i, ++j});
    }
    for (const StackColumns columns : {StackColumns::both, StackColumns::query}) {
      const Alignment stack = stackedFamilies(query, templ, path, columns);
      stack.validate();
      ASSERT_EQ(stack.numRows(), 11);
      EXPECT_TRUE(columns == StackColumns::both || stack.numColumns == query.numColumns);
      for (Index row = 0; row < 11; ++row) {
        const Sequence before = row < 6 ? query.ungapped(row) : templ.ungapped(row - 6);
        const Sequence after = stack.ungapped(row);
        ASSERT_EQ(after.length(), before.length()) << row;
        for (size_t residue = 0; residue < before.codes.size(); ++residue)
          EXPECT_EQ(alphabet::upper(after.codes[residue]), alphabet::upper(before.codes[residue]));
      }
      std::string text;
      for (Index row = 0; row < 11; ++row)
        text.append(">").append(std::to_string(row)).append("\n" + rowOf(stack, row) + "\n");
      const Alignment again = test::alignmentFromA3m(text);
      EXPECT_EQ(again.codes, stack.codes);
      for (size_t row = 0; row < 11; ++row) EXPECT_EQ(again.rows[row].inserts, stack.rows[row].inserts);
    }
  }
}

TEST(StackFamilies, pathsOutsideOrBackAreErrors) {
  EXPECT_THROW(stacked("AC", "WY", {pair(2, 0)}), Error);
  EXPECT_THROW(stacked("AC", "WY", {pair(0, 2)}), Error);
  EXPECT_THROW(stacked("AC", "WY", {pair(1, 1), pair(0, 1)}), Error);
}

TEST(StackFamilies, sizesZeroAndOne) {
  const Alignment nothing = stackedFamilies({}, {}, {}, StackColumns::both);
  EXPECT_EQ(nothing.numRows(), 0);
  EXPECT_EQ(nothing.numColumns, 0);
  EXPECT_EQ(stacked("A", "W", {pair(0, 0)}), (Rows{"A", "W"}));
}
