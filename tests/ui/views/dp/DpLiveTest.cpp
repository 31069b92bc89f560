// Aligning again while sliders move; state, numbers and words of the DP view.
#include <QApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>

#include "engine/datasets/SequenceSet.h"
#include "tests/ui/views/dp/DpFixture.h"
#include "ui/views/base/FailureLine.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/dp/DpCommands.h"

namespace dp_live_test {

using engine::Index;
using ui::DpOptions;

class DpLiveTest : public test::DpViewFixture {
 protected:
  void turn(double engine::AlignmentKnobs::*knob, double value) {
    const int before = view.live().numUpdates();
    engine::AlignmentKnobs knobs = view.live().knobs();
    knobs.*knob = value;
    view.live().setKnobs(knobs);
    ASSERT_TRUE(waitForUpdate(before));
  }
};

TEST_F(DpLiveTest, movingASliderAlignsAgain) {
  showGlobins();
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  auto* slider = form->findChild<QSlider*>(QStringLiteral("Score offset"));
  ASSERT_NE(slider, nullptr);
  EXPECT_EQ(slider->value(), 97) << "-0.03 bit on a scale from -1 to 1";
  const int before = view.live().numUpdates();
  slider->setValue(130);
  ASSERT_TRUE(waitForUpdate(before));
  EXPECT_NEAR(view.live().knobs().shift, 0.3, 1e-9);
  EXPECT_GT(view.live().result()->paths.at(0).steps.size(), globins().paths[0].steps.size() - 1)
      << "a bonus per pair makes no path shorter";
  EXPECT_GT(view.live().result()->paths[0].score, globins().paths[0].score + 5);
}

TEST_F(DpLiveTest, everyKnobHasASlider) {
  showGlobins();
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  for (const char* name : {"Gap opening", "Correlation weight", "Alignments", "Co-optimal paths"}) {
    auto* slider = form->findChild<QSlider*>(QString::fromUtf8(name));
    ASSERT_NE(slider, nullptr) << name;
    EXPECT_TRUE(slider->isEnabled());
    const int before = view.live().numUpdates();
    slider->setFocus();
    slider->setValue(slider->value() + 3);
    EXPECT_TRUE(waitForUpdate(before)) << name;
  }
  auto* structure = form->findChild<QSlider*>(QStringLiteral("Structure weight"));
  ASSERT_NE(structure, nullptr);
  EXPECT_FALSE(structure->isEnabled()) << "nothing to weigh without structure";
}

TEST_F(DpLiveTest, theLastValueWins) {
  showGlobins();
  engine::AlignmentKnobs knobs = view.live().knobs();
  for (int k = 1; k <= 20; ++k) {
    knobs.shift = 0.01 * k;
    view.live().setKnobs(knobs);
  }
  ASSERT_TRUE(QTest::qWaitFor([&] { return !view.live().isBusy(); }, 20000));
  EXPECT_NEAR(view.live().result()->options.viterbi.shift, 0.2, 1e-9);
  EXPECT_LT(view.live().numUpdates(), 20) << "values in between may be left out";
  EXPECT_GE(view.live().numUpdates(), 1);
}

TEST_F(DpLiveTest, theOldPathStaysAsAGhost) {
  showGlobins();
  const auto old = globins().paths[0];
  const engine::PathStep* left = nullptr;  // of the old path, not of the new one
  for (double shift = -0.1; !left && shift > -1; shift -= 0.1) {
    turn(&engine::AlignmentKnobs::shift, shift);
    if (view.live().result()->paths.empty()) break;
    for (const engine::PathStep& step : old.steps)
      if (ui::stepAt(view.live().result()->paths[0], step.i, step.j) < 0) left = &step;
  }
  ASSERT_NE(left, nullptr) << "a penalty per pair shortens the path";
  const QPoint point = pointOf(0, double(left->i), double(left->j));
  const QColor ghost = colorAt(point);
  set(&DpOptions::isPathShown, false);
  const QColor matrix = colorAt(point);
  EXPECT_NE(ghost, matrix);
  EXPECT_GT(ghost.red(), ghost.green()) << "a pale red";
}

TEST_F(DpLiveTest, whatHasChangedFlashesFor300Milliseconds) {
  showGlobins();
  turn(&engine::AlignmentKnobs::shift, 0.6);
  // Frames of the clock may have passed already.
  EXPECT_GE(view.player().flash().strength, 0);
  const double now = view.player().flash().strength;
  view.player().advance(60);
  EXPECT_NEAR(view.player().flash().strength, std::max(0.0, now - 0.2), 0.12);
  view.player().advance(300);
  EXPECT_EQ(view.player().flash().strength, 0);
}

TEST_F(DpLiveTest, reducedMotionDoesNotFlash) {
  QApplication::setEffectEnabled(Qt::UI_AnimateMenu, false);
  showGlobins();
  turn(&engine::AlignmentKnobs::shift, 0.6);
  EXPECT_EQ(view.player().flash().strength, 0);
}

TEST_F(DpLiveTest, backspaceGoesBackToTheAlignmentAsMade) {
  showGlobins();
  turn(&engine::AlignmentKnobs::gapOpening, 0.2);
  ASSERT_NE(view.live().result(), nullptr);
  press(Qt::Key_Backspace);
  EXPECT_EQ(view.live().result(), nullptr);
  EXPECT_EQ(view.live().knobs(), view.live().standard());
}

TEST_F(DpLiveTest, keepingAsksForTheSameAlignmentWithProvenance) {
  showGlobins();
  turn(&engine::AlignmentKnobs::gapOpening, 0.5);
  QSignalSpy asked(&view, &ui::View::requested);
  press(Qt::Key_K);
  ASSERT_EQ(asked.count(), 1);
  const auto request = asked[0][0].value<engine::Request>();
  EXPECT_EQ(request.operation, "align");
  EXPECT_EQ(request.inputs, (std::vector<std::string>{"myoglobin", "haemoglobin"}));
  EXPECT_NEAR(request.parameters.real("gapf"), 0.3, 1e-9);
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  const auto kept =
      engine::findOperation("align").run({session.document().find("myoglobin"), session.document().find("haemoglobin")},
                                         request.parameters, {}, diagnostics, progress);
  EXPECT_NEAR(kept.at(0).as<engine::ProfileAlignment>()->paths.at(0).score, view.live().result()->paths.at(0).score,
              1e-3);
}

TEST_F(DpLiveTest, whatNobodyAlignedHereCannotBeKept) {
  auto dataset = std::make_shared<engine::Dataset>(*test::alignedGlobins(session));
  dataset->provenance = {};
  view.setDataset(dataset);
  QSignalSpy asked(&view, &ui::View::requested), told(&session, &ui::Session::message);
  ui::keepAlignment(view);
  EXPECT_EQ(asked.count(), 0);
  EXPECT_EQ(told.count(), 1) << "said, not shown in a box";
}

TEST_F(DpLiveTest, theStateComesBackInAnotherView) {
  showGlobins();
  set(&DpOptions::mainPlane, 2);
  set(&DpOptions::arrangement, ui::PlaneArrangement::sideBySide);
  set(&DpOptions::quantity, ui::PlaneQuantity::score);
  set(&DpOptions::colorMap, QStringLiteral("magma"));
  set(&DpOptions::areLogosShown, false);
  set(&DpOptions::isCardShown, true);
  view.player().setOn(true);
  view.player().setUnit(ui::StepUnit::antiDiagonal);
  view.player().setPosition(321);
  view.player().setSpeed(77);
  turn(&engine::AlignmentKnobs::shift, 0.25);
  showCells(12, 14, 20);
  const QJsonObject state = view.state();
  ui::DpView other(session);
  other.setDataset(session.document().find("globins"));
  test::show(other, {1100, 760});
  other.setState(state);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !other.live().isBusy(); }, 20000));
  EXPECT_EQ(other.state(), state);
  EXPECT_EQ(other.options().mainPlane, 2);
  EXPECT_EQ(other.player().stepper().position(), 321);
  EXPECT_NEAR(other.live().result()->options.viterbi.shift, 0.25, 1e-9);
}

