// The mechanisms "triangle-outgoing" and "triangle-incoming", which differ in one word.
#include <cmath>

#include "engine/attention/AxisWords.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/pairs/PairMaps.h"
#include "engine/attention/pairs/PairMasks.h"
#include "engine/attention/samples/PairSamples.h"
#include "engine/attention/triangle-multiplication/TriangleMultiplication.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle triangleOutgoingOnTape(TapeCall& call);  // TriangleMultiplicationOnTape.cpp
VariableBundle triangleIncomingOnTape(TapeCall& call);

namespace {

class TriangleMultiplicationMechanism : public TypedMechanism<TriangleMultiplicationMechanism>, public NamesAxes {
 public:
  explicit TriangleMultiplicationMechanism(TriangleEdges edges) : m_edges(edges) {}

  std::string id() const override { return isOutgoing() ? "triangle-outgoing" : "triangle-incoming"; }
  std::string title() const override {
    return isOutgoing() ? "Triangle multiplication, outgoing edges" : "Triangle multiplication, incoming edges";
  }
  MechanismGroup group() const override { return MechanismGroup::structures; }
  std::string formula() const override {
    return std::string("x = LN(z)\na = σ(W_ag x) ⊙ W_ap x, b = σ(W_bg x) ⊙ W_bp x\n") +
           (isOutgoing() ? "T_ij = Σ_k a_ik ⊙ b_jk\n" : "T_ij = Σ_k a_ki ⊙ b_kj\n") +
           "Y_ij = σ(W_g x_ij) ⊙ W_z LN(T_ij)";
  }
  std::string help() const override {
    const std::string edges =
        isOutgoing() ? "the edges ik and jk, which leave i and j" : "the edges ki and kj, which come in at i and j";
    return "No queries, keys and softmax: every edge ij of the residues is changed by all triangles i, j, k, through " +
           edges +
           ". If i is near k and k is near j, then i and j are near. Y is what is added to z. The maps are "
           "the sums T, a channel each. Linear maps may have biases. Names as in OpenFold's checkpoints. AlphaFold 2, "
           "supplement, Algorithm " +
           (isOutgoing() ? "11" : "12") + " (Jumper et al. 2021).";
  }
  std::vector<Parameter> parameters() const override {
    return {
        flagParameter("intermediates", "Intermediate results", "yes: also a, b and the gate g of the output", false)};
  }
  AxisWords axisWords() const override { return {{"c", "triangle channel"}}; }
  std::vector<ArrayDescription> inputs() const override {
    InputList list = {{"z", "(L, L, P)", "features of residue pairs (i, j)"}, pairMaskInput()};
    const InputList weights = triangleMultiplicationInputs();
    list.insert(list.end(), weights.begin(), weights.end());
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"a", "(L, L, c)", "first edges, after their gate (intermediates=yes)", true},
            {"b", "(L, L, c)", "second edges, after their gate (intermediates=yes)", true},
            {"g", "(L, L, P)", "gate of the output, 0 to 1 (intermediates=yes)", true},
            {"T", "(L, L, c)", "sums over the third residue k"},
            {"Y", "(L, L, P)", "what is added to z"}};
  }
  /// Counts the residues that both touch, which shows the two contacts that z does not tell.
  Sample sample() const override {
    ArrayBundle arrays = {{"z", hairpinPairs()}};
    addTriangleSample(arrays, {});
    return hairpinSample(std::move(arrays), triangleSampleLabels(isOutgoing()));
  }
  ArrayBundle sampleInput() const override {
    ArrayBundle sample = sampleWeights(inputs(), {{"P", 3}, {"c", 2}}, 8100);
    sample["z"] = deterministicArray<float>(81, {4, 4, 3}, 1, "z");
    return sample;
  }
  TapeForm tapeForm() const override { return isOutgoing() ? triangleOutgoingOnTape : triangleIncomingOnTape; }
  std::vector<BenchCase> benchCases() const override {
    ArrayBundle arrays = benchWeights(inputs(), {{"P", 128}, {"c", 128}});
    arrays["z"] = deterministicArray<float>(699, {256, 256, 128}, 1, "z");
    return {{"L=256 P=c=128", {}, std::move(arrays)}};
  }
  CostFormulas cost(const ParameterValues& values) const override {
    const std::string kept = values.flag("intermediates") ? " + L*L*(2*c + P)" : "";
    return {"2*L*L*L*c + 2*L*L*P*(5*c + P) + L*L*(8*P + 11*c)", "w*(L*L*(2*P + c) + 5*P*c + P*P" + kept + ")",
            "w*(L*L*(4*P + 8*c)" + kept + ")"};
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    return pairMaps(outputs, "T", "sums over the third residue", isOutgoing() ? "Σ_k a_ik b_jk" : "Σ_k a_ki b_kj");
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    ShapeLetters letters;
    const Array<T> z = readArray<T>(call.inputs, "z", letters, {"L", "L", "P"});
    const ModuleWeights<T> weights(call.inputs, triangleMultiplicationInputs(), letters);
    const Work work{call.where.threads, call.progress};
    const Array<Bool> there = readPairMask(call.inputs, kPairMask, letters["L"], letters["L"]);
    TriangleMultiplicationResult<T> result = triangleMultiplication(z, weights, m_edges, work, there);
    ArrayBundle outputs;
    give(outputs, "T", std::move(result.T_ij));
    give(outputs, "Y", std::move(result.Y));
    if (!call.values.flag("intermediates")) return outputs;
    for (T& gate : result.g) gate = 1 / (1 + std::exp(-gate));
    give(outputs, "a", std::move(result.a));
    give(outputs, "b", std::move(result.b));
    give(outputs, "g", std::move(result.g));
    return outputs;
  }

 private:
  bool isOutgoing() const { return m_edges == TriangleEdges::outgoing; }

  TriangleEdges m_edges;
};

}  // namespace

std::unique_ptr<const Mechanism> makeTriangleOutgoing() {
  return std::make_unique<TriangleMultiplicationMechanism>(TriangleEdges::outgoing);
}
std::unique_ptr<const Mechanism> makeTriangleIncoming() {
  return std::make_unique<TriangleMultiplicationMechanism>(TriangleEdges::incoming);
}

}  // namespace engine
