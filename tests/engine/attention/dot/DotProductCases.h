// Inputs of scaled dot-product attention, and every way to compute it.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "engine/attention/dot/DotProduct.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/ArrayAs.h"
#include "tests/engine/attention/Backends.h"

namespace test {

using namespace engine;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The backends, each device with both flavours of kernels: "opencl:0 tiled".
inline std::vector<std::string> backendsAndFlavours() {
  std::vector<std::string> names;
  for (const std::string& backend : backends()) {
    names.push_back(backend);
    if (deviceOf(backend) != nullptr) names.push_back(backend + " tiled");
  }
  return names;
}

inline std::string testName(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::erase_if(name, [](char letter) { return letter == ':' || letter == ' '; });
  return name;
}

inline DotProductResult<float> compute(const std::string& backend, const DotProductInput<float>& input, int threads,
                                       Progress& progress) {
  if (backend == "plain") return dotProductPlain(input, threads, progress);
  if (backend == "native") return dotProductNative(input, threads, progress);
  const std::string device = backend.substr(0, backend.find(' '));
  return dotProductOnDevice(input, *deviceOf(device), progress,
                            device == backend ? KernelFlavour::wide : KernelFlavour::tiled);
}

inline DotProductResult<float> compute(const std::string& backend, const DotProductInput<float>& input,
                                       int threads = 2) {
  Progress none;
  return compute(backend, input, threads, none);
}

template <class T>
DotProductInput<T> randomInput(Index B, Index H, Index n, Index m, Index d, Index v, std::uint64_t seed = 5,
                               double scale = 1) {
  DotProductInput<T> input;
  input.Q = deterministicArray<T>(seed, {B, H, n, d}, scale, "Q");
  input.K = deterministicArray<T>(seed + 1, {B, H, m, d}, 1, "K");
  input.V = deterministicArray<T>(seed + 2, {B, H, m, v}, 1, "V");
  input.mask = fullMask(B, n, m);
  input.scale = standardScale(d);
  return input;
}

/// A mask with holes, hidden ends and, when there are two rows or more, one row that sees nothing.
inline KeyMask patchyMask(Index B, Index n, Index m, MaskRule rule) {
  KeyMask mask = fullMask(B, n, m);
  mask.rule = rule;
  mask.allowed = Array<Bool>({B, n, m});
  for (Index k = 0; k < mask.allowed.size(); ++k) mask.allowed[k].value = deterministicNumber(77, k) > -0.3;
  for (Index b = 0; b < B; ++b)
    for (Index i = 0; i < n; ++i) mask.keyEnd(b, i) = static_cast<std::int32_t>(i == 1 ? 0 : m - (i + b) % 3 * (m / 4));
  return mask;
}

inline DotProductInput<double> inDouble(const DotProductInput<float>& input) {
  return {as<double>(input.Q), as<double>(input.K), as<double>(input.V), input.mask, input.scale, Maps::keep, 64};
}

/// The d2l golden of MATHEMATICS.md 2.6.
template <class T>
DotProductInput<T> goldenInput() {
  DotProductInput<T> input;
  input.Q = deterministicArray<T>(101, {2, 1, 3, 4}, 1, "Q");
  input.K = deterministicArray<T>(102, {2, 1, 5, 4}, 1, "K");
  input.V = deterministicArray<T>(103, {2, 1, 5, 3}, 1, "V");
  input.mask = fullMask(2, 3, 5);
  for (Index i = 0; i < 3; ++i) input.mask.keyEnd(0, i) = 3;
  input.scale = 0.5;
  return input;
}

template <class T>
void expectGolden(const DotProductResult<T>& result, double tolerance) {
  const auto near = [&](double found, double expected) {
    EXPECT_NEAR(found, expected, tolerance * (1 + std::abs(expected)));
  };
  const double weights[] = {0.349486069922, 0.340231232111, 0.310282697967};
  const double first[] = {-0.219688329516, -0.429290572985, 0.156285351241};
  const double last[] = {-0.158291515057, -0.369614568087, 0.178289661696};
  for (Index k = 0; k < 3; ++k) {
    if (!result.A.empty()) near(result.A(0, 0, 0, k), weights[k]);
    near(result.O(0, 0, 0, k), first[k]);
    near(result.O(1, 0, 2, k), last[k]);
  }
  for (Index k = 3; k < 5 && !result.A.empty(); ++k) EXPECT_EQ(result.A(0, 0, 0, k), T{0});
  double sum = 0;
  for (const T value : result.O) sum += value;
  near(sum, -2.3945081605974283);
}

}  // namespace test
