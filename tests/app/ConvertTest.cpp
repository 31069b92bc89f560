// "headlight convert": the same data in other formats, through the real program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/io/Format.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"

namespace convert_test {

using nlohmann::json;
using test::ProgramRun;
using test::runProgram;
using testing::HasSubstr;

const std::string kRows = ">one\nMKVLAAGIV\n>two\nMKV-AAwyGIV\n>three\n-RVLSAG--\n";

std::string sampleOf(const std::string& id) {
  for (const auto& format : engine::formats())
    if (format->id() == id) return format->sample();
  return {};
}

/// Name and letters of every row, without gaps of insert columns.
std::vector<std::string> rowsOf(const std::string& fasta) {
  std::vector<std::string> rows;
  std::istringstream lines(fasta);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('>'))
      rows.push_back(line + " ");
    else if (!rows.empty())
      rows.back() += line;
  }
  return rows;
}

class ConvertCommand : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder.path() / name).string(); }
  std::string file(const std::string& name, const std::string& text) const {
    test::writeText(path(name), text);
    return path(name);
  }
  void convert(const std::string& from, const std::string& to) const {
    const ProgramRun run = runProgram({"convert", path(from), path(to)});
    ASSERT_EQ(run.exitCode, 0) << from << " to " << to << ": " << run.errors;
  }
  test::TemporaryFolder folder;
};

TEST_F(ConvertCommand, alignmentsGoRoundThroughEveryFormatUnchanged) {
  file("rows.a3m", kRows);
  for (const char* suffix : {"a2m", "sto", "aln", "fa", "fasta.gz"}) {
    const std::string there = std::string("there.") + suffix;
    convert("rows.a3m", there);
    convert(there, "back.a3m");
    const std::vector<std::string> back = rowsOf(test::readText(path("back.a3m")));
    ASSERT_EQ(back.size(), 3U) << suffix;
    EXPECT_EQ(back[0], ">one MKVLAAGIV") << suffix;
    EXPECT_EQ(back[1], ">two MKV-AAwyGIV") << suffix;
    EXPECT_EQ(back[2], ">three -RVLSAG--") << suffix;
  }
}

TEST_F(ConvertCommand, profilesOfHmmerBecomeProfilesOfHhSuiteThatAlignAsTheyDid) {
  file("model.hmm", sampleOf("hmmer"));
  convert("model.hmm", "model.hhm");
  EXPECT_TRUE(test::readText(path("model.hhm")).starts_with("HHsearch"));
  const auto scoreOf = [this](const char* name) {
    const ProgramRun run = runProgram({"align", path(name), path(name), "--mode", "global", "--json"});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    return json::parse(run.output).at("alignments").at(0).at("score").get<double>();
  };
  EXPECT_NEAR(scoreOf("model.hhm"), scoreOf("model.hmm"), 0.1);
}

TEST_F(ConvertCommand, reportsBecomeAlignmentsOfTheirHits) {
  file("q.a3m", ">q1\nMKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ\n");
  file("t.a3m", ">t1\nAAMKTAYIAKWRQISFIKSHFSRNLEERLGVIEVQ\n");
  ASSERT_EQ(runProgram({"align", path("q.a3m"), path("t.a3m"), "--out", path("x.hhr")}).exitCode, 0);
  for (const char* name : {"x.a3m", "x.fa", "x.fasta", "x.sto"}) convert("x.hhr", name);
  const std::vector<std::string> rows = rowsOf(test::readText(path("x.a3m")));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0], ">q1 MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ");
  EXPECT_EQ(rows[1], ">t1 MKTAYIAKWRQISFIKSHFSRNLEERLGVIEVQ");
  EXPECT_EQ(rowsOf(test::readText(path("x.fa"))), rows);
  EXPECT_EQ(test::readText(path("x.fa")), test::readText(path("x.fasta")));
  EXPECT_THAT(test::readText(path("x.sto")), HasSubstr("STOCKHOLM"));
}

TEST_F(ConvertCommand, referenceReportsBecomeAlignmentsOnTheColumnsOfTheirQuery) {
  const auto reports = test::sharedFile("hh/hhr");
  if (reports.empty()) GTEST_SKIP() << "no reference data beside the checkout";
  int count = 0;
  for (const char* name : {"hba__myg__default", "globins4__globins45__mac", "FAM69B__Pkinase__plain"}) {
    const ProgramRun run = runProgram({"convert", reports / (std::string(name) + ".hhr"), "-", "--format", "a3m"});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    const std::vector<std::string> rows = rowsOf(run.output);
    ASSERT_GE(rows.size(), 2U) << name;
    const auto columns = [](const std::string& row) {
      const std::string letters = row.substr(row.rfind(' ') + 1);
      return std::count_if(letters.begin(), letters.end(), [](unsigned char c) { return c == '-' || std::isupper(c); });
    };
    EXPECT_EQ(columns(rows[1]), columns(rows[0])) << name;
    ++count;
  }
  std::printf("%d of 3 reference reports become alignments\n", count);
}

TEST_F(ConvertCommand, whatCannotHoldTheDataIsSaidAndNothingIsWritten) {
  file("rows.a3m", kRows);
  file("model.hmm", sampleOf("hmmer"));
  file("apart.fa", ">a\nMKV\n>b\nMK\n");
  const std::vector<std::vector<std::string>> mistakes{
      {"rows.a3m", "x.hhm"}, {"model.hmm", "x.a3m"}, {"apart.fa", "x.sto"}, {"missing.fa", "x.a3m"}};
  for (const auto& words : mistakes) {
    const ProgramRun run = runProgram({"convert", path(words[0]), path(words[1])});
    EXPECT_EQ(run.exitCode, 1) << words[0];
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_FALSE(std::filesystem::exists(path(words[1])));
  }
  const ProgramRun run = runProgram({"convert", path("rows.a3m"), path("y"), "--format", "frob"});
  EXPECT_EQ(run.exitCode, 2);
  EXPECT_THAT(run.errors, HasSubstr("--format: found \"frob\""));
  EXPECT_FALSE(std::filesystem::exists(path("y")));
}

TEST_F(ConvertCommand, takesTheCommonOptionsAndDescribesWhatItWrote) {
  file("rows.a3m", kRows);
  const ProgramRun run = runProgram({"convert", path("rows.a3m"), "--out", path("x.sto"), "--json", "--device", "cpu",
                                     "--threads", "2", "--seed", "1"});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  const json summary = json::parse(run.output);
  EXPECT_EQ(summary.at("output"), path("x.sto"));
  EXPECT_EQ(summary.at("kind"), "alignment");
  EXPECT_EQ(summary.at("rows"), 3);
  EXPECT_TRUE(std::filesystem::exists(path("x.sto")));
  EXPECT_EQ(runProgram({"convert", path("rows.a3m"), "x.a3m", "y.a3m"}).exitCode, 2);
  EXPECT_EQ(runProgram({"convert", path("rows.a3m"), path("x.sto"), "--device", "gpu"}).exitCode, 2);
}

}  // namespace convert_test
