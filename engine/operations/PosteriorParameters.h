// Parameters of the operation "align" that concern sums over all paths: realignment, planes, samples.
#pragma once

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/operations/Operation.h"

namespace engine {

/// mac, mact, sums, samples, seed.
std::vector<Parameter> posteriorParameters();

/// Sets `mac` and `sums` of the options.
void readPosteriorParameters(const ParameterValues& values, ProfileAlignmentOptions& options);

}  // namespace engine
