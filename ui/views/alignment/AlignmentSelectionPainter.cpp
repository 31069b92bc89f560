// Marks of what is selected, kept and found.
#include "ui/views/alignment/AlignmentPainter.h"

#include <algorithm>
#include <cmath>

#include "ui/views/alignment/AlignmentFinder.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;
using engine::IndexRanges;

namespace {

struct Stretch {
  double from = 0, to = 0;  ///< logical pixels
};

QColor fadedMark(QColor color, double opacity) {
  color.setAlphaF(static_cast<float>(opacity));
  return color;
}

/// Slots or places that share a pixel.
Index numPerPixel(double size) { return std::max<Index>(1, static_cast<Index>(std::floor(1 / size))); }

/// Stretches of neighbouring slots or places of [first, last) for which `isChosen`. Below one pixel each those that
/// share a pixel are marked when one of them is.
template <class IsChosen, class Edge>
std::vector<Stretch> stretches(Index first, Index last, double size, IsChosen isChosen, Edge edge) {
  std::vector<Stretch> result;
  const Index step = numPerPixel(size);
  for (Index at = first; at < last; at += step) {
    const Index end = std::min(last, at + step);
    Index chosen = at;
    while (chosen < end && !isChosen(chosen)) ++chosen;
    if (chosen == end) continue;
    const double from = edge(at), to = edge(end);
    if (!result.empty() && std::abs(result.back().to - from) < 1e-6)
      result.back().to = to;
    else
      result.push_back({from, to});
  }
  return result;
}

std::vector<Stretch> columnStretches(const AlignmentPicture& picture, const IndexRanges& columns) {
  if (columns.isEmpty()) return {};
  return stretches(
      picture.firstSlot(), picture.lastSlot(), picture.viewport.columnWidth,
      [&](Index slot) {
        const engine::SlotContent& content = picture.arrangement().slot(slot);
        return !content.isInsert() && columns.contains(content.column);
      },
      [&](Index slot) { return picture.xOf(static_cast<double>(slot)); });
}

template <class IsChosen>
std::vector<Stretch> placeStretches(const AlignmentPicture& picture, IsChosen isChosen) {
  return stretches(picture.firstPlace(), picture.lastPlace(), picture.viewport.rowHeight, isChosen,
                   [&](Index place) { return picture.yOf(static_cast<double>(place)); });
}

std::vector<Stretch> rowStretches(const AlignmentPicture& picture, const IndexRanges& rows) {
  if (rows.isEmpty()) return {};
  return placeStretches(picture, [&](Index place) { return rows.contains(picture.arrangement().rowAt(place)); });
}

Stretch allRows(const AlignmentPicture& picture) {
  return {picture.yOf(static_cast<double>(picture.firstPlace())),
          picture.yOf(static_cast<double>(picture.lastPlace()))};
}

Stretch allColumns(const AlignmentPicture& picture) {
  return {picture.xOf(static_cast<double>(picture.firstSlot())), picture.xOf(static_cast<double>(picture.lastSlot()))};
}

void paintBlocks(QPainter& painter, const AlignmentPicture& picture, const AlignmentSelected& selected) {
  if (selected.rows.isEmpty() && selected.columns.isEmpty()) return;
  const auto columns = selected.columns.isEmpty() ? std::vector<Stretch>{allColumns(picture)}
                                                  : columnStretches(picture, selected.columns);
  const auto rows =
      selected.rows.isEmpty() ? std::vector<Stretch>{allRows(picture)} : rowStretches(picture, selected.rows);
  painter.setPen(QPen(picture.theme.locked, picture.theme.lineScale));
  painter.setBrush(fadedMark(picture.theme.locked, 0.28));
  for (const Stretch& row : rows)
    for (const Stretch& column : columns)
      painter.drawRect(QRectF(QPointF(column.from, row.from), QPointF(column.to, row.to)));
}

void paintKept(QPainter& painter, const AlignmentPicture& picture, const IndexRanges& columns) {
  const Stretch rows = allRows(picture);
  painter.setPen(QPen(fadedMark(picture.theme.locked, 0.6), picture.theme.lineScale));
  painter.setBrush(fadedMark(picture.theme.locked, 0.18));
  for (const Stretch& column : columnStretches(picture, columns))
    painter.drawRect(QRectF(QPointF(column.from, rows.from), QPointF(column.to, rows.to)));
}

/// The slot of a column, or of the last shown one left of it; -1 when there is none.
Index slotUpTo(const engine::AlignmentArrangement& arrangement, Index column) {
  const Index slot = arrangement.nearestSlot(column);
  return slot >= 0 && arrangement.slot(slot).column > column ? slot - 1 : slot;
}

/// The cells of slots [first, last] of a place with paper and ink exchanged.
void paintInverted(QPainter& painter, const AlignmentPicture& picture, Index place, Index first, Index last) {
  const AlignmentContent& content = *picture.content;
  std::vector<engine::ResidueCode> codes(static_cast<size_t>(last - first + 1));
  content.cells.copyRow(place, first, last + 1, codes.data());
  const bool hasLetters = picture.letterOpacity > 0;
  for (Index slot = first; slot <= last; ++slot) {
    const engine::ResidueCode code = codes[static_cast<size_t>(slot - first)];
    const Rgb& paper = paperOf(content.palette, content.cells.columnOf(slot), code, content.ink);
    // A gap in a match is as strong as its letters.
    const Rgb& ink = inkOn(paper, engine::ResidueCode{0}, content.ink);
    const QRectF cell(picture.xOf(static_cast<double>(slot)), picture.yOf(static_cast<double>(place)),
                      std::max(1.0, picture.viewport.columnWidth), picture.viewport.rowHeight);
    painter.fillRect(cell, toColor(ink));
    if (!hasLetters) continue;
    painter.setPen(toColor(paper));
    painter.drawText(
        cell, Qt::AlignCenter | Qt::TextDontClip,
        code == kSameAsReference ? QStringLiteral(".") : QString(QLatin1Char(engine::alphabet::letterOf(code))));
  }
}

/// A match reaches from its first to its last residue; one that begins or ends in a hidden column is cut there. The
/// current one is framed, once all are there.
void paintMatches(QPainter& painter, const AlignmentPicture& picture, const AlignmentFinder& finder) {
  if (picture.viewport.rowHeight < 2 || !finder.areMatchesMarked()) return;
  painter.setFont(cellFont(picture));
  QRectF current;
  for (Index place = picture.firstPlace(); place < picture.lastPlace(); ++place) {
    const auto [begin, end] = finder.matchesOf(picture.arrangement().rowAt(place));
    for (const engine::SearchMatch* match = begin; match != end; ++match) {
      if (match->isName()) continue;
      const Index first = picture.arrangement().nearestSlot(match->first);
      const Index last = slotUpTo(picture.arrangement(), match->last);
      if (first < 0 || last < first || first >= picture.lastSlot() || last < picture.firstSlot()) continue;
      paintInverted(painter, picture, place, std::max(first, picture.firstSlot()),
                    std::min(last, picture.lastSlot() - 1));
      if (match == finder.current())
        current =
            QRectF(picture.xOf(static_cast<double>(first)), picture.yOf(static_cast<double>(place)),
                   static_cast<double>(last - first + 1) * picture.viewport.columnWidth, picture.viewport.rowHeight);
    }
  }
  if (current.isNull()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(picture.theme.canvas, 5 * picture.theme.lineScale));
  painter.drawRect(current);
  painter.setPen(QPen(picture.theme.accent, 3 * picture.theme.lineScale));
  painter.drawRect(current);
}

void paintCursor(QPainter& painter, const AlignmentPicture& picture, const AlignmentSelected& selected) {
  const Index place = picture.arrangement().placeOf(selected.cursorRow);
  const Index slot = picture.arrangement().slotOf(selected.cursorColumn);
  if (place < 0 || slot < 0) return;
  painter.setPen(QPen(picture.theme.accent, 2 * picture.theme.lineScale));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(picture.xOf(static_cast<double>(slot)), picture.yOf(static_cast<double>(place)),
                          std::max(3.0, picture.viewport.columnWidth), std::max(3.0, picture.viewport.rowHeight)));
}

