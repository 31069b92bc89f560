// What the operations on profiles share: reading alignments out of datasets, the parameter "preset".
#pragma once

#include <optional>

#include "engine/alignment/Alignment.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Parameters.h"
#include "engine/compute/Compute.h"
#include "engine/datasets/Dataset.h"
#include "engine/hmm/profile/ProfileBuilder.h"

namespace engine {

/// The alignment of an alignment or sequences dataset; several sequences must be aligned. Throws Error otherwise.
std::shared_ptr<const Alignment> alignmentInput(const Dataset& dataset);

/// The parameter "preset", shared by the operations on profiles.
Parameter presetParameter();

enum class Side { query, templ };

/// How alignments become profiles where a profile is asked for and nothing more is said: parameters of the operation
/// "profile". hhalign and hhsearch keep fewer sequences than that does by default, and weight those of templates once
/// for the whole alignment.
ParameterValues profileValues(Preset preset, Side side);
/// The same for the engine, on one thread.
ProfileBuildOptions presetBuildOptions(Preset preset, Side side);

/// The profile of a profile, alignment or sequences dataset; what had to be built is a dataset of its own.
struct ProfileOfInput {
  std::shared_ptr<const ProfileHmm> profile;
  std::optional<Dataset> built;  ///< by the operation "profile"
};
ProfileOfInput profileInput(const DatasetPtr& input, Preset preset, Side side, const Compute& compute,
                            Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
