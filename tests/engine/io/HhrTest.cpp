// Reports of HH-suite: read and written byte for byte, rebuilt from profiles and path, errors with line numbers.
#include <filesystem>
#include <iostream>
#include <map>

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/search/hits/HitRows.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/Files.h"

using namespace engine;
using testing::AllOf;
using testing::HasSubstr;

namespace fs = std::filesystem;

namespace hhr_test {

std::string sample() { return test::formatWithId("hhr").sample(); }
SearchResult readReport(const std::string& text) { return test::readAs("hhr", text).as<SearchResult>(); }

std::string statesOf(const AlignmentPath& path) {
  std::string text;
  for (const PathStep& step : path.steps) text += std::string(stateName(step.state)) + " ";
  return text;
}

TEST(Hhr, readsHeadTableAndScores) {
  const SearchResult result = readReport(sample());
  EXPECT_EQ(result.queryName, "first");
  EXPECT_EQ(result.queryDescription, "a query of three columns");
  EXPECT_EQ(result.numQueryColumns, 3);
  EXPECT_EQ(result.filterNote, "2 out of 2");
  EXPECT_EQ(result.queryNeff, 1.5);
  EXPECT_EQ(result.numSearched, 10);
  EXPECT_EQ(result.command, "hhsearch -i first.a3m -d database");
  ASSERT_EQ(result.hits.size(), 2u);
  const SearchHit& hit = result.hits[0];
  EXPECT_EQ(hit.name, "second");
  EXPECT_EQ(hit.description, "the best hit of all");
  EXPECT_NEAR(hit.scores.probability, 98.05, 0.005);
  EXPECT_DOUBLE_EQ(hit.scores.eValue, 2.7e-5);
  EXPECT_DOUBLE_EQ(hit.scores.pValue, 2.7e-6);
  EXPECT_NEAR(hit.scores.total, 20.25, 0.005);
  EXPECT_DOUBLE_EQ(hit.scores.secondaryStructure, 0.5);
  EXPECT_DOUBLE_EQ(hit.scores.sumProbabilities, 1.8);
  EXPECT_EQ(hit.numPairs, 2);
  EXPECT_EQ(hit.numColumns, 4);
  EXPECT_EQ(hit.identity, 50);
  EXPECT_EQ(hit.similarity, 0.378);
  EXPECT_EQ(hit.neff, 1.6);
  EXPECT_TRUE(std::isnan(result.hits[1].scores.sumProbabilities));
}

TEST(Hhr, readsThePathBetweenTheRows) {
  const SearchResult result = readReport(sample());
  const AlignmentPath& path = result.hits[0].path;
  ASSERT_EQ(statesOf(path), "MM MI MM ");
  EXPECT_EQ(path.steps[0].i, 0);
  EXPECT_EQ(path.steps[0].j, 1);
  EXPECT_EQ(path.steps[1].i, 1);
  EXPECT_EQ(path.steps[1].j, 1);
  EXPECT_EQ(path.steps[2].i, 2);
  EXPECT_EQ(path.steps[2].j, 2);
  EXPECT_DOUBLE_EQ(path.steps[0].posterior, 0.95);
  EXPECT_EQ(path.steps[1].posterior, -1);
  EXPECT_EQ(result.hits[0].rows.query, "ACkD");
  EXPECT_EQ(result.hits[0].rows.templateFirst, 2);
  EXPECT_EQ(result.hits[0].rows.templateResidues, 5);
  EXPECT_EQ(result.hits[0].rows.queryAnnotations.front().second, "Hh.E");
}

TEST(Hhr, writesTheSampleByteForByte) { EXPECT_EQ(test::rewritten("hhr", sample()), sample()); }

TEST(Hhr, blocksOfEightyColumnsAreJoined) {
  SearchResult result = readReport(sample());
  result.numQueryColumns = result.hits[0].numColumns = 500;
  HitRows& rows = result.hits[0].rows;
  rows.queryAnnotations.clear();
  rows.templateAnnotations.clear();
  rows.confidence.clear();
  rows.query = rows.queryConsensus = std::string(200, 'A');
  rows.templ = rows.templateConsensus = std::string(100, 'C') + std::string(90, '-') + std::string(10, 'C');
  rows.marks = std::string(100, '.') + std::string(90, ' ') + std::string(10, '.');
  const std::string text = test::formatWithId("hhr").write(std::make_shared<const SearchResult>(result));
  const SearchResult again = readReport(text);
  EXPECT_EQ(again.hits[0].rows.query, rows.query);
  EXPECT_EQ(again.hits[0].rows.templ, rows.templ);
  EXPECT_EQ(again.hits[0].rows.marks, rows.marks);
  EXPECT_EQ(again.hits[0].path.steps.size(), 200u);
}

TEST(Hhr, unknownNumbersAreDashesAndComeBackUnknown) {
  SearchResult result = readReport(sample());
  result.hits[0].scores.probability = result.hits[0].scores.eValue = result.hits[0].scores.pValue =
      PathScores::kUnknown;
  const std::string text = test::formatWithId("hhr").write(std::make_shared<const SearchResult>(result));
  EXPECT_THAT(text,
              AllOf(HasSubstr("best hit of all         -       -       -   20.2"), HasSubstr("Probab=-  E-value=-")));
  EXPECT_TRUE(std::isnan(readReport(text).hits[0].scores.eValue));
}

TEST(Hhr, aReportWithoutHitsIsLegal) {
  const std::string text = sample().substr(0, sample().find("  1 second")) + "\n";
  EXPECT_TRUE(readReport(text).hits.empty());
  EXPECT_EQ(test::rewritten("hhr", text), text);
}

TEST(Hhr, hitsOfTheTableAloneHaveNoPath) {
  const std::string text =
      test::replaced(sample().substr(0, sample().find("No 2\n")), "   1    2-2       4-4 ", "   2    2-3       3-4 ");
  const SearchResult result = readReport(text);
  ASSERT_EQ(result.hits.size(), 2u);
  EXPECT_TRUE(result.hits[1].path.steps.empty());
  EXPECT_EQ(result.hits[1].name, "third");
}

TEST(Hhr, aHitOfOnePairNeedsNoRows) {
  // As HH-suite 3.3 reports a path of which one pair is left.
  const std::string text = sample().substr(0, sample().find("Q first             2 C"));
  const SearchResult result = readReport(text);
  ASSERT_EQ(statesOf(result.hits[1].path), "MM ");
  EXPECT_EQ(result.hits[1].path.steps[0].i, 1);
  EXPECT_EQ(result.hits[1].path.steps[0].j, 3);
  EXPECT_EQ(test::rewritten("hhr", text), text);
}

TEST(Hhr, smallNumbersKeepToTheirColumns) {
  std::string text = test::replaced(sample(), "2.7E-05 2.7E-06", " 2E-186  3E-187");
  text = test::replaced(text, "E-value=2.7e-05", "E-value=1.6e-186");
  EXPECT_EQ(test::rewritten("hhr", text), text);
}

TEST(Hhr, zeroAndHalvesAreWrittenAsHhsuiteDoes) {
  SearchResult result = readReport(sample());
  result.hits[0].scores.pValue = result.hits[0].scores.eValue = 0;
  result.hits[0].identity = 12.5;
  const std::string text = test::formatWithId("hhr").write(std::make_shared<const SearchResult>(result));
  EXPECT_THAT(text, AllOf(HasSubstr("   0E+00   0E+00 "), HasSubstr("  E-value=0  "), HasSubstr("Identities=13%")));
}

TEST(Hhr, residuesOfAGapMayStandOppositeColumns) {
  // The template has two residues behind its second column; the query goes on alone by one column.
  std::string text =
      test::replaced(sample(), "T second            3 A-.E    4 (5)", "T second            3 AxyE    6 (7)");
  const SearchResult result = readReport(text);
  EXPECT_EQ(statesOf(result.hits[0].path), "MM MI MM ");
  EXPECT_EQ(test::rewritten("hhr", text), text);
}

TEST(Hhr, aSequenceMayBeCalledLikeAnAnnotation) {
  std::string text = test::replaced(sample(), "Q first  ", "Q ss_me  ");
  text = test::replaced(text, "Query         first", "Query         ss_me");
  EXPECT_EQ(readReport(text).hits[0].rows.query, "ACkD");
  EXPECT_EQ(test::rewritten("hhr", text), text);
}

TEST(Hhr, reportsOfVersion2AreRead) {
  std::string text = test::replaced(sample(), "  Template_Neff=1.600", "");
  text = test::replaced(text, "  Template_Neff=1.000", "") + "Done!\n";
  // Without its consensus rows, with a second sequence of the query.
  text = test::replaced(text, "Q Consensus         1 ac.~    3 (3)\n", "Q other             7 AC.D    9 (9)\n");
  text = test::replaced(text, "T Consensus         2 a-.D    3 (4)\n", "");
  const SearchResult result = readReport(text);
  EXPECT_EQ(statesOf(result.hits[0].path), "MM MI MM ");
  EXPECT_EQ(result.hits[0].rows.query, "ACkD");
  EXPECT_TRUE(std::isnan(result.hits[0].neff));
}

TEST(Hhr, errorsSayLineAndWhatWasExpected) {
  const auto errorWith = [](const std::string& from, const std::string& to) {
    return test::readError("hhr", test::replaced(sample(), from, to), "x.hhr");
  };
  EXPECT_THAT(test::readError("hhr", "x\n"), AllOf(HasSubstr("line 1"), HasSubstr("Query")));
  EXPECT_THAT(errorWith("Match_columns 3", "Match_columns x"), AllOf(HasSubstr("x.hhr, line 2"), HasSubstr("\"x\"")));
  EXPECT_THAT(errorWith("  2 third ", "  3 third "), AllOf(HasSubstr("line 11"), HasSubstr("expected hit 2")));
  EXPECT_THAT(errorWith("(4)\n\nNo", "\n\nNo"), AllOf(HasSubstr("line 11"), HasSubstr("length of the template")));
  EXPECT_THAT(errorWith("No 2", "No 3"), AllOf(HasSubstr("2 hits of the table")));
  EXPECT_THAT(errorWith("No 2", "No 1"), HasSubstr("a second time"));
  EXPECT_THAT(errorWith("ACkD    4", "ACkD    5"), AllOf(HasSubstr("line 18"), HasSubstr("expected 1 to 4")));
  EXPECT_THAT(errorWith("Q Consensus         1 ac.~    3", "Q Consensus         1 ac.~~    4"),
              AllOf(HasSubstr("line 19"), HasSubstr("5 columns"), HasSubstr("expected 4")));
  EXPECT_THAT(errorWith("Aligned_cols=2", "Aligned_cols=1"), AllOf(HasSubstr("line 15"), HasSubstr("in the table")));
  EXPECT_THAT(errorWith("Probab=98.05", "Probab=good"), AllOf(HasSubstr("line 15"), HasSubstr("number")));
  EXPECT_THAT(errorWith("Match_columns 3", "Match_columns 2"), HasSubstr("expected at most 2"));
  EXPECT_THAT(errorWith("T Consensus         4 w    4 (4)", "T Consensus         4 .    4 (4)"),
              AllOf(HasSubstr("third"), HasSubstr("begin and end with a column of both")));
}

class HhrReference : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path folder = test::sharedFile("hh/hhr");
    if (folder.empty()) GTEST_SKIP() << "the reference data are not beside this checkout";
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) m_files.push_back(entry.path());
    std::sort(m_files.begin(), m_files.end());
  }
  static ProfileHmm profileOf(const std::string& name) {
    return test::readAs("hhm", test::readText(test::sharedFile("hh/hhm") / (name + ".hhm"))).as<ProfileHmm>();
  }
  std::vector<fs::path> m_files;
};

