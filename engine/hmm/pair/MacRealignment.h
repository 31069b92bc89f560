// Finished alignments drawn anew for maximum expected accuracy, and what all paths together say (MATHEMATICS.md 6.5).
#pragma once

#include "engine/hmm/Preset.h"
#include "engine/hmm/pair/ProfileAlignment.h"

namespace engine {

/// Each Viterbi path gives way to the path of maximum expected accuracy in the band around it; all its pairs get their
/// posteriors, `sumProbabilities` is set, and the posteriors of what was the first alignment are kept (plane MM). Where
/// no pair is worth having the Viterbi path stays, with posteriors too, unless minPairs drops it. The other scores
/// remain those of the Viterbi path. Step scores of new paths: what a match pair adds in the Viterbi recursion, 0 for a
/// gap. HH-suite 3.3 shrinks a worthless path to one pair, of which it gives no posterior and a sum of 0. Throws
/// Cancelled.
void realignByMac(ProfileAlignment& alignment, Preset preset, const RealignOptions& options, Progress& progress);

/// Sums over all paths of the pair, without a band. Throws Error when paths are asked for and
/// there is none, Cancelled.
void addPathSums(ProfileAlignment& alignment, Preset preset, const PathSumOptions& options, Progress& progress);

}  // namespace engine
