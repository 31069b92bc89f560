// Filling order: cells, rows, anti-diagonals, then the path backwards.
#include "ui/views/dp/DpStepper.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace dp_stepper_test {

using engine::Index;
using ui::DpCell;
using ui::DpStepper;
using ui::StepUnit;

DpStepper stepperOf(Index rows, Index columns, Index steps, StepUnit unit) {
  DpStepper stepper;
  stepper.setSize(rows, columns, steps);
  stepper.setUnit(unit);
  return stepper;
}

TEST(DpStepper, everyCellIsFilledOnceAfterItsPredecessors) {
  for (const StepUnit unit : {StepUnit::row, StepUnit::antiDiagonal})
    for (const auto& [rows, columns] : {std::pair<Index, Index>{3, 5}, {5, 3}, {1, 4}, {4, 1}, {1, 1}}) {
      DpStepper stepper = stepperOf(rows, columns, 0, unit);
      std::set<std::pair<Index, Index>> filled;
      for (Index position = 1; position <= rows * columns; ++position) {
        stepper.setPosition(position);
        const auto cell = stepper.current();
        ASSERT_TRUE(cell.has_value());
        EXPECT_TRUE(cell->i == 0 || filled.contains({cell->i - 1, cell->j}));
        EXPECT_TRUE(cell->j == 0 || filled.contains({cell->i, cell->j - 1}));
        EXPECT_TRUE(filled.insert({cell->i, cell->j}).second);
        for (Index i = 0; i < rows; ++i)
          for (Index j = 0; j < columns; ++j) EXPECT_EQ(stepper.isFilled(i, j), filled.contains({i, j})) << i << j;
      }
    }
}

TEST(DpStepper, aStepFillsItsUnit) {
  DpStepper stepper = stepperOf(3, 4, 2, StepUnit::cell);
  EXPECT_TRUE(stepper.forward());
  EXPECT_EQ(stepper.position(), 1);
  stepper.setUnit(StepUnit::row);
  stepper.forward();
  EXPECT_EQ(stepper.current(), (DpCell{0, 3})) << "the rest of the row";
  stepper.forward();
  EXPECT_EQ(stepper.current(), (DpCell{1, 3}));
  stepper.setPosition(0);
  stepper.setUnit(StepUnit::antiDiagonal);
  stepper.forward();
  stepper.forward();
  EXPECT_EQ(stepper.position(), 3) << "1 + 2 cells";
  stepper.forward();
  EXPECT_TRUE(stepper.isFilled(2, 0));
  EXPECT_FALSE(stepper.isFilled(2, 1));
}

TEST(DpStepper, stepsBackUndoStepsOn) {
  for (const StepUnit unit : {StepUnit::cell, StepUnit::row, StepUnit::antiDiagonal}) {
    DpStepper stepper = stepperOf(4, 3, 5, unit);
    std::vector<Index> positions{0};
    while (stepper.forward()) positions.push_back(stepper.position());
    EXPECT_TRUE(stepper.isAtEnd());
    EXPECT_EQ(stepper.position(), 17);
    for (size_t k = positions.size() - 1; k-- > 0;) {
      EXPECT_TRUE(stepper.back());
      EXPECT_EQ(stepper.position(), positions[k]);
    }
    EXPECT_FALSE(stepper.back());
  }
}

TEST(DpStepper, theTraceFollowsTheLastCell) {
  DpStepper stepper = stepperOf(2, 2, 3, StepUnit::row);
  stepper.setPosition(4);
  EXPECT_FALSE(stepper.isTracing());
  stepper.forward();
  EXPECT_EQ(stepper.numTraced(), 1);
  stepper.setPosition(100);
  EXPECT_EQ(stepper.numTraced(), 3);
  EXPECT_TRUE(stepper.isFilled(1, 1));
}

TEST(DpStepper, anotherUnitKeepsTheCell) {
  DpStepper stepper = stepperOf(6, 7, 0, StepUnit::cell);
  stepper.setCell({3, 2});
  stepper.setUnit(StepUnit::antiDiagonal);
  EXPECT_EQ(stepper.current(), (DpCell{3, 2}));
  stepper.setUnit(StepUnit::row);
  EXPECT_EQ(stepper.current(), (DpCell{3, 2}));
  stepper.setSize(6, 9, 0);
  EXPECT_EQ(stepper.current(), (DpCell{3, 2})) << "another width as well";
}

TEST(DpStepper, nothingHasNoPositions) {
  for (const auto& [rows, columns] : {std::pair<Index, Index>{0, 0}, {0, 3}, {3, 0}}) {
    DpStepper stepper = stepperOf(rows, columns, 4, StepUnit::antiDiagonal);
    EXPECT_EQ(stepper.numPositions(), 0);
    EXPECT_FALSE(stepper.forward());
    EXPECT_FALSE(stepper.back());
    EXPECT_EQ(stepper.current(), std::nullopt);
    EXPECT_EQ(stepper.firstBlank(0), columns);
  }
}

}  // namespace dp_stepper_test
