// What was measured several times, as a curve with its spread.
#pragma once

#include <string>
#include <vector>

#include "engine/attention/random-features/KernelErrors.h"
#include "engine/base/Nth.h"
#include "engine/datasets/Dataset.h"

namespace engine {

/// Adds median and quartiles, over the draws, of each place of an axis: "curve_NAME" (N) and "spread_NAME" (2, N).
inline void addMeasured(ArrayBundle& plot, const std::string& name, const std::vector<std::vector<double>>& places) {
  const Index count = std::ssize(places);
  Array<double> medians({count}), quartiles({2, count});
  for (Index k = 0; k < count; ++k) {
    const Quartiles found = quartilesOf(nth(places, k));
    medians[k] = found.median;
    quartiles(0, k) = found.low;
    quartiles(1, k) = found.high;
  }
  plot["curve_" + name] = std::move(medians);
  plot["spread_" + name] = std::move(quartiles);
}

}  // namespace engine