void paintChosenNames(QPainter& painter, const AlignmentPicture& picture, const AlignmentSelected& selected,
                      const AlignmentFinder& finder) {
  const QRectF& names = picture.layout.names;
  painter.setPen(Qt::NoPen);
  painter.setBrush(fadedMark(picture.theme.locked, 0.35));
  for (const Stretch& row : rowStretches(picture, selected.rows))
    painter.drawRect(QRectF(QPointF(names.left(), row.from), QPointF(names.right(), row.to)));
  if (finder.request().where != FindRequest::Where::names || !finder.areMatchesMarked()) return;
  const auto hasMatch = [&](Index place) {
    const auto [begin, end] = finder.matchesOf(picture.arrangement().rowAt(place));
    return begin != end;
  };
  painter.setPen(QPen(picture.theme.text, picture.theme.lineScale));
  painter.setBrush(fadedMark(picture.theme.text, 0.3));
  const auto boxOf = [&](const Stretch& row) {
    return QRectF(names.left(), row.from, names.width() - picture.theme.lineScale, std::max(1.0, row.to - row.from));
  };
  for (const Stretch& row : placeStretches(picture, hasMatch)) painter.drawRect(boxOf(row));
  const Index place = finder.current() ? picture.arrangement().placeOf(finder.current()->row) : -1;
  if (place < 0) return;
  const double y = picture.yOf(static_cast<double>(place));
  painter.setPen(QPen(picture.theme.accent, 3 * picture.theme.lineScale));
  painter.setBrush(fadedMark(picture.theme.accent, 0.35));
  painter.drawRect(boxOf({y, y + picture.viewport.rowHeight}));
}

void paintSelectionOfBlock(QPainter& painter, const AlignmentPicture& picture, const AlignmentSelected& selected,
                           const AlignmentFinder& finder, const IndexRanges& kept) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setClipRect(picture.layout.names & picture.area);
  paintChosenNames(painter, picture, selected, finder);
  const QRectF& ruler = picture.layout.ruler;
  painter.setClipRect(ruler & picture.area);
  painter.setPen(Qt::NoPen);
  painter.setBrush(fadedMark(picture.theme.locked, 0.5));
  for (const Stretch& column : columnStretches(picture, selected.columns))
    painter.drawRect(
        QRectF(QPointF(column.from, ruler.bottom() - ruler.height() / 3), QPointF(column.to, ruler.bottom())));
  painter.setClipRect(picture.visibleCells());
  paintKept(painter, picture, kept);
  paintBlocks(painter, picture, selected);
  paintMatches(painter, picture, finder);
  paintCursor(painter, picture, selected);
  painter.restore();
}

}  // namespace

void paintSelection(QPainter& painter, const AlignmentPicture& picture, const AlignmentSelected& selected,
                    const AlignmentFinder& finder, const IndexRanges& kept) {
  for (const AlignmentPicture& block : blocksOf(picture)) paintSelectionOfBlock(painter, block, selected, finder, kept);
}

}  // namespace ui
