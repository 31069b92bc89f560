#include "engine/io/weights/PickleCalls.h"

#include <algorithm>
#include <array>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/io/Json.h"

namespace engine {

namespace {

enum class Global { orderedDict, rebuildTensor, rebuildParameter, attributes, size, device, set, storage };

struct KnownGlobal {
  std::string_view module, name;
  Global meaning;
  std::string_view type = {};  ///< of a storage
};
constexpr std::array kKnown{KnownGlobal{"collections", "OrderedDict", Global::orderedDict},
                            KnownGlobal{"torch._utils", "_rebuild_tensor_v2", Global::rebuildTensor},
                            KnownGlobal{"torch._utils", "_rebuild_parameter", Global::rebuildParameter},
                            KnownGlobal{"argparse", "Namespace", Global::attributes},
                            KnownGlobal{"torch", "Size", Global::size},
                            KnownGlobal{"torch", "device", Global::device},
                            KnownGlobal{"builtins", "set", Global::set},
                            KnownGlobal{"__builtin__", "set", Global::set},
                            KnownGlobal{"torch", "DoubleStorage", Global::storage, "F64"},
                            KnownGlobal{"torch", "FloatStorage", Global::storage, "F32"},
                            KnownGlobal{"torch", "HalfStorage", Global::storage, "F16"},
                            KnownGlobal{"torch", "BFloat16Storage", Global::storage, "BF16"},
                            KnownGlobal{"torch", "LongStorage", Global::storage, "I64"},
                            KnownGlobal{"torch", "IntStorage", Global::storage, "I32"},
                            KnownGlobal{"torch", "ShortStorage", Global::storage, "I16"},
                            KnownGlobal{"torch", "CharStorage", Global::storage, "I8"},
                            KnownGlobal{"torch", "ByteStorage", Global::storage, "U8"},
                            KnownGlobal{"torch", "BoolStorage", Global::storage, "BOOL"}};

[[noreturn]] void failDamaged(const PickleBuilder& builder, const std::string& found, const std::string& expected) {
  fail(builder.name, ": its pickle is damaged: found ", found, ", expected ", expected);
}

const PickleNode& argument(PickleBuilder& builder, Index arguments, Index place, PickleKind kind, const char* what) {
  const std::vector<Index>& items = builder.node(arguments).items;
  if (place >= std::ssize(items) || builder.node(nth(items, place)).kind != kind)
    failDamaged(builder, "something else", what);
  return builder.node(nth(items, place));
}

std::vector<Index> numbersIn(PickleBuilder& builder, const PickleNode& tuple, const char* what) {
  std::vector<Index> numbers;
  for (const Index item : tuple.items) {
    if (builder.node(item).kind != PickleKind::integer) failDamaged(builder, "no whole number", what);
    numbers.push_back(builder.node(item).number);
  }
  return numbers;
}

/// (storage, offset, shape, strides, requires_grad, hooks[, metadata])
Index rebuiltTensor(PickleBuilder& builder, Index arguments) {
  PickledTensor tensor;
  tensor.storage = argument(builder, arguments, 0, PickleKind::storage, "the storage of a tensor").number;
  tensor.offset = argument(builder, arguments, 1, PickleKind::integer, "the offset of a tensor").number;
  tensor.shape = numbersIn(builder, argument(builder, arguments, 2, PickleKind::tuple, "the shape of a tensor"),
                           "the shape of a tensor");
  tensor.strides = numbersIn(builder, argument(builder, arguments, 3, PickleKind::tuple, "the strides of a tensor"),
                             "the strides of a tensor");
  const std::vector<Index>& items = builder.node(arguments).items;
  constexpr Index kMetadata = 6;
  if (std::ssize(items) > kMetadata && !builder.node(nth(items, kMetadata)).items.empty())
    fail(builder.name, ": holds a tensor that is to be conjugated or negated, expected values as they are stored");
  builder.pickle.tensors.push_back(std::move(tensor));
  return builder.add({PickleKind::tensor, std::ssize(builder.pickle.tensors) - 1});
}

/// What is called with () in pickles, or with another value that is then of no use.
Index emptyOr(PickleBuilder& builder, PickleKind kind, Index arguments, const char* what) {
  if (!builder.node(arguments).items.empty()) failDamaged(builder, std::string(what) + " of something", what);
  return builder.add({kind});
}

}  // namespace

Index PickleBuilder::add(PickleNode node) {
  constexpr std::size_t kMostValues = std::size_t{1} << 22;
  if (pickle.nodes.size() >= kMostValues) fail(name, ": its pickle holds more than ", kMostValues, " values");
  countItems(node.items.size());
  pickle.nodes.push_back(std::move(node));
  return std::ssize(pickle.nodes) - 1;
}

void PickleBuilder::countItems(std::size_t more) {
  constexpr std::size_t kMostItems = std::size_t{1} << 23;
  numItems += more;
  if (numItems > kMostItems) fail(name, ": its pickle lists more than ", kMostItems, " values");
}

Index globalOf(PickleBuilder& builder, std::string_view module, std::string_view name) {
  const auto* const known = std::find_if(kKnown.begin(), kKnown.end(), [&](const KnownGlobal& global) {
    return global.module == module && global.name == name;
  });
  if (known != kKnown.end())
    return builder.add({PickleKind::global, static_cast<std::int64_t>(known->meaning), known->type});
  constexpr std::size_t kLongestShown = 100;
  const auto shown = [](std::string_view word) { return shownBytes(word.substr(0, kLongestShown)); };
  const bool isOfTensors = module.starts_with("torch") || module.starts_with("numpy");
  fail(builder.name, ": holds a pickle of ", shown(module), " ", shown(name),
       isOfTensors ? ", a kind of array that is not read" : ", which is program code",
       "; save the state dict alone or as .safetensors");
}

Index calledWith(PickleBuilder& builder, Index callable, Index arguments) {
  if (builder.node(callable).kind != PickleKind::global || builder.node(arguments).kind != PickleKind::tuple)
    failDamaged(builder, "a call of something else", "a known name and its arguments");
  switch (static_cast<Global>(builder.node(callable).number)) {
    case Global::orderedDict:
      return emptyOr(builder, PickleKind::dict, arguments, "an empty OrderedDict");
    case Global::attributes:
      return emptyOr(builder, PickleKind::object, arguments, "an empty Namespace");
    case Global::rebuildTensor:
      return rebuiltTensor(builder, arguments);
    case Global::rebuildParameter:
      argument(builder, arguments, 0, PickleKind::tensor, "the tensor of a parameter");
      return builder.node(arguments).items.front();
    case Global::size:
    case Global::device:
    case Global::set:
      return builder.add({PickleKind::inert});
    case Global::storage:
      break;
  }
  failDamaged(builder, "a call of a type of storage", "its name alone");
}

void buildWith(PickleBuilder& builder, Index object, Index state) {
  const PickleKind kind = builder.node(object).kind;
  const bool isDict = builder.node(state).kind == PickleKind::dict;
  if (kind == PickleKind::object && isDict) {
    addToDict(builder, object, std::vector<Index>(builder.node(state).items));
    return;
  }
  if (kind != PickleKind::dict || !isDict)
    failDamaged(builder, "a state for something else", "the attributes of a Namespace or OrderedDict");
}

Index storageOf(PickleBuilder& builder, Index identity) {
  constexpr const char* kWhat = "a storage as (\"storage\", type, key, location, elements)";
  if (builder.node(identity).kind != PickleKind::tuple) failDamaged(builder, "another reference", kWhat);
  if (argument(builder, identity, 0, PickleKind::text, kWhat).text != "storage")
    failDamaged(builder, "another reference", kWhat);
  const PickleNode& type = argument(builder, identity, 1, PickleKind::global, kWhat);
  if (type.text.empty()) failDamaged(builder, "no type of storage", kWhat);
  const PickleNode& key = argument(builder, identity, 2, PickleKind::text, kWhat);
  const PickleNode& elements = argument(builder, identity, 4, PickleKind::integer, kWhat);
  if (elements.number < 0) failDamaged(builder, "a storage of " + std::to_string(elements.number) + " elements", kWhat);
  const std::vector<Index>& items = builder.node(identity).items;
  constexpr Index kView = 5;
  if (std::ssize(items) > kView && builder.node(nth(items, kView)).kind != PickleKind::none)
    fail(builder.name, ": holds a view of a storage, expected whole storages");
  builder.pickle.storages.push_back({std::string(type.text), std::string(key.text), elements.number});
  return builder.add({PickleKind::storage, std::ssize(builder.pickle.storages) - 1, type.text});
}

void addToDict(PickleBuilder& builder, Index dict, const std::vector<Index>& keysAndValues) {
  if (builder.node(dict).kind != PickleKind::dict && builder.node(dict).kind != PickleKind::object)
    failDamaged(builder, "items for something else", "a dict");
  if (keysAndValues.size() % 2 != 0) failDamaged(builder, "a key without a value", "pairs");
  for (std::size_t k = 0; k < keysAndValues.size(); k += 2) {
    const PickleKind key = builder.node(keysAndValues[k]).kind;
    if (key != PickleKind::text && key != PickleKind::integer)
      fail(builder.name, ": holds a dict with a key that is neither text nor whole number");
  }
  builder.countItems(keysAndValues.size());
  auto& items = builder.node(dict).items;
  items.insert(items.end(), keysAndValues.begin(), keysAndValues.end());
}

}  // namespace engine
