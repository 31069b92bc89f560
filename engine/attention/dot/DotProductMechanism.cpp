// The mechanism "dot": scaled dot-product attention on ready-made queries, keys and values.
#include "engine/attention/dot/DotProduct.h"

#include "engine/attention/MaskInput.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/heads/LeadingAxes.h"
#include "engine/attention/heads/ScoreOverflow.h"
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
    return "S = scale · Q K^T\n"
           "A_ij = exp(S_ij) / Σ_j exp(S_ij)\n"
           "O = A V";
  }
  std::string help() const override {
    return "The softmax runs over the keys seen. lse is ln of the sum of exp(S) over the "
           "keys seen (-inf when there is none). S is given before the mask, and intermediates=yes gives the mask that "
           "was "
           "in effect. With maps=no only O and lse are made, tile by tile, in memory O(n) per head. Q, K and V share "
           "their leading axes: none, (B), or (B, H). Vaswani et al. "
           "2017.";
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = {
        named(numberParameter("scale", "Score scale", "", "factor of the scores; automatic: 1/√d", 0, -1e30, 1e30),
              {{0, "automatic"}}),
        flagParameter("maps", "Attention map", "no: only O and lse, without ever holding an n x m array", true),
        flagParameter("intermediates", "Intermediate results", "yes: also the mask that was in effect (maps=yes)",
                      false)};
    for (Parameter& parameter : maskParameters()) list.push_back(std::move(parameter));
    return list;
  }
  std::vector<ArrayDescription> inputs() const override {
    std::vector<ArrayDescription> list = {{"Q", "(B, H, n, d)", "queries; B, H may be absent"},
                                          {"K", "(B, H, m, d)", "keys"},
                                          {"V", "(B, H, m, v)", "values"}};
    for (ArrayDescription& description : maskInputs()) list.push_back(std::move(description));
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"S", "(B, H, n, m)", "scaled scores before the mask (maps=yes)", true},
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
    const ArrayBundle inputs =
        benchArrays({{"Q", {1, 8, 1024, 64}}, {"K", {1, 8, 1024, 64}}, {"V", {1, 8, 1024, 64}}});
    return {{"H=8 n=m=1024 d=64 maps=no", benchValues({{"maps", false}}), inputs},
            {"H=8 n=m=1024 d=64 maps=yes", {}, inputs}};
  }
  bool usesDevice(const ArrayBundle&, const ParameterValues&) const override { return true; }

  CostFormulas cost(const ParameterValues& values) const override {
    const std::string products = "2*B*H*n*m*(d + v)", outer = "B*H*(n*d + m*d + m*v + n*v + n)";
    if (!values.flag("maps")) return {products, "w*" + outer, "w*B*H*n*(v + 1)"};
    return {products, "w*(" + outer + " + 2*B*H*n*m)", "w*B*H*n*(2*m + v + 1)" + maskBytes(values)};
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
  template <class T>
  static DotProductInput<T> read(const ArrayBundle& inputs, const ParameterValues& values, const LeadingAxes& leading) {
    ShapeLetters letters;
    DotProductInput<T> input;
    input.Q = readStack<T>(inputs, "Q", leading, letters, "n", "d");
    input.K = readStack<T>(inputs, "K", leading, letters, "m", "d");
    input.V = readStack<T>(inputs, "V", leading, letters, "m", "v");
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
