// Gestures, commands, controls and saved state of the pair geometry view.
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QJsonObject>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/views/geometry/GeometryView.h"
#include "ui/views/maps/MapControls.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kZoomPerStep = 1.25, kKeyPan = 40;
constexpr double kLeastThreshold = 2, kMostThreshold = 30, kLeastSpan = 0.5, kMostDistance = 9999;
constexpr GeometryQuantity kQuantities[] = {GeometryQuantity::distance, GeometryQuantity::omega,
                                            GeometryQuantity::theta, GeometryQuantity::phi};
constexpr Index kLargeStep = 10;
/// A panel of this side stands for the region on show in a saved state.
constexpr Rect kUnitPanel{0, 0, 1, 1};
/// Of that panel's side, a cell.
constexpr double kLeastShare = 1e-6, kMostShare = 4;

const std::vector<std::pair<ContactLine, QString>>& contactLines() {
  static const std::vector<std::pair<ContactLine, QString>> lines = {
      {ContactLine::none, QStringLiteral("none")},
      {ContactLine::onDistance, QStringLiteral("distance")},
      {ContactLine::onAll, QStringLiteral("all")}};
  return lines;
}

QString idOf(ContactLine line) {
  for (const auto& [value, id] : contactLines())
    if (value == line) return id;
  return {};
}

}  // namespace

std::optional<GeometryQuantity> GeometryView::quantityAt(QPointF position, const Layout& layout) const {
  for (const GeometryQuantity quantity : kQuantities)
    if (layout.panels[static_cast<size_t>(quantity)].contains(position.x(), position.y())) return quantity;
  return std::nullopt;
}

std::optional<GeometryView::Cell> GeometryView::cellAt(QPointF position) const {
  const Layout layout = layoutFor(size());
  const auto quantity = quantityAt(position, layout);
  if (!quantity) return std::nullopt;
  const Rect& panel = layout.panels[static_cast<size_t>(*quantity)];
  const CellPoint point = m_navigation.in(panel, length(), length()).toCell(panel, position.x(), position.y());
  const Cell cell{static_cast<Index>(std::floor(point.row)), static_cast<Index>(std::floor(point.column))};
  const bool isInside = cell.i >= 0 && cell.j >= 0 && cell.i < length() && cell.j < length();
  return isInside ? std::optional(cell) : std::nullopt;
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
  const Layout layout = layoutFor(size());
  const auto quantity = quantityAt(from, layout);
  if (!quantity) return;
  m_navigation.panBy(layout.panels[static_cast<size_t>(*quantity)], length(), length(), to.x() - from.x(),
                     to.y() - from.y());
  refresh();
  Q_EMIT stateChanged();
}

void GeometryView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  const Layout layout = layoutFor(size());
  const auto quantity = quantityAt(position, layout);
  if (!quantity) return;
  m_navigation.zoomAt(layout.panels[static_cast<size_t>(*quantity)], length(), length(), position.x(), position.y(),
                      std::pow(kZoomPerStep, steps));
  onPointerMoved(position);
  refresh();
  Q_EMIT stateChanged();
}

void GeometryView::zoom(double factor) {
  const Layout layout = layoutFor(size());
  const Rect& panel = layout.panels[static_cast<size_t>(layout.isOne ? m_main : GeometryQuantity::distance)];
  m_navigation.zoomAt(panel, length(), length(), panel.x + panel.width / 2, panel.y + panel.height / 2, factor);
  refresh();
  Q_EMIT stateChanged();
}

/// The locked pair moves, or else the one under the pointer; the first press starts at the first pair.
bool GeometryView::moveCell(int key, Index step) {
  if (length() == 0) return false;
  SelectionModel& selection = session().selection();
  const bool isLocked = !selection.locked().isEmpty();
  Cell cell = cellOf(selection.current());
  if (cell.i < 0 || cell.j < 0) {
    cell = {0, 0};
  } else {
    cell.i += key == Qt::Key_Down ? step : key == Qt::Key_Up ? -step : 0;
    cell.j += key == Qt::Key_Right ? step : key == Qt::Key_Left ? -step : 0;
  }
  const Focus focus = focusOf({std::clamp(cell.i, Index{0}, length() - 1), std::clamp(cell.j, Index{0}, length() - 1)});
  if (isLocked) {
    selection.setLocked(focus);
  } else {
    selection.setHover(focus);
  }
  return true;
}

