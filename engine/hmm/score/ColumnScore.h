// How alike two profile columns are: log2 sum_a q_i(a) t_j(a) / n(a), in bits (MATHEMATICS.md 4.1).
#pragma once

#include <vector>

#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// n(a): what a match is measured against. pair: mean of both compositions; local: the geometric mean of the
/// compositions around the two columns, 81 columns each. Order: -sc 0, 1, 2, 3, 5 of HH-suite.
enum class NullModel { background, pair, templ, query, local };

class ColumnScorer {
 public:
  ColumnScorer(const ProfileHmm& query, const ProfileHmm& templ, NullModel nullModel);
  /// Scores of query column i against all Nt template columns; -inf where they share no residue.
  std::vector<double> row(Index i) const;
  double score(Index i, Index j) const;
  /// t_j(a) / n(a) of residue a over the Nt template columns: score = log2 sum_a q_i(a) odds(a)[j].
  const double* odds(size_t a) const { return m_template.data() + a * static_cast<size_t>(m_numTemplateColumns); }
  const std::vector<ResidueVector>& queryColumns() const { return m_query; }  ///< q_i(a)

 private:
  std::vector<ResidueVector> m_query;  ///< Nq x 20; local: q_i(a) / sqrt of its local composition
  Index m_numTemplateColumns;
  std::vector<double> m_template;  ///< 20 x Nt: t_j(a) / n(a)
};

}  // namespace engine
