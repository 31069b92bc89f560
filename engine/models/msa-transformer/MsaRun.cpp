#include "engine/models/msa-transformer/MsaRun.h"

#include <cmath>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/tied/TiedProduct.h"
#include "engine/base/Joined.h"
#include "engine/models/msa-transformer/ColumnAttention.h"
#include "engine/models/parts/ContactHead.h"
#include "engine/models/parts/Embedding.h"
#include "engine/models/parts/LanguageModelHead.h"
#include "engine/models/parts/ModelLinear.h"
#include "engine/models/parts/Normalise.h"

namespace engine {

namespace {

constexpr Index kMostRows = 1024;
const char* const kRowMaps = "row_attention";
const char* const kColumnMaps = "column_attention";
const char* const kColumnMean = "column_mean";

LayerNames axisNames(const std::string& layer, const std::string& axis) {
  const std::string attention = layer + axis + "_self_attention.", feed = layer + "feed_forward_layer.";
  return {.query = attention + "layer.q_proj",
          .key = attention + "layer.k_proj",
          .value = attention + "layer.v_proj",
          .output = attention + "layer.out_proj",
          .attentionNorm = attention + "layer_norm",
          .feedNorm = feed + "layer_norm",
          .feedIn = feed + "layer.fc1",
          .feedOut = feed + "layer.fc2"};
}

/// Rows to tokens (R, C). Throws Error naming the first row of another length.
Array<std::int64_t> tokensOfRows(const ModelSetup& setup, const TokenTable& table, std::vector<std::string>& query,
                                 Diagnostics& diagnostics) {
  const std::string& source = setup.weights->source->name();
  const std::vector<std::string>& rows = setup.input.rows;
  if (rows.empty()) fail(source, ": found an alignment without rows, expected a query at least");
  if (std::ssize(rows) > kMostRows)
    fail(source, ": found an alignment of ", rows.size(), " rows, expected at most ", kMostRows,
         " (rows=N takes the first N or, with choice=diverse, some that differ)");
  tokenised(joined(rows, {}, ""), table, diagnostics);  // one warning for all rows
  Diagnostics said;
  std::vector<std::int64_t> numbers;
  for (size_t r = 0; r < rows.size(); ++r) {
    TokenisedText row = tokenised(rows[r], table, said);
    if (r == 0) query = row.texts;
    if (row.numbers.size() != query.size())
      fail(source, ": row ", r + 1, " of the alignment has ", row.numbers.size() - 1, " letters, expected ",
           query.size() - 1, " as the first");
    numbers.insert(numbers.end(), row.numbers.begin(), row.numbers.end());
  }
  const Index most = setup.sizes.maxTokens;
  if (most > 0 && std::ssize(query) > most)
    fail(source, ": found an alignment of ", query.size() - 1, " columns, expected at most ", most - 1);
  return Array<std::int64_t>({std::ssize(rows), std::ssize(query)}, numbers, "tokens");
}

}  // namespace

MsaLayerNames msaLayerNames(const ModelWeights& weights, Index layer) {
  const bool isExchanged =
      weights.facts.strippedPrefix == "encoder.sentence_encoder." || weights.facts.text("arch") == "msa_transformer";
  const std::string at = "layers." + std::to_string(layer) + ".";
  return {axisNames(at, isExchanged ? "column" : "row"), axisNames(at, isExchanged ? "row" : "column")};
}

template <class T>
MsaRun<T>::MsaRun(const ModelSetup& setup, Diagnostics& diagnostics)
    : m_setup(setup),
      m_table(msaTransformerTokens()),
      m_tokens(tokensOfRows(setup, m_table, m_queryTokens, diagnostics)) {
  requireAlphabet(m_table, setup.sizes.vocabulary, setup.weights->source->name());
}

template <class T>
std::vector<std::string> MsaRun<T>::mapNames() const {
  return {kRowMaps, kColumnMaps, kColumnMean};
}

template <class T>
std::vector<std::string> MsaRun<T>::positions(const std::string& maps) const {
  return maps == kRowMaps ? m_queryTokens : m_setup.input.rowNames;
}

template <class T>
std::vector<bool> MsaRun<T>::specialPositions(const std::string& maps) const {
  std::vector<bool> isSpecial(static_cast<size_t>(m_tokens.length(maps == kRowMaps ? 1 : 0)), false);
  if (maps == kRowMaps) isSpecial[0] = true;
  return isSpecial;
}

template <class T>
std::string MsaRun<T>::unit(const std::string& maps) const {
  return maps == kRowMaps ? "" : "row";
}

template <class T>
std::vector<std::string> MsaRun<T>::vocabulary() const {
  return hasLanguageModelHead(weights(), {}) ? m_table.tokens : std::vector<std::string>{};
}

template <class T>
LayerRule MsaRun<T>::rule() const {
  return {.heads = m_setup.sizes.heads, .width = m_setup.sizes.width, .feedForward = m_setup.sizes.feedForward};
}

template <class T>
ModelState<T> MsaRun<T>::embed(const ModelCall& call) const {
  const Index R = m_tokens.length(0), C = m_tokens.length(1), width = m_setup.sizes.width;
  const auto table = readWeightsAs<T>(weights(), "embed_tokens.weight", {m_setup.sizes.vocabulary, width});
  const auto positions = readWeightsAs<T>(weights(), "embed_positions.weight", {-1, width});
  const auto ofRows = readOptionalWeightsAs<T>(weights(), "msa_position_embedding", {1, -1, 1, -1});
  if (!ofRows.empty() && (ofRows.length(1) < R || (ofRows.length(3) != width && ofRows.length(3) != 1)))
    fail(weights().source->name(), ", array msa_position_embedding: found shape ", shapeText(ofRows.shape()),
         ", expected (1, ", R, " or more, 1, ", width, " or 1)");
  Array<T> x({R, C, width}, Untouched{});
  for (Index r = 0; r < R; ++r) {
    const auto* const first = m_tokens.data() + r * C;
    Array<T> row = embeddedTokens(std::vector<std::int64_t>(first, first + C), table);
    addPositions(row, positions);
    for (Index k = 0; !ofRows.empty() && k < row.size(); ++k)
      row[k] += ofRows[ofRows.length(3) == 1 ? r : r * width + k % width];
    std::copy(row.begin(), row.end(), x.data() + r * C * width);
  }
  return {normalised(x, readNorm<T>(weights(), "emb_layer_norm_before", width), rule().epsilon, call), {}};
}

template <class T>
AttendedHeads<T> MsaRun<T>::attendAlongRows(const Array<T>& x, const LayerNames& names, bool mapsAlone,
                                            const LayerWish& wish, const ModelCall& call) const {
  const Index width = m_setup.sizes.width;
  const auto mapped = [&](const Array<T>& y, const std::string& name) {
    return modelLinear(y, storedLinear<T>(weights(), name, width, width), call);
  };
  const Array<T> y = normalised(x, readNorm<T>(weights(), names.attentionNorm, width), rule().epsilon, call);
  TiedProductInput<T> input;
  input.Q = mapped(y, names.query);
  input.K = mapped(y, names.key);
  input.V = mapsAlone ? Array<T>({x.length(0), x.length(1), 0}) : mapped(y, names.value);
  input.heads = m_setup.sizes.heads;
  input.scale = standardScale(input.depth()) / std::sqrt(double(x.length(0)));
  input.origin = arraysText({{names.query, input.Q.shape()}, {names.key, input.K.shape()}});
  const Compute where{mapsAlone ? nullptr : call.where.device, call.where.threads};
  TiedProductResult<T> attended = tiedProduct(input, where, call.diagnostics, call.progress);
  if (ablate(attended.A, kRowMaps, wish))
    attended.O = sharedValues(attended.A, input.V, call.where.threads, call.progress);
  return {std::move(attended.A), mapsAlone ? Array<T>{} : mapped(attended.O, names.output)};
}

template <class T>
void MsaRun<T>::runColumns(const LayerNames& names, Array<T>& x, LayerMaps<T>& maps, const LayerWish& wish,
                           const ModelCall& call) const {
  const Index width = m_setup.sizes.width;
  const auto attention = readAttention<T>(weights(), names, width);
  const Array<T> y = normalised(x, readNorm<T>(weights(), names.attentionNorm, width), rule().epsilon, call);
  ColumnAttention<T> attended = attendAlongColumns(
      modelLinear(y, attention.query, call), modelLinear(y, attention.key, call), modelLinear(y, attention.value, call),
      m_setup.sizes.heads, wish.wants(kColumnMaps), wish, call);
  addTo(x, modelLinear(attended.O, attention.output, call));
  if (wish.wants(kColumnMaps)) maps.merge(mapsNamed(kColumnMaps, std::move(attended.A)));
  maps.merge(mapsNamed(kColumnMean, std::move(attended.mean)));
}

template <class T>
LayerMaps<T> MsaRun<T>::runLayer(Index layer, ModelState<T>& state, const LayerWish& wish,
                                 const ModelCall& call) const {
  const MsaLayerNames names = msaLayerNames(weights(), layer);
  AttendedHeads<T> rows = attendAlongRows(state.x, names.row, false, wish, call);
  addTo(state.x, rows.O);
  LayerMaps<T> maps = mapsNamed(kRowMaps, std::move(rows.A));
  runColumns(names.column, state.x, maps, wish, call);
  runFeedForwardHalf(state.x, weights(), names.row, rule(), call);
  return maps;
}

template <class T>
LayerMaps<T> MsaRun<T>::mapsOfLayer(Index layer, const ModelState<T>& state, const LayerWish& wish,
                                    const ModelCall& call) const {
  if (wish.wants(kColumnMaps) || wish.wants(kColumnMean)) return ModelRun<T>::mapsOfLayer(layer, state, wish, call);
  return mapsNamed(kRowMaps, attendAlongRows(state.x, msaLayerNames(weights(), layer).row, true, wish, call).A);
}

template <class T>
std::map<std::string, Array<T>> MsaRun<T>::readOut(const ModelState<T>& state, const ModelCall& call) const {
  std::map<std::string, Array<T>> outputs;
  const Index width = m_setup.sizes.width;
  Array<T>& last = outputs["last"];
  last = normalised(state.x, readNorm<T>(weights(), "emb_layer_norm_after", width), rule().epsilon, call);
  if (!hasLanguageModelHead(weights(), {})) return outputs;
  const auto head = readLanguageModelHead<T>(weights(), {}, "embed_tokens.weight", m_setup.sizes.vocabulary, width);
  outputs["logits"] = logitsOf(last, head, rule().epsilon, call);
  return outputs;
}

template <class T>
ContactHeadWeights<T> MsaRun<T>::contactRegression() const {
  auto regression = readContactRegression<T>(weights(), m_setup.sizes, kRowMaps);
  regression.cutFirst = 1;
  return regression;
}

template class MsaRun<float>;
template class MsaRun<double>;

}  // namespace engine
