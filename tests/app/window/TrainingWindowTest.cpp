// A training in the window: it is seen from its first steps on, halted, let go on, kept or dropped.
#include <QLabel>
#include <QPushButton>

#include "app/window/RunOperation.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/views/training/TrainingBar.h"
#include "ui/views/training/TrainingView.h"

namespace training_window_test {

class TrainingWindowTest : public test::SampleWindow {
 protected:
  /// One that would take an hour, on the trypsins of the sample session, unless it has fewer steps.
  ui::TrainingView* begin(std::int64_t steps = 100000) {
    session.openFiles({QString::fromStdString(test::sampleFile("trypsins.a2m.gz"))});
    const auto rows = [&]() -> engine::DatasetPtr {
      for (const engine::DatasetPtr& dataset : session.document().datasets())
        if (dataset->source.ends_with("trypsins.a2m.gz")) return dataset;
      return nullptr;
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return rows() != nullptr; }, test::kPatience));
    engine::Request request{"train factored", {rows()->id, "1a0j"}, {}, "trained"};
    request.parameters.set("steps", steps);
    request.parameters.set("heads", std::int64_t{4});
    request.parameters.set("batch", std::int64_t{8});
    app::runAndShow(window->workspace(), request);
    EXPECT_TRUE(QTest::qWaitFor([&] { return training() && training()->shown().numSteps() > 1; }, test::kPatience));
    return training();
  }
  ui::TrainingView* training() { return qobject_cast<ui::TrainingView*>(view("training")); }
  static void click(QPushButton& button) {
    ASSERT_TRUE(button.isVisible());
    QTest::mouseClick(&button, Qt::LeftButton);
  }
  bool isAnythingThere() const { return session.document().find("trained") != nullptr; }
};

TEST_F(TrainingWindowTest, isSeenGrowingHaltedAndResumed) {
  ui::TrainingView* const shown = begin();
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->datasetIds(), std::vector<engine::DatasetId>{"trained.course"});
  EXPECT_EQ(window->workspace().activeView(), shown);
  const engine::Index first = shown->shown().numSteps();
  ASSERT_TRUE(QTest::qWaitFor([&] { return shown->shown().numSteps() > first; }, test::kPatience));
  click(shown->bar().pause());
  QTest::qWait(700);
  const engine::Index halted = shown->shown().numSteps();
  QTest::qWait(500);
  EXPECT_EQ(shown->shown().numSteps(), halted);
  click(shown->bar().pause());
  EXPECT_TRUE(QTest::qWaitFor([&] { return shown->shown().numSteps() > halted; }, test::kPatience));
  click(shown->bar().stop());
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, test::kPatience));
  EXPECT_TRUE(isAnythingThere());
  EXPECT_TRUE(QTest::qWaitFor([&] { return shown->bar().start().isVisible(); }, test::kPatience));
}

TEST_F(TrainingWindowTest, begunAgainIsWatchedInTheSameView) {
  ui::TrainingView* const shown = begin(4);
  ASSERT_TRUE(shown);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, test::kPatience));
  ASSERT_TRUE(QTest::qWaitFor([&] { return shown->bar().start().isVisible(); }, test::kPatience));
  const size_t numViews = window->workspace().views().size();
  click(shown->bar().start());
  ASSERT_TRUE(QTest::qWaitFor(
      [&] {
        const std::vector<engine::DatasetId> ids = shown->datasetIds();
        return !ids.empty() && ids.front().text() != "trained.course" && ids.front().text().ends_with(".course");
      },
      test::kPatience));
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, test::kPatience));
  QTest::qWait(200);
  EXPECT_EQ(window->workspace().views().size(), numViews);
  EXPECT_TRUE(isAnythingThere()) << "the first result stays";
}

TEST_F(TrainingWindowTest, continuesFromWhatWasLearned) {
  ui::TrainingView* const shown = begin(4);
  ASSERT_TRUE(shown);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, test::kPatience));
  ASSERT_TRUE(QTest::qWaitFor([&] { return shown->bar().goOn().isVisible(); }, test::kPatience));
  EXPECT_EQ(shown->shown().numSteps(), 4);
  click(shown->bar().goOn());
  EXPECT_TRUE(QTest::qWaitFor([&] { return shown->shown().numSteps() == 6; }, test::kPatience)) << "half as many more";
  EXPECT_NE(shown->datasetIds(), std::vector<engine::DatasetId>{"trained.course"});
}

TEST_F(TrainingWindowTest, isDroppedWithAllThatWasShown) {
  ui::TrainingView* const shown = begin();
  ASSERT_TRUE(shown);
  click(shown->bar().cancel());
  QTest::qWait(300);
  EXPECT_FALSE(isAnythingThere());
  ASSERT_EQ(training(), shown) << "the view stays, to begin anew";
  EXPECT_TRUE(shown->datasetIds().empty());
}

}  // namespace training_window_test
