#include "ui/views/matrices/MatricesLink.h"

#include <algorithm>

#include "engine/attention/HeadSet.h"
#include "engine/operations/MapsOfArrays.h"
#include "ui/views/heads/ShownPositions.h"

namespace ui {

using engine::Index;

namespace {

const QString kWeights = QStringLiteral("A");

const ArraySlice* sliceOf(const std::vector<ArraySlice>& slices, const QString& name) {
  const auto found =
      std::find_if(slices.begin(), slices.end(), [&](const ArraySlice& slice) { return slice.name == name; });
  return found == slices.end() ? nullptr : &*found;
}

/// Keys go down and queries across.
bool isTransposed(const ArraySlice& slice) { return slice.shown.row > slice.shown.column; }

/// Axes of more positions have no words: each would be too small for one.
constexpr Index kMostWords = 200;

/// As people read them; none where letters tell.
std::vector<QString> wordsOf(const std::vector<std::string>& tokens, const std::string& letters, Index count) {
  std::vector<QString> words;
  if (!letters.empty() || tokens.empty() || count > kMostWords) return words;
  const ShownPositions positions(tokens, count, true, ShownPositions::Counting::positions);
  for (Index k = 0; k < positions.size(); ++k) words.push_back(QString::fromStdString(positions.token(k)));
  return words;
}

/// The first maps of arrays that came from a file; null where none was taken out of it.
engine::DatasetPtr mapsTakenFrom(const engine::Dataset& arrays, const Document& document) {
  const auto& datasets = document.datasets();
  const auto found = std::find_if(datasets.begin(), datasets.end(), [&](const engine::DatasetPtr& dataset) {
    const engine::Request& request = dataset->provenance.request;
    return request.operation == engine::kMapsOperation && request.inputs.front() == arrays.id.text() &&
           request.output == dataset->id.text();
  });
  return found == datasets.end() ? nullptr : *found;
}

Index indexIn(const Position& position, const engine::DatasetId& heads, const Document& document) {
  if (position.index < 0 || position.dataset == heads) return position.index;
  return document.translate(position.dataset, position.index, heads).value_or(-1);
}

}  // namespace

MatricesLink::MatricesLink(const engine::Dataset& arrays, const std::vector<ArraySlice>& slices,
                           const Document& document) {
  const engine::Request& request = arrays.provenance.request;
  const engine::DatasetPtr heads =
      request.operation.empty() ? mapsTakenFrom(arrays, document) : document.find(request.output);
  const auto* set = heads ? heads->as<engine::HeadSet>() : nullptr;
  const ArraySlice* weights = sliceOf(slices, kWeights);
  if (!set || !weights) return;
  // The last axes of all are those of the array, which may lack layers and heads.
  const engine::Shape all{set->numLayers, set->numHeads, set->numQueries, set->numKeys};
  const size_t rank = weights->shape.size();
  if (rank < 2 || rank > all.size() || !std::equal(weights->shape.rbegin(), weights->shape.rend(), all.rbegin()))
    return;
  m_heads = heads;
  m_queries = weights->keys[rank - 2];
  m_keys = weights->keys[rank - 1];
  if (rank > 2) m_headAxis = weights->keys[rank - 3];
  if (rank > 3) m_layers = weights->keys[0];
  m_numLayers = set->numLayers;
  m_numHeads = set->numHeads;
}

MatricesLink::Head MatricesLink::headOf(const MatricesOptions& options) const {
  const auto at = [&](const QString& key, Index count) {
    const auto place = options.slices.find(key);
    return place == options.slices.end() ? 0 : static_cast<int>(std::min(place->second, std::max<Index>(count, 1) - 1));
  };
  return {at(m_layers, m_numLayers), at(m_headAxis, m_numHeads)};
}

MatricesLink::Head MatricesLink::headOf(const SelectionModel& selection) const {
  const auto nearest = [](int wanted, Index count) {
    return std::clamp(wanted, 0, static_cast<int>(std::max<Index>(count, 1)) - 1);
  };
  return {nearest(selection.layer(), m_numLayers), nearest(selection.head(), m_numHeads)};
}

void MatricesLink::setHead(MatricesOptions& options, Head head) const {
  if (!m_layers.isEmpty()) options.slices[m_layers] = head.first;
  if (!m_headAxis.isEmpty()) options.slices[m_headAxis] = head.second;
}

void MatricesLink::label(std::vector<ArraySlice>& slices) const {
  const auto* set = m_heads ? m_heads->as<engine::HeadSet>() : nullptr;
  if (!set) return;
  const auto give = [&](const QString* key, Index count, std::string& letters, std::vector<QString>& words) {
    const bool areQueries = key && *key == m_queries, areKeys = key && *key == m_keys;
    if (!areQueries && !areKeys) return;
    const std::string& known = areQueries ? set->queryLetters : set->keyLetters;
    if (static_cast<Index>(known.size()) == count) letters = known;
    words = wordsOf(areQueries ? set->queryTokens : set->keyTokens, letters, count);
  };
  for (ArraySlice& slice : slices) {
    give(slice.rowKey(), slice.rows(), slice.rowLetters, slice.words.rows);
    give(slice.columnKey(), slice.columns(), slice.columnLetters, slice.words.columns);
  }
}

Focus MatricesLink::focusOf(const std::vector<ArraySlice>& slices, const std::optional<MatrixCell>& cell) const {
  const ArraySlice* slice = m_heads && cell ? sliceOf(slices, cell->array) : nullptr;
  if (!slice || !slice->rowKey() || !slice->columnKey()) return {};
  const bool isTurned = isTransposed(*slice);
  if (*(isTurned ? slice->columnKey() : slice->rowKey()) != m_queries ||
      *(isTurned ? slice->rowKey() : slice->columnKey()) != m_keys)
    return {};
  const auto [query, key] = isTurned ? std::pair(cell->column, cell->row) : std::pair(cell->row, cell->column);
  return {{m_heads->id, query}, {m_heads->id, key}};
}

std::optional<MatrixCell> MatricesLink::cellOf(const std::vector<ArraySlice>& slices, const Focus& focus,
                                               const Document& document) const {
  const ArraySlice* weights = m_heads && focus.isPair() ? sliceOf(slices, kWeights) : nullptr;
  if (!weights) return std::nullopt;
  const Index query = indexIn(focus.first, m_heads->id, document), key = indexIn(focus.second, m_heads->id, document);
  if (query < 0 || key < 0) return std::nullopt;
  const MatrixCell cell =
      isTransposed(*weights) ? MatrixCell{kWeights, key, query} : MatrixCell{kWeights, query, key};
  // An array that is alone may have other axes on show than queries and keys.
  return focusOf(slices, cell).isEmpty() ? std::nullopt : std::optional(cell);
}

}  // namespace ui
