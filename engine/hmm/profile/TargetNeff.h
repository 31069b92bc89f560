// Thinning an alignment to a wanted diversity (MATHEMATICS.md 2.6).
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "engine/hmm/rows/MatchAlignment.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

/// Those of `kept` (row 0 first) whose score against the master is at least a threshold, raised from -1 to +1 bit per
/// residue until the Neff of the profile is within 0.02 of `target`. All of them when their Neff is not above it.
/// Throws Cancelled.
std::vector<Index> rowsWithNeff(const MatchAlignment& alignment, std::vector<Index> kept, double target,
                                const SubstitutionMatrix& matrix, int threads, Progress& progress);

}  // namespace engine
