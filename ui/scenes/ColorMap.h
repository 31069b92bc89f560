// Colour maps as tables of 256 colours, the categorical palettes, and how a value becomes a colour.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ui {

using Rgb = std::array<std::uint8_t, 3>;

struct ColorMap {
  std::string id;  ///< "viridis", "cividis", "magma", "greys", "diverging", "twilight"
  std::string title;
  bool isDiverging = false;  ///< centred on 0
  std::array<Rgb, 256> colors{};
  bool isCyclic = false;  ///< both ends are the same colour: for angles
};

const std::vector<ColorMap>& colorMaps();       ///< viridis first
const ColorMap& colorMap(std::string_view id);  ///< throws engine::Error listing the known ids

/// Black, orange, sky blue, green, yellow, blue, vermilion, purple.
const std::array<Rgb, 8>& okabeIto();
/// Of a group of positions, counted from 1: blue, lime, crimson, violet, turquoise, ochre, then again. None is a colour
/// of pairs that touch or do not.
const Rgb& groupColor(std::size_t group);

/// Colours of secondary structure.
inline constexpr Rgb kHelixColor{0xcc, 0x47, 0x78}, kStrandColor{0x00, 0x72, 0xb2};

/// CIE lightness L*, 0 (black) .. 100 (white), of an sRGB colour.
double lightness(const Rgb& color);

/// rank: colours follow the order of the values, each covers as many cells.
enum class ValueScale { linear, logarithmic, rank };

/// What is shown of several cells that share a pixel. A mean hides the few large values of a sparse map, so that it is
/// for smooth quantities only.
enum class Shrinking { mean, largest, largestMagnitude };

/// How values become colours.
struct MapLook {
  std::string colorMapId = "viridis";
  double low = 0, high = 1;  ///< values of the ends; for logarithmic low > 0
  ValueScale scale = ValueScale::linear;
  Rgb notANumber{200, 200, 200};  ///< also for -inf
  /// Ascending values at equal places 0..1, for the rank scale; null on the others.
  std::shared_ptr<const std::vector<float>> quantiles = nullptr;
  Shrinking shrinking = Shrinking::mean;  ///< on a cyclic map the mean on the circle, whatever it says here
  bool operator==(const MapLook&) const = default;
};

/// Place of a finite value on the map: 0 at `low`, 1 at `high`, clamped. Values <= 0 on a logarithmic scale are at 0.
double placeOnScale(const MapLook& look, double value);
/// The value at a place 0..1: the inverse of placeOnScale.
double valueAtPlace(const MapLook& look, double place);
/// Colour of a value; look.notANumber for NaN and both infinities. Throws engine::Error for an unknown map.
Rgb colorOf(const MapLook& look, double value);

}  // namespace ui
