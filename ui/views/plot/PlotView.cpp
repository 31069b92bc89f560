#include "ui/views/plot/PlotView.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/plot/PlotControls.h"
#include "ui/views/plot/PlotPicture.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kReach = 24, kKeyShift = 0.1;

bool isInside(const PlotPanel& panel, QPointF position) { return panel.area.contains(position.x(), position.y()); }

/// Whether a table has the horizontal column of a choice and one of the others.
bool serves(const PlotTable& table, const PlotChoice& choice) {
  const auto isColumn = [&](const std::string& name) { return table.find(name) != nullptr; };
  return (choice.x.empty() || isColumn(choice.x)) && std::any_of(choice.y.begin(), choice.y.end(), isColumn);
}

}  // namespace

PlotView::PlotView(Session& session, QWidget* parent) : View(session, parent) { addPlotCommands(*this); }

View* makePlotView(Session& session, QWidget* parent) { return new PlotView(session, parent); }

bool isForPlotView(const engine::Dataset& dataset, const Document&) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  return (arrays && isHistogram(*arrays)) || hasPlotTable(dataset);
}

bool PlotView::accepts(const engine::Dataset& dataset) const { return isForPlotView(dataset, session().document()); }

void PlotView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the plot shows arrays and numbers of positions, not ",
                 dataset ? engine::kindName(dataset->kind()) : "nothing");
  m_shown = ShownPlot(*dataset);
  // New numbers under the same name keep what the user chose of them.
  const bool isReplaced = std::exchange(m_id, dataset->id) == dataset->id;
  m_title = dataset->title;
  const bool isGone = !m_shown.isFixed() && !m_options.choice.y.empty() && !serves(m_shown.table, m_options.choice);
  if (!isReplaced || isGone) m_options = {firstChoice(*dataset, m_shown.table), {}, {}, {}};
  m_options.step = std::clamp(m_options.step, 0, std::max(m_shown.numSteps() - 1, 0));
  m_shown.draw(m_options);
  m_pointer = {};
  if (!isReplaced || !has(m_kept)) m_kept = {};
  refresh();
  Q_EMIT readoutChanged();
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

std::vector<engine::DatasetId> PlotView::datasetIds() const {
  if (m_id.empty()) return {};
  return {m_id};
}

QString PlotView::title() const { return m_id.empty() ? QStringLiteral("Plot") : QString::fromStdString(m_title); }

QString PlotView::emptyText() const {
  return QStringLiteral(
      "No plot yet. Open a table of numbers, calibrate the scores of a profile against shuffled ones, or compare the "
      "layers of the lecture.");
}

void PlotView::resetView() {
  change([](PlotOptions& options) { options.showAll(); });
}

void PlotView::setOptions(const PlotOptions& options) {
  const PlotOptions before = std::exchange(m_options, options);
  if (m_options == before) return;
  if (m_options.choice != before.choice || m_options.hidden != before.hidden || m_options.step != before.step) {
    m_shown.draw(m_options);
    m_pointer.nearest = {};
    m_kept = {};
    Q_EMIT readoutChanged();
  }
  refresh();
  Q_EMIT stateChanged();
}

PlotLayout PlotView::layoutFor(QSize size) const { return plotLayout(theme(), m_shown, m_options, size); }

Index PlotView::rowOf(const Focus& focus) const {
  if (m_shown.table.rows != PlotRows::positions || focus.isEmpty()) return -1;
  const Index row = translated(focus.first, m_shown.table.axis);
  return row < m_shown.table.numRows() ? row : -1;
}

void PlotView::paintOverlay(QPainter& painter, QSize size) {
  const SelectionModel& selection = session().selection();
  const bool areMarked = theme().page.areMarksShown;
  const PlotPointer nowhere;
  PlotPicture picture{m_shown, m_options, areMarked ? shownPointer() : nowhere, layoutFor(size), {}};
  PlotMarks& marks = picture.marks;
  for (const Focus& focus : selection.kept()) marks.kept.push_back(rowOf(focus));
  marks.locked = rowOf(selection.locked());
  marks.hovered = rowOf(selection.hover());
  marks.isHoverLocked = selection.hover() == selection.locked();
  const PlotTable& table = m_shown.table;
  const Index head = selection.layer() * table.numHeads + selection.head();
  if (areMarked && table.rows == PlotRows::heads && selection.head() < table.numHeads && head < table.numRows())
    marks.head = head;
  paintPlot(painter, theme(), picture, size);
}

