// Steps that are computed while nobody does anything.
#include <gmock/gmock.h>

#include <QSignalSpy>

#include "engine/lessons/expression/SettingTarget.h"
#include "engine/lessons/run/LessonRun.h"
#include "tests/ui/lessons/OpenLesson.h"
#include "ui/lessons/StepPreparer.h"

namespace preparing_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string stepText(const std::string& slug) {
  return "## " + slug + " {#" + slug +
         "}\n\nThey wait {waits[2]} times.\n\n```control sizes\nstepper n 2..64 start 16\n```\n\n"
         "```run paths\nlayer-paths\nset tokens=n width=8 kernel=" + std::to_string(3 + 2 * (slug.back() % 5)) +
         "\nout waits\n```\n\n";
}

class Preparing : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string text = "---\nheadlight-lesson: 1\nid: tiny\ntitle: Tiny\ngoal: Say it.\nminutes: 3\n---\n\n";
    for (const char* slug : {"a", "b", "c", "d", "e"}) text += stepText(slug);
    engine::LessonProblems problems;
    auto lesson = std::make_shared<const engine::Lesson>(engine::parseLesson(text, "tiny.md", problems));
    run = std::make_shared<engine::LessonRun>(lesson, test::sampleFile("").parent_path(), engine::Compute{nullptr, 1});
    ASSERT_TRUE(problems.sorted().empty() && run->problems().empty());
    player.show();
    preparer = std::make_unique<ui::StepPreparer>(
        run, [this](int step) { return states[step]; }, [this] { return isAtRest; }, player);
    spy = std::make_unique<QSignalSpy>(preparer.get(), &ui::StepPreparer::prepared);
  }
  bool waitUntilDone() {
    return QTest::qWaitFor([this] { return preparer->isDone(); }, test::kLessonPatience);
  }
  std::vector<int> prepared() const {
    std::vector<int> steps;
    for (const QList<QVariant>& call : *spy) steps.push_back(call[0].toInt());
    return steps;
  }
  /// Runs that the player's run needs for this.
  std::size_t runsFor(int step, const engine::StepState& state) {
    engine::Progress none;
    const std::size_t before = run->numRuns();
    run->values(step, state, none);
    return run->numRuns() - before;
  }

  std::shared_ptr<engine::LessonRun> run;
  std::map<int, engine::StepState> states;
  bool isAtRest = true;
  QWidget player;
  std::unique_ptr<ui::StepPreparer> preparer;
  std::unique_ptr<QSignalSpy> spy;
};

TEST_F(Preparing, theNearestComesFirstAndTheNextBeforeTheOneBefore) {
  preparer->follow(1);
  ASSERT_TRUE(waitUntilDone());
  EXPECT_THAT(prepared(), ElementsAre(2, 0, 3, 4));
  spy->clear();
  preparer->follow(4);
  ASSERT_TRUE(waitUntilDone());
  EXPECT_THAT(prepared(), ElementsAre(3, 2, 1, 0));
}

TEST_F(Preparing, whatIsPreparedNeedsNoRunWhenItIsWanted) {
  preparer->follow(0);
  ASSERT_TRUE(waitUntilDone());
  for (const int step : {1, 4}) EXPECT_EQ(runsFor(step, {}), 0u) << step;
}

TEST_F(Preparing, anotherSettingIsNotAnsweredWithWhatWasPrepared) {
  preparer->follow(0);
  ASSERT_TRUE(waitUntilDone());
  engine::StepState moved;
  moved.settings["n"] = engine::settingValue("9");
  engine::Progress none;
  const auto values = run->values(1, moved, none);
  EXPECT_EQ(run->numRuns(), 1u);
  EXPECT_EQ(std::get<engine::LessonArray>(*values->find("waits"))[1], 9);
}

TEST_F(Preparing, stepsArePreparedAsTheyWereLeft) {
  states[1].settings["n"] = engine::settingValue("9");
  preparer->follow(0);
  ASSERT_TRUE(waitUntilDone());
  EXPECT_EQ(runsFor(1, states[1]), 0u);
  EXPECT_EQ(runsFor(1, {}), 1u);
}

TEST_F(Preparing, aWishEndsItBeforeItBegins) {
  preparer->follow(0);
  preparer->giveUp();
  EXPECT_TRUE(waitUntilDone());
  QTest::qWait(400);
  EXPECT_THAT(prepared(), IsEmpty());
}

TEST_F(Preparing, nothingIsPreparedBeforeThePlayerIsAtRest) {
  isAtRest = false;
  preparer->follow(0);
  QTest::qWait(700);
  EXPECT_THAT(prepared(), IsEmpty());
  isAtRest = true;
  ASSERT_TRUE(waitUntilDone());
  EXPECT_THAT(prepared(), ElementsAre(1, 2, 3, 4));
}

TEST_F(Preparing, leavingThePlayerEndsItAndComingBackGoesOn) {
  preparer->follow(0);
  player.hide();
  EXPECT_TRUE(preparer->isDone());
  preparer->follow(0);
  EXPECT_TRUE(preparer->isDone()) << "hidden";
  player.show();
  ASSERT_TRUE(waitUntilDone());
  EXPECT_THAT(prepared(), ElementsAre(1, 2, 3, 4));
}

using PreparingPlayer = test::OpenLesson;

TEST_F(PreparingPlayer, thePlayerPreparesAllStepsButTheOneThatIsShown) {
  openSoftmax();
  auto* preparer = player->findChild<ui::StepPreparer*>();
  ASSERT_TRUE(preparer);
  QSignalSpy prepared(preparer, &ui::StepPreparer::prepared);
  ASSERT_TRUE(QTest::qWaitFor([&] { return preparer->isDone(); }, test::kLessonPatience));
  EXPECT_EQ(prepared.count(), 6);
  player->goTo(1);
  EXPECT_TRUE(preparer->isDone()) << "a step is wanted";
  ASSERT_TRUE(rest());
  EXPECT_FALSE(preparer->isDone());
}

}  // namespace preparing_test
