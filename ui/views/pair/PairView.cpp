#include "ui/views/pair/PairView.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/Error.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/pair/PairControls.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kKeyTurn = 30;  // pixels of a drag

}  // namespace

PairView::PairView(Session& session, QWidget* parent) : View(session, parent), m_live(new PairLive(session, this)) {
  addPairCommands(*this);
  connect(m_live, &PairLive::changed, this, [this] {
    onSelectionChanged();
    Q_EMIT readoutChanged();
  });
  connect(m_live, &PairLive::overtaken, this, &View::controlsOutdated);
  connect(m_live, &PairLive::settled, this, [this](const engine::Request& before, const engine::Request& after) {
    Session& session = this->session();
    Q_EMIT edited([&session, before] { session.rerun(before); }, [&session, after] { session.rerun(after); });
  });
}

View* makePairView(Session& session, QWidget* parent) { return new PairView(session, parent); }

bool isForPairView(const engine::Dataset& dataset, const Document& document) {
  const engine::DatasetPtr found = document.find(dataset.id);
  return found && pairSourceOf(found, document).has_value();
}

bool PairView::accepts(const engine::Dataset& dataset) const { return isForPairView(dataset, session().document()); }

void PairView::setDataset(engine::DatasetPtr dataset) {
  const std::optional<PairSource> source = pairSourceOf(dataset, session().document());
  if (!source)
    engine::fail("the pair view shows heads of geometric or invariant point attention whose input is open, not ",
                 dataset ? dataset->title : "nothing");
  m_names = PairNames(*dataset);
  m_live->setSource(*source);
  Q_EMIT titleChanged();
}

Index PairView::head() const {
  const auto layer = m_live->layer();
  const Index last = layer ? layer->heads() - 1 : 0;
  return std::clamp<Index>(session().selection().head(), 0, last);
}

void PairView::onSelectionChanged() {
  const Focus& focus = session().selection().current();
  const auto layer = m_live->layer();
  if (layer && focus.isPair()) {
    const Index query = translated(focus.first, m_names.axis()), key = translated(focus.second, m_names.axis());
    if (query >= 0 && key >= 0 && std::max(query, key) < layer->length()) {
      m_options.query = query;
      m_options.key = key;
    }
  }
  const Index before = m_shown ? m_shown->walk.pair.head : -1;
  renew();
  if (m_shown && before >= 0 && m_shown->walk.pair.head != before) Q_EMIT controlsOutdated();
}

void PairView::renew() {
  m_shown.reset();
  const auto layer = m_live->layer();
  if (layer && layer->length() > 0) {
    const Index last = layer->length() - 1;
    const Index query = m_options.query < 0 ? last / 2 : std::min(m_options.query, last);
    const Index key = m_options.key < 0 ? layer->strongestKey(head(), query) : std::min(m_options.key, last);
    m_shown = PairShown{m_names, layer, layer->walk(head(), query, key, m_names)};
  }
  refresh();
}

void PairView::setOptions(const PairOptions& options) {
  if (std::exchange(m_options, options) == options) return;
  renew();
  Q_EMIT readoutChanged();
  Q_EMIT stateChanged();
}

void PairView::showStrongest() {
  if (!m_shown) return;
  const Index query = m_shown->walk.pair.query, key = m_shown->layer->strongestKey(head(), query);
  pointAt({{m_names.axis(), query}, {m_names.axis(), key}});
}

void PairView::resetView() {
  change([](PairOptions& options) {
    options.turn = options.tilt = 0;
    options.zoom = 1;
  });
}

QString PairView::title() const {
  return m_live->source() ? tr("Pair of %1").arg(m_names.title()) : tr("Pair, line by line");
}

std::vector<engine::DatasetId> PairView::datasetIds() const {
  if (!m_live->source()) return {};
  return {m_live->source()->heads->id};
}

QString PairView::emptyText() const {
  return tr("No pair yet. Compute geometric or invariant point attention of a structure, or of its sample, with maps.");
}

std::vector<ReadoutLine> PairView::readout() const {
  return m_shown ? pairReadout(m_shown->walk, m_names) : std::vector<ReadoutLine>();
}

Focus PairView::readoutFocus() const {
  if (!m_shown) return View::readoutFocus();
  return {{m_names.axis(), m_shown->walk.pair.query}, {m_names.axis(), m_shown->walk.pair.key}};
}

QWidget* PairView::makeControls(QWidget* parent) { return makePairControls(*this, parent); }

QJsonObject PairView::state() const { return toJson(m_options); }

void PairView::setState(const QJsonObject& state) {
  change([&](PairOptions& options) { takeJson(options, state); });
  Q_EMIT controlsOutdated();
}

std::vector<NumberTable> PairView::visibleNumbers() const {
  return m_shown ? m_shown->walk.numbers : std::vector<NumberTable>();
}

QString PairView::captionText() const { return m_shown ? m_shown->walk.caption : title(); }

QString PairView::statusText() const {
  if (!m_shown) return {};
  const engine::FramedPair& pair = m_shown->walk.pair;
  return tr("%1 → %2: score %3, weight %4, %5")
      .arg(m_names.residue(pair.query), m_names.residue(pair.key), shownNumber(pair.score), shownNumber(pair.weight()),
           rankText(pair));
}

QSizeF PairView::largestPicture(QSize size) const { return pairLayout(theme(), size).world.size(); }

void PairView::paintOverlay(QPainter& painter, QSize size) {
  if (m_shown) paintPair(painter, theme(), *m_shown, m_options, pairLayout(theme(), size));
}

void PairView::onPointerMoved(QPointF position) {
  if (!m_shown) return;
  const auto key = keyAt(pairLayout(theme(), canvas().size()).row, m_names.numResidues(), position);
  SelectionModel& selection = session().selection();
  if (key < 0) return selection.clearHover();
  selection.setHover({{m_names.axis(), m_shown->walk.pair.query}, {m_names.axis(), key}});
}

void PairView::onDragged(QPointF from, QPointF to) {
  change([&](PairOptions& options) {
    options.turn += to.x() - from.x();
    options.tilt += to.y() - from.y();
  });
}

void PairView::onWheel(QPointF, double steps, Qt::KeyboardModifiers) {
  change([&](PairOptions& options) {
    options.zoom = std::clamp(options.zoom * std::pow(kZoomPerStep, steps), kLeastPairZoom, kMostPairZoom);
  });
}

bool PairView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const QPoint arrow = arrowOf(key);
  if (!arrow.isNull()) {
    change([&](PairOptions& options) {
      options.turn += kKeyTurn * arrow.x();
      options.tilt += kKeyTurn * arrow.y();
    });
    return true;
  }
  const int steps = zoomStepsOf(key);
  if (steps == 0) return View::onKey(key, modifiers);
  onWheel({}, steps, modifiers);
  return true;
}

}  // namespace ui
