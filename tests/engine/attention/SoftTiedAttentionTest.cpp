// Soft-tied attention: hand example and golden of attention-math 6.12, and its invariants.
#include "engine/attention/SoftTiedAttention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/TiedAttention.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/MsaGoldens.h"

namespace {

using namespace engine;
using test::expectClose;
using test::expectValues;
using test::sumOf;

template <class T>
SoftTiedResult<T> softTied(const Array<T>& X, const SequenceWeightProjections<T>& weighting,
                           const Projections<T>& projections, Device* device = nullptr, int threads = 1) {
  Diagnostics diagnostics;
  Progress none;
  return softTiedAttention(X, weighting, projections, true, {device, threads}, diagnostics, none);
}

template <class T>
SoftTiedResult<T> golden(Device* device = nullptr) {
  auto shapes = test::projectionShapes();
  test::addLinear(shapes, "seq_weight.to_query", 8, 8);
  test::addLinear(shapes, "seq_weight.to_key", 8, 8);
  const auto fill = test::namedFill<T>(3000, shapes);
  const SequenceWeightProjections<T> weighting{fill.at("seq_weight.to_query.weight"),
                                               fill.at("seq_weight.to_query.bias"), fill.at("seq_weight.to_key.weight"),
                                               fill.at("seq_weight.to_key.bias"), 2};
  return softTied(test::goldenMsa<T>(), weighting, test::projectionsOf(fill), device);
}

template <class T>
void expectGolden(const SoftTiedResult<T>& result, double tolerance) {
  expectValues(result.Y, 0,
               {0.325512038869, -0.084957019238, 0.127867802756, 0.138360509939, -0.040817977351, -0.008705231616,
                0.285713809520, -0.081201417836},
               tolerance);
  EXPECT_NEAR(sumOf(result.Y), 5.406739873615959, 7 * tolerance);
  const double weights[] = {0.363250459246, 0.302539424438, 0.334210116316};
  for (Index n = 0; n < 3; ++n) EXPECT_NEAR(result.w(n, 0, 0), weights[n], tolerance);
  expectValues(result.pair, 2, {0.242426413070, 0.252229701002}, tolerance);
}

TEST(SoftTiedAttention, goldenInFloat64) { expectGolden(golden<double>(), 1e-10); }

TEST(SoftTiedAttention, goldenInFloat32OnEveryBackend) {
  for (const std::string& backend : test::backends()) expectGolden(golden<float>(test::deviceOf(backend)), 2e-5);
}

TEST(SoftTiedAttention, handExampleWithWeightsOfTheQueryColumn) {
  // Q, K of 5.6 times w[n, i] = [[.75, .25], [.25, .75]], as the module multiplies them into the queries.
  TiedProductInput<double> input;
  input.Q = Array<double>({2, 2, 1}, {1 * 0.75, 2 * 0.25, 0 * 0.25, 1 * 0.75});
  input.K = Array<double>({2, 2, 1}, {1, 0, 2, 1});
  input.V = Array<double>({2, 2, 1}, {1, 2, 3, 4});
  input.keepScores = true;
  Progress none;
  const TiedProductResult<double> result = tiedProductPlain(input, 1, none);
  expectValues(result.S, 0, {0.75, 0, 2, 0.75}, 1e-15);
  expectValues(result.A, 0, {0.679179, 0.320821, 0.777300, 0.222700}, 1e-6);
}

}  // namespace
