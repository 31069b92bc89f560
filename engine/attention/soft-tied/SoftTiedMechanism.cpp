// The mechanism "soft-tied": one map per head shared by all rows, in which every row counts by a learned weight.
#include "engine/attention/soft-tied/SoftTiedAttention.h"

#include "engine/attention/TypedMechanism.h"
#include "engine/attention/msa/AlignmentOnTape.h"
#include "engine/attention/msa/MsaInput.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/base/Random.h"

namespace engine {

namespace {

class SoftTiedMechanism : public TypedMechanism<SoftTiedMechanism> {
 public:
  std::string id() const override { return "soft-tied"; }
  std::string title() const override { return "Soft-tied row attention"; }
  MechanismGroup group() const override { return MechanismGroup::alignments; }
  std::string formula() const override {
    return "w_nl = softmax_n(q_l · k_nl / √d)\n"
           "S_ij = Σ_n w_ni (q_ni · k_nj) / √d\n"
           "A = softmax_j(S)\n"
           "Y = concat(A v) W_o^T + b_o";
  }
  std::string help() const override {
    return "The weights w of the sequences have projections of their own, their q comes from the target (row 0). In "
           "S the weight goes with the query column, and there is no 1/sqrt(N). A is shared by all rows; pair = (A + "
           "A^T)/2. RoseTTAFold, Baek et al. 2021.";
  }
  std::vector<Parameter> parameters() const override {
    return {headsParameter(), scoresParameter(), headVectorsParameter()};
  }
  std::vector<ArrayDescription> inputs() const override {
    std::vector<ArrayDescription> list = {
        {"X", "(N, L, D)", "features of the cells: N sequences, the target first, L columns"},
        {"seqw_W_q", "(H*e, D)", "query projection of the sequence weights"},
        {"seqw_W_k", "(H*e, D)", "key projection of the sequence weights"},
        {"seqw_b_q", "(H*e)", "bias of the queries of the sequence weights", true},
        {"seqw_b_k", "(H*e)", "bias of the keys of the sequence weights", true}};
    for (ArrayDescription& description : projectionInputs()) list.push_back(std::move(description));
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    std::vector<ArrayDescription> list = headVectorOutputs("N, L");
    const ArrayDescription others[] = {{"w", "(N, L, H)", "sequence weights; sum to 1 over n"},
                                       {"S", "(H, L, L)", "scores (scores=yes or intermediates=yes)", true},
                                       {"A", "(H, L, L)", "attention weights"},
                                       {"pair", "(L, L, H)", "pair features (A + A^T)/2"},
                                       {"Y", "(N, L, Dout)", "outputs"}};
    list.insert(list.end(), std::begin(others), std::end(others));
    return list;
  }
  Sample sample() const override {
    Sample sample = globinAlignmentSample();
    sample.arrays["seqw_W_q"] = sample.arrays["W_v"];  // sequences count by how like the target their residues are
    sample.arrays["seqw_W_k"] = sample.arrays["W_v"];
    return sample;
  }
  ArrayBundle sampleInput() const override {
    ArrayBundle sample = msaSample();
    for (const char* name : {"seqw_W_q", "seqw_W_k"}) sample[name] = deterministicArray<float>(3000, {8, 8}, 0.3, name);
    return sample;
  }
  TapeForm tapeForm() const override { return softTiedOnTape; }
  std::vector<BenchCase> benchCases() const override {
    std::vector<BenchArray> arrays = withProjections({{"X", {64, 256, 384}}}, 384);
    for (const char* name : {"seqw_W_q", "seqw_W_k"}) arrays.push_back({name, {384, 384}, 0.09});
    return {{"N=64 L=256 H=12 D=384", benchValues({{"heads", 12}}), benchArrays(arrays)}};
  }
  bool usesDevice(const ArrayBundle&, const ParameterValues&) const override { return true; }

  CostFormulas cost(const ParameterValues& values) const override {
    const std::string maps = (keepsScores(values) ? "3*H*L*L" : "2*H*L*L") + headVectorNumbers(values, "N*L");
    return {"2*L*(N + 1)*H*e*D + 2*N*L*H*e + 2*N*L*(H*(2*d + v)*D + H*v*Dout) + 2*N*H*L*L*(d + v)",
            "w*(N*L*(D + Dout + H) + 2*H*e*D + H*(2*d + v)*D + H*v*Dout + " + maps + ")",
            "w*(N*L*(2*H*(d + v) + H*e + 2*H + Dout) + " + maps + ")"};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    addHeadSizes(inputs, sizes);
    sizes["e"] = rowsPerHead(inputs, "seqw_W_q", sizes["H"]);
    return sizes;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    const auto add = [&](const char* title, std::shared_ptr<HeadSet> heads, const char* queries = "",
                         const char* keys = "") {
      if (!heads) return;
      heads->queryUnit = queries;
      heads->keyUnit = keys;
      maps.push_back({title, std::move(heads)});
    };
    add("soft-tied row attention", mapsOf(outputs, "A", "S", "hqk"));
    add("sequence weights (column by sequence)", mapsOf(outputs, "w", {}, "kqh"), "column", "sequence");
    add("pair features (A + Aᵀ)/2", mapsOf(outputs, "pair", {}, "qkh", false));
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    ShapeLetters letters;
    const Array<T> X = readArray<T>(call.inputs, "X", letters, {"N", "L", "D"});
    SequenceWeightProjections<T> weighting;
    weighting.W_q = readArray<T>(call.inputs, "seqw_W_q", letters, {"H*e", "D"});
    weighting.W_k = readArray<T>(call.inputs, "seqw_W_k", letters, {"H*e", "D"});
    weighting.b_q = readOptionalArray<T>(call.inputs, "seqw_b_q", letters, {"H*e"});
    weighting.b_k = readOptionalArray<T>(call.inputs, "seqw_b_k", letters, {"H*e"});
    const Projections<T> projections = readProjections<T>(call.inputs, call.values, letters);
    weighting.heads = projections.heads;
    const SoftTiedOptions options{keepsScores(call.values), call.values.flag("intermediates")};
    SoftTiedResult<T> result =
        softTiedAttention(X, weighting, projections, options, call.where, call.diagnostics, call.progress);
    ArrayBundle outputs;
    give(outputs, "w", std::move(result.w));
    if (options.keepScores) give(outputs, "S", std::move(result.S));
    if (options.keepVectors) giveHeadVectors(outputs, std::move(result.vectors));
    give(outputs, "A", std::move(result.A));
    give(outputs, "pair", std::move(result.pair));
    give(outputs, "Y", std::move(result.Y));
    return outputs;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeSoftTied() { return std::make_unique<SoftTiedMechanism>(); }

}  // namespace engine
