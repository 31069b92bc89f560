#include "engine/operations/ArrayMeaning.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/attention/AxisWords.h"
#include "engine/attention/Batch.h"
#include "engine/base/Nth.h"
#include "engine/datasets/ArrayText.h"
#include "engine/io/NotedArrays.h"

namespace engine {

namespace {

const std::string kOr = " or ", kPrefix = "attention ", kGradient = "gradient_";

/// "(B, H, n, d*(d-1)/2)" -> {"B", "H", "n", "d*(d-1)/2"}.
std::vector<std::string> lettersOf(const std::string& tuple) {
  std::vector<std::string> letters;
  std::string letter;
  int depth = 0;  // 1: of the tuple itself
  for (const char character : tuple) {
    if (character == '(') ++depth;
    const bool isEnd = depth == 1 && (character == ',' || character == ')');
    if (isEnd && !letter.empty()) letters.push_back(std::exchange(letter, {}));
    if (!isEnd && character != ' ' && (depth > 1 || character != '(')) letter += character;
    if (character == ')') --depth;
  }
  return letters;
}

}  // namespace

std::string operationOf(const Dataset& dataset) {
  const std::string& known = dataset.provenance.request.operation;
  const auto* arrays = known.empty() ? dataset.as<ArrayBundle>() : nullptr;
  if (!arrays) return known;
  const nlohmann::json note = noteIn(*arrays);
  const auto told = note.find("operation");
  return told != note.end() && told->is_string() ? told->get<std::string>() : std::string();
}

const Mechanism* mechanismOf(const Dataset& dataset) {
  const std::string operation = operationOf(dataset);
  for (const auto& mechanism : mechanisms())
    if (operation == kPrefix + mechanism->id()) return mechanism.get();
  return nullptr;
}

std::vector<std::string> axisNames(const std::string& description, Index rank) {
  std::vector<std::string> best;
  for (size_t from = 0; from <= description.size();) {
    const size_t end = std::min(description.find(kOr, from), description.size());
    const std::vector<std::string> letters = lettersOf(description.substr(from, end - from));
    const auto count = static_cast<Index>(letters.size());
    if (count == rank) return letters;
    if (count > rank && best.empty()) best.assign(letters.end() - rank, letters.end());
    from = end + kOr.size();
  }
  return best;
}

namespace {

/// The first alternative of the description whose letters have the lengths that arrays before it gave them, where there
/// is one; its letters are given theirs.
std::vector<std::string> namesFitting(const std::string& description, const Shape& shape,
                                      std::map<std::string, Index>& lengths) {
  const auto rank = static_cast<Index>(shape.size());
  std::vector<std::string> names = axisNames(description, rank);
  const auto fits = [&](const std::vector<std::string>& axes) {
    if (axes.size() != shape.size()) return false;
    for (size_t axis = 0; axis < axes.size(); ++axis)
      if (const auto known = lengths.find(axes[axis]); known != lengths.end() && known->second != shape[axis])
        return false;
    return true;
  };
  for (size_t from = 0; from <= description.size() && !fits(names);) {
    const size_t end = std::min(description.find(kOr, from), description.size());
    if (const auto other = axisNames(description.substr(from, end - from), rank); fits(other)) names = other;
    from = end + kOr.size();
  }
  for (size_t axis = 0; axis < std::min(names.size(), shape.size()); ++axis)
    lengths.try_emplace(names[axis], shape[axis]);
  return names;
}

/// What a mechanism says of those arrays that have its names.
std::vector<ArrayMeaning> meaningsBy(const Mechanism& mechanism, const ArrayBundle& arrays) {
  std::vector<ArrayMeaning> meanings;
  std::set<std::string> known;
  std::map<std::string, Index> lengths;
  for (const bool areInputs : {true, false}) {
    const Batch batch = areInputs ? batchOfInputs(mechanism, arrays) : batchOfOutputs(mechanism, arrays);
    for (const ArrayDescription& array : areInputs ? mechanism.inputs() : mechanism.outputs()) {
      const auto found = arrays.find(array.name);
      if (found == arrays.end()) continue;
      Shape ofItem = shapeOf(found->second);
      const size_t rank = ofItem.size();
      if (batch.has(array.name)) ofItem.erase(ofItem.begin());
      std::vector<std::string> axes = namesFitting(array.shape, ofItem, lengths);
      if (batch.has(array.name)) axes.insert(axes.begin(), "B");
      // An input and an output of one name may have other axes.
      if (axes.size() != rank || !known.insert(array.name).second) continue;
      ArrayMeaning meaning{array.name, std::move(axes), array.help};
      for (const std::string& axis : meaning.axes) meaning.words.push_back(axisWord(mechanism, axis));
      meanings.push_back(std::move(meaning));
    }
  }
  return meanings;
}

/// Gradients have the axes of what they are the gradients of.
std::vector<ArrayMeaning> gradientMeanings(const Mechanism& mechanism, const ArrayBundle& arrays) {
  ArrayBundle moved;
  for (const auto& [name, array] : arrays)
    if (name.starts_with(kGradient)) moved.emplace(name.substr(kGradient.size()), array);
  std::vector<ArrayMeaning> meanings = meaningsBy(mechanism, moved);
  for (ArrayMeaning& meaning : meanings) {
    meaning.help = "how much each number of " + meaning.name + " moves the number that was chosen";
    meaning.name = kGradient + meaning.name;
  }
  return meanings;
}

}  // namespace

std::string axisTitle(const std::string& word, const std::string& letter) {
  const bool isLength = letter.find_first_not_of("0123456789") == std::string::npos;
  return word.empty() ? letter : isLength ? word : word + ' ' + letter;
}

std::vector<ArrayMeaning> meaningsOf(const Dataset& dataset) {
  const auto* arrays = dataset.as<ArrayBundle>();
  if (!arrays) return {};
  std::vector<ArrayMeaning> meanings;
  if (const Mechanism* mechanism = mechanismOf(dataset)) {
    meanings = meaningsBy(*mechanism, *arrays);
    for (ArrayMeaning& meaning : gradientMeanings(*mechanism, *arrays)) meanings.push_back(std::move(meaning));
  }
  std::set<std::string> known;
  for (const ArrayMeaning& meaning : meanings) known.insert(meaning.name);
  for (ArrayNote& note : notesIn(*arrays))
    if (known.insert(note.name).second) meanings.push_back({note.name, std::move(note.axes), std::move(note.help), {}});
  for (const auto& [name, array] : *arrays)
    if (!known.contains(name) && !isArrayText(name)) meanings.push_back({name, {}, {}, {}});
  return meanings;
}

void tellAs(ArrayBundle& arrays, const Mechanism& mechanism) {
  std::set<std::string> told;
  for (const ArrayNote& note : notesIn(arrays)) told.insert(note.name);
  for (const ArrayMeaning& meaning : meaningsBy(mechanism, arrays)) {
    if (told.contains(meaning.name)) continue;
    ArrayNote note{meaning.name, {}, meaning.help};
    for (size_t axis = 0; axis < meaning.axes.size(); ++axis)
      note.axes.push_back(axisTitle(meaning.words[axis], meaning.axes[axis]));
    tellOf(arrays, note);
  }
}

}  // namespace engine
