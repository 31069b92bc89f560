// Merging: every rule by hand, nothing lost at random, and the rows that the reference program writes.
#include "engine/search/hits/MergeHits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/hmm/rows/MatchAlignment.h"
#include "tests/engine/hmm/Support.h"
#include "tests/support/Files.h"

using namespace engine;

namespace {

AlignmentPath pathOf(const std::vector<std::pair<Index, Index>>& pairs) {
  AlignmentPath path;
  for (const auto& [i, j] : pairs) path.steps.push_back({PairState::MM, i, j});
  return path;
}

std::string textOf(const Alignment& alignment, Index row) {
  std::vector<Index> columns;
  for (Index c = 0; c < alignment.numColumns; ++c) columns.push_back(c);
  return a3mText(alignment, columns, row);
}

/// The template's row, as A3M text, behind a query of `columns` columns; "" when it was left out.
std::string merged(Index columns, const std::string& templ, const std::vector<std::pair<Index, Index>>& pairs) {
  const Alignment query = test::alignmentFromA3m(">q\n" + std::string(static_cast<size_t>(columns), 'A') + "\n");
  const Alignment result = mergeHit(query, test::alignmentFromA3m(">t\n" + templ + "\n"), pathOf(pairs));
  result.validate();
  EXPECT_EQ(textOf(result, 0), textOf(query, 0));
  return result.numRows() == 2 ? textOf(result, 1) : "";
}

}  // namespace

TEST(MergeHits, pairsOneAfterTheOtherTakeTheirColumns) {
  EXPECT_EQ(merged(5, "CDEF", {{1, 0}, {2, 1}, {3, 2}, {4, 3}}), "-CDEF");
}

TEST(MergeHits, insertsBetweenNeighboursStayInserts) { EXPECT_EQ(merged(3, "CdeF", {{0, 0}, {1, 1}}), "CdeF-"); }

TEST(MergeHits, templateColumnsOppositeNothingBecomeInserts) {
  EXPECT_EQ(merged(3, "CDEFG", {{0, 0}, {1, 3}, {2, 4}}), "CdeFG");
  EXPECT_EQ(merged(3, "CD-kFG", {{0, 0}, {1, 3}, {2, 4}}), "CdkFG");
}

TEST(MergeHits, queryColumnsOppositeNothingStayGaps) { EXPECT_EQ(merged(6, "CD", {{0, 0}, {4, 1}}), "C---D-"); }

TEST(MergeHits, insertOppositeEmptyQueryColumnsIsSpreadFromBothEnds) {
  EXPECT_EQ(merged(6, "CkD", {{0, 0}, {5, 1}}), "CK---D");     // dl = 2 of di = 5
  EXPECT_EQ(merged(6, "CkmD", {{0, 0}, {5, 1}}), "CK--MD");    // 3 of 5: one left, two right
  EXPECT_EQ(merged(6, "CkmnpD", {{0, 0}, {5, 1}}), "CKMNPD");  // 5 of 5
  EXPECT_EQ(merged(3, "CkD", {{0, 0}, {2, 1}}), "CKD");        // 2 of 2
}

TEST(MergeHits, surplusOfAnInsertStaysInTheMiddle) {
  EXPECT_EQ(merged(3, "CkmnD", {{0, 0}, {2, 1}}), "CKmnD");    // dl = 4, di = 2
  EXPECT_EQ(merged(4, "CkmnpD", {{0, 0}, {3, 1}}), "CKmnPD");  // dl = 5, di = 3: one left, two right
}

TEST(MergeHits, gapsOfTheRowCountAsLettersAndLeaveNoInsert) {
  EXPECT_EQ(merged(4, "C--D", {{0, 0}, {3, 3}}), "C--D");
  EXPECT_EQ(merged(3, "C-kEF", {{0, 0}, {2, 3}}),
            "C"
            "-"
            "ke"
            "F");  // dl = 4, di = 2: '-' left, k e in the middle
  EXPECT_EQ(merged(3, "-DE", {{0, 0}, {1, 1}, {2, 2}}), "-DE");
}

TEST(MergeHits, outsideOfTheFirstAndLastPairNothingIsTaken) {
  EXPECT_EQ(merged(4, "kCmDEnFGp", {{1, 1}, {2, 2}}), "-DE-");
}

