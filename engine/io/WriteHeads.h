// Sets of attention heads to files, head by head.
#pragma once

#include <filesystem>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/Dataset.h"

namespace engine {

enum class HeadNumbers { float32, float16 };  ///< float16: half the size, three digits

/// Writes the weights as array "attention" (HeadSet::arrayName) of shape (layers, heads, Lq, Lk), and "scores" beside
/// it where every head has them and the format has names: .npz (entries not packed, so that heads can be read where
/// they lie), .npy or .safetensors. What a model gave beside the maps (HeadSet::beside), tokens and letters of the
/// positions go along as HeadPositions.h says, but for .npy. No more than one head is in memory at a time. The file is
/// written whole or not at all. False, and nothing is written, for any other suffix and for maps that are no heads.
/// Throws Error, also when a head is missing.
bool writeHeads(const HeadSet& heads, const std::filesystem::path& path, HeadNumbers numbers = HeadNumbers::float32);

/// The same for a value that is a set of heads.
bool writeHeadsOf(const DatasetValue& value, const std::filesystem::path& path);

}  // namespace engine
