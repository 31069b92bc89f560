// The few parameters of a finished alignment that are moved while one looks at it.
#pragma once

#include "engine/base/Array.h"
#include "engine/datasets/Dataset.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/search/batch/LaneView.h"

namespace engine {

struct AlignmentKnobs {
  double shift = 0;            ///< bits per match pair, -10..10
  double gapOpening = 1;       ///< factor on the bits of M->I and M->D, 0..10; 1: as the alignment was made
  double structureWeight = 0;  ///< 0..10
  double correlation = 0;      ///< weight, 0..10
  Index alternatives = 1;      ///< alignments in all that keep away from each other
  size_t coOptimal = 0;        ///< co-optimal paths to look for, at most
  bool hasSums = false;        ///< forward, backward and posterior planes
  bool operator==(const AlignmentKnobs&) const = default;
};

/// Where the knobs of a profile alignment of five pair states stand. Throws Error for other datasets.
AlignmentKnobs knobsOf(const Dataset& dataset);
/// How the alignment was made, with the knobs turned. Pseudocounts are not part of it: its profiles have them.
AlignmentOptions optionsWith(const Dataset& dataset, const AlignmentKnobs& knobs);
/// The template of `shown`, which is the dataset's alignment or that with these knobs, and the first seven `others`,
/// prepared as templates of the same query; longest first, as the vectorised search orders them. `others` are as read.
LaneMatrices lanesBeside(const Dataset& dataset, const AlignmentKnobs& knobs, const ProfileAlignment& shown,
                         const std::vector<std::shared_ptr<const ProfileHmm>>& others, Progress& progress);
/// What to ask for to get the alignment with these knobs as a dataset of its own; the output's id is left open. Throws
/// Error when the dataset does not come from "align".
Request requestWith(const Dataset& dataset, const AlignmentKnobs& knobs);

}  // namespace engine
