// Blocks are pictures of their own with moved rectangles, so that whatever is painted or found in one works in all.
#include "ui/views/alignment/AlignmentPicture.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/alignment/ResidueNumbers.h"
#include "engine/base/Nth.h"
#include "ui/views/alignment/AlignmentPainter.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;

namespace {

/// Enough rows to know how wide names are.
constexpr Index kMeasuredNames = 2000;
constexpr size_t kMostLetters = 200;  ///< longer names are elided anyway
constexpr double kShortestNames = 100, kLongestNames = 190;
/// On pages, where no tip tells the rest of a name, they may take this much, and this share of the width.
constexpr double kLongestNamesOnPages = 480, kNamesShareOfPages = 0.4;
/// Labels of tracks do not make names wider than this share.
constexpr double kLabelShareOfPages = 0.3;

double treeWidth(const AlignmentContent& content, const Theme& theme) {
  return content.tree ? content.tree->width * theme.scale : 0;
}

/// Of a page of this width, or of the screen.
double namesWidth(const AlignmentContent& content, const AlignmentCamera& camera, const Theme& theme,
                  std::optional<double> pageWidth) {
  if (camera.namesWidth >= 0) return camera.namesWidth;
  double most = kLongestNames * theme.scale;
  if (pageWidth) most = std::max(most, std::min(kLongestNamesOnPages * theme.scale, kNamesShareOfPages * *pageWidth));
  double needed = content.neededNamesWidth * theme.scale;
  const QFontMetricsF metrics(theme.labelFont());
  if (pageWidth)
    for (const AlignmentTrack& track : content.tracks)
      needed = std::max(needed, std::min(metrics.horizontalAdvance(track.label) + 2 * theme.space(2) + 1 +
                                             (track.color.isValid() ? theme.space(3) : 0),
                                         kLabelShareOfPages * *pageWidth) -
                                    treeWidth(content, theme));
  return std::min(needed, most) + (content.look.hasWeights ? weightBarWidth(theme) : 0);
}

/// At zoom 1, so that a minimap does not come and go with the zoom.
bool isWholeIn(const QRectF& cells, const AlignmentContent& content, const Theme& theme) {
  if (!content.cells.arrangement) return true;
  const engine::AlignmentArrangement& all = *content.cells.arrangement;
  return columnWidthOf({}, theme) * static_cast<double>(all.numSlots()) <= cells.width() &&
         rowHeightOf({}, theme) * static_cast<double>(all.numPlaces()) <= cells.height();
}

AlignmentLayout layoutOf(const AlignmentContent& content, const AlignmentCamera& camera, QSizeF size,
                         AlignmentMedium medium, const Theme& theme) {
  const bool isPage = medium == AlignmentMedium::page;
  AlignmentLayoutNeeds needs;
  needs.namesWidth = namesWidth(content, camera, theme, isPage ? std::optional(size.width()) : std::nullopt);
  needs.treeWidth = treeWidth(content, theme);
  for (const AlignmentTrack& track : content.tracks) needs.trackHeights.push_back(track.height);
  needs.legendHeight = legendHeight(content.look, theme, size.width());
  needs.hasMinimap = false;
  needs.hasBars = !isPage;
  const AlignmentLayout plain = alignmentLayout(size, needs, theme);
  if (!content.look.hasMinimap || content.look.isWrapped || isPage || isWholeIn(plain.cells, content, theme))
    return plain;
  needs.hasMinimap = true;
  return alignmentLayout(size, needs, theme);
}

Index clampedIndex(double value, Index last) {
  return static_cast<Index>(std::clamp(value, 0.0, static_cast<double>(last)));
}

QRectF moved(const QRectF& rect, double down, double width) {
  return rect.isNull() ? rect : QRectF(rect.x(), rect.y() + down, width, rect.height());
}

/// A figure cuts no letter.
void keepWholeCells(AlignmentPicture& picture) {
  AlignmentViewport& viewport = picture.viewport;
  QRectF& cells = picture.layout.cells;
  cells.setWidth(std::floor(cells.width() / viewport.columnWidth) * viewport.columnWidth);
  cells.setHeight(std::floor(cells.height() / viewport.rowHeight) * viewport.rowHeight);
  viewport.firstColumn = std::floor(viewport.firstColumn);
  viewport.firstRow = std::floor(viewport.firstRow);
  picture.layout.names.setHeight(cells.height());
  picture.area.setBottom(cells.bottom());
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
  layout.tree = QRectF(layout.tree.x(), layout.cells.y(), layout.tree.width(), height);
  picture.viewport.firstColumn = static_cast<double>(first);
  picture.viewport.firstRow = 0;
  return picture;
}

}  // namespace

AlignmentCells alignmentCells(std::shared_ptr<const engine::Alignment> alignment,
                              std::shared_ptr<const engine::AlignmentArrangement> arrangement,
                              const AlignmentLook& look, const engine::ColumnStatistics* statistics) {
  AlignmentCells cells{std::move(alignment), std::move(arrangement), {}, -1};
  const Index rows = cells.alignment->numRows();
  if (!look.hasOnlyDifferences || rows == 0) return cells;
  using Kind = AlignmentReference::Kind;
  if (look.reference.kind == Kind::consensus) {
    if (statistics) cells.reference = statistics->consensus;
    return cells;
  }
  cells.referenceRow = std::clamp<Index>(look.reference.kind == Kind::row ? look.reference.row : 0, 0, rows - 1);
  const engine::ResidueCode* codes = cells.alignment->row(cells.referenceRow);
  cells.reference.assign(codes, codes + cells.alignment->numColumns);
  return cells;
}

