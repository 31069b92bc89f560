// Weights with what lies beside them: config.json, vocab.txt, the other shards, the contact head of fair-esm.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "engine/base/Diagnostics.h"
#include "engine/io/ByteSource.h"
#include "engine/io/weights/Checkpoint.h"
#include "engine/models/ModelWeights.h"

namespace engine {

/// The model of one file that was opened as `checkpoint`. When `file` is no file on disk, nothing is looked for beside
/// it. What cannot be used is left out with a warning. Throws Error naming file and array.
ModelWeights modelOf(const ByteSource& file, Checkpoint checkpoint, Diagnostics& diagnostics);

/// Whether the first bytes are those of a list of shards, MODEL.safetensors.index.json.
bool isShardIndex(std::string_view head);
/// The list of shards that lies beside a file and names it; empty: it is no shard.
std::filesystem::path shardIndexOf(const std::filesystem::path& file);
/// The model whose tensors the list distributes over files of its folder. Throws Error that names list and shard when
/// one is missing, lacks a tensor, or is not in the same folder.
ModelWeights modelOfShards(const std::filesystem::path& index, Diagnostics& diagnostics);

/// The model of a folder: model.safetensors.index.json, model.safetensors, pytorch_model.bin.index.json,
/// pytorch_model.bin or, without these, another list of shards or its only file of weights. Throws Error naming folder
/// and files when there is none or more than one.
ModelWeights modelOfFolder(const std::filesystem::path& folder, Diagnostics& diagnostics);

}  // namespace engine