bool PlotView::has(const PlotPointer& pointer) const {
  const std::vector<PlotSeries>& all = m_shown.visible.series;
  const PlotPoint& point = pointer.nearest;
  return !point.isEmpty() && point.series < static_cast<Index>(all.size()) &&
         point.point < static_cast<Index>(engine::nth(all, point.series).x.size());
}

/// A point of rows that no other view knows is kept here, the others by the selection.
void PlotView::keepPoint() {
  if (m_shown.table.rows == PlotRows::positions) return;
  const bool isKept = m_kept.nearest == m_pointer.nearest;
  m_kept = isKept ? PlotPointer{} : m_pointer;
  if (!has(m_kept)) m_kept = {};
  refresh();
  Q_EMIT readoutChanged();
}

/// What is under the pointer, here and in other views.
void PlotView::point(const PlotPointer& pointer) {
  m_pointer = pointer;
  refresh();
  if (m_shown.table.rows == PlotRows::positions) {
    Index row = pointer.nearest.point;
    if (pointer.nearest.isEmpty() && m_shown.areBarsRows && pointer.x) row = barAt(m_shown.plot.bars, *pointer.x);
    Focus focus;
    if (row >= 0) focus.first = {m_shown.table.axis, row};
    session().selection().setHover(focus);
  }
  Q_EMIT readoutChanged();
}

void PlotView::onPointerMoved(QPointF position) {
  const PlotPanel panel = layoutFor(size()).panel;
  if (!isInside(panel, position)) return point({});
  point({panel.xValueAt(position.x()), nearestPoint(m_shown.visible, panel, {position.x(), position.y()}, kReach)});
}

void PlotView::onPointerLeft() {
  m_pointer = {};
  View::onPointerLeft();
  refresh();
  Q_EMIT readoutChanged();
}

/// The head whose point is the nearest one. False for rows that are not heads.
bool PlotView::chooseHead() {
  const PlotTable& table = m_shown.table;
  if (table.rows != PlotRows::heads) return false;
  if (!m_pointer.nearest.isEmpty() && table.numHeads > 0)
    session().selection().setHead(static_cast<int>(m_pointer.nearest.point / table.numHeads),
                                  static_cast<int>(m_pointer.nearest.point % table.numHeads));
  return true;
}

void PlotView::onClicked(QPointF position) {
  for (const LegendEntry& entry : layoutFor(size()).legend)
    if (entry.box.contains(position))
      return change([&](PlotOptions& options) { options.setHidden(entry.name, !entry.isHidden); });
  onPointerMoved(position);
  if (chooseHead()) return;
  keepPoint();
  View::onClicked(position);
}

/// By shares of the panel.
void PlotView::pan(double dx, double dy) {
  const PlotPanel panel = layoutFor(size()).panel;
  change([&](PlotOptions& options) {
    options.xWindow = moved(panel.x, -dx, panel.isLogarithmicX);
    options.yWindow = moved(panel.y, dy, panel.isLogarithmicY);
  });
}

void PlotView::onDragged(QPointF from, QPointF to) {
  const PlotPanel panel = layoutFor(size()).panel;
  if (panel.area.isEmpty() || (!isInside(panel, from) && !m_options.xWindow && !m_options.yWindow)) return;
  pan((to.x() - from.x()) / panel.area.width, (to.y() - from.y()) / panel.area.height);
}

void PlotView::zoomBy(QPointF at, double factor, bool horizontally, bool vertically) {
  const PlotPanel panel = layoutFor(size()).panel;
  if (panel.area.isEmpty()) return;
  const double across = std::clamp((at.x() - panel.area.x) / panel.area.width, 0.0, 1.0);
  const double up = std::clamp((panel.area.bottom() - at.y()) / panel.area.height, 0.0, 1.0);
  change([&](PlotOptions& options) {
    if (horizontally) options.xWindow = zoomed(panel.x, across, factor, panel.isLogarithmicX);
    if (vertically) options.yWindow = zoomed(panel.y, up, factor, panel.isLogarithmicY);
  });
}

