// Derivatives by differences, to check gradients against.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Random.h"

namespace test {

/// df/dx[k] by five points: the error is of the fourth order in the step. x is as before afterwards.
inline double differenceQuotient(engine::Array<double>& x, engine::Index k, double step,
                                 const std::function<double()>& f) {
  const double centre = x[k];
  const auto at = [&](double offset) {
    x[k] = centre + offset;
    return f();
  };
  const double slope = (8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step);
  x[k] = centre;
  return slope;
}

/// A weighted sum of all elements: its gradient meets every element of the gradient of `array`, all different.
inline engine::Array<double> lossWeights(const engine::Shape& shape) {
  return engine::deterministicArray<double>(777, shape, 1);
}

/// At most `count` element numbers, spread over an array of `size` elements, the first and the last among them.
inline std::vector<engine::Index> spreadOver(engine::Index size, engine::Index count) {
  std::vector<engine::Index> numbers;
  const engine::Index n = std::min(size, count);
  for (engine::Index k = 0; k < n; ++k) numbers.push_back(n == 1 ? 0 : k * (size - 1) / (n - 1));
  return numbers;
}

/// |gradient - difference quotient| <= tolerance * (1 + |quotient|) for elements spread over x, on which f depends.
inline void expectGradient(const engine::Array<double>& gradient, engine::Array<double>& x,
                           const std::function<double()>& f, const std::string& name, double tolerance = 1e-6,
                           engine::Index count = 60, double step = 1e-4) {
  ASSERT_EQ(gradient.shape(), x.shape()) << name;
  for (const engine::Index k : spreadOver(x.size(), count)) {
    const double expected = differenceQuotient(x, k, step, f);
    EXPECT_NEAR(gradient[k], expected, tolerance * (1 + std::abs(expected))) << name << ", element " << k;
  }
}

}  // namespace test
