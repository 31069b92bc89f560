// The fast variant of alignByViterbi: single precision, whole rows in vector instructions. Ties are decided in the same
// order, but where two scores differ by less than single precision the other path may win.
#pragma once

#include "engine/hmm/viterbi/Viterbi.h"

namespace engine {

/// What is left after the path has been found: all planes, or nothing but the back pointers.
enum class KeptMatrices { all, backPointers };

/// Column scores of all pairs in bits, Nq x Nt, -inf where columns share no residue; without shift and structure.
/// Absolute error below 1e-5.
Array<float> columnScores(const ProfileHmm& query, const ProfileHmm& templ, NullModel nullModel);

/// `scores` as from columnScores of the same pair and null model. Errors as alignByViterbi, and when `scores` has
/// another shape. The path's score is that of the plain code; planes agree to 1e-3 bit.
ViterbiResult alignFast(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options,
                        const Array<float>& scores, KeptMatrices kept, Progress& progress,
                        const Array<Bool>& allowed = {});

}  // namespace engine
