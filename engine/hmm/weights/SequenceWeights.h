// Weights of the rows of an alignment, for all columns at once and column by column (MATHEMATICS.md 2.7,
// MATHEMATICS.md 2.8).
#pragma once

#include <array>
#include <vector>

#include "engine/hmm/rows/MatchAlignment.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

inline constexpr double kMaxEndGapShare = 0.1;        ///< of a sub-alignment in the columns that count
inline constexpr Index kMinSubalignmentColumns = 10;  ///< with fewer the global weights are used
inline constexpr float kWeightFloor = 1e-8F;

/// Position-based weights of the rows `kept`, in that order, summing to 1.
std::vector<double> globalWeights(const MatchAlignment& alignment, const std::vector<Index>& kept);

/// Position-specific weights: column i is judged by the rows that have a residue there, over the range of columns that
/// most of them cover. Walks the columns from left to right, because neighbours mostly share their rows.
class ColumnWeights {
 public:
  /// Both arguments must outlive the object; `global` = globalWeights(alignment, kept).
  ColumnWeights(const MatchAlignment& alignment, const std::vector<Index>& kept, const std::vector<double>& global);

  /// Goes to the next column (the first call: to column 0).
  void advance();
  /// Weights of the rows `kept` in the current column, not normalised; close to 0 for rows without a residue there.
  const std::vector<double>& weights() const { return m_weights; }
  /// Effective number of rows that pass through the current column: 2^(mean column entropy), at least 1.
  double neff() const { return m_neff; }

 private:
  const MatchRow& row(size_t k) const { return m_alignment.rows[static_cast<size_t>(m_kept[k])]; }
  void countRow(size_t k, int sign);
  void chooseRange();
  void computeWeights();
  void computeNeff();

  const MatchAlignment& m_alignment;
  const std::vector<Index>& m_kept;
  const std::vector<double>& m_global;
  Index m_column = -1;
  std::vector<bool> m_isMember;  ///< row has a residue in the current column
  Index m_numMembers = 0;
  std::vector<std::array<int, 23>> m_counts;  ///< Nq: members by code
  size_t m_begin = 0, m_end = 0;              ///< columns that count
  std::vector<double> m_weights;
  double m_neff = 1;
};

}  // namespace engine
