#include "engine/io/weights/ModelFiles.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Joined.h"
#include "engine/base/Nth.h"
#include "engine/base/TextLines.h"
#include "engine/io/FileContent.h"
#include "engine/io/Json.h"
#include "engine/io/remote/RemoteBytes.h"
#include "engine/io/weights/WeightNames.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr std::string_view kContactWeight = "contact_head.regression.weight";
/// Small files beside the weights; larger ones are something else.
constexpr std::uintmax_t kLargestNeighbour = std::uintmax_t{16} << 20;

class StoredWeights : public WeightSource {
 public:
  StoredWeights(const std::string& name, std::vector<WeightEntry> entries, std::vector<StoredTensor> tensors)
      : WeightSource(name, std::move(entries)), m_tensors(std::move(tensors)) {}

 private:
  void readValues(Index entry, Index first, Index count, float* target) const override {
    readStored(nth(m_tensors, entry), first, count, target);
  }
  std::vector<StoredTensor> m_tensors;
};

/// A plain file of a size that one would expect; anything else is not there.
bool isSmallFile(const fs::path& path) {
  const std::optional<std::uintmax_t> size = sizeOfFile(path);
  return size && *size <= kLargestNeighbour;
}

/// The first array that looks like the table of tokens: (V, D).
const Shape* embeddingOf(const WeightSource& source) {
  for (const WeightEntry& entry : source.entries()) {
    const std::string& name = entry.name;
    const bool isTable = name.ends_with("word_embeddings.weight") || name.ends_with("embed_tokens.weight") ||
                         name == "embed.weight" || name == "encoder.sequence_embed.weight";
    if (isTable && entry.shape.size() == 2) return &entry.shape;
  }
  return nullptr;
}

std::optional<std::string> textOf(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  return std::nullopt;
}

/// Calls `read` and returns what it gives; an Error of a file that lies beside the weights is a warning.
template <class Read>
auto readBeside(Diagnostics& diagnostics, const Read& read) -> decltype(read()) {
  try {
    return read();
  } catch (const Error& error) {
    diagnostics.warn(error.what(), "; it is left out");
    return {};
  }
}

/// Whether config.json is there and about these weights.
bool addConfiguration(const fs::path& folder, const Shape* embedding, ModelFacts& facts, Diagnostics& diagnostics) {
  const fs::path path = folder / "config.json";
  if (!isSmallFile(path)) return false;
  const Json config = parseJson(readFileWhole(path), path.string());
  if (!config.is_object() || !config.contains("model_type")) return false;
  const auto width = config.find("hidden_size");
  if (embedding && width != config.end() && *width != embedding->back()) {
    diagnostics.warn(path.string(), ": is left out: its hidden_size is ", width->dump(), ", the weights have ",
                     embedding->back());
    return false;
  }
  for (const auto& [key, value] : config.items())
    if (const std::optional<std::string> text = textOf(value)) addFact(facts.values, key, *text, "config.json");
  return true;
}

/// The tokens of vocab.txt, one per line, where it is about these weights.
std::vector<std::string> vocabularyIn(const fs::path& folder, const Shape* embedding, bool isConfigured,
                                      Diagnostics& diagnostics) {
  const fs::path path = folder / "vocab.txt";
  if (!isSmallFile(path)) return {};
  const std::string content = readFileWhole(path);
  if (!isUtf8(content)) fail(path.string(), ": is no UTF-8, expected one token per line");
  Progress silent;
  TextLines lines(content, path.string(), silent);
  std::vector<std::string> tokens;
  while (lines.next()) tokens.emplace_back(lines.line());
  if (isConfigured || !embedding || std::ssize(tokens) == embedding->front()) return tokens;
  diagnostics.warn(path.string(), ": is left out: found ", tokens.size(), " tokens, the embedding has ",
                   embedding->front(), " rows");
  return {};
}

