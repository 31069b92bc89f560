// Alignments and searches of a query with a His tag against HH-suite 3.3.0: numbers of a run of it, and, where it is
// installed, the program itself.
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/search/hits/SearchResult.h"
#include "tests/support/Files.h"

namespace tags_reference_test {

using namespace engine;

// Made up: two families with a tag each, alike in what follows.
const std::string kQuery =
    ">q0\nMGSSHHHHHHSSGLVPRGSHKLVKLMELPSCGCSQAYWPNEALAEFAKKTLPLPKGYYTQ\n"
    ">q1\nMESSEHHVHHSAGQSPEGFHKLVAKEELISCGCSAVYWPNEALLEFAKKTLPLPKGYYTQ\n"
    ">q2\nMGPSHHHHHHSRNLQPRGAHKEVKLMELKSCGCSQLYWPNEAEAEFAKKTAPQPKGDYSD\n";
const std::string kTemplate =
    ">t0\nMKATHHHHHHAGSSLVPRGSFAVTVMELYACGCWQFAWLEEPKGEFTIKTYGLGCGNKTM\n"
    ">t1\nPKATHHHLAHAGSSLVPRGSVAKTVMELYACGRWQFVWLEEPKGEKTIKSSHLDCGNKTM\n"
    ">t2\nMFARHHHHHHAGTSLVLRGWFAVTVMLLYALKCWQFNWSEQPKGRLEIKTYGEGCGNKTR\n";

/// What a run says about its only alignment.
struct Told {
  double score = 0, sumProbabilities = 0;
  std::vector<std::pair<Index, Index>> pairs;  ///< 1-based
  std::vector<double> posteriors;              ///< of pairs
};

class Tags : public testing::TestWithParam<std::string> {
 protected:
  Tags() {
    std::filesystem::create_directories(folder.path() / "db");
    query = profile("q", kQuery);
    templ = profile("db/t", kTemplate);
  }

  /// Built, written as HHM and read again: what both programs see.
  DatasetPtr profile(const std::string& name, const std::string& rows) const {
    test::writeText(folder.path() / "rows.a3m", rows);
    const auto path = folder.path() / (name + ".hhm");
    ParameterValues hhsuite;
    hhsuite.set("preset", std::string("hhsuite-3.3"));
    save(run("profile", {loaded(folder.path() / "rows.a3m")}, hhsuite).front().value, path);
    std::filesystem::remove(folder.path() / "rows.a3m");
    return loaded(path);
  }
  static DatasetPtr loaded(const std::filesystem::path& path) {
    Diagnostics diagnostics;
    Progress progress;
    return std::make_shared<const Dataset>(load(path, diagnostics, progress));
  }
  static std::vector<Dataset> run(const std::string& id, const std::vector<DatasetPtr>& inputs,
                                  const ParameterValues& values) {
    Diagnostics diagnostics;
    Progress progress;
    return findOperation(id).run(inputs, values, {nullptr, 1}, diagnostics, progress);
  }

  static Told told(const AlignmentPath& path, const PathScores& scores) {
    Told result{scores.total, scores.sumProbabilities, {}, {}};
    for (const PathStep& step : path.steps) {
      if (step.state != PairState::MM) continue;
      result.pairs.emplace_back(step.i + 1, step.j + 1);
      result.posteriors.push_back(step.posterior);
    }
    return result;
  }
  /// With the tags of the parameter; "": as the preset has it.
  ParameterValues values() const {
    ParameterValues values;
    values.set("preset", std::string("hhsuite-3.3"));
    values.set("mac", std::string("on"));
    if (!GetParam().empty()) values.set("tags", GetParam());
    return values;
  }
  Told aligned() const {
    const Dataset result = run("align", {query, templ}, values()).front();
    const auto& alignment = *result.as<ProfileAlignment>();
    return told(alignment.paths.at(0), alignment.scores.at(0));
  }
  Told searched() const {
    ParameterValues asked = values();
    asked.set("database", (folder.path() / "db").string());
    asked.set("alternatives", std::int64_t{1});
    const Dataset result = run("search", {query}, asked).front();
    const SearchHit& hit = result.as<SearchResult>()->hits.at(0);
    return told(hit.path, hit.scores);
  }
  bool keeps() const { return GetParam() == "keep"; }

