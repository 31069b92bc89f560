// Operation "jacobian": which residues a model of sequences joins, from all single substitutions.
#include "engine/analysis/MapTransform.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/Exports.h"
#include "engine/links/Links.h"
#include "engine/models/CategoricalJacobian.h"
#include "engine/operations/Operation.h"
#include "engine/operations/heads/HeadInputs.h"
#include "engine/operations/heads/PairPrecision.h"
#include "engine/operations/models/ModelInput.h"
#include "engine/operations/models/ModelResults.h"
#include "engine/structure/Structure.h"

namespace engine {

namespace {

/// A residue with itself says nothing of pairs: the diagonal is masked.
std::shared_ptr<const AttentionMap> couplingMap(Array<float> values, const char* label) {
  auto map = std::make_shared<AttentionMap>();
  map->mask = Array<Bool>(values.shape(), Bool{}, "mask");
  for (Index i = 0; i < values.length(0); ++i) {
    map->mask(i, i) = Bool{1};
    values(i, i) = 0;
  }
  map->weights = std::move(values);
  map->isStochastic = false;
  map->label = label;
  return map;
}

std::shared_ptr<const HeadSet> mapsOf(const CategoricalJacobian& jacobian, const VariantModel& model, int threads,
                                      Progress& progress) {
  auto heads = std::make_shared<HeadSet>();
  heads->numQueries = heads->numKeys = model.length();
  heads->maps = {couplingMap(averageProductCorrected(jacobian.norms, threads, progress), "couplings with APC"),
                 couplingMap(jacobian.norms, "couplings")};
  heads->numHeads = static_cast<Index>(heads->maps.size());
  heads->queryLetters = heads->keyLetters = model.letters();
  heads->queryUnit = heads->keyUnit = "residue";  // of which none asks
  heads->areHeads = false;
  heads->unit = "logit";
  return heads;
}

class ComputeJacobian : public Operation {
 public:
  std::string id() const override { return "jacobian"; }
  std::string title() const override { return "Couplings of a model (categorical Jacobian)"; }
  std::string help() const override {
    return "Puts every amino acid at every residue, runs the model each time, and asks how the logits of all letters "
           "at all residues change. What one pair of residues has beyond its parts, as one number with the average "
           "product correction, is a map of couplings like that of coevolution: pairs that stand out tend to touch. "
           "With a structure, the share of contacts (C-beta below 8 Å, six or more residues apart) among the "
           "strongest pairs is told.";
  }
  std::vector<std::string> headings() const override { return {"Models"}; }
  std::string formula() const override {
    return "J_iajb = logit_jb(a at i) − logit_jb\n"
           "F_ij = √(Σ_ab (J_iajb + J_jbia)^2) / 2\n"
           "C_ij = F_ij − (Σ_k F_ik) (Σ_k F_kj) / Σ_kl F_kl";
  }
  std::vector<OperationInput> inputs() const override { return judgedModelInputs("weights of a model of sequences"); }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = modelInputParameters();
    list.push_back(modelHeadsParameter());
    list.push_back(flagParameter("tensor", "All changes",
                                 "the array jacobian (L, 20, L, 20) beside the maps, centred and symmetric, letters in "
                                 "the order ACDEFGHIKLMNPQRSTVWY; 1600 L² bytes",
                                 false));
    list.push_back(numberParameter("memory", "Memory", "MiB",
                                   "for the changes, 1600 L² bytes, and for weights that are kept; more changes go to "
                                   "a temporary file, larger weights are read for each run",
                                   1024, 0));
    return list;
  }
  Place place() const override { return Place::native; }

 protected:
  /// The two maps; with a structure the share of contacts among the strongest pairs; the tensor where asked for.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto [input, structure] = judgedInput(inputs, values);
    const auto weights = inputs[0]->value.share<ModelWeights>();
    const ModelInput taken = modelInputOf(architectureOf(*weights).takes(), input, values, diagnostics);
    const auto memory = static_cast<std::size_t>(values.real("memory") * kMebibyte);
    const VariantModel model(weights, taken, static_cast<Index>(values.integer("heads")), memory, diagnostics);
    warnOfAssumedHeads(model.model().sizes, diagnostics);
    PartProgress running(progress, 0, 0.98), correcting(progress, 0.98, 1);
    CategoricalJacobian jacobian =
        categoricalJacobian(model, {memory, values.flag("tensor")}, compute.threads, running);
    const auto heads = mapsOf(jacobian, model, compute.threads, correcting);
    std::vector<Dataset> results(1);
    results.front().title = modelInputTitle(input, taken, values) + ": couplings of " + inputs[0]->title;
    results.front().value = heads;
    if (structure) {
      const std::string& id = values.text("chain");
      const Chain& chain = chainOfMaps(*heads, *structure->as<Structure>(), id, structure->title);
      if (model.length() == std::ssize(chain.residues)) results.front().axes = axesOfChain(*structure, chain.id);
      const auto all = [](Index) { return true; };
      results.push_back(pairPrecision(*heads, all, chain, structure->title, compute.threads, correcting));
    }
    if (values.flag("tensor")) addTensor(results, std::move(jacobian.tensor));
    return results;
  }

 private:
  /// Into the arrays that files hold: those of the contacts, or the maps.
  static void addTensor(std::vector<Dataset>& results, Array<float> tensor) {
    const bool isAlone = results.size() == 1;
    ArrayBundle arrays =
        isAlone ? headArrays(*results.front().as<HeadSet>()) : ArrayBundle(*results.back().as<ArrayBundle>());
    arrays["jacobian"] = std::move(tensor);
    if (isAlone) {
      Dataset all;
      all.id = ".tensor";
      all.title = results.front().title + ", all changes";
      results.push_back(std::move(all));
    }
    results.back().value = std::make_shared<const ArrayBundle>(std::move(arrays));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeComputeJacobian() { return std::make_unique<ComputeJacobian>(); }

}  // namespace engine
