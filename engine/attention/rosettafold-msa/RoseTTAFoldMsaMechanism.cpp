// The mechanism "rosettafold-msa": an alignment through the embedding and one MSA2MSA block of RoseTTAFold, with the
// weights under the names of its checkpoint.
#include "engine/attention/HeadAxes.h"
#include "engine/attention/TokenInput.h"
#include "engine/attention/AxisWords.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/layers/LayerInputs.h"
#include "engine/attention/rosettafold-msa/MsaEmbedding.h"
#include "engine/attention/rosettafold-msa/MsaToMsa.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/base/ParameterKinds.h"

namespace engine {

VariableBundle roseTtaFoldMsaOnTape(TapeCall& call);  // RoseTTAFoldMsaOnTape.cpp

namespace {

constexpr const char* kFirst = "msa2msa.encoder_1.layers.0.";
constexpr const char* kSecond = "msa2msa.encoder_2.layers.0.";
const std::string kFeatures = std::string(kSecond) + "attn.fast_attention.projection_matrix";

void addLayer(InputList& list, const std::string& layer, bool isSoftTied) {
  addNormInputs(list, layer + "norm1", "the attention");
  if (isSoftTied) addSequenceWeightInputs(list, layer + "attn", false);
  addAttentionInputs(list, layer + "attn");
  addNormInputs(list, layer + "norm2", "the feed-forward network");
  addFeedForwardInputs(list, layer + "ff");
}

class RoseTTAFoldMsaMechanism : public TypedMechanism<RoseTTAFoldMsaMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "rosettafold-msa"; }
  std::string title() const override { return "RoseTTAFold MSA layer"; }
  MechanismGroup group() const override { return MechanismGroup::layers; }
  std::string formula() const override {
    return "x = token + position + query encoding\n"
           "x ← x + SoftTied(LN x), along the sequence\n"
           "x ← x + FF(LN x)\n"
           "x ← x + Performer(LN x), along the alignment\n"
           "x ← x + FF(LN x), FF(x) = W_2 relu(W_1 x)";
  }
  std::string help() const override {
    return "The Performer has ReLU features of the stored projection. Weights have the names of the checkpoint; what "
           "stands before msa_emb. or msa2msa., as in feat_extractor.iter_block_1.0.msa2msa., may stay. Tokens are "
           "0..20 for ARNDCQEGHILKMFPSTWYV and -. Baek et al. 2021.";
  }
  std::vector<Parameter> parameters() const override {
    return {named(countParameter("heads", "Heads H",
                                 "automatic: as many as the projection of the features tells (12 when released)", 0, 1,
                                 65536),
                  {{0, "automatic"}}),
            flagParameter("intermediates", "Intermediate results",
                          "yes: also the embedding, the scores S and the features after the layer along the sequence",
                          false)};
  }
  AxisWords axisWords() const override {
    return {{"V", "letter"}, {"P", "stored position"}, {"2", "target, others"}, {"m", "random row"}};
  }
  std::vector<ArrayDescription> inputs() const override {
    InputList list = {
        {"msa", "(N, L)", "tokens; row 0 is the target sequence", false, ArrayType::integer},
        {"idx", "(L)", "residue numbers of the columns; 0, 1, 2, ... when absent", true, ArrayType::integer},
        {"msa_emb.emb.weight", "(V, D)", "embedding of the tokens"},
        {"msa_emb.pos.pe", "(1, P, D)", "stored encodings of positions 0 to P - 1; computed when absent", true},
        {"msa_emb.pos_q.pe.weight", "(2, D)", "row 0 is added to the target, row 1 to the other sequences"}};
    addLayer(list, kFirst, true);
    addLayer(list, kSecond, false);
    list.push_back({kFeatures, "(m, d)", "projection of the Performer's features"});
    list.push_back({std::string(kSecond) + "attn.calls_since_last_redraw", "()", "of training; has no effect here",
                    true, ArrayType::integer});
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"w", "(N, L, H)", "weights of the sequences in the soft-tied map; sum to 1 over n"},
            {"embedding", "(N, L, D)", "token + position + query encoding (intermediates=yes)", true},
            {"S", "(H, L, L)", "scores of the soft-tied map (intermediates=yes)", true},
            {"attention", "(H, L, L)", "soft-tied map"},
            {"msa_1", "(N, L, D)", "features after the layer along the sequence (intermediates=yes)", true},
            {"pair", "(L, L, H)", "the map as pair features, (A + A^T)/2"},
            {"msa", "(N, L, D)", "features"}};
  }
  Sample sample() const override {
    ArrayBundle arrays = sampleInput();
    const std::string alphabet = "ARNDCQEGHILKMFPSTWYV";
    Array<std::int32_t> msa({5, 16}, 0, "msa");
    for (Index row = 0; row < 5; ++row)
      for (Index column = 0; column < 16; ++column)
        msa(row, column) = static_cast<std::int32_t>(
            alphabet.find(globinRows()[static_cast<size_t>(row)][static_cast<size_t>(column)]));
    arrays["msa"] = msa;
    arrays.erase("idx");
    return globinSample(std::move(arrays));
  }
  ArrayBundle sampleInput() const override {
    ArrayBundle sample = sampleWeights(inputs(), {{"V", 21}, {"D", 8}, {"F", 16}, {"m", 6}, {"d", 4}, {"2", 2}}, 3800);
    sample["msa"] = Array<std::int32_t>({3, 4}, {12, 0, 5, 19, 12, 3, 20, 19, 7, 0, 5, 1}, "msa");
    sample["idx"] = Array<std::int32_t>({4}, {0, 1, 2, 6}, "idx");
    return sample;
  }
  TapeForm tapeForm() const override { return roseTtaFoldMsaOnTape; }
  std::vector<BenchCase> benchCases() const override {
    ArrayBundle weights = benchWeights(inputs(), {{"V", 21}, {"D", 384}, {"F", 1536}, {"m", 64}, {"d", 32}, {"2", 2}});
    weights["msa"] = benchTokens({64, 256}, 21, "msa");
    return {{"N=64 L=256 H=12 D=384 F=1536 m=64", {}, std::move(weights)}};
  }
  bool usesDevice(const ArrayBundle&, const ParameterValues&) const override { return true; }

  CostFormulas cost(const ParameterValues& values) const override {
    const std::string kept = values.flag("intermediates") ? " + H*L*L + 2*N*L*D" : "";
    return {"N*L*D*(18*D + 8*F + 4*L + 8*m + 2) + 2*L*D*D + 4*N*L*H*m*d",
            "w*(2*N*L*D + N*L*(H + 1) + 2*H*L*L + V*D + 10*D*D + 4*D*F + 20*D + m*d" + kept + ")",
            "w*(N*L*(8*D + 2*H) + 4*H*L*L + 10*D*D + 4*D*F" + kept + ")"};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    sizes["H"] = sizes["heads"] > 0 ? sizes["heads"] : sizes["D"] / std::max(1.0, sizes["d"]);
    return sizes;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    const auto add = [&](const char* title, std::shared_ptr<HeadSet> heads, const char* keys = kColumnUnit) {
      if (!heads) return;
      heads->queryUnit = kColumnUnit;
      heads->keyUnit = keys;
      maps.push_back({title, std::move(heads)});
    };
    add("soft-tied row attention", mapsOf(outputs, "attention", "S", "hqk"));
    add("sequence weights (column by row)", mapsOf(outputs, "w", {}, "kqh"), kRowUnit);
    add("pair features (A + Aᵀ)/2", mapsOf(outputs, "pair", {}, "qkh", false));
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const NamedWeights weights(call.inputs);
    const MsaEmbeddingWeights<T> embedding = readMsaEmbedding<T>(weights.under("msa_emb"));
    const Index D = embedding.tokens.length(1);
    const MsaToMsaWeights<T> layers = readMsaToMsa<T>(weights.under("msa2msa"), D, headsOf(weights, call.values, D));
    PartProgress first(call.progress, 0, 0.05), second(call.progress, 0.05, 1);
    Array<T> X = msaEmbedding(integersOf(call.inputs, "msa"), positions(call.inputs), embedding, first);
    const bool keepsIntermediates = call.values.flag("intermediates");
    ArrayBundle outputs;
    if (keepsIntermediates) give(outputs, "embedding", X);
    MsaToMsaResult<T> result = msaToMsa(std::move(X), layers, keepsIntermediates, call.where, call.diagnostics, second);
    if (keepsIntermediates) {
      give(outputs, "S", std::move(result.S));
      give(outputs, "msa_1", std::move(result.first));
    }
    give(outputs, "w", std::move(result.w));
    give(outputs, "attention", std::move(result.A));
    give(outputs, "pair", std::move(result.pair));
    give(outputs, "msa", std::move(result.msa));
    return outputs;
  }

 private:
  static Index headsOf(const NamedWeights& weights, const ParameterValues& values, Index D) {
    if (values.integer("heads") > 0) return static_cast<Index>(values.integer("heads"));
    const Shape shape = weights.read<float>(kFeatures, {-1, -1}).shape();
    if (shape[1] < 1 || D % shape[1] != 0)
      fail("array ", kFeatures, ": found shape ", shapeText(shape), ", expected a second length that divides the ", D,
           " channels: their number per head");
    return D / shape[1];
  }

  /// Residue numbers; without any, the numbers of the columns.
  static std::vector<std::int64_t> positions(const ArrayBundle& inputs) {
    const Shape& shape = shapeOf(inputs.at("msa"));
    requireShape("msa", shape, {-1, -1});
    std::vector<std::int64_t> numbers(static_cast<size_t>(shape[1]));
    for (size_t l = 0; l < numbers.size(); ++l) numbers[l] = static_cast<std::int64_t>(l);
    if (inputs.count("idx") == 0) return numbers;
    const Array<std::int64_t> given = integersOf(inputs, "idx");
    requireShape("idx", given.shape(), {shape[1]});
    return {given.begin(), given.end()};
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeRoseTTAFoldMsa() { return std::make_unique<RoseTTAFoldMsaMechanism>(); }

}  // namespace engine
