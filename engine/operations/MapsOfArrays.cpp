// Operation "maps": the attention maps among the arrays that a mechanism gave, as a file holds them.
#include "engine/operations/MapsOfArrays.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/attention/Batch.h"
#include "engine/base/Error.h"
#include "engine/base/Joined.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/FileNote.h"
#include "engine/datasets/LetterArray.h"
#include "engine/io/NotedArrays.h"
#include "engine/operations/ArrayMeaning.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

using Json = nlohmann::json;
using Names = std::vector<std::string>;

const std::string kAsNoted = "file";

Names textsIn(const Json& list) {
  Names texts;
  for (const Json& text : list.is_array() ? list : Json::array())
    if (text.is_string()) texts.push_back(text.get<std::string>());
  return texts;
}

/// What positions and heads are called.
Sample namesIn(const ArrayBundle& arrays) {
  Sample names;
  const Json note = noteIn(arrays);
  if (note.contains("positions") && note.at("positions").is_array())
    for (const Json& list : note.at("positions")) names.positions.push_back(textsIn(list));
  if (note.contains("labels")) names.headLabels = textsIn(note.at("labels"));
  if (const std::string letters = lettersIn(arrays); !letters.empty()) {
    Names residues;
    for (const char letter : letters) residues.emplace_back(1, letter);
    names.positions.push_back(std::move(residues));
  }
  return names;
}

const Mechanism& mechanismFor(const Dataset& arrays, const std::string& asked) {
  if (asked != kAsNoted) return findMechanism(asked);
  if (const Mechanism* const known = mechanismOf(arrays)) return *known;
  fail(arrays.title, ": the file does not say which mechanism gave its arrays; choose one (mechanism=dot)");
}

/// Without those whose arrays are not there or have another number of axes.
std::vector<NamedMaps> mapsIn(const Mechanism& mechanism, const ArrayBundle& arrays) {
  std::vector<NamedMaps> maps = mapsOfOutputs(mechanism, arrays);
  std::erase_if(maps, [](const NamedMaps& named) { return !named.heads || named.heads->count() == 0; });
  const Sample names = namesIn(arrays);
  for (const NamedMaps& named : maps) {
    nameMaps(*named.heads, names);
    named.heads->validate();
  }
  return maps;
}

std::string outputsOf(const Mechanism& mechanism) {
  return joined(mechanism.outputs(), [](const ArrayDescription& array) { return array.name + " " + array.shape; });
}

class MapsOfArrays : public Operation {
 public:
  std::string id() const override { return kMapsOperation; }
  std::string title() const override { return "Maps of arrays"; }
  std::string help() const override {
    return "The attention maps among arrays that a mechanism gave, with scores, masks and the names of positions where "
           "the file has them. A file that this program wrote says which mechanism it was, and in the window is opened "
           "with its maps. For arrays of another program choose the mechanism; their names are those of its outputs.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"arrays", "a file of arrays (.npz, .safetensors) that a mechanism gave", {DatasetKind::arrays}}};
  }
  std::vector<Parameter> parameters() const override {
    std::vector<std::string> choices{kAsNoted};
    for (const auto& mechanism : mechanisms()) choices.push_back(mechanism->id());
    return {choiceParameter("mechanism", "Mechanism", "which arrays are maps; file: that of which the file says it",
                            std::move(choices))};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress&) const override {
    const auto& arrays = *inputs[0]->as<ArrayBundle>();
    const Mechanism& mechanism = mechanismFor(*inputs[0], values.text("mechanism"));
    const std::vector<NamedMaps> maps = mapsIn(mechanism, arrays);
    if (maps.empty())
      fail(inputs[0]->title, ": found no maps of ", mechanism.id(), ", expected one or more of its outputs ",
           outputsOf(mechanism));
    std::vector<Dataset> results;
    for (const NamedMaps& named : maps) {
      Dataset dataset;
      dataset.title = inputs[0]->title + ": " + (maps.size() == 1 ? mechanism.title() : named.title);
      dataset.value = std::shared_ptr<const HeadSet>(named.heads);
      results.push_back(std::move(dataset));
    }
    return results;
  }
};

}  // namespace

ArrayBundle withNames(ArrayBundle arrays, const Sample& names) {
  if (names.positions.empty() && names.headLabels.empty()) return arrays;
  nlohmann::ordered_json note{{"kind", "arrays"}};
  if (!names.positions.empty()) note["positions"] = names.positions;
  if (!names.headLabels.empty()) note["labels"] = names.headLabels;
  return withNote(std::move(arrays), note);
}

bool hasMaps(const Dataset& dataset) {
  constexpr Index kMoment = Index{1} << 22;  // elements
  const auto* arrays = dataset.as<ArrayBundle>();
  const Mechanism* const mechanism = arrays ? mechanismOf(dataset) : nullptr;
  if (!mechanism) return false;
  Index size = 0;
  for (const auto& [name, array] : *arrays) size += elementCount(shapeOf(array));
  try {
    return size > kMoment || !mapsIn(*mechanism, *arrays).empty();
  } catch (const Error&) {  // the operation says what is wrong
    return true;
  }
}

DatasetPtr firstMapsOf(const DatasetPtr& arrays) {
  Diagnostics diagnostics;
  Progress progress;
  Dataset maps = std::move(findOperation(kMapsOperation).run({arrays}, {}, {}, diagnostics, progress).front());
  maps.id = arrays->id;
  maps.title = arrays->title;
  maps.source = arrays->source;
  maps.provenance.request = {};  // as if the file held nothing else
  return std::make_shared<const Dataset>(std::move(maps));
}

std::unique_ptr<const Operation> makeMapsOfArrays() { return std::make_unique<MapsOfArrays>(); }

}  // namespace engine
