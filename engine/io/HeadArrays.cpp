// Recognition by name, shape and a few rows.
#include "engine/io/HeadArrays.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>

#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"
#include "engine/datasets/FileNote.h"
#include "engine/io/HeadFile.h"
#include "engine/io/Json.h"
#include "engine/io/RawValues.h"

namespace engine {

namespace {

constexpr std::array<std::string_view, 4> kAttentionWords{"attention", "attentions", "attn", "attns"};
constexpr std::array<std::string_view, 15> kOtherWords{"weights", "probs", "probabilities", "layer",   "layers",
                                                       "map",     "maps",  "head",          "heads",   "block",
                                                       "blocks",  "self",  "encoder",       "softmax", "row"};
/// What programs that run models write beside the heads, however large it is.
constexpr std::array<std::string_view, 14> kBesideHeads{
    "column_attention", "hidden",   "hidden_states", "representations", "last",  "embeddings", "logits",
    "probabilities",    "contacts", "token_ids",     "column_mean",     "model", "weights",    "program"};

bool isBesideHeads(const RawArray& array) {
  return array.name == kFileNote || array.name == kLeftOutArray ||
         std::count(kBesideHeads.begin(), kBesideHeads.end(), array.name) > 0;
}

/// "layers.3.attention_weights": says attention, of layer number 3.
struct NameParts {
  bool saysAttention = false;
  bool saysLayer = false;
  bool hasOtherWords = false;
  int numNumbers = 0;
  long number = -1;
};

NameParts partsOf(std::string_view name) {
  NameParts parts;
  const auto kindOf = [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) ? 1 : std::isalpha(static_cast<unsigned char>(c)) ? 2 : 0;
  };
  for (size_t begin = 0; begin < name.size();) {
    size_t end = begin;
    while (end < name.size() && kindOf(name[end]) == kindOf(name[begin])) ++end;
    std::string word(name.substr(begin, end - begin));
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (kindOf(name[begin]) == 1) {
      ++parts.numNumbers;
      std::from_chars(word.data(), word.data() + word.size(), parts.number);
    } else if (kindOf(name[begin]) == 2) {
      const bool isAttention = std::count(kAttentionWords.begin(), kAttentionWords.end(), word) > 0;
      parts.saysAttention |= isAttention;
      parts.saysLayer |= word == "layer" || word == "layers";
      parts.hasOtherWords |= !isAttention && std::count(kOtherWords.begin(), kOtherWords.end(), word) == 0;
    }
    begin = end;
  }
  return parts;
}

bool isReadable(const RawArray& array) {
  return array.type != ElementType::other && !array.isFortran && array.shape.size() >= 2 && array.shape.size() <= 5;
}

/// Whether the first, the middle and the last row of all, as far as they are finite, are weights: not negative, with the
/// sum 1, or 0 but for one.
bool startsLikeAttention(const RawArray& array) {
  const Index columns = array.shape.back(), count = countOf(array);
  if (count == 0) return false;
  std::vector<float> row(static_cast<size_t>(columns));
  bool hasWeights = false;
  const Index rows = count / columns;
  for (const Index number : {Index{0}, rows / 2, rows - 1}) {
    readFloats(array, number * columns, columns, row.data());
    double sum = 0, size = 0;
    for (const float value : row) {
      sum += static_cast<double>(value);
      size += std::abs(static_cast<double>(value));
    }
    if (!std::isfinite(size)) continue;  // says nothing
    constexpr double kTolerance = 0.03;  // 16 bits leave no more
    if (!(std::abs(sum - size) <= kTolerance) || !(size == 0 || std::abs(sum - 1) <= kTolerance)) return false;
    hasWeights |= size > 0;
  }
  return hasWeights;
}

/// One array's heads: layers, heads, queries, keys.
using Stack = std::array<Index, 4>;

[[noreturn]] void failShape(const RawArray& array, const char* expected) {
  fail(array.what(), ": found shape ", shapeText(array.shape), ", expected ", expected);
}

/// Of the only array of a file, which may hold several layers.
Stack stackOf(const RawArray& array) {
  Shape shape = array.shape;
  if (shape.size() == 5) {
    const bool isFirst = shape[0] == 1;
    if (!isFirst && shape[1] != 1) failShape(array, "(layers, heads, Lq, Lk), beside them a batch of 1 at most");
    shape.erase(shape.begin() + (isFirst ? 0 : 1));
  }
  while (shape.size() < 4) shape.insert(shape.begin(), 1);
  return {shape[0], shape[1], shape[2], shape[3]};
}

/// Of an array of one layer.
Stack layerOf(const RawArray& array) {
  Shape shape = array.shape;
  while (shape.size() > 3 && shape.front() == 1) shape.erase(shape.begin());
  if (shape.size() > 3) failShape(array, "one layer (heads, Lq, Lk), before it a batch of 1 at most");
  while (shape.size() < 4) shape.insert(shape.begin(), 1);
  return {shape[0], shape[1], shape[2], shape[3]};
}

void addPlanes(std::vector<HeadPlane>& planes, const RawArray& array, const Stack& stack) {
  MemoryShare memory(array.bytes->name());
  memory.hold((planes.size() + static_cast<size_t>(stack[0] * stack[1])) * sizeof(HeadPlane));
  const auto shared = std::make_shared<const RawArray>(array);
  for (Index k = 0; k < stack[0] * stack[1]; ++k) planes.push_back({shared, k * stack[2] * stack[3]});
}

HeadArrays headsOfOne(const RawArray& array, const RawArray* scores) {
  const Stack stack = stackOf(array);
  HeadArrays heads{stack[0], stack[1], stack[2], stack[3], {}, {}, {}};
  addPlanes(heads.weights, array, stack);
  if (scores) addPlanes(heads.scores, *scores, stack);
  return heads;
}

HeadArrays headsOfLayers(const std::vector<const RawArray*>& layers) {
  HeadArrays heads;
  const Stack first = layerOf(*layers.front());
  for (const RawArray* array : layers) {
    const Stack stack = layerOf(*array);
    if (stack != first)
      fail(array->what(), ": found ", stack[1], " heads of ", stack[2], " x ", stack[3], ", expected ", first[1],
           " of ", first[2], " x ", first[3], " as in ", layers.front()->name);
    addPlanes(heads.weights, *array, stack);
  }
  heads.numLayers = static_cast<Index>(layers.size());
  heads.numHeads = first[1];
  heads.numQueries = first[2];
  heads.numKeys = first[3];
  return heads;
}

/// The arrays that are called attention, one for each layer in order of their numbers, or a single one.
std::vector<const RawArray*> attentionArrays(const std::vector<RawArray>& arrays) {
  std::vector<const RawArray*> whole;
  std::vector<std::pair<long, const RawArray*>> layers;
  for (const RawArray& array : arrays) {
    const NameParts parts = partsOf(array.name);
    const bool isNamed = parts.saysAttention || (parts.saysLayer && parts.numNumbers == 1);
    if (!isReadable(array) || !isNamed || parts.hasOtherWords || parts.numNumbers > 1) continue;
    const bool isCertain = parts.saysAttention && array.shape.size() > 2;
    if (!isCertain && !startsLikeAttention(array)) continue;
    if (parts.numNumbers == 0)
      whole.push_back(&array);
    else
      layers.emplace_back(parts.number, &array);
  }
  if (!whole.empty()) return {whole.front()};
  std::sort(layers.begin(), layers.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const RawArray*> ordered;
  for (size_t k = 0; k < layers.size(); ++k) {
    if (k > 0 && layers[k].first == layers[k - 1].first)
      fail(layers[k].second->what(), ": is layer ", layers[k].first, " as ", layers[k - 1].second->name,
           " is, expected one array for each layer");
    ordered.push_back(layers[k].second);
  }
  return ordered;
}

/// The only array beside those about positions, if it looks like attention whatever it is called.
std::vector<const RawArray*> onlyArray(const std::vector<RawArray>& arrays) {
  std::vector<const RawArray*> found;
  for (const RawArray& array : arrays)
    if (!isAboutPositions(array.name)) found.push_back(&array);
  if (found.size() != 1 || !isReadable(*found[0]) || found[0]->shape.size() < 3) return {};
  if (!startsLikeAttention(*found[0])) return {};
  return found;
}

const RawArray* scoresFor(const std::vector<RawArray>& arrays, const RawArray& weights) {
  for (const RawArray& array : arrays)
    if (array.name == "scores" && isReadable(array) && array.shape == weights.shape) return &array;
  return nullptr;
}

template <class IsUsed>
void warnAboutOthers(const std::vector<RawArray>& arrays, const IsUsed& isUsed, Diagnostics& diagnostics) {
  constexpr Index kMostNamed = 20;
  Index numOthers = 0;
  std::string beside;
  for (const RawArray& array : arrays)
    if (isBesideHeads(array) && !isUsed(array) && array.name != kFileNote)
      beside += (beside.empty() ? "" : ", ") + array.name;
  if (!beside.empty())
    diagnostics.warn(arrays.front().bytes->name(), ": beside the attention maps there are ", beside,
                     ", which were left in the file");
  for (const RawArray& array : arrays)
    if (!isUsed(array) && !isBesideHeads(array) && ++numOthers <= kMostNamed)
      diagnostics.warn(array.what(), ": was left out of the attention maps, found ", array.typeName, " of shape ",
                       shapeText(array.shape));
  if (numOthers > kMostNamed)
    diagnostics.warn(arrays.front().bytes->name(), ": ", numOthers - kMostNamed,
                     " more arrays were left out of the attention maps");
}

const RawArray* find(const std::vector<RawArray>& arrays, const std::string& name) {
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const RawArray& one) { return one.name == name; });
  return found == arrays.end() ? nullptr : &*found;
}

