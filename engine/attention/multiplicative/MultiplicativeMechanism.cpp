// The mechanism "multiplicative": Luong's attention in its three forms, global or local.
#include "engine/attention/multiplicative/Multiplicative.h"

#include "engine/attention/AxisWords.h"
#include "engine/attention/MapAxes.h"
#include "engine/attention/MaskInput.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/heads/BatchInput.h"
#include "engine/attention/heads/ScoreOverflow.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle multiplicativeOnTape(TapeCall& call);  // MultiplicativeOnTape.cpp

namespace {

class MultiplicativeMechanism : public TypedMechanism<MultiplicativeMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "multiplicative"; }
  std::string title() const override { return "Multiplicative attention"; }
  std::string formula() const override {
    return "S_ij = q_i · k_j, q_i M k_j or v · tanh(W [q_i; k_j])\n"
           "A = softmax_j(S)\n"
           "O = A V";
  }
  std::string help() const override {
    return "The three forms dot, general and concat, all unscaled; the softmax runs over the "
           "keys seen. Luong et al. 2015. local=yes: each query predicts p = S sigmoid(v_p . tanh(W_p q)), S "
           "being the number of keys from the first that it may see, and the weight of key j (from 0) is multiplied "
           "after the softmax by exp(-(j - p)^2 / (2 s^2)), s = width/2, so that rows sum to less than 1. Look at how "
           "sharp the rows are: without 1/sqrt(d) the spread of a dot product grows with its width and the softmax "
           "nears one-hot. S is given before the mask. intermediates=yes gives the mask that was in effect, what the "
           "weights make of queries and keys, and the window.";
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = {
        choiceParameter("form", "Score function", "auto: concat when W is given, general when M is, else dot",
                        {"auto", "dot", "general", "concat"}),
        flagParameter("local", "Local attention", "yes: a Gaussian window around the position that W_p and v_p predict",
                      false),
        numberParameter("width", "Window half width D", "keys", "of the window; its standard deviation is half",
                        10, 1e-6, 1e9),
        flagParameter("intermediates", "Intermediate results",
                      "yes: also q and k after the weights of the form, the window and the mask that was in effect",
                      false)};
    for (Parameter& parameter : maskParameters()) list.push_back(std::move(parameter));
    return list;
  }
  AxisWords axisWords() const override { return {{"q", "query feature"}, {"k", "key feature"}, {"h", "hidden unit"}}; }
  std::vector<ArrayDescription> inputs() const override {
    std::vector<ArrayDescription> list = {{"Q", "(B, n, q)", "queries; B may be absent"},
                                          {"K", "(B, m, k)", "keys; as wide as the queries in the form dot"},
                                          {"V", "(B, m, v)", "values"},
                                          {"M", "(q, k)", "matrix of the form general", true},
                                          {"W", "(h, q+k)", "projection of the form concat", true},
                                          {"v", "(h)", "weights of the hidden units of the form concat", true},
                                          {"W_p", "(g, q)", "projection for the position (local=yes)", true},
                                          {"v_p", "(g)", "weights of its hidden units (local=yes)", true}};
    for (ArrayDescription& description : maskInputs()) list.push_back(std::move(description));
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"q", "(B, n, k) or (B, n, h)", "Q M (general), its half of W [q; k] (concat) (intermediates=yes)", true},
            {"k", "(B, m, h)", "its half of W [q; k] (concat, intermediates=yes)", true},
            {"S", "(B, n, m)", "scores before the mask"},
            {"mask", "(B, n, m)", "whether a query sees a key (intermediates=yes)", true, ArrayType::boolean},
            {"window", "(B, n, m)", "factor of the softmax's weights (local=yes, intermediates=yes)", true},
            {"A", "(B, n, m)", "attention weights, with local=yes after the window"},
            {"O", "(B, n, v)", "outputs"},
            {"p", "(B, n)", "predicted positions (local=yes)", true}};
  }
  Sample sample() const override {
    const Array<float> K = helixHeads(globinKeys());
    return globinSample({{"Q", helixHeads(globinQueries())},
                         {"K", K},
                         {"V", K},
                         {"M", Array<float>({2, 2}, {0.7f, 0, 0, 0.7f}, "M")}});
  }
  ArrayBundle sampleInput() const override {
    return {{"Q", deterministicArray<float>(104, {2, 3, 6}, 1, "Q")},
            {"K", deterministicArray<float>(102, {2, 5, 4}, 1, "K")},
            {"V", deterministicArray<float>(103, {2, 5, 3}, 1, "V")},
            {"M", deterministicArray<float>(108, {6, 4}, 1, "M")},
            {"valid_lens", Array<std::int64_t>({2}, {3, 5}, "valid_lens")}};
  }
  TapeForm tapeForm() const override { return multiplicativeOnTape; }
  std::vector<BenchCase> benchCases() const override {
    return {{"n=m=1024 q=k=64",
             {},
             benchArrays({{"Q", {1, 1024, 64}}, {"K", {1, 1024, 64}}, {"V", {1, 1024, 64}}, {"M", {64, 64}, 0.2}})}};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    sizes["general"] = inputs.count("M") != 0;
    sizes["concat"] = inputs.count("W") != 0;
    return sizes;
  }
  bool usesDevice(const ArrayBundle& inputs, const ParameterValues& values) const override {
    return values.text("form") == "auto" ? inputs.count("W") == 0 : values.text("form") != "concat";
  }
  CostFormulas cost(const ParameterValues& values) const override {
    const std::string scores = "concat*(2*B*h*(n*q + m*k) + 4*B*n*m*h) + (1 - concat)*2*B*n*m*k + general*2*B*n*q*k";
    const std::string window = values.flag("local") ? " + 2*B*n*g*q + B*n*m*(2*v + 4)" : "";
    const bool keeps = values.flag("intermediates");
    const std::string kept = !keeps                 ? ""
                             : values.flag("local") ? " + B*(general*n*k + concat*(n + m)*h + n*m)"
                                                    : " + B*(general*n*k + concat*(n + m)*h)";
    return {scores + " + 2*B*n*m*v" + window,
            "w*(B*(n*q + m*k + m*v + n*v + 2*n*m) + general*q*k + concat*h*(q + k + 1)" + kept + ")",
            "w*(B*(2*n*m + n*v + n + n*k + m*(k + v) + n*q + concat*(2*h*(n + m) + m*(v + 31)))" + kept + ")" +
                maskBytes(values) + windowBytes(values)};
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    const auto A = outputs.find("A");
    const std::string axes = A == outputs.end() ? "" : mapAxes(*this, "A", shapeOf(A->second).size());
    const bool sumsToOne = outputs.count("p") == 0;
    if (auto heads = mapsOf(outputs, "A", "S", axes, sumsToOne)) maps.push_back({"attention", std::move(heads)});
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const MultiplicativeInput<T> input = read<T>(call.inputs, call.values);
    MultiplicativeResult<T> result = multiplicative(input, call.where, call.diagnostics, call.progress);
    const bool keepsBatch = hasBatch(call.inputs, "Q");
    ArrayBundle outputs;
    if (input.keepsIntermediates) {
      if (input.M || input.W) give(outputs, "q", withBatch(std::move(result.q), keepsBatch));
      if (input.W) give(outputs, "k", withBatch(std::move(result.k), keepsBatch));
      if (input.local) give(outputs, "window", withBatch(std::move(result.window), keepsBatch));
      giveMask(outputs, input.mask, input.K.length(1), keepsBatch ? BatchAxis::given : BatchAxis::absent);
    }
    give(outputs, "S", withBatch(std::move(result.S), keepsBatch));
    give(outputs, "A", withBatch(std::move(result.A), keepsBatch));
    give(outputs, "O", withBatch(std::move(result.O), keepsBatch));
    if (call.values.flag("local")) give(outputs, "p", withBatch(std::move(result.p), keepsBatch));
    return outputs;
  }

 private:
  /// The form that is meant; what it does not use must not be there.
  static std::string formOf(const ArrayBundle& inputs, const ParameterValues& values) {
    std::string form = values.text("form");
    if (form == "auto") form = inputs.count("W") != 0 ? "concat" : inputs.count("M") != 0 ? "general" : "dot";
    const auto refuse = [&](const char* name, const char* user) {
      if (inputs.count(name) != 0 && form != user)
        fail("array ", name, " of shape ", shapeText(shapeOf(inputs.at(name))), ": not expected in the form ", form,
             ", expected in the form ", user, " only");
    };
    refuse("M", "general");
    refuse("W", "concat");
    refuse("v", "concat");
    return form;
  }

  template <class T>
  static Array<T> need(const ArrayBundle& inputs, const char* name, ShapeLetters& letters,
                       const std::vector<std::string>& axes, const char* user) {
    if (inputs.count(name) == 0) fail("array ", name, " is missing, expected with ", user);
    return readArray<T>(inputs, name, letters, axes);
  }

  template <class T>
  static std::optional<LocalWindow<T>> readWindow(const ArrayBundle& inputs, const ParameterValues& values,
                                                  ShapeLetters& letters) {
    if (values.flag("local"))
      return LocalWindow<T>{need<T>(inputs, "W_p", letters, {"g", "q"}, "local=yes"),
                            need<T>(inputs, "v_p", letters, {"g"}, "local=yes"), values.real("width")};
    for (const char* name : {"W_p", "v_p"})
      if (inputs.count(name) != 0)
        fail("array ", name, " of shape ", shapeText(shapeOf(inputs.at(name))), ": expected with local=yes only");
    return std::nullopt;
  }

  template <class T>
  static MultiplicativeInput<T> read(const ArrayBundle& inputs, const ParameterValues& values) {
    const std::string form = formOf(inputs, values);
    ShapeLetters letters;
    MultiplicativeInput<T> input;
    input.Q = readBatch<T>(inputs, "Q", letters, "n", "q");
    input.K = readBatch<T>(inputs, "K", letters, "m", form == "dot" ? "q" : "k");
    input.V = readBatch<T>(inputs, "V", letters, "m", "v");
    if (form == "general") input.M = need<T>(inputs, "M", letters, {"q", "k"}, "form=general");
    if (form == "concat") {
      letters.bind("q+k", letters["q"] + letters["k"]);
      input.W = need<T>(inputs, "W", letters, {"h", "q+k"}, "form=concat");
      input.v = need<T>(inputs, "v", letters, {"h"}, "form=concat");
    }
    input.origin = arraysText(inputs, {"Q", "M", "K"});
    input.local = readWindow<T>(inputs, values, letters);
    input.mask = readMask(inputs, values, letters["B"], letters["n"], letters["m"]);
    input.keepsIntermediates = values.flag("intermediates");
    return input;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeMultiplicative() { return std::make_unique<MultiplicativeMechanism>(); }

}  // namespace engine
