// What the operations on profiles share: reading alignments out of datasets, the parameter "preset".
#pragma once

#include "engine/base/Parameters.h"
#include "engine/hmm/Preset.h"
#include "engine/io/Dataset.h"

namespace engine {

/// The alignment of an alignment or sequences dataset; several sequences must be aligned. Throws Error otherwise.
std::shared_ptr<const Alignment> alignmentInput(const Dataset& dataset);

/// The parameter "preset", shared by the operations on profiles.
Parameter presetParameter();

}  // namespace engine
