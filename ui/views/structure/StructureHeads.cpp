// Attention of files on a chain of the structure: which chains match, and which of them it is.
#include <QLayout>
#include <algorithm>

#include "ui/views/base/ChoiceLine.h"
#include "ui/views/structure/StructureView.h"

namespace ui {

namespace {

/// Which ends of heads of unknown residues are special tokens may still be said.
bool matchesSomehow(const engine::Dataset& heads, const engine::Dataset& structure) {
  const auto* set = heads.as<engine::HeadSet>();
  const auto matches = [&](EndTokens ends) {
    return !matchesOn(heads, structure, endTokens(ends, set->numQueries)).empty();
  };
  return set && (matches(EndTokens::none) ||
                 (set->queryLetters.empty() && (matches(EndTokens::both) || matches(EndTokens::first))));
}

bool goesWithStructure(const engine::Dataset& dataset) {
  return dataset.kind() == engine::DatasetKind::heads || dataset.kind() == engine::DatasetKind::geometry;
}

}  // namespace

const HeadsPlace* StructureView::place() const {
  const auto found = std::find_if(m_places.begin(), m_places.end(),
                                  [this](const HeadsPlace& place) { return place.chain().id == m_headsChain; });
  return m_headsChain.empty() || found == m_places.end() ? nullptr : &*found;
}

QString StructureView::refusalText(const engine::Dataset& dataset) const {
  return m_dataset && areUnplacedHeads(dataset) ? whyNoPlace(dataset, *m_dataset) : View::refusalText(dataset);
}

std::vector<HeadsPlace> StructureView::placesFor(const engine::Dataset& heads) const {
  const auto* set = heads.as<engine::HeadSet>();
  return set ? placesOn(heads, m_dataset, endTokens(m_headsEnds, set->numQueries)) : std::vector<HeadsPlace>{};
}

engine::DatasetPtr structureOf(const engine::Dataset& dataset, const Document& document) {
  if (!dataset.axes.empty()) {
    const engine::DatasetPtr axis = document.find(dataset.axes[0]);
    return axis && axis->as<engine::Structure>() ? axis : nullptr;
  }
  for (const engine::DatasetPtr& structure : document.datasets())
    if (matchesSomehow(dataset, *structure)) return structure;
  return nullptr;
}

bool isForStructureView(const engine::Dataset& dataset, const Document& document) {
  return dataset.kind() == engine::DatasetKind::structure ||
         (goesWithStructure(dataset) && structureOf(dataset, document));
}

bool StructureView::accepts(const engine::Dataset& dataset) const {
  if (!m_dataset || !goesWithStructure(dataset)) return isForStructureView(dataset, session().document());
  return dataset.axes.empty() ? matchesSomehow(dataset, *m_dataset) : dataset.axes[0] == m_dataset->id;
}

void StructureView::showHeads(const engine::DatasetPtr& heads, const std::string& chain, EndTokens ends) {
  const bool isOther = m_headsDataset != heads || m_headsEnds != ends;
  m_headsEnds = ends;
  const std::vector<HeadsPlace> places = placesFor(*heads);
  const bool isThere = std::any_of(places.begin(), places.end(),
                                   [&chain](const HeadsPlace& place) { return place.chain().id == chain; });
  if (!isThere) return session().report(MessageKind::warning, refusalText(*heads));
  if (isOther) m_headsChain.clear();  // the same chain has to be matched anew
  m_headsDataset = heads;
  m_places = places;
  setHeadsChain(chain);
  Q_EMIT titleChanged();
}

void StructureView::matchHeads() {
  if (m_question) m_question->hide();
  m_places = m_headsDataset && m_dataset ? placesFor(*m_headsDataset) : std::vector<HeadsPlace>{};
  if (m_places.empty() || place()) return;
  if (numEqualPlaces(m_places) > 1) return askForChain();
  setHeadsChain(m_places.front().chain().id);
}

void StructureView::askForChain() {
  m_headsChain.clear();
  if (!m_question) {
    m_question = new ChoiceLine(this);
    layout()->addWidget(m_question);
  }
  QStringList chains;
  for (const HeadsPlace& place : m_places) chains << QString::fromStdString(place.chain().id);
  m_question->ask(tr("Several chains of %1 match %2. On which one?")
                      .arg(QString::fromStdString(m_dataset->title), QString::fromStdString(m_headsDataset->title)),
                  chains, [this, ids = chains](int k) { setHeadsChain(ids[k].toStdString()); });
}

void StructureView::setHeadsChain(const std::string& chain) {
  const auto found = std::find_if(m_places.begin(), m_places.end(),
                                  [&chain](const HeadsPlace& place) { return place.chain().id == chain; });
  if (found == m_places.end() || chain == m_headsChain) return;
  m_headsChain = chain;
  if (m_question) m_question->hide();
  applyHead();
  provideGeometry(session(), m_dataset, chain);
  Q_EMIT chainWanted(m_headsDataset->id, m_dataset->id, chain);
  Q_EMIT controlsOutdated();
  Q_EMIT readoutChanged();
  changed();
}

}  // namespace ui
