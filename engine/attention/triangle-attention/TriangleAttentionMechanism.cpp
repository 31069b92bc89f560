// The mechanisms "triangle-starting" and "triangle-ending", which differ in one word.
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/pairs/PairMasks.h"
#include "engine/attention/samples/PairSamples.h"
#include "engine/attention/triangle-attention/TriangleAttention.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle triangleStartingOnTape(TapeCall& call);  // TriangleAttentionOnTape.cpp
VariableBundle triangleEndingOnTape(TapeCall& call);

namespace {

class TriangleAttentionMechanism : public TypedMechanism<TriangleAttentionMechanism> {
 public:
  explicit TriangleAttentionMechanism(TriangleNode node) : m_node(node) {}

  std::string id() const override { return isStarting() ? "triangle-starting" : "triangle-ending"; }
  std::string title() const override {
    return isStarting() ? "Triangle attention around the starting node" : "Triangle attention around the ending node";
  }
  MechanismGroup group() const override { return MechanismGroup::structures; }
  std::string formula() const override {
    return isStarting() ? "x = LN(z)\n"
                          "S_ijk = q_ij · k_ik / √d + W_b x_jk\n"
                          "A = softmax_k(S)\n"
                          "Y_ij = W_o (σ(g_ij) ⊙ Σ_k A_ijk v_ik)"
                        : "x = LN(z)\n"
                          "S_ijk = q_ij · k_kj / √d + W_b x_ki\n"
                          "A = softmax_k(S)\n"
                          "Y_ij = W_o (σ(g_ij) ⊙ Σ_k A_ijk v_kj)";
  }
  std::string help() const override {
    return std::string("Every edge ij attends to the edges ") +
           (isStarting()
                ? "ik that start at the same residue i; the third edge jk of the triangle is a bias. A map for "
                  "every i: rows are j, columns k. "
                : "kj that end at the same residue j; the third edge ki of the triangle is a bias. A map for "
                  "every j: rows are i, columns k. ") +
           "q, k, v, g are linear maps of x, heads as channels h*d + c. Y is what is added to z. With maps=no no map "
           "is "
           "held but those of the pieces at work. Names as in OpenFold's checkpoints. AlphaFold 2, supplement, "
           "Algorithm " +
           (isStarting() ? "13" : "14") + " (Jumper et al. 2021).";
  }
  std::vector<Parameter> parameters() const override { return gatedAttentionParameters(); }
  std::vector<ArrayDescription> inputs() const override {
    InputList list = {{"z", "(L, L, P)", "features of residue pairs (i, j)"}, pairMaskInput()};
    const InputList weights = triangleAttentionInputs();
    list.insert(list.end(), weights.begin(), weights.end());
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    std::vector<ArrayDescription> list = gatedAttentionOutputs("L", "L");
    list.push_back({"Y", "(L, L, P)", "what is added to z"});
    return list;
  }
  Sample sample() const override {
    ArrayBundle arrays = {{"z", hairpinPairs()}};
    addTriangleAttentionSample(arrays, {});
    return hairpinSample(std::move(arrays), triangleAttentionLabels(isStarting()));
  }
  ArrayBundle sampleInput() const override {
    ArrayBundle sample = sampleWeights(inputs(), {{"P", 3}, {"H", 2}, {"H*d", 4}}, 8200);
    sample["z"] = deterministicArray<float>(82, {4, 4, 3}, 1, "z");
    return sample;
  }
  TapeForm tapeForm() const override { return isStarting() ? triangleStartingOnTape : triangleEndingOnTape; }
  std::vector<BenchCase> benchCases() const override {
    ArrayBundle arrays = benchWeights(inputs(), {{"P", 128}, {"H", 4}, {"H*d", 128}});
    arrays["z"] = deterministicArray<float>(699, {128, 128, 128}, 1, "z");
    return {{"L=128 P=128 H=4 d=32 maps=no", benchValues({{"maps", false}}), std::move(arrays)}};
  }
  CostFormulas cost(const ParameterValues& values) const override { return gatedAttentionCost(values, "L", "P", ""); }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    return withHeadWidth(Mechanism::sizes(inputs, values), inputs);
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    return isStarting()
               ? gatedAttentionMaps(outputs, "triangle attention (a layer per residue i)", "residue j", "residue k")
               : gatedAttentionMaps(outputs, "triangle attention (a layer per residue j)", "residue i", "residue k");
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    ShapeLetters letters;
    const Array<T> z = readArray<T>(call.inputs, "z", letters, {"L", "L", "P"});
    const ModuleWeights<T> weights(call.inputs, triangleAttentionInputs(), letters);
    GatedAttentionOptions options = gatedAttentionOptions(call.values);
    options.seen = readPairMask(call.inputs, kPairMask, letters["L"], letters["L"]);
    GatedAttentionResult<T> result =
        triangleAttention(z, weights, m_node, options, {call.where.threads, call.progress});
    ArrayBundle outputs;
    giveGatedAttention(outputs, result, options);
    give(outputs, "Y", std::move(result.Y));
    return outputs;
  }

 private:
  bool isStarting() const { return m_node == TriangleNode::starting; }

  TriangleNode m_node;
};

}  // namespace

std::unique_ptr<const Mechanism> makeTriangleStarting() {
  return std::make_unique<TriangleAttentionMechanism>(TriangleNode::starting);
}
std::unique_ptr<const Mechanism> makeTriangleEnding() {
  return std::make_unique<TriangleAttentionMechanism>(TriangleNode::ending);
}

}  // namespace engine
