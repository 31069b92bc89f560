// The mechanism "direct": pair features decide how an alignment's columns are mixed.
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/direct/DirectAttention.h"
#include "engine/attention/msa/MsaInput.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle directOnTape(TapeCall& call);  // DirectOnTape.cpp

namespace {

class DirectMechanism : public TypedMechanism<DirectMechanism> {
 public:
  std::string id() const override { return "direct"; }
  std::string title() const override { return "Direct attention (pair to alignment)"; }
  MechanismGroup group() const override { return MechanismGroup::alignments; }
  std::string formula() const override {
    return "S_ijh = W_p pair_ij + b_p\n"
           "A = softmax_i(S)\n"
           "O_njc = Σ_i A_ij V_nic\n"
           "Y = O W_o^T + b_o";
  }
  std::string help() const override {
    return "No queries and keys: the scores are a linear map of the pair features; the softmax runs over i, the first "
           "residue. V = msa W_v^T + b_v; channel c has the map of head c mod H. Maps are shown "
           "with j as the query. The pair features are taken as they are (RoseTTAFold symmetrises and normalises them "
           "before). Baek et al. 2021.";
  }
  std::vector<Parameter> parameters() const override {
    return {scoresParameter(), flagParameter("intermediates", "Intermediate results",
                                             "yes: also v and O of every head, and the scores S", false)};
  }
  std::vector<ArrayDescription> inputs() const override {
    return {{"pair", "(L, L, P)", "features of residue pairs (i, j)"},
            {"msa", "(N, L, D)", "features of the cells of the alignment"},
            {"W_p", "(H, P)", "scores from pair features, one per head"},
            {"W_v", "(H*v, D)", "value projection"},
            {"W_o", "(Dout, H*v)", "output projection"},
            {"b_p", "(H)", "bias of the scores", true},
            {"b_v", "(H*v)", "bias of the values", true},
            {"b_o", "(Dout)", "bias of the output", true}};
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"v", "(N, L, H, v)", "values of every head (intermediates=yes)", true},
            {"O", "(N, L, H, v)", "outputs of the heads, before they are joined (intermediates=yes)", true},
            {"S", "(L, L, H)", "scores (scores=yes or intermediates=yes)", true},
            {"A", "(L, L, H)", "attention weights; sum to 1 over the first axis"},
            {"Y", "(N, L, Dout)", "outputs"}};
  }
  /// Scores of a pair by its distance along the chain and by what its residues are.
  Sample sample() const override {
    const Array<float> X = helixFeatures();
    const Index L = X.length(0);
    Array<float> pair({L, L, 4}, 0.0f, "pair");
    for (Index i = 0; i < L; ++i)
      for (Index j = 0; j < L; ++j) {
        pair(i, j, 0) = -X(i, 1) * X(j, 1);
        pair(i, j, 1) = X(i, 0) * X(j, 0);
        pair(i, j, 2) = i == j + 4 ? 1.0f : 0.0f;
        pair(i, j, 3) = i == j - 1 ? 1.0f : 0.0f;
      }
    ArrayBundle arrays = globinProjections();
    Array<float> W_p({4, 4}, 0.0f, "W_p");
    for (Index head = 0; head < 4; ++head) W_p(head, head) = 5;
    return globinSample({{"pair", pair},
                         {"msa", globinFeatures()},
                         {"W_p", W_p},
                         {"W_v", arrays["W_v"]},
                         {"W_o", arrays["W_o"]}});
  }
  ArrayBundle sampleInput() const override {
    return {{"pair", deterministicArray<float>(22, {4, 4, 6}, 1, "pair")},
            {"msa", deterministicArray<float>(21, {3, 4, 8}, 1, "msa")},
            {"W_p", deterministicArray<float>(3301, {2, 6}, 0.3, "W_p")},
            {"W_v", deterministicArray<float>(3302, {8, 8}, 0.3, "W_v")},
            {"W_o", deterministicArray<float>(3303, {8, 8}, 0.3, "W_o")}};
  }
  TapeForm tapeForm() const override { return directOnTape; }
  std::vector<BenchCase> benchCases() const override {
    return {{"N=64 L=256 H=4 D=384",
             {},
             benchArrays({{"pair", {256, 256, 128}},
                          {"msa", {64, 256, 384}},
                          {"W_p", {4, 128}, 0.15},
                          {"W_v", {384, 384}, 0.09},
                          {"W_o", {384, 384}, 0.09}})}};
  }

  CostFormulas cost(const ParameterValues& values) const override {
    const std::string kept = values.flag("intermediates") ? " + 2*N*L*H*v" : "";
    const std::string maps = (keepsScores(values) ? "2*H*L*L" : "H*L*L") + kept;
    return {"2*L*L*P*H + 2*N*L*(H*v*D + H*v*Dout) + 2*N*H*L*L*v",
            "w*(L*L*P + N*L*(D + Dout) + H*P + H*v*(D + Dout) + " + maps + ")",
            "w*(3*H*L*L + N*L*(2*H*v + Dout)" + kept + ")"};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    sizes["v"] = rowsPerHead(inputs, "W_v", sizes["H"]);
    return sizes;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    if (auto heads = mapsOf(outputs, "A", "S", "kqh")) maps.push_back({"direct attention", std::move(heads)});
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    ShapeLetters letters;
    const Array<T> pair = readArray<T>(call.inputs, "pair", letters, {"L", "L", "P"});
    const Array<T> msa = readArray<T>(call.inputs, "msa", letters, {"N", "L", "D"});
    DirectWeights<T> weights;
    weights.W_p = readArray<T>(call.inputs, "W_p", letters, {"H", "P"});
    weights.b_p = readOptionalArray<T>(call.inputs, "b_p", letters, {"H"});
    weights.W_v = readArray<T>(call.inputs, "W_v", letters, {"H*v", "D"});
    weights.b_v = readOptionalArray<T>(call.inputs, "b_v", letters, {"H*v"});
    weights.W_o = readArray<T>(call.inputs, "W_o", letters, {"Dout", "H*v"});
    weights.b_o = readOptionalArray<T>(call.inputs, "b_o", letters, {"Dout"});
    const DirectOptions options{keepsScores(call.values), call.values.flag("intermediates")};
    DirectResult<T> result = directAttention(pair, msa, weights, options, call.where.threads, call.progress);
    ArrayBundle outputs;
    if (options.keepScores) give(outputs, "S", std::move(result.S));
    if (options.keepVectors) {
      give(outputs, "v", std::move(result.v));
      give(outputs, "O", std::move(result.O));
    }
    give(outputs, "A", std::move(result.A));
    give(outputs, "Y", std::move(result.Y));
    return outputs;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeDirect() { return std::make_unique<DirectMechanism>(); }

}  // namespace engine
