// Blocks are pictures of their own with moved rectangles, so that whatever is painted or found in one works in all.
#include "ui/views/alignment/AlignmentPicture.h"

#include <algorithm>
#include <cmath>

namespace ui {

using engine::Index;

namespace {

Index clampedIndex(double value, Index last) {
  return static_cast<Index>(std::clamp(value, 0.0, static_cast<double>(last)));
}

QRectF moved(const QRectF& rect, double down, double width) {
  return rect.isNull() ? rect : QRectF(rect.x(), rect.y() + down, width, rect.height());
}

AlignmentPicture block(const AlignmentPicture& page, Index number) {
  AlignmentPicture picture = page;
  const AlignmentWrapping& wrapping = page.wrapping;
  const Index first = number * wrapping.slotsPerBlock;
  const Index count = std::min(wrapping.slotsPerBlock, page.arrangement().numSlots() - first);
  const double width = static_cast<double>(count) * page.viewport.columnWidth;
  const double down =
      static_cast<double>(number) * wrapping.blockHeight - page.viewport.firstRow * page.viewport.rowHeight;
  AlignmentLayout& layout = picture.layout;
  const double height = static_cast<double>(page.arrangement().numPlaces()) * page.viewport.rowHeight;
  layout.ruler = moved(layout.ruler, down, width);
  for (QRectF& track : layout.tracks) track = moved(track, down, width);
  layout.cells = QRectF(layout.cells.x(), layout.cells.y() + down, width, height);
  layout.names = QRectF(layout.names.x(), layout.cells.y(), layout.names.width(), height);
  picture.viewport.firstColumn = static_cast<double>(first);
  picture.viewport.firstRow = 0;
  return picture;
}

}  // namespace

double AlignmentPicture::xOfColumn(Index column) const {
  const Index slot = arrangement().nearestSlot(column);
  return slot < 0 ? -1 : xOf(static_cast<double>(slot));
}

Index AlignmentPicture::firstSlot() const {
  return clampedIndex(std::floor(viewport.firstColumn), arrangement().numSlots());
}

Index AlignmentPicture::lastSlot() const {
  return clampedIndex(std::ceil(viewport.firstColumn + layout.cells.width() / viewport.columnWidth - 1e-6),
                      arrangement().numSlots());
}

Index AlignmentPicture::firstPlace() const {
  const double hidden = visibleCells().top() - layout.cells.top();
  return clampedIndex(std::floor(viewport.firstRow + hidden / viewport.rowHeight), arrangement().numPlaces());
}

Index AlignmentPicture::lastPlace() const {
  if (visibleCells().isEmpty()) return firstPlace();
  const double seen = visibleCells().bottom() - layout.cells.top();
  return clampedIndex(std::ceil(viewport.firstRow + seen / viewport.rowHeight), arrangement().numPlaces());
}

Index AlignmentPicture::rulerNumber(Index slot) const {
  const Index column = cells->columnOf(slot);
  if (column < 0) return 0;
  return rulerNumbers ? (*rulerNumbers)[static_cast<size_t>(column)] : column + 1;
}

AlignmentExtent extentOf(const AlignmentPicture& picture) {
  const AlignmentViewport& viewport = picture.viewport;
  const QRectF& cells = picture.layout.cells;
  if (!picture.isWrapped())
    return {static_cast<double>(picture.arrangement().numPlaces()),
            static_cast<double>(picture.arrangement().numSlots()), cells.height() / viewport.rowHeight,
            cells.width() / viewport.columnWidth};
  const auto columns = static_cast<double>(picture.wrapping.slotsPerBlock);
  return {static_cast<double>(picture.wrapping.numBlocks) * picture.wrapping.blockHeight / viewport.rowHeight, columns,
          cells.bottom() / viewport.rowHeight, columns};
}

std::vector<AlignmentPicture> blocksOf(const AlignmentPicture& picture) {
  if (!picture.isWrapped()) return {picture};
  std::vector<AlignmentPicture> blocks;
  const double scrolled = picture.viewport.firstRow * picture.viewport.rowHeight;
  const Index first = clampedIndex(std::floor(scrolled / picture.wrapping.blockHeight), picture.wrapping.numBlocks);
  for (Index number = first; number < picture.wrapping.numBlocks; ++number) {
    if (static_cast<double>(number) * picture.wrapping.blockHeight - scrolled >= picture.area.bottom()) break;
    blocks.push_back(block(picture, number));
  }
  return blocks;
}

AlignmentHit hitAt(const AlignmentPicture& picture, QPointF point) {
  using Region = AlignmentHit::Region;
  if (!picture.isWrapped() && picture.layout.minimap.contains(point)) return {Region::minimap, -1, -1, -1};
  if (!picture.area.contains(point)) return {};
  for (const AlignmentPicture& block : blocksOf(picture)) {
    const AlignmentViewport& viewport = block.viewport;
    const double slot = std::floor(viewport.firstColumn + (point.x() - block.layout.cells.x()) / viewport.columnWidth);
    const double place = std::floor(viewport.firstRow + (point.y() - block.layout.cells.y()) / viewport.rowHeight);
    const bool isSlot = slot >= 0 && slot < static_cast<double>(block.arrangement().numSlots());
    const bool isPlace = place >= 0 && place < static_cast<double>(block.arrangement().numPlaces());
    const Index slotIndex = isSlot ? static_cast<Index>(slot) : -1,
                placeIndex = isPlace ? static_cast<Index>(place) : -1;
    if (block.layout.cells.contains(point)) return {Region::cells, placeIndex, slotIndex, -1};
    if (block.layout.names.contains(point)) return {Region::names, placeIndex, -1, -1};
    if (block.layout.ruler.contains(point)) return {Region::ruler, -1, slotIndex, -1};
    for (size_t track = 0; track < block.layout.tracks.size(); ++track) {
      const QRectF& strip = block.layout.tracks[track];
      if (strip.isNull() || point.y() < strip.top() || point.y() >= strip.bottom() || point.x() >= strip.right())
        continue;
      return {Region::track, -1, point.x() >= strip.left() ? slotIndex : -1, static_cast<Index>(track)};
    }
  }
  return {};
}

AlignmentViewport viewportAtMinimap(const AlignmentPicture& picture, QPointF point) {
  const AlignmentExtent extent = extentOf(picture);
  const QRectF& map = picture.layout.minimap;
  AlignmentViewport viewport = picture.viewport;
  if (map.isEmpty()) return viewport;
  viewport.firstColumn = (point.x() - map.x()) / map.width() * extent.columns - extent.visibleColumns / 2;
  viewport.firstRow = (point.y() - map.y()) / map.height() * extent.rows - extent.visibleRows / 2;
  return clamped(viewport, extent);
}

QRectF minimapFrame(const AlignmentPicture& picture) {
  const AlignmentExtent extent = extentOf(picture);
  const QRectF& map = picture.layout.minimap;
  if (map.isEmpty() || extent.rows <= 0 || extent.columns <= 0) return {};
  const auto part = [](double first, double visible, double count, double start, double length) {
    const double from = start + std::clamp(first / count, 0.0, 1.0) * length;
    const double to = start + std::clamp((first + visible) / count, 0.0, 1.0) * length;
    return std::pair{from, std::max(to, from + 1)};
  };
  const auto [left, right] =
      part(picture.viewport.firstColumn, extent.visibleColumns, extent.columns, map.x(), map.width());
  const auto [top, bottom] = part(picture.viewport.firstRow, extent.visibleRows, extent.rows, map.y(), map.height());
  return QRectF(QPointF(left, top), QPointF(right, bottom));
}

}  // namespace ui
