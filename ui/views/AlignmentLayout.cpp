// Which part of the alignment view is where.
#include "ui/views/AlignmentLayout.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr double kRulerHeight = 20, kConsensusHeight = 16, kConservationHeight = 30, kOccupancyHeight = 16, kGap = 2;
constexpr double kBarWidth = 10, kEdgeReach = 4, kShortestHandle = 24;
constexpr double kWholePixelsFrom = 3;

double snapped(double size) { return size >= kWholePixelsFrom ? std::round(size) : size; }

}  // namespace

bool AlignmentLayout::isOnNamesEdge(QPointF point) const {
  return std::abs(point.x() - names.right()) <= kEdgeReach && point.y() >= ruler.top() && point.y() < cells.bottom();
}

AlignmentLayout alignmentLayout(QSizeF size, double namesWidth, const Theme& theme) {
  const double bar = kBarWidth * theme.scale;
  const double left = std::round(std::min(namesWidth, 0.6 * size.width()));
  const double width = std::max(0.0, size.width() - left - bar);
  AlignmentLayout layout;
  double top = 0;
  const auto strip = [&](double height) {
    const QRectF rect(left, top, width, std::round(height * theme.scale));
    top = rect.bottom() + kGap;
    return rect;
  };
  layout.ruler = strip(kRulerHeight);
  layout.conservation = strip(kConservationHeight);
  layout.occupancy = strip(kOccupancyHeight);
  layout.consensus = strip(kConsensusHeight);
  const double height = std::max(0.0, size.height() - top - bar);
  layout.cells = QRectF(left, top, width, height);
  layout.names = QRectF(0, top, left, height);
  layout.verticalBar = QRectF(left + width, top, bar, height);
  layout.horizontalBar = QRectF(left, top + height, width, bar);
  return layout;
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

AlignmentViewport clamped(AlignmentViewport viewport, const AlignmentLayout& layout, engine::Index rows,
                          engine::Index columns) {
  const auto limit = [](double first, double visible, engine::Index count) {
    return std::clamp(first, 0.0, std::max(0.0, static_cast<double>(count) - visible));
  };
  viewport.firstColumn = limit(viewport.firstColumn, layout.cells.width() / viewport.columnWidth, columns);
  viewport.firstRow = limit(viewport.firstRow, layout.cells.height() / viewport.rowHeight, rows);
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
