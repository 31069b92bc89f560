// What every softmax attention must satisfy (MATHEMATICS.md 14), and masks to try it on.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>

#include "engine/attention/dot/DotProduct.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/ArrayAs.h"

namespace test {

/// No mask, random valid lengths (0 included), random holes, causal, and all of them; both rules.
inline rc::Gen<engine::KeyMask> anyMask(engine::Index batches, engine::Index queries, engine::Index keys) {
  return rc::gen::map(rc::gen::tuple(rc::gen::inRange(0, 16), rc::gen::inRange<std::uint64_t>(0, 1000)),
                      [=](const std::tuple<int, std::uint64_t>& choice) {
                        const auto [kinds, seed] = choice;
                        engine::Random random(seed);
                        engine::KeyMask mask = engine::fullMask(batches, queries, keys);
                        if (kinds & 1)
                          for (std::int32_t& end : mask.keyEnd)
                            end = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(keys) + 1));
                        if (kinds & 2) {
                          mask.allowed = engine::Array<engine::Bool>({batches, queries, keys});
                          for (engine::Bool& allowed : mask.allowed) allowed.value = random.uniform() < 0.6;
                        }
                        if (kinds & 4) engine::makeCausal(mask, keys);
                        if (kinds & 8) mask.rule = engine::MaskRule::overwrite;
                        return mask;
                      });
}

/// Whether the query of a batch sees any key.
inline bool seesAny(const engine::KeyMask& mask, engine::Index batch, engine::Index query, engine::Index keys) {
  for (engine::Index j = 0; j < keys; ++j)
    if (mask.sees(batch, query, j)) return true;
  return false;
}

/// Weights A (B, n, m) or (B, H, n, m): none negative, each row sums to 1 and gives nothing to hidden keys; a row that
/// sees no key is all 0 (rule exclude) or uniform (rule overwrite, whose other rows may only be so small as scores
/// beyond 1e6 allow, so that hidden keys are checked under `exclude`).
template <class T>
void expectSoftmaxRows(const engine::Array<T>& A, const engine::KeyMask& mask, double tolerance) {
  using engine::Index;
  const bool hasHeads = A.rank() == 4;
  const Index H = hasHeads ? A.length(1) : 1, n = A.length(A.rank() - 2), m = A.length(A.rank() - 1);
  for (Index row = 0; row < A.length(0) * H * n; ++row) {
    const Index batch = row / n / H, query = row % n;
    double sum = 0;
    for (Index j = 0; j < m; ++j) {
      const T weight = A[row * m + j];
      ASSERT_GE(weight, T{0}) << "row " << row << ", key " << j;
      sum += weight;
      if (mask.rule == engine::MaskRule::exclude && !mask.sees(batch, query, j)) {
        ASSERT_EQ(weight, T{0}) << "row " << row << ", hidden key " << j;
      }
    }
    const bool isEmpty = mask.rule == engine::MaskRule::exclude ? !seesAny(mask, batch, query, m) : m == 0;
    ASSERT_NEAR(sum, isEmpty ? 0.0 : 1.0, tolerance) << "row " << row;
  }
}

/// Outputs O (.., n, v) lie between the smallest and the largest value of each column of V (.., m, v), unless their row
/// of A is all 0.
template <class T>
void expectInHullOfValues(const engine::Array<T>& O, const engine::Array<T>& A, const engine::Array<double>& V,
                          double tolerance) {
  using engine::Index;
  const Index n = O.length(O.rank() - 2), v = O.length(O.rank() - 1), m = V.length(V.rank() - 2);
  if (O.empty() || m == 0) return;
  for (Index row = 0; row < O.size() / v; ++row) {
    const T* const weights = A.data() + row * m;
    if (std::all_of(weights, weights + m, [](T weight) { return weight == 0; })) continue;
    const double* const values = V.data() + row / n * m * v;
    for (Index c = 0; c < v; ++c) {
      double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
      for (Index j = 0; j < m; ++j) {
        lowest = std::min(lowest, values[j * v + c]);
        highest = std::max(highest, values[j * v + c]);
      }
      ASSERT_GE(O[row * v + c], lowest - tolerance) << "row " << row << ", channel " << c;
      ASSERT_LE(O[row * v + c], highest + tolerance) << "row " << row << ", channel " << c;
    }
  }
}

}  // namespace test