/// Over an axis only that one is zoomed; Shift and Ctrl choose one over the panel.
void PlotView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) {
  const PlotPanel panel = layoutFor(size()).panel;
  const bool isBelow = position.y() >= panel.area.bottom(), isBeside = position.x() < panel.area.x;
  const bool onlyX = isBelow || modifiers.testFlag(Qt::ShiftModifier);
  const bool onlyY = !onlyX && (isBeside || modifiers.testFlag(Qt::ControlModifier));
  zoomBy(position, std::pow(kZoomPerStep, steps), !onlyY, !onlyX);
  onPointerMoved(position);
}

void PlotView::goSteps(int number) {
  if (m_shown.numSteps() == 0) return;
  const int step = std::clamp(m_options.step + number, 0, m_shown.numSteps() - 1);
  change([step](PlotOptions& options) { options.step = step; });
  Q_EMIT controlsOutdated();
}

void PlotView::zoom(double factor) {
  const Rect area = layoutFor(size()).panel.area;
  zoomBy({area.x + area.width / 2, area.y + area.height / 2}, factor, true, true);
}

/// To the next point of the series of the nearest one, the first of all when there is none.
void PlotView::movePoint(int step) {
  const std::vector<PlotSeries>& all = m_shown.visible.series;
  PlotPoint next = m_pointer.nearest;
  if (next.isEmpty()) {
    const auto first = std::find_if(all.begin(), all.end(), [](const PlotSeries& series) { return !series.x.empty(); });
    if (first == all.end()) return;
    next = {first - all.begin(), -1};
    step = 1;
  }
  const PlotSeries& series = engine::nth(all, next.series);
  for (Index k = next.point + step; k >= 0 && k < static_cast<Index>(series.x.size()); k += step) {
    const auto at = static_cast<size_t>(k);
    if (isPlaced(series.x[at], m_shown.plot.x.isLogarithmic) && isPlaced(series.y[at], m_shown.plot.y.isLogarithmic))
      return point({series.x[at], {next.series, k}});
  }
}

bool PlotView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const QPoint arrow = arrowOf(key);
  const int steps = zoomStepsOf(key);
  if (key == Qt::Key_Escape && has(m_kept)) {
    m_pointer = m_kept;
    keepPoint();
  } else if (arrow.x() != 0 && !modifiers.testFlag(Qt::ShiftModifier)) {
    movePoint(arrow.x());
  } else if (!arrow.isNull()) {
    pan(-kKeyShift * arrow.x(), -kKeyShift * arrow.y());
  } else if (steps != 0) {
    zoom(std::pow(kZoomPerStep, steps));
  } else {
    const bool isReturn = key == Qt::Key_Return || key == Qt::Key_Enter;
    return (isReturn && !m_pointer.nearest.isEmpty() && chooseHead()) || View::onKey(key, modifiers);
  }
  return true;
}

QWidget* PlotView::makeControls(QWidget* parent) { return m_id.empty() ? nullptr : makePlotControls(*this, parent); }

QJsonObject PlotView::state() const { return toJson(m_options); }

void PlotView::setState(const QJsonObject& state) {
  change([&](PlotOptions& options) { takeJson(options, state, m_shown.table); });
  Q_EMIT stateChanged();
  Q_EMIT controlsOutdated();
}

std::vector<ReadoutLine> PlotView::readout() const { return plotReadout(m_shown, m_options, shownPointer()); }

QString PlotView::statusText() const {
  QStringList texts;
  for (const ReadoutLine& line : readout()) texts << line.label + u' ' + line.value;
  return texts.join(QStringLiteral(" · "));
}

QString PlotView::captionText() const { return m_id.empty() ? title() : plotCaption(m_shown, m_options); }

std::vector<NumberTable> PlotView::visibleNumbers() const { return plotNumbers(m_shown, m_options); }

}  // namespace ui
