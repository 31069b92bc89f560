// The parameters of "search" and what they mean for the engine.
#pragma once

#include "engine/base/Parameters.h"
#include "engine/search/Search.h"

namespace engine {

/// Those of "align" that a search knows too, with the same keys, and its own.
std::vector<Parameter> searchParameters();

/// Throws Error for values that contradict each other.
void checkSearchParameters(const ParameterValues& values);

/// Without prefilter and calibration. Reads the context library when one is named. Throws Error, Cancelled.
SearchOptions searchOptions(const ParameterValues& values, Progress& progress);

}  // namespace engine
