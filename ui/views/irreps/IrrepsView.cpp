#include "ui/views/irreps/IrrepsView.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/attention/HeadSet.h"
#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/irreps/IrrepsControls.h"
#include "ui/views/irreps/IrrepsPicture.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kSameWeight = 1e-4;  // between weights in float32 and float64

/// The graph that was attended on, or whose paths these are: an input, or the sample that an operation made.
engine::DatasetId graphOf(const engine::Dataset& dataset) {
  const engine::Request& request = dataset.provenance.request;
  const bool isMade = request.inputs.empty() || request.inputs.front().empty();
  return isMade ? request.output + ".input" : request.inputs.front();
}

}  // namespace

IrrepsView::IrrepsView(Session& session, QWidget* parent) : View(session, parent) { addIrrepsCommands(*this); }

View* makeIrrepsView(Session& session, QWidget* parent) { return new IrrepsView(session, parent); }

bool isForIrrepsView(const engine::Dataset& dataset, const Document&) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  return arrays && areIrrepMaps(*arrays);
}

bool IrrepsView::accepts(const engine::Dataset& dataset) const {
  return isForIrrepsView(dataset, session().document());
}

void IrrepsView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset) engine::fail("the view of irreps shows maps between irreps, not nothing");
  m_shown = IrrepsShown(*dataset);
  m_id = dataset->id;
  m_graph = graphOf(*dataset);
  m_pointed = m_kept = {};
  refresh();
  Q_EMIT titleChanged();
  Q_EMIT readoutChanged();
  Q_EMIT controlsOutdated();
}

std::vector<engine::DatasetId> IrrepsView::datasetIds() const {
  if (m_id.empty()) return {};
  return {m_id};
}

QString IrrepsView::title() const { return m_id.empty() ? tr("Irreps and paths") : m_shown.title; }

QString IrrepsView::emptyText() const {
  return tr("No irreps yet. Compute the paths of the tensor products of equivariant attention.");
}

QString IrrepsView::captionText() const { return m_id.empty() ? title() : irrepsCaption(m_shown, m_options); }

QString IrrepsView::statusText() const { return irrepsStatus(m_shown, m_options, mark()); }

void IrrepsView::resetView() { setOptions({}); }

void IrrepsView::setOptions(const IrrepsOptions& options) {
  if (std::exchange(m_options, options) == options) return;
  refresh();
  Q_EMIT readoutChanged();
  Q_EMIT stateChanged();
}

void IrrepsView::setState(const QJsonObject& state) {
  change([&](IrrepsOptions& options) { takeJson(options, state); });
  Q_EMIT controlsOutdated();
}

QWidget* IrrepsView::makeControls(QWidget* parent) {
  return m_id.empty() ? nullptr : makeIrrepsControls(*this, parent);
}

bool IrrepsView::isShown(const IrrepMark& mark) const {
  const std::vector<Index> maps = m_shown.visible(m_options);
  return !mark.isEmpty() && std::find(maps.begin(), maps.end(), mark.map) != maps.end() &&
         mark.path < engine::nth(m_shown.maps, mark.map).numPaths();
}

IrrepMark IrrepsView::mark() const {
  for (const IrrepMark& mark : {m_kept, m_pointed})
    if (isShown(mark)) return mark;
  return {};
}

/// Maps whose weights are those of the edges: the same graph may have been attended on with another layer.
engine::DatasetId IrrepsView::nodeAxis() const {
  if (m_shown.edges.empty()) return {};
  const IrrepEdge& edge = m_shown.edges.front();
  for (const engine::DatasetPtr& dataset : session().document().datasets()) {
    const auto* heads = dataset->as<engine::HeadSet>();
    if (!heads || dataset->provenance.request.operation != "attention equivariant" || graphOf(*dataset) != m_graph)
      continue;
    const auto map = heads->isInMemory() && heads->count() > 0 ? heads->map(0, 0) : nullptr;
    if (!map || std::max(edge.source, edge.destination) >= map->weights.length(0)) continue;
    if (std::abs(double(map->weights(edge.destination, edge.source)) - edge.weight) > kSameWeight) continue;
    return dataset->axes.empty() ? dataset->id : dataset->axes.front();
  }
  return {};
}

