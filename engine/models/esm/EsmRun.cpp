#include "engine/models/esm/EsmRun.h"

#include "engine/models/parts/ContactHead.h"
#include "engine/models/parts/Embedding.h"
#include "engine/models/parts/Normalise.h"
#include "engine/models/parts/Rotary.h"

namespace engine {

namespace {

TokenTable tableOf(const ModelSetup& setup) {
  const ModelFacts& facts = setup.weights->facts;
  TokenTable table = facts.vocabulary.empty() ? esmTokens() : tokensOf(facts.vocabulary, setup.weights->source->name());
  requireAlphabet(table, setup.sizes.vocabulary, setup.weights->source->name());
  return table;
}

}  // namespace

template <class T>
EsmRun<T>::EsmRun(const ModelSetup& setup, Diagnostics& diagnostics)
    : TokenRun<T>(setup, tableOf(setup), diagnostics),
      m_names(*esmNames(*setup.weights)),
      m_isRotary(hasRotaryPositions(*setup.weights, m_names)),
      m_epsilon(setup.weights->facts.number("layer_norm_eps").value_or(1e-5)) {
  constexpr Index kTrainedLength = 1024;  // tokens
  if (m_isRotary && this->numTokens() > kTrainedLength)
    diagnostics.warn("the sequence has ", this->numTokens() - 2,
                     " residues; the model was trained on at most 1022 at a time");
}

template <class T>
std::vector<std::string> EsmRun<T>::vocabulary() const {
  return hasLanguageModelHead(this->weights(), m_names.head) ? this->table().tokens : std::vector<std::string>{};
}

template <class T>
Array<T> EsmRun<T>::readTokenTable(const std::string& name) const {
  Array<T> table = readWeightsAs<T>(this->weights(), name, {this->sizes().vocabulary, this->sizes().width});
  const Index width = table.length(1), mask = this->table().mask;
  if (this->weights().facts.text("arch") == "roberta_large") std::fill_n(table.data() + mask * width, width, T{0});
  return table;
}

template <class T>
ModelState<T> EsmRun<T>::embed(const ModelCall& call) const {
  Array<T> x = embeddedTokens(this->text().numbers, readTokenTable(m_names.embedding));
  if (this->weights().facts.text("token_dropout") != "false")
    dropMaskedTokens(x, this->text().numbers, this->table().mask);
  if (m_isRotary) return {std::move(x), {}};
  addPositions(x, readWeightsAs<T>(this->weights(), m_names.positions, {-1, this->sizes().width}));
  if (this->weights().contains(m_names.normBefore + ".weight"))
    x = normalised(x, readNorm<T>(this->weights(), m_names.normBefore, this->sizes().width), m_epsilon, call);
  return {std::move(x), {}};
}

template <class T>
Array<float> EsmRun<T>::frequenciesOf(Index layer) const {
  if (!m_isRotary) return {};
  const Index depth = this->sizes().width / this->sizes().heads;
  const std::string stored = m_names.frequencies(this->weights(), layer);
  return stored.empty() ? rotaryFrequencies(depth, true) : readWeights(this->weights(), stored, {depth / 2});
}

template <class T>
LayerRule EsmRun<T>::ruleOf(const Array<float>& frequencies) const {
  LayerRule rule{.heads = this->sizes().heads, .width = this->sizes().width, .feedForward = this->sizes().feedForward};
  rule.epsilon = m_epsilon;
  rule.rotary = m_isRotary ? &frequencies : nullptr;
  return rule;
}

template <class T>
LayerMaps<T> EsmRun<T>::runLayer(Index layer, ModelState<T>& state, const LayerWish& wish,
                                 const ModelCall& call) const {
  const Array<float> frequencies = frequenciesOf(layer);
  Array<T> A = runTransformerLayer(state.x, this->weights(), m_names.layer(layer), ruleOf(frequencies), wish, call);
  return mapsNamed("attention", std::move(A));
}

template <class T>
LayerMaps<T> EsmRun<T>::mapsOfLayer(Index layer, const ModelState<T>& state, const LayerWish& wish,
                                    const ModelCall& call) const {
  const Array<float> frequencies = frequenciesOf(layer);
  return mapsNamed("attention", mapsOfTransformerLayer(state.x, this->weights(), m_names.layer(layer),
                                                       ruleOf(frequencies), wish, call));
}

template <class T>
std::map<std::string, Array<T>> EsmRun<T>::readOut(const ModelState<T>& state, const ModelCall& call) const {
  std::map<std::string, Array<T>> outputs;
  Array<T>& last = outputs["last"];
  last = normalised(state.x, readNorm<T>(this->weights(), m_names.normAfter, this->sizes().width), m_epsilon, call);
  if (!hasLanguageModelHead(this->weights(), m_names.head)) return outputs;
  auto head = readLanguageModelHead<T>(this->weights(), m_names.head, m_names.embedding, this->sizes().vocabulary,
                                       this->sizes().width);
  head.output = readTokenTable(head.output.name);
  outputs["logits"] = logitsOf(last, head, m_epsilon, call);
  return outputs;
}

template <class T>
EncoderForm EsmRun<T>::encoderForm() const {
  EncoderForm form;
  form.weights = &this->weights();
  form.sizes = this->sizes();
  form.rule = ruleOf({});
  form.rule.rotary = nullptr;
  form.lastNorm = m_names.normAfter;
  form.head = m_names.head;
  form.embedding = m_names.embedding;
  form.names = [this](Index layer) { return m_names.layer(layer); };
  form.frequencies = [this](Index layer) { return frequenciesOf(layer); };
  return form;
}

template <class T>
ContactHeadWeights<T> EsmRun<T>::contactRegression() const {
  auto regression = readContactRegression<T>(this->weights(), this->sizes(), "attention");
  regression.cutFirst = regression.cutLast = 1;
  return regression;
}

template class EsmRun<float>;
template class EsmRun<double>;

}  // namespace engine
