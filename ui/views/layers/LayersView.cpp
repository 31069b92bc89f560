#include "ui/views/layers/LayersView.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/Error.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/layers/LayersControls.h"
#include "ui/views/layers/LayersPicture.h"

namespace ui {

using engine::Index;

LayersView::LayersView(Session& session, QWidget* parent) : View(session, parent) { addLayersCommands(*this); }

View* makeLayersView(Session& session, QWidget* parent) { return new LayersView(session, parent); }

bool isForLayersView(const engine::Dataset& dataset, const Document&) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  return arrays && areLayerPaths(*arrays);
}

bool LayersView::accepts(const engine::Dataset& dataset) const {
  return isForLayersView(dataset, session().document());
}

void LayersView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset) engine::fail("the view of layers shows layers that carry a signal, not nothing");
  m_shown = LayersShown(*dataset);
  m_id = dataset->id;
  m_pointed = {};
  refresh();
  Q_EMIT titleChanged();
  Q_EMIT readoutChanged();
  Q_EMIT controlsOutdated();
}

std::vector<engine::DatasetId> LayersView::datasetIds() const {
  if (m_id.empty()) return {};
  return {m_id};
}

QString LayersView::title() const { return m_id.empty() ? tr("Layers and paths") : m_shown.title; }

QString LayersView::emptyText() const {
  return tr("No layers yet. Let convolution, recurrence and attention carry a signal.");
}

QString LayersView::captionText() const { return m_id.empty() ? title() : layersCaption(m_shown, m_options); }

QString LayersView::statusText() const {
  const std::vector<ReadoutLine> lines = readout();
  if (lines.empty()) return {};
  return tr("%1, token %2 reads %3").arg(lines[0].value, lines[1].value, lines[2].value);
}

std::vector<NumberTable> LayersView::visibleNumbers() const {
  if (m_id.empty()) return {};
  return {layersNumbers(m_shown, m_options)};
}

void LayersView::resetView() { setOptions({}); }

void LayersView::setOptions(const LayersOptions& options) {
  if (std::exchange(m_options, options) == options) return;
  refresh();
  Q_EMIT readoutChanged();
  Q_EMIT stateChanged();
}

void LayersView::setState(const QJsonObject& state) {
  change([&](LayersOptions& options) { takeJson(options, state); });
  Q_EMIT controlsOutdated();
}

QWidget* LayersView::makeControls(QWidget* parent) {
  return m_id.empty() ? nullptr : makeLayersControls(*this, parent);
}

void LayersView::paintOverlay(QPainter& painter, QSize size) {
  paintLayers(painter, theme(), m_shown, m_options, layoutIn(size),
              theme().page.areMarksShown ? m_pointed : LayerMark{});
}

void LayersView::walk(Index steps) {
  const std::vector<LayerWay> ways = m_shown.ways(m_options);
  const Index most = mostSteps(ways), next = std::clamp<Index>(shownStep(ways, m_options) + steps, 0, most);
  change([&](LayersOptions& options) { options.step = next == most ? kLastOfLayers : next; });
  Q_EMIT controlsOutdated();
}

void LayersView::point(const LayerMark& mark) {
  if (std::exchange(m_pointed, mark) == mark) return;
  refresh();
  Q_EMIT readoutChanged();
}

void LayersView::onPointerMoved(QPointF position) { point(layoutIn(canvas().size()).markAt(position)); }

void LayersView::onPointerLeft() {
  View::onPointerLeft();
  point({});
}

void LayersView::moveEnd(Index LayersOptions::*end, Index token) {
  change([&](LayersOptions& options) { options.*end = token == m_shown.numTokens - 1 ? kLastOfLayers : token; });
}

void LayersView::takeEndTo(Index token) {
  if (token < 0) return;
  moveEnd(m_held, token);
  Q_EMIT controlsOutdated();
}

/// The nearer end of the way is taken in hand.
void LayersView::onPressed(QPointF position) {
  const Index token = layoutIn(canvas().size()).markAt(position).token;
  if (token < 0) return;
  const bool isNearFrom = std::abs(token - m_shown.from(m_options)) < std::abs(token - m_shown.to(m_options));
  m_held = isNearFrom ? &LayersOptions::from : &LayersOptions::to;
}

void LayersView::onClicked(QPointF position) { takeEndTo(layoutIn(canvas().size()).markAt(position).token); }

void LayersView::onDragged(QPointF, QPointF to) { takeEndTo(layoutIn(canvas().size()).markAt(to).token); }

void LayersView::onWheel(QPointF, double steps, Qt::KeyboardModifiers) { walk(steps > 0 ? 1 : -1); }

bool LayersView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const QPoint arrow = arrowOf(key);
  if (arrow.isNull()) return View::onKey(key, modifiers);
  if (arrow.y() != 0) {
    walk(-arrow.y());
  } else {
    m_held = modifiers.testFlag(Qt::ShiftModifier) ? &LayersOptions::from : &LayersOptions::to;
    const Index now = m_held == &LayersOptions::to ? m_shown.to(m_options) : m_shown.from(m_options);
    takeEndTo(std::clamp<Index>(now + arrow.x(), 0, std::max<Index>(0, m_shown.numTokens - 1)));
  }
  return true;
}

}  // namespace ui