void IrrepsView::chooseEdge(int edge) {
  change([&](IrrepsOptions& options) { options.edge = edge; });
  Q_EMIT controlsOutdated();
  const IrrepEdge* chosen = m_shown.edgeOf(m_options);
  const engine::DatasetId axis = chosen ? nodeAxis() : engine::DatasetId();
  if (!axis.empty()) pointAt({{axis, chosen->destination}, {axis, chosen->source}});
}

void IrrepsView::onSelectionChanged() {
  View::onSelectionChanged();
  const Focus& focus = session().selection().current();
  if (std::exchange(m_followed, focus) == focus) return;  // an edge that was left stays left
  const engine::DatasetId axis = focus.isPair() ? nodeAxis() : engine::DatasetId();
  if (axis.empty()) return;
  const Index query = translated(focus.first, axis), key = translated(focus.second, axis);
  const Index edge = query < 0 || key < 0 ? -1 : m_shown.edgeBetween(key, query);
  if (edge < 0 || edge == m_options.edge) return;
  change([&](IrrepsOptions& options) { options.edge = static_cast<int>(edge); });
  Q_EMIT controlsOutdated();
}

void IrrepsView::paintOverlay(QPainter& painter, QSize size) {
  paintIrreps(painter, theme(), m_shown, m_options, layoutIn(size), theme().page.areMarksShown ? mark() : IrrepMark{});
}

void IrrepsView::point(const IrrepMark& mark) {
  if (std::exchange(m_pointed, mark) == mark) return;
  refresh();
  Q_EMIT readoutChanged();
}

void IrrepsView::onPointerMoved(QPointF position) { point(layoutIn(canvas().size()).markAt(position)); }

void IrrepsView::onPointerLeft() {
  View::onPointerLeft();
  point({});
}

void IrrepsView::onClicked(QPointF position) {
  onPointerMoved(position);
  m_kept = m_kept == m_pointed ? IrrepMark{} : m_pointed;
  refresh();
  Q_EMIT readoutChanged();
}

/// By rows of the distances.
void IrrepsView::moveDistance(double rows) {
  const double most = std::max(1.0, double(m_shown.distances.size()) - 1);
  change([&](IrrepsOptions& options) { options.distance = std::clamp(options.distance + rows / most, 0.0, 1.0); });
  Q_EMIT controlsOutdated();
}

void IrrepsView::onDragged(QPointF from, QPointF to) {
  const double width = layoutIn(canvas().size()).picture.width();
  if (width > 0) moveDistance((to.x() - from.x()) / width * double(m_shown.distances.size()));
}

void IrrepsView::onWheel(QPointF, double steps, Qt::KeyboardModifiers) {
  change([&](IrrepsOptions& options) {
    options.strandScale =
        std::clamp(options.strandScale * std::pow(kZoomPerStep, steps), kLeastStrandScale, kMostStrandScale);
  });
}

/// To the next path on show, of the next map after the last of one.
void IrrepsView::movePath(int step) {
  std::vector<IrrepMark> all;
  for (const Index map : m_shown.visible(m_options))
    for (Index path = 0; path < engine::nth(m_shown.maps, map).numPaths(); ++path) all.push_back({map, path});
  if (all.empty()) return;
  const auto now = std::find(all.begin(), all.end(), mark());
  const auto last = static_cast<Index>(all.size()) - 1;
  const Index next = now == all.end() ? 0 : std::clamp<Index>((now - all.begin()) + step, 0, last);
  m_kept = {};
  point(engine::nth(all, next));
}

bool IrrepsView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  constexpr double kLargeStep = 10;
  const QPoint arrow = arrowOf(key);
  const int steps = zoomStepsOf(key);
  if (arrow.x() != 0) {
    moveDistance(arrow.x() * (modifiers.testFlag(Qt::ShiftModifier) ? kLargeStep : 1));
  } else if (arrow.y() != 0) {
    movePath(arrow.y());
  } else if (steps != 0) {
    onWheel({}, steps, modifiers);
  } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && !mark().isEmpty()) {
    m_kept = m_kept == mark() ? IrrepMark{} : mark();
    refresh();
  } else if (key == Qt::Key_Escape && !mark().isEmpty()) {
    m_kept = {};
    point({});
    refresh();
    Q_EMIT readoutChanged();
  } else {
    return View::onKey(key, modifiers);
  }
  return true;
}

}  // namespace ui
