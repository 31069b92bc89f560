// The mechanism "bahdanau-decoder": sequence to sequence with recurrent units and additive attention.
#include "engine/attention/AxisWords.h"
#include "engine/attention/TokenInput.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/bahdanau-decoder/Seq2Seq.h"
#include "engine/attention/heads/BatchInput.h"
#include "engine/attention/layers/LayerInputs.h"
#include "engine/attention/samples/TranslationSample.h"
#include "engine/base/ParameterKinds.h"

namespace engine {

VariableBundle bahdanauDecoderOnTape(TapeCall& call);  // BahdanauDecoderOnTape.cpp

namespace {

const std::string kReverse = "_reverse";

/// Two layers of recurrent units of `width` channels, the second optional; `ending` behind the names.
void addGru(std::vector<ArrayDescription>& list, const std::string& name, const std::string& in,
            const std::string& width, const std::string& ending = {}) {
  const bool isExtra = !ending.empty();
  const auto add = [&](const std::string& array, const std::string& shape, const std::string& help, bool isOptional) {
    list.push_back({name + "." + array, shape, help, isOptional || isExtra});
  };
  const std::string gates = "(3" + width;
  for (const char* layer : {"0", "1"}) {
    const bool isSecond = layer[0] == '1';
    const std::string suffix = std::string("_l") + layer + ending,
                      of = std::string(isSecond ? " (second layer)" : "") + (isExtra ? ", reading backwards" : "");
    add("weight_ih" + suffix, gates + (isSecond ? ", h)" : ", " + in + ")"), "from the input to r, z, n" + of,
        isSecond);
    add("weight_hh" + suffix, gates + ", " + width + ")", "from the state to r, z, n" + of, isSecond);
    add("bias_ih" + suffix, gates + ")", "bias of the input" + of, true);
    add("bias_hh" + suffix, gates + ")", "bias of the state" + of, true);
  }
}

class BahdanauDecoderMechanism : public TypedMechanism<BahdanauDecoderMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "bahdanau-decoder"; }
  std::string title() const override { return "Encoder and decoder with Bahdanau attention"; }
  MechanismGroup group() const override { return MechanismGroup::layers; }
  std::string formula() const override {
    return "S_tj = w_v · tanh(W_q q_t + W_k k_j)\n"
           "A = softmax_j(S)\n"
           "c_t = Σ_j A_tj k_j\n"
           "q_{t+1} = GRU([c_t; e_t], q_t)";
  }
  std::string help() const override {
    return "The encoder reads the source: embedding, recurrent units (GRU). At every step the decoder's last state q "
           "attends to the encoder's outputs k by w_v . tanh(W_q q + W_k k); the context and the embedding of the "
           "token fed go into its recurrent units, and a linear map gives the logits of the next token. Without a "
           "target it is fed with its own best tokens. Without the weights of attention the context is the encoder's "
           "last state at every step (Sutskever et al. 2014; Cho et al. 2014). Arrays that end with _reverse make an "
           "encoder that reads both ways: h = 2g, else h = g. Weights have the names of d2l in PyTorch. Bahdanau et "
           "al. 2015.";
  }
  std::vector<Parameter> parameters() const override {
    return {countParameter("steps", "Longest output", "most tokens to write, without a target", 9, 0, 100000),
            countParameter("begin", "Start token", "what the decoder starts from, without a target", 0, 0, 1e9),
            named(countParameter("end", "End token", "ends an output, without a target", -1, 0, 1e9), {{-1, "none"}}),
            choiceParameter("source_padding", "Padding of sources",
                            "hold: the encoder stops after valid_lens tokens; read: it reads the padding, too, as in "
                            "d2l, though nothing attends to it",
                            {"hold", "read"}),
            flagParameter("intermediates", "Intermediate results",
                          "yes: also query and context of every step, and the mask that was in effect", false)};
  }
  AxisWords axisWords() const override {
    return {{"S", "source token"},
            {"T", "step"},
            {"h", "hidden unit"},
            {"g", "hidden unit of one direction"},
            {"3h", "hidden unit of each gate"},
            {"3g", "hidden unit of each gate"},
            {"a", "unit of the score"},
            {"E", "feature of a source token"},
            {"e", "feature of a target token"},
            {"h+e", "hidden unit, then feature of the token"},
            {"V", "source word"},
            {"U", "target word"}};
  }
  std::vector<ArrayDescription> inputs() const override {
    constexpr ArrayType kInteger = ArrayType::integer;
    std::vector<ArrayDescription> list = {
        {"source", "(B, S)", "tokens to read; B may be absent", false, kInteger},
        {"valid_lens", "(B)", "number of tokens of each source that are no padding", true, kInteger},
        {"target", "(B, T)", "tokens that the decoder is fed with, step by step", true, kInteger},
        {"encoder.embedding.weight", "(V, E)", "embedding of the source tokens"}};
    addGru(list, "encoder.rnn", "E", "g");
    list.push_back({"decoder.attention.W_q.weight", "(a, h)", "projection of the decoder's state", true});
    list.push_back({"decoder.attention.W_k.weight", "(a, h)", "projection of the encoder's outputs", true});
    list.push_back({"decoder.attention.w_v.weight", "(1, a)", "weights of the score", true});
    list.push_back({"decoder.embedding.weight", "(U, e)", "embedding of the target tokens"});
    addGru(list, "decoder.rnn", "h + e", "h");
    list.push_back({"decoder.dense.weight", "(U, h)", "map to the logits"});
    list.push_back({"decoder.dense.bias", "(U)", "its bias", true});
    addGru(list, "encoder.rnn", "E", "g", kReverse);
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"annotations", "(B, S, h)", "outputs of the encoder, the keys and values"},
            {"queries", "(B, T, h)", "the decoder's last state before every step (intermediates=yes)", true},
            {"S", "(B, T, S)", "scores before the mask (with attention)", true},
            {"mask", "(B, S)", "whether a token of the source can be attended to (intermediates=yes)", true,
             ArrayType::boolean},
            {"A", "(B, T, S)", "attention weights of every step (with attention)", true},
            {"contexts", "(B, T, h)",
             "weighted sums of the annotations, or the encoder's last state "
             "(intermediates=yes)",
             true},
            {"logits", "(B, T, U)", "of the next token"},
            {"tokens", "(B, T)", "the best token of each step", false, ArrayType::integer}};
  }
  ArrayBundle sampleInput() const override {
    ArrayBundle sample = oneDirection(sampleWeights(inputs(),
                                                    {{"V", 7},
                                                     {"E", 3},
                                                     {"3g", 12},
                                                     {"g", 4},
                                                     {"3h", 12},
                                                     {"h", 4},
                                                     {"a", 5},
                                                     {"1", 1},
                                                     {"U", 6},
                                                     {"e", 2},
                                                     {"h + e", 6}},
                                                    4100));
    sample["source"] = Array<std::int32_t>({2, 5}, {1, 4, 2, 6, 0, 3, 3, 5, 0, 0}, "source");
    sample["valid_lens"] = Array<std::int32_t>({2}, {5, 3}, "valid_lens");
    return sample;
  }
  Sample sample() const override { return translationSample(); }
  TapeForm tapeForm() const override { return bahdanauDecoderOnTape; }
  std::vector<BenchCase> benchCases() const override {
    ArrayBundle arrays = oneDirection(benchWeights(inputs(), {{"V", 1000},
                                                              {"E", 256},
                                                              {"3g", 768},
                                                              {"g", 256},
                                                              {"3h", 768},
                                                              {"h", 256},
                                                              {"a", 256},
                                                              {"1", 1},
                                                              {"U", 1000},
                                                              {"e", 256},
                                                              {"h + e", 512}}));
    for (const char* name : {"source", "target"}) arrays[name] = benchTokens({32, 32}, 1000, name);
    return {{"B=32 S=T=32 h=a=E=256 V=U=1000, two layers", {}, std::move(arrays)}};
  }

  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps = Mechanism::maps(outputs);
    for (NamedMaps& each : maps) {
      each.heads->queryUnit = "step";
      each.heads->keyUnit = "token";
    }
    return maps;
  }
  CostFormulas cost(const ParameterValues& values) const override {
    const std::string kept = values.flag("intermediates") ? " + 2*B*T*h" : "";
    return {
        "2*B*S*3*h*(E + g) + B*T*(2*a*h*(S + 1) + 2*S*(a + h) + 2*3*h*(2*h + e) + 2*U*h)",
        "w*(B*S + 3*h*(E + 2*h + e) + V*E + U*e + a*(2*h + 1) + U*h + 12*h + B*(S*h + 2*T*S + T*U + T)" + kept + ")",
        "w*(B*(2*S*h + S*E + S*a + 4*T*S + 2*T*U + 2*T)" + kept + kept + ") + B*S"};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    if (inputs.count("target") == 0) sizes["T"] = sizes["steps"];
    return sizes;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const Seq2SeqWeights<T> weights = readSeq2Seq<T>(NamedWeights(call.inputs));
    const bool isBatch = shapeOf(call.inputs.at("source")).size() != 1;
    const Seq2SeqInput input = read(call, weights.targetEmbedding.length(0));
    Seq2SeqResult<T> result = seq2Seq(input, weights, call.where.threads, call.diagnostics, call.progress);
    ArrayBundle outputs;
    const auto giveShaped = [&](const char* name, auto array) {
      give(outputs, name, withBatch(std::move(array), isBatch));
    };
    giveShaped("annotations", std::move(result.annotations));
    if (weights.hasAttention()) {
      giveShaped("S", std::move(result.S));
      giveShaped("A", std::move(result.A));
    }
    giveShaped("logits", std::move(result.logits));
    giveShaped("tokens", std::move(result.tokens));
    if (!input.keepsIntermediates) return outputs;
    giveShaped("queries", std::move(result.queries));
    giveShaped("contexts", std::move(result.contexts));
    if (weights.hasAttention()) giveShaped("mask", seenTokens(input));
    return outputs;
  }

 private:
  static ArrayBundle oneDirection(ArrayBundle weights) {
    std::erase_if(weights, [](const auto& named) { return named.first.ends_with(kReverse); });
    return weights;
  }

  /// Tokens with a batch axis.
  static Array<std::int64_t> tokensOf(const ArrayBundle& inputs, const char* name) {
    Array<std::int64_t> tokens = integersOf(inputs, name);
    if (tokens.rank() != 1) return tokens;
    const Index length = tokens.size();
    return std::move(tokens).reshaped({1, length});
  }

  static Seq2SeqInput read(const MechanismCall& call, Index targetTokens) {
    Seq2SeqInput input;
    input.source = tokensOf(call.inputs, "source");
    if (call.inputs.count("target") != 0) {
      input.target = tokensOf(call.inputs, "target");
      requireShape("target", input.target.shape(), {-1, -1});
    } else if (call.values.integer("begin") >= targetTokens) {
      fail("parameter begin: found ", call.values.integer("begin"), ", expected 0 to ", targetTokens - 1,
           ", a row of array decoder.embedding.weight");
    }
    if (call.inputs.count("valid_lens") != 0) {
      const Array<std::int64_t> lengths = integersOf(call.inputs, "valid_lens");
      requireShape("source", input.source.shape(), {-1, -1});
      requireShape("valid_lens", lengths.shape(), {input.source.length(0)});
      input.lengths.assign(lengths.begin(), lengths.end());
    }
    input.padding = call.values.text("source_padding") == "hold" ? SourcePadding::hold : SourcePadding::read;
    input.steps = static_cast<Index>(call.values.integer("steps"));
    input.begin = call.values.integer("begin");
    input.end = call.values.integer("end");
    input.keepsIntermediates = call.values.flag("intermediates");
    return input;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeBahdanauDecoder() { return std::make_unique<BahdanauDecoderMechanism>(); }

}  // namespace engine
