// Encoders with the norm behind (MATHEMATICS.md 4): BERT and RoBERTa, which differ in names and in constants.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/models/parts/EncoderForm.h"
#include "engine/models/parts/LanguageModelHead.h"
#include "engine/models/parts/TokenRun.h"
#include "engine/models/parts/TransformerLayer.h"

namespace engine {

/// Under what names a file has the arrays of such a model, and what they do not tell.
struct PostNormModel {
  std::string words, places;             ///< tables of the embedding: (V, D), (P, D)
  std::string types;                     ///< (types, D), row 0 of which is added; may be missing in the file
  std::string norm;                      ///< of the embedding, without ".weight" and ".bias"
  std::string beforeLayer, behindLayer;  ///< what stands around a layer's number in the name of its queries' weights
  std::function<LayerNames(Index layer)> layer;
  LanguageModelHeadNames head;
  Index firstPlace = 0;    ///< row of `places` for the first token
  double epsilon = 1e-12;  ///< of all norms, unless the file's facts tell (layer_norm_eps)
};

/// Throws Error naming file and weight.
ModelSizes sizesOf(const PostNormModel& model, const ModelWeights& weights, Index heads);
std::vector<std::string> neededNamesOf(const PostNormModel& model, const ModelSizes& sizes);

/// A text in tokens, and what the rows of the embedding are called.
struct TokensOfText {
  TokenTable table;
  TokenisedText text;
};
/// Letters where the vocabulary has all amino acids, else words in pieces (WordPiece.h). The vocabulary is that of the
/// facts, else `usual`. Throws Error when neither has one token per row of the embedding.
TokensOfText tokensOfText(const ModelSetup& setup, const std::vector<TokenTable>& usual, Diagnostics& diagnostics);

template <class T>
class PostNormRun : public TokenRun<T>, public HasEncoderForm {
 public:
  /// Throws Error for an activation or a kind of positions that is not known.
  PostNormRun(const ModelSetup& setup, PostNormModel model, TokensOfText tokens);

  std::vector<std::string> vocabulary() const override;
  ModelState<T> embed(const ModelCall& call) const override;
  LayerMaps<T> runLayer(Index layer, ModelState<T>& state, const LayerWish& wish, const ModelCall& call) const override;
  LayerMaps<T> mapsOfLayer(Index layer, const ModelState<T>& state, const LayerWish& wish,
                           const ModelCall& call) const override;
  std::map<std::string, Array<T>> readOut(const ModelState<T>& state, const ModelCall& call) const override;
  EncoderForm encoderForm() const override;

 private:
  PostNormModel m_model;
  LayerRule m_rule;
};

}  // namespace engine
