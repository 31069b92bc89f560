// Cells and headings of a head table, painted with the same code on the screen and on the page of a picture.
#pragma once

#include <QPainter>
#include <QRectF>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/headtable/HeadTableShown.h"

namespace ui {

/// Which way the rows are ordered, and which head is marked in the histograms.
struct HeadHeaderState {
  std::string sortedBy;
  bool isDescending = false;
  engine::Index current = -1;
};

double headRowHeight(const Theme& theme);
/// Of the names of groups, and of a column's histogram with its title below.
double headGroupHeight(const Theme& theme);
double headHeadingHeight(const Theme& theme);
/// Of the column of names at the left, "3 · 12".
double headNamesWidth(const Theme& theme, const engine::HeadTable& table);
/// Logical pixels of each shown column.
std::vector<double> headColumnWidths(const Theme& theme, const HeadTableShown& shown);

void paintHeadName(QPainter& painter, const Theme& theme, const QRectF& cell, const HeadTableShown& shown,
                   engine::Index head, bool isCurrent);
void paintHeadCell(QPainter& painter, const Theme& theme, const QRectF& cell, const HeadTableShown& shown,
                   engine::Index head, const ShownHeadColumn& column, bool isSelected);
/// The name of a group, whether it is folded, and over contacts what chance gives. `area`: all that can be seen of it.
void paintHeadGroup(QPainter& painter, const Theme& theme, const QRectF& area, const HeadTableShown& shown,
                    const HeadGroup& group);
void paintHeadHeading(QPainter& painter, const Theme& theme, const QRectF& area, const HeadTableShown& shown,
                      const ShownHeadColumn& column, const HeadHeaderState& state);

/// Names, headings, and as many columns and rows as there is room for.
void paintHeadPage(QPainter& painter, const Theme& theme, const QRectF& area, const HeadTableShown& shown,
                   const HeadHeaderState& state);
/// Logical pixels of a page with `numRows` rows.
double headPageHeight(const Theme& theme, engine::Index numRows);

}  // namespace ui
