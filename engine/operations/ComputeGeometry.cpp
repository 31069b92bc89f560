// Operation "geometry": distances, orientations, frames and dihedrals of one chain of a structure.
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/io/Format.h"
#include "engine/links/Links.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/Operation.h"
#include "engine/structure/ReadStructure.h"

namespace engine {

namespace {

/// The structure as it was loaded, or another model read from its file again (0: as loaded).
std::shared_ptr<const Structure> chooseModel(const Dataset& dataset, std::int64_t model, Diagnostics& diagnostics,
                                             Progress& progress) {
  const auto loaded = dataset.share<Structure>();
  if (model == 0 || model == loaded->modelNumber) return loaded;
  if (dataset.source.empty() || dataset.source == "-")
    fail(dataset.title, ": only model ", loaded->modelNumber, " was loaded and there is no file to read model ", model,
         " from");
  const std::string content = readFileWhole(dataset.source);
  const ReadOptions options{static_cast<int>(model)};
  const bool isMmcif = recogniseFormat(content, dataset.source).id() == "mmcif";
  const auto read = isMmcif ? readMmcif : readPdb;
  return std::make_shared<const Structure>(read(content, dataset.source, diagnostics, progress, options));
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
    return {
        textParameter("chain", "Chain", "author's id of the chain; empty: the first protein chain"),
        named(countParameter("model", "Model", "number of the model in the file", 0, 1, 1e6), {{0, "as loaded"}})};
  }
  Place place() const override { return Place::native; }
  bool isLive() const override { return true; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto structure = chooseModel(*inputs[0], values.integer("model"), diagnostics, progress);
    const Chain& chain = chosenChain(*structure, values.text("chain"), inputs[0]->title);
    auto geometry = std::make_shared<ChainGeometry>();
    geometry->structure = structure;
    geometry->chain = chain.id;
    geometry->geometry = pairGeometryOf(chain, compute.threads, progress);
    Dataset result;
    result.title = titleOfChain(inputs[0]->title, chain, "pair geometry");
    if (structure->numResidues() == numPositions(*inputs[0])) result.axes = axesOfChain(*inputs[0], chain.id);
    result.value = std::shared_ptr<const ChainGeometry>(std::move(geometry));
    return {result};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeComputeGeometry() { return std::make_unique<ComputeGeometry>(); }

}  // namespace engine
