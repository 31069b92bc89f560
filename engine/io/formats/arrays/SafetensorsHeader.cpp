#include "engine/io/formats/arrays/SafetensorsHeader.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "engine/base/Error.h"
#include "engine/io/Json.h"

namespace engine {

namespace {

using Json = nlohmann::json;

ElementType typeOfSafetensors(const std::string& name) {
  if (name == "F16") return ElementType::float16;
  if (name == "BF16") return ElementType::bfloat16;
  if (name == "F32") return ElementType::float32;
  if (name == "F64") return ElementType::float64;
  return ElementType::other;
}

std::size_t headerSize(const ByteSource& file) {
  if (file.size() < kSafetensorsPrefix) fail(file.name(), ": ends inside the length of its header");
  std::uint64_t size = 0;
  file.read(0, &size, sizeof size);
  if (size > kLongestSafetensorsHeader || size > file.size() - kSafetensorsPrefix)
    fail(file.name(), ": found a header of ", size, " bytes, expected at most ",
         std::min(kLongestSafetensorsHeader, file.size() - kSafetensorsPrefix));
  return size;
}

RawArray tensorOf(const std::shared_ptr<const ByteSource>& file, std::size_t dataAt, const std::string& name,
                  const Json& facts) {
  RawArray tensor;
  tensor.name = name;
  tensor.bytes = file;
  const std::string what = tensor.what();
  try {
    tensor.typeName = facts.at("dtype").get<std::string>();
    tensor.shape = facts.at("shape").get<Shape>();
    const auto place = facts.at("data_offsets").get<std::vector<std::uint64_t>>();
    if (place.size() != 2 || place[0] > place[1] || place[1] > file->size() - dataAt)
      fail(what, ": its values lie outside the ", file->size() - dataAt, " bytes behind the header");
    tensor.offset = dataAt + place[0];
    tensor.available = place[1] - place[0];
  } catch (const Json::exception&) {
    fail(what, ": the header is damaged, expected dtype, shape and data_offsets");
  }
  tensor.type = typeOfSafetensors(tensor.typeName);
  if (std::any_of(tensor.shape.begin(), tensor.shape.end(), [](Index length) { return length < 0; }))
    fail(what, ": found shape ", shapeText(tensor.shape), ", expected lengths of 0 or more");
  if (tensor.type != ElementType::other) requireWhole(tensor, tensor.available);
  return tensor;
}

/// Arrays that share bytes are a small file that becomes a large one.
void requireApart(const std::vector<RawArray>& tensors) {
  std::vector<const RawArray*> ordered;
  for (const RawArray& tensor : tensors)
    if (tensor.available > 0) ordered.push_back(&tensor);
  std::sort(ordered.begin(), ordered.end(), [](const auto* a, const auto* b) { return a->offset < b->offset; });
  for (std::size_t k = 1; k < ordered.size(); ++k)
    if (ordered[k - 1]->offset + ordered[k - 1]->available > ordered[k]->offset)
      fail(ordered[k]->what(), ": overlaps array ", shownBytes(ordered[k - 1]->name),
           ", expected each to have bytes of its own");
}

}  // namespace

SafetensorsContents readSafetensorsHeader(const std::shared_ptr<const ByteSource>& file) {
  const std::size_t size = headerSize(*file);
  const Json header = parseJson(file->part(kSafetensorsPrefix, size), file->name());
  if (!header.is_object()) fail(file->name(), ": the header of ", size, " bytes is no JSON object");
  SafetensorsContents contents;
  for (const auto& [name, facts] : header.items()) {
    if (name != kSafetensorsMetadata) {
      contents.tensors.push_back(tensorOf(file, kSafetensorsPrefix + size, name, facts));
      continue;
    }
    if (!facts.is_object()) continue;
    for (const auto& [key, text] : facts.items())
      if (text.is_string()) contents.texts[key] = text.get<std::string>();
  }
  requireApart(contents.tensors);
  return contents;
}

}  // namespace engine
