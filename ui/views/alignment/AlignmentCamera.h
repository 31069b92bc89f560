// How wheel, drags and keys move what is seen of an alignment. Viewports that come out may look past the ends:
// alignmentPicture() puts that right.
#pragma once

#include <QJsonObject>
#include <optional>

#include "ui/views/alignment/AlignmentPicture.h"

namespace ui {

/// Into the state of the view, beside other keys.
void writeJson(const AlignmentCamera& camera, QJsonObject& state);
/// Takes what is there and valid. Not clamped to what can be scrolled: rows may be back only when they are sorted and
/// filtered again. A picture is.
void readJson(const QJsonObject& state, AlignmentCamera& camera);

inline constexpr double kZoomStep = 1.2;  ///< a notch of the wheel, a press of a key

/// Zoomed, as far as the alignment and letters allow, so that the cell under a point stays there.
AlignmentCamera zoomed(const AlignmentPicture& picture, const AlignmentCamera& camera, QPointF point,
                       const AlignmentZoom& wanted);
/// Rows, with Shift columns; with Ctrl the zoom of both, with Alt or Shift as well of one.
AlignmentCamera wheeled(const AlignmentPicture& picture, const AlignmentCamera& camera, QPointF point, double steps,
                        Qt::KeyboardModifiers modifiers);

/// What a press begins: `pan` moves the picture; `block`, `rows` and `columns` select.
enum class DragTarget { pan, block, rows, columns, namesEdge, minimap, verticalBar, horizontalBar };
struct AlignmentDrag {
  DragTarget target = DragTarget::pan;
  AlignmentHit from;
  bool selects() const {
    return target == DragTarget::block || target == DragTarget::rows || target == DragTarget::columns;
  }
};
/// `maySelect`: false for the middle button and with the space bar held.
AlignmentDrag dragFrom(const AlignmentPicture& picture, QPointF point, bool maySelect);
/// A press on the minimap goes there, one beside the handle of a scroll bar turns a page.
AlignmentCamera pressed(const AlignmentPicture& picture, const AlignmentCamera& camera, DragTarget target,
                        QPointF point);
/// A drag that selects takes the alignment along beyond an edge, a cell with each step of the pointer.
AlignmentCamera dragged(const AlignmentPicture& picture, const AlignmentCamera& camera, DragTarget target, QPointF from,
                        QPointF to);

/// Scrolled just far enough for a cell to be seen.
AlignmentCamera showing(const AlignmentPicture& picture, const AlignmentCamera& camera, engine::Index place,
                        engine::Index slot);

/// Scrolled so that the cells of a row from slot `first` to `last` are in sight, as far as they fit: not at all where
/// they are, else into the middle.
AlignmentCamera centring(const AlignmentPicture& picture, const AlignmentCamera& camera, engine::Index place,
                         engine::Index first, engine::Index last);

/// Where a key takes the cell cursor, not clamped to the places there are; -1: it was on no shown cell.
struct CursorMove {
  engine::Index place = 0, slot = 0;
  engine::Index pageRows = 0;  ///< how far rows scroll along
  bool isStep = true;          ///< by steps one points, by pages one looks
};
/// Arrows, pages, Home and End; with Ctrl by windows or to the first and last row. Nothing for other keys.
std::optional<CursorMove> cursorMove(const AlignmentPicture& picture, int key, Qt::KeyboardModifiers modifiers,
                                     engine::Index place, engine::Index slot);

}  // namespace ui
