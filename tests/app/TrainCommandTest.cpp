// headlight train from outside: what an interrupt leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

#include "engine/base/Array.h"
#include "engine/io/Format.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"

using test::ProgramRun;
using testing::HasSubstr;

namespace train_command_test {

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

/// A folder, which is not there before the end.
TEST(TrainCommand, killedWorkGoesOnToTheSameBits) {
  const test::TemporaryFolder folder;
  const auto command = [&](const char* out) {
    return std::vector<std::string>{"train", "factored", test::sampleFile("trypsins.a2m.gz"), "--batch", "8", "--heads",
                                    "4",     "--steps",  "100000", "--out", (folder.path() / out).string() + "/"};
  };
  const auto until = [](std::vector<std::string> words, engine::Index step) {
    words.insert(words.end(), {"--stop", std::to_string(step)});
    return words;
  };
  const std::filesystem::path kept = folder.path() / "killed.unfinished";
  for (int wait = 4000; wait < 60'000 && !std::filesystem::exists(kept); wait *= 2)
    EXPECT_EQ(test::runProgramAndSignal(command("killed"), SIGKILL, std::chrono::milliseconds(wait)).exitCode, -1);
  ASSERT_TRUE(std::filesystem::exists(kept));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "killed"));
  engine::Diagnostics diagnostics;
  engine::Progress none;
  std::filesystem::copy(kept, folder.path() / "kept.safetensors");
  const engine::Dataset learned = engine::load(folder.path() / "kept.safetensors", diagnostics, none);
  const engine::Index steps = engine::shapeOf(learned.as<engine::ArrayBundle>()->at("losses")).at(0);
  EXPECT_GT(steps, 0);
  const ProgramRun resumed = test::runProgram(until(command("killed"), steps + 3));
  ASSERT_EQ(resumed.exitCode, 0) << resumed.errors;
  EXPECT_FALSE(std::filesystem::exists(kept)) << "nothing is left of finished work";
  ASSERT_EQ(test::runProgram(until(command("whole"), steps + 3)).exitCode, 0);
  // All but the note, which names the file of unfinished work.
  for (const char* name : {"query", "key", "value", "bias", "losses", "adam_m.query", "adam_v.value"}) {
    const auto values = [&](const char* out) {
      const engine::Dataset file = engine::load(folder.path() / out / "train-factored.weights.npz", diagnostics, none);
      return engine::numbersOf<double>(*file.as<engine::ArrayBundle>(), name);
    };
    EXPECT_TRUE(values("killed") == values("whole")) << name;
  }
}

}  // namespace train_command_test
