// A profile as a file of arrays, and back.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/base/Array.h"
#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// profileArrays() and a note with what no array holds. Throws Error as that does.
ArrayBundle profileFileArrays(const ProfileHmm& profile);
/// The same again, to the precision of float32. Throws Error when arrays are missing or contradict each other.
ProfileHmm profileOfFile(const ArrayBundle& arrays, const nlohmann::json& note);

}  // namespace engine
