// From a multiple sequence alignment to a profile HMM without pseudocounts (MATHEMATICS.md 2).
#pragma once

#include <optional>

#include "engine/alignment/Alignment.h"
#include "engine/base/Progress.h"
#include "engine/hmm/Preset.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/hmm/rows/AlignmentFilter.h"
#include "engine/hmm/rows/MatchColumns.h"

namespace engine {

/// local: rows are weighted anew in every column, by the rows present there; global: once for the whole alignment
/// (HH-suite's -wg, and what it does to A3M templates in its Viterbi stage); clusters: rows that are alike share one
/// vote.
enum class SequenceWeighting { local, global, clusters };

struct ProfileBuildOptions {
  Preset preset = Preset::standard;
  MatchRule match;
  FilterOptions filter;
  std::optional<SequenceWeighting> weights;  ///< empty: clusters for the preset guide, local for the others
  int threads = 0;                           ///< 0: all cores; the profile does not depend on them
};

/// The first row is the master: it names the profile and is never filtered out (a master whose name contains
/// "_consensus" is shown, but not counted when there are other rows). Throws Error for an alignment without rows,
/// residues or match columns, Cancelled. Neff of a column is the number of clusters (ClusterWeights) or the diversity
/// (WeightedColumns.h).
ProfileHmm buildProfile(const Alignment& alignment, const ProfileBuildOptions& options, Progress& progress);

}  // namespace engine
