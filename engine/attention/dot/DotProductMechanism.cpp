// The mechanism "dot": scaled dot-product attention on ready-made queries, keys and values.
#include "engine/attention/dot/DotProduct.h"

#include "engine/attention/MaskInput.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/heads/LeadingAxes.h"
#include "engine/attention/heads/ScoreOverflow.h"
#include "engine/attention/heads/ScoreVariants.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle dotOnTape(TapeCall& call);  // DotProductOnTape.cpp

namespace {

class DotProductMechanism : public TypedMechanism<DotProductMechanism> {
 public:
  std::string id() const override { return "dot"; }
  std::string title() const override { return "Scaled dot-product attention"; }
  std::string formula() const override {
    return "S = scale · Q K^T + bias − slope |i − j|\n"
           "A_ij = exp(S_ij) / Σ_j exp(S_ij)\n"
           "O = A V";
  }
  std::string help() const override {
    return "The softmax runs over the keys seen. lse is ln of the sum of exp(S) over the "
           "keys seen (-inf when there is none). S is given before the mask, but of a sliding window only inside it, "
           "and "
           "intermediates=yes gives the mask that was in effect. With maps=no only O and lse are made, tile by tile, "
           "in "
           "memory O(n) per head, a mask or window apart, which is a byte for each query and key. Q, K and V share "
           "their "
           "leading axes: none, (B), or (B, H); K and V may have fewer heads, each of which as many heads of Q "
           "share (grouped-query attention). Vaswani et al. 2017; Press et al. 2022 (ALiBi); Su et al. 2021 (rotary "
           "places); Ainslie et al. 2023 (groups); Beltagy et al. 2020 (sliding window).";
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = {
        named(numberParameter("scale", "Score scale", "", "factor of the scores; automatic: 1/√d", 0, -1e30, 1e30),
              {{0, "automatic"}}),
        flagParameter("maps", "Attention map", "no: only O and lse, without ever holding an n x m array", true),
        flagParameter("intermediates", "Intermediate results", "yes: also the mask that was in effect (maps=yes)",
                      false)};
    for (Parameter& parameter : maskParameters()) list.push_back(std::move(parameter));
    for (Parameter& parameter : variantParameters()) list.push_back(std::move(parameter));
    return list;
  }
  std::vector<ArrayDescription> inputs() const override {
    std::vector<ArrayDescription> list = {{"Q", "(B, H, n, d)", "queries; B, H may be absent"},
                                          {"K", "(B, H, m, d) or (B, G, m, d)", "keys; of G heads where G divides H"},
                                          {"V", "(B, H, m, v) or (B, G, m, v)", "values"}};
    for (ArrayDescription& description : maskInputs()) list.push_back(std::move(description));
    for (ArrayDescription& description : biasInputs()) list.push_back(std::move(description));
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"S", "(B, H, n, m)", "scaled scores with biases, before the mask; 0 outside a sliding window (maps=yes)",
             true},
            {"mask", "(B, n, m)", "whether a query sees a key, in every head (intermediates=yes, maps=yes)", true,
             ArrayType::boolean},
            {"A", "(B, H, n, m)", "attention weights (maps=yes)", true},
            {"O", "(B, H, n, v)", "outputs"},
            {"lse", "(B, H, n)", "log-sum-exp of the scores seen"}};
  }
  Sample sample() const override {
    Array<float> Q = helixHeads(globinQueries()), K = helixHeads(globinKeys()), V = K;
    for (Array<float>* heads : {&Q, &K, &V}) *heads = std::move(*heads).reshaped({1, 4, 16, 2});
    return globinSample({{"Q", Q}, {"K", K}, {"V", V}});
  }
  ArrayBundle sampleInput() const override {
    return {{"Q", deterministicArray<float>(101, {2, 3, 4}, 1, "Q")},
            {"K", deterministicArray<float>(102, {2, 5, 4}, 1, "K")},
            {"V", deterministicArray<float>(103, {2, 5, 3}, 1, "V")},
            {"valid_lens", Array<std::int64_t>({2}, {3, 5}, "valid_lens")}};
  }
  TapeForm tapeForm() const override { return dotOnTape; }
  std::vector<BenchCase> benchCases() const override {
    const ArrayBundle inputs = benchArrays({{"Q", {1, 8, 1024, 64}}, {"K", {1, 8, 1024, 64}}, {"V", {1, 8, 1024, 64}}});
    const std::string lengths = "H=8 n=m=1024 d=64 ";
    const auto variant = [&](const char* name, const char* key, ParameterValue value) {
      return BenchCase{lengths + "maps=no " + name, benchValues({{"maps", false}, {key, std::move(value)}}), inputs};
    };
    ArrayBundle shared = inputs;
    for (const char* name : {"K", "V"}) shared[name] = deterministicArray<float>(690, {1, 2, 1024, 64}, 1, name);
    return {{lengths + "maps=no", benchValues({{"maps", false}}), inputs},
            {lengths + "maps=yes", {}, inputs},
            variant("rotary", "rotary", "halves"),
            variant("ALiBi", "alibi", true),
            variant("window=64", "window", 64),
            variant("window=128", "window", 128),
            {lengths + "maps=yes window=64", benchValues({{"window", 64}}), inputs},
            {lengths + "maps=no G=2", benchValues({{"maps", false}}), std::move(shared)}};
  }
  /// Kernels know no biases.
  bool usesDevice(const ArrayBundle& inputs, const ParameterValues& values) const override {
    return !hasBias(inputs, values);
  }

  CostFormulas cost(const ParameterValues& values) const override {
    const std::string products = "2*B*H*n*" + keysInWindow(values) + "*(d + v)",
                      outer = "B*H*(n*d + m*d + m*v + n*v + n)";
    const std::string window = windowBytes(values);
    if (!values.flag("maps")) return {products, "w*" + outer, "w*B*H*n*(v + 1)" + window};
    return {products, "w*(" + outer + " + 2*B*H*n*m)", "w*B*H*n*(2*m + v + 1)" + maskBytes(values) + window};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    countLeadingAxes(inputs, "Q", sizes);
    return sizes;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const LeadingAxes leading = leadingAxes("Q", shapeOf(call.inputs.at("Q")), "n, d");
    const DotProductInput<T> input = read<T>(call.inputs, call.values, leading);
    DotProductResult<T> result = dotProduct(input, call.where, call.diagnostics, call.progress);
    ArrayBundle outputs;
    const auto giveShaped = [&](const char* name, Array<T>& array) {
      give(outputs, name, std::move(array).reshaped(leading.of(array.shape())));
    };
    if (input.maps == Maps::keep) {
      giveShaped("S", result.S);
      if (call.values.flag("intermediates"))
        giveMask(outputs, input.mask, input.keys(), leading.letters.empty() ? BatchAxis::absent : BatchAxis::given);
      giveShaped("A", result.A);
    }
    giveShaped("O", result.O);
    giveShaped("lse", result.lse);
    return outputs;
  }

 private:
  /// Keys or values, whose heads may be fewer than those of Q.
  template <class T>
  static Array<T> readShared(const ArrayBundle& inputs, const std::string& name, const LeadingAxes& leading,
                             ShapeLetters& letters, const std::string& width) {
    const bool hasHeads = leading.letters.size() == 2;
    std::vector<std::string> axes = leading.letters;
    if (hasHeads) axes.back() = "G";
    axes.insert(axes.end(), {"m", width});
    Array<T> array = readArray<T>(inputs, name, letters, axes);
    array.name = name;
    const Index groups = hasHeads ? letters["G"] : 1;
    array = std::move(array).reshaped({leading.batches, groups, letters["m"], letters[width]});
    return sharedByHeads(std::move(array), leading.heads);
  }

  template <class T>
  static DotProductInput<T> read(const ArrayBundle& inputs, const ParameterValues& values, const LeadingAxes& leading) {
    ShapeLetters letters;
    DotProductInput<T> input;
    input.Q = readStack<T>(inputs, "Q", leading, letters, "n", "d");
    input.K = readShared<T>(inputs, "K", leading, letters, "d");
    input.V = readShared<T>(inputs, "V", leading, letters, "v");
    turnPlaces(input.Q, letters["m"] - letters["n"], rotaryPlaces(values));
    turnPlaces(input.K, 0, rotaryPlaces(values));
    input.bias = readBias<T>(inputs, values, {leading.batches, leading.heads, letters["n"], letters["m"]},
                             static_cast<Index>(leading.letters.size()));
    input.mask = readMask(inputs, values, leading.batches, letters["n"], letters["m"]);
    input.scale = values.real("scale") == 0 ? standardScale(letters["d"]) : values.real("scale");
    input.maps = values.flag("maps") ? Maps::keep : Maps::drop;
    input.origin = arraysText(inputs, {"Q", "K"});
    return input;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeDotProduct() { return std::make_unique<DotProductMechanism>(); }

}  // namespace engine
