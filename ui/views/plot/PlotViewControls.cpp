// Gestures, commands, controls and saved state of the plot view.
#include <QFormLayout>
#include <QJsonArray>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

#include "ui/views/maps/MapControls.h"
#include "ui/views/plot/PlotView.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kZoomPerStep = 1.25, kReach = 24, kKeyShift = 0.1;
constexpr size_t kMostSwitches = 24;
constexpr const char* kKindIds[] = {"lines", "points", "bars", "histogram"};

bool isInside(const PlotPanel& panel, QPointF position) { return panel.area.contains(position.x(), position.y()); }

QJsonArray jsonOf(const PlotRange& range) { return {range.low, range.high}; }

std::optional<PlotRange> rangeFrom(const QJsonValue& value) {
  const QJsonArray ends = value.toArray();
  if (ends.size() != 2 || !ends[0].isDouble() || !ends[1].isDouble()) return std::nullopt;
  const PlotRange range{ends[0].toDouble(), ends[1].toDouble()};
  return range.high > range.low ? std::optional(range) : std::nullopt;
}

}  // namespace

void PlotView::showPoint(const PlotPoint& point) {
  if (!(point == m_nearest)) {
    m_nearest = point;
    refresh();
  }
  if (m_table.rows != PlotRows::positions) return;
  Focus focus;
  if (!point.isEmpty()) focus.first = {m_table.axis, point.point};
  if (point.isEmpty() && m_choice.kind == PlotKind::bars && m_pointed)
    if (const Index bar = barAt(m_plot.bars, *m_pointed); bar >= 0) focus.first = {m_table.axis, bar};
  session().selection().setHover(focus);
}

void PlotView::onPointerMoved(QPointF position) {
  const PlotPanel panel = panelFor(size());
  const bool isOver = isInside(panel, position);
  m_pointed = isOver ? std::optional<double>(panel.xValueAt(position.x())) : std::nullopt;
  showPoint(isOver ? nearestPoint(visiblePlot(), panel, {position.x(), position.y()}, kReach) : PlotPoint{});
  refresh();
  Q_EMIT readoutChanged();
}

void PlotView::onPointerLeft() {
  m_pointed.reset();
  m_nearest = {};
  View::onPointerLeft();
  refresh();
  Q_EMIT readoutChanged();
}

void PlotView::onClicked(QPointF position) {
  for (const LegendEntry& entry : legendFor(size()))
    if (entry.box.contains(position)) return setSeriesHidden(entry.name, !entry.isHidden);
  onPointerMoved(position);
  if (m_table.rows == PlotRows::heads) {
    if (!m_nearest.isEmpty() && m_table.numHeads > 0)
      session().selection().setHead(static_cast<int>(m_nearest.point / m_table.numHeads),
                                    static_cast<int>(m_nearest.point % m_table.numHeads));
    return;
  }
  View::onClicked(position);
}

void PlotView::onDragged(QPointF from, QPointF to) {
  const PlotPanel panel = panelFor(size());
  if (!isInside(panel, from) && !m_xWindow && !m_yWindow) return;
  if (panel.area.isEmpty()) return;
  m_xWindow = moved(panel.x, (from.x() - to.x()) / panel.area.width, panel.isLogarithmicX);
  m_yWindow = moved(panel.y, (to.y() - from.y()) / panel.area.height, panel.isLogarithmicY);
  refresh();
  Q_EMIT stateChanged();
}

void PlotView::zoomBy(QPointF at, double factor, bool horizontally, bool vertically) {
  const PlotPanel panel = panelFor(size());
  if (panel.area.isEmpty()) return;
  const double across = std::clamp((at.x() - panel.area.x) / panel.area.width, 0.0, 1.0);
  const double up = std::clamp((panel.area.bottom() - at.y()) / panel.area.height, 0.0, 1.0);
  if (horizontally) m_xWindow = zoomed(panel.x, across, factor, panel.isLogarithmicX);
  if (vertically) m_yWindow = zoomed(panel.y, up, factor, panel.isLogarithmicY);
  refresh();
  Q_EMIT stateChanged();
}

/// Over an axis only that one is zoomed; Shift and Ctrl choose one over the panel.
void PlotView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) {
  const PlotPanel panel = panelFor(size());
  const bool isBelow = position.y() >= panel.area.bottom(), isBeside = position.x() < panel.area.x;
  const bool onlyX = isBelow || modifiers.testFlag(Qt::ShiftModifier);
  const bool onlyY = !onlyX && (isBeside || modifiers.testFlag(Qt::ControlModifier));
  zoomBy(position, std::pow(kZoomPerStep, steps), !onlyY, !onlyX);
  onPointerMoved(position);
}

void PlotView::zoom(double factor) {
  const PlotPanel panel = panelFor(size());
  zoomBy({panel.area.x + panel.area.width / 2, panel.area.y + panel.area.height / 2}, factor, true, true);
}

