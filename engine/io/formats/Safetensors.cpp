// safetensors: the length of a JSON header (8 bytes), the header, and the values of named arrays in C order.
//
// Source: the description of the format at github.com/huggingface/safetensors. Equal arrays give equal bytes: they are
// written in order of their names.
#include <algorithm>
#include <cstring>

#include "engine/base/HalfFloat.h"
#include "engine/base/MemoryBudget.h"
#include "engine/io/HeadFile.h"
#include "engine/io/Json.h"
#include "engine/io/formats/arrays/BundleFormat.h"

namespace engine {

namespace {

using Json = nlohmann::json;

constexpr const char* kMetadata = "__metadata__";
constexpr std::size_t kPrefix = 8, kLongestHeader = std::size_t{100} << 20;

ElementType typeOf(const std::string& name) {
  if (name == "F16") return ElementType::float16;
  if (name == "BF16") return ElementType::bfloat16;
  if (name == "F32") return ElementType::float32;
  if (name == "F64") return ElementType::float64;
  return ElementType::other;
}

std::size_t headerSize(const ByteSource& file) {
  if (file.size() < kPrefix) fail(file.name(), ": ends inside the length of its header");
  std::uint64_t size = 0;
  file.read(0, &size, sizeof size);
  if (size > kLongestHeader || size > file.size() - kPrefix)
    fail(file.name(), ": found a header of ", size, " bytes, expected at most ",
         std::min(kLongestHeader, file.size() - kPrefix));
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
  tensor.type = typeOf(tensor.typeName);
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

/// The arrays of a file, and the texts of its metadata.
struct FileContents {
  std::vector<RawArray> tensors;
  FileTexts texts;
};

FileContents readHeader(const std::shared_ptr<const ByteSource>& file) {
  const std::size_t size = headerSize(*file);
  const Json header = parseJson(file->part(kPrefix, size), file->name());
  if (!header.is_object()) fail(file->name(), ": the header of ", size, " bytes is no JSON object");
  FileContents contents;
  for (const auto& [name, facts] : header.items()) {
    if (name != kMetadata) {
      contents.tensors.push_back(tensorOf(file, kPrefix + size, name, facts));
      continue;
    }
    if (!facts.is_object()) continue;
    for (const auto& [key, text] : facts.items())
      if (text.is_string()) contents.texts[key] = text.get<std::string>();
  }
  requireApart(contents.tensors);
  return contents;
}

template <class T>
AnyArray plainValues(const RawArray& tensor) {
  const std::size_t needed = static_cast<std::size_t>(countOf(tensor)) * sizeof(T);
  if (needed != tensor.available)
    fail(tensor.what(), ": shape ", shapeText(tensor.shape), " of ", tensor.typeName, " needs ", needed,
         " bytes, found ", tensor.available);
  Array<T> values(tensor.shape, Untouched{}, tensor.name);
  tensor.bytes->read(tensor.offset, values.data(), needed);
  if constexpr (std::is_same_v<T, Bool>)
    for (Bool& value : values) value.value = value.value != 0;
  return values;
}

AnyArray valuesOf(const RawArray& tensor) {
  const std::string& type = tensor.typeName;
  if (type == "F64") return plainValues<double>(tensor);
  if (type == "I32") return plainValues<std::int32_t>(tensor);
  if (type == "I64") return plainValues<std::int64_t>(tensor);
  if (type == "BOOL") return plainValues<Bool>(tensor);
  if (tensor.type == ElementType::other)
    fail(tensor.what(), ": found values of type \"", type, "\", expected F16, BF16, F32, F64, I32, I64 or BOOL");
  Array<float> values(tensor.shape, Untouched{}, tensor.name);
  readFloats(tensor, 0, values.size(), values.data());
  return values;
}

std::shared_ptr<const ArrayBundle> bundleOf(const std::vector<RawArray>& tensors, const std::string& source,
                                            Progress& progress) {
  std::size_t needed = 0;
  for (const RawArray& tensor : tensors) needed += 2 * tensor.available;  // 16 bits become 32
  MemoryShare memory(source);
  memory.hold(needed);
  ArrayBundle bundle;
  for (const RawArray& tensor : tensors) {
    progress.update(static_cast<double>(bundle.size()) / static_cast<double>(tensors.size()), "reading");
    bundle.emplace(tensor.name, valuesOf(tensor));
  }
  return std::make_shared<const ArrayBundle>(std::move(bundle));
}

template <class T>
constexpr const char* typeName() {
  if constexpr (std::is_same_v<T, float>) return "F32";
  if constexpr (std::is_same_v<T, double>) return "F64";
  if constexpr (std::is_same_v<T, std::int32_t>) return "I32";
  if constexpr (std::is_same_v<T, std::int64_t>) return "I64";
  return "BOOL";
}

std::string writeTensors(const ArrayBundle& bundle) {
  Json header = Json::object();
  std::string data;
  for (const auto& [name, any] : bundle) {
    if (!isUtf8(name) || name == kMetadata)
      fail("array ", shownBytes(name).substr(0, 200),
           ": this name cannot stand in a .safetensors file, expected UTF-8 other than ", kMetadata);
    std::visit(
        [&, &name = name](const auto& array) {
          using T = typename std::decay_t<decltype(array)>::Value;
          const std::size_t begin = data.size();
          data.append(reinterpret_cast<const char*>(array.data()), static_cast<std::size_t>(array.size()) * sizeof(T));
          header[name] = {{"dtype", typeName<T>()}, {"shape", array.shape()}, {"data_offsets", {begin, data.size()}}};
        },
        any);
  }
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');
  const std::uint64_t size = text.size();
  return std::string(reinterpret_cast<const char*>(&size), sizeof size) + text + data;
}

class Safetensors : public BundleFormat {
 public:
  std::string id() const override { return "safetensors"; }
  std::string title() const override { return "safetensors arrays"; }
  std::string help() const override {
    return "Named arrays: float16, bfloat16, float32, float64, int32, int64 or bool. Attention heads ([layers, heads, "
           "Lq, Lk]) stay in the file until they are looked at; tokens, special_tokens_mask, special_positions and "
           "sequence in the metadata name their positions.";
  }
  std::vector<std::string> suffixes() const override { return {".safetensors"}; }

  int sniff(std::string_view head, std::string_view suffix) const override {
    std::uint64_t size = 0;
    if (head.size() < kPrefix + 2) return 0;
    std::memcpy(&size, head.data(), sizeof size);
    if (size < 2 || size > kLongestHeader || head[kPrefix] != '{') return 0;
    return suffix == ".safetensors" ? 95 : 85;
  }

  std::optional<DatasetValue> open(const std::shared_ptr<const ByteSource>& file, Diagnostics& diagnostics,
                                   Progress& progress) const override {
    const FileContents contents = readHeader(file);
    if (auto heads = headsOf(contents.tensors, contents.texts, diagnostics)) return heads;
    return bundleOf(contents.tensors, file->name(), progress);
  }

  DatasetValue read(std::string_view content, const std::string& source, Diagnostics&,
                    Progress& progress) const override {
    return bundleOf(readHeader(byteSourceOver(content, source)).tensors, source, progress);
  }

 protected:
  std::string writeBundle(const ArrayBundle& bundle) const override { return writeTensors(bundle); }
};

}  // namespace

std::unique_ptr<const Format> makeSafetensors() { return std::make_unique<Safetensors>(); }

}  // namespace engine
