// Paths out of the back pointers of a batch, and their scores in double precision.
#pragma once

#include "engine/alignment/AlignmentPath.h"
#include "engine/search/BatchViterbiKernel.h"

namespace engine {

/// The path of one lane that ends with the match pair (i, j), 0-based; step scores are 0.
AlignmentPath tracePath(const BatchPointers& pointers, Index lane, Index i, Index j);

/// The path with the scores of its steps and their sum, as PathScore.h does it for profiles. The path must have come
/// out of an alignment of these two: it is not checked.
AlignmentPath scoredPath(AlignmentPath path, const SearchProfile& query, const SearchProfile& templ,
                         const ViterbiOptions& options);

}  // namespace engine
