#include "engine/operations/ArrayMeaning.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/attention/AxisWords.h"
#include "engine/attention/Batch.h"
#include "engine/base/Nth.h"
#include "engine/datasets/ArrayText.h"
#include "engine/io/NotedArrays.h"

namespace engine {

namespace {

const std::string kOr = " or ", kPrefix = "attention ";

/// "(B, H, n, d)" -> {"B", "H", "n", "d"}.
std::vector<std::string> lettersOf(const std::string& tuple) {
  std::vector<std::string> letters;
  std::string letter;
  for (const char character : tuple) {
    if (character == ',' || character == ')') {
      if (!letter.empty()) letters.push_back(letter);
      letter.clear();
    } else if (character != '(' && character != ' ') {
      letter += character;
    }
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

}  // namespace

std::vector<ArrayMeaning> meaningsOf(const Dataset& dataset) {
  const auto* arrays = dataset.as<ArrayBundle>();
  if (!arrays) return {};
  std::vector<ArrayMeaning> meanings;
  std::set<std::string> known;
  std::map<std::string, Index> lengths;
  if (const Mechanism* mechanism = mechanismOf(dataset))
    for (const bool areInputs : {true, false}) {
      const std::vector<ArrayDescription> descriptions = areInputs ? mechanism->inputs() : mechanism->outputs();
      const Batch batch = areInputs ? batchOfInputs(*mechanism, *arrays) : batchOfOutputs(*mechanism, *arrays);
      for (const ArrayDescription& array : descriptions) {
        const auto found = arrays->find(array.name);
        if (found == arrays->end()) continue;
        const auto rank = static_cast<Index>(shapeOf(found->second).size());
        Shape ofItem = shapeOf(found->second);
        if (batch.has(array.name)) ofItem.erase(ofItem.begin());
        std::vector<std::string> axes = namesFitting(array.shape, ofItem, lengths);
        if (batch.has(array.name)) axes.insert(axes.begin(), "B");
        // An input and an output of one name may have other axes.
        if (static_cast<Index>(axes.size()) != rank || !known.insert(array.name).second) continue;
        ArrayMeaning meaning{array.name, std::move(axes), array.help};
        for (const std::string& axis : meaning.axes) meaning.words.push_back(axisWord(*mechanism, axis));
        meanings.push_back(std::move(meaning));
      }
    }
  for (ArrayNote& note : notesIn(*arrays))
    if (known.insert(note.name).second) meanings.push_back({note.name, std::move(note.axes), std::move(note.help), {}});
  for (const auto& [name, array] : *arrays)
    if (!known.contains(name) && !isArrayText(name)) meanings.push_back({name, {}, {}, {}});
  return meanings;
}

}  // namespace engine
