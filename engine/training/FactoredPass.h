// Factored attention forwards and backwards, in blocked products (MATHEMATICS.md 6).
#pragma once

#include <vector>

#include "engine/training/CouplingPanels.h"
#include "engine/training/PairObjective.h"

namespace engine {

/// Keeps its memory from step to step. T: float, double.
template <class T>
class FactoredPass {
 public:
  FactoredPass(Index length, Index heads);

  /// Maps and couplings of these weights; gives the sum of the squares of W. Throws Cancelled.
  double forward(const FactoredWeights<T>& weights, int threads, Progress& progress);
  /// H x L x L, rows sum to 1, the diagonal is 0.
  const Array<T>& maps() const { return m_maps; }
  const CouplingPanels<T>& couplings() const { return m_couplings; }
  /// From D of the rows, without the penalty, to query, key and value of `gradient`, whose shapes are there.
  /// `ofSquares`: factor of the sum of the squares of W. Throws Cancelled.
  void backward(const FactoredWeights<T>& weights, const CouplingPanels<T>& D, double ofSquares,
                FactoredWeights<T>& gradient, int threads, Progress& progress);

  /// Bytes of one with its D and its weights with moments.
  static double bytes(Index length, Index heads, Index width);

 private:
  void fillMaps(const FactoredWeights<T>& weights, Index head);
  void fillValues(const FactoredWeights<T>& weights);
  double fillCouplings(Index begin, Index end);
  void readPairs(const CouplingPanels<T>& D, T ofSquares, Index begin, Index end, T* even, T* odd) const;
  void addGroup(const CouplingPanels<T>& D, T ofSquares, Index group, T* even, T* odd);
  void sumValues(FactoredWeights<T>& gradient) const;
  void addScores(const FactoredWeights<T>& weights, Index head, FactoredWeights<T>& gradient) const;
  Index numPairs() const { return std::ssize(m_pairs); }

  Index m_length, m_heads;
  std::vector<PositionPair> m_pairs;
  Array<T> m_maps;                      ///< A, H x L x L
  Array<T> m_even, m_odd;               ///< A_ij + A_ji and A_ij - A_ji, H x pairs; then what J changes by them
  Array<T> m_evenValues, m_oddValues;   ///< V_ab + V_ba (H x 210, a <= b) and V_ab - V_ba (H x 190, a < b)
  Array<T> m_evenGroups, m_oddGroups;   ///< derivatives by these, of each group of pairs
  CouplingPanels<T> m_couplings;
};

}  // namespace engine
