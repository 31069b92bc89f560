#include "ui/views/attention/AttentionSubject.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/attention/HeadAxes.h"
#include "engine/base/Nth.h"
#include "engine/datasets/AlignmentRows.h"
#include "engine/datasets/Kind.h"
#include "ui/views/heads/HeadsOnChain.h"

namespace ui {

using engine::Index;

namespace {

const engine::Chain* chainOf(const engine::ChainGeometry* geometry) {
  return geometry && geometry->structure ? geometry->structure->findChain(geometry->chain) : nullptr;
}

std::string lettersOf(const engine::ChainGeometry* geometry) {
  std::string letters;
  if (const engine::Chain* chain = chainOf(geometry))
    for (const engine::Residue& residue : chain->residues) letters += residue.letter;
  return letters;
}

/// 0 for other datasets, and where nothing was computed.
Index lengthOf(const engine::ChainGeometry* geometry) {
  return geometry && geometry->geometry.distance.rank() == 2 ? geometry->geometry.distance.length(0) : 0;
}

Index translated(const Position& position, engine::DatasetId axis, const Document& document) {
  if (position.index < 0) return -1;
  if (position.dataset == axis) return position.index;
  return document.translate(position.dataset, position.index, axis).value_or(-1);
}

template <class T>
engine::Array<T> laidOut(const engine::Array<T>& matrix, const std::vector<Index>& residues, const T& unknown) {
  if (matrix.rank() != 2) return {};
  const auto length = static_cast<Index>(residues.size());
  engine::Array<T> result({length, length}, unknown, matrix.name);
  for (Index row = 0; row < length; ++row)
    for (Index column = 0; column < length; ++column) {
      const Index i = residues[static_cast<size_t>(row)], j = residues[static_cast<size_t>(column)];
      if (i >= 0 && j >= 0) result(row, column) = matrix(i, j);
    }
  return result;
}

bool isIdentity(const std::vector<Index>& residues, Index length) {
  if (static_cast<Index>(residues.size()) != length) return false;
  for (size_t k = 0; k < residues.size(); ++k)
    if (residues[k] != static_cast<Index>(k)) return false;
  return true;
}

/// The geometry of a chain laid out by the cells of a map. `residues`: for each cell of a square map its residue of the
/// chain, -1 where it has none: distances and angles are NaN there, no contact, no state, a residue without atoms and
/// the letter '-'. Per residue only the states and residues are laid out. The geometry itself where every cell is its
/// residue.
std::shared_ptr<const engine::ChainGeometry> geometryAt(const std::shared_ptr<const engine::ChainGeometry>& geometry,
                                                        const std::vector<Index>& residues) {
  const engine::PairGeometry& pairs = geometry->geometry;
  if (isIdentity(residues, pairs.distance.length(0))) return geometry;
  auto fitted = std::make_shared<engine::ChainGeometry>();
  fitted->chain = geometry->chain;
  for (const auto part : {&engine::PairGeometry::distance, &engine::PairGeometry::omega, &engine::PairGeometry::theta,
                          &engine::PairGeometry::phi})
    fitted->geometry.*part = laidOut(pairs.*part, residues, std::nanf(""));
  fitted->geometry.contacts = laidOut(pairs.contacts, residues, engine::Bool{});
  const engine::Chain* chain = geometry->structure ? geometry->structure->findChain(geometry->chain) : nullptr;
  auto structure = std::make_shared<engine::Structure>();
  structure->chains.push_back({geometry->chain, {}});
  for (const Index residue : residues) {
    const auto at = static_cast<size_t>(residue);
    const bool hasState = residue >= 0 && at < pairs.dssp.size();
    fitted->geometry.dssp += hasState ? pairs.dssp[at] : ' ';
    const bool isKnown = residue >= 0 && chain && at < chain->residues.size();
    structure->chains[0].residues.push_back(isKnown ? chain->residues[at] : engine::Residue{});
    if (!isKnown) structure->chains[0].residues.back().letter = '-';
  }
  fitted->structure = std::move(structure);
  return fitted;
}

}  // namespace

namespace {

/// Whether positions of a dataset can be told apart as residues.
bool hasResidues(const engine::DatasetPtr& dataset) {
  if (!dataset) return false;
  const engine::Kind& kind = engine::kindOf(*dataset);
  return kind.numRows(*dataset) > 0 || !kind.parts(*dataset).empty();
}

}  // namespace

AttentionSubject::AttentionSubject(engine::DatasetPtr heads, engine::DatasetPtr geometry,
                                   const AttentionOptions& options, const Document& document)
    : m_heads(std::move(heads)), m_geometry(std::move(geometry)) {
  using Counting = ShownPositions::Counting;
  if (!this->heads()) {
    const Index length = m_geometry ? lengthOf(m_geometry->as<engine::ChainGeometry>()) : 0;
    m_rows = m_columns = ShownPositions({}, length, true, Counting::positions);
    fitGeometry(document);
    m_areRowsResidues = m_areColumnsResidues = true;
    return;
  }
  m_tokens = endTokens(options.ends, this->heads()->numQueries);
  place(options, m_heads->axes.empty() ? Counting::positions : Counting::residues);
  fitGeometry(document);
  if (borrowsAxis()) place(options, Counting::residues);
  const auto isOfResidues = [&](const engine::DatasetId& axis) {
    return m_fitted || (axis != m_heads->id && hasResidues(document.find(axis)));
  };
  m_areRowsResidues = isOfResidues(rowAxis());
  m_areColumnsResidues = isOfResidues(columnAxis());
}

void AttentionSubject::place(const AttentionOptions& options, ShownPositions::Counting counting) {
  const auto positions = [&](const std::vector<std::string>& tokens, Index count) {
    return ShownPositions(tokens.empty() ? endTokens(options.ends, count) : tokens, count,
                          options.areSpecialTokensShown, counting);
  };
  m_rows = positions(heads()->queryTokens, heads()->numQueries);
  m_columns = positions(heads()->keyTokens, heads()->numKeys);
}

void AttentionSubject::fitGeometry(const Document& document) {
  const auto own = m_geometry ? m_geometry->share<engine::ChainGeometry>() : nullptr;
  if (!own || own->geometry.distance.rank() != 2) return;
  if (heads() && areUnplacedHeads(*m_heads) && fitByResidue(own, document)) return;
  const Index length = own->geometry.distance.length(0);
  if (!heads() || (m_rows.size() == length && m_columns.size() == length)) m_fitted = own;
}

bool AttentionSubject::fitByResidue(const std::shared_ptr<const engine::ChainGeometry>& geometry,
                                    const Document& document) {
  const engine::Chain* chain = chainOf(geometry.get());
  const auto positions = engine::mapPositions(*heads(), m_tokens);
  if (!chain || !positions || lengthOf(geometry.get()) != static_cast<Index>(chain->residues.size())) return false;
  m_match = engine::matchChain(*positions, *chain);
  if (!m_match) return false;
  std::vector<Index> residues;
  for (const Index position : m_rows.positions()) residues.push_back(m_match->map.partner(position));
  m_fitted = geometryAt(geometry, residues);
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    if (dataset->share<engine::Structure>() != geometry->structure) continue;
    m_matchedStructure = dataset;
    m_firstResidue = 0;
    for (const engine::Chain& before : geometry->structure->chains) {
      if (before.id == geometry->chain) break;
      m_firstResidue += static_cast<Index>(before.residues.size());
    }
  }
  return true;
}

