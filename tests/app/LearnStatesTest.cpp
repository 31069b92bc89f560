// headlight learn-states from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/search/prefilter/ColumnStates.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"

using test::ProgramRun;
using test::runProgram;

TEST(LearnStates, folderAndItsFilesGiveTheSameReadableStates) {
  const test::TemporaryFolder folder;
  const std::string first = (folder.path() / "a.fa").string(), second = (folder.path() / "b.fa").string();
  test::writeText(first, ">one\nACDEFGHIKL\n>two\nACDEFGHIKV\n");
  test::writeText(second, ">one\nMNPQRSTVWY\n>two\nMNPQRSTVWA\n");
  const ProgramRun named = runProgram({"learn-states", first, second, "--count", "12", "--seed", "3"});
  EXPECT_EQ(named.exitCode, 0) << named.errors;
  EXPECT_EQ(engine::parseColumnStates(named.output, "output").count(), 12);

  const test::TemporaryFolder results;
  const std::string out = (results.path() / "states.txt").string();
  const ProgramRun byFolder =
      runProgram({"learn-states", folder.path().string(), "--count", "12", "--seed", "3", "--out", out});
  EXPECT_EQ(byFolder.exitCode, 0) << byFolder.errors;
  EXPECT_EQ(test::readText(out), named.output);
}

TEST(LearnStates, whatIsNoAlignmentIsNamedAndNothingIsWritten) {
  const test::TemporaryFolder folder;
  const std::string out = (folder.path() / "states.txt").string();
  const ProgramRun run = runProgram({"learn-states", test::sampleFile("1ldm_A.pdb.gz").string(), "--out", out});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, testing::HasSubstr("expected an alignment"));
  EXPECT_FALSE(std::filesystem::exists(out));
}
