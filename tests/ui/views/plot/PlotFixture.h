// Arrays that can be plotted.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/Array.h"
#include "engine/datasets/Dataset.h"

namespace test {

inline engine::Array<double> arrayOf(const std::string& name, const std::vector<double>& values) {
  engine::Array<double> array({static_cast<engine::Index>(values.size())}, 0.0, name);
  std::copy(values.begin(), values.end(), array.begin());
  return array;
}

inline engine::ArrayBundle someHistogram() {
  engine::ArrayBundle arrays;
  const auto add = [&](const std::string& name, const std::vector<double>& values) {
    arrays[name] = arrayOf(name, values);
  };
  add("bin_edges", {0, 1, 2, 3, 4});
  add("counts", {2, 8, 4, 0});
  add("fit", {2, 6, 4, 2});
  add("lambda_mu", {0.6931, 1.5, 0.01, 0.25});
  return arrays;
}

inline engine::DatasetPtr datasetOf(engine::ArrayBundle arrays) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "calibration";
  dataset->value = std::make_shared<const engine::ArrayBundle>(std::move(arrays));
  return dataset;
}

inline engine::ArrayBundle someCurves() {
  engine::ArrayBundle arrays;
  arrays["axis_n"] = arrayOf("axis_n", {1, 10, 100});
  arrays["curve_linear"] = arrayOf("curve_linear", {1, 10, 100});
  arrays["curve_zero first"] = arrayOf("curve_zero first", {0, 100, 1000});
  return arrays;
}

/// A table of these columns.
inline engine::DatasetPtr tableOf(const std::vector<std::pair<std::string, std::vector<double>>>& columns) {
  engine::ArrayBundle arrays;
  for (const auto& [name, values] : columns) arrays[name] = arrayOf(name, values);
  return datasetOf(std::move(arrays));
}

}  // namespace test
