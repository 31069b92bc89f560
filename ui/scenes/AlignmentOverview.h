// An alignment's colours averaged over blocks of cells, for pictures with less than one pixel per cell.
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "ui/scenes/AlignmentColors.h"

namespace ui {

/// Block (R, C) is the mean colour of rows [R rowFactor, (R+1) rowFactor) and columns [C columnFactor, ...), in the
/// shown order of rows; blocks at the edges average what is there.
struct AlignmentOverview {
  engine::Index rowFactor = 1, columnFactor = 1;  ///< powers of two
  engine::Index numRows = 0, numColumns = 0;      ///< in blocks
  std::vector<Rgb> colors;                        ///< numRows x numColumns

  const Rgb& at(engine::Index row, engine::Index column) const {
    return colors[static_cast<size_t>(row * numColumns + column)];
  }
};

/// `order`: alignment row shown at each place. The factors are the smallest that keep the picture below `maxBlocks`
/// blocks. Throws Cancelled.
AlignmentOverview alignmentOverview(const engine::Alignment& alignment, const std::vector<engine::Index>& order,
                                    const AlignmentPalette& palette, engine::Index maxBlocks, int threads,
                                    engine::Progress& progress);

}  // namespace ui
