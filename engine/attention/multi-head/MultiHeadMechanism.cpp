// The mechanism "multi-head": projections, heads, scaled dot product, output projection.
#include "engine/attention/multi-head/MultiHead.h"

#include "engine/attention/MaskInput.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/heads/BatchInput.h"
#include "engine/attention/heads/Projections.h"
#include "engine/attention/heads/ScoreOverflow.h"
#include "engine/attention/heads/ScoreVariants.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle multiHeadOnTape(TapeCall& call);  // MultiHeadOnTape.cpp

namespace {

constexpr ProjectionWidths kWidths{"Dq", "Dk", "Dv"};

class MultiHeadMechanism : public TypedMechanism<MultiHeadMechanism> {
 public:
  std::string id() const override { return "multi-head"; }
  std::string title() const override { return "Multi-head attention"; }
  MechanismGroup group() const override { return MechanismGroup::heads; }
  std::string formula() const override {
    return "q, k, v = X W^T + b, split into heads\n"
           "S = q k^T / √d, or w · tanh(q + k), or q M k^T\n"
           "A = softmax_j(S)\n"
           "Y = concat(A v) W_o^T + b_o";
  }
  std::string help() const override {
    return "q, k, v = X W^T + b split into heads (channel h*d + c belongs to head h), scaled dot-product attention "
           "with 1/sqrt(d) per head, heads joined, Y = joined W_o^T + b_o. Give X for self-attention, or X_q, X_k, "
           "X_v. Weights are (out, in). Vaswani et al. 2017. Look at the maps side by side: each head has its own "
           "projections and may look at other keys. intermediates=yes gives q, k, v, S and O of every head "
           "and the mask that was in effect; maps=no gives Y alone, without ever holding an n x m array (of additive "
           "scores that of one head). The pooling of a head may be additive (Bahdanau) or multiplicative (Luong), and "
           "keys and values may be shared by groups of heads. Press et al. 2022 (ALiBi); Su et al. 2021 (rotary "
           "places); Ainslie et al. 2023 (groups).";
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = {
        headsParameter(), flagParameter("maps", "Attention maps", "no: no A and no S, and never an n x m array", true),
        flagParameter("intermediates", "Intermediate results",
                      "yes: also q, k, v, O of every head, the scores S and the mask", false),
        choiceParameter("scoring", "Scores",
                        "dot: q·k / √d; additive: w·tanh(q + k); multiplicative: q·M k; w and M of every head",
                        {"dot", "additive", "multiplicative"}),
        named(countParameter("kv_heads", "Heads of keys and values G",
                             "fewer than H, each shared by H / G heads in a row: W_k is (G*d, Dk), W_v (G*v, Dv)", 0, 0,
                             65536),
              {{0, "as many as H"}})};
    for (Parameter& parameter : maskParameters()) list.push_back(std::move(parameter));
    for (Parameter& parameter : variantParameters()) list.push_back(std::move(parameter));
    return list;
  }
  std::vector<ArrayDescription> inputs() const override {
    std::vector<ArrayDescription> list = {
        {"X", "(B, L, D)", "features for queries, keys and values; B may be absent", true},
        {"X_q", "(B, n, Dq)", "features for queries", true},
        {"X_k", "(B, m, Dk)", "features for keys", true},
        {"X_v", "(B, m, Dv)", "features for values", true}};
    for (ArrayDescription& description : projectionInputs(kWidths)) list.push_back(std::move(description));
    list.push_back({"w", "(H, d)", "of every head (scoring=additive)", true});
    list.push_back({"M", "(H, d, d)", "of every head (scoring=multiplicative)", true});
    for (ArrayDescription& description : maskInputs()) list.push_back(std::move(description));
    for (ArrayDescription& description : biasInputs()) list.push_back(std::move(description));
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {
        {"q", "(B, H, n, d)", "queries of every head (intermediates=yes)", true},
        {"k", "(B, H, m, d)", "keys of every head (intermediates=yes)", true},
        {"v", "(B, H, m, v)", "values of every head (intermediates=yes)", true},
        {"S", "(B, H, n, m)", "scores before the mask, 0 outside a sliding window (intermediates=yes, maps=yes)", true},
        {"mask", "(B, n, m)", "whether a query sees a key, in every head (intermediates=yes, maps=yes)", true,
         ArrayType::boolean},
        {"A", "(B, H, n, m)", "attention weights (maps=yes)", true},
        {"O", "(B, H, n, v)", "outputs of the heads, before they are joined (intermediates=yes)", true},
        {"Y", "(B, n, Dout)", "outputs"}};
  }
  Sample sample() const override {
    Sample sample = globinAlignmentSample();
    sample.arrays["X"] = helixFeatures().reshaped({1, 16, 8});
    return sample;
  }
  ArrayBundle sampleInput() const override {
    return {{"X", deterministicArray<float>(111, {1, 3, 4}, 1, "X")},
            {"W_q", deterministicArray<float>(112, {4, 4}, 0.5, "W_q")},
            {"W_k", deterministicArray<float>(113, {4, 4}, 0.5, "W_k")},
            {"W_v", deterministicArray<float>(114, {4, 4}, 0.5, "W_v")},
            {"W_o", deterministicArray<float>(115, {4, 4}, 0.5, "W_o")}};
  }
  TapeForm tapeForm() const override { return multiHeadOnTape; }
  std::vector<BenchCase> benchCases() const override {
    const std::vector<BenchArray> arrays = withProjections({{"X", {1, 1024, 512}}}, 512);
    return {{"H=8 L=1024 D=512", benchValues({{"heads", 8}}), benchArrays(arrays)}};
  }
  /// Kernels know neither biases nor additive scores.
  bool usesDevice(const ArrayBundle& inputs, const ParameterValues& values) const override {
    return !hasBias(inputs, values) && values.text("scoring") != "additive";
  }

