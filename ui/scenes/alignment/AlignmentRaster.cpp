// Large cells are copies of ready-made ones; small cells are runs of colour; below one pixel per cell see
// AlignmentOverview.
#include "ui/scenes/alignment/AlignmentRaster.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ui {
namespace {

using engine::Index;
using engine::ResidueCode;

constexpr size_t kMostImageWords = size_t{4} << 20;  ///< 16 MB of ready-made cells
constexpr std::uint32_t kOpaque = 0xff000000u;

std::uint32_t pixelOf(const Rgb& color) {
  return kOpaque | static_cast<std::uint32_t>(color[0]) << 16 | static_cast<std::uint32_t>(color[1]) << 8 | color[2];
}

bool isSame(const AlignmentInk& a, const AlignmentInk& b) {
  return a.background == b.background && a.darkLetter == b.darkLetter && a.lightLetter == b.lightLetter &&
         a.gap == b.gap;
}

}  // namespace

AlignmentRaster::Range AlignmentRaster::visible(double first, double size, int pixels, Index count) {
  Range range;
  range.first = std::clamp<Index>(static_cast<Index>(std::floor(first)), 0, count);
  range.last = std::clamp<Index>(static_cast<Index>(std::ceil(first + pixels / size)), range.first, count);
  range.numCut = static_cast<int>(std::max(0L, std::lround((first - static_cast<double>(range.first)) * size)));
  for (Index k = range.first; k <= range.last; ++k)
    range.edges.push_back(
        static_cast<int>(std::clamp<double>(std::lround((static_cast<double>(k) - first) * size), 0, pixels)));
  return range;
}

void AlignmentRaster::draw(const AlignmentRasterFrame& frame, const RasterTarget& target) {
  const std::uint32_t background = pixelOf(frame.ink.background);
  const auto clear = [&](int left, int top, int right, int bottom) {
    for (int y = top; y < bottom; ++y)
      std::fill(target.pixels + y * target.stride + left, target.pixels + y * target.stride + std::max(left, right),
                background);
  };
  if (frame.cells->isEmpty()) return clear(0, 0, target.width, target.height);
  const Range slots = visible(frame.firstSlot, frame.slotWidth, target.width, frame.cells->numSlots());
  const Range places = visible(frame.firstPlace, frame.placeHeight, target.height, frame.cells->numPlaces());
  clear(0, 0, target.width, places.edges.front());
  clear(0, places.edges.back(), target.width, target.height);
  clear(0, places.edges.front(), slots.edges.front(), places.edges.back());
  clear(slots.edges.back(), places.edges.front(), target.width, places.edges.back());
  if (frame.slotWidth < 1 || frame.placeHeight < 1)
    drawAveraged({frame.cells, frame.palette, frame.overview, frame.ink.background, frame.firstSlot, frame.firstPlace,
                  frame.slotWidth, frame.placeHeight, frame.threads},
                 target.pixels, target.stride, slots.edges.back(), places.edges.back());
  else if (frame.glyphs && !frame.glyphs->coverage.empty() && frame.letterOpacity > 0)
    drawLetters(frame, target, slots, places);
  else
    drawCells(frame, target, slots, places);
}

size_t AlignmentRaster::letterImage(const AlignmentRasterFrame& frame, Index column, ResidueCode code) {
  const Rgb& paper = paperOf(*frame.palette, column, code, frame.ink);
  const std::uint32_t paperPixel = pixelOf(paper);
  const auto [found, isNew] =
      m_imageOf.try_emplace(static_cast<std::uint64_t>(code) << 32 | paperPixel, m_images.size());
  if (!isNew) return found->second;
  const Rgb& ink = inkOn(paper, code, frame.ink);
  const int opacity = static_cast<int>(std::lround(256 * frame.letterOpacity));
  const GlyphAtlas& atlas = *frame.glyphs;
  for (int y = 0; y < atlas.height; ++y) {
    const std::uint8_t* line =
        atlas.coverage.data() + (static_cast<Index>(y) * kNumGlyphs + (code & (kNumGlyphs - 1))) * atlas.width;
    for (int x = 0; x < atlas.width; ++x) {
      const int share = line[x] * opacity / 256;
      std::uint32_t pixel = kOpaque;
      for (size_t k = 0; k < 3; ++k)
        pixel |= static_cast<std::uint32_t>((paper[k] * (255 - share) + ink[k] * share + 127) / 255) << (16 - 8 * k);
      m_images.push_back(pixel);
    }
  }
  return found->second;
}

