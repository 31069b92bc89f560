#include "engine/io/formats/arrays/RawNpy.h"

#include <algorithm>

#include "engine/base/Error.h"
#include "engine/io/formats/arrays/NpyArray.h"

namespace engine {

namespace {

constexpr std::size_t kUsualHeader = 512;

ElementType typeOfNumPy(const std::string& type) {
  if (type == "f2") return ElementType::float16;
  if (type == "f4") return ElementType::float32;
  if (type == "f8") return ElementType::float64;
  return ElementType::other;
}

}  // namespace

RawArray rawNpyArray(const std::shared_ptr<const ByteSource>& bytes, std::size_t offset, std::size_t size,
                     const std::string& name) {
  RawArray array;
  array.name = name;
  array.bytes = bytes;
  constexpr std::size_t kPrefix = 12;  // magic, version and length
  std::string head = bytes->part(offset, std::min(size, kUsualHeader));
  if (const std::size_t rest = size - head.size(); rest > 0 && head.find('\n', kPrefix) == std::string::npos)
    head += bytes->part(offset + head.size(), std::min(rest, kLongestNpyHeader + kPrefix));
  std::string_view rest = head;
  NpyHeader header = takeNpyHeader(rest, array.what());
  const std::size_t headerSize = head.size() - rest.size();
  const char order = header.descr.empty() ? '\0' : header.descr.front();
  const bool hasOrder = order == '<' || order == '>' || order == '=' || order == '|';
  array.typeName = header.descr;
  array.type = typeOfNumPy(header.descr.substr(hasOrder ? 1 : 0));
  array.isBigEndian = order == '>';
  array.isFortran = header.isFortran;
  array.shape = std::move(header.shape);
  array.offset = offset + headerSize;
  array.available = size - headerSize;
  if (array.type != ElementType::other) requireWhole(array, size - headerSize);
  return array;
}

}  // namespace engine
