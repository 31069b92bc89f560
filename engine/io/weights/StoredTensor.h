// A tensor of a file of weights as its container describes it: any number type, with steps between its elements.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/io/RawArray.h"

namespace engine {

/// Types are called as in safetensors: F64 F32 F16 BF16 I64 I32 I16 I8 U8 BOOL.
struct StoredTensor {
  RawArray array;  ///< `offset` is that of the first element, `available` what its storage has from there on
  std::vector<Index> strides = {};  ///< elements from one index to the next, per axis; empty: C order without gaps
};

/// Bytes of an element, 0 for types that are not read.
std::size_t storedBytes(const std::string& typeName);
/// That of the floating-point types, else `other`.
ElementType floatTypeOf(const std::string& typeName);

/// Takes the steps away where they are those of C order. Throws Error naming file and tensor when the type is not read,
/// when lengths or steps are negative, when an element lies beyond the storage, or when a small storage is repeated to
/// much more than it holds.
void requireReadable(StoredTensor& tensor);

/// Elements [first, first + count) in C order as floats. The tensor was found readable. One with steps is read from its
/// first to its last element, and what is asked for is picked from that.
void readStored(const StoredTensor& tensor, Index first, Index count, float* target);

}  // namespace engine
