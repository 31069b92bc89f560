// Training step by step: the reference case, the same bits again, cancelling, going on, sizes 0 and 1.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/training/FactoredTraining.h"
#include "engine/training/PottsTraining.h"
#include "tests/engine/training/TinyCase.h"
#include "tests/engine/training/TrainingSupport.h"
#include "tests/support/ErrorOf.h"

namespace training_steps_test {

using namespace engine;
using test::StopAfter;
using test::TinyCase;
using testing::HasSubstr;

constexpr FactoredSizes kSmall{3, 4, 0.25, 0.1};

template <class Training>
void doSteps(Training& training, Index steps, int threads = 2) {
  Progress none;
  for (Index k = 0; k < steps; ++k) training.step(threads, none);
}

TrainingPlan tinyPlan(RateCourse course, Index batch = 12) {
  TrainingPlan plan;
  plan.steps = 101;
  plan.batch = batch;
  plan.course = course;
  plan.seed = TinyCase::kSeed;
  return plan;
}

TrainingPlan tinyPotts(const TrainingRows& rows) {
  TrainingPlan plan = pottsPlan(rows);
  plan.rate = 0.5;
  plan.steps = 101;
  return plan;
}

void expectLosses(const std::vector<double>& losses, const nlohmann::json& expected) {
  for (const Index steps : {0, 1, 10, 100}) {
    const std::string name = "after " + std::to_string(steps);
    if (!expected.contains(name)) continue;
    EXPECT_NEAR(losses.at(std::size_t(steps)) / expected.at(name).get<double>(), 1, 1e-8) << name;
  }
}

TEST(FactoredTraining, goesTheWayOfTheReferenceCase) {
  const TinyCase tiny;
  const TrainingRows rows = tiny.rows();
  for (const auto& [name, course] :
       {std::pair{"constant", RateCourse::constant}, std::pair{"cosine", RateCourse::growingThenFalling}}) {
    SCOPED_TRACE(name);
    FactoredTraining<double> training(rows, TinyCase::sizes(), tinyPlan(course));
    doSteps(training, 101);
    EXPECT_TRUE(training.isDone());
    expectLosses(training.losses(), tiny.numbers.at(name));
    Progress none;
    EXPECT_LE(test::worst(arrayOf(training.couplings(1, none)), tiny.array(name + std::string("_W"))), 1e-7);
  }
}

TEST(FactoredTraining, onBatchesGoesTheWayOfTheReferenceCase) {
  const TinyCase tiny;
  const TrainingRows rows = tiny.rows();
  FactoredTraining<double> training(rows, TinyCase::sizes(), tinyPlan(RateCourse::constant, 5));
  const auto expected = tiny.numbers.at("batches of 5").at("losses").get<std::vector<double>>();
  doSteps(training, std::ssize(expected));
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(training.losses().at(k) / expected[k], 1, 1e-8) << k;
}

TEST(FactoredTraining, inSinglePrecisionStaysNear) {
  const TinyCase tiny;
  const TrainingRows rows = tiny.rows();
  FactoredTraining<float> training(rows, TinyCase::sizes(), tinyPlan(RateCourse::growingThenFalling));
  doSteps(training, 101);
  EXPECT_NEAR(training.losses().at(10) / tiny.numbers.at("cosine").at("after 10").get<double>(), 1, 1e-4);
  EXPECT_NEAR(training.losses().at(100) / tiny.numbers.at("cosine").at("after 100").get<double>(), 1, 1e-3);
}

TEST(FactoredTraining, ratesOfValuesAreTheirOwn) {
  const TrainingRows rows = TinyCase().rows();
  TrainingPlan plan = tinyPlan(RateCourse::constant);
  plan.valueRate = 0.1;
  FactoredTraining<double> training(rows, TinyCase::sizes(), plan);
  const FactoredWeights<double> before = training.weights();
  doSteps(training, 1);
  // Adam's first step is as long as the rate, whatever the gradient.
  EXPECT_NEAR(std::abs(training.weights().query[0] - before.query[0]), plan.rate, 1e-4 * plan.rate);
  EXPECT_NEAR(std::abs(training.weights().key[5] - before.key[5]), plan.rate, 1e-4 * plan.rate);
  EXPECT_NEAR(std::abs(training.weights().value[7] - before.value[7]), 0.1 * plan.rate, 1e-4 * plan.rate);
  EXPECT_NEAR(std::abs(training.weights().bias[9] - before.bias[9]), 0.1 * plan.rate, 1e-4 * plan.rate);
}

TEST(PottsTraining, goesTheWayOfTheReferenceCase) {
  const TinyCase tiny;
  const TrainingRows rows = tiny.rows();
  PottsTraining<double> training(rows, tinyPotts(rows));
  doSteps(training, 101);
  expectLosses(training.losses(), tiny.numbers.at("potts"));
  PottsTraining<float> single(rows, tinyPotts(rows));
  doSteps(single, 101);
  EXPECT_NEAR(single.losses().at(100) / tiny.numbers.at("potts").at("after 100").get<double>(), 1, 1e-4);
}

template <class Training>
void expectSameLearned(const Training& one, const Training& other) {
  EXPECT_EQ(one.losses(), other.losses());
  EXPECT_TRUE(one.learned() == other.learned());
}

TEST(FactoredTraining, givesTheSameBitsOnAnyNumberOfThreads) {
  const TrainingRows rows = TinyCase().rows();
  FactoredTraining<float> one(rows, kSmall, tinyPlan(RateCourse::constant, 5)), other = one;
  doSteps(one, 9, 1);
  doSteps(other, 9, 3);
  expectSameLearned(one, other);
}

TEST(PottsTraining, givesTheSameBitsOnAnyNumberOfThreads) {
  const TrainingRows rows = TinyCase().rows();
  PottsTraining<float> one(rows, pottsPlan(rows)), other = one;
  doSteps(one, 5, 1);
  doSteps(other, 5, 3);
  expectSameLearned(one, other);
}

/// Interrupted after any number of steps, in the middle of one too: the same bits as without.
template <class Training, class Make>
void expectGoesOn(const Make& make) {
  Training whole = make();
  doSteps(whole, 6);
  for (const Index steps : {0, 1, 4}) {
    SCOPED_TRACE(steps);
    Training first = make();
    doSteps(first, steps);
    Training second = make();
    doSteps(second, 2);  // is forgotten
    second.goOnFrom(first.learned());
    EXPECT_EQ(second.numSteps(), steps);
    doSteps(second, 6 - steps);
    expectSameLearned(whole, second);
  }
  for (int reports = 0; reports < 8; ++reports) {
    SCOPED_TRACE(reports);
    Training training = make();
    doSteps(training, 3);
    const ArrayBundle before = training.learned();
    StopAfter stop(reports);
    try {
      training.step(1, stop);
    } catch (const Cancelled&) {
      EXPECT_TRUE(training.learned() == before);
    }
    doSteps(training, 6 - training.numSteps());
    expectSameLearned(whole, training);
  }
}

TEST(FactoredTraining, goesOnWithTheSameBits) {
  const TrainingRows rows = TinyCase().rows();
  expectGoesOn<FactoredTraining<float>>(
      [&] { return FactoredTraining<float>(rows, kSmall, tinyPlan(RateCourse::growingThenFalling, 5)); });
}

TEST(PottsTraining, goesOnWithTheSameBits) {
  const TrainingRows rows = TinyCase().rows();
  expectGoesOn<PottsTraining<float>>([&] { return PottsTraining<float>(rows, pottsPlan(rows)); });
}

TEST(FactoredTraining, goesOnFromNothingElse) {
  const TrainingRows rows = TinyCase().rows();
  FactoredTraining<float> training(rows, kSmall, tinyPlan(RateCourse::constant));
  const FactoredTraining<float> larger(rows, {4, 4, 0.25, 0.1}, tinyPlan(RateCourse::constant));
  const ArrayBundle before = training.learned();
  EXPECT_THAT(test::errorOf([&] { training.goOnFrom(larger.learned()); }), HasSubstr("query"));
  EXPECT_THAT(test::errorOf([&] { training.goOnFrom({}); }), HasSubstr("losses"));
  EXPECT_TRUE(training.learned() == before);
}

TEST(FactoredTraining, saysAtWhichStepNumbersRunAway) {
  const TrainingRows rows = TinyCase().rows();
  TrainingPlan plan = tinyPlan(RateCourse::constant);
  plan.rate = 1e30;
  FactoredTraining<float> training(rows, kSmall, plan);
  const std::string error = test::errorOf([&] { doSteps(training, 9); });
  EXPECT_THAT(error, HasSubstr("training, step " + std::to_string(training.numSteps() + 1) + ": found "));
  EXPECT_GT(training.numSteps(), 0);
  EXPECT_LT(training.numSteps(), 9);
}

TEST(FactoredTraining, withoutHeadsLearnsTheFrequencies) {
  const TrainingRows rows = TinyCase().rows();
  TrainingPlan plan = tinyPlan(RateCourse::growingThenFalling);
  FactoredTraining<double> training(rows, {0, 4, 0.25, 0.1}, plan);
  doSteps(training, 101);
  EXPECT_LT(training.losses().back(), training.losses().front());
  Progress none;
  EXPECT_EQ(arrayOf(training.couplings(1, none)), Array<double>({8, 20, 8, 20}, 0.0, "W"));
}

TEST(PairTraining, takesOnePositionOneRowAndNone) {
  for (const Index length : {0, 1})
    for (const Index count : {0, 1}) {
      TrainingRows rows;
      rows.codes = Array<std::uint8_t>({count, length}, 3);
      rows.weights.assign(std::size_t(count), 1.0);
      rows.columns = test::allRows(length);
      TrainingPlan plan;
      FactoredTraining<float> factored(rows, {2, 3, 0.25, 0.1}, plan);
      PottsTraining<float> potts(rows, pottsPlan(rows));
      doSteps(factored, 3);
      doSteps(potts, 3);
      EXPECT_EQ(factored.losses().size(), 3U);
      if (length * count == 1) {
        EXPECT_LT(potts.losses().back(), potts.losses().front());
      }
    }
}

}  // namespace training_steps_test
