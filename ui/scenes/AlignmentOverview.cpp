// One pass over the alignment, in bands of rows.
#include "ui/scenes/AlignmentOverview.h"

#include <algorithm>
#include <array>

#include "engine/base/ParallelFor.h"

namespace ui {
namespace {

using engine::Index;

Index blocks(Index count, Index factor) { return (count + factor - 1) / factor; }

using Sums = std::vector<std::array<std::uint32_t, 3>>;

void addRow(const engine::ResidueCode* codes, Index numColumns, const AlignmentPalette& palette, Index columnFactor,
            Sums& sums) {
  for (Index column = 0; column < numColumns; ++column) {
    const Rgb& color = palette.color(column, codes[column]);
    auto& sum = sums[static_cast<size_t>(column / columnFactor)];
    for (size_t k = 0; k < 3; ++k) sum[k] += color[k];
  }
}

}  // namespace

AlignmentOverview alignmentOverview(const engine::Alignment& alignment, const std::vector<Index>& order,
                                    const AlignmentPalette& palette, Index maxBlocks, int threads,
                                    engine::Progress& progress) {
  const Index rows = static_cast<Index>(order.size()), columns = alignment.numColumns;
  AlignmentOverview result;
  while (blocks(rows, result.rowFactor) * blocks(columns, result.columnFactor) > std::max<Index>(maxBlocks, 1)) {
    Index& larger =
        blocks(rows, result.rowFactor) >= blocks(columns, result.columnFactor) ? result.rowFactor : result.columnFactor;
    larger *= 2;
  }
  result.numRows = blocks(rows, result.rowFactor);
  result.numColumns = blocks(columns, result.columnFactor);
  result.colors.resize(static_cast<size_t>(result.numRows * result.numColumns));
  engine::parallelFor(result.numRows, 16, threads, progress, "averaging colours", [&](Index begin, Index end) {
    Sums sums(static_cast<size_t>(result.numColumns));
    for (Index block = begin; block < end; ++block) {
      std::fill(sums.begin(), sums.end(), Sums::value_type{});
      const Index first = block * result.rowFactor, last = std::min(rows, first + result.rowFactor);
      for (Index row = first; row < last; ++row)
        addRow(alignment.row(order[static_cast<size_t>(row)]), columns, palette, result.columnFactor, sums);
      for (Index column = 0; column < result.numColumns; ++column) {
        const Index width = std::min(columns, (column + 1) * result.columnFactor) - column * result.columnFactor;
        const auto cells = static_cast<std::uint32_t>(width * (last - first));
        Rgb& color = result.colors[static_cast<size_t>(block * result.numColumns + column)];
        for (size_t k = 0; k < 3; ++k)
          color[k] = static_cast<std::uint8_t>((sums[static_cast<size_t>(column)][k] + cells / 2) / cells);
      }
    }
  });
  return result;
}

}  // namespace ui
