// Comparing arrays in tests of networks.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/base/Array.h"

namespace test {

/// |found - expected| <= tolerance * (1 + |expected|) element by element; a failure names the element.
template <class T, class U>
void expectClose(const engine::Array<T>& found, const engine::Array<U>& expected, double tolerance) {
  ASSERT_EQ(found.shape(), expected.shape());
  for (engine::Index k = 0; k < found.size(); ++k)
    ASSERT_NEAR(double(found[k]), double(expected[k]), tolerance * (1 + std::abs(double(expected[k]))))
        << "element " << k << " of " << engine::shapeText(found.shape());
}

}  // namespace test
