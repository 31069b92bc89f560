// Colour maps as tables of 256 colours, and the categorical palettes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ui {

using Rgb = std::array<std::uint8_t, 3>;

struct ColorMap {
  std::string id;      ///< "viridis", "cividis", "magma", "greys", "diverging"
  std::string title;
  bool isDiverging = false;   ///< centred on 0
  std::array<Rgb, 256> colors{};
};

const std::vector<ColorMap>& colorMaps();          ///< viridis first
const ColorMap& colorMap(const std::string& id);   ///< throws engine::Error listing the known ids

const std::array<Rgb, 8>& okabeIto();

}  // namespace ui