bool AttentionSubject::wants(const engine::Dataset& dataset, const ChainId& asked, const Document& document) const {
  const auto* geometry = dataset.as<engine::ChainGeometry>();
  if (!geometry || !heads() || !areUnplacedHeads(*m_heads)) return false;
  const engine::DatasetPtr structure = document.find(asked.structure);
  const bool isAsked = structure && structure->share<engine::Structure>() == geometry->structure &&
                       geometry->structure && geometry->chain == asked.chain;
  if (!isAsked && m_geometry && m_fitted) return false;
  // Unasked only where the residues agree: a number of positions that happens to be equal is no reason.
  const auto positions = engine::mapPositions(*heads(), m_tokens);
  const engine::Chain* chain = chainOf(geometry);
  if (!positions || !chain || (!isAsked && positions->letters.empty())) return false;
  return engine::matchChain(*positions, *chain).has_value();
}

std::vector<engine::DatasetId> AttentionSubject::datasetIds() const {
  std::vector<engine::DatasetId> ids;
  for (const auto& dataset : {m_heads, m_geometry})
    if (dataset) ids.push_back(dataset->id);
  return ids;
}

QString AttentionSubject::title() const {
  const engine::DatasetPtr& main = m_heads ? m_heads : m_geometry;
  return main ? QString::fromStdString(main->title) : QString();
}

QString AttentionSubject::matchText() const {
  const auto* own = m_geometry->as<engine::ChainGeometry>();
  return placeText(*m_match, m_matchedStructure ? m_matchedStructure->title : own->structure->name, own->chain);
}

