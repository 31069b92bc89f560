// Two profiles to a finished alignment: pseudocounts, Viterbi, correlation score, realignment.
#pragma once

#include "engine/hmm/MacRealignment.h"
#include "engine/hmm/ProfileAlignment.h"
#include "engine/hmm/Pseudocounts.h"
#include "engine/hmm/Viterbi.h"

namespace engine {

struct ProfileAlignmentOptions {
  Preset preset = Preset::standard;
  ViterbiOptions viterbi;
  EmissionPseudocounts emissions;  ///< for profiles that have none yet
  TransitionPseudocounts transitions;
  double correlation = 0.1;  ///< weight of the correlation score
  RealignOptions mac;
  PathSumOptions sums;
};

/// Pseudocounts for emissions: byDiversity 1, 1.5, 1; guide: byCount 10.
EmissionPseudocounts presetPseudocounts(Preset preset);

/// Defaults of a preset.
ProfileAlignmentOptions alignmentOptions(Preset preset);

/// Throws Error, Cancelled.
ProfileAlignment alignProfiles(const ProfileHmm& query, const ProfileHmm& templ, const ProfileAlignmentOptions& options,
                               Progress& progress);

}  // namespace engine
