// A training that somebody watches and steers: halted, ended early, given another rate; what is told of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "engine/attention/HeadSet.h"
#include "engine/compute/Steering.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/operations/training/TrainingCourse.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace watched_training_test {

using namespace engine;
using test::errorOf;
using testing::HasSubstr;

/// Does something once the work says that it is at a step.
class Steerer : public SteeredProgress {
 public:
  Steerer(std::string step, std::function<void(Steering&)> act) : m_step(std::move(step)), m_act(std::move(act)) {}
  Steering& steering() override { return m_steering; }
  bool cancelled() const override { return isCancelled; }
  std::atomic<bool> isCancelled{false};

 protected:
  void report(double, std::string_view step) override {
    if (m_hasActed || !step.starts_with(m_step)) return;
    m_hasActed = true;
    m_act(m_steering);
  }

 private:
  std::string m_step;
  std::function<void(Steering&)> m_act;
  Steering m_steering;
  bool m_hasActed = false;
};

DatasetPtr sample(const std::string& name) {
  Diagnostics diagnostics;
  Progress progress;
  return std::make_shared<const Dataset>(load(test::sampleFile(name), diagnostics, progress));
}

ParameterValues twelveSteps() {
  ParameterValues values;
  values.set("steps", std::int64_t{12});
  values.set("heads", std::int64_t{2});
  values.set("batch", std::int64_t{4});
  return values;
}

std::vector<Dataset> trained(Progress& progress, const ParameterValues& values = twelveSteps(),
                             const Operation::ResultsSoFar& soFar = {}) {
  static const std::vector<DatasetPtr> inputs{sample("trypsins.a2m.gz"), sample("1A0J_A.pdb.gz")};
  Diagnostics diagnostics;
  return findOperation("train factored").run(inputs, values, {nullptr, 2}, diagnostics, progress, soFar);
}

TrainingCourse courseOf(const std::vector<Dataset>& results) {
  for (const Dataset& result : results)
    if (result.id.text().ends_with(".course")) return courseIn(*result.as<ArrayBundle>());
  fail("found no course");
}

std::vector<double> plainLosses() {
  Progress none;
  static const std::vector<double> losses = courseOf(trained(none)).losses;
  return losses;
}

TEST(WatchedTraining, haltedGoesOnWhereItWas) {
  std::thread waker;
  Steerer steerer("step 4 of 12", [&](Steering& steering) {
    steering.setHalted(true);
    waker = std::thread([&steering] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      EXPECT_TRUE(steering.isHalted());
      steering.setHalted(false);
    });
  });
  const auto results = trained(steerer);
  waker.join();
  EXPECT_EQ(courseOf(results).losses, plainLosses());
}

TEST(WatchedTraining, endedEarlyKeepsWhatItHasAndSaysHowThatIsMadeAgain) {
  Steerer steerer("step 6 of 12", [](Steering& steering) { steering.end(); });
  const auto results = trained(steerer);
  const TrainingCourse course = courseOf(results);
  ASSERT_EQ(course.losses.size(), 5u) << "a step that had begun is as if it had not";
  EXPECT_TRUE(std::equal(course.losses.begin(), course.losses.end(), plainLosses().begin()));
  for (const Dataset& result : results) EXPECT_EQ(result.provenance.request.parameters.integer("stop"), 5) << result.id;
  EXPECT_THAT(results.front().title, HasSubstr("step 5 of 12"));
  Progress none;
  const auto again = trained(none, results.front().provenance.request.parameters);
  EXPECT_EQ(courseOf(again).maps.front().scores, course.maps.front().scores);
}

TEST(WatchedTraining, endsWhileItIsHalted) {
  Steerer steerer("step 4 of 12", [](Steering& steering) {
    steering.setHalted(true);
    steering.end();
  });
  EXPECT_EQ(courseOf(trained(steerer)).losses.size(), 3u);
}

TEST(WatchedTraining, isCancelledWhileItIsHalted) {
  std::thread canceller;
  Steerer* self = nullptr;
  Steerer steerer("step 4 of 12", [&](Steering& steering) {
    steering.setHalted(true);
    canceller = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      self->isCancelled = true;
    });
  });
  self = &steerer;
  EXPECT_THROW(trained(steerer), Cancelled);
  canceller.join();
}