/// fair-esm keeps the contact head in a second file.
std::vector<StoredTensor> contactHeadBeside(const fs::path& file, const std::vector<StoredTensor>& tensors) {
  const auto isContact = [](const StoredTensor& tensor) { return tensor.array.name.ends_with(kContactWeight); };
  const fs::path beside = file.parent_path() / (file.stem().string() + "-contact-regression.pt");
  if (std::any_of(tensors.begin(), tensors.end(), isContact) || !isSmallFile(beside)) return {};
  std::vector<StoredTensor> found = openCheckpoint(openByteSource(beside)).tensors;
  std::erase_if(found, [](const StoredTensor& tensor) {
    return !tensor.array.name.starts_with(kContactWeight.substr(0, kContactWeight.rfind('.')));
  });
  return found;
}

/// What a model is made of: its own file or files, and what lies beside them.
struct ModelParts {
  std::string name;  ///< of the file or list of shards
  Checkpoint checkpoint;
  std::vector<StoredTensor> contactHead = {};
  fs::path folder = {};  ///< where config.json and vocab.txt may be; empty: nowhere
};

ModelWeights modelWith(ModelParts parts, Diagnostics& diagnostics) {
  const std::vector<std::string>& leftOut = parts.checkpoint.leftOut;
  if (!leftOut.empty())
    diagnostics.warn(parts.name, ": left out ", leftOut.size(), " arrays of types that are not read: ",
                     leftOut.front(), leftOut.size() > 1 ? ", ..." : "");
  std::vector<StoredTensor> tensors = std::move(parts.checkpoint.tensors);
  std::vector<std::string> names;
  for (const StoredTensor& tensor : tensors) names.push_back(tensor.array.name);
  const CommonNames common = commonNames(names);
  names = common.names;
  for (StoredTensor& tensor : parts.contactHead) {
    names.push_back(tensor.array.name);
    tensors.push_back(std::move(tensor));
  }
  std::vector<WeightEntry> entries;
  for (std::size_t k = 0; k < tensors.size(); ++k)
    entries.push_back({names[k], tensors[k].array.typeName, tensors[k].array.shape});
  ModelWeights model;
  model.source = std::make_shared<const StoredWeights>(parts.name, std::move(entries), std::move(tensors));
  ModelFacts& facts = model.facts;
  facts.strippedPrefix = common.strippedPrefix;
  facts.values = std::move(parts.checkpoint.arguments);
  if (!parts.folder.empty()) {
    const Shape* const embedding = embeddingOf(*model.source);
    const bool isConfigured = readBeside(
        diagnostics, [&] { return addConfiguration(parts.folder, embedding, facts, diagnostics); });
    facts.vocabulary = readBeside(
        diagnostics, [&] { return vocabularyIn(parts.folder, embedding, isConfigured, diagnostics); });
  }
  for (const auto& [key, text] : parts.checkpoint.metadata) addFact(facts.values, key, text, "__metadata__");
  return model;
}

