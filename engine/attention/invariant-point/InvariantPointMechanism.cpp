// The mechanism "invariant-point": AlphaFold 2's attention of residue frames.
#include "engine/attention/AxisWords.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/geometric/GeometricArrays.h"
#include "engine/attention/heads/Projections.h"
#include "engine/attention/invariant-point/InvariantPointArrays.h"
#include "engine/attention/invariant-point/InvariantPointHeads.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/attention/samples/HelixSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle invariantPointOnTape(TapeCall& call);  // InvariantPointOnTape.cpp

namespace {

class InvariantPointMechanism : public TypedMechanism<InvariantPointMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "invariant-point"; }
  std::string title() const override { return "Invariant point attention (AlphaFold 2)"; }
  MechanismGroup group() const override { return MechanismGroup::structures; }
  std::string formula() const override {
    return "S_ij = √⅓ (q_i · k_j / √d + W_b z_ij − γ √(2/9Q) / 2 · Σ |T_i q^p_i − T_j k^p_j|²)\n"
           "A = softmax_j(S)\n"
           "o^z = Σ_j A z_ij, o = Σ_j A v_j, o^p = T_i^{-1} Σ_j A T_j v^p_j\n"
           "Y = W_out (o^z, o, o^p, |o^p|)";
  }
  std::string help() const override {
    return "Each residue has a frame (x axis from CA to C, N in the xy plane). Scores have three terms: of features, "
           "of pairs, of the squared distances of points that the frames put into the world; γ = softplus(gamma) per "
           "head. Values are features, pair features and points, which come back into the frame of the query, with "
           "their lengths. Rigid motions change nothing, mirror images do. Residues without a frame are masked as "
           "keys; a row without any key is uniform. AlphaFold 2, Algorithm 22 (Jumper et al. 2021).";
  }
  std::vector<Parameter> parameters() const override {
    return {flagParameter("maps", "Attention maps", "no: only the outputs, without ever holding an L x L array", true),
            flagParameter("scores", "Scores S and their terms",
                          "yes: also S, the three terms it is the sum of, and mask (maps=yes)", false),
            textParameter("gamma", "Weights of the points",
                          "in place of the array gamma: a number per head before softplus, separated by commas; empty: "
                          "as the array has them")};
  }
  AxisWords axisWords() const override {
    return {{"3HQ", "coordinate of each head's points"},
            {"3HV", "coordinate of each head's value points"},
            {"H*(P+d+4V)", "number of each head"}};
  }
  std::vector<ArrayDescription> inputs() const override {
    std::vector<ArrayDescription> list = framedResidueInputs();
    const std::vector<ArrayDescription> weights{
        {"z", "(L, L, P)", "features of residue pairs (i, j)", true},
        {"W_b", "(H, P)", "scores from pair features, one per head", true},
        {"W_q", "(H*d, D)", "query projection"},
        {"W_k", "(H*d, D)", "key projection"},
        {"W_v", "(H*d, D)", "value projection"},
        {"W_q_points", "(3HQ, D)", "query points in the frame, Å: head, point, x y z"},
        {"W_k_points", "(3HQ, D)", "key points in the frame, Å"},
        {"W_v_points", "(3HV, D)", "value points in the frame, Å"},
        {"gamma", "(H)", "weight of the points per head, before softplus"},
        {"W_out", "(Dout, H*(P + d + 4V))", "output projection"},
        {"b_out", "(Dout)", "its bias", true}};
    list.insert(list.end(), weights.begin(), weights.end());
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"scalar", "(H, L, L)", "term of the features (scores=yes)", true},
            {"pair", "(H, L, L)", "term of the pairs (scores=yes)", true},
            {"point", "(H, L, L)", "term of the points (scores=yes)", true},
            {"S", "(H, L, L)", "scores, the sum of the three, before the mask (scores=yes)", true},
            {"mask", "(L, L)", "true where the key has a frame (scores=yes)", true, ArrayType::boolean},
            {"A", "(H, L, L)", "attention weights (maps=yes)", true},
            {"O", "(L, H*(P + d + 4V))", "of each head pair features, values, points in the frame and their lengths"},
            {"Y", "(L, Dout)", "outputs, without the residual connection"}};
  }
  /// The helix of `geometric` with three of its heads, and two that only this layer can have.
  Sample sample() const override {
    return {"Ideal helix", invariantPointHeadsInput(helixChain()), {}, {globinLetters()}, invariantPointHeadLabels()};
  }
  ArrayBundle sampleInput() const override {
    const auto array = [](std::uint64_t seed, Shape shape, double scale, const char* name) {
      return deterministicArray<float>(seed, std::move(shape), static_cast<float>(scale), name);
    };
    return {{"s", array(61, {5, 6}, 1, "s")},
            {"N", array(62, {5, 3}, 3, "N")},
            {"CA", array(63, {5, 3}, 3, "CA")},
            {"C", array(64, {5, 3}, 3, "C")},
            {"z", array(65, {5, 5, 4}, 1, "z")},
            {"W_b", array(66, {2, 4}, 0.5, "W_b")},
            {"W_q", array(67, {6, 6}, 0.5, "W_q")},
            {"W_k", array(68, {6, 6}, 0.5, "W_k")},
            {"W_v", array(69, {6, 6}, 0.5, "W_v")},
            {"W_q_points", array(70, {12, 6}, 0.5, "W_q_points")},
            {"W_k_points", array(71, {12, 6}, 0.5, "W_k_points")},
            {"W_v_points", array(72, {18, 6}, 0.5, "W_v_points")},
            {"gamma", Array<float>({2}, {0.0f, -0.5f}, "gamma")},
            {"W_out", array(73, {6, 38}, 0.5, "W_out")}};
  }
  TapeForm tapeForm() const override { return invariantPointOnTape; }
  /// The sizes of AlphaFold 2: 12 heads of width 16, 4 query and 8 value points, 128 pair features.
  std::vector<BenchCase> benchCases() const override {
    return {{"L=256 H=12 d=16 Q=4 V=8 P=128 D=384",
             {},
             benchArrays({{"s", {256, 384}},
                          {"N", {256, 3}, 30},
                          {"CA", {256, 3}, 30},
                          {"C", {256, 3}, 30},
                          {"z", {256, 256, 128}},
                          {"W_b", {12, 128}, 0.1},
                          {"W_q", {192, 384}, 0.1},
                          {"W_k", {192, 384}, 0.1},
                          {"W_v", {192, 384}, 0.1},
                          {"W_q_points", {144, 384}, 0.1},
                          {"W_k_points", {144, 384}, 0.1},
                          {"W_v_points", {288, 384}, 0.1},
                          {"gamma", {12}},
                          {"W_out", {384, 2112}, 0.05}})}};
  }

  /// Projections are held twice, as projected and by head; natively the keys once more.
  CostFormulas cost(const ParameterValues& values) const override {
    const bool maps = values.flag("maps"), scores = maps && values.flag("scores");
    const std::string pairs = !maps ? "" : scores ? " + 5*H*L*L" : " + H*L*L";
    const std::string mask = scores ? " + L*L" : "";
    return {
        "2*L*D*H*(3*d + 6*Q + 3*V) + H*L*L*(4*d + 9*Q + 4*P + 6*V + 10) + 2*L*Dout*H*(P + d + 4*V)",
        "w*(L*(D + 9 + Dout) + L*L*P + H*P + D*H*(3*d + 6*Q + 3*V) + (L + Dout)*H*(P + d + 4*V)" + pairs + ")" + mask,
        "w*(L*(3*H*(3*d + 6*Q + 3*V) + 2*H*(P + d + 4*V) + 2*Dout) + H*L + L*P" + pairs + ")" + mask};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    const double H = sizes["H"];
    if (inputs.count("z") == 0) sizes["P"] = 0;
    sizes["d"] = rowsPerHead(inputs, "W_q", H);
    sizes["Q"] = rowsPerHead(inputs, "W_q_points", H) / 3;
    sizes["V"] = rowsPerHead(inputs, "W_v_points", H) / 3;
    return sizes;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const InvariantPointInput<T> input = readInvariantPointInput<T>(call.inputs, call.values);
    InvariantPointResult<T> result = invariantPoint(input, call.where.threads, call.diagnostics, call.progress);
    ArrayBundle outputs;
    if (input.kept == KeptPointMaps::terms) {
      give(outputs, "scalar", std::move(result.maps.scalar));
      give(outputs, "pair", std::move(result.maps.pair));
      give(outputs, "point", std::move(result.maps.point));
      give(outputs, "S", std::move(result.maps.S));
      Array<Bool> mask({input.length(), input.length()});
      for (Index k = 0; k < mask.size(); ++k)
        mask[k].value = result.vectors.frames.valid[static_cast<size_t>(k % input.length())];
      give(outputs, "mask", std::move(mask));
    }
    if (input.kept != KeptPointMaps::none) give(outputs, "A", std::move(result.maps.A));
    give(outputs, "O", std::move(result.joined));
    give(outputs, "Y", std::move(result.Y));
    return outputs;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeInvariantPoint() { return std::make_unique<InvariantPointMechanism>(); }

}  // namespace engine
