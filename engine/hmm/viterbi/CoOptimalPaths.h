// All paths that score as much as the best one (MATHEMATICS.md 5.7): every tie followed, not only the one that the
// order of states decides for.
#pragma once

#include "engine/base/Progress.h"
#include "engine/hmm/viterbi/Viterbi.h"

namespace engine {

/// The first `limit` paths whose score is within `tolerance` bits of `best`, itself not counted, each once, in the
/// order in which ties are decided: cells row by row, origins STOP, MM, GD, IM, DG, MI, gap states going on before
/// beginning. Matrices: Viterbi planes of the same pair, options and excluded cells; best: their path. Throws Error
/// when the matrices do not fit, Cancelled.
std::vector<AlignmentPath> coOptimalPaths(const ProfileHmm& query, const ProfileHmm& templ,
                                          const ViterbiOptions& options, const DpMatrices& matrices,
                                          const AlignmentPath& best, size_t limit, double tolerance,
                                          Progress& progress);

}  // namespace engine
