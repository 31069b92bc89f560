// What a match pair adds to a path besides its transitions: likeness of the columns, score offset, secondary structure.
#pragma once

#include "engine/hmm/viterbi/Viterbi.h"

namespace engine {

class MatchScorer {
 public:
  MatchScorer(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options);

  /// Bits of query column i against all Nt template columns, everything included; -inf where they share no residue.
  std::vector<double> row(Index i) const;
  double columnScore(Index i, Index j) const { return m_columns.score(i, j); }
  /// Weighted bits that the recursion adds; 0 when structure is scored elsewhere or nowhere.
  double structureScore(Index i, Index j) const { return m_isInside ? m_structure.score(i, j) : 0; }
  /// Whether structureScore is other than 0 for some pair.
  bool hasStructure() const { return m_isInside; }
  double structureOdds(Index i, Index j) const {
    return m_isInside ? m_structure.odds(i, j) : 1;
  }  ///< 2^structureScore
  double shift() const { return m_shift; }
  double score(Index i, Index j) const { return columnScore(i, j) + structureScore(i, j) + m_shift; }

  const ColumnScorer& columns() const { return m_columns; }
  /// Of the pair, whether or not the recursion uses it.
  const StructureScorer& structure() const { return m_structure; }

 private:
  ColumnScorer m_columns;
  StructureScorer m_structure;
  bool m_isInside;
  double m_shift;
};

}  // namespace engine
