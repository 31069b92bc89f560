// The three descriptions of the profile mathematics that live side by side: ours, HH-suite 3.3.0, the textbook guide.
#pragma once

#include <string>

#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

/// standard: what HH-suite computes with its slips done right; hhsuite33: HH-suite 3.3.0 to the digit; guide: the
/// blackboard form (no score offset, paths that begin and end with a match pair).
enum class Preset { standard, hhsuite33, guide };

/// "default", "hhsuite-3.3", "guide". parsePreset throws Error listing them.
std::string presetName(Preset preset);
Preset parsePreset(const std::string& name);

/// The matrix of a preset: Gonnet as published, or with the wrong sign of HH-suite.
const SubstitutionMatrix& presetMatrix(Preset preset);

}  // namespace engine
