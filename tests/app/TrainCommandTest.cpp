// headlight train from outside: what an interrupt leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

#include "tests/app/Program.h"
#include "tests/support/Files.h"

using test::ProgramRun;
using testing::HasSubstr;

namespace {

std::vector<std::string> endless(const std::string& out) {
  return {"train", "seq2seq",  "reverse", "--steps",      "1000000", "--width", "8", "--batch",
          "2",     "--judged", "16",      "--checkpoint", "2",       "--out",   out};
}

TEST(TrainCommand, anInterruptLeavesWhatWasLearnedByThen) {
  const test::TemporaryFolder folder;
  const std::string weights = (folder.path() / "weights.safetensors").string();
  // Until one has come behind the first look; a busy machine may take its time.
  ProgramRun run;
  for (int wait = 1000; wait < 60'000 && !std::filesystem::exists(weights); wait *= 2)
    run = test::runProgramAndSignal(endless(weights), SIGINT, std::chrono::milliseconds(wait));
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, HasSubstr("interrupted; wrote what there was: reverse, step "));
  ASSERT_TRUE(std::filesystem::exists(weights));
  const ProgramRun translated = test::runProgram({"translate", weights, "--text", "ACDE", "--longest", "6"});
  EXPECT_EQ(translated.exitCode, 0) << translated.errors;
  EXPECT_THAT(translated.output, HasSubstr("ACDE → "));
}

TEST(TrainCommand, stoppedEarlySaysSoAndIsTheSameEachTime) {
  const test::TemporaryFolder folder;
  const auto trained = [&](const char* name) {
    const std::string out = (folder.path() / name).string();
    const ProgramRun run = test::runProgram(
        {"train", "seq2seq", "reverse", "--steps", "50", "--stop", "3", "--judged", "16", "--out", out});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    return test::readText(out);
  };
  EXPECT_EQ(trained("one.safetensors"), trained("two.safetensors"));
  const ProgramRun told =
      test::runProgram({"train", "seq2seq", "reverse", "--steps", "50", "--stop", "3", "--judged", "16"});
  EXPECT_THAT(told.output, HasSubstr("reverse, step 3 of 50, weights"));
}

}  // namespace
