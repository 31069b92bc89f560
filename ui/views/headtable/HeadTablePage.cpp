#include "ui/views/headtable/HeadTablePage.h"

#include <QFontMetricsF>
#include <algorithm>

namespace ui {

namespace {

/// Of a page: the grid beside the rows.
constexpr double kGridShare = 0.28;

struct Places {
  QRectF head, rows, grid;  ///< empty: not shown
};

QRectF inner(const Theme& theme, QSizeF size) {
  const double margin = theme.space(3);
  return {margin, margin, std::max(size.width() - 2 * margin, 0.0), std::max(size.height() - 2 * margin, 0.0)};
}

Places placesFor(const Theme& theme, const HeadTableOptions& options, QSizeF size) {
  Places places;
  const QRectF all = inner(theme, size);
  const double gap = theme.space(3), line = QFontMetricsF(theme.labelFont()).height();
  places.head = QRectF(all.left(), all.top(), all.width(), theme.page.isLegendShown ? line + gap : 0);
  const QRectF rest(all.left(), places.head.bottom(), all.width(), all.bottom() - places.head.bottom());
  if (options.arrangement == HeadArrangement::grid) {
    places.grid = rest;
    return places;
  }
  const bool hasGrid = options.arrangement == HeadArrangement::both && size.width() >= kLeastForBoth * theme.scale;
  const double grid = hasGrid ? kGridShare * rest.width() : 0;
  places.grid = QRectF(rest.right() - grid, rest.top(), grid, rest.height());
  places.rows = QRectF(rest.left(), rest.top(), rest.width() - (hasGrid ? grid + gap : 0), rest.height());
  return places;
}

}  // namespace

HeadGridLayout headGridOn(const Theme& theme, const HeadTableShown& shown, QSizeF canvas) {
  return headGridLayout(theme, *shown.table, shown.coloring, inner(theme, canvas));
}

void paintHeadTablePage(QPainter& painter, const Theme& theme, const HeadTableShown& shown,
                        const HeadTableOptions& options, const HeadMarks& marks, QSizeF size) {
  const Places places = placesFor(theme, options, size);
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  if (theme.page.isLegendShown) painter.drawText(places.head, Qt::AlignLeft | Qt::AlignTop, shown.countText());
  if (!places.rows.isEmpty())
    paintHeadPage(painter, theme, places.rows, shown, {options.sortedBy, options.isDescending, marks.current});
  if (places.grid.isEmpty()) return;
  paintHeadGrid(painter, theme, *shown.table, shown.coloring,
                headGridLayout(theme, *shown.table, shown.coloring, places.grid), marks,
                headWords(*shown.table, shown.columns, shown.coloring, marks.current));
}

double headTablePageHeight(const Theme& theme, const HeadTableShown& shown, const HeadTableOptions& options,
                           QSizeF size) {
  const Places places = placesFor(theme, options, size);
  if (places.rows.isEmpty()) return size.height();
  const double rows = headPageHeight(theme, static_cast<engine::Index>(shown.rows.size()));
  return std::min(size.height(), places.rows.top() + rows + theme.space(3));
}

}  // namespace ui
