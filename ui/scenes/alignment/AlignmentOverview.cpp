// Red, green and blue are added in one 64-bit number: 21 bits each hold the sum of 8224 cells.
#include "ui/scenes/alignment/AlignmentOverview.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace ui {
namespace {

using engine::Index;
using engine::ResidueCode;

constexpr int kBits = 21;
constexpr std::uint64_t kMask = (std::uint64_t{1} << kBits) - 1;
constexpr Index kMostAdded = kMask / 255;
constexpr Index kRowsPerTask = 16;
constexpr int kPixelRowsPerTask = 32;
/// Cells looked at per pixel and axis.
constexpr Index kMostSamples = 8, kSamplesWhileWaiting = 3;

std::uint64_t packed(const Rgb& color) {
  return static_cast<std::uint64_t>(color[0]) | static_cast<std::uint64_t>(color[1]) << kBits |
         static_cast<std::uint64_t>(color[2]) << (2 * kBits);
}

/// The papers of all letters at a slot (lower case as upper case).
void addPapers(const AlignmentCells& cells, const AlignmentPalette& palette, const Rgb& background, Index slot,
               std::vector<std::uint64_t>& papers) {
  const Index column = cells.columnOf(slot);
  for (ResidueCode code = 0; code < kNumPaletteLetters; ++code)
    papers.push_back(packed(column < 0 ? background : palette.color(column, code)));
}

/// Sums of three channels with room for any number of cells.
struct WideSum {
  std::array<std::uint64_t, 3> channels{};
  void add(std::uint64_t sum) {
    for (size_t k = 0; k < 3; ++k) channels[k] += (sum >> (kBits * k)) & kMask;
  }
  Rgb mean(std::uint64_t cells) const {
    Rgb color{};
    for (size_t k = 0; k < 3; ++k)
      color[k] = static_cast<std::uint8_t>((channels[k] + cells / 2) / std::max<std::uint64_t>(cells, 1));
    return color;
  }
};

Index blocks(Index count, Index factor) { return (count + factor - 1) / factor; }

/// One row of blocks: sums by slot first, each of at most kMostAdded cells.
class BlockRow {
 public:
  BlockRow(const AlignmentCells& cells, const std::vector<std::uint64_t>& papers, Index numSlots)
      : m_cells(cells),
        m_papers(papers),
        m_codes(static_cast<size_t>(numSlots)),
        m_sums(static_cast<size_t>(numSlots)) {}

  void average(AlignmentOverview& overview, Index block) {
    const Index first = block * overview.rowFactor, last = std::min(m_cells.numPlaces(), first + overview.rowFactor);
    std::vector<WideSum> wide(static_cast<size_t>(overview.numColumns));
    const auto numSlots = static_cast<Index>(m_codes.size());
    for (Index begin = first; begin < last; begin += kMostAdded) {
      std::fill(m_sums.begin(), m_sums.end(), 0);
      for (Index place = begin; place < std::min(last, begin + kMostAdded); ++place) {
        m_cells.copyRow(place, 0, numSlots, m_codes.data());
        for (size_t slot = 0; slot < m_codes.size(); ++slot)
          m_sums[slot] += m_papers[slot * kNumPaletteLetters + (m_codes[slot] & engine::alphabet::kLetterMask)];
      }
      for (Index slot = 0; slot < numSlots; ++slot)
        engine::nth(wide, slot / overview.columnFactor).add(engine::nth(m_sums, slot));
    }
    for (Index column = 0; column < overview.numColumns; ++column) {
      const Index width = std::min(numSlots, (column + 1) * overview.columnFactor) - column * overview.columnFactor;
      engine::nth(overview.colors, block * overview.numColumns + column) =
          engine::nth(wide, column).mean(static_cast<std::uint64_t>(width * (last - first)));
    }
  }

 private:
  const AlignmentCells& m_cells;
  const std::vector<std::uint64_t>& m_papers;
  std::vector<ResidueCode> m_codes;
  std::vector<std::uint64_t> m_sums;
};

/// Half-open range of cells under a pixel, at least one.
struct Span {
  Index first = 0, last = 0;
  bool operator==(const Span&) const = default;
};

Span cellsUnder(int pixel, double first, double size, Index count) {
  const double from = first + pixel / size;
  const Index begin = std::clamp<Index>(static_cast<Index>(std::floor(from + 1e-9)), 0, count - 1);
  const Index end = static_cast<Index>(std::ceil(from + 1 / size - 1e-9));
  return {begin, std::clamp<Index>(size >= 1 ? begin + 1 : end, begin + 1, count)};
}

/// Draws from cells or from blocks of the overview: rows of units, each with a packed colour.
class AveragedRows {
 public:
  AveragedRows(const AveragedFrame& frame, int width)
      : m_frame(frame),
        m_overview(usesBlocks(frame) ? frame.overview : nullptr),
        m_rowFactor(m_overview ? m_overview->rowFactor : 1),
        m_columnFactor(m_overview ? m_overview->columnFactor : 1),
        m_numRows(blocks(frame.cells->numPlaces(), m_rowFactor)),
        m_numColumns(blocks(frame.cells->numSlots(), m_columnFactor)) {
    for (int x = 0; x < width; ++x)
      look(cellsUnder(x, frame.firstSlot / static_cast<double>(m_columnFactor),
                      frame.slotWidth * static_cast<double>(m_columnFactor), m_numColumns));
    if (m_overview) return;
    for (const Index slot : m_looked) addPapers(*frame.cells, *frame.palette, frame.background, slot, m_papers);
  }

