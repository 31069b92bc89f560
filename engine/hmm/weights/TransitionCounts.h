// Transition probabilities of a profile from weighted rows (MATHEMATICS.md 2.11).
#pragma once

#include <array>
#include <vector>

#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/hmm/rows/MatchAlignment.h"

namespace engine {

/// One row of ProfileHmm::transitions, as probabilities.
using TransitionRow = std::array<double, kNumTransitions>;

/// M->M, M->I, M->D of match column `column` from the weights of the rows `kept` there (ColumnWeights). A residue
/// followed by inserts counts as M->I alone; one followed by the end of its row counts nothing. Sums to 1.
void countFromMatch(TransitionRow& transitions, const MatchAlignment& alignment, const std::vector<Index>& kept,
                    const std::vector<double>& weights, Index column);

/// Transitions from insert and delete states and the effective numbers of rows in them. States that no row visits keep
/// probability 0.
struct GapTransitions {
  TransitionRow transitions{};
  double neffInsert = 0, neffDelete = 0;
};

/// Weights of the rows that a column's insert and delete states are counted from.
struct GapSums {
  double inserts = 0, extensions = 0;     ///< rows with an insert; times its residues after the first
  double closedGaps = 0, longerGaps = 0;  ///< rows with an internal gap that ends, or goes on
  bool anyInsert = false, anyGap = false;
};
GapTransitions gapTransitionsOf(const GapSums& sums, size_t numRows, double neff, bool isBegin, bool isEnd);

/// Those of column `column` (-1: begin). `weights` = globalWeights, `neff` of the whole profile.
GapTransitions countFromGaps(const MatchAlignment& alignment, const std::vector<Index>& kept,
                             const std::vector<double>& weights, double neff, Index column);

/// M->M, M->I, M->D from sums of weights: normalised, M->M alone when there are none.
TransitionRow matchTransitionsOf(TransitionRow sums);

/// Effective number of rows of a state that rows of this total weight visit: 1 for one average row, growing towards the
/// profile's `neff` and saturating above it; 0 for a state that no row visits.
double saturatingNeff(double weight, double neff, size_t numRows, bool isVisited);

/// log2 of every entry, kImpossible for 0.
TransitionRow log2Of(const TransitionRow& probabilities);

}  // namespace engine
