// An alignment's colours averaged over blocks of cells, for pictures with less than one pixel per cell.
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "ui/scenes/alignment/AlignmentCells.h"

namespace ui {

/// Block (R, C) is the mean colour of places [R rowFactor, (R+1) rowFactor) and slots [C columnFactor, ...); blocks at
/// the edges average what is there.
struct AlignmentOverview {
  engine::Index rowFactor = 1, columnFactor = 1;  ///< powers of two
  engine::Index numRows = 0, numColumns = 0;      ///< in blocks
  std::vector<Rgb> colors;                        ///< numRows x numColumns

  const Rgb& at(engine::Index row, engine::Index column) const {
    return colors[static_cast<size_t>(row * numColumns + column)];
  }
};

/// The factors are the smallest that keep the picture below `maxBlocks` blocks; `background` is the colour of expanded
/// inserts. Throws Cancelled.
AlignmentOverview alignmentOverview(const AlignmentCells& cells, const AlignmentPalette& palette, const Rgb& background,
                                    engine::Index maxBlocks, int threads, engine::Progress& progress);

/// What drawAveraged draws: as in AlignmentRasterFrame.
struct AveragedFrame {
  const AlignmentCells* cells = nullptr;
  const AlignmentPalette* palette = nullptr;
  const AlignmentOverview* overview = nullptr;  ///< null: a few cells per pixel are looked at
  Rgb background{};
  double firstSlot = 0, firstPlace = 0, slotWidth = 1, placeHeight = 1;
  int threads = 1;
};
/// Every pixel of `width` x `height` becomes the mean colour of the cells under it, 0xffRRGGBB. At least one of
/// slotWidth and placeHeight is below 1.
void drawAveraged(const AveragedFrame& frame, std::uint32_t* pixels, engine::Index stride, int width, int height);

}  // namespace ui
