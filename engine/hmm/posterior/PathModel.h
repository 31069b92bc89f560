// The weight of every alignment path of two profiles: beginnings, ways from state to state, cells, ends. What the sums
// over paths and the drawing of paths have in common (MATHEMATICS.md 6.1).
#pragma once

#include <array>

#include "engine/hmm/viterbi/Viterbi.h"

namespace engine {

/// How global paths begin and what cells at the border count. asViterbi: as the best path does, borders and end gaps
/// included; matchOnly: with a match pair in the first row or column, free of charge (HH-suite 3.3 realigning).
enum class PathBegin { asViterbi, freeMatch };

struct PathModelOptions {
  ViterbiOptions viterbi;
  PathBegin begin = PathBegin::asViterbi;
  Array<Bool> allowed;  ///< Nq x Nt, cells that paths may visit besides the excluded ranges; empty: all
};

/// Pair states in the order of the planes.
inline constexpr std::array<PairState, 5> kPairStates{PairState::MM, PairState::MI, PairState::IM, PairState::DG,
                                                      PairState::GD};

/// Weights in bits, positions 0-based; kImpossible where there is no way. A path's score is begin + cell of its first
/// step + (step + cell) of each later one + end.
class PathModel {
 public:
  /// Throws Error when a profile has no columns or `allowed` another shape.
  PathModel(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options);

  Index numRows() const { return m_query.length(); }
  Index numColumns() const { return m_template.length(); }
  bool isAllowed(Index i, Index j) const { return m_allowed.empty() || m_allowed(i, j); }
  bool isLocal() const { return m_options.mode == AlignmentMode::local; }

  double begin(PairState state, Index i, Index j) const;
  double step(PairState from, PairState to, Index i, Index j) const;  ///< into `to`, which stands at i, j
  double cell(PairState state, Index i, Index j) const;               ///< what the state itself adds
  double end(PairState state, Index i, Index j) const;

 private:
  double border(PairState state, Index i, Index j) const;

  const ProfileHmm& m_query;
  const ProfileHmm& m_template;
  const ViterbiOptions m_options;
  const PathBegin m_begin;
  const Array<Bool> m_allowed;  ///< Nq x Nt, excluded ranges taken out; empty: all
  Array<double> m_pairs;        ///< Nq x Nt: what a match pair adds
};

/// The move of a step: query and template positions that a state consumes.
inline Index rowsOf(PairState state) { return state == PairState::IM || state == PairState::GD ? 0 : 1; }
inline Index columnsOf(PairState state) { return state == PairState::MI || state == PairState::DG ? 0 : 1; }

/// log2 of the sum of powers of two; kImpossible for none.
double sumOfBits(const double* first, const double* last);

}  // namespace engine
