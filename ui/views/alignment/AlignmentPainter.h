// Everything of the alignment view that is not a cell: names, ruler, tracks, inserts, marks, scroll bars, minimap,
// legend; and the cells themselves on vector pages. All paint one picture, that is one block of a wrapped alignment.
#pragma once

#include <QFont>
#include <QImage>
#include <QPainter>
#include <vector>

#include "ui/views/alignment/AlignmentChoices.h"
#include "ui/views/alignment/AlignmentPicture.h"

namespace ui {

class AlignmentFinder;

void paintNames(QPainter& painter, const AlignmentPicture& picture);
/// The bars of row weights at the right end of the names.
double weightBarWidth(const Theme& theme);
void paintRuler(QPainter& painter, const AlignmentPicture& picture);
void paintTracks(QPainter& painter, const AlignmentPicture& picture);
void paintInserts(QPainter& painter, const AlignmentPicture& picture);
/// Marks and, where columns or rows are hidden, a line.
void paintMarks(QPainter& painter, const AlignmentPicture& picture);
void paintBars(QPainter& painter, const AlignmentPicture& picture);
/// `map`: the whole alignment, drawn at the size of layout.minimap.
void paintMinimap(QPainter& painter, const AlignmentPicture& picture, const QImage& map);
/// Selected rows, columns and blocks, `kept` columns (put aside in any view), matches of a search and the cell cursor,
/// over the letters; of all blocks of a wrapped picture. What is found has paper and ink exchanged, which shows on
/// every scheme; the match stepped to last has a frame.
void paintSelection(QPainter& painter, const AlignmentPicture& picture, const AlignmentSelected& selected,
                    const AlignmentFinder& finder, const engine::IndexRanges& kept);
/// Coloured rectangles, runs of one colour merged, and letters as text.
void paintCellsAsVectors(QPainter& painter, const AlignmentPicture& picture, const AlignmentInk& ink);

/// The legend of the scheme on one or more lines; returns the height that it needs for this width, 0 for none.
double legendHeight(const AlignmentLook& look, const Theme& theme, double width);
void paintLegend(QPainter& painter, const AlignmentPicture& picture);

/// The font of letters that are drawn one by one, each in the middle of its cell.
QFont cellFont(const AlignmentPicture& picture);
/// The letters of a cell of this size (logical pixels), drawn for a screen with `pixelRatio`.
GlyphAtlas makeGlyphAtlas(double columnWidth, double rowHeight, double pixelRatio, const Theme& theme);
/// Letters fade in where a cell becomes large enough to read them: 0 below 6.5 pixels, 1 from 8.5 on.
double letterOpacityAt(double columnWidth, double rowHeight);
/// Distance of ruler numbers: 1, 2 or 5 times a power of ten, far enough apart for numbers `labelWidth` pixels wide.
engine::Index rulerStep(double columnWidth, double labelWidth);

}  // namespace ui
