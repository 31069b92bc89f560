// Operation "attention geometric": on arrays, or on a chain of a structure with weights that have a meaning.
#include <cmath>

#include "engine/attention/BackboneHeads.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/Links.h"
#include "engine/operations/MechanismOperation.h"

namespace engine {

namespace {

double softplus(double x) { return x > 20 ? x : std::log1p(std::exp(x)); }

/// Adds to every head what it looks for and its scores: softplus(w_r) R - softplus(w_d) D, before masks.
void annotate(HeadSet& heads, const ArrayBundle& inputs, const ArrayBundle& outputs, const Chain& chain) {
  const std::vector<std::string> labels = backboneHeadLabels();
  const Array<double> w_r = numbersOf<double>(inputs, "w_r"), w_d = numbersOf<double>(inputs, "w_d");
  const Array<double> R = numbersOf<double>(outputs, "R"), D = numbersOf<double>(outputs, "D");
  const Index pairs = heads.numQueries * heads.numKeys;
  for (Index head = 0; head < heads.numHeads; ++head) {
    auto map = std::make_shared<AttentionMap>(*heads.map(0, head));
    const auto number = static_cast<size_t>(head);
    if (number < labels.size()) map->label = labels[number];
    map->scores = Array<float>({heads.numQueries, heads.numKeys});
    const double attraction = softplus(w_r[head]), repulsion = softplus(w_d[head]);
    for (Index k = 0; k < pairs; ++k)
      map->scores[k] = static_cast<float>(attraction * R[head * pairs + k] - repulsion * D[head * pairs + k]);
    heads.maps[number] = std::move(map);
  }
  for (const Residue& residue : chain.residues) heads.queryLetters += residue.letter;
  heads.keyLetters = heads.queryLetters;
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
    list.push_back({"chain",
                    "Chain",
                    "",
                    "of a structure: author's id of the chain; empty: the first protein chain",
                    std::string{},
                    -1e300,
                    1e300,
                    {}});
    list.push_back({"weights",
                    "Weights",
                    "",
                    "of a structure: backbone = heads that look for backbone geometry",
                    std::string("backbone"),
                    -1e300,
                    1e300,
                    {"backbone"}});
    return list;
  }

 protected:
  /// For a structure: the attention maps, then all arrays.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto* structure = inputs.empty() || !inputs[0] ? nullptr : inputs[0]->as<Structure>();
    if (!structure) return MechanismOperation::compute(inputs, values, compute, diagnostics, progress);
    const Chain& chain = chosenChain(*structure, values.text("chain"), inputs[0]->title);
    const ArrayBundle arrays = backboneHeadsInput(chain);
    ArrayBundle outputs = runMechanism(arrays, values, compute, diagnostics, progress);
    const std::shared_ptr<HeadSet> heads = mapsOf(outputs, "A");
    annotate(*heads, arrays, outputs, chain);

    const std::string title = titleOfChain(inputs[0]->title, chain, "geometric attention");
    Dataset maps;
    maps.title = title;
    maps.axes = axesOfChain(*inputs[0], chain.id);
    maps.value = std::shared_ptr<const HeadSet>(heads);
    Dataset all = arraysDataset(std::move(outputs), values, title + ", arrays");
    maps.provenance.device = all.provenance.device;
    return {std::move(maps), std::move(all)};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeGeometricAttention() { return std::make_unique<GeometricAttentionOperation>(); }

}  // namespace engine
