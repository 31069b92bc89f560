// Two profiles to a finished alignment: pseudocounts, Viterbi, correlation score, realignment.
#pragma once

#include "engine/hmm/pair/AlignmentOptions.h"
#include "engine/hmm/pair/MacRealignment.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/hmm/pseudocounts/ContextPseudocounts.h"
#include "engine/hmm/pseudocounts/Pseudocounts.h"
#include "engine/hmm/viterbi/SequenceViterbi.h"
#include "engine/hmm/viterbi/Viterbi.h"

namespace engine {

struct ProfileAlignmentOptions : AlignmentOptions {
  std::shared_ptr<const ContextLibrary> context;  ///< the query's pseudocounts come from it; null: as the template's
  EmissionPseudocounts contextEmissions = contextAdmixture();
};

/// Pseudocounts for emissions: byDiversity 1, 1.5, 1; guide: byCount 10.
EmissionPseudocounts presetPseudocounts(Preset preset);

/// Defaults of a preset.
ProfileAlignmentOptions alignmentOptions(Preset preset);

/// The profiles with the emission pseudocounts of their sides, the query without tags where they are neutralised from
/// the start.
ProfileHmm queryEmissions(const ProfileHmm& query, const ProfileAlignmentOptions& options, Progress& progress);
ProfileHmm templateEmissions(const ProfileHmm& templ, const ProfileAlignmentOptions& options);

/// Pseudocounts, matrices, paths, scores. Throws Error, Cancelled.
ProfileAlignment alignProfiles(const ProfileHmm& query, const ProfileHmm& templ, const ProfileAlignmentOptions& options,
                               Progress& progress);

/// The same for profiles that have all their pseudocounts, with the column scores of FastViterbi.h.
ProfileAlignment alignPrepared(std::shared_ptr<const ProfileHmm> query, std::shared_ptr<const ProfileHmm> templ,
                               const Array<float>& scores, const AlignmentOptions& options, Progress& progress);

/// The query's first sequence against the template with three states (MATHEMATICS.md 5.6). Matrices M, I, D; P, E and
/// probability stay unknown. Throws Error when that sequence has gaps in the query's columns; Cancelled.
ProfileAlignment alignMasterSequence(const ProfileHmm& query, const ProfileHmm& templ,
                                     const ProfileAlignmentOptions& options, SequenceAlignmentMode mode,
                                     Progress& progress);

}  // namespace engine
