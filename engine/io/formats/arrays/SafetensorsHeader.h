// What a safetensors file lists in its header: names, types, shapes and places of its arrays.
//
// Source: the description of the format at github.com/huggingface/safetensors.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/io/ByteSource.h"
#include "engine/io/HeadPositions.h"
#include "engine/io/RawArray.h"

namespace engine {

/// The entry of the header that holds texts and no array.
inline constexpr const char* kSafetensorsMetadata = "__metadata__";
/// The length of the header stands before it.
inline constexpr std::size_t kSafetensorsPrefix = 8, kLongestSafetensorsHeader = std::size_t{100} << 20;

/// The arrays of a file, and the texts of its metadata.
struct SafetensorsContents {
  std::vector<RawArray> tensors;
  FileTexts texts;
};

/// Reads nothing but the header. Throws Error naming file and array when it is damaged, when values lie outside the
/// file or when arrays share bytes.
SafetensorsContents readSafetensorsHeader(const std::shared_ptr<const ByteSource>& file);

}  // namespace engine
