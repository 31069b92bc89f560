// The architecture "roberta" (MATHEMATICS.md 5): RoBERTa as transformers and as fairseq write it; Sapiens is of the
// latter kind.
#include "engine/models/bert/PostNormRun.h"
#include "engine/models/bert/TransformersNames.h"
#include "engine/models/roberta/SplitProjections.h"

namespace engine {

namespace {

constexpr Index kFirstPlace = 2;  // rows of positions before the first token's: of padding, and one that is not used
constexpr double kRobertaEpsilon = 1e-5;

const std::string kFairseqBody = "decoder.sentence_encoder.";

/// What stands before fairseq's names of embedding and layers; that of newer files, "encoder.sentence_encoder.", is
/// gone already.
std::string fairseqPrefix(const ModelWeights& weights) {
  return weights.contains(kFairseqBody + "embed_tokens.weight") ? kFairseqBody : "";
}

/// ESM has the same names with the norms before attention and feed-forward, and calls the embedding's differently.
bool isOfFairseq(const ModelWeights& weights) {
  const std::string prefix = fairseqPrefix(weights);
  return weights.contains(prefix + "embed_tokens.weight") && weights.contains(prefix + "emb_layer_norm.weight") &&
         (weights.contains(prefix + "layers.0.self_attn.q_proj.weight") ||
          weights.contains(prefix + "layers.0.self_attn.in_proj_weight"));
}

LayerNames behind(const std::string& prefix, LayerNames names) {
  for (std::string* name : {&names.query, &names.key, &names.value, &names.output, &names.attentionNorm,
                            &names.feedNorm, &names.feedIn, &names.feedOut})
    *name = prefix + *name;
  return names;
}

PostNormModel fairseqNames(const ModelWeights& weights) {
  const std::string prefix = fairseqPrefix(weights);
  PostNormModel model;
  model.words = prefix + "embed_tokens.weight";
  model.places = prefix + "embed_positions.weight";
  model.norm = prefix + "emb_layer_norm";
  model.beforeLayer = prefix + "layers.";
  model.behindLayer = ".self_attn.q_proj.weight";
  model.layer = [prefix](Index layer) { return behind(prefix, fairseqLayerNames(layer)); };
  const std::string head = weights.contains("decoder.lm_head.dense.weight") ? "decoder.lm_head." : "lm_head.";
  model.head = {head + "dense", head + "layer_norm", head + "bias", {head + "weight"}};
  return model;
}

PostNormModel modelOf(const ModelWeights& weights) {
  PostNormModel model;
  if (isOfFairseq(weights)) {
    model = fairseqNames(weights);
  } else {
    model = transformersNames(weights.contains("roberta.embeddings.word_embeddings.weight") ? "roberta." : "");
    model.head.outputs = {"lm_head.decoder.weight", "lm_head.weight"};
  }
  model.firstPlace = kFirstPlace;
  model.epsilon = kRobertaEpsilon;
  return model;
}

template <class T>
class RobertaRun : public PostNormRun<T> {
 public:
  RobertaRun(const ModelSetup& setup, Diagnostics& diagnostics)
      : PostNormRun<T>({withSplitProjections(setup.weights), setup.sizes, setup.input}, modelOf(*setup.weights),
                       tokensOfText(setup, {sapiensTokens()}, diagnostics)) {}
};

class Roberta : public ArchitectureOf<RobertaRun> {
 public:
  std::string id() const override { return "roberta"; }
  std::string title() const override { return "RoBERTa"; }
  std::string help() const override {
    return "As BERT with positions counted from 2. Sapiens, for heavy and light chains of antibodies, takes at most "
           "142 "
           "or 126 residues; X and * are masked residues to it. Liu et al. 2019; Prihoda et al. 2022; names of "
           "transformers and fairseq.";
  }
  bool recognises(const ModelWeights& weights) const override {
    return isOfFairseq(weights) || (isOfTransformers(weights) && isRobertaOfTransformers(weights));
  }
  ModelSizes sizes(const ModelWeights& weights, Index heads) const override {
    const auto split = withSplitProjections(std::make_shared<ModelWeights>(weights));
    return sizesOf(modelOf(*split), *split, heads);
  }
  std::vector<std::string> neededNames(const ModelWeights& weights, const ModelSizes& sizes) const override {
    std::vector<std::string> names = neededNamesOf(modelOf(weights), sizes);
    const auto split = withSplitProjections(std::make_shared<ModelWeights>(weights));
    // What a joined array holds is not missing.
    std::erase_if(names, [&](const std::string& name) { return !weights.contains(name) && split->contains(name); });
    return names;
  }
};

}  // namespace

std::unique_ptr<const Architecture> makeRoberta() { return std::make_unique<Roberta>(); }

}  // namespace engine
