#include "ui/views/attention/HeadStripLayout.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

HeadStripLayout gridIn(const HeadCounts& counts, const Theme& theme, const QRectF& area, int firstRow,
                       int firstColumn) {
  HeadStripLayout layout;
  layout.isGrid = true;
  const GridBands bands(theme, counts.numLayers);
  const QRectF room = area.adjusted(bands.left, bands.top, 0, -bands.bottom);
  const auto rows = counts.numLayers, columns = counts.numHeads;
  const double least = kLeastCell * theme.scale, most = kMostCell * theme.scale;
  const double fitting = std::floor(std::min(room.width() / columns, room.height() / rows));
  layout.cellWidth = layout.cellHeight = std::clamp(fitting, least, most);
  const auto visible = [&](double length, int all) {
    return std::clamp(static_cast<int>(length / layout.cellWidth + 1e-6), 1, all);
  };
  layout.numRows = visible(room.height(), rows);
  layout.numColumns = visible(room.width(), columns);
  layout.firstRow = std::clamp(firstRow, 0, rows - layout.numRows);
  layout.firstColumn = std::clamp(firstColumn, 0, columns - layout.numColumns);
  layout.cells =
      QRectF(room.left(), room.top(), layout.numColumns * layout.cellWidth, layout.numRows * layout.cellHeight);
  return layout;
}

HeadStripLayout rowIn(const HeadCounts& counts, const Theme& theme, const QRectF& area, int firstColumn) {
  HeadStripLayout layout;
  const double thumbnail = area.height() - theme.space(2);
  layout.cellWidth = std::min(area.width() / counts.count, thumbnail + kWideChip * theme.scale);
  if (layout.cellWidth < thumbnail + kLabelledChip * theme.scale)
    layout.cellWidth = std::max(thumbnail, 0.0) + kNarrowChip * theme.scale;
  layout.cellHeight = area.height();
  layout.numRows = 1;
  const int fitting = std::max(1, static_cast<int>(area.width() / layout.cellWidth + 1e-6));
  layout.firstColumn = std::clamp(firstColumn, 0, std::max(0, counts.count - fitting));
  layout.numColumns = std::min(counts.count - layout.firstColumn, fitting);
  layout.cells = QRectF(area.left(), area.top(), layout.numColumns * layout.cellWidth, area.height());
  return layout;
}

HeadStripPlace above(const QRectF& whole, const QRectF& inner, double height) {
  HeadStripPlace place{{inner.left(), inner.top(), inner.width(), height}, whole};
  place.rest.setTop(place.strip.bottom());
  return place;
}

/// Above the maps where it is low, else at their left.
HeadStripPlace gridPlace(const HeadCounts& counts, const Theme& theme, const QRectF& whole, const QRectF& inner,
                         double aspect) {
  const GridBands bands(theme, counts.numLayers);
  const auto columns = static_cast<double>(counts.numHeads), rows = static_cast<double>(counts.numLayers);
  const double least = kLeastCell * theme.scale, most = kMostCell * theme.scale;
  const double spareHeight = whole.height() - whole.width() / aspect - kAroundMap * theme.scale;
  const double spareWidth = whole.width() - whole.height() * aspect;
  const double fitting = std::max(std::floor((inner.width() - bands.left) / columns), least);
  const double mostHeight = std::max(kMostHeight * whole.height(), spareHeight) - bands.top - bands.bottom;
  const bool fitsBeside = columns * kGoodCell * theme.scale + bands.left <= spareWidth;
  if (!fitsBeside && rows * std::min(fitting, kGoodCell * theme.scale) <= mostHeight) {
    const double cell = std::min({fitting, std::floor(mostHeight / rows), most});
    return above(whole, inner, rows * cell + bands.top + bands.bottom);
  }
  const double room = std::max(kMostWidth * whole.width(), spareWidth);
  const double cell = std::clamp(
      std::floor(std::min((room - bands.left) / columns, (inner.height() - bands.top - bands.bottom) / rows)), least,
      most);
  const double width = std::min(columns * cell + bands.left, std::max(room, cell + bands.left));
  HeadStripPlace place{{inner.left(), inner.top(), width, inner.height()}, whole};
  place.rest.setLeft(place.strip.right());
  return place;
}

}  // namespace

HeadStripPlace headStripPlace(const HeadCounts& counts, const Theme& theme, const QRectF& whole, double aspect) {
  const double margin = theme.space(2);
  if (counts.count < 2) return {{}, whole};
  const QRectF inner = whole.adjusted(margin, margin, -margin, -margin);
  const double spareHeight = whole.height() - whole.width() / aspect - kAroundMap * theme.scale;
  if (counts.isGrid()) return gridPlace(counts, theme, whole, inner, aspect);
  const double wanted = std::min(std::max(kRowHeight * whole.height(), spareHeight),
                                 inner.width() / counts.count - kNarrowChip * theme.scale);
  const double thumbnail = std::clamp(wanted, kLeastThumbnail * theme.scale, kMostThumbnail * theme.scale);
  return above(whole, inner, std::floor(thumbnail) + theme.space(2));
}

HeadStripLayout headStripLayout(const HeadCounts& counts, const Theme& theme, const QRectF& area, int firstRow,
                                int firstColumn) {
  if (counts.count == 0 || area.width() < 1 || area.height() < 1) return {};
  return counts.isGrid() ? gridIn(counts, theme, area, firstRow, firstColumn)
                         : rowIn(counts, theme, area, firstColumn);
}

}  // namespace ui