/// To the next point of the series of the nearest one, the first of all when there is none.
void PlotView::movePoint(int step) {
  PlotPoint point = m_nearest;
  if (point.isEmpty()) {
    for (size_t s = 0; s < m_plot.series.size() && point.isEmpty(); ++s)
      if (!m_hidden.contains(QString::fromStdString(m_plot.series[s].name)) && !m_plot.series[s].x.empty())
        point = {static_cast<Index>(s), -1};
    if (point.isEmpty()) return;
    step = 1;
  }
  const PlotSeries& series = m_plot.series[static_cast<size_t>(point.series)];
  for (Index k = point.point + step; k >= 0 && k < static_cast<Index>(series.x.size()); k += step) {
    const auto at = static_cast<size_t>(k);
    if (!isPlaced(series.x[at], m_plot.x.isLogarithmic) || !isPlaced(series.y[at], m_plot.y.isLogarithmic)) continue;
    point.point = k;
    m_pointed = series.x[at];
    showPoint(point);
    refresh();
    Q_EMIT readoutChanged();
    return;
  }
}

bool PlotView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const bool pans = modifiers.testFlag(Qt::ShiftModifier);
  const auto pan = [&](double dx, double dy) {
    const PlotPanel panel = panelFor(size());
    onDragged({panel.area.x, panel.area.y},
              {panel.area.x + dx * panel.area.width, panel.area.y + dy * panel.area.height});
  };
  switch (key) {
    case Qt::Key_Left:
      pans ? pan(kKeyShift, 0) : movePoint(-1);
      return true;
    case Qt::Key_Right:
      pans ? pan(-kKeyShift, 0) : movePoint(1);
      return true;
    case Qt::Key_Up:
      pan(0, kKeyShift);
      return true;
    case Qt::Key_Down:
      pan(0, -kKeyShift);
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoom(kZoomPerStep);
      return true;
    case Qt::Key_Minus:
      zoom(1 / kZoomPerStep);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_table.rows == PlotRows::heads && !m_nearest.isEmpty() && m_table.numHeads > 0)
        session().selection().setHead(static_cast<int>(m_nearest.point / m_table.numHeads),
                                      static_cast<int>(m_nearest.point % m_table.numHeads));
      else
        View::onClicked({});
      return true;
    default:
      return View::onKey(key, modifiers);
  }
}

void PlotView::addCommands() {
  const auto addSwitchCommand = [this](const QString& id, const QString& text, Qt::Key key, bool PlotChoice::*flag) {
    addCommand(id, text, QKeySequence(key), [this, flag] {
      PlotChoice choice = m_choice;
      choice.*flag = !(choice.*flag);
      setChoice(choice);
      Q_EMIT controlsOutdated();
    });
  };
  addSwitchCommand(QStringLiteral("plot.logX"), tr("Logarithmic horizontal axis"), Qt::Key_X,
                   &PlotChoice::isLogarithmicX);
  addSwitchCommand(QStringLiteral("plot.logY"), tr("Logarithmic vertical axis"), Qt::Key_Y,
                   &PlotChoice::isLogarithmicY);
}

void PlotView::setChoice(const PlotChoice& choice) {
  const bool isOtherAxis = choice.x != m_choice.x || choice.kind != m_choice.kind ||
                           choice.isLogarithmicX != m_choice.isLogarithmicX ||
                           choice.isLogarithmicY != m_choice.isLogarithmicY;
  m_choice = choice;
  // What was in sight of the old axes says nothing about the new ones.
  if (isOtherAxis) {
    m_xWindow.reset();
    m_yWindow.reset();
  }
  rebuild();
  Q_EMIT stateChanged();
}

void PlotView::setSeriesHidden(const QString& name, bool on) {
  if (on == m_hidden.contains(name)) return;
  if (on) {
    m_hidden << name;
  } else {
    m_hidden.removeAll(name);
  }
  rebuild();
  Q_EMIT stateChanged();
}

void PlotView::resetView() {
  m_xWindow.reset();
  m_yWindow.reset();
  refresh();
  Q_EMIT stateChanged();
}

/// All columns of one quantity at once.
void PlotView::addQuantityChoice(QFormLayout& form) {
  const std::vector<PlotGroup> groups = comparableColumns(m_table);
  if (groups.size() < 2) return;
  std::vector<Choice> quantities = {{tr("As chosen below"), QString()}};
  QString current;
  for (const PlotGroup& group : groups) {
    const QString name = QString::fromStdString(group.quantity);
    quantities.push_back({name, name});
    if (m_choice.y == group.columns) current = name;
  }
  addChoice(form, *this, tr("Compare"), quantities, current, [this, groups](const QVariant& value) {
    PlotChoice choice = m_choice;
    for (const PlotGroup& group : groups)
      if (group.quantity == value.toString().toStdString()) choice.y = group.columns;
    setChoice(choice);
    QMetaObject::invokeMethod(this, &View::controlsOutdated, Qt::QueuedConnection);
  });
}

