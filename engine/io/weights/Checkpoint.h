// What one file of weights holds, whatever its container: tensors by their names, and what it says besides.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/io/ByteSource.h"
#include "engine/io/HeadPositions.h"
#include "engine/io/weights/StoredTensor.h"
#include "engine/models/ModelWeights.h"

namespace engine {

struct Checkpoint {
  std::vector<StoredTensor> tensors;      ///< names as in the file, each once
  std::map<std::string, Fact> arguments;  ///< args and cfg of a pickle
  FileTexts metadata;                     ///< of safetensors
  std::vector<std::string> leftOut;       ///< names of tensors whose type is not read
};

/// Of a file of torch.save or safetensors, by its first bytes. Reads lists, no values. Throws Error naming the file.
Checkpoint openCheckpoint(const std::shared_ptr<const ByteSource>& file);

/// Adds what is not yet known. Under one of the names for the number of attention heads it is "heads" as well.
void addFact(std::map<std::string, Fact>& facts, const std::string& key, const std::string& text,
             const std::string& origin);

}  // namespace engine
