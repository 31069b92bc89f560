// What every form of the five-state recursion checks and prepares before it begins.
#pragma once

#include "engine/hmm/viterbi/Viterbi.h"

namespace engine {

/// Throws Error when a profile has no columns or contradicts itself.
void requireAlignable(const ProfileHmm& profile);

/// `allowed` (Nq x Nt; empty: all) less the excluded ranges of the options; empty: all. Throws Error for another shape.
Array<Bool> withoutExcluded(Array<Bool> allowed, Index numRows, Index numColumns, const ViterbiOptions& options);

}  // namespace engine