bool GeometryView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
      return moveCell(key, modifiers.testFlag(Qt::ShiftModifier) ? kLargeStep : 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      View::onClicked({});
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoom(kZoomPerStep);
      return true;
    case Qt::Key_Minus:
      zoom(1 / kZoomPerStep);
      return true;
    default:
      return View::onKey(key, modifiers);
  }
}

void GeometryView::addCommands() {
  for (const GeometryQuantity quantity : kQuantities) {
    const GeometryQuantityInfo& info = quantityInfo(quantity);
    addCommand(QStringLiteral("geometry.") + info.id, tr("Show %1 alone").arg(info.title),
               QKeySequence(Qt::Key_1 + static_cast<int>(quantity)), [this, quantity] {
                 setMain(quantity);
                 setArrangement(GeometryArrangement::oneLarge);
                 Q_EMIT controlsOutdated();
               });
  }
  addCommand(QStringLiteral("geometry.all"), tr("Show all four maps"), QKeySequence(Qt::Key_A), [this] {
    setArrangement(GeometryArrangement::allFour);
    Q_EMIT controlsOutdated();
  });
  addCommand(QStringLiteral("geometry.contacts"), tr("Contact line: none, on the distances, on all maps"),
             QKeySequence(Qt::Key_C), [this] {
               setContactLine(static_cast<ContactLine>((static_cast<int>(m_contactLine) + 1) % 3));
               Q_EMIT controlsOutdated();
             });
  addCommand(QStringLiteral("geometry.allDistances"), tr("Colour all distances"), QKeySequence(Qt::Key_R), [this] {
    showAllDistances();
    Q_EMIT controlsOutdated();
  });
}

void GeometryView::setArrangement(GeometryArrangement arrangement) {
  if (arrangement == m_arrangement) return;
  m_arrangement = arrangement;
  changed();
  Q_EMIT stateChanged();
}

void GeometryView::setMain(GeometryQuantity quantity) {
  if (quantity == m_main) return;
  m_main = quantity;
  changed();
  Q_EMIT stateChanged();
}

void GeometryView::setDistanceRange(double low, double high) {
  m_low = std::clamp(std::isfinite(low) ? low : 0, 0.0, kMostDistance - kLeastSpan);
  m_high = std::clamp(std::isfinite(high) ? high : m_largest, m_low + kLeastSpan, kMostDistance);
  changed();
  Q_EMIT stateChanged();
}

void GeometryView::showAllDistances() {
  m_low = m_high = 0;
  changed();
  Q_EMIT stateChanged();
}

void GeometryView::setContactLine(ContactLine line) {
  if (line == m_contactLine) return;
  m_contactLine = line;
  startContactLine();
  changed();
  Q_EMIT stateChanged();
}

void GeometryView::setContactThreshold(double distance) {
  if (!std::isfinite(distance)) return;
  m_contactThreshold = std::clamp(distance, kLeastThreshold, kMostThreshold);
  startContactLine();
  changed();
  Q_EMIT stateChanged();
}

void GeometryView::setColorMap(const QString& id) {
  colorMap(id.toStdString());  // throws for an unknown one
  m_colorMap = id;
  changed();
  Q_EMIT stateChanged();
}

void GeometryView::addDistanceRows(QFormLayout& form) {
  const auto addDistance = [&](const QString& label, double low, double high, double value,
                               std::function<void(double)> chosen) {
    auto* box = new QDoubleSpinBox;
    box->setObjectName(label);
    box->setAccessibleName(label);
    box->setDecimals(1);
    box->setRange(low, high);
    box->setSingleStep(1);
    box->setSuffix(QStringLiteral(" Å"));
    box->setKeyboardTracking(false);
    box->setValue(value);
    connect(box, &QDoubleSpinBox::valueChanged, this, std::move(chosen));
    form.addRow(label, box);
    return box;
  };
  const MapLook& look = lookOf(GeometryQuantity::distance);
  addDistance(tr("Distances from"), 0, kMostDistance, look.low,
              [this](double value) { setDistanceRange(value, lookOf(GeometryQuantity::distance).high); });
  addDistance(tr("Distances to"), kLeastSpan, kMostDistance, look.high,
              [this](double value) { setDistanceRange(lookOf(GeometryQuantity::distance).low, value); });
  addChoice(form, *this, tr("Contact line"),
            {{tr("None"), idOf(ContactLine::none)},
             {tr("On the distances"), idOf(ContactLine::onDistance)},
             {tr("On all maps"), idOf(ContactLine::onAll)}},
            idOf(m_contactLine), [this](const QVariant& value) {
              for (const auto& [line, id] : contactLines())
                if (id == value.toString()) setContactLine(line);
            });
  addDistance(tr("Contact below"), kLeastThreshold, kMostThreshold, m_contactThreshold,
              [this](double value) { setContactThreshold(value); });
}