const RawArray& noted(const std::vector<RawArray>& arrays, const std::string& name) {
  const RawArray* const found = find(arrays, name);
  if (!found)
    fail(arrays.front().bytes->name(), ": the note names an array ", shownBytes(name), ", which is not there");
  if (!isReadable(*found))
    fail(found->what(), ": found ", found->typeName, " of shape ", shapeText(found->shape),
         ", expected floating-point numbers with two to five axes");
  return *found;
}

/// An array (Lq, Lk) for each map.
HeadArrays mapsOf(const std::vector<const RawArray*>& maps) {
  HeadArrays heads;
  for (const RawArray* array : maps) {
    if (array->shape.size() != 2 || array->shape != maps.front()->shape)
      fail(array->what(), ": found shape ", shapeText(array->shape), ", expected (Lq, Lk) as in ", maps.front()->name);
    addPlanes(heads.weights, *array, {1, 1, array->shape[0], array->shape[1]});
  }
  heads.numLayers = 1;
  heads.numHeads = static_cast<Index>(maps.size());
  heads.numQueries = maps.front()->shape[0];
  heads.numKeys = maps.front()->shape[1];
  return heads;
}

void addLeftOut(HeadArrays& heads, const RawArray& array) {
  const Index maps = heads.numLayers * heads.numHeads, cells = heads.numQueries * heads.numKeys;
  const bool isOfAll = array.shape == Shape{heads.numQueries, heads.numKeys};
  if (!hasFlags(array) || array.isFortran ||
      (!isOfAll && array.shape != Shape{heads.numLayers, heads.numHeads, heads.numQueries, heads.numKeys}))
    failShape(array, "flags of shape (Lq, Lk) or (layers, heads, Lq, Lk)");
  const auto shared = std::make_shared<const RawArray>(array);
  for (Index k = 0; k < maps; ++k) heads.leftOut.push_back({shared, isOfAll ? 0 : k * cells});
}

}  // namespace

