// The film of a dynamic-programming run, with a clock of the test's own.
#include "ui/views/dp/DpPlayer.h"

#include <QApplication>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include "ui/views/dp/lanes/DpLanes.h"

namespace dp_player_test {

using ui::DpCell;
using ui::DpPlayer;
using ui::StepUnit;

class DpPlayerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    QApplication::setEffectEnabled(Qt::UI_General, true);
    QApplication::setEffectEnabled(Qt::UI_AnimateMenu, true);
    player.setTape(4, 5, 3, false);
  }
  DpPlayer player;
};

TEST_F(DpPlayerTest, startsWhereItIsTold) {
  player.startCell = [] { return std::optional(DpCell{2, 1}); };
  player.setOn(true);
  EXPECT_EQ(player.cell(nullptr), (DpCell{2, 1}));
  player.setOn(false);
  player.startCell = nullptr;
  player.step();
  EXPECT_TRUE(player.isOn()) << "a step switches on";
  EXPECT_EQ(player.stepper().position(), 5) << "the first row";
}

TEST_F(DpPlayerTest, theCellInWorkIsOnThePathWhileItIsTraced) {
  engine::AlignmentPath path;
  for (engine::Index k = 0; k < 3; ++k) path.steps.push_back({engine::PairState::MM, k, k + 1, 1});
  player.setOn(true);
  EXPECT_EQ(player.cell(&path), DpCell{}) << "nothing is filled";
  player.setPosition(20);
  EXPECT_EQ(player.cell(&path), (DpCell{3, 4}));
  player.setPosition(21);
  EXPECT_EQ(player.cell(&path), (DpCell{2, 3})) << "the last step";
  player.setPosition(23);
  EXPECT_EQ(player.cell(&path), (DpCell{0, 1})) << "the first";
}

TEST_F(DpPlayerTest, theClockOwesPartsOfSteps) {
  player.setUnit(StepUnit::cell);
  player.setSpeed(10);
  player.setPlaying(true);
  for (int k = 0; k < 3; ++k) player.advance(50);
  EXPECT_EQ(player.stepper().position(), 1);
  player.advance(50);
  EXPECT_EQ(player.stepper().position(), 2);
  player.advance(100000);
  EXPECT_TRUE(player.stepper().isAtEnd());
  EXPECT_FALSE(player.isPlaying());
}

TEST_F(DpPlayerTest, lanesAreToldComparisonByComparison) {
  player.setTape(4, 5, 0, true);
  player.setOn(true);
  player.setUnit(StepUnit::cell);
  player.step();
  EXPECT_EQ(player.comparisons(), 0);
  for (int k = 1; k <= ui::kLaneComparisons; ++k) {
    player.step();
    EXPECT_EQ(player.comparisons(), k);
    EXPECT_EQ(player.stepper().position(), 1);
  }
  player.step();
  EXPECT_EQ(player.stepper().position(), 2);
  player.stepBack();
  EXPECT_EQ(player.stepper().position(), 1);
  EXPECT_EQ(player.comparisons(), ui::kLaneComparisons);
}

TEST_F(DpPlayerTest, onlyWhatHasChangedFlashes) {
  player.startFlash({false, false});
  EXPECT_EQ(player.flash().strength, 0);
  player.startFlash({false, true});
  EXPECT_EQ(player.flash().strength, 1);
  player.advance(150);
  EXPECT_NEAR(player.flash().strength, 0.5, 1e-9);
  player.advance(150);
  EXPECT_EQ(player.flash().strength, 0);
}

TEST_F(DpPlayerTest, theStateComesBack) {
  player.setOn(true);
  player.setUnit(StepUnit::antiDiagonal);
  player.setPosition(7);
  player.setSpeed(77);
  DpPlayer other;
  other.setTape(4, 5, 3, false);
  other.setState(player.state());
  EXPECT_EQ(other.state(), player.state());
  EXPECT_EQ(other.stepper().position(), 7);
  EXPECT_EQ(other.stepper().unit(), StepUnit::antiDiagonal);
}

TEST_F(DpPlayerTest, foreignStateIsIgnoredOrClamped) {
  const QJsonObject before = player.state();
  player.setState({{"on", 1}, {"unit", "page"}, {"position", "end"}, {"comparisons", true}, {"speed", "fast"}});
  EXPECT_EQ(player.state(), before);
  player.setState({{"on", true}, {"position", 1e18}, {"comparisons", -4}, {"speed", 1e18}});
  EXPECT_TRUE(player.stepper().isAtEnd());
  EXPECT_EQ(player.comparisons(), 0);
  EXPECT_EQ(player.speed(), 100000);
}

TEST_F(DpPlayerTest, everyStepIsTold) {
  QSignalSpy stepped(&player, &DpPlayer::stepped), switched(&player, &DpPlayer::switched);
  player.setOn(true);
  EXPECT_EQ(switched.count(), 1);
  EXPECT_EQ(stepped.count(), 1);
  player.step();
  player.stepBack();
  player.setUnit(StepUnit::cell);
  player.setCell({1, 1});
  EXPECT_EQ(stepped.count(), 5);
  EXPECT_EQ(switched.count(), 1);
}

}  // namespace dp_player_test
