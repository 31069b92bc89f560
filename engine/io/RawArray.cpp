// From the bytes of a file to floats, in pieces that stay in the processor's cache.
#include "engine/io/RawArray.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "engine/base/Error.h"
#include "engine/base/HalfFloat.h"

namespace engine {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers of files are read as they lie in memory");

constexpr Index kElementsOfPiece = 1 << 15;  // elements

void swapBytes(char* bytes, Index count, std::size_t size) {
  for (Index k = 0; k < count; ++k, bytes += size) std::reverse(bytes, bytes + size);
}

void convert(ElementType type, const char* bytes, Index count, float* target) {
  switch (type) {
    case ElementType::float16:
      floatsOfHalves(bytes, count, target);
      break;
    case ElementType::bfloat16:
      floatsOfBrains(bytes, count, target);
      break;
    case ElementType::float64:
      for (Index k = 0; k < count; ++k) {
        double value;
        std::memcpy(&value, bytes + k * static_cast<Index>(sizeof value), sizeof value);
        target[k] = static_cast<float>(value);
      }
      break;
    default:
      std::memcpy(target, bytes, static_cast<std::size_t>(count) * sizeof(float));
  }
}

}  // namespace

std::size_t elementBytes(ElementType type) {
  switch (type) {
    case ElementType::float16:
    case ElementType::bfloat16:
      return 2;
    case ElementType::float32:
      return 4;
    case ElementType::float64:
      return 8;
    case ElementType::other:
      break;
  }
  return 0;
}

Index countOf(const RawArray& array) {
  try {
    return elementCount(array.shape);
  } catch (const Error& error) {
    fail(array.what(), ": ", error.what());
  }
}

void requireWhole(const RawArray& array, std::size_t available) {
  const Index count = countOf(array);
  const std::size_t size = elementBytes(array.type);
  if (size == 0 || static_cast<std::size_t>(count) > std::numeric_limits<std::size_t>::max() / size)
    fail(array.what(), ": found values of type \"", array.typeName,
         "\", expected float16, bfloat16, float32 or float64");
  const std::size_t needed = static_cast<std::size_t>(count) * size;
  if (needed > available)
    fail(array.what(), ": shape ", shapeText(array.shape), " of ", array.typeName, " needs ", needed, " bytes, found ",
         available);
}

void readFloats(const RawArray& array, Index first, Index count, float* target) {
  const std::size_t size = elementBytes(array.type);
  const auto place = [&](Index element) { return array.offset + static_cast<std::size_t>(element) * size; };
  if (array.type == ElementType::float32 && !array.isBigEndian) {
    array.bytes->read(place(first), target, static_cast<std::size_t>(count) * size);
    return;
  }
  std::vector<char> piece(static_cast<std::size_t>(std::min(count, kElementsOfPiece)) * size);
  for (Index done = 0; done < count; done += kElementsOfPiece) {
    const Index here = std::min(kElementsOfPiece, count - done);
    array.bytes->read(place(first + done), piece.data(), static_cast<std::size_t>(here) * size);
    if (array.isBigEndian) swapBytes(piece.data(), here, size);
    convert(array.type, piece.data(), here, target + done);
  }
}

}  // namespace engine
