// Operation "geometry": distances, orientations, frames and dihedrals of one chain of a structure.
#include "engine/operations/Links.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

/// The chain with this id, or the first one for an empty id. Throws Error listing the chains.
const Chain& chooseChain(const Structure& structure, const std::string& id, const std::string& title) {
  if (structure.chains.empty()) fail(title, ": found no protein chain, expected at least one");
  if (id.empty()) return structure.chains.front();
  if (const Chain* chain = structure.findChain(id)) return *chain;
  std::string known;
  for (const Chain& chain : structure.chains) known += (known.empty() ? "" : ", ") + chain.id;
  fail(title, ": found no chain \"", id, "\", expected one of: ", known);
}

class ComputeGeometry : public Operation {
 public:
  std::string id() const override { return "geometry"; }
  std::string title() const override { return "Compute pair geometry"; }
  std::string help() const override {
    return "Describes one chain of a structure: distances between C-beta atoms (virtual where there is none), the "
           "orientation angles omega, theta and phi of every pair of residues, backbone frames and dihedrals, contacts "
           "below 8 Å and secondary structure.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"structure", "a protein structure (PDB or mmCIF)", {DatasetKind::structure}}};
  }
  std::vector<Parameter> parameters() const override {
    return {{"chain",
             "Chain",
             "",
             "author's id of the chain; empty: the first protein chain",
             std::string{},
             -1e300,
             1e300,
             {}}};
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics&, Progress& progress) const override {
    const auto structure = inputs[0]->share<Structure>();
    const Chain& chain = chooseChain(*structure, values.text("chain"), inputs[0]->title);
    auto geometry = std::make_shared<ChainGeometry>();
    geometry->structure = structure;
    geometry->chain = chain.id;
    geometry->geometry = pairGeometryOf(chain, compute.threads, progress);
    Dataset result;
    result.title = inputs[0]->title + (chain.id.empty() ? "" : ", chain " + chain.id) + ": pair geometry";
    result.axes = axesOfChain(*inputs[0], chain.id);
    result.provenance.device = "native CPU";
    result.value = std::shared_ptr<const ChainGeometry>(std::move(geometry));
    return {result};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeComputeGeometry() { return std::make_unique<ComputeGeometry>(); }

}  // namespace engine
