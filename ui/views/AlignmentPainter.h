// Everything of the alignment view that is not a cell: names, ruler, tracks, inserts, marks, scroll bars.
#pragma once

#include <QImage>
#include <QPainter>
#include <optional>
#include <vector>

#include "ui/scenes/AlignmentColors.h"
#include "ui/views/AlignmentLayout.h"

namespace ui {

/// A column and a row place (not an alignment row) marked in one colour; -1 none.
struct AlignmentMark {
  engine::Index column = -1, secondColumn = -1, place = -1;
  QColor color;
};

/// What one frame shows.
struct AlignmentPicture {
  const engine::Alignment* alignment = nullptr;
  const std::vector<engine::Index>* order = nullptr;     ///< alignment row at each place
  const engine::ColumnStatistics* statistics = nullptr;  ///< null while they are computed
  const AlignmentPalette* palette = nullptr;
  AlignmentLayout layout;
  AlignmentViewport viewport;
  Theme theme;
  double letterOpacity = 1;
  bool showInserts = true;

  double xOf(double column) const { return layout.cells.x() + (column - viewport.firstColumn) * viewport.columnWidth; }
  double yOf(double place) const { return layout.cells.y() + (place - viewport.firstRow) * viewport.rowHeight; }
  /// Visible columns and places, half-open.
  engine::Index firstColumn() const, lastColumn() const, firstPlace() const, lastPlace() const;
};

void paintNames(QPainter& painter, const AlignmentPicture& picture, const std::vector<AlignmentMark>& marks);
void paintRuler(QPainter& painter, const AlignmentPicture& picture, const std::vector<AlignmentMark>& marks);
void paintTracks(QPainter& painter, const AlignmentPicture& picture);
void paintInserts(QPainter& painter, const AlignmentPicture& picture);
void paintMarks(QPainter& painter, const AlignmentPicture& picture, const std::vector<AlignmentMark>& marks);
void paintBars(QPainter& painter, const AlignmentPicture& picture);

/// The letters of a cell of this size (logical pixels), drawn for a screen with `pixelRatio`.
GlyphAtlas makeGlyphAtlas(double columnWidth, double rowHeight, double pixelRatio, const Theme& theme);
/// Letters fade in where a cell becomes large enough to read them: 0 below 6.5 pixels, 1 from 8.5 on.
double letterOpacityAt(double columnWidth, double rowHeight);
/// Distance of ruler numbers: 1, 2 or 5 times a power of ten, far enough apart for numbers `labelWidth` pixels wide.
engine::Index rulerStep(double columnWidth, double labelWidth);

}  // namespace ui
