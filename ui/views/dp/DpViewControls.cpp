// Gestures, keys and setters of the DP view.
#include <QWidget>
#include <algorithm>
#include <cmath>

#include "ui/views/dp/DpLayout.h"

namespace ui {

using engine::Index;

namespace {
constexpr double kZoomPerStep = 1.25;
constexpr double kKeyPan = 40;  // logical pixels
}  // namespace

DpView::Cell DpView::cellAt(QPointF position) {
  const QSize size = canvas().size();
  const int plane = planeAt(position);
  const Rect panel = panelOf(plane, size);
  if (plane < 0 || !panel.contains(position.x(), position.y())) return {};
  const CellPoint point = viewportOf(plane, size).toCell(panel, position.x(), position.y());
  const Cell cell{static_cast<Index>(std::floor(point.row)), static_cast<Index>(std::floor(point.column))};
  return cell.i >= 0 && cell.j >= 0 && cell.i < numRows() && cell.j < numColumns() ? cell : Cell{};
}

void DpView::onPointerMoved(QPointF position) {
  if (m_isStepping) return tellStepCell();
  const Cell cell = cellAt(position);
  Focus focus;
  if (cell.i >= 0) focus = {{rowAxis(), cell.i}, {columnAxis(), cell.j}};
  // The text follows the focus: pointing at its letters must not move it away under the pointer.
  if (!textArea(canvas().size()).contains(position)) session().selection().setHover(focus);
}

void DpView::onPointerLeft() {
  if (!m_isStepping) View::onPointerLeft();
}

void DpView::onClicked(QPointF position) {
  const QSize size = canvas().size();
  if (const auto hit = pathTextAt(theme(), textArea(size), texts(), position)) {
    if (m_isListShown) setPath(hit->entry);
    const auto* steps = chosenPath() ? &chosenPath()->steps : nullptr;
    if (!steps || hit->step < 0 || hit->step >= static_cast<Index>(steps->size())) return;
    const engine::PathStep& step = (*steps)[static_cast<size_t>(hit->step)];
    if (m_stepper.isTracing() && m_isStepping)
      setStepPosition(m_stepper.numPositions() - hit->step);
    else if (m_isStepping)
      setStepCell(step.i, step.j);
    else
      session().selection().setLocked({{rowAxis(), step.i}, {columnAxis(), step.j}});
    return;
  }
  const int plane = planeAt(position);
  if (plane >= 0 && plane != m_main && !isLarge(plane)) {
    setMainPlane(plane);
    return;
  }
  if (!m_isStepping) return View::onClicked(position);
  const Cell cell = cellAt(position);
  if (cell.i < 0) return;
  m_isPlaying = false;
  setStepCell(cell.i, cell.j);
}

void DpView::onDragged(QPointF from, QPointF to) {
  const QSize size = canvas().size();
  if (textArea(size).contains(from)) {
    const double advance = QFontMetricsF(theme().residueFont()).horizontalAdvance(QLatin1Char('M'));
    m_textDrag += (from.x() - to.x()) / advance;
    const auto whole = static_cast<Index>(m_textDrag);
    m_textDrag -= static_cast<double>(whole);
    setTextOffset(m_textOffset + whole);
    return;
  }
  const int plane = planeAt(from);
  if (plane < 0) return;
  // A small plane moves as much as the pointer, the large one accordingly.
  const double factor = viewportOf(m_main, size).pixelsPerCell / viewportOf(plane, size).pixelsPerCell;
  m_navigation.panBy(referencePanel(size), numRows(), numColumns(), (to.x() - from.x()) * factor,
                     (to.y() - from.y()) * factor);
  refresh();
  Q_EMIT stateChanged();
}

void DpView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  const QSize size = canvas().size();
  if (textArea(size).contains(position)) {
    if (m_isListShown)
      setFirstEntry(m_firstEntry + (steps < 0 ? 1 : -1));
    else
      setTextOffset(m_textOffset - static_cast<Index>(std::lround(10 * steps)));
    return;
  }
  const int plane = planeAt(position);
  const Rect panel = panelOf(plane, size), reference = referencePanel(size);
  if (plane < 0 || !panel.contains(position.x(), position.y())) return;
  const CellPoint cell = viewportOf(plane, size).toCell(panel, position.x(), position.y());
  const PixelPoint point = viewportOf(m_main, size).toPixel(reference, cell.row, cell.column);
  m_navigation.zoomAt(reference, numRows(), numColumns(), point.x, point.y, std::pow(kZoomPerStep, steps));
  onPointerMoved(position);
  refresh();
  Q_EMIT stateChanged();
}