TEST_F(DpLiveTest, foreignStateIsIgnoredOrClamped) {
  showGlobins();
  const QJsonObject before = view.state();
  view.setState({{"nonsense", 1},
                 {"plane", "two"},
                 {"arrangement", 3},
                 {"matrix", "moon"},
                 {"colours", "no such map"},
                 {"zoom", 5},
                 {"knobs", QJsonArray{1}},
                 {"steps", "on"}});
  EXPECT_EQ(view.state(), before);
  view.setState({{"plane", 99}, {"path", -5}, {"steps", QJsonObject{{"on", true}, {"position", 1e18}}}});
  EXPECT_EQ(view.options().mainPlane, 4);
  EXPECT_EQ(view.options().path, 0);
  EXPECT_TRUE(view.player().stepper().isAtEnd());
}

TEST_F(DpLiveTest, settersTellThatTheStateHasChanged) {
  showGlobins();
  QSignalSpy told(&view, &ui::View::stateChanged);
  const auto expectTold = [&](const char* what) {
    EXPECT_GE(told.count(), 1) << what;
    told.clear();
  };
  set(&DpOptions::mainPlane, 1);
  expectTold("plane");
  set(&DpOptions::isPathShown, false);
  expectTold("path shown");
  set(&DpOptions::isListShown, true);
  expectTold("list");
  view.player().setOn(true);
  expectTold("stepping");
  view.player().step();
  expectTold("step");
  test::turnWheel(view.canvas(), pointOf(1, 20, 20), 2);
  expectTold("zoom");
}

