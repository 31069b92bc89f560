#include "engine/training/FactoredPass.h"

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/training/Exponentials.h"
#include "engine/training/LetterCount.h"

namespace engine {

namespace {

constexpr Index kEven = K * (K + 1) / 2, kOdd = K * (K - 1) / 2;
constexpr Index kAtOnce = kPairsAtOnce;  ///< pairs of one product
constexpr Index kGroups = 24;            ///< of pairs, whose sums over pairs are added up in order

template <class T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using View = Eigen::Map<Rows<T>>;
template <class T>
using ConstView = Eigen::Map<const Rows<T>>;
/// Some pairs of an array of heads x pairs, a line per head.
template <class T>
using PairView = Eigen::Map<Rows<T>, 0, Eigen::OuterStride<>>;
template <class T>
using ConstPairView = Eigen::Map<const Rows<T>, 0, Eigen::OuterStride<>>;

/// The part of pairs that one group takes: whole products.
Index groupStart(Index group, Index numPairs) {
  const Index products = (numPairs + kAtOnce - 1) / kAtOnce;
  return std::min(numPairs, products * group / kGroups * kAtOnce);
}

template <class T>
void softmaxWithoutSelf(T* row, Index length, Index self) {
  row[self] = -std::numeric_limits<T>::infinity();
  const T largest = *std::max_element(row, row + length);
  if (std::isinf(largest)) {  // a position alone
    std::fill_n(row, length, T{});
    return;
  }
  row[self] = largest;
  for (Index k = 0; k < length; ++k) row[k] = exponential(row[k] - largest);
  row[self] = 0;
  const T factor = 1 / sumInLanes<T>(length, [row](Index k) { return row[k]; });
  for (Index k = 0; k < length; ++k) row[k] *= factor;
}

}  // namespace

template <class T>
FactoredPass<T>::FactoredPass(Index length, Index heads)
    : m_length(length),
      m_heads(heads),
      m_pairs(positionPairs(length)),
      m_maps({heads, length, length}),
      m_couplings(length) {
  m_even = m_odd = Array<T>({heads, numPairs()});
  m_evenValues = Array<T>({heads, kEven});
  m_oddValues = Array<T>({heads, kOdd});
  m_evenGroups = Array<T>({kGroups, heads, kEven});
  m_oddGroups = Array<T>({kGroups, heads, kOdd});
}

template <class T>
double FactoredPass<T>::bytes(Index length, Index heads, Index width) {
  const double cells = double(heads) * double(length) * double(length);
  const double weights = 2.0 * double(heads * length * width) + double(heads * K * K) + double(length * K);
  const double groups = double(kGroups * heads * (kEven + kOdd));
  return 2 * CouplingPanels<T>::bytes(length) + double(sizeof(T)) * (2 * cells + 4 * weights + groups);
}

template <class T>
void FactoredPass<T>::fillMaps(const FactoredWeights<T>& weights, Index head) {
  const Index length = m_length, width = weights.width();
  View<T> maps(&m_maps[head * length * length], length, length);
  const ConstView<T> query(&weights.query[head * length * width], length, width);
  const ConstView<T> key(&weights.key[head * length * width], length, width);
  maps.noalias() = query * key.transpose();
  maps *= T(1 / std::sqrt(double(width)));
  for (Index i = 0; i < length; ++i) softmaxWithoutSelf(&maps(i, 0), length, i);
  T* even = m_even.data() + head * numPairs();
  T* odd = m_odd.data() + head * numPairs();
  for (Index i = 0; i < length; ++i)
    for (Index j = i + 1; j < length; ++j) {
      *even++ = maps(i, j) + maps(j, i);
      *odd++ = maps(i, j) - maps(j, i);
    }
}

template <class T>
void FactoredPass<T>::fillValues(const FactoredWeights<T>& weights) {
  T* even = m_evenValues.data();
  T* odd = m_oddValues.data();
  for (Index h = 0; h < m_heads; ++h)
    for (Index a = 0; a < K; ++a)
      for (Index b = a; b < K; ++b) {
        *even++ = weights.value(h, a, b) + weights.value(h, b, a);
        if (a != b) *odd++ = weights.value(h, a, b) - weights.value(h, b, a);
      }
}

/// Pairs from begin to end: W = (even + odd) / 4; gives the sum of their squares.
template <class T>
double FactoredPass<T>::fillCouplings(Index begin, Index end) {
  const Index count = end - begin;
  const auto product = [&](const Array<T>& maps, const Array<T>& values) {
    const ConstPairView<T> some(maps.data() + begin, m_heads, count, Eigen::OuterStride<>(numPairs()));
    return Rows<T>(some.transpose() * ConstView<T>(values.data(), m_heads, values.length(1)));
  };
  const Rows<T> evens = product(m_even, m_evenValues), odds = product(m_odd, m_oddValues);
  double squares = 0;
  for (Index pair = 0; pair < count; ++pair) {
    LetterBlock<T> block;
    const T* even = &evens(pair, 0);
    const T* odd = &odds(pair, 0);
    for (Index a = 0; a < K; ++a) {
      block[a][a] = *even++ / 4;
      for (Index b = a + 1; b < K; ++b, ++even, ++odd) {
        block[a][b] = (*even + *odd) / 4;
        block[b][a] = (*even - *odd) / 4;
      }
    }
    T sum = 0;
    for (const auto& row : block)
      for (const T value : row) sum += value * value;
    squares += 2 * double(sum);
    const auto [i, j] = nth(m_pairs, begin + pair);
    writeSymmetric(m_couplings, i, j, block);
  }
  return squares;
}

template <class T>
double FactoredPass<T>::forward(const FactoredWeights<T>& weights, int threads, Progress& progress) {
  if (m_length == 0 || m_heads == 0) return 0;
  parallelFor(m_heads, 1, threads, progress, "maps", [&](Index begin, Index end) {
    for (Index head = begin; head < end; ++head) fillMaps(weights, head);
  });
  fillValues(weights);
  std::vector<double> squares(std::size_t((numPairs() + kAtOnce - 1) / kAtOnce));
  parallelFor(numPairs(), kAtOnce, threads, progress, "couplings",
              [&](Index begin, Index end) { nth(squares, begin / kAtOnce) = fillCouplings(begin, end); });
  return std::accumulate(squares.begin(), squares.end(), 0.0);
}

/// S_ab + S_ba and S_ab - S_ba of pairs, S_ab = D_iajb + D_jbia with the penalty; S_aa once.
template <class T>
void FactoredPass<T>::readPairs(const CouplingPanels<T>& D, T ofSquares, Index begin, Index end, T* even,
                                T* odd) const {
  for (Index pair = begin; pair < end; ++pair) {
    const auto [i, j] = nth(m_pairs, pair);
    LetterBlock<T> block;
    readBothWays(D, i, j, block);
    for (Index a = 0; a < K; ++a) {
      const T* const W = m_couplings.letters(j, i, a);
      for (Index b = 0; b < K; ++b) block[a][b] += 4 * ofSquares * W[b];
    }
    for (Index a = 0; a < K; ++a) {
      *even++ = block[a][a];
      for (Index b = a + 1; b < K; ++b) {
        *even++ = block[a][b] + block[b][a];
        *odd++ = block[a][b] - block[b][a];
      }
    }
  }
}

/// Derivatives by values, summed over a group of pairs; those by even and odd maps take the place of the maps.
template <class T>
void FactoredPass<T>::addGroup(const CouplingPanels<T>& D, T ofSquares, Index group, T* even, T* odd) {
  const Index groupEnd = groupStart(group + 1, numPairs());
  View<T> ofEven(&m_evenGroups[group * m_heads * kEven], m_heads, kEven);
  View<T> ofOdd(&m_oddGroups[group * m_heads * kOdd], m_heads, kOdd);
  ofEven.setZero();
  ofOdd.setZero();
  for (Index begin = groupStart(group, numPairs()); begin < groupEnd; begin += kAtOnce) {
    const Index count = std::min(kAtOnce, groupEnd - begin);
    readPairs(D, ofSquares, begin, begin + count, even, odd);
    const auto add = [&](Array<T>& maps, const T* S, const Array<T>& values, View<T>& ofValues) {
      const Index letters = values.length(1);
      const ConstView<T> pairs(S, count, letters);
      PairView<T> some(maps.data() + begin, m_heads, count, Eigen::OuterStride<>(numPairs()));
      ofValues.noalias() += some * pairs;
      some.noalias() = ConstView<T>(values.data(), m_heads, letters) * pairs.transpose();
    };
    add(m_even, even, m_evenValues, ofEven);
    add(m_odd, odd, m_oddValues, ofOdd);
  }
}

template <class T>
void FactoredPass<T>::sumValues(FactoredWeights<T>& gradient) const {
  std::fill(gradient.value.begin(), gradient.value.end(), T{});
  for (Index group = 0; group < kGroups; ++group) {
    const T* even = m_evenGroups.data() + group * m_heads * kEven;
    const T* odd = m_oddGroups.data() + group * m_heads * kOdd;
    for (Index h = 0; h < m_heads; ++h)
      for (Index a = 0; a < K; ++a) {
        gradient.value(h, a, a) += *even++ / 2;
        for (Index b = a + 1; b < K; ++b, ++even, ++odd) {
          gradient.value(h, a, b) += (*even + *odd) / 4;
          gradient.value(h, b, a) += (*even - *odd) / 4;
        }
      }
  }
}

/// Through the softmax of a head to its query and key.
template <class T>
void FactoredPass<T>::addScores(const FactoredWeights<T>& weights, Index head, FactoredWeights<T>& gradient) const {
  const Index length = m_length, width = weights.width();
  const ConstView<T> maps(&m_maps[head * length * length], length, length);
  Rows<T> scores = Rows<T>::Zero(length, length);
  const T* even = m_even.data() + head * numPairs();
  const T* odd = m_odd.data() + head * numPairs();
  for (Index i = 0; i < length; ++i)
    for (Index j = i + 1; j < length; ++j, ++even, ++odd) {
      scores(i, j) = (*even + *odd) / 4;
      scores(j, i) = (*even - *odd) / 4;
    }
  const T scale = T(1 / std::sqrt(double(width)));
  for (Index i = 0; i < length; ++i) {
    const T* const A = maps.data() + i * length;
    T* const row = scores.data() + i * length;
    const T mean = sumInLanes<T>(length, [A, row](Index k) { return A[k] * row[k]; });
    for (Index k = 0; k < length; ++k) row[k] = A[k] * (row[k] - mean) * scale;
  }
  const Index first = head * length * width;
  View<T>(&gradient.query[first], length, width).noalias() = scores * ConstView<T>(&weights.key[first], length, width);
  View<T>(&gradient.key[first], length, width).noalias() =
      scores.transpose() * ConstView<T>(&weights.query[first], length, width);
}

template <class T>
void FactoredPass<T>::backward(const FactoredWeights<T>& weights, const CouplingPanels<T>& D, double ofSquares,
                               FactoredWeights<T>& gradient, int threads, Progress& progress) {
  if (m_length == 0 || m_heads == 0) return;
  parallelFor(kGroups, 1, threads, progress, "gradient", [&](Index begin, Index end) {
    std::vector<T> even(std::size_t(kAtOnce * kEven)), odd(std::size_t(kAtOnce * kOdd));
    for (Index group = begin; group < end; ++group) addGroup(D, T(ofSquares), group, even.data(), odd.data());
  });
  sumValues(gradient);
  parallelFor(m_heads, 1, threads, progress, "gradient", [&](Index begin, Index end) {
    for (Index head = begin; head < end; ++head) addScores(weights, head, gradient);
  });
}

template class FactoredPass<float>;
template class FactoredPass<double>;

}  // namespace engine
