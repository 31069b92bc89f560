#include "ui/views/geometry/GeometryView.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/base/figure/ShownSize.h"
#include "ui/views/geometry/GeometryControls.h"
#include "ui/views/maps/MapReadout.h"

namespace ui {

using engine::Index;

namespace {

constexpr int kLargeStep = 10;
/// A panel of this side stands for the region on show in a saved state.
constexpr Rect kUnitPanel{0, 0, 1, 1};
/// Of that panel's side, a cell.
constexpr double kLeastShare = 1e-6, kMostShare = 4;

void putRegion(QJsonObject& state, const MapNavigation& navigation, Index length) {
  state["fitted"] = navigation.isFitted();
  if (navigation.isFitted()) return;
  const MapViewport viewport = navigation.in(kUnitPanel, length, length);
  state["row"] = viewport.centerRow;
  state["column"] = viewport.centerColumn;
  state["cellShare"] = viewport.pixelsPerCell;  // of the side of a map
}

void takeRegion(MapNavigation& navigation, const QJsonObject& state, Index length) {
  const double share = state["cellShare"].toDouble(0), row = state["row"].toDouble(-1),
               column = state["column"].toDouble(-1);
  if (state["fitted"].toBool(false)) {
    navigation.fit();
  } else if (share > 0 && std::isfinite(share) && row >= 0 && column >= 0) {
    MapViewport viewport{column, row, std::clamp(share, kLeastShare, kMostShare)};
    viewport.keepOnMap(length, length);
    navigation.set(kUnitPanel, viewport);
  }
}

}  // namespace

GeometryView::GeometryView(Session& session, QWidget* parent)
    : View(session, parent), m_scene(canvas().renderWindow()) {
  m_scene.setPanels(kNumGeometryQuantities);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &GeometryView::startContactLine);
  connect(this, &View::themeChanged, this, &GeometryView::changed);
  addGeometryCommands(*this);
}

View* makeGeometryView(Session& session, QWidget* parent) { return new GeometryView(session, parent); }

bool isForGeometryView(const engine::Dataset& dataset, const Document&) {
  return dataset.kind() == engine::DatasetKind::geometry;
}

bool GeometryView::accepts(const engine::Dataset& dataset) const {
  return isForGeometryView(dataset, session().document());
}

void GeometryView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the pair geometry view shows pair geometry, not ",
                 dataset ? engine::kindName(dataset->kind()) : "nothing");
  const Index before = m_chain.length;
  m_chain = GeometryChain(*dataset);
  m_id = dataset->id;
  if (before != m_chain.length) m_navigation.fit();
  m_contactLines.clear();  // those of the chain before
  startContactLine();
  changed();
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

std::vector<engine::DatasetId> GeometryView::datasetIds() const {
  if (m_id.empty()) return {};
  return {m_id};
}

QString GeometryView::title() const { return m_id.empty() ? QStringLiteral("Pair geometry") : m_chain.title; }

QString GeometryView::emptyText() const {
  return QStringLiteral("No pair geometry yet. Open a structure and compute the geometry of a chain.");
}

void GeometryView::resetView() {
  m_navigation.fit();
  Q_EMIT stateChanged();
}

void GeometryView::setOptions(const GeometryOptions& options) {
  colorMap(options.colorMap.toStdString());  // throws for an unknown one
  const GeometryOptions before = std::exchange(m_options, withinLimits(options));
  if (m_options == before) return;
  if (m_options.contactLine != before.contactLine || m_options.contactThreshold != before.contactThreshold)
    startContactLine();
  changed();
  Q_EMIT stateChanged();
}

void GeometryView::changed() {
  m_looks = geometryLooks(m_options, m_chain.largestDistance, theme());
  m_isDirty = true;
  refresh();
  Q_EMIT readoutChanged();
}

