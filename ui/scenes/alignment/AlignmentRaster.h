// The cells of an alignment drawn by the processor, straight into pixels: for pictures without a window, and for
// screens without a graphics card, where copying ready-made letters is several times faster than a software OpenGL.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ui/scenes/alignment/AlignmentCells.h"
#include "ui/scenes/alignment/AlignmentOverview.h"

namespace ui {

/// Coverage (0..255) of the 64 glyphs of all residue codes side by side, drawn at exactly the size they are shown in,
/// so that letters are as crisp as the program's other text.
struct GlyphAtlas {
  int width = 0, height = 0;           ///< of one glyph, device pixels
  std::vector<std::uint8_t> coverage;  ///< height x (64 width), top row first
};
inline constexpr int kNumGlyphs = 64;

/// 0xffRRGGBB pixels of the panel that the cells are drawn in.
struct RasterTarget {
  std::uint32_t* pixels = nullptr;
  engine::Index stride = 0;  ///< pixels from one row to the next
  int width = 0, height = 0;
};

/// What is drawn where, in device pixels.
struct AlignmentRasterFrame {
  const AlignmentCells* cells = nullptr;
  const AlignmentPalette* palette = nullptr;
  const AlignmentOverview* overview = nullptr;  ///< null: fewer cells are looked at below one pixel per cell
  const GlyphAtlas* glyphs = nullptr;           ///< null: no letters
  AlignmentInk ink;
  double letterOpacity = 1;
  double firstSlot = 0, firstPlace = 0;  ///< at the top left corner
  double slotWidth = 1, placeHeight = 1;
  int threads = 1;  ///< for less than one pixel per cell
};

class AlignmentRaster {
 public:
  /// Fills the whole target; what lies outside of the alignment is background.
  void draw(const AlignmentRasterFrame& frame, const RasterTarget& target);

 private:
  struct Range {
    engine::Index first = 0, last = 0;  ///< half-open
    std::vector<int> edges;             ///< pixel of the first edge of each, and of the end of the last
    int numCut = 0;                     ///< pixels of the first one that lie before the target
  };
  static Range visible(double first, double size, int pixels, engine::Index count);
  void drawLetters(const AlignmentRasterFrame& frame, const RasterTarget& target, const Range& slots,
                   const Range& places);
  void drawCells(const AlignmentRasterFrame& frame, const RasterTarget& target, const Range& slots,
                 const Range& places) const;
  size_t letterImage(const AlignmentRasterFrame& frame, engine::Index column, engine::ResidueCode code);

  // Ready-made cells: one per letter and colour, kept while size and opacity stay.
  std::unordered_map<std::uint64_t, size_t> m_imageOf;
  std::vector<std::uint32_t> m_images;
  const std::uint8_t* m_atlas = nullptr;
  AlignmentInk m_ink;
  int m_width = 0, m_height = 0;
  double m_opacity = -1;
};

}  // namespace ui
