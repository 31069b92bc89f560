// Two profiles aligned as the parameters of "align" say.
#pragma once

#include <memory>

#include "engine/base/Diagnostics.h"
#include "engine/base/Parameters.h"
#include "engine/hmm/pair/ProfileAlignment.h"

namespace engine {

/// `values`: complete, of the parameters of "align". Warns when nothing scores above 0. Throws Error when the matrices
/// would need more memory than is reasonable, Cancelled.
std::shared_ptr<ProfileAlignment> alignedProfiles(const ProfileHmm& query, const ProfileHmm& templ,
                                                  const ParameterValues& values, Diagnostics& diagnostics,
                                                  Progress& progress);

}  // namespace engine
