// Whom ESM3's structure encoder lets a residue see (MATHEMATICS.md 7.3).
#pragma once

#include "engine/base/Array.h"
#include "engine/structure/Frame.h"

namespace engine {

inline constexpr Index kStructureNeighbours = 16;

/// (L, K) with K = min(16, L): of every residue the nearest by the distance of the CA atoms, itself first; pairs
/// without two frames behind all others, by their distance along the sequence; of equals the one that comes first.
Array<std::int64_t> structureNeighbours(const Frames& frames);

}  // namespace engine
