#include "engine/io/weights/Checkpoint.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "engine/base/Error.h"
#include "engine/base/Joined.h"
#include "engine/base/Nth.h"
#include "engine/io/Json.h"
#include "engine/io/formats/arrays/SafetensorsHeader.h"
#include "engine/io/weights/TorchFile.h"

namespace engine {

namespace {

/// Keys under which trainers put the weights; those of the file itself come first.
constexpr std::array<std::string_view, 4> kWeightKeys{"model", "state_dict", "model_state_dict", "module"};

bool holdsTensors(const Pickle& pickle, const PickleNode& node) {
  if (node.kind != PickleKind::dict && node.kind != PickleKind::object) return false;
  for (Index k = 1; k < std::ssize(node.items); k += 2)
    if (pickle.node(nth(node.items, k)).kind == PickleKind::tensor) return true;
  return false;
}

const PickleNode& weightsIn(const TorchFile& file) {
  const Pickle& pickle = file.pickle();
  if (holdsTensors(pickle, pickle.top())) return pickle.top();
  for (const std::string_view key : kWeightKeys) {
    const PickleNode* const node = pickle.find(pickle.top(), key);
    if (node && holdsTensors(pickle, *node)) return *node;
  }
  std::vector<std::string> keys;
  constexpr std::size_t kShown = 5;
  if (pickle.top().kind == PickleKind::dict)
    for (Index k = 0; k < std::ssize(pickle.top().items) && keys.size() < kShown; k += 2)
      keys.push_back(shownBytes(pickle.node(nth(pickle.top().items, k)).text.substr(0, 50)));
  fail(file.name(), ": found no dict with tensors", keys.empty() ? "" : " but " + joined(keys),
       ", expected weights by name, in the file itself or under ", joined(kWeightKeys));
}

/// The text of a number, word or flag; nothing for what else there may be.
std::optional<std::string> textOf(const PickleNode& node) {
  switch (node.kind) {
    case PickleKind::boolean:
      return node.number ? "true" : "false";
    case PickleKind::integer:
      return std::to_string(node.number);
    case PickleKind::real:
      return nlohmann::json(node.real()).dump();
    case PickleKind::text:
      return isUtf8(node.text) ? std::optional<std::string>(node.text) : std::nullopt;
    default:
      return std::nullopt;
  }
}

void addArguments(const Pickle& pickle, const PickleNode* from, const std::string& origin,
                  std::map<std::string, Fact>& facts) {
  if (!from || (from->kind != PickleKind::dict && from->kind != PickleKind::object)) return;
  for (Index k = 0; k + 1 < std::ssize(from->items); k += 2) {
    const PickleNode& key = pickle.node(nth(from->items, k));
    const std::optional<std::string> text = textOf(pickle.node(nth(from->items, k + 1)));
    if (key.kind == PickleKind::text && isUtf8(key.text) && text) addFact(facts, std::string(key.text), *text, origin);
  }
}

Checkpoint ofTorch(const std::shared_ptr<const ByteSource>& bytes) {
  const TorchFile file(bytes);
  const Pickle& pickle = file.pickle();
  const PickleNode& weights = weightsIn(file);
  Checkpoint checkpoint;
  std::map<std::string, const PickleNode*> tensors;  // the last of a name counts
  for (Index k = 0; k + 1 < std::ssize(weights.items); k += 2) {
    const PickleNode &key = pickle.node(nth(weights.items, k)), &value = pickle.node(nth(weights.items, k + 1));
    if (value.kind != PickleKind::tensor) continue;
    if (key.kind != PickleKind::text || !isUtf8(key.text))
      fail(bytes->name(), ": found a tensor under a key that is no text, expected names");
    tensors[std::string(key.text)] = &value;
  }
  for (const auto& [name, node] : tensors) checkpoint.tensors.push_back(file.tensor(*node, name));
  addArguments(pickle, pickle.find(pickle.top(), "args"), "args", checkpoint.arguments);
  if (const PickleNode* const settings = pickle.find(pickle.top(), "cfg"))
    addArguments(pickle, pickle.find(*settings, "model"), "cfg", checkpoint.arguments);
  return checkpoint;
}

Checkpoint ofSafetensors(const std::shared_ptr<const ByteSource>& bytes) {
  SafetensorsContents contents = readSafetensorsHeader(bytes);
  Checkpoint checkpoint;
  checkpoint.metadata = std::move(contents.texts);
  for (RawArray& array : contents.tensors) {
    if (storedBytes(array.typeName) == 0) {
      checkpoint.leftOut.push_back(array.name);
      continue;
    }
    StoredTensor tensor{std::move(array)};
    requireReadable(tensor);
    checkpoint.tensors.push_back(std::move(tensor));
  }
  return checkpoint;
}

}  // namespace

Checkpoint openCheckpoint(const std::shared_ptr<const ByteSource>& file) {
  // What comes before its header is a length, which may look like the beginning of anything.
  const bool isSafetensors = file->part(kSafetensorsPrefix, 1) == "{";
  const std::string head = file->part(0, 2);
  const bool isTorch = !isSafetensors && (head == "PK" || head.starts_with('\x80'));
  return isTorch ? ofTorch(file) : ofSafetensors(file);
}

void addFact(std::map<std::string, Fact>& facts, const std::string& key, const std::string& text,
             const std::string& origin) {
  constexpr std::array<std::string_view, 4> kHeads{"encoder_attention_heads", "attention_heads", "num_attention_heads",
                                                   "heads"};
  constexpr std::size_t kLongest = 10000;
  if (text.size() > kLongest) return;
  facts.emplace(key, Fact{text, origin});
  if (std::find(kHeads.begin(), kHeads.end(), key) != kHeads.end()) facts.emplace("heads", Fact{text, origin});
}

}  // namespace engine