fs::path folderOf(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

/// A tensor's name and the file that has it.
std::map<std::string, std::string> weightMapOf(const fs::path& index) {
  const std::string source = index.string();
  const Json list = parseJson(readFileWhole(index), source);
  const auto map = list.is_object() ? list.find("weight_map") : list.end();
  if (!list.is_object() || map == list.end() || !map->is_object() || map->empty())
    fail(source, ": found no \"weight_map\", expected the names of tensors with their files");
  std::map<std::string, std::string> files;
  for (const auto& [tensor, file] : map->items()) {
    if (!file.is_string()) fail(source, ", array ", tensor, ": found ", file.type_name(), ", expected a file's name");
    const std::string name = file.get<std::string>();
    if (name.empty() || name == "." || name.find("..") != std::string::npos ||
        name.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos)
      fail(source, ", array ", tensor, ": found the file \"", shownBytes(name).substr(0, 200),
           "\", expected a name in the same folder");
    files[tensor] = name;
  }
  return files;
}

bool isWeightsFile(const fs::path& path) {
  constexpr std::array<std::string_view, 5> kSuffixes{".safetensors", ".pt", ".pth", ".bin", ".ckpt"};
  std::error_code problem;
  const std::string suffix = path.extension().string();
  return std::find(kSuffixes.begin(), kSuffixes.end(), suffix) != kSuffixes.end() &&
         path.stem().string().find("-contact-regression") == std::string::npos &&
         fs::is_regular_file(path, problem);
}

constexpr std::array<const char*, 4> kUsualFiles{"model.safetensors.index.json", "model.safetensors",
                                                 "pytorch_model.bin.index.json", "pytorch_model.bin"};

/// The file that stands for the folder, or all that might.
std::vector<fs::path> weightsIn(const fs::path& folder) {
  std::error_code problem;
  for (const char* const name : kUsualFiles)
    if (fs::is_regular_file(folder / name, problem)) return {folder / name};
  std::vector<fs::path> files;
  constexpr std::size_t kMany = 1000;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
    if (entry->path().string().ends_with(".index.json")) return {entry->path()};
    if (files.size() < kMany && isWeightsFile(entry->path())) files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

ModelWeights modelOf(const ByteSource& file, Checkpoint checkpoint, Diagnostics& diagnostics) {
  const fs::path path = file.name();
  if (!sizeOfFile(path)) return modelWith({file.name(), std::move(checkpoint)}, diagnostics);
  std::vector<StoredTensor> contactHead =
      readBeside(diagnostics, [&] { return contactHeadBeside(path, checkpoint.tensors); });
  return modelWith({file.name(), std::move(checkpoint), std::move(contactHead), folderOf(path)}, diagnostics);
}

bool isShardIndex(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos && head[begin] == '{' &&
         head.find("\"weight_map\"") != std::string_view::npos;
}

fs::path shardIndexOf(const fs::path& file) {
  // model-00001-of-00003.safetensors belongs to model.safetensors.index.json.
  const std::string stem = file.stem().string();
  const std::size_t of = stem.rfind("-of-"), number = of == std::string::npos ? of : stem.rfind('-', of - 1);
  if (of == std::string::npos || of == 0 || number == std::string::npos) return {};
  const fs::path index = folderOf(file) / (stem.substr(0, number) + file.extension().string() + ".index.json");
  if (!isSmallFile(index)) return {};
  const auto files = weightMapOf(index);
  const std::string name = file.filename().string();
  const bool isListed = std::any_of(files.begin(), files.end(), [&](const auto& one) { return one.second == name; });
  return isListed ? index : fs::path{};
}

ModelWeights modelOfShards(const fs::path& index, Diagnostics& diagnostics) {
  std::map<std::string, std::set<std::string>> wanted;  // by file
  for (const auto& [tensor, file] : weightMapOf(index)) wanted[file].insert(tensor);
  Checkpoint whole;
  for (auto& [name, tensors] : wanted) {
    const fs::path path = folderOf(index) / name;
    if (!sizeOfFile(path))
      fail(index.string(), ": the shard ", name, " is missing, expected it in the same folder");
    Checkpoint shard = openCheckpoint(openByteSource(path));
    for (StoredTensor& tensor : shard.tensors)
      if (tensors.erase(tensor.array.name) > 0) whole.tensors.push_back(std::move(tensor));
    for (const std::string& leftOut : shard.leftOut)
      if (tensors.erase(leftOut) > 0) whole.leftOut.push_back(leftOut);
    if (!tensors.empty())
      fail(path.string(), ": array ", *tensors.begin(), " is missing, expected it there by ",
           index.filename().string());
    whole.metadata.merge(shard.metadata);
    whole.arguments.merge(shard.arguments);
  }
  return modelWith({index.string(), std::move(whole), {}, folderOf(index)}, diagnostics);
}

ModelWeights modelOfFolder(const fs::path& folder, Diagnostics& diagnostics) {
  const std::vector<fs::path> files = weightsIn(folder);
  const auto name = [](const fs::path& path) { return path.filename().string(); };
  if (files.empty())
    fail(folder.string(), ": is a folder without weights, expected in it ", joined(kUsualFiles),
         " or one file .safetensors, .pt, .pth, .bin or .ckpt");
  constexpr std::size_t kShown = 5;
  const std::vector<fs::path> shown(files.begin(), files.begin() + static_cast<Index>(std::min(kShown, files.size())));
  if (files.size() > 1)
    fail(folder.string(), ": is a folder with ", files.size(), " files of weights (", joined(shown, name),
         files.size() > kShown ? ", ..." : "", "), expected one of them to be opened");
  if (name(files.front()).ends_with(".json")) return modelOfShards(files.front(), diagnostics);
  const std::shared_ptr<const ByteSource> file = openByteSource(files.front());
  return modelOf(*file, openCheckpoint(file), diagnostics);
}

}  // namespace engine