void GeometryView::startContactLine() {
  const auto distances = m_chain.matrix(GeometryQuantity::distance);
  if (!distances || m_options.contactLine == ContactLine::none) return;
  // Short distances are at the dark end of the map by default, and angles have both: the accent of the locked selection
  // is the one colour that none of the maps uses.
  const Rgb color = toRgb(theme().locked);
  const double width = 1.5 * theme().lineScale, threshold = m_options.contactThreshold;
  Job* job = runJob(
      session().jobs(), this, tr("Contact line of %1").arg(title()), QStringLiteral("contact line"),
      [distances, threshold, color, width](engine::Progress& progress) {
        return contactOutlines(closePairs(*distances, threshold, progress), 0, color, width);
      },
      [distances](GeometryView& view, std::vector<MapLine> lines) {
        if (view.m_chain.matrix(GeometryQuantity::distance) != distances) return;
        view.m_contactLines = std::move(lines);
        view.changed();
      });
  waitFor(this, job, ViewWaiting::For::addition);
}

GeometryLayout GeometryView::layoutFor(QSize size) const {
  return geometryLayout(theme(), m_chain.length, m_options, size);
}

QSizeF GeometryView::largestPicture(QSize size) const {
  if (m_chain.length == 0) return size;
  const Rect panel = layoutFor(size).panelOf(m_options.main);
  return {panel.width, panel.height};
}

MapViewport GeometryView::viewportOf(GeometryQuantity quantity, QSize size) const {
  return m_navigation.in(layoutFor(size).panelOf(quantity), m_chain.length, m_chain.length);
}

void GeometryView::showCells(Index row, Index column, double pixelsPerCell) {
  const GeometryLayout layout = layoutFor(size());
  m_navigation.set(layout.panelOf(layout.isOne ? m_options.main : GeometryQuantity::distance),
                   {static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5, pixelsPerCell});
  refresh();
  Q_EMIT stateChanged();
}

void GeometryView::updateScene() {
  for (const GeometryQuantity quantity : kGeometryQuantities) {
    const auto panel = static_cast<int>(quantity);
    m_scene.setMatrix(panel, m_chain.matrix(quantity));
    m_scene.setLook(panel, lookOf(quantity));
    m_scene.setLines(panel, m_options.hasContactLine(quantity) ? m_contactLines : std::vector<MapLine>{});
  }
  m_scene.setBackground(toRgb(theme().canvas));
  m_isDirty = false;
}

void GeometryView::prepareScene(QSize size, double pixelRatio) {
  if (m_isDirty) updateScene();
  const GeometryLayout layout = layoutFor(size);
  std::vector<MapViewport> viewports;
  for (const Rect& panel : layout.panels)
    viewports.push_back(m_navigation.in(panel, m_chain.length, m_chain.length));
  m_scene.place(size.width(), size.height(), pixelRatio, {layout.panels.begin(), layout.panels.end()}, viewports);
}

void GeometryView::paintOverlay(QPainter& painter, QSize size) {
  const SelectionModel& selection = session().selection();
  GeometryPicture picture{m_chain,           m_options, m_navigation, m_looks, m_contactLines,
                          layoutFor(size), {},        {}};
  for (const Focus& focus : selection.kept()) picture.marks.kept.push_back(cellOf(focus));
  picture.marks.locked = cellOf(selection.locked());
  if (!(selection.hover() == selection.locked())) picture.marks.hovered = cellOf(selection.hover());
  for (const GeometryQuantity quantity : kGeometryQuantities)
    engine::nth(picture.cellsPerPixel, quantity) = m_scene.cellsPerPixel(static_cast<int>(quantity));
  paintGeometry(painter, theme(), picture);
}

GeometryCell GeometryView::cellOf(const Focus& focus) const {
  if (focus.isEmpty()) return {};
  const auto residueOf = [&](const Position& position) {
    const Index index = translated(position, m_chain.axis);
    return index < m_chain.length ? index : Index{-1};
  };
  return {residueOf(focus.first), residueOf(focus.isPair() ? focus.second : focus.first)};
}

Focus GeometryView::focusOf(const GeometryCell& cell) const {
  Focus focus;
  focus.first = {m_chain.axis, cell.i};
  focus.second = {m_chain.axis, cell.j};
  return focus;
}

std::optional<GeometryCell> GeometryView::cellAt(QPointF position) const {
  const GeometryLayout layout = layoutFor(size());
  const Rect* panel = layout.panelAt(position);
  if (!panel) return std::nullopt;
  const Index length = m_chain.length;
  const CellPoint point = m_navigation.in(*panel, length, length).toCell(*panel, position.x(), position.y());
  const GeometryCell cell{static_cast<Index>(std::floor(point.row)), static_cast<Index>(std::floor(point.column))};
  return cell.isPair() && cell.i < length && cell.j < length ? std::optional(cell) : std::nullopt;
}

