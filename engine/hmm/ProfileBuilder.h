// From a multiple sequence alignment to a profile HMM without pseudocounts (profile-hmm, B 2).
#pragma once

#include "engine/alignment/Alignment.h"
#include "engine/base/Progress.h"
#include "engine/hmm/AlignmentFilter.h"
#include "engine/hmm/MatchColumns.h"
#include "engine/hmm/Preset.h"
#include "engine/hmm/ProfileHmm.h"

namespace engine {

/// local: rows are weighted anew in every column, by the rows present there; global: once for the whole alignment
/// (HH-suite's -wg, and what it does to A3M templates in its Viterbi stage).
enum class SequenceWeighting { local, global };

struct ProfileBuildOptions {
  Preset preset = Preset::standard;
  MatchRule match;
  FilterOptions filter;
  SequenceWeighting weights = SequenceWeighting::local;  ///< the preset guide has clusters instead
  int threads = 0;                                       ///< 0: all cores; the profile does not depend on them
};

/// The first row is the master: it names the profile and is never filtered out (a master whose name contains
/// "_consensus" is shown, but not counted when there are other rows). Throws Error for an alignment without rows,
/// residues or match columns, Cancelled. The preset guide weighs rows by clusters (ClusterWeights), the others by
/// position (WeightedColumns.h); Neff of a column is the number of clusters or the diversity.
ProfileHmm buildProfile(const Alignment& alignment, const ProfileBuildOptions& options, Progress& progress);

}  // namespace engine
