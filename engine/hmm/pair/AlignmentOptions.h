// How two profiles are aligned.
#pragma once

#include <cstdint>

#include "engine/hmm/Preset.h"
#include "engine/hmm/pseudocounts/Pseudocounts.h"
#include "engine/hmm/viterbi/Viterbi.h"

namespace engine {

/// Further alignments of the same pair: as long as the score shown of the last one is above minimumScore bits, the
/// cells around it are switched off and the best of the rest is looked for (MATHEMATICS.md 5.5).
struct AlternativeOptions {
  Index count = 1;           ///< alignments in all
  double minimumScore = 20;  ///< smin
  Index halfWidth = 40;      ///< rows and columns kept away from
};

struct RealignOptions {
  bool isOn = false;
  double mact = 0.3501;          ///< 0..1: what a pair must be worth; larger: shorter alignments. 0 is usual for global
  Index bandHalfWidth = 40;      ///< cells around the Viterbi path that take part
  Index exclusionHalfWidth = 2;  ///< cells kept free around alignments of better rank
  Index minPairs = 0;            ///< alignments that are left with fewer pairs are dropped; HH-suite's searches: 6
};

struct PathSumOptions {
  bool keepPlanes = false;  ///< forward, backward and posterior planes of all five states
  Index numSamples = 0;     ///< paths drawn from the posterior
  std::uint64_t seed = 1;
};

/// What a finished alignment remembers of how it was made: all that aligning its profiles again needs.
struct AlignmentOptions {
  Preset preset = Preset::standard;
  ViterbiOptions viterbi;
  EmissionPseudocounts emissions;  ///< for profiles that have none yet
  TransitionPseudocounts transitions;
  /// Tags of the query align with nothing (TagColumns.h). The preset hhsuite-3.3 keeps them for the Viterbi path and
  /// neutralises them for correlation and realignment, as hhalign does; a search takes them out first.
  bool neutralisesTags = false;
  double correlation = 0.1;  ///< weight of the correlation score
  RealignOptions mac;
  PathSumOptions sums;
  Index numSearched = 1;  ///< N of the E-value
  AlternativeOptions alternatives;
  size_t maxCoOptimal = 0;  ///< co-optimal paths of the first alignment to look for
};

}  // namespace engine
