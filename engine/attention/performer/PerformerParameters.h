// The parameters of the mechanism "performer", and what they mean.
#pragma once

#include <vector>

#include "engine/attention/performer/Performer.h"
#include "engine/base/Parameters.h"

namespace engine {

std::vector<Parameter> performerParameters();
/// Of complete values.
PerformerOptions performerOptions(const ParameterValues& values);
/// Whether there is a W.
bool hasPerformerProjection(const ParameterValues& values);
/// Whether the map is built.
bool hasPerformerMaps(const ParameterValues& values);

}  // namespace engine