FoundNote findNote(const std::vector<RawArray>& arrays, Diagnostics& diagnostics) {
  constexpr Index kLongest = Index{1} << 26;
  const RawArray* const array = find(arrays, kFileNote);
  if (!array) return {};
  try {
    const auto bytes = readIntegers(*array, kLongest);
    std::string text;
    for (const Index byte : bytes.value_or(std::vector<Index>{})) text += static_cast<char>(byte);
    FoundNote note{headsNoteOf(parseJson(text, array->what())), false};
    note.isOfOther = !note.ofHeads;
    return note;
  } catch (const Error& error) {
    diagnostics.warn(error.what(), "; it was left out");
    return {};
  }
}

HeadArrays headsByNote(const HeadsNote& note, const std::vector<RawArray>& arrays, Diagnostics& diagnostics) {
  std::vector<const RawArray*> chosen;
  for (const std::string& name : note.arrays) chosen.push_back(&noted(arrays, name));
  const RawArray* const scores = note.isArrayPerMap ? nullptr : scoresFor(arrays, *chosen.front());
  HeadArrays heads = note.isArrayPerMap ? mapsOf(chosen) : headsOfOne(*chosen.front(), scores);
  const RawArray* const leftOut = find(arrays, kLeftOutArray);
  if (leftOut) addLeftOut(heads, *leftOut);
  const auto isUsed = [&](const RawArray& array) {
    return isAboutPositions(array.name) || &array == scores || &array == leftOut ||
           std::find(chosen.begin(), chosen.end(), &array) != chosen.end();
  };
  warnAboutOthers(arrays, isUsed, diagnostics);
  return heads;
}

bool mayBeHeads(const std::vector<std::string>& names) {
  const auto numOthers = std::count_if(names.begin(), names.end(), [](const auto& n) { return !isAboutPositions(n); });
  const bool hasNote = std::find(names.begin(), names.end(), kFileNote) != names.end();
  return numOthers == 1 || hasNote || std::any_of(names.begin(), names.end(), [](const std::string& name) {
           const NameParts parts = partsOf(name);
           return parts.saysAttention || parts.saysLayer;
         });
}

std::optional<HeadArrays> findHeads(const std::vector<RawArray>& arrays, Diagnostics& diagnostics) {
  std::vector<const RawArray*> chosen = attentionArrays(arrays);
  if (chosen.empty()) chosen = onlyArray(arrays);
  if (chosen.empty()) return std::nullopt;
  std::set<const RawArray*> used(chosen.begin(), chosen.end());
  const RawArray* const scores = chosen.size() == 1 ? scoresFor(arrays, *chosen.front()) : nullptr;
  if (scores) used.insert(scores);
  const auto isUsed = [&](const RawArray& array) { return isAboutPositions(array.name) || used.contains(&array); };
  Index taken = 0, left = 0;
  for (const RawArray& array : arrays)
    if (!isBesideHeads(array) || isUsed(array)) (isUsed(array) ? taken : left) += countOf(array);
  if (left > taken) return std::nullopt;
  warnAboutOthers(arrays, isUsed, diagnostics);
  return chosen.size() == 1 ? headsOfOne(*chosen.front(), scores) : headsOfLayers(chosen);
}

}  // namespace engine