void GeometryView::onPointerMoved(QPointF position) {
  const auto cell = cellAt(position);
  session().selection().setHover(cell ? focusOf(*cell) : Focus{});
}

void GeometryView::onClicked(QPointF position) {
  onPointerMoved(position);
  View::onClicked(position);
}

void GeometryView::onDragged(QPointF from, QPointF to) {
  const GeometryLayout layout = layoutFor(size());
  const Rect* panel = layout.panelAt(from);
  if (!panel) return;
  m_navigation.panBy(*panel, m_chain.length, m_chain.length, to.x() - from.x(), to.y() - from.y());
  refresh();
  Q_EMIT stateChanged();
}

void GeometryView::zoomAt(const Rect& panel, QPointF position, double factor) {
  m_navigation.zoomAt(panel, m_chain.length, m_chain.length, position.x(), position.y(), factor);
  refresh();
  Q_EMIT stateChanged();
}

void GeometryView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  const GeometryLayout layout = layoutFor(size());
  const Rect* panel = layout.panelAt(position);
  if (!panel) return;
  zoomAt(*panel, position, std::pow(kZoomPerStep, steps));
  onPointerMoved(position);
}

/// The locked pair moves, or else the one under the pointer; the first press starts at the first pair.
bool GeometryView::moveCell(QPoint way) {
  if (m_chain.length == 0) return false;
  const GeometryCell cell = cellOf(session().selection().current());
  const auto inside = [&](Index index) { return std::clamp(index, Index{0}, m_chain.length - 1); };
  const GeometryCell first{0, 0};
  pointAt(focusOf(cell.isPair() ? GeometryCell{inside(cell.i + way.y()), inside(cell.j + way.x())} : first));
  return true;
}

bool GeometryView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const QPoint arrow = arrowOf(key);
  if (!arrow.isNull()) return moveCell(arrow * (modifiers.testFlag(Qt::ShiftModifier) ? kLargeStep : 1));
  const int steps = zoomStepsOf(key);
  if (steps == 0) return View::onKey(key, modifiers);
  const GeometryLayout layout = layoutFor(size());
  const Rect& panel = layout.panelOf(layout.isOne ? m_options.main : GeometryQuantity::distance);
  zoomAt(panel, toRectF(panel).center(), std::pow(kZoomPerStep, steps));
  return true;
}

void GeometryView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  const bool isOne = layoutFor(size()).isOne;
  if (isOne == std::exchange(m_isOneTold, isOne)) return;
  QMetaObject::invokeMethod(this, &View::controlsOutdated, Qt::QueuedConnection);
}

QWidget* GeometryView::makeControls(QWidget* parent) {
  m_isOneTold = layoutFor(size()).isOne;
  return makeGeometryControls(*this, m_isOneTold, parent);
}

QJsonObject GeometryView::state() const {
  QJsonObject state = toJson(m_options);
  putRegion(state, m_navigation, m_chain.length);
  return state;
}

void GeometryView::setState(const QJsonObject& state) {
  takeRegion(m_navigation, state, m_chain.length);
  change([&](GeometryOptions& options) { takeJson(options, state); });
  refresh();
  Q_EMIT stateChanged();
  Q_EMIT controlsOutdated();
}

std::vector<ReadoutLine> GeometryView::readout() const {
  const Focus& focus = session().selection().current();
  return geometryReadout(m_chain, cellOf(focus), focus.isPair());
}

QString GeometryView::statusText() const {
  const GeometryCell cell = cellOf(session().selection().current());
  return cell.isPair() ? geometryStatus(m_chain, cell) : QString();
}

QString GeometryView::captionText() const {
  return m_id.empty() ? title() : geometryCaption(m_chain, m_options, layoutFor(shownSize(size())), m_navigation);
}

std::vector<NumberTable> GeometryView::visibleNumbers() const {
  return geometryNumbers(m_chain, layoutFor(shownSize(size())), m_navigation);
}

}  // namespace ui