QWidget* PlotView::makeControls(QWidget* parent) {
  if (!m_dataset) return nullptr;
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  const auto change = [this](const std::function<void(PlotChoice&)>& edit) {
    PlotChoice choice = m_choice;
    edit(choice);
    setChoice(choice);
  };
  if (!isFixed()) {
    addChoice(*form, *this, tr("Draw as"), {{tr("Lines"), 0}, {tr("Points"), 1}, {tr("Bars"), 2}, {tr("Histogram"), 3}},
              static_cast<int>(m_choice.kind), [change](const QVariant& value) {
                change([&](PlotChoice& choice) { choice.kind = static_cast<PlotKind>(value.toInt()); });
              });
    std::vector<Choice> columns = {{QString::fromStdString(m_table.rowTitle) + tr(" number"), QString()}};
    for (const PlotColumn& column : m_table.columns)
      columns.push_back({QString::fromStdString(column.name), QString::fromStdString(column.name)});
    addChoice(*form, *this, tr("Horizontal"), columns, QString::fromStdString(m_choice.x),
              [change](const QVariant& value) {
                change([&](PlotChoice& choice) { choice.x = value.toString().toStdString(); });
              });
    addQuantityChoice(*form);
  }
  addSwitch(*form, *this, tr("Logarithmic horizontal axis"), m_choice.isLogarithmicX ? Qt::Checked : Qt::Unchecked,
            [change](bool on) { change([&](PlotChoice& choice) { choice.isLogarithmicX = on; }); });
  addSwitch(*form, *this, tr("Logarithmic vertical axis"), m_choice.isLogarithmicY ? Qt::Checked : Qt::Unchecked,
            [change](bool on) { change([&](PlotChoice& choice) { choice.isLogarithmicY = on; }); });
  for (size_t k = 0; k < std::min(m_table.columns.size(), kMostSwitches); ++k) {
    const std::string name = m_table.columns[k].name;
    const bool isOn = std::find(m_choice.y.begin(), m_choice.y.end(), name) != m_choice.y.end();
    addSwitch(*form, *this, tr("Draw %1").arg(QString::fromStdString(name)), isOn ? Qt::Checked : Qt::Unchecked,
              [change, name](bool on) {
                change([&](PlotChoice& choice) {
                  std::erase(choice.y, name);
                  if (on) choice.y.push_back(name);
                });
              });
  }
  return widget;
}

QJsonObject PlotView::state() const {
  QJsonArray y;
  for (const std::string& name : m_choice.y) y.append(QString::fromStdString(name));
  QJsonObject state{{"kind", kKindIds[static_cast<size_t>(m_choice.kind)]},
                    {"x", QString::fromStdString(m_choice.x)},
                    {"y", y},
                    {"logX", m_choice.isLogarithmicX},
                    {"logY", m_choice.isLogarithmicY},
                    {"hidden", QJsonArray::fromStringList(m_hidden)},
                    {"whole", !m_xWindow && !m_yWindow}};
  if (m_xWindow) state["horizontal"] = jsonOf(*m_xWindow);
  if (m_yWindow) state["vertical"] = jsonOf(*m_yWindow);
  return state;
}

void PlotView::setState(const QJsonObject& state) {
  const auto isColumn = [&](const std::string& name) { return m_table.find(name) != nullptr; };
  for (size_t k = 0; k < std::size(kKindIds); ++k)
    if (state["kind"].toString() == QLatin1String(kKindIds[k])) m_choice.kind = static_cast<PlotKind>(k);
  if (const QJsonValue x = state["x"]; x.isString() && (x.toString().isEmpty() || isColumn(x.toString().toStdString())))
    m_choice.x = x.toString().toStdString();
  if (state["y"].isArray()) {
    m_choice.y.clear();
    for (const QJsonValue& name : state["y"].toArray())
      if (isColumn(name.toString().toStdString())) m_choice.y.push_back(name.toString().toStdString());
  }
  m_choice.isLogarithmicX = state["logX"].toBool(m_choice.isLogarithmicX);
  m_choice.isLogarithmicY = state["logY"].toBool(m_choice.isLogarithmicY);
  if (state["hidden"].isArray()) {
    m_hidden.clear();
    for (const QJsonValue& name : state["hidden"].toArray())
      if (name.isString()) m_hidden << name.toString();
  }
  if (state["whole"].toBool(false)) {
    m_xWindow.reset();
    m_yWindow.reset();
  }
  const auto usable = [](const std::optional<PlotRange>& range, bool isLogarithmic) {
    return range && (!isLogarithmic || range->low > 0);
  };
  // What was in sight before may reach to where the axes asked for now do not.
  if (!usable(m_xWindow, m_choice.isLogarithmicX)) m_xWindow.reset();
  if (!usable(m_yWindow, m_choice.isLogarithmicY)) m_yWindow.reset();
  if (const auto range = rangeFrom(state["horizontal"]); usable(range, m_choice.isLogarithmicX)) m_xWindow = range;
  if (const auto range = rangeFrom(state["vertical"]); usable(range, m_choice.isLogarithmicY)) m_yWindow = range;
  rebuild();
  Q_EMIT stateChanged();
  Q_EMIT controlsOutdated();
}

}  // namespace ui
