// Arrays under the names that plots understand: "axis_NAME", "curve_NAME", "quantity_NAME", in steps and not.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/Array.h"
#include "engine/datasets/Dataset.h"

namespace engine {

inline Array<double> column(const std::vector<double>& values) { return Array<double>({Index(values.size())}, values); }

/// An array whose name alone says something.
inline void say(ArrayBundle& arrays, const std::string& name) { arrays[name] = Array<double>({0}); }

/// Text of one step; `step` counts from 0.
inline void sayStep(ArrayBundle& arrays, Index step, const std::string& text) {
  const std::string number = std::to_string(step + 1);
  say(arrays, "step_" + std::string(number.size() < 4 ? 4 - number.size() : 0, '0') + number + " " + text);
}

/// (rows.size(), N) of rows of one length N.
inline Array<double> inSteps(const std::vector<std::vector<double>>& rows) {
  const Index width = rows.empty() ? 0 : std::ssize(rows.front());
  Array<double> all({std::ssize(rows), width});
  double* next = all.data();
  for (const std::vector<double>& row : rows) next = std::copy(row.begin(), row.end(), next);
  return all;
}

/// So many numbers from the one to the other.
inline std::vector<double> evenly(double from, double to, Index count) {
  std::vector<double> values;
  for (Index k = 0; k < count; ++k) values.push_back(from + (to - from) * double(k) / double(count - 1));
  return values;
}

template <class Function>
std::vector<double> valuesAt(const std::vector<double>& x, const Function& of) {
  std::vector<double> values;
  std::transform(x.begin(), x.end(), std::back_inserter(values), of);
  return values;
}

/// (2, 121): once round the origin.
inline Array<double> unitCircle() {
  constexpr Index kPoints = 121;
  Array<double> path({2, kPoints});
  for (Index k = 0; k < kPoints; ++k) {
    path(0, k) = std::cos(2 * std::numbers::pi * double(k) / double(kPoints - 1));
    path(1, k) = std::sin(2 * std::numbers::pi * double(k) / double(kPoints - 1));
  }
  return path;
}

/// For titles of steps: three digits, and the minus of print.
inline std::string numberText(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", std::abs(value));
  return (value < 0 ? "−" : "") + std::string(text);
}

/// `word` names it behind the id of the whole result; empty: the main one.
inline Dataset plotDataset(const std::string& word, const std::string& title, ArrayBundle arrays) {
  Dataset dataset;
  if (!word.empty()) dataset.id = "." + word;
  dataset.title = title;
  dataset.value = std::make_shared<const ArrayBundle>(std::move(arrays));
  return dataset;
}

}  // namespace engine
