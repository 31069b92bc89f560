// Forward, backward and posterior planes of all five states, the fast way (MATHEMATICS.md 6.2).
#pragma once

#include "engine/base/Progress.h"
#include "engine/hmm/posterior/PathModel.h"
#include "engine/hmm/score/DpMatrices.h"

namespace engine {

struct PathPlanes {
  DpMatrices forward, backward;  ///< bits
  DpMatrices posterior;          ///< probabilities
};

/// Agrees with matricesOf and posteriorMatrices within 1e-3 bits and 1e-5. Sums that leave the range of double
/// precision are left to the plain definition. Throws Error, Cancelled.
PathPlanes pathPlanes(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options,
                      Progress& progress);

}  // namespace engine
