// The best path of a sequence through a profile HMM: three states (MATHEMATICS.md 5.6).
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/hmm/score/DpMatrices.h"

namespace engine {

/// local: the best stretch of both, from match to match. semiGlobal: every residue is emitted; the first by a match
/// state, the last by a match or an insert state of any column.
enum class SequenceAlignmentMode { local, semiGlobal };

struct SequenceViterbiResult {
  DpMatrices matrices;  ///< planes M, I, D of (L + 1) x (Nq + 1); borders are -inf
  AlignmentPath path;   ///< i = residue, j = column; without steps when no path is possible
};

/// log2 q_j(x) / f(x); 0 for X, whose distribution is the background.
double emissionBits(const ProfileHmm& profile, Index column, ResidueCode residue);

/// Throws Error for an empty sequence or profile, a gap in the sequence, a profile that contradicts itself; Cancelled.
/// Ties: STOP, M, I, D; gap states rather go on than begin; M before I in the last row; the first best cell.
SequenceViterbiResult alignSequence(const std::vector<ResidueCode>& sequence, const ProfileHmm& profile,
                                    SequenceAlignmentMode mode, Progress& progress);

}  // namespace engine
