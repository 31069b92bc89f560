// How the axes of an output of a mechanism are read as maps.
#pragma once

#include <string>

#include "engine/attention/Mechanism.h"

namespace engine {

/// The axes of an array of this rank, as mapsOf() wants them, by what the mechanism says of it: "(B, H, n, m)" is
/// "bhqk", of rank 3 "hqk"; of alternatives that of the rank counts. B is a batch, H heads, the last two queries and keys, any
/// other letter layers. Empty where the mechanism says nothing of such an array.
std::string mapAxes(const Mechanism& mechanism, const std::string& output, std::size_t rank);

}  // namespace engine
