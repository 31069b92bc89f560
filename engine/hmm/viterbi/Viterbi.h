// The best alignment of two profile HMMs: five pair states, all planes kept (MATHEMATICS.md 5.1).
// This is the plain definition, written to be read.
#pragma once

#include "engine/base/Progress.h"
#include "engine/hmm/Preset.h"
#include "engine/hmm/score/AllowedCells.h"
#include "engine/hmm/score/ColumnScore.h"
#include "engine/hmm/score/DpMatrices.h"
#include "engine/hmm/score/SecondaryStructureScore.h"

namespace engine {

/// local: the best stretch. global: begins in the first and ends in the last column of query or template; the rest of
/// the other one hangs over.
enum class AlignmentMode { local, global };

/// gapsAllowed: a global path may begin with a gap state in the first row or column (HH-suite); matchOnly: it begins
/// with a match pair (guide). Local paths always begin and end with a match pair.
enum class BorderRule { gapsAllowed, matchOnly };

struct ViterbiOptions {
  AlignmentMode mode = AlignmentMode::local;
  double shift = -0.03;  ///< bits added per match pair
  NullModel nullModel = NullModel::pair;
  BorderRule borders = BorderRule::gapsAllowed;
  double endGapQuery = 0, endGapTemplate = 0;  ///< bits per column left over in front of the path (egq, egt), >= 0
  StructureOptions structure;
  std::vector<ColumnRange> excludedQuery, excludedTemplate;  ///< columns that paths keep away from
};

ViterbiOptions viterbiOptions(Preset preset);

struct ViterbiResult {
  DpMatrices matrices;  ///< planes MM, MI, IM, DG, GD
  AlignmentPath path;   ///< the best path, whatever its score; without steps when no path is possible
};

/// Throws Error when a profile has no columns or contradicts itself, or `allowed` has another shape; Cancelled. Ties:
/// the first in the order STOP, MM, GD, IM, DG, MI; gap states rather go on than begin; the first best cell in
/// row-major order. allowed: Nq x Nt, cells that paths may visit besides the excluded ranges; empty: all. No state of
/// the others can be reached.
ViterbiResult alignByViterbi(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options,
                             Progress& progress, const Array<Bool>& allowed = {});

}  // namespace engine