TEST_F(DpLiveTest, numbersAreThoseOfThePlaneAndThePath) {
  showGlobins();
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 2U) << "the large plane and the path";
  EXPECT_EQ(tables[0].name, "MM viterbi");
  EXPECT_EQ(tables[0].values(3, 4), (*globins().matrices.plane(engine::PairState::MM))(4, 5));
  EXPECT_EQ(tables[0].rowLabels.size(), static_cast<size_t>(tables[0].values.length(0)));
  EXPECT_EQ(tables[0].rowLabels[0], "V1");
  EXPECT_EQ(tables[1].values.length(0), static_cast<Index>(globins().paths[0].steps.size()));
  EXPECT_EQ(tables[1].values(0, 0), static_cast<float>(globins().paths[0].steps[0].i + 1));
}

TEST_F(DpLiveTest, captionAndStatusSayWhatIsShown) {
  showGlobins();
  EXPECT_TRUE(view.captionText().contains("MM: both match"));
  EXPECT_TRUE(view.captionText().contains("bits behind the best so far"));
  EXPECT_TRUE(view.statusText().isEmpty());
  const auto& step = globins().paths[0].steps[4];
  session.selection().setHover({{"globins.query", step.i}, {"globins.template", step.j}});
  EXPECT_TRUE(view.statusText().contains(QStringLiteral("step 5 of")));
  turn(&engine::AlignmentKnobs::shift, 0.25);
  EXPECT_TRUE(view.captionText().contains("Score offset 0.25 bit"));
}

TEST_F(DpLiveTest, alignmentsWithoutCellsOrProfilesStandStill) {
  for (const Index length : {0, 1}) {
    auto alignment = std::make_shared<engine::ProfileAlignment>();
    alignment->matrices.states = {engine::PairState::MM};
    alignment->matrices.planes.emplace_back(engine::Shape{length + 1, length + 1}, 1.0F, "MM");
    alignment->matrices.backtrace = engine::Array<std::uint8_t>({length + 1, length + 1});
    auto dataset = std::make_shared<engine::Dataset>();
    dataset->id = dataset->title = "small";
    dataset->value = std::shared_ptr<const engine::ProfileAlignment>(alignment);
    view.setDataset(dataset);
    test::show(view, {600, 400});
    for (const auto arrangement : {ui::PlaneArrangement::withPosterior, ui::PlaneArrangement::lanes,
                                   ui::PlaneArrangement::sideBySide, ui::PlaneArrangement::oneLarge}) {
      set(&DpOptions::arrangement, arrangement);
      set(&DpOptions::isListShown, true);
      set(&DpOptions::isCardShown, true);
      view.player().setPlaying(true);
      view.player().advance(1000);
      test::waitForFrame(view.canvas());
    }
    EXPECT_FALSE(view.live().isPossible());
    EXPECT_EQ(view.player().stepper().position(), length);
    EXPECT_EQ(view.visibleNumbers().size(), 1U) << "a plane, no path";
  }
}

TEST_F(DpLiveTest, aResultThatCannotBeShownIsToldBelowThePictureThatStays) {
  showGlobins();
  session.selection().setLocked({{"globins.query", 12}, {"globins.template", 14}});
  showCells(12, 14, 20);
  const auto texts = [&] {
    QString all;
    for (const ui::ReadoutLine& line : view.readout()) all += line.label + line.value;
    return all;
  };
  const QString before = texts();
  const QJsonObject state = view.state();
  ASSERT_FALSE(before.isEmpty());
  const engine::Dataset good = *session.document().find("globins");
  const auto publish = [&](const auto& value) {
    engine::Dataset dataset = good;
    dataset.value = value;
    session.document().publish(std::make_shared<const engine::Dataset>(dataset));
  };
  auto broken = std::make_shared<engine::ProfileAlignment>(globins());
  const auto whole = std::make_shared<const engine::ProfileAlignment>(*broken);
  broken->matrices.planes.pop_back();
  const auto expectOldPicture = [&] {
    ui::FailureLine* line = ui::ViewWaiting::of(&view)->failureLine();
    ASSERT_TRUE(line && line->isVisible());
    EXPECT_TRUE(line->text().text().contains(QStringLiteral("Showing"))) << line->text().text().toStdString();
    EXPECT_EQ(view.picture().numPlanes(), 5);
    EXPECT_EQ(texts(), before);
    EXPECT_EQ(view.state(), state);
    EXPECT_GT(test::countPixels(picture(), [](QColor pixel) { return pixel.saturation() > 60; }), 1000);
  };
  publish(std::shared_ptr<const engine::ProfileAlignment>(broken));
  expectOldPicture();
  publish(std::make_shared<const engine::SequenceSet>());
  expectOldPicture();
  publish(whole);
  EXPECT_FALSE(ui::ViewWaiting::of(&view)->failureLine()->isVisible());
}

}  // namespace dp_live_test
