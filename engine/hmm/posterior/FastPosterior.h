// Posterior probabilities of match pairs, the fast way (MATHEMATICS.md 6.2): probabilities instead of logarithms, rows
// rescaled by powers of two, loops over columns that fit the vector units. The plain ForwardBackward is the definition.
#pragma once

#include "engine/base/Progress.h"
#include "engine/hmm/posterior/PathModel.h"

namespace engine {

struct MatchPosterior {
  Array<float> probabilities;  ///< (Nq + 1) x (Nt + 1); row and column 0 are 0
  double total = kImpossible;  ///< bits: log2 of the sum over all paths, local: the empty one included
};

/// Agrees with posteriorMatrices' plane MM within 1e-5. Sums that leave the range of double precision (several
/// alignments of more than 900 bits that exclude each other) are left to the plain definition. Throws Error, Cancelled.
MatchPosterior matchPosterior(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options,
                              Progress& progress);

}  // namespace engine