bool AttentionSubject::canNameEnds() const {
  return heads() && heads()->queryTokens.empty() && heads()->keyTokens.empty() && !areAlignmentColumns();
}

std::string AttentionSubject::rowLetters() const {
  return heads() && !heads()->queryLetters.empty() ? m_rows.lettersOf(heads()->queryLetters)
                                                   : lettersOf(m_fitted.get());
}

std::string AttentionSubject::columnLetters() const {
  return heads() && !heads()->keyLetters.empty() ? m_columns.lettersOf(heads()->keyLetters)
                                                 : lettersOf(m_fitted.get());
}

bool AttentionSubject::borrowsAxis() const {
  return heads() && m_heads->axes.empty() && heads()->queryLetters.empty() && isSquare() && m_fitted;
}

engine::DatasetId AttentionSubject::rowAxis() const {
  const engine::DatasetPtr& main = m_heads && !borrowsAxis() ? m_heads : m_geometry;
  return !main ? engine::DatasetId{} : main->axes.empty() ? main->id : main->axes[0];
}

engine::DatasetId AttentionSubject::columnAxis() const {
  return m_heads && m_heads->axes.size() > 1 ? m_heads->axes[1] : rowAxis();
}

AttentionCell AttentionSubject::cellOf(const Focus& focus, const Document& document) const {
  if (focus.isEmpty()) return {};
  if (const Index sequence = sequenceAt(focus, document); sequence >= 0) {
    const bool areBoth = heads() && heads()->queryUnit == engine::kRowUnit;
    const Index row = areBoth ? m_rows.fromAxis(sequence) : cellAt(focus.first, m_rows, rowAxis(), document);
    return {row, m_columns.fromAxis(sequence)};
  }
  const Position& second = focus.isPair() ? focus.second : focus.first;
  return {cellAt(focus.first, m_rows, rowAxis(), document), cellAt(second, m_columns, columnAxis(), document)};
}

Index AttentionSubject::sequenceAt(const Focus& focus, const Document& document) const {
  const engine::DatasetPtr alignment = m_heads && focus.row >= 0 ? document.find(focus.first.dataset) : nullptr;
  return alignment ? engine::positionOfAlignmentRow(*m_heads, focus.row, *alignment) : -1;
}

int AttentionSubject::layerAt(const Focus& focus, const Document& document) const {
  const engine::DatasetPtr alignment = m_heads && !focus.isEmpty() ? document.find(focus.first.dataset) : nullptr;
  if (!alignment) return -1;
  return static_cast<int>(engine::layerOfAlignmentCell(*m_heads, focus.row, focus.first.index, *alignment));
}

Position AttentionSubject::columnOfLayer(int layer, const Document& document) const {
  if (!m_heads) return {};
  for (const std::string& id : m_heads->provenance.request.inputs) {
    const engine::DatasetPtr input = document.find(id);
    const Index column = input ? engine::alignmentColumnOfLayer(*m_heads, layer, *input) : Index{-1};
    if (column >= 0) return {input->id, column};
  }
  return {};
}

Focus AttentionSubject::focusOf(AttentionCell cell, int layer, const Document& document) const {
  Focus focus;
  const Index row = m_rows.toAxis(cell.row), column = m_columns.toAxis(cell.column);
  if (row >= 0) focus.first = {rowAxis(), row};
  if (row >= 0 && column >= 0) focus.second = {columnAxis(), column};
  const engine::DatasetPtr alignment = m_heads && row >= 0 ? document.find(rowAxis()) : nullptr;
  if (alignment) focus.row = static_cast<int>(engine::alignmentRowOfLayer(*m_heads, layer, *alignment));
  return focus;
}

Index AttentionSubject::cellAt(const Position& position, const ShownPositions& positions, engine::DatasetId axis,
                               const Document& document) const {
  // Of the matched chain by the match itself: links know nothing of parts that overlap, nor which of equal chains it
  // is.
  if (m_match && m_matchedStructure && position.dataset == m_matchedStructure->id) {
    const Index residue = position.index - m_firstResidue;
    const std::vector<Index>& partners = m_match->map.from;
    if (residue >= 0 && residue < static_cast<Index>(partners.size())) {
      const auto& shown = positions.positions();  // ascending
      const Index wanted = engine::nth(partners, residue);
      const auto found = std::lower_bound(shown.begin(), shown.end(), wanted);
      return wanted >= 0 && found != shown.end() && *found == wanted ? found - shown.begin() : Index{-1};
    }
  }
  return positions.fromAxis(translated(position, axis, document));
}

}  // namespace ui
