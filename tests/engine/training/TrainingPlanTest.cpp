// Rates of steps: the course of a plan, changes, steps that are added.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/training/FactoredTraining.h"
#include "engine/training/PottsTraining.h"
#include "tests/engine/training/TinyCase.h"
#include "tests/support/ErrorOf.h"

namespace training_plan_test {

using namespace engine;
using test::TinyCase;
using testing::ElementsAre;
using testing::HasSubstr;

TrainingPlan planOf(Index steps, double rate) {
  TrainingPlan plan;
  plan.steps = steps;
  plan.rate = rate;
  return plan;
}

template <class Training>
void doSteps(Training& training, Index steps) {
  Progress none;
  for (Index k = 0; k < steps; ++k) training.step(2, none);
}

TEST(RateAt, growsForTenStepsAndFallsAsAHalfCosine) {
  TrainingPlan plan = planOf(100, 2);
  EXPECT_DOUBLE_EQ(rateAt(plan, 0), 0.2);
  EXPECT_DOUBLE_EQ(rateAt(plan, 4), 1 * 0.5 * (1 + std::cos(std::numbers::pi * 0.04)));
  EXPECT_DOUBLE_EQ(rateAt(plan, 50), 1);
  EXPECT_NEAR(rateAt(plan, 100), 0, 1e-15);
  plan.course = RateCourse::constant;
  EXPECT_EQ(rateAt(plan, 0), 2);
}

TEST(RateAt, followsAChangeFromItsStepOn) {
  TrainingPlan plan = planOf(100, 2);
  const double before = rateAt(plan, 39), after = rateAt(plan, 40);
  plan.changes = {{40, 1, 0}};
  EXPECT_EQ(rateAt(plan, 39), before);
  EXPECT_DOUBLE_EQ(rateAt(plan, 40), after / 2);
  EXPECT_EQ(plannedSteps(plan), 100);
}

TEST(RateAt, ofStepsThatAreAddedFallsAnewWithoutGrowing) {
  TrainingPlan plan = planOf(100, 2);
  plan.changes = {halfAgain(plan)};
  EXPECT_THAT(plan.changes, ElementsAre(RateChange{100, 1, 50}));
  EXPECT_EQ(plannedSteps(plan), 150);
  EXPECT_DOUBLE_EQ(rateAt(plan, 100), 1);
  EXPECT_DOUBLE_EQ(rateAt(plan, 125), 0.5);
  EXPECT_NEAR(rateAt(plan, 150), 0, 1e-15);
  plan.changes.push_back(halfAgain(plan));
  EXPECT_EQ(plan.changes.back(), (RateChange{150, 0.5, 25}));
}

TEST(HalfAgain, isOneStepAtLeast) { EXPECT_EQ(halfAgain(planOf(1, 2)), (RateChange{1, 1, 1})); }

TEST(TextOfChanges, isReadAgain) {
  const std::vector<RateChange> changes{{0, 0.1, 0}, {40, 1.0 / 3, 0}, {150, 0.025, 75}, {200, 1e-5, 0}};
  EXPECT_EQ(textOfChanges({{40, 0.02, 0}, {150, 0.025, 75}}), "40:0.02,150:0.025:75");
  EXPECT_EQ(changesIn(textOfChanges(changes), 150), changes);
  EXPECT_THAT(changesIn("", 150), ElementsAre());
}

TEST(ChangesIn, sayWhatIsNone) {
  for (const char* text : {"x", "1", "1:", ",1:2", "1:2,", "1:-2", "1:0", "1:nan", "1:inf", "1:2:0", "1:2:3:4", "-1:2",
                           "1:2:999999999999"})
    EXPECT_THAT(test::errorOf([&] { changesIn(text, 10); }), HasSubstr("expected STEP:RATE")) << text;
  EXPECT_THAT(test::errorOf([] { changesIn("5:1,4:1", 10); }), HasSubstr("found step 4 behind step 5"));
  EXPECT_THAT(test::errorOf([] { changesIn("11:1", 10); }), HasSubstr("found step 11, expected 0 to 10"));
  EXPECT_THAT(test::errorOf([] { changesIn("5:1:3,9:1", 10); }), HasSubstr("found step 9, expected 0 to 8"));
}

/// What is changed on the way is what the plan would have said before.
TEST(FactoredTraining, learnsOnTheWayAsPlannedBefore) {
  const TrainingRows rows = TinyCase().rows();
  FactoredTraining<float> live(rows, TinyCase::sizes(), planOf(12, 0.05));
  doSteps(live, 5);
  live.changeRate(0.02);
  doSteps(live, 3);
  live.changeRate(0.9);
  live.changeRate(0.1);
  live.add(halfAgain(live.plan()));
  TrainingPlan plan = planOf(12, 0.05);
  plan.changes = changesIn("5:0.02,8:0.1,12:0.05:6", 12);
  EXPECT_EQ(live.plan().changes, plan.changes);
  FactoredTraining<float> planned(rows, TinyCase::sizes(), plan);
  EXPECT_EQ(live.numPlanned(), 18);
  doSteps(live, 10);
  doSteps(planned, 18);
  EXPECT_TRUE(live.isDone());
  EXPECT_TRUE(live.learned() == planned.learned());
}

TEST(PairTraining, goesOnWithItsChanges) {
  const TrainingRows rows = TinyCase().rows();
  const auto check = [&](auto whole, auto first, auto second) {
    for (auto* training : {&whole, &first}) {
      doSteps(*training, 3);
      training->changeRate(0.3);
    }
    second.goOnFrom(first.learned());
    for (auto* training : {&whole, &second}) {
      training->add(halfAgain(training->plan()));
      doSteps(*training, 6);
      EXPECT_TRUE(training->isDone());
    }
    EXPECT_TRUE(whole.learned() == second.learned());
  };
  const FactoredTraining<float> factored(rows, TinyCase::sizes(), planOf(6, 0.05));
  check(factored, factored, factored);
  TrainingPlan plan = pottsPlan(rows);
  plan.steps = 6;
  const PottsTraining<float> potts(rows, plan);
  check(potts, potts, potts);
}

/// A rate that is changed at the last step of a course leaves the steps that are added.
TEST(PairTraining, keepsStepsThatAreAdded) {
  const TrainingRows rows = TinyCase().rows();
  FactoredTraining<float> training(rows, TinyCase::sizes(), planOf(4, 0.05));
  training.add(halfAgain(training.plan()));
  doSteps(training, 2);
  training.changeRate(0.01);
  EXPECT_EQ(textOfChanges(training.plan().changes), "2:0.01,4:0.025:2");
  doSteps(training, 2);
  training.changeRate(0.5);
  EXPECT_EQ(textOfChanges(training.plan().changes), "2:0.01,4:0.025:2,4:0.5");
  EXPECT_EQ(training.numPlanned(), 6);
}

TEST(PairTraining, takesOverHowManyStepsWerePlanned) {
  const TrainingRows rows = TinyCase().rows();
  FactoredTraining<float> first(rows, TinyCase::sizes(), planOf(4, 0.05)), second = first;
  first.planSteps(7);
  second.goOnFrom(first.learned());
  EXPECT_EQ(second.numPlanned(), 7);
  ArrayBundle learned = first.learned();
  learned["steps_planned"] = Array<std::int64_t>({1}, {0});
  EXPECT_THAT(test::errorOf([&] { second.goOnFrom(learned); }), HasSubstr("steps_planned: found 0"));
}

TEST(PairTraining, plannedChangesCannotBeForStepsThatWereDone) {
  const TrainingRows rows = TinyCase().rows();
  FactoredTraining<float> training(rows, TinyCase::sizes(), planOf(6, 0.05));
  doSteps(training, 2);
  training.changeRate(0.01);
  doSteps(training, 1);
  training.planChanges(changesIn("2:0.01,4:0.02", 6));
  EXPECT_EQ(textOfChanges(training.plan().changes), "2:0.01,4:0.02");
  EXPECT_THAT(test::errorOf([&] {
                training.planChanges({{1, 0.3, 0}});
              }),
              HasSubstr("found \"1:0.3\" as changes of the rate in 3 steps that were done, expected \"2:0.01\""));
}

TEST(PairTraining, fitsAreNatsPerResidue) {
  const TinyCase tiny;
  const TrainingRows rows = tiny.rows();
  TrainingPlan plan = planOf(3, 0.05);
  plan.batch = 12;
  FactoredTraining<double> training(rows, TinyCase::sizes(), plan);
  doSteps(training, 1);
  const auto weights = startingWeights<double>(rows, TinyCase::sizes(), 0);
  const double ofRows = pairObjective(rows, test::allRows(12), couplingsOf(weights), weights.bias, {0, 0}).value;
  double residues = 0;
  for (Index n = 0; n < 12; ++n)
    for (Index i = 0; i < 8; ++i) residues += rows.codes(n, i) < 20 ? rows.weights[std::size_t(n)] : 0;
  EXPECT_NEAR(training.fits().at(0), ofRows * rows.effective() / residues, 1e-10);
}

TEST(PairTraining, saysWhichChangeCannotBe) {
  const TrainingRows rows = TinyCase().rows();
  FactoredTraining<float> training(rows, TinyCase::sizes(), planOf(4, 0.05));
  for (const double rate : {0.0, -1.0, std::nan(""), double(INFINITY)})
    EXPECT_THAT(test::errorOf([&] { training.changeRate(rate); }), HasSubstr("expected a finite one above 0"));
  training.planSteps(6);
  EXPECT_EQ(training.numPlanned(), 6);
  EXPECT_THAT(test::errorOf([&] { training.planSteps(0); }), HasSubstr("found 0 steps planned after 0"));
  doSteps(training, 3);
  EXPECT_THAT(test::errorOf([&] { training.planSteps(9); }), HasSubstr("found 9 steps planned after 3"));
  EXPECT_THAT(test::errorOf([&] {
                training.add({2, 1, 0});
              }),
              HasSubstr("at step 2 for 0 steps, expected it at 3 to 6"));
  EXPECT_THAT(test::errorOf([&] {
                training.add({7, 1, 3});
              }),
              HasSubstr("at step 7 for 3 steps, expected it at 3 to 6"));
  ArrayBundle learned = training.learned();
  learned["rate_changes"] = Array<double>({1, 2}, 1.0);
  EXPECT_THAT(test::errorOf([&] { training.goOnFrom(learned); }), HasSubstr("rate_changes"));
  learned["rate_changes"] = Array<double>({1, 3}, {-1, 1, 0});
  EXPECT_THAT(test::errorOf([&] { training.goOnFrom(learned); }), HasSubstr("rate_changes: found -1 in row 0"));
}

}  // namespace training_plan_test
