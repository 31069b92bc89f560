// What one frame or page of the alignment view shows, and which cell is where on it. Wrapped alignments are several
// pictures below each other.
#pragma once

#include <QPointF>
#include <vector>

#include "ui/views/alignment/AlignmentLayout.h"
#include "ui/views/alignment/AlignmentLook.h"
#include "ui/views/alignment/AlignmentTrack.h"

namespace ui {

/// A column and a row place (not an alignment row) marked in one colour; -1 none.
struct AlignmentMark {
  engine::Index column = -1, secondColumn = -1, place = -1;
  QColor color;
};

struct AlignmentPicture {
  const AlignmentCells* cells = nullptr;
  const engine::ColumnStatistics* statistics = nullptr;  ///< null while they are computed
  const AlignmentPalette* palette = nullptr;
  const std::vector<AlignmentTrack>* tracks = nullptr;       ///< the shown ones, as layout.tracks
  const std::vector<engine::Index>* rulerNumbers = nullptr;  ///< number of each column, 0 none; null: its 1-based place
  const std::vector<float>* weights = nullptr;               ///< by row; null: no bars beside the names
  const std::vector<AlignmentMark>* marks = nullptr;
  AlignmentLayout layout;
  AlignmentViewport viewport;
  AlignmentWrapping wrapping;
  AlignmentLook look;
  Theme theme;
  double letterOpacity = 1;
  QRectF area;  ///< of the window or page; parts of the layout may stand outside of it when blocks are wrapped

  const engine::Alignment& alignment() const { return *cells->alignment; }
  const engine::AlignmentArrangement& arrangement() const { return *cells->arrangement; }
  bool isWrapped() const { return wrapping.slotsPerBlock > 0; }
  double xOf(double slot) const { return layout.cells.x() + (slot - viewport.firstColumn) * viewport.columnWidth; }
  double yOf(double place) const { return layout.cells.y() + (place - viewport.firstRow) * viewport.rowHeight; }
  /// Left edge of a column; of the next shown one when it is hidden; -1 when no column is shown.
  double xOfColumn(engine::Index column) const;
  /// The part of the cells that can be seen.
  QRectF visibleCells() const { return layout.cells & area; }
  /// Visible slots and places, half-open.
  engine::Index firstSlot() const, lastSlot() const, firstPlace() const, lastPlace() const;
  /// Number on the ruler; 0 when the slot has none.
  engine::Index rulerNumber(engine::Index slot) const;
};

AlignmentExtent extentOf(const AlignmentPicture& picture);
/// The picture itself, or the blocks of a wrapped one that can be seen.
std::vector<AlignmentPicture> blocksOf(const AlignmentPicture& picture);

/// What is under a point.
struct AlignmentHit {
  enum class Region { none, cells, names, ruler, track, minimap };
  Region region = Region::none;
  engine::Index place = -1, slot = -1, track = -1;
};
AlignmentHit hitAt(const AlignmentPicture& picture, QPointF point);
/// The viewport that shows the part of the alignment under a point of the minimap in the middle.
AlignmentViewport viewportAtMinimap(const AlignmentPicture& picture, QPointF point);
/// The seen part of the alignment on the minimap.
QRectF minimapFrame(const AlignmentPicture& picture);

}  // namespace ui
