// What the tests of attention on alignments share.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"
#include "engine/compute/Device.h"
#include "tests/engine/attention/ArrayAs.h"

namespace test {

/// Greatest |a - factor * b| of arrays of one shape; infinite when the shapes differ.
inline double largestDifference(const engine::Array<double>& a, const engine::Array<double>& b, double factor = 1) {
  if (a.shape() != b.shape()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (engine::Index k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - factor * b[k]));
  return largest;
}

/// A device that claims to hold no buffer at all and so fails at the first upload.
inline engine::DeviceChoice deviceWithoutMemory(const std::string& backend) {
  engine::DeviceChoice choice = engine::openDevice(backend);
  const_cast<engine::DeviceInfo&>(choice.device->info()).maxAllocation = 1;
  return choice;
}

/// Lets the work begin, then asks it to stop.
struct CancelSoon : engine::Progress {
  mutable int asked = 0;
  bool cancelled() const override { return ++asked > 2; }
};

}  // namespace test
