#include "engine/io/RawValues.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"
#include "engine/io/Json.h"

namespace engine {

namespace {

/// What an element is: "<i8" and "I64" are signed integers of 8 bytes, "<U5" texts of 5 code points.
struct NumberKind {
  char letter = '\0';    ///< i, u, b, U, S; or 0
  std::size_t size = 0;  ///< bytes of an element
};

NumberKind kindOfNumPy(const std::string& descr) {
  const bool hasOrder = !descr.empty() && std::string("<>=|").find(descr.front()) != std::string::npos;
  const std::string type = descr.substr(hasOrder ? 1 : 0);
  if (type.size() < 2 || std::string("iubUS").find(type[0]) == std::string::npos) return {};
  const long width = std::strtol(type.c_str() + 1, nullptr, 10);
  constexpr long kLongestText = 1 << 20;
  const bool isText = type[0] == 'U' || type[0] == 'S';
  if (width < 1 || width > (isText ? kLongestText : 8)) return {};
  return {type[0], static_cast<std::size_t>(width) * (type[0] == 'U' ? 4 : 1)};
}

NumberKind kindOf(const RawArray& array) {
  const std::string& name = array.typeName;
  if (name == "BOOL") return {'b', 1};
  for (const char* bits : {"8", "16", "32", "64"})
    for (const char letter : {'I', 'U'})
      if (name == letter + std::string(bits))
        return {letter == 'I' ? 'i' : 'u', static_cast<std::size_t>(std::atoi(bits)) / 8};
  return kindOfNumPy(name);
}

std::string bytesOf(const RawArray& array, std::size_t size, Index most) {
  const Index count = countOf(array);
  if (count > most) fail(array.what(), ": found ", count, " values, expected at most ", most);
  const std::size_t needed = static_cast<std::size_t>(count) * size;
  if (needed > array.available)
    fail(array.what(), ": shape ", shapeText(array.shape), " of ", array.typeName, " needs ", needed, " bytes, found ",
         array.available);
  MemoryShare memory(array.bytes->name());
  memory.hold(needed);
  std::string bytes(needed, '\0');
  array.bytes->read(array.offset, bytes.data(), needed);
  return bytes;
}

std::uint64_t numberAt(const char* bytes, std::size_t size, bool isBigEndian) {
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < size; ++k)
    value = value << 8 | static_cast<unsigned char>(bytes[isBigEndian ? k : size - 1 - k]);
  return value;
}

void addUtf8(std::string& text, std::uint32_t code) {
  const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code > 0x10FFFF) return add(0xFF);  // beyond Unicode: no UTF-8, as halves of surrogate pairs are none
  if (code < 0x800) {
    add(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3F));
  } else {
    add(0xF0 | (code >> 18 & 0x07));
    add(0x80 | (code >> 12 & 0x3F));
    add(0x80 | (code >> 6 & 0x3F));
  }
  add(0x80 | (code & 0x3F));
}

}  // namespace

bool hasTexts(const RawArray& array) {
  const char letter = kindOf(array).letter;
  return letter == 'U' || letter == 'S';
}

std::vector<std::string> readTexts(const RawArray& array, Index most) {
  const NumberKind kind = kindOf(array);
  if (!hasTexts(array)) fail(array.what(), ": found values of type \"", array.typeName, "\", expected texts");
  const std::string bytes = bytesOf(array, kind.size, most);
  std::vector<std::string> texts;
  for (std::size_t first = 0; first < bytes.size(); first += kind.size) {
    std::string text;
    const std::size_t step = kind.letter == 'U' ? 4 : 1;
    for (std::size_t k = first; k < first + kind.size; k += step) {
      const std::uint64_t code = numberAt(bytes.data() + k, step, array.isBigEndian);
      if (code == 0) break;  // filled up with zeros
      if (kind.letter == 'U')
        addUtf8(text, static_cast<std::uint32_t>(code));
      else
        text += static_cast<char>(code);
    }
    if (!isUtf8(text))
      fail(array.what(), ": found \"", shownBytes(text).substr(0, 80), "\", expected texts in Unicode");
    texts.push_back(std::move(text));
  }
  return texts;
}

std::optional<std::vector<Index>> readIntegers(const RawArray& array, Index most) {
  std::vector<Index> values;
  if (array.type != ElementType::other) {
    const Index count = countOf(array);
    if (count > most) fail(array.what(), ": found ", count, " values, expected at most ", most);
    std::vector<float> numbers(static_cast<std::size_t>(count));
    readFloats(array, 0, count, numbers.data());
    for (const float number : numbers)
      values.push_back(std::abs(number) < 1e9F ? static_cast<Index>(number) : static_cast<Index>(most));
    return values;
  }
  const NumberKind kind = kindOf(array);
  if (kind.letter != 'i' && kind.letter != 'u' && kind.letter != 'b') return std::nullopt;
  const std::string bytes = bytesOf(array, kind.size, most);
  for (std::size_t k = 0; k < bytes.size(); k += kind.size) {
    const std::uint64_t bits = numberAt(bytes.data() + k, kind.size, array.isBigEndian);
    const unsigned unused = 64 - 8 * static_cast<unsigned>(kind.size);
    const auto value = static_cast<std::int64_t>(bits << unused);
    values.push_back(kind.letter == 'i' ? static_cast<Index>(value >> unused) : static_cast<Index>(bits));
  }
  return values;
}

bool hasFlags(const RawArray& array) { return kindOf(array).letter == 'b'; }

void readFlags(const RawArray& array, Index first, Index count, Bool* target) {
  if (static_cast<std::size_t>(first + count) > array.available)
    fail(array.what(), ": found ", array.available, " flags, expected ", first + count);
  array.bytes->read(array.offset + static_cast<std::size_t>(first), target, static_cast<std::size_t>(count));
  for (Index k = 0; k < count; ++k) target[k].value = target[k].value != 0;
}

}  // namespace engine
