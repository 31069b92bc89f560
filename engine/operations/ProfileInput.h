// Profiles out of whatever an operation was given: a profile, an alignment, sequences.
#pragma once

#include "engine/hmm/ProfileBuilder.h"
#include "engine/io/Dataset.h"

namespace engine {

/// The alignment of an alignment or sequences dataset; several sequences must be aligned. Throws Error otherwise.
std::shared_ptr<const Alignment> alignmentInput(const Dataset& dataset);

/// The profile itself, or one built with these options. Throws Error, Cancelled.
std::shared_ptr<const ProfileHmm> profileInput(const Dataset& dataset, const ProfileBuildOptions& options,
                                               Progress& progress);

/// The parameter "preset", shared by the operations on profiles.
Parameter presetParameter();

}  // namespace engine
