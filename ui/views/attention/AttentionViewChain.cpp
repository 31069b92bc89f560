// Heads of files and the chains of structures that they match: geometry laid out by their cells.
#include <QLayout>
#include <algorithm>

#include "ui/views/attention/AttentionView.h"
#include "ui/views/attention/FittedGeometry.h"
#include "ui/views/base/ChoiceLine.h"

namespace ui {

using engine::Index;

std::vector<std::string> AttentionView::wantedTokens() const {
  return heads() ? endTokens(m_options.ends, heads()->numQueries) : std::vector<std::string>{};
}

void AttentionView::fitGeometry() {
  m_fitted = nullptr;
  m_match.reset();
  m_matchedStructure.clear();
  const auto own = m_geometry ? m_geometry->share<engine::ChainGeometry>() : nullptr;
  if (!own || own->geometry.distance.rank() != 2) return;
  if (heads() && areUnplacedHeads(*m_heads) && fitByResidue(own)) return;
  const Index length = own->geometry.distance.length(0);
  if (!heads() || (m_rows.size() == length && m_columns.size() == length)) m_fitted = own;
}

bool AttentionView::fitByResidue(const std::shared_ptr<const engine::ChainGeometry>& geometry) {
  const engine::Chain* chain = geometry->structure ? geometry->structure->findChain(geometry->chain) : nullptr;
  const auto positions = engine::mapPositions(*heads(), wantedTokens());
  if (!chain || !positions || geometry->geometry.distance.length(0) != static_cast<Index>(chain->residues.size()))
    return false;
  m_match = engine::matchChain(*positions, *chain);
  if (!m_match) return false;
  std::vector<Index> residues;
  for (const Index position : m_rows.positions()) residues.push_back(m_match->map.partner(position));
  m_fitted = geometryAt(geometry, residues);
  for (const engine::DatasetPtr& dataset : session().document().datasets()) {
    if (dataset->share<engine::Structure>() != geometry->structure) continue;
    m_matchedStructure = dataset->id;
    m_firstResidue = 0;
    for (const engine::Chain& before : geometry->structure->chains) {
      if (before.id == geometry->chain) break;
      m_firstResidue += static_cast<Index>(before.residues.size());
    }
  }
  return true;
}

void AttentionView::adoptGeometry(const engine::DatasetPtr& dataset) {
  const auto* geometry = dataset->as<engine::ChainGeometry>();
  if (!geometry || !heads() || !areUnplacedHeads(*m_heads)) return;
  const engine::DatasetPtr wanted = session().document().find(m_wantedChain.structure);
  const bool isWanted = wanted && wanted->share<engine::Structure>() == geometry->structure && geometry->structure &&
                        geometry->chain == m_wantedChain.chain;
  if (!isWanted && m_geometry && m_fitted) return;
  // Unasked only where the residues agree: a number of positions that happens to be equal is no reason.
  const auto positions = engine::mapPositions(*heads(), wantedTokens());
  const engine::Chain* chain = geometry->structure ? geometry->structure->findChain(geometry->chain) : nullptr;
  if (!positions || !chain || (!isWanted && positions->letters.empty())) return;
  if (!engine::matchChain(*positions, *chain)) return;
  m_geometry = dataset;
  updatePositions();
}

void AttentionView::placeOn(const engine::DatasetPtr& structure) {
  const std::vector<HeadsPlace> places = placesOn(*m_heads, structure, wantedTokens());
  if (places.empty()) return;
  if (numEqualPlaces(places) == 1) return showOnChain(places.front());
  if (!m_question) {
    m_question = new ChoiceLine(this);
    layout()->addWidget(m_question);
  }
  QStringList chains;
  for (const HeadsPlace& place : places) chains << QString::fromStdString(place.chain().id);
  m_question->ask(
      tr("Several chains of %1 match %2. Which one?").arg(QString::fromStdString(structure->title), title()), chains,
      [this, places](int k) { showOnChain(places[static_cast<size_t>(k)]); });
}

void AttentionView::showOnChain(const HeadsPlace& place) {
  const ChainId wanted{place.structure->id, place.chain().id};
  if (!heads() || wanted == m_wantedChain) return;
  m_wantedChain = wanted;
  if (m_question) m_question->hide();
  if (const engine::DatasetPtr geometry = loadedGeometry(session().document(), *place.structure, wanted.chain))
    showDataset(geometry);
  else
    provideGeometry(session(), place.structure, wanted.chain);
  session().report(MessageKind::information, placeText(place));
  Q_EMIT chainWanted(m_heads->id, wanted.structure, wanted.chain);
}

void AttentionView::addMenuEntries(QMenu& menu) {
  if (heads())
    addPlaces(menu, *m_heads, session().document(), wantedTokens(),
              [view = QPointer<AttentionView>(this)](const HeadsPlace& place) {
                if (!view) return;
                view->m_wantedChain = {};  // asked for once more: a view that was closed comes back
                view->showOnChain(place);
              });
}

QString AttentionView::refusalText(const engine::Dataset& dataset) const {
  return heads() && dataset.as<engine::Structure>() && areUnplacedHeads(*m_heads) ? whyNoPlace(*m_heads, dataset)
                                                                                  : View::refusalText(dataset);
}

QString AttentionView::chainName(const ShownPositions& positions, Index cell) const {
  const auto* own = m_geometry->as<engine::ChainGeometry>();
  const QString chain = QString::fromStdString(own->chain);
  const Index residue = m_match->map.partner(positions.positionOf(cell));
  if (residue < 0) return tr(", not in chain %1").arg(chain);
  const engine::Chain* found = own->structure->findChain(own->chain);
  return tr(", PDB %1 chain %2")
      .arg(QString::fromStdString(found->residues[static_cast<size_t>(residue)].label()), chain);
}

Index AttentionView::cellAt(const Position& position, const ShownPositions& positions, engine::DatasetId axis) const {
  // Of the matched chain by the match itself: links know nothing of parts that overlap, nor which of equal chains it
  // is.
  if (m_match && !m_matchedStructure.empty() && position.dataset == m_matchedStructure) {
    const Index residue = position.index - m_firstResidue;
    const std::vector<Index>& partners = m_match->map.from;
    if (residue >= 0 && residue < static_cast<Index>(partners.size())) {
      const auto& shown = positions.positions();  // ascending
      const Index wanted = partners[static_cast<size_t>(residue)];
      const auto found = std::lower_bound(shown.begin(), shown.end(), wanted);
      return wanted >= 0 && found != shown.end() && *found == wanted ? found - shown.begin() : Index{-1};
    }
  }
  return positions.fromAxis(translated(position, axis));
}

}  // namespace ui