TEST(MergeHits, rowWithoutResidueInTheRangeIsLeftOut) {
  EXPECT_EQ(merged(4, "C--F", {{1, 1}, {2, 2}}), "");
  EXPECT_EQ(merged(4, "C-k-F", {{1, 1}, {2, 2}}),
            "-"
            "-"
            "k"
            "-"
            "-");
}

TEST(MergeHits, onePairAndNoPair) {
  EXPECT_EQ(merged(1, "C", {{0, 0}}), "C");
  EXPECT_EQ(merged(1, "C", {}), "");
}

TEST(MergeHits, pathOfASequenceCountsItsMatches) {
  AlignmentPath path;
  path.steps = {{PairState::M, 0, 0}, {PairState::I, 1, 0}, {PairState::M, 2, 1}};
  const Alignment result = mergeHit(test::alignmentFromA3m(">q\nAAA\n"), test::alignmentFromA3m(">t\nCD\n"), path);
  EXPECT_EQ(textOf(result, 1), "C-D");
}

TEST(MergeHits, wrongPathIsRefused) {
  EXPECT_THROW(merged(2, "CD", {{0, 0}, {2, 1}}), Error);
  EXPECT_THROW(merged(2, "CD", {{0, 0}, {1, 2}}), Error);
  EXPECT_THROW(merged(2, "CD", {{-1, 0}}), Error);
  EXPECT_THROW(merged(2, "CD", {{1, 0}, {0, 1}}), Error);
  EXPECT_THROW(merged(2, "CD", {{0, 0}, {1, 0}}), Error);
}

TEST(MergeHits, everyResidueOfTheRangeAppearsOnceAndInOrder) {
  Random random(1);
  for (int repetition = 0; repetition < 300; ++repetition) {
    const Index columns = 1 + static_cast<Index>(random.below(12));
    std::string templ, inRange;
    std::vector<std::pair<Index, Index>> pairs;
    Index i = static_cast<Index>(random.below(3)), j = 0;
    const auto letter = [&random] { return static_cast<char>("ACDEFGHIKLMNPQRSTVWY"[random.below(20)]); };
    std::string pending;  // since the last pair
    for (; j < 12; ++j) {
      const char own = random.below(5) == 0 ? '-' : letter();
      templ += own;
      pending += own;
      if (i < columns && random.below(3) != 0) {
        inRange += pairs.empty() ? std::string(1, own) : pending;
        pairs.emplace_back(i, j);
        i += 1 + static_cast<Index>(random.below(3) == 0 ? random.below(5) : 0);
        pending.clear();
      }
      for (auto n = random.below(4) == 0 ? random.below(5) : 0; n > 0; --n) {
        const char inserted = letter();
        templ += static_cast<char>(std::tolower(inserted));
        pending += inserted;
      }
    }
    std::erase(inRange, '-');
    std::string found = merged(columns, templ, pairs);
    std::erase(found, '-');
    for (char& c : found) c = static_cast<char>(std::toupper(c));
    EXPECT_EQ(found, inRange) << templ;
  }
}

TEST(MergeHits, insertsNotesAndAnnotationsOfTheQueryAreKept) {
  Alignment query = test::alignmentFromA3m(">ss_pred\nHHH\n>q some words\nAkAA\n>q2\nA-A\n");
  query.notes = {{"#", "title"}};
  const Alignment result =
      mergeHit(query, test::alignmentFromA3m(">t its words\nCDE\n>t2\nC-E\n"), pathOf({{0, 0}, {1, 1}, {2, 2}}));
  ASSERT_EQ(result.numRows(), 4);
  EXPECT_EQ(textOf(result, 0), "AkAA");
  EXPECT_EQ(textOf(result, 3), "C-E");
  EXPECT_EQ(result.rows[2].description, "its words");
  EXPECT_EQ(result.columnAnnotations, query.columnAnnotations);
  EXPECT_EQ(result.notes, query.notes);
}

