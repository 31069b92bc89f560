#include "engine/training/TrainingPlan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>

namespace engine {

namespace {

/// Steps along which one rate falls.
struct Course {
  Index begin = 0, steps = 0;
  double rate = 0;
};

Course courseAt(const TrainingPlan& plan, Index step) {
  Course course{0, plan.steps, plan.rate};
  for (const RateChange& change : plan.changes) {
    if (change.from > step) break;
    course.rate = change.rate;
    if (change.steps > 0) course = {change.from, change.steps, change.rate};
  }
  return course;
}

template <class T>
bool takeNumber(std::string_view& text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  text.remove_prefix(std::size_t(end - text.data()));
  return true;
}

bool takeColon(std::string_view& text) {
  if (!text.starts_with(':')) return false;
  text.remove_prefix(1);
  return true;
}

RateChange changeIn(std::string_view text) {
  const std::string_view whole = text;
  RateChange change;
  bool isOne = takeNumber(text, change.from) && takeColon(text) && takeNumber(text, change.rate);
  if (isOne && takeColon(text)) isOne = takeNumber(text, change.steps) && change.steps > 0;
  if (!isOne || !text.empty() || change.from < 0 || change.steps > kMostSteps || !(change.rate > 0) ||
      !std::isfinite(change.rate))
    fail("changes of the rate: found \"", whole, "\", expected STEP:RATE or STEP:RATE:STEPS");
  return change;
}

std::string shortest(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace

double rateAt(const TrainingPlan& plan, Index step) {
  constexpr double kGrowing = 10;
  const Course course = courseAt(plan, step);
  if (plan.course == RateCourse::constant) return course.rate;
  const double growth = std::min(1.0, double(step + 1) / kGrowing);
  return course.rate * growth * 0.5 *
         (1 + std::cos(std::numbers::pi * double(step - course.begin) / double(course.steps)));
}

Index plannedSteps(const TrainingPlan& plan) {
  Index steps = plan.steps;
  for (const RateChange& change : plan.changes)
    if (change.steps > 0) steps = change.from + change.steps;
  return steps;
}

RateChange halfAgain(const TrainingPlan& plan) {
  const Index planned = plannedSteps(plan);
  const Course last = courseAt(plan, planned);
  return {planned, last.rate / 2, std::max<Index>(1, last.steps / 2)};
}

std::string textOfChanges(const std::vector<RateChange>& changes) {
  std::string text;
  for (const RateChange& change : changes) {
    if (!text.empty()) text += ',';
    text += std::to_string(change.from) + ':' + shortest(change.rate);
    if (change.steps > 0) text += ':' + std::to_string(change.steps);
  }
  return text;
}

std::vector<RateChange> changesIn(const std::string& text, Index steps) {
  std::vector<RateChange> changes;
  if (text.empty()) return changes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const RateChange change = changeIn(std::string_view(text).substr(begin, end - begin));
    if (!changes.empty() && change.from < changes.back().from)
      fail("changes of the rate: found step ", change.from, " behind step ", changes.back().from,
           ", expected them in order");
    if (change.from > steps) fail("changes of the rate: found step ", change.from, ", expected 0 to ", steps);
    if (change.steps > 0) steps = change.from + change.steps;
    changes.push_back(change);
    begin = end + 1;
  }
  return changes;
}

}  // namespace engine
