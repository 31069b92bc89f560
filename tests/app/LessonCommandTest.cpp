// headlight lesson from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/Program.h"
#include "tests/support/Files.h"

using test::ProgramRun;
using test::runProgram;
using testing::HasSubstr;

TEST(LessonCommand, listsLessons) {
  const ProgramRun run = runProgram({"lesson"});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("From scores to weights (7 steps, 12 minutes, en)"));
  const auto json = nlohmann::json::parse(runProgram({"lesson", "--json"}).output);
  ASSERT_FALSE(json.at("lessons").empty());
  EXPECT_TRUE(json.at("lessons")[0].contains("goal"));
  EXPECT_THAT(run.output, HasSubstr("Alignments: profile, viterbi, posterior (51 minutes)"));
  for (const auto& path : json.at("paths"))
    EXPECT_GE(path.at("lessons").size(), 2u) << "what there is not is left out, and with it a path of one lesson";
}

TEST(LessonCommand, checksWhatItWritesAsNew) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "mine.md").string();
  EXPECT_EQ(runProgram({"lesson", "--new", "mine", "--out", path}).exitCode, 0);
  const ProgramRun run = runProgram({"lesson", "--check", path});
  EXPECT_EQ(run.exitCode, 0) << run.output << run.errors;
  EXPECT_THAT(run.output, HasSubstr("1 lesson, 0 errors"));
  EXPECT_EQ(runProgram({"lesson", "--new", "mine", "--out", path}).exitCode, 1);  // is there already
  EXPECT_EQ(runProgram({"lesson", "--new", "Mine!"}).exitCode, 2);
}

TEST(LessonCommand, tellsFileLineAndColumn) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "mine.md").string();
  runProgram({"lesson", "--new", "mine", "--out", path});
  std::string text = test::readText(path);
  text.replace(text.find("```picture"), 10, "```pictre");
  test::writeText(path, text);
  const ProgramRun run = runProgram({"lesson", "--check", path, "--quiet"});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.output, HasSubstr("mine.md:39:4: unknown block \"pictre\", did you mean \"picture\"?"));
  const auto json = nlohmann::json::parse(runProgram({"lesson", "--check", path, "--json"}).output);
  EXPECT_EQ(json.at("lessons")[0].at("problems")[0].at("line"), 39);
  EXPECT_GE(json.at("errors"), 1);
}

TEST(LessonCommand, readsALessonOut) {
  const ProgramRun told = runProgram({"lesson", "softmax", "--text", "--answers", "--step", "share"});
  EXPECT_EQ(told.exitCode, 0) << told.errors;
  EXPECT_THAT(told.output, HasSubstr("Exponential, then share"));
  EXPECT_THAT(told.output, HasSubstr("0.644"));
  const ProgramRun asked = runProgram({"lesson", "softmax", "--text", "--step", "2"});  // nobody answers
  EXPECT_EQ(asked.exitCode, 0) << asked.errors;
  EXPECT_THAT(asked.output, HasSubstr("What share does the first key get?"));
  EXPECT_EQ(runProgram({"lesson", "softmax", "--text", "--step", "nowhere"}).exitCode, 1);
  EXPECT_EQ(runProgram({"lesson", "--text"}).exitCode, 2);
}

TEST(LessonCommand, printsAHandout) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "x.pdf").string();
  const ProgramRun run = runProgram({"lesson", "--print", "softmax", "--out", path, "--notes", "--paper", "letter"});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  EXPECT_THAT(run.output, HasSubstr("x.pdf, 5 pages"));
  EXPECT_THAT(test::readText(path), HasSubstr("/MediaBox [0 0 612"));
  EXPECT_EQ(runProgram({"lesson", "--print", "softmax", "--out", "x.txt"}).exitCode, 2);
  EXPECT_EQ(runProgram({"lesson", "--print", "softmax", "--out", path, "--paper", "a9"}).exitCode, 2);
  EXPECT_EQ(runProgram({"lesson", "--print", "no-such-lesson", "--out", path}).exitCode, 1);
}

TEST(LessonCommand, readsOwnDataInThePlaceOfASample) {
  const std::string own = "p=" + test::sampleFile("1emd_A.pdb.gz").string();
  const ProgramRun run = runProgram({"lesson", "layers", "--text", "--answers", "--step", "protein", "--own", own});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("Your own p: 1emd_A"));
  EXPECT_EQ(runProgram({"lesson", "softmax", "--text", "--own", "protein"}).exitCode, 2);
  EXPECT_EQ(runProgram({"lesson", "softmax", "--text", "--own", "protein=none.pdb"}).exitCode, 1);
}

TEST(LessonCommand, wrongUsageIsTold) {
  EXPECT_EQ(runProgram({"lesson", "--check"}).exitCode, 2);
  EXPECT_EQ(runProgram({"lesson", "--check", "no-such-file.md"}).exitCode, 1);
}
