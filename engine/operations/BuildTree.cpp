// Operation "tree": a tree of the rows of an alignment.
#include "engine/base/ParameterKinds.h"
#include "engine/operations/Operation.h"
#include "engine/trees/TreeBuilding.h"

namespace engine {

namespace {

class BuildTree : public Operation {
 public:
  std::string id() const override { return "tree"; }
  std::string title() const override { return "Build tree"; }
  std::string help() const override {
    return "Joins the rows of an alignment to a tree by what they differ in, each pair over the columns in which both "
           "have a residue. The alignment view draws the tree beside the rows.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"alignment", "up to 5000 aligned sequences", {DatasetKind::alignment}}};
  }
  std::vector<Parameter> parameters() const override {
    return {choiceParameter("method", "Method",
                            "neighbour joining lets branches have different lengths and puts the root in the middle; "
                            "UPGMA makes all leaves equally deep",
                            treeMethodNames()),
            choiceParameter("distance", "Distance",
                            "identity: share of residues that differ; blosum62: how unlike they are by BLOSUM62",
                            rowDistanceNames())};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics&, Progress& progress) const override {
    const Dataset& input = *inputs[0];
    Dataset result;
    result.title = input.title + ": tree";
    result.value = withErrorsNaming(input.source.empty() ? input.title : input.source, [&] {
      return std::make_shared<const Tree>(treeOfRows(*input.as<Alignment>(), parseTreeMethod(values.text("method")),
                                                     parseRowDistance(values.text("distance")), compute.threads,
                                                     progress));
    });
    return {result};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeBuildTree() { return std::make_unique<BuildTree>(); }

}  // namespace engine
