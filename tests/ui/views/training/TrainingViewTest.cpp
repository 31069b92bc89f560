// The view of a training on a run of its own: paused, resumed, stopped, cancelled by its buttons; pairs and heads.
#include "ui/views/training/TrainingView.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "engine/io/Format.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "tests/ui/views/training/CourseSample.h"
#include "ui/views/training/TrainingBar.h"

namespace training_view_test {

using engine::Index;

constexpr QSize kSize(1100, 640);
constexpr int kPatience = 60000;

class TrainingViewTest : public ::testing::Test {
 protected:
  void SetUp() override {
    // As the window does it: what is replaced is shown anew.
    const auto follow = [this](const engine::DatasetPtr& dataset) {
      if (dataset->id.text() == "run.course") view.setDataset(dataset);
    };
    QObject::connect(&session.document(), &ui::Document::added, &view, follow);
    QObject::connect(&session.document(), &ui::Document::replaced, &view, follow);
    test::show(view, kSize);
  }
  void load(const char* file, const std::string& id) {
    engine::Diagnostics diagnostics;
    engine::Progress none;
    engine::Dataset dataset = engine::load(test::sampleFile(file), diagnostics, none);
    dataset.id = id;
    session.document().publish(std::make_shared<const engine::Dataset>(std::move(dataset)));
  }
  /// A training that would take minutes, seen after its first steps.
  ui::Job* begin() {
    load("trypsins.a2m.gz", "rows");
    load("1A0J_A.pdb.gz", "fold");
    engine::Request request{"train factored", {"rows", "fold"}, {}, "run"};
    request.parameters.set("steps", std::int64_t{20000});
    request.parameters.set("heads", std::int64_t{4});
    request.parameters.set("batch", std::int64_t{8});
    ui::Job* const job = session.run(request);
    EXPECT_TRUE(QTest::qWaitFor([&] { return view.shown().numSteps() > 1; }, kPatience));
    return job;
  }
  Index numSteps() const { return view.shown().numSteps(); }
  static void click(QPushButton& button) {
    ASSERT_TRUE(button.isVisible());
    QTest::mouseClick(&button, Qt::LeftButton);
  }

  ui::Session session;
  ui::TrainingView view{session};
};

TEST_F(TrainingViewTest, growsWhileItTrains) {
  ui::Job* const job = begin();
  EXPECT_EQ(view.runner().state(), ui::TrainingRunner::State::running);
  const Index first = numSteps();
  EXPECT_TRUE(QTest::qWaitFor([&] { return numSteps() > first + 2; }, kPatience));
  EXPECT_TRUE(view.bar().step().text().startsWith(QStringLiteral("step "))) << view.bar().step().text().toStdString();
  EXPECT_TRUE(view.heads().areThere());
  EXPECT_FALSE(view.bar().start().isVisible());
  job->cancel();
}

TEST_F(TrainingViewTest, pausesAndResumesByItsButton) {
  ui::Job* const job = begin();
  click(view.bar().pause());
  EXPECT_EQ(view.runner().state(), ui::TrainingRunner::State::halted);
  EXPECT_EQ(view.bar().pause().text(), QStringLiteral("Resume"));
  EXPECT_TRUE(view.bar().step().text().startsWith(QStringLiteral("paused at step")));
  QTest::qWait(700);  // what was on its way has come
  const Index halted = numSteps();
  QTest::qWait(600);
  EXPECT_EQ(numSteps(), halted);
  EXPECT_FALSE(job->isOver());
  QTest::keyClick(&view.canvas(), Qt::Key_P);
  if (view.runner().state() == ui::TrainingRunner::State::halted) click(view.bar().pause());
  EXPECT_TRUE(QTest::qWaitFor([&] { return numSteps() > halted; }, kPatience));
  job->cancel();
}

TEST_F(TrainingViewTest, stoppedKeepsWhatWasLearned) {
  ui::Job* const job = begin();
  click(view.bar().stop());
  ASSERT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, kPatience));
  EXPECT_EQ(job->state(), ui::JobState::finished);
  const engine::DatasetPtr heads = session.document().find("run");
  ASSERT_TRUE(heads);
  EXPECT_EQ(heads->provenance.request.parameters.integer("stop"), numSteps());
  EXPECT_TRUE(QTest::qWaitFor([&] { return view.bar().start().isVisible(); }, kPatience));
  EXPECT_FALSE(view.bar().pause().isVisible());
}

