// Colours of residues in 3D, and the legend that explains them.
#pragma once

#include <string>
#include <vector>

#include "ui/scenes/ColorMap.h"
#include "ui/scenes/structure/RibbonGeometry.h"

namespace ui {

enum class ResidueColoring {
  chain,
  secondaryStructure,
  index,
  bFactor,
  confidence,
  attention,
  hydrophobicity,
  column,
  feature,
  group
};
/// Whether the colours are those of ResidueValues::column.
constexpr bool isOfAnother(ResidueColoring coloring) {
  return coloring == ResidueColoring::column || coloring == ResidueColoring::feature ||
         coloring == ResidueColoring::group;
}

struct ResidueColoringInfo {
  ResidueColoring coloring;
  std::string id;  ///< in stored states: "chain"
  std::string title;
};
const std::vector<ResidueColoringInfo>& residueColorings();

/// What the colours mean: named colours, or a scale from `low` to `high`.
struct ColorLegend {
  struct Entry {
    Rgb color;
    std::string text;
  };
  std::string title;
  std::vector<Entry> entries;
  std::vector<Rgb> scale;  ///< colours from low to high; empty for named colours
  double low = 0, high = 0;
};

struct ResidueColors {
  std::vector<Rgb> colors;  ///< one per residue over all chains
  ColorLegend legend;
};

/// What a structure itself does not hold, one value per residue over all chains; where one is missing or not finite the
/// residue is grey.
struct ResidueValues {
  std::vector<Fold> folds;       ///< as drawn
  std::vector<float> attention;  ///< mean weight received
  /// Of the alignment column that a residue stands in, of a feature of a model, or the number of its group from 1.
  std::vector<float> column;
  std::string columnTitle;              ///< "Conservation (bits)"
  std::vector<std::string> groupNames;  ///< of group 1, 2, ...
};
ResidueColors residueColors(const engine::Structure& structure, ResidueColoring coloring, const ResidueValues& values);

/// Colour of the chain with this number, counted over all structures shown.
const Rgb& chainColor(size_t chain);

/// Of secondary structure, in 3D and in tracks.
Rgb foldColor(Fold fold);

inline constexpr Rgb kPlainResidue{0xa3, 0xa8, 0xb0};  ///< coil and residues without a value

}  // namespace ui
