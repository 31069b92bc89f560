// The mechanism "se3-transformer": attention between neighbours in space, as the SE(3)-Transformer has it.
#include <algorithm>
#include <cmath>

#include "engine/attention/AxisWords.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/equivariant/NodeArrays.h"
#include "engine/attention/samples/HairpinSample.h"
#include "engine/attention/se3-transformer/Se3Parameters.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"
#include "engine/equivariant/SphericalHarmonics.h"

namespace engine {

VariableBundle se3TransformerOnTape(TapeCall& call);  // Se3TransformerOnTape.cpp

namespace {

constexpr Index kMaxMapNodes = 2048;  ///< more nodes make no maps

/// (H, N, N): row = the node that attends; 0 where there is no edge.
Array<double> dense(const Array<std::int32_t>& edges, const Array<double>& values, Index N) {
  const Index H = values.length(1);
  Array<double> maps({H, N, N});
  for (Index e = 0; e < values.length(0); ++e)
    for (Index h = 0; h < H; ++h) maps(h, edges(e, 1), edges(e, 0)) = values(e, h);
  return maps;
}

class Se3TransformerMechanism : public TypedMechanism<Se3TransformerMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "se3-transformer"; }
  std::string title() const override { return "SE(3)-Transformer layer"; }
  MechanismGroup group() const override { return MechanismGroup::structures; }
  std::string formula() const override {
    return "q_i = W_Q f_i, k_ij = W_K(x_j − x_i) f_j, v_ij = W_V(x_j − x_i) f_j\n"
           "S_ij = q_i · k_ij / √d\n"
           "A = softmax_j(S), over the neighbours j of i\n"
           "f_i ← W_S f_i + Σ_j A_ij v_ij";
  }
  std::string help() const override {
    return "Node i attends to every node j closer than max_radius. W_K and W_V are tensor products with the spherical "
           "harmonics of x_j - x_i, weighted by a network of the distance (basis -> hidden -> weights), W_Q and W_S "
           "mix copies of equal irreps. The dot product over all components of a head does not change when "
           "everything turns; out turns as irreps_out says. Unlike the mechanism equivariant: one dot product instead "
           "of a learned bilinear form, several heads, a part of each node's own, no cut-off in the softmax (weights "
           "jump where a neighbour leaves) and A instead of its root. Fuchs et al. 2020.";
  }
  std::vector<Parameter> parameters() const override { return se3Parameters(); }
  AxisWords axisWords() const override { return nodeAxisWords(); }
  std::vector<ArrayDescription> inputs() const override {
    std::vector<ArrayDescription> list = nodeInputs();
    list.push_back({"query", "(Wq)", "weights of the queries, irreps_in -> irreps_key"});
    list.push_back({"self", "(Ws)", "weights of what a node keeps, irreps_in -> irreps_out"});
    for (ArrayDescription& array : radialNetworkInputs()) list.push_back(std::move(array));
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"edges", "(E, 2)", "node looked at (src), node that looks (dst)", false, ArrayType::integer},
            {"q", "(N, Dk)", "queries, irreps_key"},
            {"k", "(E, Dk)", "keys, irreps_key"},
            {"v", "(E, Dout)", "values, irreps_out"},
            {"S", "(E, H)", "scores"},
            {"A", "(E, H)", "attention weights; those into a node add up to 1 in every head"},
            {"out", "(N, Dout)", "outputs, irreps_out"}};
  }
  /// Residues of the hairpin that see each other within 7 Å; the weights mean nothing.
  Sample sample() const override {
    ArrayBundle arrays = sampleInput();
    const Array<float> residues = hairpinResidues();
    Array<float> pos = hairpinPositions(), f({16, 10}, 0.0f, "f");
    pos.name = "pos";
    for (Index i = 0; i < 16; ++i) {
      for (Index k = 0; k < 4; ++k) f(i, k) = 2 * residues(0, i, k);
      for (Index axis = 0; axis < 3; ++axis) {  // to the neighbours along the chain
        f(i, 4 + axis) = i == 15 ? 0 : (pos(i + 1, axis) - pos(i, axis)) / 4;
        f(i, 7 + axis) = i == 0 ? 0 : (pos(i - 1, axis) - pos(i, axis)) / 4;
      }
    }
    arrays["pos"] = pos;
    arrays["f"] = f;
    Sample sample = hairpinSample(std::move(arrays), {});
    sample.values.set("max_radius", 7.0);
    return sample;
  }
  /// Four nodes, one of them alone.
  ArrayBundle sampleInput() const override {
    const Se3Maps maps(se3Setting(completed(parameters(), {})));
    Array<float> pos = deterministicArray<float>(91, {4, 3}, 4, "pos");
    for (Index axis = 0; axis < 3; ++axis) pos(3, axis) += 30;
    return {{"pos", pos},
            {"f", deterministicArray<float>(92, {4, maps.query.in().dimension()}, 1.7, "f")},
            {"query", deterministicArray<float>(93, {maps.query.numWeights()}, 1.7, "query")},
            {"self", deterministicArray<float>(94, {maps.self.numWeights()}, 1.7, "self")},
            {"mlp_k_0", deterministicArray<float>(95, {10, 6}, 1.7, "mlp_k_0")},
            {"mlp_k_1", deterministicArray<float>(96, {6, maps.key.numWeights()}, 1.7, "mlp_k_1")},
            {"mlp_v_0", deterministicArray<float>(97, {10, 6}, 1.7, "mlp_v_0")},
            {"mlp_v_1", deterministicArray<float>(98, {6, maps.value.numWeights()}, 1.7, "mlp_v_1")}};
  }
  TapeForm tapeForm() const override { return se3TransformerOnTape; }
  std::vector<BenchCase> benchCases() const override {
    ArrayBundle arrays = sampleInput();
    arrays["pos"] = deterministicArray<float>(699, {1000, 3}, 25, "pos");
    arrays["f"] = deterministicArray<float>(698, {1000, 10}, 1.7, "f");
    return {{"N=1000, about 30 neighbours", {}, std::move(arrays)}};
  }
  CostFormulas cost(const ParameterValues&) const override {
    const std::string weights = "basis*(Hk + Hv) + Hk*Wk + Hv*Wv", outputs = "E*(2 + Dk + Dout + 2*H) + N*(Dk + Dout)";
    return {"2*(N*(Wq + Ws) + E*(" + weights + " + P + Dk + Dout))",
            "w*(N*(3 + Din) + Wq + Ws + " + weights + " + " + outputs + ")",
            "w*(" + outputs + " + N*Dk + 2*(" + weights + ")) + 64*E + 64*N"};
  }
  /// E from the positions; widths and products (P) from the irreps; 0 where they cannot be known.
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    for (const char* letter : {"E", "P", "Dk", "Dout"}) sizes[letter] = 0;
    sizes["H"] = sizes["heads"];
    try {
      sizes["E"] = edgeCountEstimate(numbersOf<double>(inputs, "pos"), values.real("max_radius"));
      const Se3Maps maps(se3Setting(values));
      sizes["P"] = productsOf(maps.key) + productsOf(maps.value);
      sizes["Dk"] = double(maps.key.out().dimension());
      sizes["Dout"] = double(maps.value.out().dimension());
    } catch (const Error&) {  // the run itself says what is wrong
    }
    return sizes;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    const auto edges = outputs.find("edges"), out = outputs.find("out");
    if (edges == outputs.end() || out == outputs.end() || shapeOf(out->second)[0] > kMaxMapNodes) return {};
    const auto& pairs = std::get<Array<std::int32_t>>(edges->second);
    const Index N = shapeOf(out->second)[0];
    const Array<double> A = dense(pairs, numbersOf<double>(outputs, "A"), N),
                        S = dense(pairs, numbersOf<double>(outputs, "S"), N);
    std::shared_ptr<HeadSet> heads = mapsOf(A, "hqk", &S);
    heads->queryUnit = heads->keyUnit = "node";
    return {{"attention", std::move(heads)}};
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    Se3Result<T> result = se3Transformer(read<T>(call), call.where.threads, call.progress);
    ArrayBundle outputs;
    give(outputs, "edges", std::move(result.edges));
    give(outputs, "q", std::move(result.q));
    give(outputs, "k", std::move(result.k));
    give(outputs, "v", std::move(result.v));
    give(outputs, "S", std::move(result.S));
    give(outputs, "A", std::move(result.A));
    give(outputs, "out", std::move(result.out));
    return outputs;
  }

 private:
  template <class T>
  static Se3Input<T> read(const MechanismCall& call) {
    ShapeLetters letters;
    Se3Input<T> input;
    input.setting = se3Setting(call.values);
    readNodes(input, call.inputs, letters);
    input.query = readArray<T>(call.inputs, "query", letters, {"Wq"});
    input.self = readArray<T>(call.inputs, "self", letters, {"Ws"});
    return input;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeSe3Transformer() { return std::make_unique<Se3TransformerMechanism>(); }

}  // namespace engine