TEST(WatchedTraining, anotherRateIsTakenAndTold) {
  Steerer steerer("step 4 of 12", [](Steering& steering) { steering.setRate(0.01); });
  const auto results = trained(steerer);
  const TrainingCourse course = courseOf(results);
  ASSERT_EQ(course.losses.size(), 12u);
  EXPECT_TRUE(std::equal(course.losses.begin(), course.losses.begin() + 5, plainLosses().begin()))
      << "J is of before the step, and the step that ran kept its rate";
  EXPECT_NE(course.losses.back(), plainLosses().back());
  EXPECT_EQ(course.rate, 0.01);
  const ParameterValues& told = results.front().provenance.request.parameters;
  EXPECT_EQ(told.text("changes"), "4:0.01");
  Progress none;
  EXPECT_EQ(courseOf(trained(none, told)).losses, course.losses);
}

TEST(WatchedTraining, tellsItsCourseOnTheWay) {
  ParameterValues values = twelveSteps();
  values.set("steps", std::int64_t{400});
  values.set("heads", std::int64_t{8});
  std::vector<std::size_t> numLosses;
  Steerer steerer("step 399 of", [](Steering&) {});
  trained(steerer, values, [&](const std::vector<Dataset>& results) {
    EXPECT_TRUE(results.front().as<HeadSet>());
    const TrainingCourse course = courseOf(results);
    EXPECT_EQ(course.numPlanned, 400);
    EXPECT_EQ(course.maps.front().scores.shape(), (Shape{223, 223}));
    EXPECT_FALSE(course.judged.empty());
    EXPECT_LE(course.judged.back().step, std::ssize(course.losses));
    numLosses.push_back(course.losses.size());
    if (numLosses.size() == 3) steerer.steering().end();
  });
  ASSERT_GE(numLosses.size(), 3u);
  EXPECT_TRUE(std::is_sorted(numLosses.begin(), numLosses.end()));
}

TEST(TrainingCourse, isTheSameOutOfItsArrays) {
  Progress none;
  const TrainingCourse course = courseOf(trained(none));
  const TrainingCourse again = courseIn(arraysOf(course));
  EXPECT_EQ(again.letters, course.letters);
  EXPECT_EQ(again.losses, course.losses);
  EXPECT_EQ(again.maps.front().scores, course.maps.front().scores);
  EXPECT_EQ(again.maps.front().title, course.maps.front().title);
  EXPECT_EQ(again.judged.size(), course.judged.size());
  EXPECT_EQ(again.value.shape(), (Shape{2, 20, 20}));
  EXPECT_EQ(again.numRows, course.numRows);
  EXPECT_DOUBLE_EQ(again.effective, course.effective);
}

TEST(TrainingCourse, saysWhichArrayIsWrong) {
  Progress none;
  TrainingCourse course = courseOf(trained(none));
  course.groups = {std::vector<Index>(course.letters.size(), 1), {"red"}};
  ArrayBundle arrays = arraysOf(course);
  EXPECT_EQ(courseIn(arrays).groups.groups.front(), 1);
  arrays["groups"] = Array<double>({223}, 7.0);
  EXPECT_THAT(errorOf([&] { courseIn(arrays); }), HasSubstr("array groups: found 7, expected 0 to 1"));
  arrays["groups"] = Array<double>({3}, 1.0);
  EXPECT_THAT(errorOf([&] { courseIn(arrays); }), HasSubstr("array groups: found 3 numbers, expected 223"));
  arrays.erase("facts");
  EXPECT_FALSE(isTrainingCourse(arrays));
}

TEST(OpenLearned, givesWhatTheTrainingGave) {
  Progress none;
  const auto results = trained(none);
  const auto weights = std::find_if(results.begin(), results.end(),
                                    [](const Dataset& result) { return result.id.text().ends_with(".weights"); });
  ASSERT_NE(weights, results.end());
  ArrayBundle kept = *weights->as<ArrayBundle>();
  std::erase_if(kept, [](const auto& array) { return array.first.starts_with("adam_"); });
  auto stored = std::make_shared<Dataset>(*weights);
  stored->value = std::make_shared<const ArrayBundle>(kept);
  Diagnostics diagnostics;
  const auto opened = findOperation("learned").run({sample("trypsins.a2m.gz"), stored, sample("1A0J_A.pdb.gz")}, {},
                                                   {nullptr, 2}, diagnostics, none);
  EXPECT_EQ(courseOf(opened).maps.front().scores, courseOf(results).maps.front().scores);
  EXPECT_EQ(courseOf(opened).losses, courseOf(results).losses);
  EXPECT_EQ(opened.front().as<HeadSet>()->map(0, 1)->weights, results.front().as<HeadSet>()->map(0, 1)->weights);
  kept.erase("columns");
  stored->value = std::make_shared<const ArrayBundle>(kept);
  EXPECT_THAT(errorOf([&] {
                findOperation("learned").run({sample("trypsins.a2m.gz"), stored}, {}, {nullptr, 2}, diagnostics, none);
              }),
              HasSubstr("columns"));
}

}  // namespace watched_training_test
