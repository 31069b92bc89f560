// Weights of a model that never learned: for benchmarks and tests, where shapes alone count.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/models/Architecture.h"

namespace engine {

/// Names and shapes of the arrays of an ESM-2 of these sizes, as fair-esm calls them, with its contact head.
std::map<std::string, Shape> esm2Shapes(const ModelSizes& sizes);

/// Arrays of these shapes in memory: norms are 1 + T, matrices have rows of length about 1, the k-th name is drawn from
/// the stream seed + k (deterministicArray).
ModelWeights randomWeights(const std::map<std::string, Shape>& shapes, std::uint64_t seed, const std::string& name);

}  // namespace engine
