// The operations "complexity", table and plots, and "layer-paths", ways of a signal.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/Array.h"
#include "engine/datasets/ArrayText.h"
#include "engine/operations/Operation.h"

namespace compare_layers_test {

using namespace engine;

TEST(CompareLayers, givesTheTableAndAPlotOfEachQuantity) {
  ParameterValues values;
  values.set("longest", std::int64_t{64});
  values.set("width", std::int64_t{8});
  Diagnostics diagnostics;
  Progress none;
  const std::vector<Dataset> results = findOperation("complexity").run({}, values, {nullptr, 1}, diagnostics, none);
  ASSERT_EQ(results.size(), 5u);
  const auto& table = *results[0].as<ArrayBundle>();
  EXPECT_EQ(numbersOf<double>(table, "axis_n"), Array<double>({3}, {16, 32, 64}));
  EXPECT_EQ(numbersOf<double>(table, "path_recurrence"), Array<double>({3}, {16, 32, 64}));
  EXPECT_EQ(numbersOf<double>(table, "path_convolution"), Array<double>({3}, {15, 31, 63}));
  EXPECT_EQ(numbersOf<double>(table, "path_self-attention"), Array<double>({3}, {1, 1, 1}));
  EXPECT_EQ(numbersOf<double>(table, "steps_recurrence"), Array<double>({3}, {16, 32, 64}));
  EXPECT_EQ(numbersOf<double>(table, "flops_self-attention")(2), 4.0 * 64 * 64 * 8);
  for (const double seconds : numbersOf<double>(table, "seconds_convolution")) EXPECT_GT(seconds, 0);
  for (size_t k = 1; k < results.size(); ++k) {
    EXPECT_EQ(results[k].as<ArrayBundle>()->count("axis_n"), 1u) << results[k].title;
    EXPECT_EQ(results[k].as<ArrayBundle>()->count("curve_self-attention"), 1u) << results[k].title;
    const auto quantity = results[k].as<ArrayBundle>()->lower_bound("quantity_");
    ASSERT_NE(quantity, results[k].as<ArrayBundle>()->end());
    EXPECT_TRUE(results[k].title.starts_with(quantity->first.substr(9))) << quantity->first;
  }
}

TEST(CompareLayers, anEvenKernelIsRefused) {
  ParameterValues values;
  values.set("kernel", std::int64_t{4});
  EXPECT_THROW(findOperation("complexity").checkParameters(completed(findOperation("complexity").parameters(), values)),
               Error);
}

std::vector<Dataset> pathsOf(std::int64_t tokens, std::int64_t kernel) {
  ParameterValues values;
  values.set("tokens", tokens);
  values.set("kernel", kernel);
  Diagnostics diagnostics;
  Progress none;
  return findOperation("layer-paths").run({}, values, {nullptr, 1}, diagnostics, none);
}

TEST(LayerPaths, givesOperationsWaitsAndTheStepsBetweenAllTokens) {
  const auto results = pathsOf(16, 3);
  ASSERT_EQ(results.size(), 1U);
  const auto& arrays = *results[0].as<ArrayBundle>();
  EXPECT_EQ(numbersOf<double>(arrays, "operations"), Array<double>({3}, {393216, 262144, 65536}));
  EXPECT_EQ(numbersOf<double>(arrays, "waits"), Array<double>({3}, {1, 16, 1}));
  EXPECT_EQ(numbersOf<double>(arrays, "longest path"), Array<double>({3}, {15, 16, 1}));
  EXPECT_EQ(labelsIn(arrays, "layer"), (std::vector<std::string>{"convolution", "recurrence", "self-attention"}));
  const auto steps = numbersOf<double>(arrays, "steps", NonFinite::allow);
  ASSERT_EQ(steps.shape(), (Shape{3, 16, 16}));
  for (Index from = 0; from < 16; ++from)
    for (Index to = 0; to < 16; ++to) {
      EXPECT_EQ(steps(0, from, to), std::max<double>(1, double(std::abs(to - from))));
      EXPECT_EQ(steps(2, from, to), 1);
      if (to < from)
        EXPECT_TRUE(std::isnan(steps(1, from, to)));
      else
        EXPECT_EQ(steps(1, from, to), double(to - from + 1));
    }
}

TEST(LayerPaths, oneTokenAndOneTap) {
  EXPECT_EQ(numbersOf<double>(*pathsOf(1, 3)[0].as<ArrayBundle>(), "longest path"), Array<double>({3}, {1, 1, 1}));
  const auto steps = numbersOf<double>(*pathsOf(3, 1)[0].as<ArrayBundle>(), "steps", NonFinite::allow);
  EXPECT_EQ(steps(0, 1, 1), 1);
  EXPECT_TRUE(std::isnan(steps(0, 1, 2)));
  ParameterValues even;
  even.set("kernel", std::int64_t{4});
  const Operation& operation = findOperation("layer-paths");
  EXPECT_THROW(operation.checkParameters(completed(operation.parameters(), even)), Error);
}

}  // namespace compare_layers_test
