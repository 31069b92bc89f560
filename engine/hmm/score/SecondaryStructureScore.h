// What the secondary structures of two columns say about their being homologous (MATHEMATICS.md 4.3).
#pragma once

#include <vector>

#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// Where structure is scored: nowhere; along the finished path, for the probability only; in every match cell of the
/// recursion. The Predicted forms score predicted against predicted only. Numbers: -ssm of HH-suite.
enum class StructureMode { none = 0, after = 1, inside = 2, afterPredicted = 3, insidePredicted = 4 };

/// best: known against predicted (template known before query known), else predicted against predicted.
/// asHhsuite: HH-suite 3.3.0 searching, which scores predicted against predicted only, and not even that when the
/// query has known structure and the template has none. asHhsuiteRealigning: the same program realigning, which scores
/// known against predicted only, and only in mode `inside`.
enum class StructureChoice { best, asHhsuite, asHhsuiteRealigning };

struct StructureOptions {
  StructureMode mode = StructureMode::inside;
  double weight = 0.11;    ///< ssw: factor on the bits
  double certainty = 1.0;  ///< ssa, 0..1: trust in the tables; 0: all scores are 0
  StructureChoice choice = StructureChoice::best;
};

/// Whether the profile has some annotation that the scores know, known or predicted.
bool hasStructure(const ProfileHmm& profile);

/// Whether the mode adds bits inside the recursion.
bool isInside(StructureMode mode);

/// States of the tables: known H E C S T G B, predicted H E C with confidences 0..9.
inline constexpr int kKnownStates = 7, kPredictedStates = 30;
/// log2 P(A|B,c) / P(A): `known` 0..6 in the order above, `predicted` = 10 * state + confidence.
double knownPredictedBits(int known, int predicted, double certainty = 1);
/// log2 sum_A P(A) P(A|B,c) P(A|B',c') / P(A)^2.
double predictedPredictedBits(int predicted, int other, double certainty = 1);

class StructureScorer {
 public:
  StructureScorer(const ProfileHmm& query, const ProfileHmm& templ, const StructureOptions& options);
  /// The annotations of both sides could be compared in this mode, whether or not HH-suite does: the probability counts
  /// on structure. Known structure on both sides only cannot.
  bool isAnnotated() const { return m_isAnnotated; }
  /// Some pair of columns may have a score other than 0.
  bool isScored() const { return !m_table.empty(); }
  /// Weighted bits of query column i against template column j; 0 where a state is unknown.
  double score(Index i, Index j) const { return m_table.empty() ? 0 : m_table[entryOf(i, j)]; }
  /// 2^score.
  double odds(Index i, Index j) const { return m_table.empty() ? 1 : m_odds[entryOf(i, j)]; }

 private:
  size_t entryOf(Index i, Index j) const {
    return m_query[static_cast<size_t>(i)] * m_numTemplateStates + m_template[static_cast<size_t>(j)];
  }

  bool m_isAnnotated = false;
  size_t m_numTemplateStates = 0;
  std::vector<size_t> m_query, m_template;  ///< state of each column; the last state of a table is "unknown"
  std::vector<double> m_table, m_odds;      ///< weighted bits and their powers, query states x template states
};

}  // namespace engine
