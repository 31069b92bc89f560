// A profile as a file of arrays, and back.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/base/Array.h"
#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// What no array holds, as the note of a file (FileNote.h).
nlohmann::ordered_json profileNote(const ProfileHmm& profile);
/// profileArrays() and the note. Throws Error as that does.
ArrayBundle profileFileArrays(const ProfileHmm& profile);
/// The arrays of profileArrays() in float64 under names that begin with `prefix`, of any profile: `rows` and `weights`
/// are empty where they are unknown. Throws Error when the profile contradicts itself.
ArrayBundle exactProfileArrays(const ProfileHmm& profile, const std::string& prefix);
/// The profile again, to the precision of the arrays. Throws Error when arrays are missing or contradict each other.
ProfileHmm profileOfFile(const ArrayBundle& arrays, const nlohmann::json& note, const std::string& prefix = {});

}  // namespace engine
