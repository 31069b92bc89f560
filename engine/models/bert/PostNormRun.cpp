#include "engine/models/bert/PostNormRun.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/models/bert/WordPiece.h"
#include "engine/models/parts/Normalise.h"
#include "engine/models/parts/ShapeFacts.h"

namespace engine {

namespace {

/// Those rows of a table (rows, D), without the others: vocabularies of texts are long.
template <class T>
Array<T> readRows(const ModelWeights& weights, const std::string& name, const std::vector<std::int64_t>& rows) {
  const Index height = lengthOf(weights, name, 0), D = lengthOf(weights, name, 1), entry = *weights.source->find(name);
  Array<T> read({static_cast<Index>(rows.size()), D}, Untouched{}, name);
  std::vector<float> row(static_cast<size_t>(D));
  for (Index t = 0; t < read.length(0); ++t) {
    const Index number = static_cast<Index>(nth(rows, t));
    if (number >= height) fail(weights.source->what(entry), ": found ", height, " rows, expected more than ", number);
    weights.source->read(entry, number * D, D, row.data());
    if (!std::all_of(row.begin(), row.end(), [](float value) { return std::isfinite(value); }))
      fail(weights.source->what(entry), ": found a value that is not finite in row ", number);
    std::copy(row.begin(), row.end(), read.data() + t * D);
  }
  return read;
}

/// To every row of X (T, D) the row of Y (T, D), or the only one of Y (1, D).
template <class T>
void addRows(Array<T>& X, const Array<T>& Y) {
  for (Index k = 0; k < X.size(); ++k) X[k] += Y[k % Y.size()];
}

FeedForwardActivation activationOf(const ModelFacts& facts) {
  for (const char* key : {"hidden_act", "activation_fn"}) {
    const std::string text = facts.text(key);
    if (text == "relu") return FeedForwardActivation::relu;
    if (!text.empty() && text != "gelu")
      fail(facts.values.at(key).origin, ", ", key, ": found ", text, ", expected gelu or relu");
  }
  return FeedForwardActivation::gelu;
}

void requireAbsolutePlaces(const ModelFacts& facts) {
  const std::string kind = facts.text("position_embedding_type");
  if (!kind.empty() && kind != "absolute")
    fail(facts.values.at("position_embedding_type").origin, ", position_embedding_type: found ", kind,
         ", expected absolute");
}

/// The table of the facts' vocabulary, else the one of the usual tables that has as many tokens as the embedding rows.
TokenTable tableOf(const ModelSetup& setup, const std::vector<TokenTable>& usual) {
  const std::vector<std::string>& vocabulary = setup.weights->facts.vocabulary;
  const Index rows = setup.sizes.vocabulary;
  for (const TokenTable& table : usual)
    if (vocabulary.empty() ? table.size() == rows : table.tokens == vocabulary) return table;
  const std::string& file = setup.weights->source->name();
  if (vocabulary.empty())
    fail(file, ": found an embedding of ", rows, " tokens, of which nobody says what they are, expected a file ",
         "vocab.txt beside it, one token a line");
  return tokensOf(vocabulary, file);
}

TokenisedText inPieces(const std::string& text, const TokenTable& table) {
  TokenisedText result;
  result.numbers = WordPiece(table.tokens).tokens(text);
  for (const std::int64_t number : result.numbers)
    result.texts.push_back(nth(table.tokens, static_cast<Index>(number)));
  result.isSpecial.assign(result.numbers.size(), false);
  result.isSpecial.front() = result.isSpecial.back() = true;
  return result;
}

}  // namespace

ModelSizes sizesOf(const PostNormModel& model, const ModelWeights& weights, Index heads) {
  ModelSizes sizes;
  sizes.vocabulary = lengthOf(weights, model.words, 0);
  sizes.width = lengthOf(weights, model.words, 1);
  sizes.layers = layersNamed(weights, model.beforeLayer, model.behindLayer);
  sizes.feedForward = lengthOf(weights, model.layer(0).feedIn + ".weight", 0);
  sizes.maxTokens = std::max<Index>(0, lengthOf(weights, model.places, 0) - model.firstPlace);
  settleHeads(sizes, weights, heads);
  return sizes;
}

std::vector<std::string> neededNamesOf(const PostNormModel& model, const ModelSizes& sizes) {
  std::vector<std::string> names = {model.words, model.places, model.norm + ".weight", model.norm + ".bias"};
  for (Index layer = 0; layer < sizes.layers; ++layer)
    for (const std::string& name : model.layer(layer).needed()) names.push_back(name);
  return names;
}

TokensOfText tokensOfText(const ModelSetup& setup, const std::vector<TokenTable>& usual, Diagnostics& diagnostics) {
  TokenTable table = tableOf(setup, usual);
  requireAlphabet(table, setup.sizes.vocabulary, setup.weights->source->name());
  TokenisedText text = readsProteins(table) ? tokenised(setup.input.sequence, table, diagnostics)
                                            : inPieces(setup.input.sequence, table);
  return {std::move(table), std::move(text)};
}

template <class T>
PostNormRun<T>::PostNormRun(const ModelSetup& setup, PostNormModel model, TokensOfText tokens)
    : TokenRun<T>(setup, std::move(tokens.table), std::move(tokens.text)), m_model(std::move(model)) {
  const ModelFacts& facts = setup.weights->facts;
  requireAbsolutePlaces(facts);
  m_rule.heads = setup.sizes.heads;
  m_rule.width = setup.sizes.width;
  m_rule.feedForward = setup.sizes.feedForward;
  m_rule.norms = NormPlace::behind;
  m_rule.epsilon = facts.number("layer_norm_eps").value_or(m_model.epsilon);
  m_rule.activation = activationOf(facts);
}

template <class T>
std::vector<std::string> PostNormRun<T>::vocabulary() const {
  if (!hasLanguageModelHead(this->weights(), m_model.head)) return {};
  return TokenRun<T>::vocabulary();
}

template <class T>
ModelState<T> PostNormRun<T>::embed(const ModelCall& call) const {
  const ModelWeights& weights = this->weights();
  call.progress.update(0, "embedding");
  Array<T> x = readRows<T>(weights, m_model.words, this->text().numbers);
  std::vector<std::int64_t> places(this->text().numbers.size());
  std::iota(places.begin(), places.end(), m_model.firstPlace);
  addRows(x, readRows<T>(weights, m_model.places, places));
  if (weights.contains(m_model.types)) addRows(x, readRows<T>(weights, m_model.types, {0}));
  return {normalised(x, readNorm<T>(weights, m_model.norm, m_rule.width), m_rule.epsilon, call), {}};
}

template <class T>
LayerMaps<T> PostNormRun<T>::runLayer(Index layer, ModelState<T>& state, const LayerWish& wish,
                                      const ModelCall& call) const {
  return mapsNamed("attention",
                   runTransformerLayer(state.x, this->weights(), m_model.layer(layer), m_rule, wish, call));
}

template <class T>
LayerMaps<T> PostNormRun<T>::mapsOfLayer(Index layer, const ModelState<T>& state, const LayerWish& wish,
                                         const ModelCall& call) const {
  return mapsNamed("attention",
                   mapsOfTransformerLayer(state.x, this->weights(), m_model.layer(layer), m_rule, wish, call));
}

template <class T>
std::map<std::string, Array<T>> PostNormRun<T>::readOut(const ModelState<T>& state, const ModelCall& call) const {
  std::map<std::string, Array<T>> read = {{"last", state.x}};
  if (!hasLanguageModelHead(this->weights(), m_model.head)) return read;
  const LanguageModelHead<T> head =
      readLanguageModelHead<T>(this->weights(), m_model.head, m_model.words, this->sizes().vocabulary, m_rule.width);
  read["logits"] = logitsOf(state.x, head, m_rule.epsilon, call);
  return read;
}

template <class T>
EncoderForm PostNormRun<T>::encoderForm() const {
  return {&this->weights(), this->sizes(), m_model.layer, m_rule, {}, "", m_model.head, m_model.words};
}

template class PostNormRun<float>;
template class PostNormRun<double>;

}  // namespace engine
