// How long and how fast is learned (MATHEMATICS.md 4).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// growingThenFalling: ten steps of growing rates, a half cosine down to 0. constant: the same in all steps.
enum class RateCourse { growingThenFalling, constant };

/// In one course.
inline constexpr Index kMostSteps = 100000;

/// Another rate from a step on.
struct RateChange {
  Index from = 0;   ///< the first step that it is for, from 0
  double rate = 0;  ///< instead of the plan's
  Index steps = 0;  ///< so many follow, with a fall of their own; 0: the course goes on, faster or slower
  bool operator==(const RateChange&) const = default;
};

struct TrainingPlan {
  Index steps = 150;       ///< before anything is changed
  Index batch = 128;       ///< rows of a step, at least 1; as many as there are or more: all
  double rate = 0.05;      ///< of Adam
  double valueRate = 1;    ///< factor of the rate for values and biases of factored attention
  double strength = 0.01;  ///< lambda of the penalties
  RateCourse course = RateCourse::growingThenFalling;
  std::uint64_t seed = 0;
  std::vector<RateChange> changes{};  ///< by their first steps
};

/// Of the step `step`, from 0.
double rateAt(const TrainingPlan& plan, Index step);
/// With those that changes add.
Index plannedSteps(const TrainingPlan& plan);
/// What going on behind the last step means: half as many steps as the last course had, at half its rate.
RateChange halfAgain(const TrainingPlan& plan);

/// "40:0.02,150:0.025:75": first step (from 0), rate, perhaps so many steps that are added; and back. Throws Error
/// naming the part that is no such change, does not follow the one before it, or begins behind the steps that there
/// are.
std::string textOfChanges(const std::vector<RateChange>& changes);
std::vector<RateChange> changesIn(const std::string& text, Index steps);

}  // namespace engine
