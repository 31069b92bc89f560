// Two profiles to a finished alignment: pseudocounts, Viterbi, correlation score, realignment.
#pragma once

#include "engine/hmm/pair/MacRealignment.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/hmm/pseudocounts/ContextPseudocounts.h"
#include "engine/hmm/pseudocounts/Pseudocounts.h"
#include "engine/hmm/viterbi/SequenceViterbi.h"
#include "engine/hmm/viterbi/Viterbi.h"

namespace engine {

/// Further alignments of the same pair: as long as the score shown of the last one is above minimumScore bits, the
/// cells around it are switched off and the best of the rest is looked for (MATHEMATICS.md 5.5).
struct AlternativeOptions {
  Index count = 1;           ///< alignments in all
  double minimumScore = 20;  ///< smin
  Index halfWidth = 40;      ///< rows and columns kept away from
};

struct ProfileAlignmentOptions {
  Preset preset = Preset::standard;
  ViterbiOptions viterbi;
  EmissionPseudocounts emissions;  ///< for profiles that have none yet
  TransitionPseudocounts transitions;
  std::shared_ptr<const ContextLibrary> context;  ///< the query's pseudocounts come from it; null: as the template's
  EmissionPseudocounts contextEmissions = contextAdmixture();
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
                               const Array<float>& scores, const ProfileAlignmentOptions& options, Progress& progress);

/// The query's first sequence against the template with three states (MATHEMATICS.md 5.6). Matrices M, I, D; P, E and
/// probability stay unknown. Throws Error when that sequence has gaps in the query's columns; Cancelled.
ProfileAlignment alignMasterSequence(const ProfileHmm& query, const ProfileHmm& templ,
                                     const ProfileAlignmentOptions& options, SequenceAlignmentMode mode,
                                     Progress& progress);

}  // namespace engine
