// Colour tables. Viridis and magma: S. van der Walt and N. Smith 2015 (CC0); cividis: Nuñez, Anderton and Renslow 2018
// (doi:10.1371/journal.pone.0199239); twilight: B. Bechtold 2017 (CC0). Departure: 33 of their 256 (510) colours,
// linear in between (at most 2 of 255 away).
#include "ui/scenes/ColorMap.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis/MapRanks.h"
#include "engine/base/Error.h"
#include "engine/base/Joined.h"
#include "engine/base/Nth.h"

namespace ui {

namespace {

constexpr int kNumAnchors = 33;
using Anchors = std::array<std::uint32_t, kNumAnchors>;  // 0xRRGGBB at equal distances

constexpr Anchors kViridis{0x440154, 0x470d60, 0x48186a, 0x482374, 0x472d7b, 0x453781, 0x424086, 0x3e4989, 0x3b528b,
                           0x375b8d, 0x33638d, 0x2f6b8e, 0x2c728e, 0x297a8e, 0x26828e, 0x23898e, 0x21918c, 0x1f978b,
                           0x1f9f88, 0x21a685, 0x27ad81, 0x31b57b, 0x3dbc74, 0x4cc26c, 0x5cc863, 0x6ece58, 0x81d34d,
                           0x95d840, 0xaadc32, 0xc0df25, 0xd5e21a, 0xeae51a, 0xfde725};
constexpr Anchors kMagma{0x000004, 0x030312, 0x0a0822, 0x130d34, 0x1d1147, 0x29115a, 0x36106b, 0x440f76, 0x51127c,
                         0x5d177f, 0x6a1c81, 0x762181, 0x832681, 0x902a81, 0x9c2e7f, 0xaa337d, 0xb73779, 0xc23b75,
                         0xcf4070, 0xdb476a, 0xe55064, 0xee5b5e, 0xf4695c, 0xf9785d, 0xfb8761, 0xfd9668, 0xfea571,
                         0xfeb47b, 0xfec287, 0xfed194, 0xfde0a1, 0xfceeb0, 0xfcfdbf};
constexpr Anchors kCividis{0x00224e, 0x00285b, 0x002e6a, 0x053371, 0x1a386f, 0x273e6e, 0x32436d, 0x3b496c, 0x434e6c,
                           0x4b546c, 0x535a6d, 0x5a5f6e, 0x61656f, 0x686a71, 0x6f7073, 0x767676, 0x7d7c78, 0x838179,
                           0x8b8778, 0x928d78, 0x9a9376, 0xa29975, 0xaaa073, 0xb3a670, 0xbbad6d, 0xc3b369, 0xccba64,
                           0xd4c15f, 0xddc858, 0xe6d051, 0xefd748, 0xf8df3c, 0xfee838};
constexpr Anchors kTwilight{0xe2d9e2, 0xd6d7dd, 0xc2ced4, 0xaac2cc, 0x94b4c7, 0x81a6c3, 0x7296c1, 0x6886be, 0x6275ba,
                            0x5f63b5, 0x5e50ac, 0x5d3da0, 0x592a8f, 0x511b77, 0x45135c, 0x381145, 0x2f1436, 0x3a113a,
                            0x4b1342, 0x60184a, 0x751e4f, 0x882850, 0x993550, 0xa74550, 0xb25752, 0xbc6958, 0xc37d63,
                            0xc89073, 0xcca489, 0xd2b6a3, 0xd9c7bf, 0xdfd4d6, 0xe2d9e2};
constexpr std::array<std::uint32_t, 3> kDiverging{0x2166ac, 0xf7f7f7, 0xb2182b};
constexpr std::array<std::uint32_t, 2> kGreys{0xffffff, 0x000000};

template <size_t numAnchors>
std::array<Rgb, 256> tableOf(const std::array<std::uint32_t, numAnchors>& anchors) {
  std::array<Rgb, 256> table{};
  for (size_t k = 0; k < table.size(); ++k) {
    const double place = static_cast<double>(k) / 255.0 * static_cast<double>(numAnchors - 1);
    const size_t left = std::min(static_cast<size_t>(place), numAnchors - 2);
    const double fraction = place - static_cast<double>(left);
    for (size_t channel = 0; channel < 3; ++channel) {
      const unsigned shift = 16 - 8 * static_cast<unsigned>(channel);
      const double a = (anchors[left] >> shift) & 0xff, b = (anchors[left + 1] >> shift) & 0xff;
      table[k][channel] = static_cast<std::uint8_t>(std::lround(a + (b - a) * fraction));
    }
  }
  return table;
}

}  // namespace

const std::vector<ColorMap>& colorMaps() {
  static const std::vector<ColorMap> maps{{"viridis", "Viridis", false, tableOf(kViridis)},
                                          {"cividis", "Cividis", false, tableOf(kCividis)},
                                          {"magma", "Magma", false, tableOf(kMagma)},
                                          {"greys", "Greys", false, tableOf(kGreys)},
                                          {"diverging", "Blue to red", true, tableOf(kDiverging)},
                                          {"twilight", "Twilight (cyclic)", false, tableOf(kTwilight), true}};
  return maps;
}

const ColorMap& colorMap(std::string_view id) {
  for (const ColorMap& map : colorMaps())
    if (map.id == id) return map;
  engine::fail("there is no colour map '", id, "'; known are ", engine::joined(colorMaps(), &ColorMap::id));
}

const std::array<Rgb, 8>& okabeIto() {
  static const std::array<Rgb, 8> colors{{{0x00, 0x00, 0x00},
                                          {0xe6, 0x9f, 0x00},
                                          {0x56, 0xb4, 0xe9},
                                          {0x00, 0x9e, 0x73},
                                          {0xf0, 0xe4, 0x42},
                                          {0x00, 0x72, 0xb2},
                                          {0xd5, 0x5e, 0x00},
                                          {0xcc, 0x79, 0xa7}}};
  return colors;
}

const Rgb& groupColor(std::size_t group) {
  static constexpr std::array<Rgb, 6> kColors{{{0x2b, 0x6c, 0xd9},
                                               {0x7a, 0xb8, 0x2e},
                                               {0xc2, 0x1d, 0x4a},
                                               {0x8e, 0x5b, 0xc8},
                                               {0x00, 0xb3, 0xc4},
                                               {0xa8, 0x7a, 0x2a}}};
  return kColors[(group - 1) % kColors.size()];
}

double lightness(const Rgb& color) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double luminance = 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
  return luminance > 216.0 / 24389.0 ? 116.0 * std::cbrt(luminance) - 16.0 : luminance * 24389.0 / 27.0;
}

double placeOnScale(const MapLook& look, double value) {
  if (look.scale == ValueScale::rank) return look.quantiles ? engine::placeAmong(*look.quantiles, value) : 0;
  if (look.scale == ValueScale::logarithmic) {
    if (value <= 0 || look.low <= 0) return 0;
    const double span = std::log(look.high / look.low);
    return span > 0 ? std::clamp(std::log(value / look.low) / span, 0.0, 1.0) : 0.0;
  }
  const double span = look.high - look.low;
  return span > 0 ? std::clamp((value - look.low) / span, 0.0, 1.0) : 0.0;
}

double valueAtPlace(const MapLook& look, double place) {
  if (look.scale == ValueScale::rank) return look.quantiles ? engine::valueAmong(*look.quantiles, place) : 0;
  if (look.scale == ValueScale::logarithmic && look.low > 0) return look.low * std::pow(look.high / look.low, place);
  return look.low + (look.high - look.low) * place;
}

Rgb colorOf(const MapLook& look, double value) {
  if (!std::isfinite(value)) return look.notANumber;
  const double place = placeOnScale(look, value);
  return engine::nth(colorMap(look.colorMapId).colors, place * 255.0 + 0.5);
}

}  // namespace ui
