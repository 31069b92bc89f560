// The parameters of the operation "profile" and what they stand for.
#pragma once

#include <vector>

#include "engine/base/Parameters.h"
#include "engine/hmm/profile/ProfileBuilder.h"
#include "engine/hmm/pseudocounts/Pseudocounts.h"

namespace engine {

std::vector<Parameter> profileParameters();

/// Match columns, filter and weights.
ProfileBuildOptions profileBuildOptions(const ParameterValues& values, int threads);

/// Admixture for emissions: that of the preset (of contexts: contextAdmixture()) with what the user changed.
EmissionPseudocounts profileAdmixture(const ParameterValues& values);

TransitionPseudocounts profileTransitions(const ParameterValues& values);

/// The chosen substitution matrix, by default that of the preset.
const SubstitutionMatrix& profileMatrix(const ParameterValues& values);

}  // namespace engine
