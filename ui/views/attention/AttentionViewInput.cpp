// Gestures and keys of the attention view.
#include <algorithm>
#include <cmath>

#include "ui/views/attention/AttentionLayout.h"

namespace ui {

using engine::Index;

namespace {
constexpr double kZoomPerStep = 1.25;
constexpr double kKeyPan = 40;  // logical pixels
/// A residue on the line of arcs is at most this wide.
constexpr double kWidestResidue = 40;
}  // namespace

std::optional<AttentionView::Cell> AttentionView::cellAt(QPointF position) const {
  const QSize size = this->size();
  if (picture() == AttentionPicture::arcs) return arcCellAt(position);
  for (const Plane plane : {Plane::attention, Plane::companion}) {
    const Rect panel = panelOf(plane, size);
    if (!panel.contains(position.x(), position.y())) continue;
    const CellPoint point = m_navigation.in(panel, numRows(), numColumns()).toCell(panel, position.x(), position.y());
    const auto row = static_cast<Index>(std::floor(point.row)), column = static_cast<Index>(std::floor(point.column));
    if (row >= 0 && column >= 0 && row < numRows() && column < numColumns()) return Cell{row, column};
  }
  return std::nullopt;
}

std::optional<AttentionView::Cell> AttentionView::arcCellAt(QPointF position) const {
  const ArcFrame frame = arcFrameIn(size());
  if (!frame.panel.contains(position.x(), position.y())) return std::nullopt;
  if (std::abs(position.y() - frame.lineY()) <= arcLineHalfHeight(theme())) {
    const Index residue = frame.residueAt(position.x());
    return residue >= 0 ? std::optional<Cell>({residue, -1}) : std::nullopt;
  }
  const auto arc = arcAt(frame, theme(), m_data.arcs, position.x(), position.y());
  return arc ? std::optional<Cell>({arc->row, arc->column}) : std::nullopt;
}

void AttentionView::onSelectionChanged() {
  if (!(chosenHead() == m_shown)) {
    m_strip.reveal(chosenHead(), theme(), stripIn(canvas().size()));
    if (!meanHeads().empty()) {
      setMeanHeads({});  // computes
    } else if (transform() == AttentionTransform::rollout && chosenHead().layer == m_shown.layer) {
      m_shown = chosenHead();  // all heads of the layer are in it
    } else {
      recompute(Stage::values);
    }
    Q_EMIT titleChanged();
  }
  refresh();
}

void AttentionView::onPointerMoved(QPointF position) {
  setHoveredHead(m_strip.headAt(theme(), stripIn(size()), position));
  const std::optional<Cell> cell = cellAt(position);
  session().selection().setHover(cell ? focusOf(*cell) : Focus{});
}

void AttentionView::onPointerLeft() {
  setHoveredHead(std::nullopt);
  View::onPointerLeft();
}

void AttentionView::setHoveredHead(std::optional<HeadStrip::Head> head) {
  if (head == m_hoveredHead) return;
  m_hoveredHead = head;
  m_strip.setHover(head);
  Q_EMIT readoutChanged();
}

void AttentionView::onClicked(QPointF position) {
  const auto head = m_strip.headAt(theme(), stripIn(canvas().size()), position);
  if (!head) return View::onClicked(position);
  if (m_gestures->modifiers().testFlag(Qt::ControlModifier)) {
    toggleMeanHead(*head);
  } else {
    setMeanHeads({});
    session().selection().setHead(head->layer, head->head);
  }
}

void AttentionView::toggleMeanHead(HeadStrip::Head head) {
  std::vector<HeadStrip::Head> chosen = meanHeads().empty() ? shownHeads() : meanHeads();
  const auto found = std::find(chosen.begin(), chosen.end(), head);
  if (found == chosen.end()) {
    chosen.push_back(head);
  } else if (chosen.size() > 1) {
    chosen.erase(found);
  }
  setMeanHeads(std::move(chosen));
}

void AttentionView::panBy(double dx, double dy) {
  const QSize size = canvas().size();
  if (picture() == AttentionPicture::arcs) {
    const ArcFrame frame = arcFrameIn(size);
    const double length = std::max(1.0, static_cast<double>(frame.length)) * frame.pixelsPerResidue;
    m_arcCenter = std::clamp(m_arcCenter - dx / length, 0.0, 1.0);
  } else {
    const Rect panel = panelOf(heads() ? Plane::attention : Plane::companion, size);
    m_navigation.panBy(panel, numRows(), numColumns(), dx, dy);
  }
  refresh();
  Q_EMIT stateChanged();
}

void AttentionView::zoomBy(QPointF position, double factor) {
  const QSize size = canvas().size();
  if (picture() == AttentionPicture::arcs) {
    const ArcFrame frame = arcFrameIn(size);
    const double length = std::max(1.0, static_cast<double>(frame.length));
    const double most = std::max(1.0, kWidestResidue * theme().scale * length / std::max(1.0, frame.panel.width));
    const double under = (frame.firstResidue + (position.x() - frame.panel.x) / frame.pixelsPerResidue) / length;
    const double zoom = std::clamp(m_arcZoom * factor, 1.0, most);
    // What is under the pointer stays there; all of it is in the middle.
    m_arcCenter = zoom <= 1 ? 0.5 : std::clamp(under + (m_arcCenter - under) * m_arcZoom / zoom, 0.0, 1.0);
    m_arcZoom = zoom;
  } else {
    for (const Plane plane : {Plane::attention, Plane::companion}) {
      const Rect panel = panelOf(plane, size);
      if (!panel.contains(position.x(), position.y())) continue;
      m_navigation.zoomAt(panel, numRows(), numColumns(), position.x(), position.y(), factor);
      break;
    }
  }
  refresh();
  Q_EMIT stateChanged();
}

void AttentionView::onDragged(QPointF from, QPointF to) {
  if (stripIn(canvas().size()).contains(from)) return;
  panBy(to.x() - from.x(), to.y() - from.y());
}

void AttentionView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  if (stripIn(canvas().size()).contains(position)) {
    m_strip.scrollBy(steps > 0 ? -1 : 1);
    refresh();
    return;
  }
  zoomBy(position, std::pow(kZoomPerStep, steps));
  onPointerMoved(position);
}