  test::TemporaryFolder folder;
  DatasetPtr query, templ;
};

TEST_P(Tags, alignAsHhalignAlignsThem) {
  const Told ours = aligned();
  EXPECT_NEAR(ours.score, keeps() ? 51.70 : 43.99, 0.01);
  EXPECT_NEAR(ours.sumProbabilities, keeps() ? 41.3 : 29.8, 0.05);
  ASSERT_EQ(ours.pairs.size(), keeps() ? 52u : 35u);
  EXPECT_EQ(ours.pairs.front(), (std::pair<Index, Index>(keeps() ? 4 : 22, keeps() ? 4 : 22)));
  EXPECT_EQ(ours.pairs.back(), (std::pair<Index, Index>(56, 56)));
  EXPECT_NEAR(ours.posteriors.front(), keeps() ? 0.3876 : 0.4506, 2e-4);
  EXPECT_NEAR(ours.posteriors[4], keeps() ? 0.4365 : 0.9687, 2e-4);
}

TEST_P(Tags, areOutOfTheWayFromTheStartOfASearch) {
  const Told ours = searched();
  EXPECT_NEAR(ours.score, keeps() ? 51.70 : 31.49, 0.01);
  EXPECT_EQ(ours.pairs.size(), keeps() ? 52u : 35u);
}

TEST_P(Tags, aHitOpensAsItWasFound) {
  ParameterValues asked = values();
  asked.set("database", (folder.path() / "db").string());
  const auto found = std::make_shared<const Dataset>(run("search", {query}, asked).front());
  const Dataset opened = run("hit", {found}, {}).front();
  const auto& alignment = *opened.as<ProfileAlignment>();
  const SearchHit& hit = found->as<SearchResult>()->hits.at(0);
  EXPECT_EQ(told(alignment.paths.at(0), alignment.scores.at(0)).pairs, told(hit.path, hit.scores).pairs);
  EXPECT_EQ(alignment.scores.at(0).eValue, hit.scores.eValue);
}

class TagsBesideTheProgram : public Tags {};

/// The lines "i j score SS probab" of hhalign's -atab.
Told readTable(const std::filesystem::path& path) {
  Told result;
  std::istringstream lines(test::readText(path));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Index i = 0, j = 0;
    double score = 0, structure = 0, posterior = 0;
    if (!(words >> i >> j >> score >> structure >> posterior)) continue;
    result.pairs.emplace_back(i, j);
    result.posteriors.push_back(posterior);
  }
  return result;
}

TEST_P(TagsBesideTheProgram, haveItsPairsAndPosteriors) {
  if (std::system("hhalign -h >/dev/null 2>&1") != 0) GTEST_SKIP() << "hhalign is not installed";
  const std::string at = folder.path().string();
  const std::string command = "hhalign -i " + at + "/q.hhm -t " + at + "/db/t.hhm -nocontxt -v 0 " +
                              (keeps() ? "-tags" : "-notags") + " -atab " + at + "/pairs -o " + at + "/report >" + at +
                              "/log 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << test::readText(folder.path() / "log");
  const Told ours = aligned(), theirs = readTable(folder.path() / "pairs");
  ASSERT_FALSE(theirs.pairs.empty());
  ASSERT_EQ(ours.pairs, theirs.pairs);
  for (size_t k = 0; k < theirs.pairs.size(); ++k) EXPECT_NEAR(ours.posteriors[k], theirs.posteriors[k], 2e-4) << k;
}

INSTANTIATE_TEST_SUITE_P(Parameters, Tags, testing::Values("", "keep", "neutralise"),
                         [](const auto& info) { return info.param.empty() ? "unsaid" : info.param; });

INSTANTIATE_TEST_SUITE_P(Parameters, TagsBesideTheProgram, testing::Values("", "keep"),
                         [](const auto& info) { return info.param.empty() ? "unsaid" : info.param; });

TEST(TagsByDefault, areKeptAndTakenOutWhenAskedFor) {
  const Operation& align = findOperation("align");
  EXPECT_EQ(completed(align.parameters(), {}).text("tags"), "keep");
  EXPECT_EQ(completed(findOperation("search").parameters(), {}).text("tags"), "keep");
  ParameterValues guide;
  guide.set("preset", std::string("guide"));
  EXPECT_EQ(completed(align.parameters(), guide).text("tags"), "keep");
}

}  // namespace tags_reference_test
