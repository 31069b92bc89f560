// Row weights of the guide: rows share the weight of their cluster of similar rows (MATHEMATICS.md 2.9).
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "engine/hmm/rows/MatchAlignment.h"

namespace engine {

/// The alignment is cut where a row begins or ends. In each piece, rows are clustered by single linkage at identity
/// >= kClusterIdentity over the columns in which both have residues; every cluster has weight 1 in every column,
/// shared by its members that have a residue there. Same use as ColumnWeights.
class ClusterWeights {
 public:
  static constexpr double kClusterIdentity = 0.8;

  /// Alignment and rows must outlive the object. Threads: 0 = all cores; the weights do not depend on them.
  ClusterWeights(const MatchAlignment& alignment, const std::vector<Index>& kept, int threads);

  /// Goes to the next column (the first call: to column 0). In the first column of a piece O(N^2) of the rows that
  /// differ there. Throws Cancelled.
  void advance(Progress& progress);
  const std::vector<double>& weights() const { return m_weights; }
  /// Of each row the first row of its cluster in the current piece, by place among the rows.
  const std::vector<size_t>& clusters() const { return m_cluster; }
  /// Number of clusters with a residue in the current column, at least 1.
  double neff() const { return m_neff; }

 private:
  const MatchRow& row(size_t k) const { return m_alignment.rows[static_cast<size_t>(m_kept[k])]; }
  bool isPresent(size_t k, Index column) const { return row(k).first <= column && column <= row(k).last; }
  bool beginsPiece(Index column) const;
  void clusterPieceAt(Index begin, Progress& progress);
  std::vector<size_t> distinctRows(Index begin, Index end);
  std::vector<size_t> similarRows(const std::vector<size_t>& rows, size_t place, Index begin, Index end) const;
  bool areSimilar(size_t a, size_t b, Index begin, Index end) const;
  size_t clusterOf(size_t k);

  const MatchAlignment& m_alignment;
  const std::vector<Index>& m_kept;
  int m_threads;
  Index m_column = -1;
  std::vector<size_t> m_cluster;  ///< of each row: a row of its cluster with a smaller number, the smallest at last
  std::vector<double> m_weights;
  double m_neff = 1;
};

}  // namespace engine
