// Operation "attention equivariant": on arrays, or on the alpha carbons of a chain (ChainGraph.h).
#include "engine/attention/HeadSet.h"
#include "engine/attention/equivariant/EquivariantParameters.h"
#include "engine/base/ParameterKinds.h"
#include "engine/links/Links.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/MechanismOperation.h"
#include "engine/operations/equivariant/ChainGraph.h"

namespace engine {

namespace {

class EquivariantAttentionOperation : public MechanismOperation {
 public:
  EquivariantAttentionOperation() : MechanismOperation("equivariant") {}

  std::string help() const override {
    return MechanismOperation::help() +
           " Given a structure instead of arrays, the nodes are its alpha carbons in Å, the features are what the "
           "residues are like and how the chain runs, and the weights are untrained: random numbers from a seed.";
  }
  std::vector<OperationInput> inputs() const override {
    const OperationInput input = MechanismOperation::inputs().front();
    return {{"input",
             "a protein structure (PDB or mmCIF), or " + input.help,
             {DatasetKind::arrays, DatasetKind::structure},
             true,
             "the sample arrays",
             {"structure"}}};
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = MechanismOperation::parameters();
    list.push_back(
        textParameter("chain", "Chain", "of a structure: author's id of the chain; empty: the first protein chain"));
    list.push_back(countParameter("seed", "Seed", "of a structure: of the untrained weights", 0));
    return list;
  }
  /// Structures are in Å.
  ParameterValues completedFor(const std::vector<DatasetPtr>& inputs, const ParameterValues& given) const override {
    ParameterValues all = MechanismOperation::completedFor(inputs, given);
    if (structureOf(inputs) && !given.isGiven("max_radius")) all.set("max_radius", kRadiusOfResidues);
    return all;
  }

 protected:
  MechanismInput inputOf(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                         Progress& progress) const override {
    const Structure* const structure = structureOf(inputs);
    if (!structure) return MechanismOperation::inputOf(inputs, values, progress);
    const Chain& chain = chosenChain(*structure, values.text("chain"), inputs[0]->title);
    ChainGraph graph =
        graphOfChain(chain, equivariantSetting(values), static_cast<std::uint64_t>(values.integer("seed")));
    MechanismInput input{.arrays = std::make_shared<const ArrayBundle>(std::move(graph.arrays)),
                         .title = titleOfChain(inputs[0]->title, chain, "alpha carbons"),
                         .isMade = true};
    input.names.positions.emplace_back();
    for (const char letter : graph.letters) input.names.positions.front().emplace_back(1, letter);
    return input;
  }

  /// Maps of all residues of a chain are about the structure.
  std::vector<DatasetId> axesOf(const HeadSet& maps, const std::vector<DatasetPtr>& inputs,
                                const ParameterValues& values) const override {
    const Structure* const structure = structureOf(inputs);
    if (!structure) return {};
    const Chain& chain = chosenChain(*structure, values.text("chain"), inputs[0]->title);
    const bool isWhole = maps.numQueries == std::ssize(chain.residues);
    return isWhole ? axesOfChain(*inputs[0], chain.id) : std::vector<DatasetId>{};
  }

 private:
  static const Structure* structureOf(const std::vector<DatasetPtr>& inputs) {
    return inputs.empty() || !inputs[0] ? nullptr : inputs[0]->as<Structure>();
  }
};

}  // namespace

std::unique_ptr<const Operation> makeEquivariantAttention() {
  return std::make_unique<EquivariantAttentionOperation>();
}

}  // namespace engine