TEST(OnMatchColumns, otherColumnsBecomeInserts) {
  Alignment alignment = test::alignmentOfRows({"ACDEF", "-C-EF", "A*D.F"});
  alignment.rows[0].inserts = {
      {0, {alphabet::codeOf('k')}}, {2, {alphabet::codeOf('m')}}, {5, {alphabet::codeOf('n')}}};
  alignment.columnAnnotations = {{"ss_pred", "HECHE"}};
  const Alignment reduced = onMatchColumns(alignment, {0, 2, 4});
  reduced.validate();
  EXPECT_EQ(textOf(reduced, 0), "kAcmDeFn");
  EXPECT_EQ(textOf(reduced, 1), "-c-eF");
  EXPECT_EQ(textOf(reduced, 2), "AxDF");
  EXPECT_EQ(reduced.columnAnnotations[0].symbols, "HCE");
}

TEST(ShownAlignment, rowsOfAProfileComeBack) {
  Random random(2);
  ProfileHmm profile = test::randomProfile(3, random, false);
  profile.shownSequences = {{"one first row", "AkC-"}, {"two", "-CD"}};
  const Alignment shown = shownAlignment(profile);
  EXPECT_EQ(textOf(shown, 0), "AkC-");
  EXPECT_EQ(textOf(shown, 1), "-CD");
  EXPECT_EQ(shown.rows[0].name, "one");
  EXPECT_EQ(shown.rows[0].description, "first row");
  profile.shownSequences = {{"short", "AC"}};
  EXPECT_THROW(shownAlignment(profile), Error);
  profile.shownSequences = {{"odd", "A?C"}};
  EXPECT_THROW(shownAlignment(profile), Error);
}

TEST(ShownAlignment, profileWithoutRowsShowsItsMaster) {
  Random random(3);
  ProfileHmm profile = test::randomProfile(3, random, false);
  profile.shownSequences.clear();
  profile.masterLetters = "A-C";
  EXPECT_EQ(textOf(shownAlignment(profile), 0), "A-C");
  profile.masterLetters.clear();
  profile.consensus = "xkC";
  EXPECT_EQ(textOf(shownAlignment(profile), 0), "XKC");
}

/// The reference program merges two halves of a family; path and alignments go in, its rows must come out.
TEST(MergeHitsReference, rowsAreThoseOfTheReferenceProgram) {
  const auto query = test::sharedFile("hh/a3m/fn3_A.a3m"), templ = test::sharedFile("hh/a3m/fn3_B.a3m");
  if (query.empty()) GTEST_SKIP() << "the reference data are not there";
  const test::TemporaryFolder folder;
  const std::string out = (folder.path() / "merged.a3m").string();
  const std::string command = "hhalign -i " + query.string() + " -t " + templ.string() + " -oa3m " + out + " -o " +
                              (folder.path() / "x.hhr").string() +
                              " -nocontxt -norealign -ssm 0 -corr 0 -v 0 > /dev/null 2>&1";
  if (std::system(command.c_str()) != 0) GTEST_SKIP() << "the reference program is not installed";

  AlignmentPath path;
  for (const auto& record : nlohmann::json::parse(test::readText(test::sharedFile("hh/alignments.json"))))
    if (record["query"] == "fn3_A" && record["template"] == "fn3_B" && record["option_set"] == "plain_a3m")
      for (const auto& diagonal : record["hits"][0]["diagonals"])
        for (Index k = 0; k < diagonal[2].get<Index>(); ++k)
          path.steps.push_back({PairState::MM, diagonal[0].get<Index>() - 1 + k, diagonal[1].get<Index>() - 1 + k});
  const Alignment ours =
      mergeHit(test::alignmentFromA3m(test::readText(query)), test::alignmentFromA3m(test::readText(templ)), path);
  std::map<std::string, std::string> rows;
  for (Index row = 0; row < ours.numRows(); ++row) rows[ours.rows[static_cast<size_t>(row)].name] = textOf(ours, row);

  const Alignment expected = test::alignmentFromA3m(test::readText(out));
  EXPECT_FALSE(path.steps.empty());
  EXPECT_GT(expected.numRows(), 1);
  int same = 0;
  for (Index row = 0; row < expected.numRows(); ++row) {
    const std::string found = rows[expected.rows[static_cast<size_t>(row)].name];
    EXPECT_EQ(found, textOf(expected, row)) << expected.rows[static_cast<size_t>(row)].name;
    if (found == textOf(expected, row)) ++same;
  }
  std::cout << "merged rows: " << same << " of " << expected.numRows() << " identical\n";
}
