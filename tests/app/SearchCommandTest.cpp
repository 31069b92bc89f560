// Searching databases through the real program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/Program.h"
#include "tests/support/Files.h"

namespace search_command_test {

using nlohmann::json;
using test::ProgramRun;
using test::runProgram;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// The families that come with the program, and a query from one of them.
class SearchCommand : public testing::Test {
 protected:
  SearchCommand() {
    fs::create_directories(database());
    for (const char* name : {"lactate.a3m", "malate.a3m", "trypsins.a2m.gz"})
      fs::copy_file(test::sampleFile(name), database() / name);
    // Half of the rows of a family, so that the query is not in the database as it is.
    std::string half;
    std::istringstream lines(test::readText(test::sampleFile("malate.a3m")));
    int row = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with('>')) ++row;
      if (row % 2 == 0) half += line + "\n";
    }
    test::writeText(query(), half);
  }
  fs::path database() const { return folder.path() / "db"; }
  fs::path query() const { return folder.path() / "query.a3m"; }
  fs::path cache() const { return database() / ".headlight-cache"; }
  /// One alignment per template, so that hits are templates.
  ProgramRun search(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> command{"search", query(), database(), "--json", "--device", "cpu", "--alternatives", "1"};
    command.insert(command.end(), more.begin(), more.end());
    return runProgram(command);
  }
  json hits(const std::vector<std::string>& more = {}) const {
    const ProgramRun run = search(more);
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    return json::parse(run.output).at("hits");
  }
  test::TemporaryFolder folder;
};

TEST_F(SearchCommand, findsTheRightFamilyFirst) {
  const json found = hits();
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].at("entry"), "malate");
  EXPECT_EQ(found[1].at("entry"), "lactate");
  EXPECT_GT(found[0].at("probability"), 99);
  EXPECT_GT(found[1].at("probability"), 90);
  EXPECT_LT(found[2].at("probability"), found[1].at("probability"));
}

TEST_F(SearchCommand, makesTheCacheOnceAndAgainWhenFilesChange) {
  const json first = hits();
  ASSERT_TRUE(fs::exists(cache()));
  const auto time = fs::last_write_time(cache());
  EXPECT_EQ(hits(), first);
  EXPECT_EQ(fs::last_write_time(cache()), time);
  fs::remove(database() / "malate.a3m");
  const ProgramRun run = search();
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_THAT(run.errors, HasSubstr("cache"));
  EXPECT_EQ(json::parse(run.output).at("hits").size(), 2u);
  EXPECT_THAT(search().errors, testing::Not(HasSubstr("cache")));
}

TEST_F(SearchCommand, damagedCachesAreMadeAgain) {
  const json first = hits();
  const std::string whole = test::readText(cache());
  test::writeText(cache(), whole.substr(0, whole.size() / 2));
  EXPECT_EQ(hits(), first);
  EXPECT_EQ(test::readText(cache()), whole);
}

TEST_F(SearchCommand, resultsDoNotDependOnTheNumberOfThreads) {
  EXPECT_EQ(hits({"--threads", "1"}), hits({"--threads", "2"}));
}

TEST_F(SearchCommand, aTruncatedProfileOrAnEmptyFolderGivesOneClearError) {
  test::writeText(database() / "broken.hhm", "HHsearch 1.5\nNAME  broken\nLENG  4 match states\n");
  const ProgramRun run = search();
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, HasSubstr("broken"));
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
  EXPECT_FALSE(fs::exists(cache()));
  fs::create_directories(folder.path() / "empty");
  EXPECT_EQ(runProgram({"search", query(), folder.path() / "empty"}).exitCode, 1);
  EXPECT_EQ(runProgram({"search", query(), folder.path() / "missing"}).exitCode, 1);
  EXPECT_EQ(runProgram({"search", query()}).exitCode, 2);
}

TEST_F(SearchCommand, theDatabaseCanBeGivenAsAnOption) {
  const ProgramRun run = runProgram({"search", query(), "--database", database(), "--json"});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_EQ(json::parse(run.output).at("hits")[0].at("entry"), "malate");
}

TEST_F(SearchCommand, writesReportsAndAlignments) {
  const std::string report = folder.path() / "x.hhr", rows = folder.path() / "x.a3m";
  ASSERT_EQ(search({"--out", report}).exitCode, 0);
  EXPECT_THAT(test::readText(report), HasSubstr("Match_columns"));
  EXPECT_THAT(test::readText(report), HasSubstr("\nNo 1"));
  ASSERT_EQ(search({"--out", rows, "--iterations", "2"}).exitCode, 0);
  const std::string text = test::readText(rows);
  EXPECT_GT(std::count(text.begin(), text.end(), '>'), 20);
}

