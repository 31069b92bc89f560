// Cells drawn by the processor: pixels of letters, colours, averages, expanded inserts and dots.
#include "ui/scenes/alignment/AlignmentRaster.h"

#include <gtest/gtest.h>

namespace ui {
namespace alignment_raster_test {

using engine::Index;
namespace alphabet = engine::alphabet;

constexpr Rgb kWhite{255, 255, 255};

AlignmentCells cellsOf(const std::vector<std::string>& rows) {
  engine::Alignment alignment;
  alignment.numColumns = rows.empty() ? 0 : static_cast<Index>(rows[0].size());
  for (const std::string& letters : rows) {
    alignment.rows.emplace_back();
    for (const char letter : letters) alignment.codes.push_back(alphabet::codeOf(letter));
  }
  auto arrangement = std::make_shared<engine::AlignmentArrangement>(alignment.numRows(), alignment.numColumns);
  return {std::make_shared<const engine::Alignment>(std::move(alignment)), arrangement, {}, -1};
}

/// A glyph of every code with one dark pixel at (code % width, 0).
GlyphAtlas dotGlyphs(int width, int height) {
  GlyphAtlas atlas{width, height, std::vector<std::uint8_t>(static_cast<size_t>(width * height * kNumGlyphs))};
  for (int code = 0; code < kNumGlyphs; ++code) atlas.coverage[static_cast<size_t>(code * width + code % width)] = 255;
  return atlas;
}

class AlignmentRasterTest : public ::testing::Test {
 protected:
  void draw(const AlignmentRasterFrame& frame, int width, int height) {
    m_width = width;
    m_pixels.assign(static_cast<size_t>(width * height), 0xff123456u);
    AlignmentRaster().draw(frame, {m_pixels.data(), width, width, height});
  }
  Rgb at(int x, int y) const {
    const std::uint32_t pixel = m_pixels[static_cast<size_t>(y * m_width + x)];
    EXPECT_EQ(pixel >> 24, 0xffu);
    return {static_cast<std::uint8_t>(pixel >> 16), static_cast<std::uint8_t>(pixel >> 8),
            static_cast<std::uint8_t>(pixel)};
  }
  AlignmentRasterFrame frameOf(const AlignmentCells& cells, double width, double height) const {
    AlignmentRasterFrame frame;
    frame.cells = &cells;
    frame.palette = &m_palette;
    frame.slotWidth = width;
    frame.placeHeight = height;
    return frame;
  }
  Rgb color(char letter) const { return m_palette.color(0, alphabet::codeOf(letter)); }

