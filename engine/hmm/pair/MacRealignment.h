// Finished alignments drawn anew for maximum expected accuracy, and what all paths together say (MATHEMATICS.md 6.5).
#pragma once

#include <cstdint>

#include "engine/hmm/Preset.h"
#include "engine/hmm/pair/ProfileAlignment.h"

namespace engine {

struct RealignOptions {
  bool isOn = false;
  double mact = 0.3501;          ///< 0..1: what a pair must be worth; larger: shorter alignments. 0 is usual for global
  Index bandHalfWidth = 40;      ///< cells around the Viterbi path that take part
  Index exclusionHalfWidth = 2;  ///< cells kept free around alignments of better rank
  Index minPairs = 0;            ///< alignments that are left with fewer pairs are dropped; HH-suite's searches: 6
};

/// Each Viterbi path gives way to the path of maximum expected accuracy in the band around it; all its pairs get their
/// posteriors, `sumProbabilities` is set, and the posteriors of what was the first alignment are kept (plane MM). Where
/// no pair is worth having the Viterbi path stays, with posteriors too, unless minPairs drops it. The other scores
/// remain those of the Viterbi path. Step scores of new paths: what a match pair adds in the Viterbi recursion, 0 for a
/// gap. HH-suite 3.3 shrinks a worthless path to one pair, of which it gives no posterior and a sum of 0. Throws
/// Cancelled.
void realignByMac(ProfileAlignment& alignment, Preset preset, const RealignOptions& options, Progress& progress);

struct PathSumOptions {
  bool keepPlanes = false;  ///< forward, backward and posterior planes of all five states
  Index numSamples = 0;     ///< paths drawn from the posterior
  std::uint64_t seed = 1;
};

/// Sums over all paths of the pair, without a band. Throws Error when paths are asked for and
/// there is none, Cancelled.
void addPathSums(ProfileAlignment& alignment, Preset preset, const PathSumOptions& options, Progress& progress);

}  // namespace engine
