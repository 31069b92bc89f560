// The architecture "esmc" (MATHEMATICS.md 6): ESM Cambrian of EvolutionaryScale.
#include "engine/models/esmc/SwigluBlock.h"
#include "engine/models/parts/LanguageModelHead.h"
#include "engine/models/parts/Normalise.h"
#include "engine/models/parts/ShapeFacts.h"
#include "engine/models/parts/TokenRun.h"
#include "engine/network/Embedding.h"

namespace engine {

namespace {

constexpr double kEsmCNormEpsilon = 1e-5;
const std::string kTokenEmbedding = "embed.weight";
constexpr Index kRows = 64;  // of the embedding, of which the alphabet needs the first

const LanguageModelHeadNames& esmCHeadNames() {
  static const LanguageModelHeadNames names{
      "sequence_head.0", "sequence_head.2", "sequence_head.3.bias", {"sequence_head.3.weight"}};
  return names;
}

std::string blockName(Index layer) { return "transformer.blocks." + std::to_string(layer) + "."; }

template <class T>
class EsmCRun : public TokenRun<T> {
 public:
  EsmCRun(const ModelSetup& setup, Diagnostics& diagnostics) : TokenRun<T>(setup, esmCTokens(), diagnostics) {
    m_rule = {setup.sizes.width, setup.sizes.heads, residueScale(setup.sizes.layers)};
  }

  /// Rows of the embedding beyond the alphabet have no name.
  std::vector<std::string> vocabulary() const override {
    if (!hasLanguageModelHead(this->weights(), esmCHeadNames())) return {};
    std::vector<std::string> names = TokenRun<T>::vocabulary();
    names.resize(static_cast<size_t>(this->sizes().vocabulary));
    return names;
  }
  bool hiddenHasEmbedding() const override { return false; }
  bool hiddenEndsWithNorm() const override { return false; }

  ModelState<T> embed(const ModelCall& call) const override {
    call.progress.update(0, "embedding");
    return {engine::embed(this->tokens(), readWeightsAs<T>(this->weights(), kTokenEmbedding, {-1, m_rule.width})), {}};
  }
  LayerMaps<T> runLayer(Index layer, ModelState<T>& state, const LayerWish& wish,
                        const ModelCall& call) const override {
    Array<T> maps = addSwigluAttention(state.x, this->weights(), blockName(layer), m_rule, wish, call);
    addSwigluFeedForward(state.x, this->weights(), blockName(layer), m_rule, call);
    return mapsNamed("attention", std::move(maps));
  }
  LayerMaps<T> mapsOfLayer(Index layer, const ModelState<T>& state, const LayerWish& wish,
                           const ModelCall& call) const override {
    return mapsNamed("attention",
                     mapsOfSwigluAttention(state.x, this->weights(), blockName(layer), m_rule, wish, call));
  }
  std::map<std::string, Array<T>> readOut(const ModelState<T>& state, const ModelCall& call) const override {
    const ModelWeights& weights = this->weights();
    std::map<std::string, Array<T>> read;
    const Array<T>& last = read["last"] =
        normalised(state.x, readNorm<T>(weights, "transformer.norm", m_rule.width), kEsmCNormEpsilon, call);
    if (hasLanguageModelHead(weights, esmCHeadNames()))
      read["logits"] = logitsOf(
          last,
          readLanguageModelHead<T>(weights, esmCHeadNames(), kTokenEmbedding, this->sizes().vocabulary, m_rule.width),
          kEsmCNormEpsilon, call);
    return read;
  }

 private:
  SwigluRule m_rule;
};

class EsmC : public ArchitectureOf<EsmCRun> {
 public:
  std::string id() const override { return "esmc"; }
  std::string title() const override { return "ESM C"; }
  std::string help() const override {
    return "300M: 30 layers, 15 heads; 600M: 36 layers, 18 heads. The embedding has 64 rows, of which 33 have a "
           "meaning. "
           "There is no contact head. EvolutionaryScale 2024.";
  }
  bool recognises(const ModelWeights& weights) const override {
    return weights.contains(kTokenEmbedding) && weights.contains(blockName(0) + "attn.layernorm_qkv.1.weight") &&
           !weights.contains(blockName(0) + "geom_attn.proj.weight");
  }
  ModelSizes sizes(const ModelWeights& weights, Index heads) const override {
    ModelSizes sizes;
    sizes.vocabulary = lengthOf(weights, kTokenEmbedding, 0);
    sizes.width = lengthOf(weights, kTokenEmbedding, 1);
    if (sizes.vocabulary != kRows)
      fail(weights.source->name(), ", array ", kTokenEmbedding, ": found ", sizes.vocabulary, " rows, expected ",
           kRows);
    sizes.layers = layersNamed(weights, "transformer.blocks.", ".attn.layernorm_qkv.1.weight");
    sizes.feedForward = lengthOf(weights, blockName(0) + "ffn.1.weight", 0) / 2;
    settleHeads(sizes, weights, heads);
    return sizes;
  }
  std::vector<std::string> neededNames(const ModelWeights&, const ModelSizes& sizes) const override {
    std::vector<std::string> names = {kTokenEmbedding, "transformer.norm.weight"};
    for (Index layer = 0; layer < sizes.layers; ++layer)
      for (const auto& part : {swigluAttentionNames(blockName(layer)), swigluFeedForwardNames(blockName(layer))})
        names.insert(names.end(), part.begin(), part.end());
    return names;
  }
};

}  // namespace

std::unique_ptr<const Architecture> makeEsmC() { return std::make_unique<EsmC>(); }

}  // namespace engine
