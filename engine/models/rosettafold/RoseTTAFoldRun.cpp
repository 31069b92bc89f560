#include "engine/models/rosettafold/RoseTTAFoldRun.h"

#include <algorithm>
#include <numeric>

#include "engine/attention/axial-encoder/AxialEncoderLayer.h"
#include "engine/attention/rosettafold-msa/MsaEmbedding.h"
#include "engine/attention/tied/TiedProduct.h"
#include "engine/models/parts/SelfAttention.h"
#include "engine/models/parts/ShapeFacts.h"
#include "engine/models/rosettafold/PairTrack.h"

namespace engine {

namespace {

const std::string kMsaEmbedding = "msa_emb.", kPairEmbedding = "pair_emb.";
const std::string kInitial = "feat_extractor.initial.encoder.layers.0.";
/// Counts training steps; has no effect.
constexpr const char* kCounter = "calls_since_last_redraw";

/// What reading weights from a bundle calls the module of these names.
NamedWeights moduleOf(const ArrayBundle& arrays, const std::string& beginning) {
  return NamedWeights(arrays, beginning);
}

Array<std::int64_t> tokensOfRows(const ModelSetup& setup, std::vector<std::string>& query, Diagnostics& diagnostics) {
  const std::string& source = setup.weights->source->name();
  const std::vector<std::string>& rows = setup.input.rows;
  if (rows.empty()) fail(source, ": found an alignment without rows, expected a target sequence at least");
  const TokenTable table = roseTtaFoldTokens();
  std::vector<std::int64_t> numbers;
  for (size_t r = 0; r < rows.size(); ++r) {
    TokenisedText row = tokenised(rows[r], table, diagnostics);
    if (r == 0) query = std::move(row.texts);
    if (row.numbers.size() != query.size())
      fail(source, ": row ", r + 1, " of the alignment has ", row.numbers.size(), " letters, expected ", query.size(),
           " as the first");
    numbers.insert(numbers.end(), row.numbers.begin(), row.numbers.end());
  }
  const Index most = setup.sizes.maxTokens;
  if (most > 0 && std::ssize(query) > most)
    fail(source, ": found an alignment of ", query.size(), " columns, expected at most ", most);
  return Array<std::int64_t>({std::ssize(rows), std::ssize(query)}, numbers, "tokens");
}

/// Attention of pairs among each other along both axes, Performers with stored projections.
template <class T>
void runPairLayer(const ArrayBundle& arrays, const std::string& names, Array<T>& pair, const ModelCall& call) {
  const NamedWeights weights = moduleOf(arrays, names);
  const Index K = pair.length(2);
  const Array<T> features = weights.read<T>("attn_L.fast_attention.projection_matrix", {-1, -1});
  const Index depth = features.length(1);
  if (depth < 1 || K % depth != 0)
    fail("array ", features.name, ": found shape ", shapeText(features.shape()),
         ", expected a second length that divides the ", K, " channels");
  const auto layer =
      readAxialEncoderLayer<T>(weights, AttentionKind::performer, AttentionKind::performer, K, K / depth);
  axialEncoderLayer(pair, layer, {}, call.where, call.diagnostics, call.progress);
}

}  // namespace

std::string roseTtaFoldBlock(Index block) { return "feat_extractor.iter_block_1." + std::to_string(block) + "."; }

bool hasPairTrack(const ModelWeights& weights) {
  const Shape* const shape = weights.shapeOf("pair_emb.projection.weight");
  return shape != nullptr && shape->size() == 2 && (*shape)[1] == (*shape)[0] + 1;
}

ArrayBundle readBundle(const ModelWeights& weights, const std::string& beginning) {
  ArrayBundle bundle;
  for (const WeightEntry& entry : weights.source->entries())
    if (entry.name.starts_with(beginning) && !entry.name.ends_with(kCounter))
      bundle[entry.name] = readWeights(weights, entry.name, entry.shape);
  return bundle;
}

template <class T>
RoseTTAFoldRun<T>::RoseTTAFoldRun(const ModelSetup& setup, Diagnostics& diagnostics)
    : m_setup(setup), m_tokens(tokensOfRows(setup, m_query, diagnostics)) {
  requireResidueNumbers(setup.input, m_tokens.length(1));
  requireAlphabet(roseTtaFoldTokens(), setup.sizes.vocabulary, setup.weights->source->name());
  if (!hasPairTrack(*setup.weights))
    diagnostics.warn(
        "the pair features of this model start from templates, which are not made here: maps are those of "
        "the first block alone");
}

template <class T>
std::vector<std::int64_t> RoseTTAFoldRun<T>::places() const {
  if (!m_setup.input.residueNumbers.empty()) return m_setup.input.residueNumbers;
  std::vector<std::int64_t> numbers(m_query.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

template <class T>
Array<T> RoseTTAFoldRun<T>::embeddedPairs() const {
  const ArrayBundle arrays = readBundle(*m_setup.weights, kPairEmbedding);
  const std::vector<std::int64_t> target(m_tokens.begin(), m_tokens.begin() + m_tokens.length(1));
  return pairEmbedding(target, places(), readPairEmbedding<T>(moduleOf(arrays, kPairEmbedding)));
}

template <class T>
Array<T> RoseTTAFoldRun<T>::initialPairs(const ModelCall& call) const {
  Array<T> pair = embeddedPairs();
  runPairLayer(readBundle(*m_setup.weights, kInitial), kInitial, pair, call);
  return pair;
}

template <class T>
ModelState<T> RoseTTAFoldRun<T>::embed(const ModelCall& call) const {
  PartProgress first(call.progress, 0, 0.2), second(call.progress, 0.2, 1);
  const ArrayBundle arrays = readBundle(*m_setup.weights, kMsaEmbedding);
  ModelState<T> state;
  state.x = msaEmbedding(m_tokens, places(), readMsaEmbedding<T>(moduleOf(arrays, kMsaEmbedding)), first);
  if (hasPairTrack(*m_setup.weights)) state.pair = initialPairs({call.where, call.diagnostics, second});
  return state;
}

template <class T>
MsaToMsaWeights<T> RoseTTAFoldRun<T>::msaWeights(Index block) const {
  const std::string names = roseTtaFoldBlock(block) + "msa2msa.";
  const ArrayBundle arrays = readBundle(*m_setup.weights, names);
  return readMsaToMsa<T>(moduleOf(arrays, names), m_setup.sizes.width, m_setup.sizes.heads);
}

template <class T>
SoftTiedMaps<T> RoseTTAFoldRun<T>::runAlongSequence(const EncoderLayerWeights<T>& weights, Array<T>& x,
                                                    const LayerWish& wish, const ModelCall& call) const {
  PartProgress normalising(call.progress, 0, 0.1), attending(call.progress, 0.1, 0.6), feeding(call.progress, 0.6, 1);
  const int threads = call.where.threads;
  SoftTiedOptions options;
  options.keepVectors = static_cast<bool>(wish.ablation);
  const Projections<T>& projections = weights.attention.projections;
  SoftTiedResult<T> told =
      softTiedAttention(layerNorm(x, weights.norm1, threads, normalising), weights.attention.sequenceWeights,
                        projections, options, call.where, call.diagnostics, attending);
  if (ablate(told.A, "attention", wish)) {
    const Array<T> V = std::move(told.vectors.v).reshaped({x.length(0), x.length(1), projections.W_v.length(0)});
    const Array<T> O = sharedValues(told.A, V, threads, attending);
    told.Y = project(O, projections.W_o, projections.b_o, threads, attending);
    told.pair = symmetrisedPair(told.A, threads, attending);
  }
  for (Index k = 0; k < x.size(); ++k) x[k] += told.Y[k];
  addFeedForward(x, weights.norm2, weights.feedForward, weights.activation, call.where, feeding);
  return {std::move(told.w), std::move(told.A), std::move(told.pair)};
}

template <class T>
SoftTiedMaps<T> RoseTTAFoldRun<T>::runMsaToMsa(Index block, Array<T>& x, const LayerWish& wish,
                                               const ModelCall& call) const {
  PartProgress first(call.progress, 0, 0.6), second(call.progress, 0.6, 1);
  const MsaToMsaWeights<T> weights = msaWeights(block);
  SoftTiedMaps<T> told = runAlongSequence(weights.alongSequence, x, wish, {call.where, call.diagnostics, first});
  encoderLayer(x, MsaAxis::column, weights.alongAlignment, {}, call.where, call.diagnostics, second);
  return told;
}

template <class T>
LayerMaps<T> RoseTTAFoldRun<T>::runLayer(Index layer, ModelState<T>& state, const LayerWish& wish,
                                         const ModelCall& call) const {
  PartProgress msa(call.progress, 0, 0.4), pairs(call.progress, 0.4, 0.7), among(call.progress, 0.7, 0.9),
      back(call.progress, 0.9, 1);
  SoftTiedMaps<T> told = runMsaToMsa(layer, state.x, wish, {call.where, call.diagnostics, msa});
  if (!state.pair.empty()) {
    const std::string names = roseTtaFoldBlock(layer), toPair = names + "msa2pair.", toMsa = names + "pair2msa.";
    const Index D = m_setup.sizes.width, K = state.pair.length(2);
    const ArrayBundle arrays = readBundle(*m_setup.weights, toPair);
    state.pair =
        msaToPair(state.x, state.pair, told.pair, readMsaToPair<T>(moduleOf(arrays, toPair), D, K, m_setup.sizes.heads),
                  call.where.threads, pairs);
    const std::string pairLayer = names + "pair2pair.encoder.layers.0.";
    runPairLayer(readBundle(*m_setup.weights, pairLayer), pairLayer, state.pair, {call.where, call.diagnostics, among});
    const ArrayBundle direct = readBundle(*m_setup.weights, toMsa);
    pairToMsa(state.pair, state.x, readPairToMsa<T>(moduleOf(direct, toMsa + "encoder.layers.0."), D, K), call.where,
              back);
  }
  return mapsNamed("attention", std::move(told.A));
}

template <class T>
LayerMaps<T> RoseTTAFoldRun<T>::mapsOfLayer(Index layer, const ModelState<T>& state, const LayerWish& wish,
                                            const ModelCall& call) const {
  const MsaToMsaWeights<T> weights = msaWeights(layer);
  Array<T> x = state.x;
  return mapsNamed("attention", std::move(runAlongSequence(weights.alongSequence, x, wish, call).A));
}

template <class T>
std::map<std::string, Array<T>> RoseTTAFoldRun<T>::readOut(const ModelState<T>& state, const ModelCall&) const {
  std::map<std::string, Array<T>> read;
  read["last"] = state.x;
  if (!state.pair.empty()) read["pair"] = state.pair;
  return read;
}

template class RoseTTAFoldRun<float>;
template class RoseTTAFoldRun<double>;

}  // namespace engine