  void draw(int begin, int end, std::uint32_t* pixels, Index stride) const {
    std::vector<std::uint64_t> sums(m_looked.size());
    for (int y = begin; y < end; ++y) {
      std::uint32_t* line = pixels + y * stride;
      if (y > begin && rowsUnder(y) == rowsUnder(y - 1)) {
        std::copy_n(line - stride, m_columns.size(), line);
        continue;
      }
      std::fill(sums.begin(), sums.end(), 0);
      const Index numAdded = addRows(rowsUnder(y), sums);
      for (size_t x = 0; x < m_columns.size(); ++x) line[x] = pixelOf(m_columns[x], sums, numAdded);
    }
  }

 private:
  /// Blocks wider than a pixel would blur: then their cells are few enough to be looked at one by one.
  static bool usesBlocks(const AveragedFrame& frame) {
    if (!frame.overview || frame.overview->colors.empty()) return false;
    const auto isSharp = [](Index factor, double size) {
      return factor == 1 || static_cast<double>(factor) * size <= 1;
    };
    return isSharp(frame.overview->columnFactor, frame.slotWidth) &&
           isSharp(frame.overview->rowFactor, frame.placeHeight);
  }

  Span rowsUnder(int y) const {
    return cellsUnder(y, m_frame.firstPlace / static_cast<double>(m_rowFactor),
                      m_frame.placeHeight * static_cast<double>(m_rowFactor), m_numRows);
  }

  /// The columns that a pixel is the mean of: all under it, but while the overview is made a few of them.
  void look(const Span& under) {
    const auto first = static_cast<Index>(m_looked.size());
    const Index most = m_frame.overview ? under.last - under.first : kSamplesWhileWaiting;
    const Index step = (under.last - under.first + most - 1) / most;
    for (Index column = under.first; column < under.last; column += step) m_looked.push_back(column);
    m_columns.push_back({first, static_cast<Index>(m_looked.size())});
  }

  Index addRows(const Span& rows, std::vector<std::uint64_t>& sums) const {
    const Index most = m_overview ? kMostAdded : m_frame.overview ? kMostSamples : kSamplesWhileWaiting;
    const Index step = std::max<Index>(1, (rows.last - rows.first + most - 1) / most);
    Index numAdded = 0;
    std::vector<ResidueCode> codes;
    for (Index row = rows.first; row < rows.last; row += step, ++numAdded) {
      if (m_overview) {
        for (size_t k = 0; k < sums.size(); ++k) sums[k] += packed(m_overview->at(row, m_looked[k]));
        continue;
      }
      const Index first = m_looked.front(), last = m_looked.back() + 1;
      codes.resize(static_cast<size_t>(last - first));
      m_frame.cells->copyRow(row, first, last, codes.data());
      for (size_t k = 0; k < sums.size(); ++k)
        sums[k] += m_papers[k * kNumPaletteLetters +
                            (engine::nth(codes, m_looked[k] - first) & engine::alphabet::kLetterMask)];
    }
    return numAdded;
  }

  std::uint32_t pixelOf(const Span& columns, const std::vector<std::uint64_t>& sums, Index numAdded) const {
    WideSum wide;
    for (Index column = columns.first; column < columns.last; ++column) wide.add(engine::nth(sums, column));
    const Rgb mean = wide.mean(static_cast<std::uint64_t>((columns.last - columns.first) * numAdded));
    return 0xff000000u | static_cast<std::uint32_t>(mean[0]) << 16 | static_cast<std::uint32_t>(mean[1]) << 8 | mean[2];
  }

  const AveragedFrame& m_frame;
  const AlignmentOverview* m_overview;
  Index m_rowFactor, m_columnFactor, m_numRows, m_numColumns;
  std::vector<Index> m_looked;  ///< columns that are looked at
  std::vector<Span> m_columns;  ///< by pixel: which of these
  std::vector<std::uint64_t> m_papers;
};

}  // namespace

AlignmentOverview alignmentOverview(const AlignmentCells& cells, const AlignmentPalette& palette, const Rgb& background,
                                    Index maxBlocks, int threads, engine::Progress& progress) {
  const Index rows = cells.numPlaces(), columns = cells.numSlots();
  AlignmentOverview result;
  while (blocks(rows, result.rowFactor) * blocks(columns, result.columnFactor) > std::max<Index>(maxBlocks, 1)) {
    Index& larger =
        blocks(rows, result.rowFactor) >= blocks(columns, result.columnFactor) ? result.rowFactor : result.columnFactor;
    larger *= 2;
  }
  result.numRows = blocks(rows, result.rowFactor);
  result.numColumns = blocks(columns, result.columnFactor);
  result.colors.resize(static_cast<size_t>(result.numRows * result.numColumns));
  std::vector<std::uint64_t> papers;
  papers.reserve(static_cast<size_t>(columns) * kNumPaletteLetters);
  for (Index slot = 0; slot < columns; ++slot) addPapers(cells, palette, background, slot, papers);
  engine::parallelFor(result.numRows, kRowsPerTask, threads, progress, "averaging colours",
                      [&](Index begin, Index end) {
                        BlockRow row(cells, papers, columns);
                        for (Index block = begin; block < end; ++block) row.average(result, block);
                      });
  return result;
}

void drawAveraged(const AveragedFrame& frame, std::uint32_t* pixels, Index stride, int width, int height) {
  if (width <= 0 || height <= 0 || frame.cells->isEmpty()) return;
  const AveragedRows rows(frame, width);
  engine::parallelFor(height, kPixelRowsPerTask, frame.threads, [&](Index begin, Index end) {
    rows.draw(static_cast<int>(begin), static_cast<int>(end), pixels, stride);
  });
}

}  // namespace ui