  CostFormulas cost(const ParameterValues& values) const override {
    const bool hasMaps = values.flag("maps"), hasIntermediates = values.flag("intermediates");
    const std::string perHead = hasIntermediates ? " + n*H*(d + v) + m*H*(d + v)" : "";
    const std::string written = !hasMaps ? "" : hasIntermediates ? " + 2*H*n*m" : " + H*n*m";
    const bool isAdditive = values.text("scoring") == "additive";
    const std::string forms = values.text("scoring") == "multiplicative" ? " + n*H*d*d" : "";
    const std::string seen = isAdditive ? "m" : keysInWindow(values);
    return {"2*B*(n*H*d*Dq + m*G*d*Dk + m*G*v*Dv + n*H*v*Dout" + forms + " + H*n*" + seen + "*(" +
                (isAdditive ? "2*" : "") + "d + v))",
            "w*(B*(n*Dq + m*Dk + m*Dv + n*Dout" + written + perHead + ") + d*(H*Dq + G*Dk) + v*(G*Dv + H*Dout))",
            std::string("w*B*(") + (hasMaps ? "2*H*n*m + " : "") + (isAdditive ? "2*n*m + " : "") +
                "2*n*H*d + 2*m*H*(d + v) + 2*n*H*v + n*Dout)" + (hasMaps ? maskBytes(values) : "") +
                windowBytes(values)};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    if (inputs.count("X") != 0) sizes["n"] = sizes["m"] = sizes["L"];
    addHeadSizes(inputs, sizes);
    sizes["G"] = sizes["kv_heads"] > 0 ? sizes["kv_heads"] : sizes["H"];
    sizes["v"] = rowsPerHead(inputs, "W_v", sizes["G"]);
    return sizes;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const ArrayBundle& inputs = call.inputs;
    const bool keepsBatch = hasBatch(inputs, inputs.count("X") != 0 ? "X" : requiredQueryName(inputs));
    const MultiHeadInput<T> input = read<T>(inputs, call.values);
    MultiHeadResult<T> result = multiHead(input, call.where, call.diagnostics, call.progress);
    ArrayBundle outputs;
    const auto giveShaped = [&](const char* name, Array<T>& array) {
      give(outputs, name, withBatch(std::move(array), keepsBatch));
    };
    if (call.values.flag("intermediates")) {
      giveShaped("q", result.q);
      giveShaped("k", result.k);
      giveShaped("v", result.v);
      giveShaped("O", result.O);
    }
    if (call.values.flag("maps")) {
      if (call.values.flag("intermediates")) {
        giveShaped("S", result.S);
        giveMask(outputs, input.mask, input.keys.length(1), keepsBatch ? BatchAxis::given : BatchAxis::absent);
      }
      giveShaped("A", result.A);
    }
    giveShaped("Y", result.Y);
    return outputs;
  }

