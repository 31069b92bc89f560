// The mechanism "graph-transformer": attention between the nodes of a graph whose edges have features.
#include <algorithm>

#include "engine/attention/AxisWords.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/graph-transformer/GraphTransformer.h"
#include "engine/attention/heads/Projections.h"
#include "engine/attention/samples/HairpinSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle graphTransformerOnTape(TapeCall& call);  // GraphTransformerOnTape.cpp

namespace {

/// Weights (8, 5) whose rows 2h of heads h have the gains of a class of five; all else is 0.
Array<float> headRows(const char* name, const std::vector<std::vector<float>>& gains) {
  Array<float> W({8, 5}, 0.0f, name);
  for (size_t head = 0; head < gains.size(); ++head)
    for (size_t k = 0; k < gains[head].size(); ++k) W(Index(2 * head), Index(k)) = gains[head][k];
  return W;
}

class GraphTransformerMechanism : public TypedMechanism<GraphTransformerMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "graph-transformer"; }
  std::string title() const override { return "Graph transformer with edges"; }
  MechanismGroup group() const override { return MechanismGroup::structures; }
  std::string formula() const override {
    return "S_ij = q_i · (k_j + W_e e_ij) / √d\n"
           "A = softmax_j(S), over the nodes j that i sees\n"
           "Y_i = W_s x_i + Σ_j A_ij (v_j + W_e e_ij)";
  }
  std::string help() const override {
    return "Nodes attend to nodes along the edges of a graph; the features of an edge count among its keys and its "
           "values. Without neighbours every node sees all others, but not itself; a node that sees nothing keeps "
           "W_s x alone. Heads are channels h*d + c and are joined, not mixed. RoseTTAFold makes its first structure "
           "with four heads of width 64 on residues and pairs, e_ij of the pair (j, i). Names as in its checkpoint. "
           "Shi et al. 2021 (UniMP, without its gate); Baek et al. 2021.";
  }
  std::vector<Parameter> parameters() const override {
    return {headsParameter(), flagParameter("maps", "Attention maps", "no: only Y", true),
            flagParameter("intermediates", "Intermediate results",
                          "yes: also q, k, v and O of every head and the mask that was in effect", false)};
  }
  AxisWords axisWords() const override { return {{"n", "node"}, {"E", "edge feature"}}; }
  std::vector<ArrayDescription> inputs() const override {
    InputList list = {
        {"x", "(n, D)", "features of the nodes"},
        {"e", "(n, n, E)", "features of the edges, e_ij of the one along which i sees j"},
        {"neighbours", "(n, n)", "true where node i sees node j; else all others", true, ArrayType::boolean}};
    const InputList weights = graphTransformerInputs();
    list.insert(list.end(), weights.begin(), weights.end());
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"q", "(n, H, d)", "queries of every head (intermediates=yes)", true},
            {"k", "(n, H, d)", "keys of every head, without the edges (intermediates=yes)", true},
            {"v", "(n, H, d)", "values of every head, without the edges (intermediates=yes)", true},
            {"O", "(n, H, d)", "outputs of the heads (intermediates=yes)", true},
            {"mask", "(n, n)", "whether node i sees node j (intermediates=yes)", true, ArrayType::boolean},
            {"A", "(H, n, n)", "attention weights (maps=yes)", true},
            {"Y", "(n, H*d)", "outputs"}};
  }
  /// Residues with what they are, edges with what the pairs are.
  Sample sample() const override {
    const Array<float> all = hairpinResidues();
    Array<float> x({16, 5}, 0.0f, "x"), bias({8}, 0.0f, "lin_query.bias"), e = hairpinPairs();
    std::copy_n(all.data(), x.size(), x.data());
    for (const Index channel : {0, 2, 6}) bias[channel] = 1;
    e.name = "e";
    // Nodes: hydrophobic, positive, negative, polar, small. Edges: itself, next, previous, contact, apart.
    ArrayBundle arrays{
        {"x", x},
        {"e", e},
        {"lin_query.bias", bias},
        {"lin_query.weight", headRows("lin_query.weight", {{}, {}, {0, 1, -1, 0, 0}, {}})},
        {"lin_key.weight", headRows("lin_key.weight", {{}, {}, {0, -7, 7, 0, 0}, {4, 0, 0, 0, 0}})},
        {"lin_edge.weight", headRows("lin_edge.weight", {{0, 0, 0, 7, 0}, {0, 7, 0, 0, 0}, {}, {0, 0, 0, 4, 0}})}};
    for (const char* name : {"lin_value.weight", "lin_skip.weight"})
      arrays[name] = headRows(name, {{1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}});
    Sample sample = hairpinSample(std::move(arrays), {"Contacts (edges)", "The next residue (edges)",
                                                      "Opposite charges (nodes)", "Hydrophobic contacts (both)"});
    sample.values.set("heads", std::int64_t{4});
    return sample;
  }
  ArrayBundle sampleInput() const override {
    ArrayBundle sample = sampleWeights(inputs(), {{"D", 5}, {"E", 3}, {"H*d", 4}}, 8700);
    sample["x"] = deterministicArray<float>(88, {4, 5}, 1, "x");
    sample["e"] = deterministicArray<float>(89, {4, 4, 3}, 1, "e");
    return sample;
  }
  TapeForm tapeForm() const override { return graphTransformerOnTape; }
  std::vector<BenchCase> benchCases() const override {
    ArrayBundle arrays = benchWeights(graphTransformerInputs(), {{"D", 64}, {"E", 64}, {"H*d", 256}});
    arrays["x"] = deterministicArray<float>(698, {384, 64}, 1, "x");
    arrays["e"] = deterministicArray<float>(699, {384, 384, 64}, 1, "e");
    return {{"n=384 D=E=64 H=4 d=64", benchValues({{"heads", 4}}), std::move(arrays)}};
  }
  CostFormulas cost(const ParameterValues& values) const override {
    const std::string kept =
        std::string(values.flag("maps") ? " + H*n*n" : "") + (values.flag("intermediates") ? " + 4*n*H*d + n*n/4" : "");
    return {"8*n*D*H*d + 4*H*n*n*(d + E) + 4*H*n*d*E", "w*(n*D + n*n*E + H*d*(4*D + E + n)" + kept + ")",
            "w*(2*H*n*n + 5*n*H*d + H*n*E" + kept + ")"};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    sizes["H"] = sizes["heads"];
    sizes["d"] = rowsPerHead(inputs, "lin_query.weight", sizes["H"]);
    return sizes;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    auto heads = mapsOf(outputs, "A", {}, "hqk");
    if (!heads) return {};
    heads->queryUnit = heads->keyUnit = "node";
    return {{"attention", std::move(heads)}};
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    ShapeLetters letters;
    GraphTransformerInput<T> input;
    input.x = readArray<T>(call.inputs, "x", letters, {"n", "D"});
    input.e = readArray<T>(call.inputs, "e", letters, {"n", "n", "E"});
    input.heads = static_cast<Index>(call.values.integer("heads"));
    if (call.inputs.count("neighbours") != 0) {
      input.seen = std::get<Array<Bool>>(call.inputs.at("neighbours"));
      letters.require("neighbours", input.seen.shape(), {"n", "n"});
    }
    const ModuleWeights<T> weights(call.inputs, graphTransformerInputs(), letters);
    GraphTransformerResult<T> result = graphTransformer(input, weights, {call.where.threads, call.progress});
    ArrayBundle outputs;
    if (call.values.flag("intermediates")) {
      give(outputs, "q", byHeads(std::move(result.vectors.q), input.heads));
      give(outputs, "k", byHeads(std::move(result.vectors.k), input.heads));
      give(outputs, "v", byHeads(std::move(result.vectors.v), input.heads));
      give(outputs, "O", byHeads(std::move(result.attended.O), input.heads));
      give(outputs, "mask", seenNodes(input));
    }
    if (call.values.flag("maps")) give(outputs, "A", std::move(result.attended.A));
    give(outputs, "Y", std::move(result.Y));
    return outputs;
  }

 private:
  template <class T>
  static Array<Bool> seenNodes(const GraphTransformerInput<T>& input) {
    const Index n = input.x.length(0);
    Array<Bool> seen({n, n});
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) seen(i, j).value = input.sees(i, j);
    return seen;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeGraphTransformer() { return std::make_unique<GraphTransformerMechanism>(); }

}  // namespace engine
