// The mechanism "masked-direct": residue features decide how an alignment's columns are mixed, each head within a
// distance.
#include <cmath>
#include <numbers>

#include "engine/attention/AxisWords.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/direct/DirectAttention.h"
#include "engine/attention/msa/MsaInput.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle maskedDirectOnTape(TapeCall& call);  // DirectOnTape.cpp

namespace {

constexpr ProjectionWidths kWidths{"S", "S", "D"};

class MaskedDirectMechanism : public TypedMechanism<MaskedDirectMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "masked-direct"; }
  std::string title() const override { return "Masked direct attention (structure to alignment)"; }
  MechanismGroup group() const override { return MechanismGroup::alignments; }
  std::string formula() const override {
    return "S_ij = q_i · k_j / √d, if |CA_i − CA_j| is within the bin of the head\n"
           "A = softmax_j(S)\n"
           "O_nih = Σ_j A_hij V_njh\n"
           "Y = O W_o^T + b_o";
  }
  std::string help() const override {
    return "q, k = state W^T + b split into heads, one head per distance bin; S = q k^T / sqrt(d), and the lowest "
           "finite "
           "number where the CA atoms are farther apart than the head's bin, so that the weight is 0; A = softmax over "
           "j; O_nih = sum over j of A_hij V_njh, V = msa W_v^T + b_v; Y = O W_o^T + b_o. Baek et al. 2021.";
  }
  std::vector<Parameter> parameters() const override {
    return {textParameter("bins", "Distance cut-offs",
                          "greatest distance of CA atoms in Å that each head sees, separated by commas; the "
                          "array bins comes first",
                          "8,12,16,20"),
            flagParameter("scores", "Scores S", "also give the scores S and the mask", false),
            headVectorsParameter()};
  }
  AxisWords axisWords() const override { return {{"S", "residue feature"}}; }
  std::vector<ArrayDescription> inputs() const override {
    std::vector<ArrayDescription> list = {{"state", "(L, S)", "features of the residues"},
                                          {"CA", "(L, 3)", "positions of the CA atoms in Å"},
                                          {"msa", "(N, L, D)", "features of the cells of the alignment"}};
    for (ArrayDescription& description : projectionInputs(kWidths)) list.push_back(std::move(description));
    list.push_back({"bins", "(H)", "greatest distance in Å that each head sees", true});
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"q", "(L, H, d)", "queries of every head (intermediates=yes)", true},
            {"k", "(L, H, d)", "keys of every head (intermediates=yes)", true},
            {"v", "(N, L, H, v)", "values of every head (intermediates=yes)", true},
            {"O", "(N, L, H, v)", "outputs of the heads, before they are joined (intermediates=yes)", true},
            {"S", "(H, L, L)", "scores as the softmax sees them (scores=yes or intermediates=yes)", true},
            {"mask", "(H, L, L)", "whether head h lets i see j (scores=yes or intermediates=yes)", true,
             ArrayType::boolean},
            {"A", "(H, L, L)", "attention weights"},
            {"Y", "(N, L, Dout)", "outputs"}};
  }
  /// Every head sees farther along an ideal helix (1.5 Å and 100 degrees per residue,
  /// radius 2.3 Å) than the one before.
  Sample sample() const override {
    ArrayBundle arrays = globinProjections();
    arrays["state"] = helixFeatures();
    arrays["msa"] = globinFeatures();
    Array<float> CA({16, 3}, 0.0f, "CA");
    for (Index i = 0; i < 16; ++i) {
      const double angle = static_cast<double>(i) * 100 * std::numbers::pi / 180;
      CA(i, 0) = static_cast<float>(2.3 * std::cos(angle));
      CA(i, 1) = static_cast<float>(2.3 * std::sin(angle));
      CA(i, 2) = 1.5f * static_cast<float>(i);
    }
    arrays["CA"] = CA;
    arrays["bins"] = Array<float>({4}, {6, 9, 12, 20}, "bins");
    return globinSample(std::move(arrays));
  }
  ArrayBundle sampleInput() const override {
    return {{"state", deterministicArray<float>(23, {4, 5}, 1, "state")},
            {"CA", deterministicArray<float>(24, {4, 3}, 15, "CA")},
            {"msa", deterministicArray<float>(21, {3, 4, 8}, 1, "msa")},
            {"W_q", deterministicArray<float>(3401, {6, 5}, 0.3, "W_q")},
            {"W_k", deterministicArray<float>(3402, {6, 5}, 0.3, "W_k")},
            {"W_v", deterministicArray<float>(3403, {8, 8}, 0.3, "W_v")},
            {"W_o", deterministicArray<float>(3404, {8, 8}, 0.3, "W_o")},
            {"bins", Array<float>({2}, {8, 12}, "bins")}};
  }
  TapeForm tapeForm() const override { return maskedDirectOnTape; }
  std::vector<BenchCase> benchCases() const override {
    return {{"N=64 L=256 H=4 D=384",
             {},
             benchArrays({{"state", {256, 32}},
                          {"CA", {256, 3}, 20},
                          {"msa", {64, 256, 384}},
                          {"W_q", {128, 32}, 0.3},
                          {"W_k", {128, 32}, 0.3},
                          {"W_v", {384, 384}, 0.09},
                          {"W_o", {384, 384}, 0.09}})}};
  }

  CostFormulas cost(const ParameterValues& values) const override {
    const std::string kept = values.flag("intermediates") ? " + 2*L*H*d + 2*N*L*H*v" : "";
    const std::string maps = (keepsScores(values) ? "2*H*L*L" : "H*L*L") + kept;
    return {"4*L*S*H*d + 2*H*L*L*d + 2*N*L*(H*v*D + H*v*Dout) + 2*N*H*L*L*v",
            "w*(L*(S + 3) + N*L*(D + Dout) + 2*H*d*S + H*v*(D + Dout) + " + maps + ")",
            "w*(" + maps + " + 2*L*H*d + N*L*(2*H*v + Dout)) + H*L*L"};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    if (inputs.count("bins") == 0) sizes["H"] = double(distanceBins(values.text("bins")).size());
    sizes["d"] = rowsPerHead(inputs, "W_q", sizes["H"]);
    sizes["v"] = rowsPerHead(inputs, "W_v", sizes["H"]);
    return sizes;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    if (auto heads = mapsOf(outputs, "A", "S", "hqk")) maps.push_back({"masked direct attention", std::move(heads)});
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const MaskedDirectInput<T> input = read<T>(call.inputs, call.values);
    DirectResult<T> result = maskedDirectAttention(input, call.where.threads, call.progress);
    ArrayBundle outputs;
    if (input.options.keepVectors)
      giveHeadVectors(
          outputs, HeadVectors<T>{std::move(result.q), std::move(result.k), std::move(result.v), std::move(result.O)});
    if (input.options.keepScores) {
      give(outputs, "S", std::move(result.S));
      give(outputs, "mask", distanceMask(input.CA, input.bins));
    }
    give(outputs, "A", std::move(result.A));
    give(outputs, "Y", std::move(result.Y));
    return outputs;
  }

 private:
  template <class T>
  static MaskedDirectInput<T> read(const ArrayBundle& inputs, const ParameterValues& values) {
    ShapeLetters letters;
    MaskedDirectInput<T> input;
    input.state = readArray<T>(inputs, "state", letters, {"L", "S"});
    input.CA = numbersOf<T>(inputs, "CA");
    requireShape("CA", input.CA.shape(), {letters["L"], 3});
    input.msa = readArray<T>(inputs, "msa", letters, {"N", "L", "D"});
    input.bins = readOptionalArray<T>(inputs, "bins", letters, {"H"});
    if (inputs.count("bins") == 0) {
      const std::vector<double> bins = distanceBins(values.text("bins"));
      input.bins = Array<T>({Index(bins.size())}, std::vector<T>(bins.begin(), bins.end()), "bins");
    }
    readProjectionArrays(input, inputs, letters, kWidths);
    input.options = {keepsScores(values), values.flag("intermediates")};
    return input;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeMaskedDirect() { return std::make_unique<MaskedDirectMechanism>(); }

}  // namespace engine
