// Every way in which this machine can compute attention in float32, so that one test body proves them all.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/compute/Device.h"

namespace test {

/// "plain" (the definition), "native" (the fast path), "opencl:0", ...
std::vector<std::string> backends();
/// A name that GoogleTest accepts.
std::string backendTestName(const ::testing::TestParamInfo<std::string>& info);

/// The device of a backend, opened once for a whole test suite; null for "plain" and "native".
engine::Device* deviceOf(const std::string& backend);

/// |found - expected| <= tolerance * (1 + |expected|) element by element; a failure names the element.
template <class T, class U>
void expectClose(const T& found, const U& expected, double tolerance, const char* what) {
  ASSERT_EQ(found.shape(), expected.shape()) << what;
  for (engine::Index k = 0; k < found.size(); ++k) {
    if (double(found[k]) == double(expected[k])) continue;  // also equal infinities
    ASSERT_NEAR(double(found[k]), double(expected[k]), tolerance * (1 + std::abs(double(expected[k]))))
        << what << ", element " << k << " of " << engine::shapeText(found.shape());
  }
}

}  // namespace test
