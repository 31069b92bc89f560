#include "engine/training/PanelLikelihood.h"

#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/training/Exponentials.h"
#include "engine/training/LetterCount.h"

namespace engine {

namespace {

/// 64 bytes at once, in registers.
template <class T>
struct Lanes {
  typedef T Type __attribute__((vector_size(64)));
  static constexpr Index kCount = 64 / Index(sizeof(T));
};

/// A line of a panel, summed up in registers.
template <class T>
struct LineSum {
  static constexpr Index kParts = CouplingPanels<T>::kWidth / Lanes<T>::kCount;
  typename Lanes<T>::Type parts[kParts];

  void set(const T* line) { std::memcpy(parts, line, sizeof parts); }
  void add(const T* line) {
#pragma GCC unroll 10
    for (Index k = 0; k < kParts; ++k) {
      typename Lanes<T>::Type part;
      std::memcpy(&part, line + k * Lanes<T>::kCount, sizeof part);
      parts[k] += part;
    }
  }
  void store(T* line) const { std::memcpy(line, parts, sizeof parts); }
};

/// Turns 20 logits into probabilities; gives the logarithm of the sum of their exponentials.
template <class T>
double softmax(T* logits) {
  T largest = logits[0];
  for (Index a = 1; a < K; ++a) largest = std::max(largest, logits[a]);
  for (Index a = 0; a < K; ++a) logits[a] = exponential(logits[a] - largest);
  T sum = 0;
  for (Index a = 0; a < K; ++a) sum += logits[a];
  for (Index a = 0; a < K; ++a) logits[a] /= sum;
  return double(largest) + std::log(double(sum));
}

}  // namespace

template <class T>
void PanelLikelihood<T>::fillLogits(Index panel, const CouplingPanels<T>& W, const Array<T>& bias, T* logits) const {
  constexpr Index kWidth = CouplingPanels<T>::kWidth;
  std::array<T, std::size_t(kWidth)> first{};
  const Index begin = panel * kWidth, end = std::min(begin + kWidth, bias.size());
  std::copy(bias.data() + begin, bias.data() + end, first.begin());
  const T* const lines = W.line(panel, 0, 0);
  for (Index n = 0; n < m_batch.count; ++n) {
    LineSum<T> sum;
    sum.set(first.data());
    for (Index k = nth(m_batch.lineStarts, n); k < nth(m_batch.lineStarts, n + 1); ++k)
      sum.add(lines + nth(m_batch.lines, k) * kWidth);
    sum.store(logits + n * kWidth);
  }
}

/// Logits become w (P - x) times `scale`, 0 at missing places; gives the sum of the losses. `sums`: of these by letter.
template <class T>
double PanelLikelihood<T>::residuals(Index panel, const std::vector<Index>& batch, double scale, T* logits,
                                     T* sums) const {
  constexpr Index kPositions = CouplingPanels<T>::kPositions, kWidth = CouplingPanels<T>::kWidth;
  std::array<double, std::size_t(kWidth)> bySum{};
  double loss = 0;
  for (Index n = 0; n < m_batch.count; ++n)
    for (Index part = 0; part < kPositions; ++part) {
      const Index i = panel * kPositions + part;
      T* const values = logits + n * kWidth + part * K;
      const Index own = i < m_rows.length() ? m_rows.codes(nth(batch, n), i) : K;
      if (own == K) {
        std::fill_n(values, K, T{});
        continue;
      }
      const double factor = scale * nth(m_rows.weights, nth(batch, n)), ofOwn = double(values[own]);
      loss += factor * (softmax(values) - ofOwn);
      values[own] -= 1;
      for (Index a = 0; a < K; ++a) values[a] *= T(factor);
      for (Index a = 0; a < K; ++a) nth(bySum, part * K + a) += double(values[a]);
    }
  std::copy(bySum.begin(), bySum.end(), sums);
  return loss;
}

template <class T>
void PanelLikelihood<T>::fillDerivatives(Index panel, const T* residuals, CouplingPanels<T>& D) const {
  constexpr Index kWidth = CouplingPanels<T>::kWidth;
  const std::array<T, std::size_t(kWidth)> none{};
  for (Index j = 0; j < m_rows.length(); ++j)
    for (Index letter = 0; letter < K; ++letter) {
      LineSum<T> sum;
      sum.set(none.data());
      const Index end = nth(m_batch.letterStarts, j * (K + 1) + letter + 1);
      for (Index k = nth(m_batch.letterStarts, j * (K + 1) + letter); k < end; ++k)
        sum.add(residuals + nth(m_batch.sorted, k) * kWidth);
      sum.store(D.line(panel, j, letter));
    }
}

template <class T>
double PanelLikelihood<T>::evaluate(const std::vector<Index>& batch, const CouplingPanels<T>& W, const Array<T>& bias,
                                    CouplingPanels<T>& D, Array<T>& biases, int threads, Progress& progress) {
  constexpr Index kWidth = CouplingPanels<T>::kWidth;
  m_batch.assign(m_rows, batch, threads);
  const double scale = batch.empty() ? 0 : double(m_rows.count()) / double(m_batch.count) / m_rows.effective();
  std::vector<double> losses(std::size_t(W.numPanels()));
  parallelFor(W.numPanels(), 1, threads, progress, "rows", [&](Index begin, Index end) {
    std::vector<T> logits(std::size_t(m_batch.count * kWidth));
    for (Index panel = begin; panel < end; ++panel) {
      std::array<T, std::size_t(kWidth)> sums;
      fillLogits(panel, W, bias, logits.data());
      nth(losses, panel) = residuals(panel, batch, scale, logits.data(), sums.data());
      fillDerivatives(panel, logits.data(), D);
      const Index first = panel * kWidth;
      std::copy_n(sums.data(), std::min(kWidth, biases.size() - first), biases.data() + first);
    }
  });
  return std::accumulate(losses.begin(), losses.end(), 0.0);
}

template class PanelLikelihood<float>;
template class PanelLikelihood<double>;

}  // namespace engine
