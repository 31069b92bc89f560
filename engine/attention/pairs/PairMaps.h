// Channels of pairs as maps.
#pragma once

#include "engine/attention/MapOutput.h"

namespace engine {

/// An output (L, L, c) as a map per channel, called "QUANTITY, channel 1", ...; rows are i, columns j. Empty when there
/// is none.
std::vector<NamedMaps> pairMaps(const ArrayBundle& outputs, const std::string& array, const std::string& title,
                                const std::string& quantity);

}  // namespace engine
