// The architecture "bert" (MATHEMATICS.md 4.1): ProtBERT, AntiBERTy, MiniLM and other files of transformers' BERT.
#include "engine/models/bert/PostNormRun.h"
#include "engine/models/bert/TransformersNames.h"

namespace engine {

namespace {

PostNormModel modelOf(const ModelWeights& weights) {
  PostNormModel model = transformersNames(weights.contains("bert.embeddings.word_embeddings.weight") ? "bert." : "");
  model.head.dense = "cls.predictions.transform.dense";
  model.head.norm = "cls.predictions.transform.LayerNorm";
  model.head.bias = "cls.predictions.bias";
  model.head.outputs = {"cls.predictions.decoder.weight"};
  return model;
}

template <class T>
class BertRun : public PostNormRun<T> {
 public:
  BertRun(const ModelSetup& setup, Diagnostics& diagnostics)
      : PostNormRun<T>(setup, modelOf(*setup.weights),
                       tokensOfText(setup, {protBertTokens(), antiBertyTokens()}, diagnostics)) {}
};

class Bert : public ArchitectureOf<BertRun> {
 public:
  std::string id() const override { return "bert"; }
  std::string title() const override { return "BERT"; }
  std::string help() const override {
    return "ProtBERT and AntiBERTy read one token per residue, all-MiniLM and other models of texts words in pieces, "
           "which needs their vocab.txt. Norms stand behind attention and feed-forward. Devlin et al. 2019; Elnaggar "
           "et "
           "al. 2021; Ruffolo et al. 2021; names of transformers.";
  }
  bool recognises(const ModelWeights& weights) const override {
    return isOfTransformers(weights) && !isRobertaOfTransformers(weights);
  }
  ModelSizes sizes(const ModelWeights& weights, Index heads) const override {
    return sizesOf(modelOf(weights), weights, heads);
  }
  std::vector<std::string> neededNames(const ModelWeights& weights, const ModelSizes& sizes) const override {
    return neededNamesOf(modelOf(weights), sizes);
  }
};

}  // namespace

std::unique_ptr<const Architecture> makeBert() { return std::make_unique<Bert>(); }

}  // namespace engine
