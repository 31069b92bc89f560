// What the operations on profiles share: reading alignments out of datasets, the parameter "preset".
#pragma once

#include <optional>

#include "engine/base/Diagnostics.h"
#include "engine/base/Parameters.h"
#include "engine/compute/Compute.h"
#include "engine/hmm/ProfileBuilder.h"
#include "engine/io/Dataset.h"

namespace engine {

/// The alignment of an alignment or sequences dataset; several sequences must be aligned. Throws Error otherwise.
std::shared_ptr<const Alignment> alignmentInput(const Dataset& dataset);

/// The parameter "preset", shared by the operations on profiles.
Parameter presetParameter();

/// How alignments become profiles where a profile is asked for and nothing more is said.
ProfileBuildOptions presetBuildOptions(Preset preset);

/// The profile of a profile, alignment or sequences dataset; what had to be built is a dataset of its own.
struct ProfileOfInput {
  std::shared_ptr<const ProfileHmm> profile;
  std::optional<Dataset> built;  ///< by the operation "profile"
};
ProfileOfInput profileInput(const DatasetPtr& input, Preset preset, const Compute& compute, Diagnostics& diagnostics,
                            Progress& progress);

}  // namespace engine