AlignmentColoring alignmentColoring(const AlignmentLook& look, const std::vector<AlignmentTrack>& tracks,
                                    const engine::ColumnStatistics* statistics) {
  AlignmentColoring coloring{look.scheme, {}, look.identityThreshold, {}};
  if (look.scheme == AlignmentScheme::annotation) coloring.values = colorValues(tracks, look.colorTrack);
  if (look.isFadedByConservation && statistics) {
    coloring.strengths = engine::conservationOf(*statistics, look.conservation);
    const auto most = static_cast<float>(engine::conservationInfo(look.conservation).most);
    for (float& strength : coloring.strengths) strength /= most;
  }
  return coloring;
}

AlignmentPage alignmentPage(const Theme& theme) {
  return {toRgb(theme.canvas), toRgb(theme.accent),
          theme.kind == ThemeKind::dark ? AlignmentPage::Tone::dark : AlignmentPage::Tone::light};
}

AlignmentInk alignmentInk(const Theme& theme) {
  return {toRgb(theme.canvas), toRgb(Theme::light().text), toRgb(Theme::dark().text), toRgb(theme.muted)};
}

std::vector<Index> rulerNumbersOf(const engine::Alignment& alignment, Index row) {
  if (row < 0 || row >= alignment.numRows()) return {};
  const std::string& name = engine::nth(alignment.rows, row).name;
  std::vector<Index> numbers = alignment.residueOfColumn(row);
  for (Index& number : numbers) number = number < 0 ? 0 : engine::numberOfResidue(name, number);
  return numbers;
}

double neededNamesWidth(const engine::Alignment& alignment) {
  const QFontMetricsF metrics(Theme::light().labelFont());
  double widest = 0;
  const Index count = std::min(kMeasuredNames, alignment.numRows());
  for (Index row = 0; row < count; ++row) {
    const std::string& name = engine::nth(alignment.rows, row).name;
    widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(name.substr(0, kMostLetters))));
  }
  return std::max(widest + 20, kShortestNames);
}

AlignmentPicture alignmentPicture(const AlignmentContent& content, const AlignmentCamera& camera, QSizeF size,
                                  AlignmentMedium medium, const Theme& theme) {
  AlignmentPicture picture;
  picture.content = &content;
  picture.theme = theme;
  picture.layout = layoutOf(content, camera, size, medium, theme);
  picture.area = QRectF(QPointF(0, 0), QSizeF(size.width(), picture.layout.cells.bottom()));
  if (!content.cells.alignment) return picture;
  AlignmentViewport& viewport = picture.viewport;
  viewport = camera.viewport;
  viewport.columnWidth = columnWidthOf(camera.zoom, theme);
  viewport.rowHeight = rowHeightOf(camera.zoom, theme);
  if (content.look.isWrapped)
    picture.wrapping = alignmentWrapping(picture.layout, viewport.columnWidth, viewport.rowHeight,
                                         content.cells.numPlaces(), content.cells.numSlots(), theme);
  else if (medium == AlignmentMedium::page && !theme.page.mayElide)
    keepWholeCells(picture);
  viewport = clamped(viewport, extentOf(picture));
  picture.letterOpacity = letterOpacityAt(viewport.columnWidth, viewport.rowHeight);
  return picture;
}

QSize wholePageSize(const AlignmentContent& content, const AlignmentCamera& camera, const Theme& theme) {
  const AlignmentPicture picture =
      alignmentPicture(content, camera, QSizeF(1e6, 1e6), AlignmentMedium::page, theme);
  const double cells = static_cast<double>(content.cells.numSlots()) * picture.viewport.columnWidth;
  // How much names may take depends on the width of the page, which they are a part of: comes to rest at once or
  // nearly.
  double width = cells + picture.layout.cells.left();
  for (int step = 0; step < 8; ++step)
    width = cells + treeWidth(content, theme) + namesWidth(content, camera, theme, width);
  const double legend = legendHeight(content.look, theme, width);
  const double height = picture.layout.cells.top() +
                        static_cast<double>(content.cells.numPlaces()) * picture.viewport.rowHeight + legend;
  return QSizeF(width, height).toSize() + QSize(theme.space(1), theme.space(1));
}

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
  const Index column = content->cells.columnOf(slot);
  if (column < 0) return 0;
  return content->rulerNumbers.empty() ? column + 1 : engine::nth(content->rulerNumbers, column);
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

AlignmentHit nearestHit(const AlignmentPicture& picture, QPointF point) {
  if (picture.isWrapped()) return hitAt(picture, point);
  const QRectF cells = picture.visibleCells();
  const QPointF inside(std::clamp(point.x(), cells.left(), std::max(cells.left(), cells.right() - 1)),
                       std::clamp(point.y(), cells.top(), std::max(cells.top(), cells.bottom() - 1)));
  AlignmentHit hit = hitAt(picture, inside);
  if (hit.place < 0) hit.place = picture.arrangement().numPlaces() - 1;
  if (hit.slot < 0) hit.slot = picture.arrangement().numSlots() - 1;
  return hit;
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
