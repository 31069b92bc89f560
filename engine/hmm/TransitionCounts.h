// Transition probabilities of a profile from weighted rows (profile-hmm, B 2 "Transitions").
#pragma once

#include <array>
#include <vector>

#include "engine/hmm/MatchAlignment.h"
#include "engine/hmm/ProfileHmm.h"

namespace engine {

/// One row of ProfileHmm::transitions, as probabilities.
using TransitionRow = std::array<double, kNumTransitions>;

/// M->M, M->I, M->D of match column `column` from the weights of the rows `kept` there (ColumnWeights). A residue
/// followed by inserts counts as M->I alone; one followed by the end of its row counts nothing. Sums to 1.
void countFromMatch(TransitionRow& transitions, const MatchAlignment& alignment, const std::vector<Index>& kept,
                    const std::vector<double>& weights, Index column);

/// Transitions from insert and delete states of column `column` (-1: begin) and the effective numbers of rows in them.
/// `weights` = globalWeights, `neff` of the whole profile. States that no row visits keep probability 0.
struct GapTransitions {
  TransitionRow transitions{};
  double neffInsert = 0, neffDelete = 0;
};
GapTransitions countFromGaps(const MatchAlignment& alignment, const std::vector<Index>& kept,
                             const std::vector<double>& weights, double neff, Index column);

/// log2 of every entry, kImpossible for 0.
TransitionRow log2Of(const TransitionRow& probabilities);

}  // namespace engine