void AlignmentRaster::drawLetters(const AlignmentRasterFrame& frame, const RasterTarget& target, const Range& slots,
                                  const Range& places) {
  const GlyphAtlas& atlas = *frame.glyphs;
  if (m_atlas != atlas.coverage.data() || m_width != atlas.width || m_height != atlas.height ||
      m_opacity != frame.letterOpacity || !isSame(m_ink, frame.ink) || m_images.size() > kMostImageWords) {
    m_imageOf.clear();
    m_images.clear();
    m_atlas = atlas.coverage.data();
    m_width = atlas.width;
    m_height = atlas.height;
    m_opacity = frame.letterOpacity;
    m_ink = frame.ink;
  }
  constexpr size_t kUnknownImage = ~size_t{0};
  const auto numSlots = static_cast<size_t>(slots.last - slots.first);
  std::vector<size_t> images(numSlots * kNumGlyphs, kUnknownImage);
  std::vector<ResidueCode> codes(numSlots);
  for (Index place = places.first; place < places.last; ++place) {
    frame.cells->copyRow(place, slots.first, slots.last, codes.data());
    const auto at = static_cast<size_t>(place - places.first);
    const int top = places.edges[at],
              bottom = std::min(places.edges[at + 1], top + m_height - (at == 0 ? places.numCut : 0));
    const int skippedRows = at == 0 ? places.numCut : 0;  // a row that is cut at the top shows its lower part
    for (size_t slot = 0; slot < numSlots; ++slot) {
      const ResidueCode code = codes[slot];
      size_t& image = images[slot * kNumGlyphs + (code & (kNumGlyphs - 1))];
      if (image == kUnknownImage)
        image = letterImage(frame, frame.cells->columnOf(slots.first + static_cast<Index>(slot)), code);
      const int left = slots.edges[slot], skipped = slot == 0 ? slots.numCut : 0;
      const int width = std::min(slots.edges[slot + 1] - left, m_width - skipped);
      const std::uint32_t* from = m_images.data() + image + static_cast<Index>(skippedRows) * m_width + skipped;
      std::uint32_t* into = target.pixels + top * target.stride + left;
      const auto bytes = static_cast<size_t>(std::max(0, width)) * sizeof *into;
      for (int y = top; y < bottom; ++y, from += m_width, into += target.stride) std::memcpy(into, from, bytes);
    }
  }
}

void AlignmentRaster::drawCells(const AlignmentRasterFrame& frame, const RasterTarget& target, const Range& slots,
                                const Range& places) const {
  const auto numSlots = static_cast<size_t>(slots.last - slots.first);
  std::vector<ResidueCode> codes(numSlots);
  std::vector<Index> columns(numSlots);
  for (size_t slot = 0; slot < numSlots; ++slot)
    columns[slot] = frame.cells->columnOf(slots.first + static_cast<Index>(slot));
  for (Index place = places.first; place < places.last; ++place) {
    const auto at = static_cast<size_t>(place - places.first);
    const int top = places.edges[at], bottom = places.edges[at + 1];
    if (bottom <= top) continue;
    frame.cells->copyRow(place, slots.first, slots.last, codes.data());
    std::uint32_t* line = target.pixels + top * target.stride;
    for (size_t slot = 0; slot < numSlots; ++slot)
      std::fill(line + slots.edges[slot], line + slots.edges[slot + 1],
                pixelOf(paperOf(*frame.palette, columns[slot], codes[slot], frame.ink)));
    const int left = slots.edges.front();
    const auto bytes = static_cast<size_t>(slots.edges.back() - left) * sizeof *line;
    for (int y = top + 1; y < bottom; ++y) std::memcpy(target.pixels + y * target.stride + left, line + left, bytes);
  }
}

}  // namespace ui
