// An array that stays in its file: what it is and where it lies, any part of it as floats on demand.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/base/Array.h"
#include "engine/io/ByteSource.h"

namespace engine {

enum class ElementType { float16, bfloat16, float32, float64, other };

struct RawArray {
  std::string name;
  std::string typeName;  ///< as in the file, for error texts
  ElementType type = ElementType::other;
  bool isBigEndian = false;
  bool isFortran = false;  ///< first index fastest
  Shape shape;
  std::shared_ptr<const ByteSource> bytes;
  std::size_t offset = 0;     ///< of the first element
  std::size_t available = 0;  ///< bytes from there on that are this array's

  /// "file.npz, array attention"
  std::string what() const { return bytes->name() + ", array " + name; }
};

/// 2, 4 or 8; 0 for `other`.
std::size_t elementBytes(ElementType type);
/// Number of elements. Throws Error naming file and array when there are more than can be counted.
Index countOf(const RawArray& array);
/// Throws Error unless `available` bytes hold the whole array; nothing is read.
void requireWhole(const RawArray& array, std::size_t available);
/// Elements [first, first + count) in the order of the file. Throws Error naming file and array.
void readFloats(const RawArray& array, Index first, Index count, float* target);

}  // namespace engine