void GeometryView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  const bool isOne = layoutFor(size()).isOne;
  if (isOne == std::exchange(m_isOneTold, isOne)) return;
  QMetaObject::invokeMethod(this, &View::controlsOutdated, Qt::QueuedConnection);
}

QWidget* GeometryView::makeControls(QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  m_isOneTold = layoutFor(size()).isOne;
  const bool isForced = m_isOneTold && m_arrangement == GeometryArrangement::allFour;
  std::vector<Choice> maps = {{isForced ? tr("All four: room for one") : tr("All four"), QStringLiteral("all")}};
  for (const GeometryQuantity quantity : kQuantities)
    maps.push_back({quantityInfo(quantity).title, quantityInfo(quantity).id});
  addChoice(*form, *this, tr("Maps"), maps,
            m_arrangement == GeometryArrangement::allFour ? QStringLiteral("all") : quantityInfo(m_main).id,
            [this](const QVariant& value) {
              for (const GeometryQuantity quantity : kQuantities)
                if (quantityInfo(quantity).id == value.toString()) setMain(quantity);
              setArrangement(value.toString() == QStringLiteral("all") ? GeometryArrangement::allFour
                                                                       : GeometryArrangement::oneLarge);
            });
  addDistanceRows(*form);
  addChoice(*form, *this, tr("Colours"), colorMapChoices(), m_colorMap,
            [this](const QVariant& value) { setColorMap(value.toString()); });
  return widget;
}

QJsonObject GeometryView::state() const {
  QJsonObject state{{"arrangement", m_arrangement == GeometryArrangement::allFour ? "four" : "one"},
                    {"map", quantityInfo(m_main).id},
                    {"distanceLow", m_low},
                    {"distanceHigh", m_high},
                    {"contactLine", idOf(m_contactLine)},
                    {"contactDistance", m_contactThreshold},
                    {"colors", m_colorMap},
                    {"fitted", m_navigation.isFitted()}};
  if (!m_navigation.isFitted()) {
    const MapViewport viewport = m_navigation.in(kUnitPanel, length(), length());
    state["row"] = viewport.centerRow;
    state["column"] = viewport.centerColumn;
    state["cellShare"] = viewport.pixelsPerCell;  // of the side of a map
  }
  return state;
}

void GeometryView::setState(const QJsonObject& state) {
  const QString arrangement = state["arrangement"].toString(), map = state["map"].toString();
  if (arrangement == QStringLiteral("four")) m_arrangement = GeometryArrangement::allFour;
  if (arrangement == QStringLiteral("one")) m_arrangement = GeometryArrangement::oneLarge;
  for (const GeometryQuantity quantity : kQuantities)
    if (quantityInfo(quantity).id == map) m_main = quantity;
  for (const auto& [line, id] : contactLines())
    if (id == state["contactLine"].toString()) m_contactLine = line;
  const double low = state["distanceLow"].toDouble(m_low), high = state["distanceHigh"].toDouble(m_high);
  if (high > 0) {
    setDistanceRange(low, high);
  } else {
    m_low = m_high = 0;
  }
  for (const ColorMap& candidate : colorMaps())
    if (!candidate.isCyclic && QString::fromStdString(candidate.id) == state["colors"].toString())
      m_colorMap = QString::fromStdString(candidate.id);
  const double share = state["cellShare"].toDouble(0), row = state["row"].toDouble(-1),
               column = state["column"].toDouble(-1);
  if (state["fitted"].isBool() && state["fitted"].toBool()) {
    m_navigation.fit();
  } else if (share > 0 && std::isfinite(share) && row >= 0 && column >= 0) {
    MapViewport viewport{column, row, std::clamp(share, kLeastShare, kMostShare)};
    viewport.keepOnMap(length(), length());
    m_navigation.set(kUnitPanel, viewport);
  }
  setContactThreshold(state["contactDistance"].toDouble(m_contactThreshold));
  Q_EMIT controlsOutdated();
}

}  // namespace ui
