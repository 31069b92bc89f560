// Pair geometry as a file of arrays, and back.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/base/Array.h"
#include "engine/datasets/ChainGeometry.h"

namespace engine {

/// geometryArrays(), backbone (L, 5, 3), float64: N CA C O and the real or virtual CB in Å, NaN where unset; and a note
/// that names the chain and its residues.
ArrayBundle geometryFileArrays(const ChainGeometry& geometry);
/// The same again, with a structure that has nothing but the backbone of this chain. Throws Error when arrays are
/// missing or contradict each other.
ChainGeometry geometryOfFile(const ArrayBundle& arrays, const nlohmann::json& note);

}  // namespace engine
