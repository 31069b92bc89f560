// The operation "complexity": table and plots.
#include <gtest/gtest.h>

#include "engine/base/Array.h"
#include "engine/operations/Operation.h"

namespace {

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

}  // namespace
