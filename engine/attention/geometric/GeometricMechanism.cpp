// The mechanism "geometric": ESM3 geometric attention on features and backbone coordinates.

#include "engine/attention/AxisWords.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/geometric/BackboneHeads.h"
#include "engine/attention/geometric/GeometricArrays.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/attention/samples/HelixSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle geometricOnTape(TapeCall& call);  // GeometricOnTape.cpp

namespace {

/// Vectors as the formula has them: q_d and k_d where they are in the world.
template <class T>
void giveVectors(ArrayBundle& outputs, GeometricVectors<T> vectors, Array<T> o) {
  for (Array<T>* points : {&vectors.q_d, &vectors.k_d})
    for (Index k = 0; k < points->size(); ++k) (*points)[k] += static_cast<T>(vectors.centre[k % 3]);
  give(outputs, "q_r", std::move(vectors.q_r));
  give(outputs, "k_r", std::move(vectors.k_r));
  give(outputs, "v", std::move(vectors.v));
  give(outputs, "q_d", std::move(vectors.q_d));
  give(outputs, "k_d", std::move(vectors.k_d));
  give(outputs, "o", std::move(o));
}

class GeometricMechanism : public TypedMechanism<GeometricMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "geometric"; }
  std::string title() const override { return "Geometric attention (ESM3)"; }
  MechanismGroup group() const override { return MechanismGroup::structures; }
  std::string formula() const override {
    return "R_ij = q^r_i · k^r_j / √3\n"
           "D_ij = |q^d_i − k^d_j| / √3\n"
           "A = softmax_j(softplus(w_r) R − softplus(w_d) D)\n"
           "Y = W_out (A v)";
  }
  std::string help() const override {
    return "Each residue has a frame (N, CA, C). Projections of LN(s) give vectors that are turned into the world: "
           "the summed values are turned back into each frame. Rigid motions change nothing, mirror "
           "images do. Pairs of the same sequence_id get one logit more, which is all that keeps sequences apart; "
           "other "
           "chains and residues without a frame are masked, and a row without any key is uniform. With maps=no only "
           "sums over keys are made, tile by tile, in memory O(L) per head. ESM3, Algorithm 6 (Hayes et al. 2024).";
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list{
        flagParameter("maps", "Attention maps", "no: only Y and the frames, without ever holding an L x L array", true),
        flagParameter("scores", "Scores S", "yes: also S, the scores before the masks, and mask (maps=yes)", false),
        flagParameter("vectors", "Vectors in space",
                      "yes: also what the frames turn into the world, and the sums over keys", false),
        flagParameter("mask_and_zero", "No output without a frame",
                      "yes: the attention output of a residue with a missing backbone atom is 0", true),
        choiceParameter("variant", "Form of the algorithm",
                        "code: as released; text: D from q_r and k_r and the order q_r, k_r, q_d, k_d, v, as in the "
                        "supplement",
                        {"code", "text"})};
    std::vector<Parameter> terms{
        textParameter("w_r", "Rotational weights",
                      "in place of the array w_r: a number per head before softplus, separated by commas; empty: as "
                      "the array has them"),
        textParameter("w_d", "Distance weights",
                      "in place of the array w_d: a number per head before softplus, separated by commas; empty: as "
                      "the array has them")};
    for (Parameter& parameter : grouped("Weights of both terms", std::move(terms)))
      list.push_back(std::move(parameter));
    return list;
  }
  AxisWords axisWords() const override {
    return {{"12H+3HM", "coordinates of all heads"},
            {"3HM", "value coordinate of each head"}, {"3M", "value coordinate"}};
  }
  std::vector<ArrayDescription> inputs() const override {
    constexpr ArrayType kInteger = ArrayType::integer;
    std::vector<ArrayDescription> list = framedResidueInputs();
    const std::vector<ArrayDescription> weights{
        {"W_proj", "(12H + 3HM, D)", "projection to q_r, k_r, v, q_d, k_d; M messages, usually 1"},
        {"b_proj", "(12H + 3HM)", "its bias", true},
        {"W_out", "(Dout, 3HM)", "output projection"},
        {"b_out", "(Dout)", "its bias", true},
        {"ln_weight", "(D)", "weight of the layer normalisation"},
        {"ln_bias", "(D)", "its bias", true},
        {"w_r", "(H)", "rotational weight per head, before softplus"},
        {"w_d", "(H)", "distance weight per head, before softplus"},
        {"sequence_id", "(L)", "pairs with equal numbers get one logit more", true, kInteger},
        {"chain_id", "(L)", "pairs with different numbers are masked", true, kInteger}};
    list.insert(list.end(), weights.begin(), weights.end());
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"frames_R", "(L, 3, 3)", "rotations of the frames; columns are the axes"},
            {"frames_t", "(L, 3)", "origins of the frames, Å"},
            {"R", "(H, L, L)", "rotational term (maps=yes)", true},
            {"D", "(H, L, L)", "distance term (maps=yes)", true},
            {"S", "(H, L, L)", "scores with the bias of sequences, before the masks (scores=yes)", true},
            {"mask", "(L, L)", "whether a residue sees another, in every head (scores=yes)", true, ArrayType::boolean},
            {"A", "(H, L, L)", "attention weights (maps=yes)", true},
            {"q_r", "(H, L, 3)", "query directions in the world (vectors=yes)", true},
            {"k_r", "(H, L, 3)", "key directions in the world (vectors=yes)", true},
            {"v", "(H, L, 3M)", "values in the world, message by message (vectors=yes)", true},
            {"q_d", "(H, L, 3)", "query points in the world, Å (vectors=yes)", true},
            {"k_d", "(H, L, 3)", "key points in the world, Å (vectors=yes)", true},
            {"o", "(H, L, 3M)", "weighted sums of v in the world (vectors=yes)", true},
            {"Y", "(L, Dout)", "outputs, without the residual connection"}};
  }
  /// An ideal helix (1.5 Å and 100 degrees per residue) with the heads that look at a bare backbone.
  Sample sample() const override {
    return {"Ideal helix", backboneHeadsInput(helixChain()), {}, {globinLetters()}, backboneHeadLabels()};
  }
  ArrayBundle sampleInput() const override {
    const Array<float> atoms = deterministicArray<float>(11, {5, 3, 3}, 3);
    ArrayBundle sample = {{"s", deterministicArray<float>(15, {5, 8}, 1, "s")},
                          {"W_proj", deterministicArray<float>(12, {30, 8}, 0.5, "W_proj")},
                          {"W_out", deterministicArray<float>(13, {8, 6}, 0.5, "W_out")},
                          {"w_r", Array<float>({2}, {0.0f, 0.75f}, "w_r")},
                          {"w_d", Array<float>({2}, {0.0f, -0.5f}, "w_d")},
                          {"ln_weight", Array<float>({8}, 1.0f, "ln_weight")}};
    const char* const names[] = {"N", "CA", "C"};
    for (Index atom = 0; atom < 3; ++atom) {
      Array<float> one({5, 3}, 0.0f, names[atom]);
      for (Index i = 0; i < 5; ++i)
        for (Index axis = 0; axis < 3; ++axis) one(i, axis) = atoms(i, atom, axis);
      sample[names[atom]] = one;
    }
    return sample;
  }
  TapeForm tapeForm() const override { return geometricOnTape; }
  std::vector<BenchCase> benchCases() const override {
    return {{"L=1024 H=128 D=256 maps=no", benchValues({{"maps", false}}),
             benchArrays({{"s", {1024, 256}},
                          {"N", {1024, 3}, 30},
                          {"CA", {1024, 3}, 30},
                          {"C", {1024, 3}, 30},
                          {"W_proj", {1920, 256}, 0.1},
                          {"W_out", {256, 384}, 0.1},
                          {"w_r", {128}},
                          {"w_d", {128}},
                          {"ln_weight", {256}}})}};
  }
  bool usesDevice(const ArrayBundle&, const ParameterValues&) const override { return true; }

  /// Projections (L, P) are held twice, as projected and as vectors; natively the keys once more, in planes.
  CostFormulas cost(const ParameterValues& values) const override {
    const bool maps = values.flag("maps");
    const std::string pairs = !maps ? "" : values.flag("scores") ? " + 4*H*L*L" : " + 3*H*L*L";
    const std::string vectors = values.flag("vectors") ? " + L*(P + H*V)" : "";
    const std::string mask = maps && values.flag("scores") ? " + L*L" : "";
    return {"2*L*P*D + H*L*L*(22 + 2*V) + 2*L*H*V*Dout",
            "w*(L*(D + 21 + Dout) + D*P + Dout*H*V" + pairs + vectors + ")",
            "w*(L*(3*P + 2*H*V + 2*D + 2*Dout + 12)" + pairs + vectors + ")" + mask};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    const auto found = inputs.find("W_proj");
    sizes["P"] = found == inputs.end() || shapeOf(found->second).empty() ? 0.0 : double(shapeOf(found->second)[0]);
    sizes["V"] = sizes["H"] > 0 ? (sizes["P"] - 12 * sizes["H"]) / sizes["H"] : 0.0;  // values of a head: 3 M
    return sizes;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const GeometricInput<T> input = readGeometricInput<T>(call.inputs, call.values);
    GeometricResult<T> result = geometricAttention(input, call.where, call.diagnostics, call.progress);
    ArrayBundle outputs;
    give(outputs, "frames_R", std::move(result.frames_R));
    give(outputs, "frames_t", std::move(result.frames_t));
    if (input.kept != KeptPairs::nothing) {
      give(outputs, "R", std::move(result.maps.R));
      give(outputs, "D", std::move(result.maps.D));
      give(outputs, "A", std::move(result.maps.A));
    }
    if (input.kept == KeptPairs::mapsAndScores) {
      give(outputs, "S", std::move(result.maps.S));
      give(outputs, "mask", seenResidues(result.vectors));
    }
    if (call.values.flag("vectors")) giveVectors(outputs, std::move(result.vectors), std::move(result.maps.o));
    give(outputs, "Y", std::move(result.Y));
    return outputs;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeGeometric() { return std::make_unique<GeometricMechanism>(); }

}  // namespace engine
