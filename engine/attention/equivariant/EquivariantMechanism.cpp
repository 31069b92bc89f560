// The mechanism "equivariant": attention between neighbours in space with features that turn with it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/attention/AxisWords.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/equivariant/EquivariantParameters.h"
#include "engine/attention/equivariant/NodeArrays.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"
#include "engine/equivariant/SphericalHarmonics.h"

namespace engine {

VariableBundle equivariantOnTape(TapeCall& call);  // EquivariantOnTape.cpp

namespace {

constexpr Index kMaxMapNodes = 4096;  ///< more nodes make no map: it would take 128 MB

/// (N, N): row = the node that attends; 0 where there is no edge. What is too large for a float becomes the largest.
Array<float> dense(const Array<std::int32_t>& edges, const Array<double>& values, Index N) {
  constexpr double kLargest = std::numeric_limits<float>::max();
  Array<float> map({N, N});
  for (Index e = 0; e < values.size(); ++e)
    map(edges(e, 1), edges(e, 0)) = static_cast<float>(std::clamp(values[e], -kLargest, kLargest));
  return map;
}

class EquivariantMechanism : public TypedMechanism<EquivariantMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "equivariant"; }
  std::string title() const override { return "SE(3)-equivariant attention (e3nn)"; }
  MechanismGroup group() const override { return MechanismGroup::structures; }
  std::string formula() const override {
    return "s_ij = q_i · k_ij\n"
           "a_ij = c_ij exp(s_ij) / Σ_j c_ij exp(s_ij)\n"
           "c_ij = exp(−1 / (10 (1 − r_ij / r_max)))\n"
           "f_i ← Σ_j √a_ij v_ij";
  }
  std::string help() const override {
    return "Node i attends to every node j closer than max_radius. q = linear(f_i); k and v are the tensor product of "
           "f_j with the spherical harmonics of pos_j - pos_i, weighted by a network of the distance (basis -> hidden "
           "-> weights). Rotating, mirroring or moving pos (and turning f as its irreps say) turns out as "
           "irreps_out says and leaves s and a as they are. The numbers of weights follow from the irreps. A radial "
           "basis that does not vanish at max_radius (gaussian) is not smooth where a node's only neighbour leaves. "
           "Fuchs et al. 2020; e3nn Transformer guide.";
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = equivariantParameters();
    list.push_back(flagParameter("details", "Intermediate results",
                                 "also give cutoffs, basis, harmonics and weights of every edge", false));
    return list;
  }
  AxisWords axisWords() const override { return nodeAxisWords(); }
  std::vector<ArrayDescription> inputs() const override {
    std::vector<ArrayDescription> list = nodeInputs();
    list.push_back({"linear", "(Wq)", "weights of the queries, irreps_in -> irreps_query"});
    for (ArrayDescription& array : radialNetworkInputs()) list.push_back(std::move(array));
    list.push_back({"dot", "(Ws)", "weights of the scores, irreps_query x irreps_key -> 0e"});
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"edges", "(E, 2)", "node looked at (src), node that looks (dst)", false, ArrayType::integer},
            {"lengths", "(E)", "their distances"},
            {"q", "(N, Dq)", "queries, irreps_query"},
            {"k", "(E, Dk)", "keys, irreps_key"},
            {"v", "(E, Dout)", "values, irreps_out"},
            {"s", "(E)", "scores"},
            {"a", "(E)", "attention weights"},
            {"out", "(N, Dout)", "outputs, irreps_out"},
            {"c", "(E)", "cutoffs (details=yes)", true},
            {"b", "(E, basis)", "radial basis (details=yes)", true},
            {"Y", "(E, harmonics)", "spherical harmonics of pos[src] - pos[dst] (details=yes)", true},
            {"w_k", "(E, Wk)", "weights of the keys' tensor product (details=yes)", true},
            {"w_v", "(E, Wv)", "weights of the values' tensor product (details=yes)", true}};
  }
  /// Alpha carbons of an ideal helix that see each other within 7 Å.
  Sample sample() const override {
    ArrayBundle arrays = sampleInput();
    const Array<float> X = helixFeatures();
    const Index N = X.length(0), width = shapeOf(arrays.at("f")).back();
    Array<float> pos({N, 3}, 0.0f, "pos"), f({N, width}, 0.0f, "f");
    for (Index i = 0; i < N; ++i) {
      const double angle = static_cast<double>(i) * 100 * std::numbers::pi / 180;
      pos(i, 0) = static_cast<float>(2.3 * std::cos(angle));
      pos(i, 1) = static_cast<float>(2.3 * std::sin(angle));
      pos(i, 2) = 1.5f * static_cast<float>(i);
      for (Index k = 0; k < X.length(1); ++k) f(i, k) = X(i, k);  // the invariant features come first
    }
    arrays["pos"] = pos;
    arrays["f"] = f;
    ParameterValues values;
    values.set("max_radius", 7.0);
    return globinSample(std::move(arrays), std::move(values));
  }
  /// Four nodes, one of them alone.
  ArrayBundle sampleInput() const override {
    return {{"pos", deterministicArray<float>(41, {4, 3}, 0.8, "pos")},
            {"f", deterministicArray<float>(42, {4, 35}, 1.7320508075688772, "f")},
            {"linear", deterministicArray<float>(51, {130}, 1, "linear")},
            {"mlp_k_0", deterministicArray<float>(52, {10, 16}, 1, "mlp_k_0")},
            {"mlp_k_1", deterministicArray<float>(53, {16, 276}, 1, "mlp_k_1")},
            {"mlp_v_0", deterministicArray<float>(54, {10, 16}, 1, "mlp_v_0")},
            {"mlp_v_1", deterministicArray<float>(55, {16, 382}, 1, "mlp_v_1")},
            {"dot", deterministicArray<float>(56, {144}, 1, "dot")}};
  }
  TapeForm tapeForm() const override { return equivariantOnTape; }
  std::vector<BenchCase> benchCases() const override {
    return {{"N=2000, about 30 neighbours",
             {},
             benchArrays({{"pos", {2000, 3}, 4.03},
                          {"f", {2000, 35}, 1.73},
                          {"linear", {130}},
                          {"mlp_k_0", {10, 16}},
                          {"mlp_k_1", {16, 276}},
                          {"mlp_v_0", {10, 16}},
                          {"mlp_v_1", {16, 382}},
                          {"dot", {144}}})}};
  }

  CostFormulas cost(const ParameterValues& values) const override {
    const std::string weights = "basis*(Hk + Hv) + Hk*Wk + Hv*Wv";
    const std::string details = values.flag("details") ? " + E*(1 + basis + harmonics + Wk + Wv)" : "";
    const std::string outputs = "E*(5 + Dk + Dout) + N*(Dq + Dout)" + details;
    return {"2*(N*Wq + E*(" + weights + " + P + Ws + Dout))",
            "w*(N*(3 + Din) + Wq + Ws + " + weights + " + " + outputs + ")",
            "w*(N*(Dq + Dk) + 2*(" + weights + ") + " + outputs + ") + 64*E + 64*N"};
  }
  /// E from the positions; widths and products (P) from the irreps; 0 where they cannot be known.
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    for (const char* letter : {"E", "P", "Dq", "Dk", "Dout"}) sizes[letter] = 0;
    sizes["harmonics"] = (sizes["lmax"] + 1) * (sizes["lmax"] + 1);
    try {
      sizes["E"] = edgeCountEstimate(numbersOf<double>(inputs, "pos"), values.real("max_radius"));
      const EquivariantMaps maps(equivariantSetting(values));
      sizes["P"] = productsOf(maps.key) + productsOf(maps.value);
      sizes["Dq"] = double(maps.query.out().dimension());
      sizes["Dk"] = double(maps.key.out().dimension());
      sizes["Dout"] = double(maps.value.out().dimension());
    } catch (const Error&) {  // the run itself says what is wrong
    }
    return sizes;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    const auto edges = outputs.find("edges"), out = outputs.find("out");
    if (edges == outputs.end() || out == outputs.end()) return {};
    const Index N = shapeOf(out->second)[0];
    if (N > kMaxMapNodes) return {};
    const auto& pairs = std::get<Array<std::int32_t>>(edges->second);
    auto map = std::make_shared<AttentionMap>();
    map->weights = dense(pairs, numbersOf<double>(outputs, "a"), N);
    map->scores = dense(pairs, numbersOf<double>(outputs, "s"), N);
    auto heads = std::make_shared<HeadSet>();
    heads->numHeads = 1;
    heads->numQueries = heads->numKeys = N;
    heads->maps.push_back(std::move(map));
    return {{"attention", std::move(heads)}};
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const EquivariantInput<T> input = equivariantInput<T>(call.inputs, equivariantSetting(call.values));
    const EquivariantProblem<T> problem = equivariantProblem(input, call.where.threads, call.progress);
    EquivariantResult<T> result = equivariantAttention(problem, call.where.threads, call.diagnostics, call.progress);
    ArrayBundle outputs;
    give(outputs, "edges", std::move(result.edges));
    give(outputs, "lengths", std::move(result.lengths));
    give(outputs, "q", std::move(result.q));
    give(outputs, "k", std::move(result.k));
    give(outputs, "v", std::move(result.v));
    give(outputs, "s", std::move(result.s));
    give(outputs, "a", std::move(result.a));
    give(outputs, "out", std::move(result.out));
    if (!call.values.flag("details")) return outputs;
    EquivariantDetails<T> details = equivariantDetails(problem, call.where.threads, call.progress);
    give(outputs, "c", std::move(details.c));
    give(outputs, "b", std::move(details.b));
    give(outputs, "Y", std::move(details.Y));
    give(outputs, "w_k", std::move(details.w_k));
    give(outputs, "w_v", std::move(details.w_v));
    return outputs;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeEquivariant() { return std::make_unique<EquivariantMechanism>(); }

}  // namespace engine
