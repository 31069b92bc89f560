// The mechanism "geometric": ESM3 geometric attention on features and backbone coordinates.
#include "engine/attention/GeometricAttention.h"
#include "engine/attention/ShapeLetters.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

namespace {

std::vector<Vector3> positions(const ArrayBundle& inputs, const std::string& name, ShapeLetters& letters) {
  const Array<double> array = numbersOf<double>(inputs, name, NonFinite::allow);
  letters.require(name, array.shape(), {"L", "3"});
  std::vector<Vector3> result;
  for (Index i = 0; i < array.length(0); ++i) result.emplace_back(array(i, 0), array(i, 1), array(i, 2));
  return result;
}

std::vector<std::int64_t> identifiers(const ArrayBundle& inputs, const std::string& name, ShapeLetters& letters) {
  if (inputs.count(name) == 0) return {};
  letters.require(name, shapeOf(inputs.at(name)), {"L"});
  if (const auto* small = std::get_if<Array<std::int32_t>>(&inputs.at(name))) return {small->begin(), small->end()};
  const auto& large = std::get<Array<std::int64_t>>(inputs.at(name));
  return {large.begin(), large.end()};
}

template <class T>
GeometricInput<T> read(const ArrayBundle& inputs, const ParameterValues& values) {
  ShapeLetters letters;
  letters.bind("3", 3);
  GeometricInput<T> input;
  input.s = readArray<T>(inputs, "s", letters, {"L", "D"});
  input.n = positions(inputs, "N", letters);
  input.ca = positions(inputs, "CA", letters);
  input.c = positions(inputs, "C", letters);
  input.W_proj = readArray<T>(inputs, "W_proj", letters, {"12H + 3HM", "D"});
  input.b_proj = readOptionalArray<T>(inputs, "b_proj", letters, {"12H + 3HM"});
  input.w_r = readArray<T>(inputs, "w_r", letters, {"H"});
  input.w_d = readArray<T>(inputs, "w_d", letters, {"H"});
  letters.bind("3HM", letters["12H + 3HM"] - 12 * letters["H"]);
  input.W_out = readArray<T>(inputs, "W_out", letters, {"Dout", "3HM"});
  input.b_out = readOptionalArray<T>(inputs, "b_out", letters, {"Dout"});
  input.ln_weight = readArray<T>(inputs, "ln_weight", letters, {"D"});
  input.ln_bias = readOptionalArray<T>(inputs, "ln_bias", letters, {"D"});
  input.sequenceId = identifiers(inputs, "sequence_id", letters);
  input.chainId = identifiers(inputs, "chain_id", letters);
  input.variant = values.text("variant") == "text" ? GeometricVariant::text : GeometricVariant::code;
  input.frameless = values.flag("mask_and_zero") ? FramelessOutput::zero : FramelessOutput::keep;
  return input;
}

class GeometricMechanism : public TypedMechanism<GeometricMechanism> {
 public:
  std::string id() const override { return "geometric"; }
  std::string title() const override { return "Geometric attention (ESM3)"; }
  std::string help() const override {
    return "Each residue has a frame (N, CA, C). Projections of LN(s) give vectors that are turned into the world: "
           "R = q_r . k_r / sqrt(3), D = |q_d - k_d| / sqrt(3), A = softmax of softplus(w_r) R - softplus(w_d) D over "
           "keys, Y = W_out of the summed values turned back into each frame. Rigid motions change nothing, mirror "
           "images do. Pairs of the same sequence_id get one logit more; other chains and residues without a frame are "
           "masked. "
           "ESM3, Algorithm 6 (Hayes et al. 2024).";
  }
  std::vector<Parameter> parameters() const override {
    return {
        flagParameter("mask_and_zero", "Zero residues without a frame",
                      "yes: the attention output of a residue with a missing backbone atom is 0", true),
        choiceParameter("variant", "Variant",
                        "code: as released; text: D from q_r and k_r and the order q_r, k_r, q_d, k_d, v, as in the "
                        "supplement",
                        {"code", "text"})};
  }
  std::vector<ArrayDescription> inputs() const override {
    constexpr ArrayType kReal = ArrayType::real, kInteger = ArrayType::integer;
    return {{"s", "(L, D)", "features of the residues"},
            {"N", "(L, 3)", "nitrogen positions, Å; NaN where missing", false, kReal, true},
            {"CA", "(L, 3)", "alpha carbon positions, Å; NaN where missing", false, kReal, true},
            {"C", "(L, 3)", "carbonyl carbon positions, Å; NaN where missing", false, kReal, true},
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
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"frames_R", "(L, 3, 3)", "rotations of the frames; columns are the axes"},
            {"frames_t", "(L, 3)", "origins of the frames, Å"},
            {"R", "(H, L, L)", "rotational term"},
            {"D", "(H, L, L)", "distance term"},
            {"A", "(H, L, L)", "attention weights"},
            {"Y", "(L, Dout)", "outputs, without the residual connection"}};
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

  CostFormulas cost(const ParameterValues&) const override {
    return {"2*L*P*D + H*L*L*(20 + 2*V) + 2*L*H*V*Dout", "w*(L*(D + 9 + Dout) + D*P + Dout*H*V + 3*H*L*L)",
            "w*(3*H*L*L + L*(2*P + 2*H*V + D + Dout + 12))"};
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
    GeometricResult<T> result =
        geometricAttention(read<T>(call.inputs, call.values), call.where, call.diagnostics, call.progress);
    ArrayBundle outputs;
    give(outputs, "frames_R", std::move(result.frames_R));
    give(outputs, "frames_t", std::move(result.frames_t));
    give(outputs, "R", std::move(result.R));
    give(outputs, "D", std::move(result.D));
    give(outputs, "A", std::move(result.A));
    give(outputs, "Y", std::move(result.Y));
    return outputs;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeGeometric() { return std::make_unique<GeometricMechanism>(); }

}  // namespace engine