TEST_F(TrainingViewTest, cancelledLeavesNothingButTheButton) {
  ui::Job* const job = begin();
  click(view.bar().cancel());
  EXPECT_EQ(job->state(), ui::JobState::cancelled);
  QTest::qWait(300);  // whatever the worker may still send
  for (const engine::DatasetPtr& dataset : session.document().datasets())
    EXPECT_FALSE(dataset->id.text().starts_with("run")) << dataset->id;
  EXPECT_TRUE(view.datasetIds().empty());
  EXPECT_TRUE(view.emptyText().contains(QStringLiteral("Cancelled at")));
  EXPECT_TRUE(view.startButton().isVisible());
}

TEST_F(TrainingViewTest, cancelledWhileItIsPaused) {
  ui::Job* const job = begin();
  click(view.bar().pause());
  QTest::qWait(100);
  click(view.bar().cancel());
  EXPECT_EQ(job->state(), ui::JobState::cancelled);
}

TEST_F(TrainingViewTest, takesAnotherRate) {
  ui::Job* const job = begin();
  view.bar().rate().setFocus();
  view.bar().rate().setText(QStringLiteral("0.002"));
  QTest::keyClick(&view.bar().rate(), Qt::Key_Return);
  EXPECT_TRUE(QTest::qWaitFor([&] { return view.shown().course->rate == 0.002; }, kPatience));
  job->cancel();
}

TEST_F(TrainingViewTest, startsAgainAsItWasAskedFor) {
  begin();
  click(view.bar().stop());
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.bar().start().isVisible(); }, kPatience));
  QSignalSpy spy(&view, &ui::View::requested);
  click(view.bar().start());
  ASSERT_EQ(spy.size(), 1);
  const auto request = spy.front().front().value<engine::Request>();
  EXPECT_EQ(request.operation, "train factored");
  EXPECT_EQ(request.inputs, (std::vector<std::string>{"rows", "fold"}));
  EXPECT_EQ(request.parameters.integer("steps"), 20000);
  EXPECT_FALSE(request.parameters.contains("stop"));
}

TEST_F(TrainingViewTest, pointsAtPairsInBothHalves) {
  session.document().publish(test::courseDataset(test::hairpin()));
  ASSERT_EQ(view.shown().length(), 20);
  const QRectF map = view.layoutIn(view.canvas().size()).maps.front();
  const auto at = [&](double row, double column) {
    return QPointF(map.left() + map.width() * (column + 0.5) / 20, map.top() + map.height() * (row + 0.5) / 20);
  };
  test::movePointer(view.canvas(), at(2, 17));
  EXPECT_EQ(session.selection().hover().first.index, 2);
  EXPECT_EQ(session.selection().hover().second.index, 17);
  const auto lines = view.readout();
  ASSERT_GE(lines.size(), 4u);
  EXPECT_TRUE(lines[0].value.startsWith(QStringLiteral("Thr (T) 3")));
  EXPECT_TRUE(lines[2].value.contains(QStringLiteral("rank")));
  EXPECT_EQ(lines[3].value, QStringLiteral("they touch"));
  test::movePointer(view.canvas(), at(17, 2));
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, at(17, 2).toPoint());
  EXPECT_EQ(session.selection().locked().first.index, 17);
}

TEST_F(TrainingViewTest, theWheelMarksMorePairs) {
  session.document().publish(test::courseDataset(test::hairpin()));
  const QPointF middle = view.layoutIn(view.canvas().size()).maps.front().center();
  const auto green = [&] { return test::countColor(view.renderImage(kSize, 1), ui::touchingColor(true)); };
  view.change([](ui::TrainingOptions& options) { options.pairs = 0; });
  const int before = green();
  test::turnWheel(view.canvas(), middle, 1);
  EXPECT_DOUBLE_EQ(view.options().pairs, 0.1);
  EXPECT_GT(green(), before);
}

TEST_F(TrainingViewTest, optionsGoThroughTheirState) {
  view.setState({{"upper", "meanOfHeads"}, {"heads", 3}, {"pairs", 99.0}});
  EXPECT_EQ(view.options().upper, ui::TrainingUpper::meanOfHeads);
  EXPECT_EQ(view.options().numHeads, 3);
  EXPECT_DOUBLE_EQ(view.options().pairs, ui::kMostPairs);
  const QJsonObject state = view.state();
  view.resetView();
  EXPECT_EQ(view.options(), ui::TrainingOptions());
  view.setState(state);
  EXPECT_EQ(view.state(), state);
  view.setState({{"upper", 7}, {"pairs", "many"}});
  EXPECT_EQ(view.state(), state);
}

}  // namespace training_view_test
