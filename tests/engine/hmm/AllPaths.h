// Every path that the five-state model allows, found by trying all continuations; nothing of the recursions is used.
#pragma once

#include "engine/hmm/viterbi/Viterbi.h"

namespace test {

/// Without scores, each path once. For profiles of a few columns only: their number grows exponentially.
std::vector<engine::AlignmentPath> allPaths(engine::Index rows, engine::Index columns,
                                            const engine::ViterbiOptions& options);

}  // namespace test
