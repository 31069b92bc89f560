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
#include "engine/io/NotedArrays.h"
#include "engine/io/formats/arrays/BundleFormat.h"
#include "engine/io/formats/arrays/SafetensorsHeader.h"
#include "engine/io/weights/ModelFiles.h"
#include "engine/models/Architecture.h"
#include "engine/models/autoencoder/AutoencoderLayout.h"

namespace engine {

namespace {

using Json = nlohmann::json;

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

ArrayBundle bundleOf(const std::vector<RawArray>& tensors, const std::string& source,
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
  return bundle;
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
    if (!isUtf8(name) || name == kSafetensorsMetadata)
      fail("array ", shownBytes(name).substr(0, 200),
           ": this name cannot stand in a .safetensors file, expected UTF-8 other than ", kSafetensorsMetadata);
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

/// The weights of a model of a known architecture or of a sparse autoencoder, or null.
std::shared_ptr<const ModelWeights> knownModelIn(const std::shared_ptr<const ByteSource>& file,
                                                 Diagnostics& diagnostics) {
  const bool isList = isShardIndex(file->part(0, kSniffBytes));
  const auto index = isList ? std::filesystem::path(file->name()) : shardIndexOf(file->name());
  if (!index.empty()) return std::make_shared<const ModelWeights>(modelOfShards(index, diagnostics));
  Diagnostics ofModel;
  auto model = std::make_shared<const ModelWeights>(modelOf(*file, openCheckpoint(file), ofModel));
  if (!recognisedArchitecture(*model) && !recognisedAutoencoder(*model)) return nullptr;
  for (const std::string& warning : ofModel.warnings()) diagnostics.warn(warning);
  return model;
}

class Safetensors : public BundleFormat {
 public:
  std::string id() const override { return "safetensors"; }
  std::string title() const override { return "safetensors arrays"; }
  std::string help() const override {
    return "Named arrays: float16, bfloat16, float32, float64, int32, int64 or bool. Attention heads ([layers, heads, "
           "Lq, Lk]) stay in the file until they are looked at; tokens, special_tokens_mask, special_positions and "
           "sequence in the metadata name their positions. So do the weights of models that are known, also when they "
           "are cut into shards (MODEL.safetensors.index.json).";
  }
  std::vector<std::string> suffixes() const override { return {".safetensors"}; }

  int sniff(std::string_view head, std::string_view suffix) const override {
    std::uint64_t size = 0;
    if (isShardIndex(head)) return 90;
    if (head.size() < kSafetensorsPrefix + 2) return 0;
    std::memcpy(&size, head.data(), sizeof size);
    if (size < 2 || size > kLongestSafetensorsHeader || head[kSafetensorsPrefix] != '{') return 0;
    return suffix == ".safetensors" ? 95 : 85;
  }

  bool staysInFile() const override { return true; }

  std::optional<DatasetValue> open(const std::shared_ptr<const ByteSource>& file, Diagnostics& diagnostics,
                                   Progress& progress) const override {
    progress.update(0.0, "reading");
    if (auto model = knownModelIn(file, diagnostics)) return model;
    const SafetensorsContents contents = readSafetensorsHeader(file);
    if (auto heads = headsOf(contents.tensors, contents.texts, diagnostics)) return heads;
    return notedValue(bundleOf(contents.tensors, file->name(), progress), file->name(), diagnostics, progress);
  }

  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    ArrayBundle bundle = bundleOf(readSafetensorsHeader(byteSourceOver(content, source)).tensors, source, progress);
    return notedValue(std::move(bundle), source, diagnostics, progress);
  }

 protected:
  std::string writeBundle(const ArrayBundle& bundle) const override { return writeTensors(bundle); }
};

}  // namespace

std::unique_ptr<const Format> makeSafetensors() { return std::make_unique<Safetensors>(); }

}  // namespace engine
