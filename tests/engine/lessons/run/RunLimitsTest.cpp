#include "engine/lessons/results/RunLimits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "engine/lessons/run/LessonGraph.h"
#include "engine/lessons/run/RunOperation.h"
#include "tests/engine/lessons/run/TinyLesson.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using testing::HasSubstr;

namespace {

constexpr double kMegabyte = 1e6;

/// The block of a lesson with one run.
std::shared_ptr<const RunBlock> onlyRun(const test::TinyLesson& lesson) {
  for (const LessonDefinition& definition : lesson.run->graph().definitions)
    if (definition.run) return definition.run;
  return nullptr;
}

RunResult run(const std::string& lines, const RunLimits& limits) {
  const test::TinyLesson lesson("## One {#one}\n```run\n" + lines + "\n```\n");
  const auto block = onlyRun(lesson);
  Progress none;
  return runOperation(*block, NamedValues({}), Compute{}, none, {}, limits);
}

}  // namespace

TEST(RunLimits, knowTheMemoryInUse) {
  const double before = residentBytes();
  EXPECT_GT(before, kMegabyte);
  const std::vector<char> taken(200'000'000, 'x');
  EXPECT_GT(residentBytes(), before + 100 * kMegabyte) << taken[7];
}

TEST(RunLimits, endWhatTakesMoreMemory) {
  Progress none;
  LimitedProgress limited(none, {1e9, 50 * kMegabyte});
  EXPECT_NO_THROW(limited.update(0, "begins"));
  LimitedProgress other(none, {1e9, 50 * kMegabyte});
  const std::vector<char> taken(70'000'000, 'x');
  EXPECT_NO_THROW(other.update(0.1, "two runs share twice as much")) << taken[7];
  const std::vector<char> more(200'000'000, 'x');
  LimitedProgress fresh(none, {1e9, 50 * kMegabyte});
  EXPECT_NO_THROW(fresh.update(0.1, "what was there before does not count")) << more[7];
  std::vector<std::vector<char>> all;
  const auto take = [&] {
    for (;;) {
      all.emplace_back(20'000'000, 'x');
      fresh.update(0.5, "takes");
    }
  };
  const std::string told = test::errorOf(take);
  EXPECT_THAT(told, HasSubstr("takes more than 0.05 GB of memory ("));
  EXPECT_THAT(told, HasSubstr("which is the most a run of a lesson may"));
}

TEST(RunLimits, endWhatTakesLonger) {
  Progress none;
  LimitedProgress limited(none, {-1, 1e9});
  EXPECT_THAT(test::errorOf([&] { limited.update(0, "begins"); }), HasSubstr("takes longer than -1 s"));
}

TEST(RunLimits, holdForOperationsOfAllKinds) {
  const std::string train = "train seq2seq\nset steps=2 judged=4 checkpoint=1\nout loss";
  EXPECT_THAT(test::errorOf([&] { run(train, {60, -1e12}); }), HasSubstr("GB of memory"));
  EXPECT_THAT(test::errorOf([&] { run(train, {-1, 1e9}); }), HasSubstr("takes longer than"));
  EXPECT_EQ(run(train, {}).arrays.count("loss"), 1u);
}

TEST(RunLimits, attentionIsRefusedBeforeItStarts) {
  const std::string attend = "attention dot\nin Q=[1 0] K=[2 0; 1 1] V=[1; 4]\nout A";
  EXPECT_THAT(test::errorOf([&] { run(attend, {60, 10}); }), HasSubstr("a run of a lesson may take"));
  EXPECT_EQ(std::get<LessonArray>(*run(attend, {}).arrays.at("A")).size(), 2);
}
