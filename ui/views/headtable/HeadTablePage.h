// Where rows and grid are, on the canvas beside the rows and on the page of a picture.
#pragma once

#include <QPainter>

#include "ui/views/heads/HeadGrid.h"
#include "ui/views/headtable/HeadTablePaint.h"

namespace ui {

/// Narrower than this (logical pixels) there is no room for the grid beside the rows.
inline constexpr double kLeastForBoth = 620;

/// The grid on a canvas of its own.
HeadGridLayout headGridOn(const Theme& theme, const HeadTableShown& shown, QSizeF canvas);

/// How many heads there are, the rows, the grid: what the arrangement shows.
void paintHeadTablePage(QPainter& painter, const Theme& theme, const HeadTableShown& shown,
                        const HeadTableOptions& options, const HeadMarks& marks, QSizeF size);
/// Logical pixels of a page that shows all rows.
double headTablePageHeight(const Theme& theme, const HeadTableShown& shown, const HeadTableOptions& options,
                           QSizeF size);

}  // namespace ui
