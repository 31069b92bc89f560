// One head, cut down to its residues and ready to be counted: the memory of a thread, used for one head after another.
#pragma once

#include <vector>

#include "engine/attention/HeadSet.h"
#include "engine/heads/MapResidues.h"

namespace engine {

/// A map a as it was loaded, and what p, its rows made to sum to 1, needs (MATHEMATICS.md 1).
class HeadMap {
 public:
  /// Throws Error when the head cannot be read.
  void read(const HeadSet& heads, const MapResidues& residues, Index layer, Index head);
  /// A map all of whose positions are residues.
  void take(const Array<float>& map);

  Index rows() const { return m_rows; }
  Index columns() const { return m_columns; }
  bool isSquare() const { return m_rows == m_columns; }
  Index notFinite() const { return m_notFinite; }
  bool hasNegative() const { return m_hasNegative; }
  /// R: rows that count.
  Index numCounted() const { return m_numCounted; }
  bool counts(Index row) const { return m_sums[static_cast<size_t>(row)] > 0; }
  /// Of the finite cells of a row.
  double sum(Index row) const { return m_sums[static_cast<size_t>(row)]; }
  /// 1 / sum by row, 0 for rows that do not count and behind the last one, up to whole vectors (DoubleLanes.h).
  const std::vector<double>& inverse() const { return m_inverse; }
  /// Mean over the rows with any mass of the share on what is no residue; 0 without special positions.
  double specialMass() const { return m_specialMass; }

  // Behind every row and column a whole vector can be read: the next one, or what means nothing.

  /// A row of a; cells may be NaN or infinite.
  const float* scores(Index row) const { return m_scores.data() + row * m_columns; }
  /// The same with 0 in the place of what is not finite.
  const float* weights(Index row) const { return clean().data() + row * m_columns; }
  /// The same of columns. Only of square maps.
  const float* scoreColumn(Index column) const { return m_turned.data() + column * m_rows; }
  const float* weightColumn(Index column) const { return cleanTurned().data() + column * m_rows; }

 private:
  const std::vector<float>& clean() const { return m_notFinite > 0 ? m_clean : m_scores; }
  const std::vector<float>& cleanTurned() const { return m_notFinite > 0 ? m_cleanTurned : m_turned; }
  void cut(const Array<float>& map, const MapResidues& residues);
  void weighSpecial(const Array<float>& map, const MapResidues& residues);
  void count();

  Array<float> m_whole;
  Index m_rows = 0, m_columns = 0, m_notFinite = 0, m_numCounted = 0;
  bool m_hasNegative = false;
  double m_specialMass = 0;
  std::vector<float> m_scores, m_clean, m_turned, m_cleanTurned;
  std::vector<double> m_sums, m_inverse;
};

}  // namespace engine
