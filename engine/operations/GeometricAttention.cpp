// Operation "attention geometric": on arrays, or on a chain of a structure with weights that have a meaning.
#include <algorithm>

#include "engine/attention/geometric/BackboneHeads.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/ParameterKinds.h"
#include "engine/links/Links.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/MechanismOperation.h"

namespace engine {

namespace {

/// Adds to every head what it looks for, and the residues.
void annotate(HeadSet& heads, const Chain& chain) {
  const std::vector<std::string> labels = backboneHeadLabels();
  for (size_t head = 0; head < std::min(labels.size(), heads.maps.size()); ++head) {
    auto map = std::make_shared<AttentionMap>(*heads.maps[head]);
    map->label = labels[head];
    heads.maps[head] = std::move(map);
  }
  for (const Residue& residue : chain.residues) heads.queryLetters += residue.letter;
  heads.keyLetters = heads.queryLetters;
}

/// The maps of a long chain take a while and much memory: says how much, or throws Error when there is not enough.
void announceMaps(const Chain& chain, bool isDouble, Progress& progress) {
  const double pairs = double(chain.residues.size()) * double(chain.residues.size());
  const double bytesPerPair = isDouble ? 4 * 8 + 2 * 4 : 6 * 4;  // R, D, S, A, and S and A once more to look at
  const double bytes = double(backboneHeadLabels().size()) * pairs * bytesPerPair;
  const std::string what = "the maps of " + std::to_string(chain.residues.size()) + " residues";
  requireMemory(bytes, what.c_str(), "drop the maps");
  if (bytes > 1e9) progress.update(0, what + " need " + countText(bytes, "B"));
}

class GeometricAttentionOperation : public MechanismOperation {
 public:
  GeometricAttentionOperation() : MechanismOperation("geometric") {}

  std::string help() const override {
    return MechanismOperation::help() +
           " Given a structure instead of arrays, the features are the residue types and the weights are the "
           "documented "
           "backbone heads, each of which looks for something that a biologist can name.";
  }
  std::vector<OperationInput> inputs() const override {
    OperationInput input = MechanismOperation::inputs().front();
    return {{"input",
             "a protein structure (PDB or mmCIF), or " + input.help,
             {DatasetKind::arrays, DatasetKind::structure},
             true,
             "the sample arrays"}};
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = MechanismOperation::parameters();
    list.push_back(textParameter("chain", "Chain",
                                 "of a structure: author's id of the chain; empty: the first protein chain"));
    list.push_back(choiceParameter(
        "weights", "Weights", "of a structure: backbone = heads that look for backbone geometry", {"backbone"}));
    return list;
  }

  /// For a structure, with the scores that are shown with its maps.
  std::vector<std::string> estimate(const std::vector<DatasetPtr>& inputs,
                                    const ParameterValues& values) const override {
    const bool isStructure = !inputs.empty() && inputs[0] && inputs[0]->as<Structure>();
    return MechanismOperation::estimate(inputs, isStructure ? forStructure(values) : values);
  }

 protected:
  MechanismInput inputOf(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                         Progress& progress) const override {
    const auto* structure = inputs.empty() || !inputs[0] ? nullptr : inputs[0]->as<Structure>();
    if (!structure) return MechanismOperation::inputOf(inputs, values, progress);
    const Chain& chain = chosenChain(*structure, values.text("chain"), inputs[0]->title);
    return {.arrays = std::make_shared<const ArrayBundle>(backboneHeadsInput(chain)),
            .title = titleOfChain(inputs[0]->title, chain, "geometric attention"),
            .isMade = true};
  }
  /// For a structure: the attention maps with their scores, unless dropped, then all arrays.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto* structure = inputs.empty() || !inputs[0] ? nullptr : inputs[0]->as<Structure>();
    if (!structure) return MechanismOperation::compute(inputs, values, compute, diagnostics, progress);
    const Chain& chain = chosenChain(*structure, values.text("chain"), inputs[0]->title);
    if (values.flag("maps")) announceMaps(chain, values.text("precision") == "float64", progress);
    const MechanismInput input = inputOf(inputs, values, progress);
    ArrayBundle outputs = runMechanism(*input.arrays, forStructure(values), compute, diagnostics, progress);
    const std::string title = input.title;
    const std::shared_ptr<HeadSet> heads = mapsOf(outputs, "A", "S");
    Dataset all;
    all.title = title + ", matrices";
    all.value = std::make_shared<const ArrayBundle>(std::move(outputs));
    if (!heads) return {std::move(all)};

    annotate(*heads, chain);
    Dataset maps;
    maps.title = title;
    maps.axes = axesOfChain(*inputs[0], chain.id);
    maps.value = std::shared_ptr<const HeadSet>(heads);
    return {std::move(maps), std::move(all)};
  }

 private:
  /// Maps to look at are shown with their scores.
  static ParameterValues forStructure(ParameterValues values) {
    values.set("scores", true);
    return values;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeGeometricAttention() { return std::make_unique<GeometricAttentionOperation>(); }

}  // namespace engine