bool DpView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const Rect panel = referencePanel(canvas().size());
  const auto zoom = [&](double factor) {
    m_navigation.zoomAt(panel, numRows(), numColumns(), panel.x + panel.width / 2, panel.y + panel.height / 2, factor);
  };
  const auto pan = [&](double dx, double dy) { m_navigation.panBy(panel, numRows(), numColumns(), dx, dy); };
  if (key >= Qt::Key_1 && key <= Qt::Key_9 && key - Qt::Key_1 < numPlanes()) {
    setMainPlane(key - Qt::Key_1);
    return true;
  }
  switch (key) {
    case Qt::Key_Left:
      pan(kKeyPan, 0);
      break;
    case Qt::Key_Right:
      pan(-kKeyPan, 0);
      break;
    case Qt::Key_Up:
      pan(0, kKeyPan);
      break;
    case Qt::Key_Down:
      pan(0, -kKeyPan);
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoom(kZoomPerStep);
      break;
    case Qt::Key_Minus:
      zoom(1 / kZoomPerStep);
      break;
    default:
      return View::onKey(key, modifiers);
  }
  refresh();
  Q_EMIT stateChanged();
  return true;
}

void DpView::resetView() {
  m_navigation.fit();
  m_textOffset = 0;
  refresh();
  Q_EMIT stateChanged();
}

void DpView::showCells(Index i, Index j, double pixelsPerCell) {
  m_navigation.set(referencePanel(canvas().size()),
                   {static_cast<double>(j) + 0.5, static_cast<double>(i) + 0.5, pixelsPerCell});
  refresh();
  Q_EMIT stateChanged();
}

void DpView::setArrangement(PlaneArrangement arrangement) {
  const bool wasBeside = isPosteriorBeside(), isNew = arrangement != m_arrangement;
  m_arrangement = arrangement;
  if (isPosteriorBeside() && m_kind != engine::DpKind::viterbi) m_kind = engine::DpKind::viterbi;
  if (alignment() && (isPosteriorBeside() || wasBeside)) takePlanes();
  if (isPosteriorBeside()) needPosterior();
  if (arrangement == PlaneArrangement::lanes && !hasLanes()) startLanes();
  changed();
  if (isNew) Q_EMIT controlsOutdated();
  Q_EMIT stateChanged();
}
void DpView::setRange(PlaneRange range) {
  m_range = range;
  changed();
  Q_EMIT stateChanged();
}
void DpView::setQuantity(PlaneQuantity quantity) {
  m_quantity = quantity;
  changed();
  Q_EMIT stateChanged();
}
void DpView::setLetters(ProfileLetters letters) {
  m_letters = letters;
  changed();
  Q_EMIT stateChanged();
}
void DpView::setColorMap(const QString& id) {
  if (!id.isEmpty()) colorMap(id.toStdString());  // throws for an unknown one
  m_colorMap = id;
  changed();
  if (hasLanes()) startLanes();
  Q_EMIT stateChanged();
}
void DpView::setPathShown(bool on) {
  m_isPathShown = on;
  linesChanged();
  Q_EMIT stateChanged();
}
void DpView::setPath(int path) {
  path = std::clamp(path, 0, std::max(0, numPaths() - 1));
  if (path == m_path) return;
  m_pathBefore = m_path;
  m_path = path;
  m_changedSteps.clear();
  m_flash = 0;
  linesChanged();
  fillPathBox();
  Q_EMIT stateChanged();
}
void DpView::swapPath() {
  if (numPaths() < 2) return;
  setPath(m_pathBefore >= 0 && m_pathBefore != m_path ? m_pathBefore : m_path == 0 ? 1 : 0);
}
void DpView::setRivalsShown(bool on) {
  m_areRivalsShown = on;
  linesChanged();
  Q_EMIT stateChanged();
}
void DpView::setPosteriorShown(bool on) {
  m_isPosteriorShown = on;
  linesChanged();
  Q_EMIT stateChanged();
}
void DpView::setLogosShown(bool on) {
  m_areLogosShown = on;
  refresh();
  Q_EMIT stateChanged();
}
void DpView::setListShown(bool on) {
  m_isListShown = on;
  if (on) needAlternatives();
  refresh();
  Q_EMIT stateChanged();
}
void DpView::setCardShown(bool on) {
  m_isCardShown = on;
  refresh();
  Q_EMIT stateChanged();
}
void DpView::setFirstEntry(int entry) {
  m_firstEntry = std::clamp(entry, 0, std::max(0, numPaths() - 1));
  refresh();
  Q_EMIT stateChanged();
}
void DpView::setTextOffset(Index offset) {
  const Index steps = chosenPath() ? static_cast<Index>(chosenPath()->steps.size()) : 0;
  m_textOffset = std::clamp<Index>(offset, 0, steps);
  refresh();
  Q_EMIT stateChanged();
}

}  // namespace ui
