// The mechanism "pair-biased-row": attention along the rows of an alignment, biased by features of the residue pairs.
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/pair-biased-row/AlignmentWithPairs.h"
#include "engine/attention/pairs/PairMasks.h"
#include "engine/attention/pairs/PairsOnTape.h"
#include "engine/attention/samples/PairSamples.h"
#include "engine/base/Random.h"

namespace engine {

namespace {

VariableBundle pairBiasedRowFormOnTape(TapeCall& call) {
  return gatedOutputs(call, pairBiasedRowOnTape(call, call.at("m"), call.at("z"), {}));
}

class PairBiasedRowMechanism : public TypedMechanism<PairBiasedRowMechanism> {
 public:
  std::string id() const override { return "pair-biased-row"; }
  std::string title() const override { return "Row attention with pair bias"; }
  MechanismGroup group() const override { return MechanismGroup::alignments; }
  std::string formula() const override {
    return "x = LN(m), b_ij = W_b LN(z_ij)\n"
           "S_nij = q_ni · k_nj / √d + b_ij\n"
           "A = softmax_j(S)\n"
           "Y_ni = W_o (σ(g_ni) ⊙ Σ_j A_nij v_nj)";
  }
  std::string help() const override {
    return "Every row (sequence) n of the alignment attends over its residues, with a map of its own per head; what is "
           "known of the pair (i, j) is a bias that all rows share. q, k, v, g are linear maps of x, heads as channels "
           "h*d + c. Y is what is added to m. With maps=no no map is held but those of the pieces at work. Names as in "
           "OpenFold's checkpoints. AlphaFold 2, supplement, Algorithm 7 (Jumper et al. 2021).";
  }
  std::vector<Parameter> parameters() const override { return gatedAttentionParameters(); }
  std::vector<ArrayDescription> inputs() const override {
    InputList list = {{"m", "(N, L, D)", "features of the cells of the alignment"},
                      {"z", "(L, L, P)", "features of residue pairs (i, j)"},
                      cellMaskInput()};
    const InputList weights = pairBiasedRowInputs();
    list.insert(list.end(), weights.begin(), weights.end());
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    std::vector<ArrayDescription> list = gatedAttentionOutputs("N", "L");
    list.push_back({"Y", "(N, L, D)", "what is added to m"});
    return list;
  }
  Sample sample() const override {
    ArrayBundle arrays = {{"m", hairpinResidues()}, {"z", hairpinPairs()}};
    addPairBiasedRowSample(arrays, {});
    return hairpinSample(std::move(arrays), pairBiasedRowLabels());
  }
  ArrayBundle sampleInput() const override {
    ArrayBundle sample = sampleWeights(inputs(), {{"D", 6}, {"P", 3}, {"H", 2}, {"H*d", 4}}, 8300);
    sample["m"] = deterministicArray<float>(83, {3, 4, 6}, 1, "m");
    sample["z"] = deterministicArray<float>(84, {4, 4, 3}, 1, "z");
    return sample;
  }
  TapeForm tapeForm() const override { return pairBiasedRowFormOnTape; }
  std::vector<BenchCase> benchCases() const override {
    ArrayBundle arrays = benchWeights(inputs(), {{"D", 256}, {"P", 128}, {"H", 8}, {"H*d", 256}});
    arrays["m"] = deterministicArray<float>(698, {64, 256, 256}, 1, "m");
    arrays["z"] = deterministicArray<float>(699, {256, 256, 128}, 1, "z");
    return {{"N=64 L=256 D=256 P=128 H=8 d=32 maps=no", benchValues({{"maps", false}}), std::move(arrays)}};
  }
  CostFormulas cost(const ParameterValues& values) const override {
    return gatedAttentionCost(values, "N", "D", " + L*L*P");
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    return withHeadWidth(Mechanism::sizes(inputs, values), inputs);
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    return gatedAttentionMaps(outputs, "row attention (a layer per row)");
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    ShapeLetters letters;
    const Array<T> m = readArray<T>(call.inputs, "m", letters, {"N", "L", "D"});
    const Array<T> z = readArray<T>(call.inputs, "z", letters, {"L", "L", "P"});
    const ModuleWeights<T> weights(call.inputs, pairBiasedRowInputs(), letters);
    GatedAttentionOptions options = gatedAttentionOptions(call.values);
    options.seen = readPairMask(call.inputs, kCellMask, letters["N"], letters["L"]);
    GatedAttentionResult<T> result =
        pairBiasedRowAttention(m, z, weights, options, {call.where.threads, call.progress});
    ArrayBundle outputs;
    giveGatedAttention(outputs, result, options);
    give(outputs, "Y", std::move(result.Y));
    return outputs;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makePairBiasedRow() { return std::make_unique<PairBiasedRowMechanism>(); }

}  // namespace engine
