// What one frame or page of the alignment view shows, and which cell is where on it. Wrapped alignments are several
// pictures below each other.
#pragma once

#include <QPointF>
#include <QSize>
#include <cstdint>
#include <memory>
#include <vector>

#include "ui/views/alignment/AlignmentLayout.h"
#include "ui/views/alignment/AlignmentLook.h"
#include "ui/views/alignment/AlignmentTrack.h"
#include "ui/views/alignment/tree/ShownTree.h"

namespace ui {

/// A column and a row place (not an alignment row) marked in one colour; -1 none.
struct AlignmentMark {
  engine::Index column = -1, secondColumn = -1, place = -1, secondPlace = -1;
  QColor color;
};

/// Counted up with every change of what they are named after.
struct AlignmentVersions {
  std::uint64_t cells = 0;
  std::uint64_t colors = 0;  ///< of letters and page
  std::uint64_t overview = 0;
  std::uint64_t head = 0;  ///< tracks and ruler
  bool operator==(const AlignmentVersions&) const = default;
};

/// What pictures of every size show of an alignment, wherever it is looked at from.
struct AlignmentContent {
  AlignmentLook look;
  AlignmentCells cells;  ///< without an alignment: there is nothing to show
  AlignmentPalette palette;
  AlignmentPage page;  ///< that the palette was made for
  AlignmentInk ink;
  std::shared_ptr<const AlignmentOverview> overview;           ///< null while it is computed
  std::shared_ptr<const engine::ColumnStatistics> statistics;  ///< null while they are computed
  std::vector<AlignmentTrack> tracks;                          ///< the shown ones
  std::vector<engine::Index> rulerNumbers;                     ///< of each column, 0 none; empty: its 1-based place
  std::vector<float> weights;                                  ///< by row; empty while they are computed
  std::shared_ptr<const ShownTree> tree;                       ///< beside the names; null: none
  double neededNamesWidth = 0;                                 ///< logical pixels at scale 1
  int threads = 1;
  AlignmentVersions versions;
};

/// Cells in letters, or compared with the reference of the look. `statistics` may be null.
AlignmentCells alignmentCells(std::shared_ptr<const engine::Alignment> alignment,
                              std::shared_ptr<const engine::AlignmentArrangement> arrangement,
                              const AlignmentLook& look, const engine::ColumnStatistics* statistics);
/// What decides the colours; `tracks`: all that there are.
AlignmentColoring alignmentColoring(const AlignmentLook& look, const std::vector<AlignmentTrack>& tracks,
                                    const engine::ColumnStatistics* statistics);
AlignmentPage alignmentPage(const Theme& theme);
AlignmentInk alignmentInk(const Theme& theme);
/// Number of the residue that a row has in each column, 0 none; empty when there is no such row.
std::vector<engine::Index> rulerNumbersOf(const engine::Alignment& alignment, engine::Index row);
/// Of the first few thousand names, in logical pixels at scale 1.
double neededNamesWidth(const engine::Alignment& alignment);

/// On pages there is nothing to scroll with, but room for long names.
enum class AlignmentMedium { screen, page };

struct AlignmentPicture {
  const AlignmentContent* content = nullptr;
  AlignmentLayout layout;  ///< its tracks are those of the content
  AlignmentViewport viewport;
  AlignmentWrapping wrapping;
  Theme theme;
  double letterOpacity = 1;
  QRectF area;  ///< of the window or page; parts of the layout may stand outside of it when blocks are wrapped
  std::vector<AlignmentMark> marks;

  const engine::Alignment& alignment() const { return *content->cells.alignment; }
  const engine::AlignmentArrangement& arrangement() const { return *content->cells.arrangement; }
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

/// A picture of this size (logical pixels), without marks; it points to the content. The viewport is the nearest to
/// that of the camera that does not look past the ends.
AlignmentPicture alignmentPicture(const AlignmentContent& content, const AlignmentCamera& camera, QSizeF size,
                                  AlignmentMedium medium, const Theme& theme);
/// The page on which the whole alignment stands, every cell at the size of the zoom (logical pixels).
QSize wholePageSize(const AlignmentContent& content, const AlignmentCamera& camera, const Theme& theme);

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
/// Outside of the cells the nearest one, so that a drag may leave them; wrapped blocks have no such.
AlignmentHit nearestHit(const AlignmentPicture& picture, QPointF point);
/// The viewport that shows the part of the alignment under a point of the minimap in the middle.
AlignmentViewport viewportAtMinimap(const AlignmentPicture& picture, QPointF point);
/// The seen part of the alignment on the minimap.
QRectF minimapFrame(const AlignmentPicture& picture);

}  // namespace ui
