// An alignment of two profiles as a file of arrays, and back.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/base/Array.h"
#include "engine/hmm/pair/ProfileAlignment.h"

namespace engine {

/// alignmentArrays() for others, and what they lack of the alignment: the border row from left to right and then the
/// border column below it, of all planes of a kind in their order, viterbi_border, forward_border, backward_border,
/// posterior_border (planes, Nt + 1 + Nq), and backtrace_border (Nt + 1 + Nq, int32); the paths, the co-optimal and the
/// sampled ones behind them, as steps (n, 4, int32: path, state, i, j, all from 0), step_scores (n, bits),
/// step_posteriors (n, -1: not computed), path_bits (paths); path_scores (paths, 8: the members of PathScores); both
/// profiles (exactProfileArrays) as query_*, template_*, and judged_* where the query was judged as another; a note.
/// Throws Error when it keeps no profiles or matrices, or they contradict each other.
ArrayBundle profileAlignmentFileArrays(const ProfileAlignment& alignment);
/// The same again. Throws Error naming the array, what was found and what was expected, when one is missing or does not
/// fit the others.
ProfileAlignment profileAlignmentOfFile(const ArrayBundle& arrays, const nlohmann::json& note);

}  // namespace engine
