// How long and how fast is learned (MATHEMATICS.md 4).
#pragma once

#include <cstdint>

#include "engine/base/Array.h"

namespace engine {

/// growingThenFalling: ten steps of growing rates, a half cosine down to 0. constant: the same in all steps.
enum class RateCourse { growingThenFalling, constant };

struct TrainingPlan {
  Index steps = 150;
  Index batch = 128;      ///< rows of a step, at least 1; as many as there are or more: all
  double rate = 0.05;     ///< of Adam
  double valueRate = 1;   ///< factor of the rate for values and biases of factored attention
  double strength = 0.01;  ///< lambda of the penalties
  RateCourse course = RateCourse::growingThenFalling;
  std::uint64_t seed = 0;
};

/// Of the step `step`, from 0.
double rateAt(const TrainingPlan& plan, Index step);

}  // namespace engine
