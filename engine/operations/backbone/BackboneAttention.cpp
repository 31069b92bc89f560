#include "engine/operations/backbone/BackboneAttention.h"

#include <utility>

#include "engine/base/MemoryNeed.h"
#include "engine/base/ParameterKinds.h"
#include "engine/links/Links.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/MapsOfArrays.h"

namespace engine {

namespace {

/// What every head looks for, and the residues.
Sample namesOf(const Chain& chain, std::vector<std::string> labels) {
  Sample names;
  names.headLabels = std::move(labels);
  names.positions.emplace_back();
  for (const Residue& residue : chain.residues) names.positions.front().emplace_back(1, residue.letter);
  return names;
}

/// The maps of a long chain take a while and much memory: says how much, or throws Error when there is not enough.
void announceMaps(const Chain& chain, size_t numHeads, bool isDouble, Progress& progress) {
  const double pairs = double(chain.residues.size()) * double(chain.residues.size());
  const double bytesPerPair = isDouble ? 4 * 8 + 2 * 4 : 6 * 4;  // R, D, S, A (or as many), S and A once more to look at
  const double bytes = double(numHeads) * pairs * bytesPerPair;
  const std::string what = "the maps of " + std::to_string(chain.residues.size()) + " residues";
  requireMemory(bytes, what.c_str(), "drop the maps");
  if (bytes > 1e9) progress.update(0, what + " need " + countText(bytes, "B"));
}

/// Maps to look at are shown with their scores.
ParameterValues forStructure(ParameterValues values) {
  values.set("scores", true);
  return values;
}

}  // namespace

std::vector<OperationInput> BackboneAttention::inputs() const {
  OperationInput input = MechanismOperation::inputs().front();
  return {{"input",
           "a protein structure (PDB or mmCIF), or " + input.help,
           {DatasetKind::arrays, DatasetKind::structure},
           true,
           "the sample arrays"}};
}

std::vector<Parameter> BackboneAttention::parameters() const {
  std::vector<Parameter> list = MechanismOperation::parameters();
  list.push_back(textParameter("chain", "Chain",
                               "of a structure: author's id of the chain; empty: the first protein chain"));
  list.push_back(choiceParameter(
      "weights", "Weights", "of a structure: backbone = heads that look for backbone geometry", {"backbone"}));
  return list;
}

std::vector<std::string> BackboneAttention::estimate(const std::vector<DatasetPtr>& inputs,
                                                     const ParameterValues& values) const {
  const bool isStructure = !inputs.empty() && inputs[0] && inputs[0]->as<Structure>();
  return MechanismOperation::estimate(inputs, isStructure ? forStructure(values) : values);
}

MechanismInput BackboneAttention::inputOf(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                          Progress& progress) const {
  const auto* structure = inputs.empty() || !inputs[0] ? nullptr : inputs[0]->as<Structure>();
  if (!structure) return MechanismOperation::inputOf(inputs, values, progress);
  const Chain& chain = chosenChain(*structure, values.text("chain"), inputs[0]->title);
  return {.arrays = std::make_shared<const ArrayBundle>(m_heads.inputOf(chain)),
          .title = titleOfChain(inputs[0]->title, chain, m_heads.title),
          .isMade = true,
          .names = namesOf(chain, m_heads.labels())};
}

std::vector<Dataset> BackboneAttention::compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                                const Compute& compute, Diagnostics& diagnostics,
                                                Progress& progress) const {
  const auto* structure = inputs.empty() || !inputs[0] ? nullptr : inputs[0]->as<Structure>();
  if (!structure) return MechanismOperation::compute(inputs, values, compute, diagnostics, progress);
  const Chain& chain = chosenChain(*structure, values.text("chain"), inputs[0]->title);
  const bool isDouble = values.text("precision") == "float64";
  if (values.flag("maps")) announceMaps(chain, m_heads.labels().size(), isDouble, progress);
  const MechanismInput input = inputOf(inputs, values, progress);
  ArrayBundle outputs = runMechanism(*input.arrays, forStructure(values), compute, diagnostics, progress);
  const std::string& title = input.title;
  const std::shared_ptr<HeadSet> heads = mapsOf(outputs, "A", "S");
  outputs = withNames(std::move(outputs), input.names);
  Dataset all;
  all.title = title + ", matrices";
  all.value = std::make_shared<const ArrayBundle>(std::move(outputs));
  if (!heads) return {std::move(all)};

  nameMaps(*heads, input.names);
  Dataset maps;
  maps.title = title;
  maps.axes = axesOfChain(*inputs[0], chain.id);
  maps.value = std::shared_ptr<const HeadSet>(heads);
  return {std::move(maps), std::move(all)};
}

}  // namespace engine
