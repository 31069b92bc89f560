// Attention along one axis of an alignment: choice of path and the plain definition.
#include "engine/attention/axial/AxialProduct.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/FastPath.h"
#include "engine/attention/heads/ScoreOverflow.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

template <class T>
AxialProductResult<T> emptyAxialResult(const AxialProductInput<T>& input) {
  const MsaLines lines = input.lines();
  const Index H = input.heads, n = lines.length;
  AxialProductResult<T> result;
  if (input.maps == Maps::keep) {
    requireMemory(double(lines.count) * double(H) * double(n) * double(n) * sizeof(T) * (input.keepScores ? 2 : 1),
                  "the maps of all rows or columns", "drop the maps (maps=no)");
    result.A = Array<T>({lines.count, H, n, n}, Untouched{}, "A");
    if (input.keepScores) result.S = Array<T>({lines.count, H, n, n}, Untouched{}, "S");
  }
  result.O = Array<T>({input.Q.length(0), input.Q.length(1), input.V.length(2)}, Untouched{}, "O");
  result.lse = Array<T>({lines.count, H, n}, Untouched{}, "lse");
  return result;
}

namespace {

/// One query of one line and head: its scores, weights and output.
template <class T>
class QueryRow {
 public:
  QueryRow(const AxialProductInput<T>& input, Index flat)
      : m_input(input),
        m_lines(input.lines()),
        m_position(flat % m_lines.length),
        m_head(flat / m_lines.length % input.heads),
        m_line(flat / m_lines.length / input.heads) {}

  T score(Index key) const {
    const Index cell = m_lines.cell(m_line, key), d = m_input.depth(), width = m_input.heads * d;
    if (!m_input.padding.empty() && m_input.padding[cell]) return static_cast<T>(kPaddedScore);
    const T* const q = m_input.Q.data() + m_lines.cell(m_line, m_position) * width + m_head * d;
    const T* const k = m_input.K.data() + cell * width + m_head * d;
    T sum = 0;
    for (Index c = 0; c < d; ++c) sum += q[c] * k[c];
    return sum * static_cast<T>(m_input.scale);
  }
  void addValues(const T* weights, Array<T>& O) const {
    const Index v = m_input.valueWidth(), width = m_input.heads * v;
    T* const output = O.data() + m_lines.cell(m_line, m_position) * width + m_head * v;
    std::fill_n(output, v, T{0});
    for (Index j = 0; j < m_lines.length; ++j) {
      const T* const value = m_input.V.data() + m_lines.cell(m_line, j) * width + m_head * v;
      for (Index c = 0; c < v; ++c) output[c] += weights[j] * value[c];
    }
  }

 private:
  const AxialProductInput<T>& m_input;
  MsaLines m_lines;
  Index m_position, m_head, m_line;
};

/// Scores to weights; returns ln of the sum of exp. A score below the range of T has no weight; a row of nothing else,
/// or with a score above the range, is not a number throughout.
template <class T>
T softmaxOfScores(std::vector<T>& row) {
  T maximum = -std::numeric_limits<T>::infinity();
  bool isLegal = true;
  for (const T score : row) {
    maximum = std::max(maximum, score);
    isLegal = isLegal && !std::isnan(score);
  }
  if (!isLegal || !std::isfinite(maximum)) {
    std::fill(row.begin(), row.end(), std::numeric_limits<T>::quiet_NaN());
    return std::numeric_limits<T>::quiet_NaN();
  }
  T sum = 0;
  for (T& score : row) sum += score = std::exp(score - maximum);
  for (T& weight : row) weight /= sum;
  return maximum + std::log(sum);
}

template <class T>
void requireFiniteScores(const AxialProductInput<T>& input, const AxialProductResult<T>& result) {
  for (Index k = 0; k < result.lse.size(); ++k)
    if (!std::isfinite(result.lse[k]))
      failForScore<T>(
          input.origin.empty() ? arraysText({{"Q", input.Q.shape()}, {"K", input.K.shape()}}) : input.origin,
          k % input.lines().length);
}

}  // namespace

template <class T>
AxialProductResult<T> axialProductPlain(const AxialProductInput<T>& input, int threads, Progress& progress) {
  const MsaLines lines = input.lines();
  const Index n = lines.length, H = input.heads;
  AxialProductResult<T> result = emptyAxialResult(input);
  const Index work = std::max<Index>(1, n * (input.depth() + input.valueWidth()));
  const Index grain = std::clamp<Index>(4'000'000 / work, 1, 256);
  parallelFor(lines.count * H * n, grain, threads, progress, "attention", [&](Index begin, Index end) {
    std::vector<T> weights(static_cast<size_t>(n));
    for (Index flat = begin; flat < end; ++flat) {
      const QueryRow<T> row(input, flat);
      for (Index j = 0; j < n; ++j) nth(weights, j) = row.score(j);
      if (!result.S.empty()) std::copy(weights.begin(), weights.end(), result.S.data() + flat * n);
      result.lse[flat] = softmaxOfScores(weights);
      row.addValues(weights.data(), result.O);
      if (!result.A.empty()) std::copy(weights.begin(), weights.end(), result.A.data() + flat * n);
    }
  });
  return result;
}

template <class T>
AxialProductResult<T> axialProduct(const AxialProductInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                                   Progress& progress) {
  AxialProductResult<T> result =
      onFastest(input, compute, diagnostics, progress, axialProductPlain<T>, axialProductNative, axialProductOnDevice);
  requireFiniteScores(input, result);
  return result;
}

#define INSTANTIATE(T)                                                                           \
  template AxialProductResult<T> emptyAxialResult(const AxialProductInput<T>&);                  \
  template AxialProductResult<T> axialProductPlain(const AxialProductInput<T>&, int, Progress&); \
  template AxialProductResult<T> axialProduct(const AxialProductInput<T>&, const Compute&, Diagnostics&, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
