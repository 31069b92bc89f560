// Numbers for letters at pairs of positions, in panels of four positions: what a panel needs lies together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/base/Array.h"
#include "engine/training/TrainingRows.h"

namespace engine {

/// X_iajb of L positions, 20 letters each: panel i / 4, then (j, b), then (i within the panel, a). Places of positions
/// from L on are there and 0. T: float, double.
template <class T>
class CouplingPanels {
 public:
  static constexpr Index kPositions = 4;                     ///< of a panel
  static constexpr Index kWidth = kPositions * kLearnedLetters;  ///< numbers in a line of it

  CouplingPanels() = default;
  explicit CouplingPanels(Index length)
      : m_length(length), m_values({numPanels(), length * kLearnedLetters, kWidth}, T{}) {}

  Index length() const { return m_length; }
  Index numPanels() const { return (m_length + kPositions - 1) / kPositions; }
  /// Line (j, b) of a panel, kWidth numbers.
  T* line(Index panel, Index j, Index b) { return m_values.data() + offset(panel, j, b); }
  const T* line(Index panel, Index j, Index b) const { return m_values.data() + offset(panel, j, b); }
  /// X_iajb for all a, 20 numbers.
  T* letters(Index i, Index j, Index b) { return line(i / kPositions, j, b) + i % kPositions * kLearnedLetters; }
  const T* letters(Index i, Index j, Index b) const {
    return line(i / kPositions, j, b) + i % kPositions * kLearnedLetters;
  }
  Array<T>& values() { return m_values; }
  const Array<T>& values() const { return m_values; }

  /// Bytes of one of so many positions.
  static double bytes(Index length) {
    const Index panels = (length + kPositions - 1) / kPositions;
    return double(sizeof(T)) * double(panels * kWidth) * double(length * kLearnedLetters);
  }

 private:
  Index offset(Index panel, Index j, Index b) const {
    return ((panel * m_length + j) * kLearnedLetters + b) * kWidth;
  }

  Index m_length = 0;
  Array<T> m_values;
};

/// i < j.
struct PositionPair {
  std::int32_t i = 0, j = 0;
};
/// All pairs of so many positions, row by row.
std::vector<PositionPair> positionPairs(Index length);
/// Pairs that a piece of work takes: what they need stays near the processor.
inline constexpr Index kPairsAtOnce = 192;

/// A block of letters of a pair of positions.
template <class T>
using LetterBlock = T[kLearnedLetters][kLearnedLetters];

/// Writes W_iajb = W_jbia = block[a][b].
template <class T>
void writeSymmetric(CouplingPanels<T>& W, Index i, Index j, const LetterBlock<T>& block) {
  for (Index a = 0; a < kLearnedLetters; ++a) {
    std::copy_n(block[a], kLearnedLetters, W.letters(j, i, a));
    T* const other = W.letters(i, j, a);
    for (Index b = 0; b < kLearnedLetters; ++b) other[b] = block[b][a];
  }
}

/// block[a][b] = X_iajb + X_jbia.
template <class T>
void readBothWays(const CouplingPanels<T>& X, Index i, Index j, LetterBlock<T>& block) {
  for (Index a = 0; a < kLearnedLetters; ++a) std::copy_n(X.letters(j, i, a), kLearnedLetters, block[a]);
  for (Index b = 0; b < kLearnedLetters; ++b) {
    const T* const other = X.letters(i, j, b);
    for (Index a = 0; a < kLearnedLetters; ++a) block[a][b] += other[a];
  }
}

/// (L, 20, L, 20), and back.
template <class T>
Array<T> arrayOf(const CouplingPanels<T>& panels) {
  const Index length = panels.length();
  Array<T> values({length, kLearnedLetters, length, kLearnedLetters}, T{}, "W");
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j)
      for (Index b = 0; b < kLearnedLetters; ++b)
        for (Index a = 0; a < kLearnedLetters; ++a) values(i, a, j, b) = panels.letters(i, j, b)[a];
  return values;
}
template <class T>
CouplingPanels<T> panelsOf(const Array<T>& values) {
  requireShape(values.name, values.shape(), {values.length(0), kLearnedLetters, values.length(0), kLearnedLetters});
  CouplingPanels<T> panels(values.length(0));
  for (Index i = 0; i < panels.length(); ++i)
    for (Index j = 0; j < panels.length(); ++j)
      for (Index b = 0; b < kLearnedLetters; ++b)
        for (Index a = 0; a < kLearnedLetters; ++a) panels.letters(i, j, b)[a] = values(i, a, j, b);
  return panels;
}

/// F_ij of contacts (MATHEMATICS.md 5), in double precision, pair by pair.
template <class T>
Array<double> couplingSizes(const CouplingPanels<T>& W, int threads);

}  // namespace engine