void AttentionView::chooseHead(int offset) {
  if (!heads() || heads()->count() == 0) return;
  const HeadStrip::Head now = chosenHead();
  const auto perLayer = static_cast<int>(heads()->numHeads);
  const int index = std::clamp(now.layer * perLayer + now.head + offset, 0, static_cast<int>(heads()->count()) - 1);
  session().selection().setHead(index / perLayer, index % perLayer);
}

bool AttentionView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const QSize size = canvas().size();
  const Rect panel = picture() == AttentionPicture::arcs ? arcFrameIn(size).panel
                                                         : panelOf(heads() ? Plane::attention : Plane::companion, size);
  const QPointF middle(panel.x + panel.width / 2, panel.y + panel.height / 2);
  const bool pans = modifiers.testFlag(Qt::ShiftModifier);
  const int perLayer = heads() ? static_cast<int>(heads()->numHeads) : 0;
  switch (key) {
    case Qt::Key_Left:
      pans ? panBy(kKeyPan, 0) : chooseHead(-1);
      break;
    case Qt::Key_Right:
      pans ? panBy(-kKeyPan, 0) : chooseHead(1);
      break;
    case Qt::Key_Up:
      panBy(0, kKeyPan);
      break;
    case Qt::Key_Down:
      panBy(0, -kKeyPan);
      break;
    case Qt::Key_PageUp:
      chooseHead(-perLayer);
      break;
    case Qt::Key_PageDown:
      chooseHead(perLayer);
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoomBy(middle, kZoomPerStep);
      break;
    case Qt::Key_Minus:
      zoomBy(middle, 1 / kZoomPerStep);
      break;
    default:
      return View::onKey(key, modifiers);
  }
  return true;
}

void AttentionView::resetView() {
  m_navigation.fit();
  m_arcZoom = 1;
  m_arcCenter = 0.5;
  refresh();
  Q_EMIT stateChanged();
}

void AttentionView::showCells(Index row, Index column, double pixelsPerCell) {
  const Rect panel = panelOf(m_heads ? Plane::attention : Plane::companion, canvas().size());
  m_navigation.set(panel, {static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5, pixelsPerCell});
  refresh();
  Q_EMIT stateChanged();
}

}  // namespace ui