TEST_F(SearchCommand, itsReportReadsAsWhatWasFound) {
  const std::string report = folder.path() / "x.hhr";
  ASSERT_EQ(search({"--out", report}).exitCode, 0);
  EXPECT_THAT(test::readText(report), HasSubstr("\nCommand       headlight search query "));
  const ProgramRun read = runProgram({"convert", report, folder.path() / "again.json"});
  ASSERT_EQ(read.exitCode, 0) << read.errors;
  const json again = json::parse(test::readText(folder.path() / "again.json")).at("hits");
  const json found = hits();
  ASSERT_EQ(again.size(), found.size());
  for (size_t k = 0; k < found.size(); ++k) {
    for (const char* key : {"name", "columns", "length"}) EXPECT_EQ(again[k].at(key), found[k].at(key)) << key;
    EXPECT_NEAR(again[k].at("score").get<double>(), found[k].at("score").get<double>(), 0.006);
    EXPECT_NEAR(again[k].at("probability").get<double>(), found[k].at("probability").get<double>(), 0.006);
    const json &a = again[k].at("path"), &b = found[k].at("path");
    ASSERT_EQ(a.size(), b.size());
    for (size_t step = 0; step < a.size(); ++step)
      for (const char* key : {"state", "i", "j"}) EXPECT_EQ(a[step].at(key), b[step].at(key)) << k << ' ' << step;
  }
}

TEST_F(SearchCommand, toolsOfHhSuiteReadItsReports) {
  const fs::path scripts = "/usr/share/hhsuite/scripts";
  if (!fs::exists(scripts / "hh_reader.py") || !fs::exists("/usr/bin/python3"))
    GTEST_SKIP() << "the scripts of HH-suite are not installed";
  const fs::path report = folder.path() / "x.hhr", listed = folder.path() / "listed";
  ASSERT_EQ(search({"--out", report}).exitCode, 0);
  const json found = hits();
  const std::string script = "import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '" + scripts.string() +
                             "'); import hh_reader; [print(r.template_id, r.aligned_cols, r.score) for r in "
                             "hh_reader.read_result(sys.argv[1])]";
  const std::string command = "python3 -c \"" + script + "\" " + report.string() + " > " + listed.string();
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::istringstream lines(test::readText(listed));
  size_t count = 0;
  for (std::string name, columns, score; lines >> name >> columns >> score; ++count) {
    ASSERT_LT(count, found.size());
    EXPECT_EQ(name, found[count].at("name").get<std::string>());
    EXPECT_EQ(std::stoi(columns), found[count].at("columns"));
    EXPECT_NEAR(std::stod(score), found[count].at("score").get<double>(), 0.006);
  }
  EXPECT_EQ(count, found.size());
  std::printf("%zu of %zu hits read by hh_reader.py\n", count, found.size());
}

TEST_F(SearchCommand, resultsTellWhatTheStagesOfThePrefilterLeft) {
  EXPECT_FALSE(json::parse(search().output).contains("prefilter"));
  const json stages = json::parse(search({"--prefilter", "on"}).output).at("prefilter");
  EXPECT_EQ(stages.at("templates"), 3);
  EXPECT_EQ(stages.at("ungapped_over_threshold"), 2) << "the trypsins are no kin";
  EXPECT_EQ(stages.at("scored_with_gaps"), 3) << "so few are all kept";
  EXPECT_EQ(stages.at("kept"), 3);
  EXPECT_EQ(stages.at("threshold_bits"), "2.50 + log2(Nq Nt)");
  EXPECT_EQ(stages.at("max_evalue"), 1000);
}

TEST_F(SearchCommand, prefilterAndCalibrationFindTheSameFamilyFirst) {
  EXPECT_EQ(hits({"--prefilter", "on"})[0].at("entry"), "malate");
  EXPECT_EQ(hits({"--statistics", "calibrated", "--shuffled", "200"})[0].at("entry"), "malate");
  EXPECT_EQ(hits({"--templates", "1"}).size(), 1u);
}

TEST_F(SearchCommand, calibratesScoresAgainstChance) {
  const fs::path out = folder.path() / "c.npz";
  const ProgramRun run = runProgram({"calibrate", query(), database(), "--shuffled", "200", "--out", out});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_TRUE(fs::exists(out));
}

}  // namespace search_command_test