 private:
  /// Features by role; a missing batch axis becomes one of length 1.
  template <class T>
  static Array<T> readFeatures(const ArrayBundle& inputs, const std::string& name, ShapeLetters& letters,
                               const std::string& rows, const std::string& width) {
    const bool isShared = inputs.count("X") != 0;
    if (isShared && inputs.count(name) != 0)
      fail("array ", name, " of shape ", shapeText(shapeOf(inputs.at(name))), ": not expected beside X of shape ",
           shapeText(shapeOf(inputs.at("X"))));
    if (!isShared && inputs.count(name) == 0)
      fail("array ", name, " is missing, expected shape (B, ", rows, ", ", width, "), or X for all three");
    Array<T> array = readBatch<T>(inputs, isShared ? "X" : name, letters, rows, width);
    array.name = name;
    return array;
  }

  template <class T>
  static MultiHeadInput<T> read(const ArrayBundle& inputs, const ParameterValues& values) {
    ShapeLetters letters;
    MultiHeadInput<T> input;
    input.queries = readFeatures<T>(inputs, "X_q", letters, "n", "Dq");
    input.keys = readFeatures<T>(inputs, "X_k", letters, "m", "Dk");
    input.values = readFeatures<T>(inputs, "X_v", letters, "m", "Dv");
    input.heads = static_cast<Index>(values.integer("heads"));
    input.kvHeads = static_cast<Index>(values.integer("kv_heads"));
    if (input.kvHeads == 0)
      readProjectionArrays(input, inputs, letters, kWidths);
    else
      readSharedProjections(input, inputs, letters);
    readScoring(input, inputs, values);
    input.maps = values.flag("maps") ? Maps::keep : Maps::drop;
    input.origin = arraysText(inputs, {"X", "X_q", "X_k", "W_q", "W_k"});
    input.keepsIntermediates = values.flag("intermediates");
    input.mask = readMask(inputs, values, letters["B"], letters["n"], letters["m"]);
    // Heads are always there: a bias (H, n, m) is shared by the batches.
    input.bias = readBias<T>(inputs, values, {letters["B"], input.heads, letters["n"], letters["m"]}, 2);
    input.places = rotaryPlaces(values);
    return input;
  }

  /// Keys and values of G heads.
  template <class T>
  static void readSharedProjections(MultiHeadInput<T>& input, const ArrayBundle& inputs, ShapeLetters& letters) {
    const Index H = input.heads, G = input.kvHeads;
    input.W_q = readArray<T>(inputs, "W_q", letters, {"H*d", kWidths.q});
    input.b_q = readOptionalArray<T>(inputs, "b_q", letters, {"H*d"});
    letters.bind("G*d", letters["H*d"] / H * G);
    input.W_k = readArray<T>(inputs, "W_k", letters, {"G*d", kWidths.k});
    input.b_k = readOptionalArray<T>(inputs, "b_k", letters, {"G*d"});
    input.W_v = readArray<T>(inputs, "W_v", letters, {"G*v", kWidths.v});
    input.b_v = readOptionalArray<T>(inputs, "b_v", letters, {"G*v"});
    letters.bind("H*v", letters["G*v"] / G * H);
    input.W_o = readArray<T>(inputs, "W_o", letters, {"Dout", "H*v"});
    input.b_o = readOptionalArray<T>(inputs, "b_o", letters, {"Dout"});
  }

  template <class T>
  static void readScoring(MultiHeadInput<T>& input, const ArrayBundle& inputs, const ParameterValues& values) {
    const std::string& scoring = values.text("scoring");
    input.scores = scoring == "additive"         ? HeadScores::additive
                   : scoring == "multiplicative" ? HeadScores::multiplicative
                                                 : HeadScores::scaledDot;
    for (const auto& [name, form, array] :
         {std::tuple{"w", HeadScores::additive, &input.w}, std::tuple{"M", HeadScores::multiplicative, &input.M}}) {
      const auto found = inputs.find(name);
      if (found != inputs.end() && input.scores != form)
        fail("array ", name, " of shape ", shapeText(shapeOf(found->second)), ": not expected with scoring=", scoring);
      if (input.scores == form && found == inputs.end())
        fail("array ", name, " is missing, expected it with scoring=", scoring);
      if (found != inputs.end()) *array = numbersOf<T>(inputs, name);
    }
  }

  static std::string requiredQueryName(const ArrayBundle& inputs) {
    if (inputs.count("X_q") == 0) fail("array X is missing, expected shape (B, L, D), or X_q, X_k and X_v");
    return "X_q";
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeMultiHead() { return std::make_unique<MultiHeadMechanism>(); }

}  // namespace engine