  AlignmentPalette m_palette = alignmentPalette(AlignmentScheme::zappo, nullptr, {});
  std::vector<std::uint32_t> m_pixels;
  int m_width = 0;
};

TEST_F(AlignmentRasterTest, everyCellHasItsColourAndTheRestIsBackground) {
  const AlignmentCells cells = cellsOf({"DK", "KD"});
  draw(frameOf(cells, 4, 3), 10, 8);
  EXPECT_EQ(at(0, 0), color('D'));
  EXPECT_EQ(at(3, 2), color('D'));
  EXPECT_EQ(at(4, 0), color('K'));
  EXPECT_EQ(at(0, 3), color('K'));
  EXPECT_EQ(at(7, 5), color('D'));
  EXPECT_EQ(at(8, 0), kWhite);
  EXPECT_EQ(at(0, 6), kWhite);
}

TEST_F(AlignmentRasterTest, aLetterIsInkOnThePaperOfItsCell) {
  const AlignmentCells cells = cellsOf({"DK"});
  const GlyphAtlas glyphs = dotGlyphs(4, 3);
  AlignmentRasterFrame frame = frameOf(cells, 4, 3);
  frame.glyphs = &glyphs;
  draw(frame, 8, 3);
  const int d = alphabet::codeOf('D') % 4, k = alphabet::codeOf('K') % 4;
  for (int x = 0; x < 4; ++x) {
    EXPECT_EQ(at(x, 0) == color('D'), x != d) << x;
    EXPECT_EQ(at(4 + x, 0) == color('K'), x != k) << x;
    EXPECT_EQ(at(x, 1), color('D')) << x;
  }
}

TEST_F(AlignmentRasterTest, cellsThatAreCutAtTheTopLeftShowTheirOtherPart) {
  const AlignmentCells cells = cellsOf({"DKD", "DKD"});
  const GlyphAtlas glyphs = dotGlyphs(4, 3);
  AlignmentRasterFrame frame = frameOf(cells, 4, 3);
  frame.glyphs = &glyphs;
  draw(frame, 12, 6);
  const std::vector<std::uint32_t> whole = m_pixels;
  frame.firstSlot = 0.5;
  frame.firstPlace = 1.0 / 3;
  draw(frame, 8, 4);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x)
      EXPECT_EQ(m_pixels[static_cast<size_t>(8 * y + x)], whole[static_cast<size_t>(12 * (y + 1) + x + 2)])
          << x << ' ' << y;
}

TEST_F(AlignmentRasterTest, belowOnePixelPerCellColoursAreAveraged) {
  std::vector<std::string> rows(64, std::string(64, 'D'));
  for (size_t row = 0; row < rows.size(); ++row)
    for (size_t column = 0; column < 64; ++column)
      if ((row + column) % 2 == 0) rows[row][column] = 'K';
  const AlignmentCells cells = cellsOf(rows);
  engine::Progress progress;
  const AlignmentOverview overview = alignmentOverview(cells, m_palette, kWhite, 64 * 64, 1, progress);
  AlignmentRasterFrame frame = frameOf(cells, 0.25, 0.25);
  frame.overview = &overview;
  draw(frame, 16, 16);
  const Rgb mean = mixed(color('D'), color('K'), 0.5);
  for (int k = 0; k < 16; ++k)
    for (size_t channel = 0; channel < 3; ++channel) EXPECT_NEAR(at(k, 15 - k)[channel], mean[channel], 1);
}

TEST_F(AlignmentRasterTest, blocksOfTheOverviewGiveTheSameAverages) {
  std::vector<std::string> rows;
  for (int row = 0; row < 64; ++row) rows.push_back(std::string(32, row < 32 ? 'D' : 'K') + std::string(32, 'G'));
  const AlignmentCells cells = cellsOf(rows);
  engine::Progress progress;
  const AlignmentOverview fine = alignmentOverview(cells, m_palette, kWhite, 64 * 64, 1, progress);
  const AlignmentOverview coarse = alignmentOverview(cells, m_palette, kWhite, 16 * 16, 2, progress);
  ASSERT_EQ(coarse.rowFactor, 4);
  AlignmentRasterFrame frame = frameOf(cells, 0.125, 0.125);
  frame.overview = &fine;
  draw(frame, 8, 8);
  const std::vector<std::uint32_t> expected = m_pixels;
  frame.overview = &coarse;
  draw(frame, 8, 8);
  EXPECT_EQ(m_pixels, expected);
}

TEST_F(AlignmentRasterTest, narrowCellsOfHighRowsAreAveragedAlongTheRowOnly) {
  const AlignmentCells cells = cellsOf({std::string(8, 'D'), "KDKDKDKD"});
  draw(frameOf(cells, 0.5, 2), 4, 4);
  EXPECT_EQ(at(0, 1), color('D'));
  const Rgb mean = mixed(color('K'), color('D'), 0.5);
  for (size_t channel = 0; channel < 3; ++channel) EXPECT_NEAR(at(1, 2)[channel], mean[channel], 1);
}

TEST_F(AlignmentRasterTest, expandedInsertsAreLowerCaseAlignedLeftAndUncoloured) {
  engine::Alignment alignment = *cellsOf({"DK", "DK"}).alignment;
  alignment.rows[1].inserts.push_back({1, {alphabet::codeOf('d'), alphabet::codeOf('e')}});
  auto arrangement = std::make_shared<engine::AlignmentArrangement>(2, 2);
  arrangement->setColumns({}, {{1, 3}});
  const AlignmentCells cells{std::make_shared<const engine::Alignment>(alignment), arrangement, {}, -1};
  ASSERT_EQ(cells.numSlots(), 5);
  EXPECT_EQ(alphabet::letterOf(cells.at(1, 1)), 'd');
  EXPECT_EQ(alphabet::letterOf(cells.at(1, 2)), 'e');
  EXPECT_EQ(alphabet::letterOf(cells.at(1, 3)), '.');
  EXPECT_EQ(alphabet::letterOf(cells.at(0, 1)), '.');
  EXPECT_EQ(cells.columnOf(4), 1) << "column numbers do not change";
  draw(frameOf(cells, 2, 2), 10, 4);
  EXPECT_EQ(at(2, 2), kWhite);
  EXPECT_EQ(at(8, 2), color('K'));
}

TEST_F(AlignmentRasterTest, residuesOfTheReferenceAreDotsButGapsAndTheReferenceItselfAreNot) {
  AlignmentCells cells = cellsOf({"DK-", "DD-", "dK-"});
  cells.reference = {alphabet::codeOf('D'), alphabet::codeOf('K'), alphabet::kGap};
  cells.referenceRow = 0;
  EXPECT_EQ(alphabet::letterOf(cells.at(0, 0)), 'D');
  EXPECT_EQ(cells.at(1, 0), kSameAsReference);
  EXPECT_EQ(alphabet::letterOf(cells.at(1, 1)), 'D');
  EXPECT_EQ(cells.at(1, 2), alphabet::kGap);
  EXPECT_EQ(cells.at(2, 0), kSameAsReference) << "letter case does not matter";
  draw(frameOf(cells, 2, 2), 6, 6);
  EXPECT_EQ(at(0, 2), kWhite) << "what is the same has no colour";
  EXPECT_EQ(at(2, 2), color('D'));
}

TEST_F(AlignmentRasterTest, emptyAlignmentsAndEmptyTargetsAreDrawn) {
  const AlignmentCells none, noRows = cellsOf({});
  draw(frameOf(none, 4, 4), 3, 3);
  EXPECT_EQ(at(1, 1), kWhite);
  draw(frameOf(noRows, 0.5, 0.5), 3, 3);
  EXPECT_EQ(at(1, 1), kWhite);
  const AlignmentCells one = cellsOf({"D"});
  draw(frameOf(one, 0.5, 0.5), 1, 1);
  EXPECT_EQ(at(0, 0), color('D'));
  draw(frameOf(one, 4, 4), 0, 0);
}

TEST_F(AlignmentRasterTest, tallRowsOfNarrowCellsAreTheSameFromTopToBottom) {
  const AlignmentCells cells = cellsOf({std::string(400, 'D'), std::string(400, 'K'), std::string(400, 'D')});
  const AlignmentOverview overview = [&] {
    engine::Progress progress;
    return alignmentOverview(cells, m_palette, kWhite, 10000, 1, progress);
  }();
  for (const AlignmentOverview* known : {static_cast<const AlignmentOverview*>(nullptr), &overview}) {
    AlignmentRasterFrame frame = frameOf(cells, 0.1, 5);
    frame.overview = known;
    frame.firstPlace = 0.4;
    draw(frame, 40, 15);
    for (const int x : {0, 21, 39})
      for (int y = 0; y < 13; ++y) EXPECT_EQ(at(x, y), color(y < 3 || y >= 8 ? 'D' : 'K')) << x << ", " << y;
  }
}

}  // namespace alignment_raster_test
}  // namespace ui
