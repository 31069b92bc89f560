#include "engine/io/weights/StoredTensor.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

#include "engine/base/Error.h"
#include "engine/base/Joined.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

struct NumberType {
  const char* name;
  std::size_t bytes;
  ElementType floatType;
};
constexpr std::array<NumberType, 10> kTypes{{{"F64", 8, ElementType::float64},
                                             {"F32", 4, ElementType::float32},
                                             {"F16", 2, ElementType::float16},
                                             {"BF16", 2, ElementType::bfloat16},
                                             {"I64", 8, ElementType::other},
                                             {"I32", 4, ElementType::other},
                                             {"I16", 2, ElementType::other},
                                             {"I8", 1, ElementType::other},
                                             {"U8", 1, ElementType::other},
                                             {"BOOL", 1, ElementType::other}}};

const NumberType* typeNamed(const std::string& name) {
  const auto* found = std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& type) { return name == type.name; });
  return found == kTypes.end() ? nullptr : found;
}

/// Elements from the first to behind the last one. Throws Error when there are more than can be counted.
Index spanOf(const StoredTensor& tensor, Index count) {
  if (count == 0 || tensor.strides.empty()) return count;
  constexpr Index kMost = std::numeric_limits<Index>::max() / 16;
  Index last = 0;
  for (Index axis = 0; axis < std::ssize(tensor.strides); ++axis) {
    const Index steps = nth(tensor.array.shape, axis) - 1, stride = nth(tensor.strides, axis);
    if (steps > 0 && stride > (kMost - last) / steps)
      fail(tensor.array.what(), ": its steps reach beyond what can be counted");
    last += steps * stride;
  }
  return last + 1;
}

bool isContiguous(const StoredTensor& tensor) {
  Index expected = 1;
  for (Index axis = std::ssize(tensor.strides); axis-- > 0;) {
    const Index length = nth(tensor.array.shape, axis);
    if (length != 1 && nth(tensor.strides, axis) != expected) return false;
    expected *= length;
  }
  return true;
}

template <class T>
void widen(const std::string& bytes, Index count, float* target) {
  for (Index k = 0; k < count; ++k) {
    T value;
    std::memcpy(&value, bytes.data() + k * static_cast<Index>(sizeof value), sizeof value);
    target[k] = static_cast<float>(value);
  }
}

void readWholeNumbers(const RawArray& array, Index first, Index count, float* target) {
  constexpr Index kPiece = 1 << 15;
  const std::string& type = array.typeName;
  const std::size_t size = storedBytes(type);
  for (Index done = 0; done < count; done += kPiece) {
    const Index here = std::min(kPiece, count - done);
    std::string bytes(static_cast<std::size_t>(here) * size, '\0');
    array.bytes->read(array.offset + static_cast<std::size_t>(first + done) * size, bytes.data(), bytes.size());
    if (type == "I64") widen<std::int64_t>(bytes, here, target + done);
    if (type == "I32") widen<std::int32_t>(bytes, here, target + done);
    if (type == "I16") widen<std::int16_t>(bytes, here, target + done);
    if (type == "I8") widen<std::int8_t>(bytes, here, target + done);
    if (type == "U8") widen<std::uint8_t>(bytes, here, target + done);
    if (type == "BOOL")
      std::transform(bytes.begin(), bytes.end(), target + done, [](char byte) { return byte ? 1.0F : 0.0F; });
  }
}

/// Neighbours in the file, from the first element of the tensor on.
void readInOrder(const RawArray& array, Index first, Index count, float* target) {
  if (array.type == ElementType::other)
    readWholeNumbers(array, first, count, target);
  else
    readFloats(array, first, count, target);
}

}  // namespace

std::size_t storedBytes(const std::string& typeName) {
  const NumberType* const type = typeNamed(typeName);
  return type ? type->bytes : 0;
}

ElementType floatTypeOf(const std::string& typeName) {
  const NumberType* const type = typeNamed(typeName);
  return type ? type->floatType : ElementType::other;
}

void requireReadable(StoredTensor& tensor) {
  const RawArray& array = tensor.array;
  const std::size_t size = storedBytes(array.typeName);
  if (size == 0)
    fail(array.what(), ": found values of type \"", array.typeName, "\", expected one of ",
         joined(kTypes, &NumberType::name));
  const auto isNegative = [](Index number) { return number < 0; };
  if (std::any_of(array.shape.begin(), array.shape.end(), isNegative) ||
      std::any_of(tensor.strides.begin(), tensor.strides.end(), isNegative))
    fail(array.what(), ": found lengths or steps below 0");
  if (!tensor.strides.empty() && tensor.strides.size() != array.shape.size())
    fail(array.what(), ": found ", tensor.strides.size(), " steps for the ", array.shape.size(), " axes of ",
         shapeText(array.shape));
  const Index count = countOf(array), span = spanOf(tensor, count);
  const std::size_t held = array.available / size;
  if (static_cast<std::size_t>(span) > held)
    fail(array.what(), ": shape ", shapeText(array.shape), " of ", array.typeName, " reaches to element ", span,
         ", found ", held, " in its storage");
  constexpr Index kMostRepeated = Index{1} << 22;  // of values that one storage may be repeated to
  if (count > std::max(span, kMostRepeated))
    fail(array.what(), ": shape ", shapeText(array.shape), " repeats ", span,
         " stored values too often, expected a tensor with values of its own");
  if (count == 0 || isContiguous(tensor)) tensor.strides.clear();
}

void readStored(const StoredTensor& tensor, Index first, Index count, float* target) {
  if (tensor.strides.empty()) return readInOrder(tensor.array, first, count, target);
  const Shape& shape = tensor.array.shape;
  Array<float> span({spanOf(tensor, countOf(tensor.array))}, Untouched{}, tensor.array.name);
  readInOrder(tensor.array, 0, span.size(), span.data());
  Shape position(shape.size());
  Index place = 0, flat = first;
  for (Index axis = std::ssize(shape); axis-- > 0;) {
    nth(position, axis) = flat % nth(shape, axis);
    place += nth(position, axis) * nth(tensor.strides, axis);
    flat /= nth(shape, axis);
  }
  for (Index k = 0; k < count; ++k) {
    target[k] = span[place];
    for (Index axis = std::ssize(shape); axis-- > 0;) {
      place += nth(tensor.strides, axis);
      if (++nth(position, axis) < nth(shape, axis)) break;
      place -= nth(position, axis) * nth(tensor.strides, axis);
      nth(position, axis) = 0;
    }
  }
}

}  // namespace engine
