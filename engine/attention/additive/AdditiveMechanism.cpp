// The mechanism "additive": Bahdanau's attention.
#include "engine/attention/additive/Additive.h"

#include "engine/attention/AxisWords.h"
#include "engine/attention/MaskInput.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/heads/BatchInput.h"
#include "engine/attention/samples/TranslationSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle additiveOnTape(TapeCall& call);  // AdditiveOnTape.cpp

namespace {

class AdditiveMechanism : public TypedMechanism<AdditiveMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "additive"; }
  std::string title() const override { return "Additive attention"; }
  std::string formula() const override {
    return "S_ij = w_v · tanh(W_q q_i + W_k k_j)\n"
           "A = softmax_j(S)\n"
           "O = A V";
  }
  std::string help() const override {
    return "Scores have no scale and no bias; the softmax runs over the keys seen. Queries "
           "and keys may have different widths. Bahdanau et al. 2015. Look at S: the tanh bounds it by the sum of "
           "|w_v|, so that no weight can win by size alone; the same vectors under a dot product give sharper rows. S "
           "is given before the mask. intermediates=yes gives the mask that was in effect, and the projections under "
           "the "
           "tanh.";
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = maskParameters();
    list.push_back(flagParameter("intermediates", "Intermediate results",
                                 "yes: also q and k, which the tanh adds up, and the mask that was in effect", false));
    return list;
  }
  AxisWords axisWords() const override { return {{"q", "query feature"}, {"k", "key feature"}, {"h", "hidden unit"}}; }
  std::vector<ArrayDescription> inputs() const override {
    std::vector<ArrayDescription> list = {{"Q", "(B, n, q)", "queries; B may be absent"},
                                          {"K", "(B, m, k)", "keys"},
                                          {"V", "(B, m, v)", "values"},
                                          {"W_q", "(h, q)", "query projection"},
                                          {"W_k", "(h, k)", "key projection"},
                                          {"w_v", "(h)", "weights of the hidden units in the score"}};
    for (ArrayDescription& description : maskInputs()) list.push_back(std::move(description));
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"q", "(B, n, h)", "W_q q of every query (intermediates=yes)", true},
            {"k", "(B, m, h)", "W_k k of every key (intermediates=yes)", true},
            {"S", "(B, n, m)", "scores before the mask"},
            {"mask", "(B, n, m)", "whether a query sees a key (intermediates=yes)", true, ArrayType::boolean},
            {"A", "(B, n, m)", "attention weights"},
            {"O", "(B, n, v)", "outputs"}};
  }
  Sample sample() const override { return wordPairsSample(); }
  ArrayBundle sampleInput() const override {
    return {{"Q", deterministicArray<float>(104, {2, 3, 6}, 1, "Q")},
            {"K", deterministicArray<float>(102, {2, 5, 4}, 1, "K")},
            {"V", deterministicArray<float>(103, {2, 5, 3}, 1, "V")},
            {"W_q", deterministicArray<float>(105, {8, 6}, 0.5, "W_q")},
            {"W_k", deterministicArray<float>(106, {8, 4}, 0.5, "W_k")},
            {"w_v", deterministicArray<float>(107, {8}, 0.5, "w_v")},
            {"valid_lens", Array<std::int64_t>({2}, {3, 5}, "valid_lens")}};
  }
  TapeForm tapeForm() const override { return additiveOnTape; }
  std::vector<BenchCase> benchCases() const override {
    return {{"n=m=1024 h=64",
             {},
             benchArrays({{"Q", {1, 1024, 64}},
                          {"K", {1, 1024, 64}},
                          {"V", {1, 1024, 64}},
                          {"W_q", {64, 64}, 0.2},
                          {"W_k", {64, 64}, 0.2},
                          {"w_v", {64}, 0.5}})}};
  }
  CostFormulas cost(const ParameterValues& values) const override {
    const std::string kept = values.flag("intermediates") ? " + B*(n + m)*h" : "";
    return {"2*B*h*(n*q + m*k) + 4*B*n*m*h + 2*B*n*m*v",
            "w*(B*(n*q + m*k + m*v + n*v + 2*n*m) + h*(q + k + 1)" + kept + ")",
            "w*(B*(2*n*m + n*v + 2*h*(n + m) + m*(v + 31))" + kept + ")" + maskBytes(values) + windowBytes(values)};
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    AdditiveInput<T> input = read<T>(call.inputs, call.values);
    const bool keepsBatch = hasBatch(call.inputs, "Q");
    ArrayBundle outputs;
    if (call.values.flag("intermediates")) {
      AdditiveProjections<T> projections = projectForAdditive(input, call.where.threads, call.progress);
      input.projectedKeys = projections.keys;
      give(outputs, "q", withBatch(std::move(projections.queries), keepsBatch));
      give(outputs, "k", withBatch(std::move(projections.keys), keepsBatch));
      giveMask(outputs, input.mask, input.K.length(1), keepsBatch ? BatchAxis::given : BatchAxis::absent);
    }
    AdditiveResult<T> result = additive(input, call.where.threads, call.diagnostics, call.progress);
    give(outputs, "S", withBatch(std::move(result.S), keepsBatch));
    give(outputs, "A", withBatch(std::move(result.A), keepsBatch));
    give(outputs, "O", withBatch(std::move(result.O), keepsBatch));
    return outputs;
  }

 private:
  template <class T>
  static AdditiveInput<T> read(const ArrayBundle& inputs, const ParameterValues& values) {
    ShapeLetters letters;
    AdditiveInput<T> input;
    input.Q = readBatch<T>(inputs, "Q", letters, "n", "q");
    input.K = readBatch<T>(inputs, "K", letters, "m", "k");
    input.V = readBatch<T>(inputs, "V", letters, "m", "v");
    input.W_q = readArray<T>(inputs, "W_q", letters, {"h", "q"});
    input.W_k = readArray<T>(inputs, "W_k", letters, {"h", "k"});
    input.w_v = readArray<T>(inputs, "w_v", letters, {"h"});
    input.mask = readMask(inputs, values, letters["B"], letters["n"], letters["m"]);
    return input;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeAdditive() { return std::make_unique<AdditiveMechanism>(); }

}  // namespace engine
