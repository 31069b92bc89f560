// The pairs of residues that are ranked by the scores of heads, and which of them touch: made once for all heads.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/heads/HeadStatistics.h"

namespace engine {

/// Pairs i < j at least 6 apart whose distance is known, in the order of rows, then columns (MATHEMATICS.md 3.2).
class ContactPairs {
 public:
  /// A pair of residues of the map.
  struct Pair {
    std::uint32_t i = 0, j = 0;
  };

  /// `distance`: L x L, Å, NaN where not known; a contact is closer than `cutoff`. Throws Error when it is not square.
  ContactPairs(const Array<float>& distance, double cutoff);

  Index length() const { return m_length; }
  /// K: residues with a distance to themselves.
  Index known() const { return m_known; }
  Index count() const { return static_cast<Index>(m_pairs.size()); }
  const std::vector<Pair>& pairs() const { return m_pairs; }
  /// Pairs of row i are those from rowStart(i) to rowStart(i + 1).
  Index rowStart(Index i) const { return m_rowStart[static_cast<size_t>(i)]; }

  /// By pair: whether it touches, and its range besides "all".
  bool isContact(std::size_t pair) const { return (m_marks[pair] & 1) != 0; }
  PairRange rangeOf(std::size_t pair) const { return static_cast<PairRange>(m_marks[pair] >> 1); }
  /// By pair, minus distance: average ranks less their mean; and the sum of their squares.
  const std::vector<double>& nearness() const { return m_nearness; }
  double nearnessSquares() const { return m_nearnessSquares; }
  /// By pair.
  const std::vector<float>& distances() const { return m_distances; }

  /// Rows of 0 and 1, padded to whole vectors: cells at least 6 off the diagonal with a known distance; those of them
  /// in contact.
  const float* cells(Index row) const { return m_cells.data() + row * m_stride; }
  const float* contactCells(Index row) const { return m_contactCells.data() + row * m_stride; }
  Index stride() const { return m_stride; }

 private:
  void addRow(const Array<float>& distance, double cutoff, Index row);

  Index m_length = 0, m_known = 0, m_stride = 0;
  std::vector<Pair> m_pairs;
  std::vector<Index> m_rowStart;
  std::vector<std::uint8_t> m_marks;
  std::vector<float> m_distances, m_cells, m_contactCells;
  std::vector<double> m_nearness;
  double m_nearnessSquares = 0;
};

/// Places of values, 0-based, the mean place among equal ones, less the mean of all places. T: float, double.
template <class T>
std::vector<double> centredRanks(const std::vector<T>& values);

/// Wilson's 95 % interval of a share (MATHEMATICS.md 3.4); absent for n = 0.
std::optional<Interval> wilsonInterval(Index hits, Index n);

}  // namespace engine
