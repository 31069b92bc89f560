// Alignment paths drawn at random, each as often as its share of the sum over all paths (MATHEMATICS.md 6.3): how sure
// an alignment is can be seen from how often a pair is visited.
#pragma once

#include <cstdint>

#include "engine/hmm/posterior/ForwardBackward.h"

namespace engine {

/// `count` >= 0 independent paths, the same for the same seed. A local path without steps is the empty alignment.
/// Scores are those of the model. `forward` belongs to `model`. Throws Error when there is no path, Cancelled.
std::vector<AlignmentPath> samplePaths(const PathModel& model, const PathSums& forward, Index count, std::uint64_t seed,
                                       Progress& progress);

/// Share of the paths that visit each match pair, Nq x Nt; all 0 for no paths.
Array<float> visitsOf(const std::vector<AlignmentPath>& paths, Index numRows, Index numColumns);

}  // namespace engine
