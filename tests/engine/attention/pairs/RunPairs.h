// Running the mechanisms on pairs, and what all of them are checked for.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/pairs/PairReference.h"

namespace test {

inline engine::ArrayBundle run(const std::string& id, const engine::ArrayBundle& inputs,
                               const engine::ParameterValues& values = {},
                               engine::Precision precision = engine::Precision::float64, int threads = 1) {
  engine::Diagnostics ignored;
  engine::Progress none;
  return engine::findMechanism(id).run(inputs, values, precision, {nullptr, threads}, ignored, none);
}

inline const engine::Array<double>& numbers(const engine::ArrayBundle& arrays, const char* name) {
  return std::get<engine::Array<double>>(arrays.at(name));
}

inline engine::ParameterValues flags(std::initializer_list<std::pair<const char*, bool>> list) {
  engine::ParameterValues values;
  for (const auto& [key, value] : list) values.set(key, value);
  return values;
}

/// An output (rows, columns, channels) is the grid, to 1e-10 (1 + |value|).
inline void expectGrid(const engine::Array<double>& found, const Grid& expected) {
  ASSERT_EQ(found.length(0), engine::Index(expected.size()));
  engine::Index k = 0;
  for (const auto& row : expected)
    for (const Vector& cell : row)
      for (const double value : cell) {
        ASSERT_LT(k, found.size());
        EXPECT_NEAR(found[k], value, 1e-10 * (1 + std::abs(value))) << "element " << k;
        ++k;
      }
  EXPECT_EQ(k, found.size());
}

/// x with its first `axes` axes, each of the order's length, put in the order: element (i, j) is x(order[i], order[j]).
inline engine::Array<float> reordered(const engine::Array<float>& x, const std::vector<engine::Index>& order,
                                      const std::vector<engine::Index>& axes) {
  engine::Array<float> result(x.shape(), 0.0f, x.name);
  for (engine::Index k = 0; k < x.size(); ++k) {
    engine::Index rest = k, source = 0, stride = 1;
    for (engine::Index axis = x.rank() - 1; axis >= 0; --axis) {
      engine::Index at = rest % x.length(axis);
      rest /= x.length(axis);
      if (std::find(axes.begin(), axes.end(), axis) != axes.end()) at = order[size_t(at)];
      source += at * stride;
      stride *= x.length(axis);
    }
    result[k] = x[source];
  }
  return result;
}

inline engine::Array<float> floats(const engine::ArrayBundle& arrays, const char* name) {
  return std::get<engine::Array<float>>(arrays.at(name));
}

/// Reordering the residues of the inputs (name, axes) reorders those of the outputs, and nothing else happens.
using Axes = std::vector<std::pair<const char*, std::vector<engine::Index>>>;
inline void expectEquivariant(const std::string& id, const std::vector<engine::Index>& order, const Axes& inputAxes,
                              const Axes& outputAxes) {
  const engine::ArrayBundle inputs = engine::findMechanism(id).sampleInput();
  engine::ArrayBundle turned = inputs;
  for (const auto& [name, axes] : inputAxes) turned[name] = reordered(floats(inputs, name), order, axes);
  const auto before = run(id, inputs, {}, engine::Precision::float32),
             after = run(id, turned, {}, engine::Precision::float32);
  for (const auto& [name, axes] : outputAxes)
    expectClose(floats(after, name), reordered(floats(before, name), order, axes), 2e-5, name);
}

/// Inputs whose letter L is `length`: arrays named here get these shapes, filled with numbers.
inline engine::ArrayBundle withShapes(const std::string& id,
                                      const std::vector<std::pair<const char*, engine::Shape>>& shapes) {
  engine::ArrayBundle inputs = engine::findMechanism(id).sampleInput();
  for (const auto& [name, shape] : shapes) inputs[name] = engine::deterministicArray<float>(7, shape, 1, name);
  return inputs;
}

/// float32 on its fast path equals float64 by the definition, with the same bits on one and two threads.
inline void expectFastPath(const std::string& id, const engine::ArrayBundle& inputs,
                           const engine::ParameterValues& values = {}) {
  const auto expected = run(id, inputs, values), one = run(id, inputs, values, engine::Precision::float32),
             two = run(id, inputs, values, engine::Precision::float32, 2);
  for (const auto& [name, array] : expected) {
    if (const auto* real = std::get_if<engine::Array<double>>(&array))
      expectClose(std::get<engine::Array<float>>(one.at(name)), *real, 1e-4, name.c_str());
    else
      EXPECT_EQ(one.at(name), array) << name;
    EXPECT_EQ(one.at(name), two.at(name)) << name;
  }
}

}  // namespace test
