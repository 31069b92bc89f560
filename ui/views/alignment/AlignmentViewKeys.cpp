// Keys of the alignment view: the cell cursor, and scrolling to what is asked for.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "ui/views/alignment/AlignmentView.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kZoomStep = 1.2;

/// The first cell in sight, moved just far enough for cell `at` to be seen. Of a cell larger than the window the start.
double brought(double first, double at, double visible) {
  return std::clamp(first, std::min(at, at + 1 - visible), at);
}

Index wholeCells(double visible) { return std::max<Index>(1, static_cast<Index>(std::floor(visible))); }

/// Places and slots that a page key moves the cursor by. Wrapped blocks that fit into the window are turned over as
/// pages; from taller ones one goes on to the next.
std::pair<Index, Index> pageStep(const AlignmentPicture& picture, Index place, Index slot, Index direction) {
  const Index rows = wholeCells(extentOf(picture).visibleRows), last = picture.arrangement().numPlaces() - 1;
  if (!picture.isWrapped()) return {direction * rows, 0};
  const AlignmentWrapping& wrapping = picture.wrapping;
  const auto blocks = static_cast<Index>(picture.area.height() / wrapping.blockHeight);
  if (blocks > 0) return {0, direction * blocks * wrapping.slotsPerBlock};
  const Index next = slot / wrapping.slotsPerBlock + direction;
  const bool isAtEnd = place == (direction > 0 ? last : 0), hasNext = next >= 0 && next < wrapping.numBlocks;
  if (isAtEnd && hasNext) return {-direction * last, direction * wrapping.slotsPerBlock};
  return {direction * rows, 0};
}

}  // namespace

void AlignmentView::showColumn(Index column) {
  if (!hasAlignment()) return;
  AlignmentViewport viewport = m_viewport;
  const AlignmentPicture picture = pictureFor(currentSize());
  const Index slot = m_arrangement->nearestSlot(column);
  if (slot < 0) return;
  if (picture.isWrapped()) {
    const auto block = static_cast<double>(slot / picture.wrapping.slotsPerBlock);
    viewport.firstRow = block * picture.wrapping.blockHeight / picture.viewport.rowHeight;
    return setViewport(viewport);
  }
  const double visible = extentOf(picture).visibleColumns;
  const auto at = static_cast<double>(slot);
  viewport.firstColumn = brought(viewport.firstColumn, at, visible);
  setViewport(viewport);
}

void AlignmentView::showCell(Index place, Index slot) {
  if (slot < 0 || place < 0) return;
  if (!m_look.isWrapped) showColumn(m_arrangement->slot(slot).column);
  const AlignmentPicture picture = pictureFor(currentSize());
  AlignmentViewport next = picture.viewport;
  const double visible = extentOf(picture).visibleRows;
  if (!picture.isWrapped()) {
    next.firstRow = brought(next.firstRow, static_cast<double>(place), visible);
    return setViewport(next);
  }
  const AlignmentWrapping& wrapping = picture.wrapping;
  const double top = static_cast<double>(slot / wrapping.slotsPerBlock) * wrapping.blockHeight;
  const double row = (top + wrapping.headHeight) / picture.viewport.rowHeight + static_cast<double>(place);
  // The first row comes with ruler and tracks.
  next.firstRow = brought(next.firstRow, row, visible);
  if (place == 0) next.firstRow = std::min(next.firstRow, top / picture.viewport.rowHeight);
  setViewport(next);
}

void AlignmentView::goToCell(Index row, Index column) {
  if (!hasAlignment() || m_arrangement->numPlaces() == 0) return;
  Index place = m_arrangement->placeOf(row >= 0 ? row : m_selection->cursorRow());
  if (place < 0) place = 0;
  const Index slot = m_arrangement->nearestSlot(column);
  m_selection->moveCursorTo(place, slot, false);
  showCell(place, slot);
}

/// Arrow keys, pages and ends move the cell cursor; with Shift they select from where it stood.
bool AlignmentView::onCursorKey(int key, Qt::KeyboardModifiers modifiers) {
  const AlignmentPicture picture = pictureFor(currentSize());
  const bool isControl = modifiers.testFlag(Qt::ControlModifier);
  Index place = m_arrangement->placeOf(m_selection->cursorRow());
  Index slot = place < 0 ? -1 : m_arrangement->nearestSlot(std::max<Index>(0, m_selection->cursorColumn()));
  if (slot < 0) {
    place = picture.isWrapped() ? 0 : picture.firstPlace();
    slot = picture.isWrapped() ? 0 : picture.firstSlot();
  }
  const Index rows = wholeCells(extentOf(picture).visibleRows), columns = wholeCells(extentOf(picture).visibleColumns);
  Index down = 0, right = 0;
  switch (key) {
    case Qt::Key_Left:
      right = isControl ? -columns : -1;
      break;
    case Qt::Key_Right:
      right = isControl ? columns : 1;
      break;
    case Qt::Key_Up:
      down = isControl ? -rows : -1;
      break;
    case Qt::Key_Down:
      down = isControl ? rows : 1;
      break;
    case Qt::Key_PageUp:
      std::tie(down, right) = pageStep(picture, place, slot, -1);
      break;
    case Qt::Key_PageDown:
      std::tie(down, right) = pageStep(picture, place, slot, 1);
      break;
    case Qt::Key_Home:
      (isControl ? down : right) = -(isControl ? place : slot);
      break;
    case Qt::Key_End:
      (isControl ? down : right) = isControl ? m_arrangement->numPlaces() : m_arrangement->numSlots();
      break;
    default:
      return false;
  }
  // Steps to the left pass an expanded insert, which has no column of its own.
  Index wanted = std::clamp<Index>(slot + right, 0, std::max<Index>(0, m_arrangement->numSlots() - 1));
  while (right < 0 && wanted > 0 && m_arrangement->slot(wanted).isInsert()) --wanted;
  m_selection->moveCursorTo(place + down, wanted, modifiers.testFlag(Qt::ShiftModifier));
  if (std::abs(down) > 1 && !picture.isWrapped() && key != Qt::Key_Home && key != Qt::Key_End) {
    AlignmentViewport next = picture.viewport;
    next.firstRow += static_cast<double>(down);
    setViewport(next);
  }
  showCell(m_arrangement->placeOf(m_selection->cursorRow()), m_arrangement->slotOf(m_selection->cursorColumn()));
  if (std::abs(down) > 1) return true;  // by pages one looks, by steps one points
  SelectionModel& selection = session().selection();
  const Focus focus{{m_dataset->id, m_selection->cursorColumn()}, {}, static_cast<int>(m_selection->cursorRow())};
  selection.locked().isEmpty() ? selection.setHover(focus) : selection.setLocked(focus);
  return true;
}

bool AlignmentView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  if (!hasAlignment()) return View::onKey(key, modifiers);
  const AlignmentZoom zoom = m_zoom;
  switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      setZoom({zoom.columns * kZoomStep, zoom.rows * kZoomStep});
      return true;
    case Qt::Key_Minus:
      setZoom({zoom.columns / kZoomStep, zoom.rows / kZoomStep});
      return true;
    case Qt::Key_Escape:
      if (m_selection->isEmpty()) return View::onKey(key, modifiers);
      m_selection->clear();
      return true;
    default:
      return onCursorKey(key, modifiers) || View::onKey(key, modifiers);
  }
}

}  // namespace ui
