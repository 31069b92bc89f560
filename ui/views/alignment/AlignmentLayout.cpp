// Which part of the alignment view is where.
#include "ui/views/alignment/AlignmentLayout.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr double kRulerHeight = 20, kGap = 2;
constexpr double kMinimapWidth = 84, kLeastWidthForMinimap = 520, kLeastHeightForMinimap = 240;
/// Tracks leave the cells this share of the height.
constexpr double kMostForTracks = 0.55;
constexpr double kBarWidth = 10, kEdgeReach = 4, kShortestHandle = 24;
constexpr double kWholePixelsFrom = 3;

double snapped(double size) { return size >= kWholePixelsFrom ? std::round(size) : size; }

}  // namespace

bool AlignmentLayout::isOnNamesEdge(QPointF point) const {
  return std::abs(point.x() - names.right()) <= kEdgeReach && point.y() >= ruler.top() && point.y() < cells.bottom();
}

AlignmentLayout alignmentLayout(QSizeF size, const AlignmentLayoutNeeds& needs, const Theme& theme) {
  const double bar = needs.hasBars ? kBarWidth * theme.scale : 0;
  const bool hasMinimap =
      needs.hasMinimap && size.width() >= kLeastWidthForMinimap && size.height() >= kLeastHeightForMinimap;
  const double map = hasMinimap ? std::round(kMinimapWidth * theme.scale) : 0;
  const double legend = std::round(std::min(needs.legendHeight, 0.25 * size.height()));
  const double tree = std::round(std::min(needs.treeWidth, 0.3 * size.width()));
  const double left = std::round(std::min(needs.namesWidth + tree, 0.6 * size.width()));
  const double width = std::max(0.0, size.width() - left - bar - map);
  AlignmentLayout layout;
  double top = 0;
  const auto strip = [&](double height) {
    const QRectF rect(left, top, width, std::round(height * theme.scale));
    top = rect.bottom() + kGap;
    return rect;
  };
  layout.ruler = strip(kRulerHeight);
  for (const double height : needs.trackHeights) {
    const bool fits = top + height * theme.scale <= kMostForTracks * (size.height() - legend);
    layout.tracks.push_back(fits ? strip(height) : QRectF());
  }
  const double height = std::max(0.0, size.height() - top - bar - legend);
  layout.cells = QRectF(left, top, width, height);
  layout.tree = QRectF(0, top, tree, height);
  layout.names = QRectF(tree, top, left - tree, height);
  layout.verticalBar = QRectF(left + width, top, bar, height);
  layout.horizontalBar = QRectF(left, top + height, width, bar);
  if (hasMinimap) layout.minimap = QRectF(left + width + bar, top, map, height);
  if (legend > 0) layout.legend = QRectF(0, size.height() - legend, size.width(), legend);
  return layout;
}

AlignmentWrapping alignmentWrapping(const AlignmentLayout& layout, double columnWidth, double rowHeight,
                                    engine::Index places, engine::Index slots, const Theme& theme) {
  AlignmentWrapping wrapping;
  const auto fitting = static_cast<engine::Index>(layout.cells.width() / columnWidth);
  wrapping.slotsPerBlock = std::clamp<engine::Index>(fitting, 1, std::max<engine::Index>(slots, 1));
  wrapping.numBlocks = std::max<engine::Index>(1, (slots + wrapping.slotsPerBlock - 1) / wrapping.slotsPerBlock);
  wrapping.headHeight = layout.cells.top();
  wrapping.blockHeight = wrapping.headHeight + static_cast<double>(places) * rowHeight + theme.space(3);
  return wrapping;
}

double columnWidthOf(const AlignmentZoom& zoom, const Theme& theme) {
  return snapped(kBaseColumnWidth * theme.scale * zoom.columns);
}

double rowHeightOf(const AlignmentZoom& zoom, const Theme& theme) {
  return snapped(kBaseRowHeight * theme.scale * zoom.rows);
}

AlignmentZoom zoomToFit(const AlignmentLayout& layout, engine::Index rows, engine::Index columns, const Theme& theme) {
  const auto fit = [](double pixels, double base, engine::Index count) {
    return std::min(1.0, std::max(1.0, pixels) / (base * static_cast<double>(std::max<engine::Index>(1, count))));
  };
  // Rounding to whole pixels may make a cell larger than what fits: take the next size down.
  const auto wholeDown = [](double zoom, double base) {
    return zoom * base >= kWholePixelsFrom ? std::floor(zoom * base) / base : zoom;
  };
  const double columnBase = kBaseColumnWidth * theme.scale, rowBase = kBaseRowHeight * theme.scale;
  return {wholeDown(fit(layout.cells.width(), columnBase, columns), columnBase),
          wholeDown(fit(layout.cells.height(), rowBase, rows), rowBase)};
}

AlignmentViewport clamped(AlignmentViewport viewport, const AlignmentExtent& extent) {
  viewport.firstColumn = std::clamp(viewport.firstColumn, 0.0, std::max(0.0, extent.columns - extent.visibleColumns));
  viewport.firstRow = std::clamp(viewport.firstRow, 0.0, std::max(0.0, extent.rows - extent.visibleRows));
  return viewport;
}

BarHandle barHandle(double barLength, double first, double visible, double count) {
  if (visible >= count || barLength <= 0) return {};
  BarHandle handle;
  handle.length = std::min(barLength, std::max(kShortestHandle, barLength * visible / count));
  handle.start = (barLength - handle.length) * std::clamp(first / (count - visible), 0.0, 1.0);
  return handle;
}

}  // namespace ui