TEST_F(HhrReference, everyReportIsWrittenBackByteForByte) {
  int numSame = 0;
  for (const fs::path& file : m_files) {
    const std::string content = test::readText(file);
    const std::string written = test::rewritten("hhr", content);
    EXPECT_EQ(written, content) << file;
    numSame += written == content;
  }
  std::cout << "reports written back byte for byte: " << numSame << " of " << m_files.size() << "\n";
}

/// Rows that depend on letters alone, not on pseudocounts.
bool sameLetters(const HitRows& a, const HitRows& b) {
  return a.query == b.query && a.queryConsensus == b.queryConsensus && a.templ == b.templ &&
         a.templateConsensus == b.templateConsensus && a.queryFirst == b.queryFirst &&
         a.templateFirst == b.templateFirst && a.queryResidues == b.queryResidues &&
         a.templateResidues == b.templateResidues && a.queryAnnotations == b.queryAnnotations &&
         a.templateAnnotations == b.templateAnnotations;
}

constexpr double kSimilarityTolerance = 0.00051;  ///< three decimals are printed

TEST_F(HhrReference, rowsAndSimilaritiesFollowFromProfilesAndPath) {
  int numHits = 0, numLetters = 0, numMarks = 0, numWithMarks = 0, numSimilar = 0;
  for (const fs::path& file : m_files) {
    const std::string name = file.stem().string();
    const size_t cut = name.find("__"), end = name.rfind("__");
    const ProfileAlignmentOptions options = alignmentOptions(Preset::hhsuite33);
    const SubstitutionMatrix& matrix = presetMatrix(Preset::hhsuite33);
    const auto prepared = [&](const ProfileHmm& profile) {
      return withTransitionPseudocounts(withEmissionPseudocounts(profile, matrix, options.emissions),
                                        options.transitions);
    };
    const ProfileHmm query = prepared(profileOf(name.substr(0, cut)));
    const ProfileHmm templ = prepared(profileOf(name.substr(cut + 2, end - cut - 2)));
    const ColumnScorer scorer(query, templ, NullModel::pair);
    for (const SearchHit& hit : readReport(test::readText(file)).hits) {
      ++numHits;
      const PathDescription found = describedPath(query, templ, hit.path, scorer, matrix);
      numLetters += sameLetters(found.rows, hit.rows);
      EXPECT_TRUE(sameLetters(found.rows, hit.rows)) << name << "\n" << found.rows.query << "\n" << hit.rows.query;
      EXPECT_EQ(found.numPairs, hit.numPairs) << name;
      EXPECT_EQ(found.rows.confidence, hit.rows.confidence) << name;
      const bool isSimilar = std::abs(found.similarity - hit.similarity) < kSimilarityTolerance &&
                             std::abs(found.identity - hit.identity) <= 0.5;
      EXPECT_TRUE(isSimilar) << name << ": " << found.similarity << " " << hit.similarity << ", " << found.identity
                             << " " << hit.identity;
      numSimilar += isSimilar;
      // The default set has context-specific pseudocounts, whose library is not part of this.
      if (name.ends_with("default")) continue;
      ++numWithMarks;
      numMarks += found.rows.marks == hit.rows.marks;
      EXPECT_EQ(found.rows.marks, hit.rows.marks) << name;
    }
  }
  std::cout << "hits whose rows are the same: letters " << numLetters << " of " << numHits << ", marks " << numMarks
            << " of " << numWithMarks << ", identity and similarity " << numSimilar << " of " << numHits << "\n";
}

}  // namespace hhr_test
