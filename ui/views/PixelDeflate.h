// Deflate for rows of pixels. A picture of text, cells or plain areas repeats whole pixels: comparing these instead of
// bytes takes a third of the steps and of the time, for files as small as those of a fast general compressor.
#pragma once

#include <cstdint>
#include <vector>

namespace ui {

/// Rows of `width` pixels, 0x..RRGGBB each.
using PixelRows = std::vector<const std::uint32_t*>;

/// A piece of the zlib stream of a PNG of 8-bit red, green and blue. Pieces may be joined: each ends at a whole byte
/// and looks back to nothing before it; the last one ends the stream.
struct PixelPiece {
  std::vector<unsigned char> compressed;  ///< raw deflate
  std::uint32_t checksum = 1;             ///< Adler-32 of what was compressed
  std::int64_t size = 0;                  ///< bytes of that: a filter byte and three for each pixel of each row
};
/// A row that equals the one above in its piece is stored with the filter "up", as zeros; all others with "none".
PixelPiece compressedPixels(const PixelRows& rows, int width, bool isLast);

}  // namespace ui
