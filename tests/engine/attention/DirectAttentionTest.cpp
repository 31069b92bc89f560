// Direct and masked direct attention: goldens of attention-math 6.12 and their invariants.
#include "engine/attention/DirectAttention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/MsaGoldens.h"

namespace {

using namespace engine;
using test::expectClose;
using test::expectValues;
using test::sumOf;

template <class T>
DirectWeights<T> goldenWeights() {
  std::map<std::string, Shape> shapes;
  test::addLinear(shapes, "proj_pair", 2, 6);
  test::addLinear(shapes, "proj_msa", 8, 8);
  test::addLinear(shapes, "proj_out", 8, 8);
  auto fill = test::namedFill<T>(3300, shapes);
  return {fill["proj_pair.weight"], fill["proj_pair.bias"],  fill["proj_msa.weight"],
          fill["proj_msa.bias"],    fill["proj_out.weight"], fill["proj_out.bias"]};
}

template <class T>
DirectResult<T> direct(const Array<T>& pair, const Array<T>& msa, const DirectWeights<T>& weights, int threads = 1) {
  Diagnostics diagnostics;
  Progress none;
  return directAttention(pair, msa, weights, true, {nullptr, threads}, diagnostics, none);
}

template <class T>
void expectDirectGolden(double tolerance) {
  const DirectResult<T> result =
      direct(deterministicArray<T>(22, {4, 4, 6}, 1, "pair"), test::goldenMsa<T>(), goldenWeights<T>());
  expectValues(result.Y, 0,
               {-0.024267842102, 0.421545008820, -0.197823628937, -0.197340992902, 0.017363640157, 0.188531119351,
                -0.283594153549, 0.298653622981},
               tolerance);
  EXPECT_NEAR(sumOf(result.Y), -6.080462015904226, 8 * tolerance);
}

TEST(DirectAttention, goldenInFloat64AndFloat32) {
  expectDirectGolden<double>(1e-10);
  expectDirectGolden<float>(2e-5);
}

template <class T>
MaskedDirectInput<T> maskedGolden() {
  std::map<std::string, Shape> shapes;
  test::addLinear(shapes, "to_query", 6, 5);
  test::addLinear(shapes, "to_key", 6, 5);
  test::addLinear(shapes, "to_value", 8, 8);
  test::addLinear(shapes, "to_out", 8, 8);
  auto fill = test::namedFill<T>(3400, shapes);
  MaskedDirectInput<T> input;
  input.state = deterministicArray<T>(23, {4, 5}, 1, "state");
  input.CA = deterministicArray<T>(24, {4, 3}, 15, "CA");
  input.msa = test::goldenMsa<T>();
  input.bins = Array<T>({2}, {8, 12}, "bins");
  input.W_q = fill["to_query.weight"], input.b_q = fill["to_query.bias"];
  input.W_k = fill["to_key.weight"], input.b_k = fill["to_key.bias"];
  input.W_v = fill["to_value.weight"], input.b_v = fill["to_value.bias"];
  input.W_o = fill["to_out.weight"], input.b_o = fill["to_out.bias"];
  return input;
}

template <class T>
DirectResult<T> masked(const MaskedDirectInput<T>& input, int threads = 1) {
  Diagnostics diagnostics;
  Progress none;
  return maskedDirectAttention(input, {nullptr, threads}, diagnostics, none);
}

template <class T>
void expectMaskedGolden(double tolerance) {
  const DirectResult<T> result = masked(maskedGolden<T>());
  expectValues(result.Y, 0, {0.321120018808, 0.215588557404, -0.181408058610, -0.281712449466}, tolerance);
  EXPECT_NEAR(sumOf(result.Y), -1.6009144104684565, 4 * tolerance);
}

TEST(MaskedDirectAttention, goldenInFloat64AndFloat32) {
  expectMaskedGolden<double>(1e-10);
  expectMaskedGolden<float>(2e-5);
}

}  // namespace
