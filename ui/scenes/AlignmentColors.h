// Colour schemes of alignments: the background of a letter in a column.
// Sources: Clustal X rules and colours as listed in the help of Clustal X and Jalview; Zappo and Taylor colours as
// published with Jalview (Taylor, Protein Eng. 10, 743, 1997); hydropathy of Kyte and Doolittle, J. Mol. Biol. 157,
// 105, 1982.
#pragma once

#include <string>
#include <vector>

#include "engine/alignment/ColumnStatistics.h"
#include "ui/scenes/ColorMap.h"

namespace ui {

enum class AlignmentScheme { clustal, zappo, taylor, hydrophobicity, identity, conservation, none };

struct AlignmentSchemeInfo {
  AlignmentScheme scheme;
  std::string title;  ///< as users know it
  std::string rule;   ///< what decides the colour, one sentence
};
const std::vector<AlignmentSchemeInfo>& alignmentSchemes();

/// The page that the colours are put on. On a dark page they are mixed with it, so that light letters stay readable.
struct AlignmentPage {
  Rgb canvas{255, 255, 255};
  Rgb accent{47, 111, 237};
  enum class Tone { light, dark } tone = Tone::light;
};

inline constexpr int kNumPaletteLetters = 32;  ///< letters of alphabet::upper()

/// Background of letter a in column c: colors[c * 32 + a]. `numColumns` 1: the same in every column.
struct AlignmentPalette {
  engine::Index numColumns = 1;
  std::vector<Rgb> colors = std::vector<Rgb>(kNumPaletteLetters);

  const Rgb& color(engine::Index column, engine::ResidueCode code) const {
    const engine::Index at = numColumns == 1 ? 0 : column;
    return colors[static_cast<size_t>(at * kNumPaletteLetters + engine::alphabet::upper(code))];
  }
};

/// Schemes that look at whole columns leave everything uncoloured while `statistics` is null.
AlignmentPalette alignmentPalette(AlignmentScheme scheme, const engine::ColumnStatistics* statistics,
                                  const AlignmentPage& page);

/// Kyte-Doolittle hydropathy, -4.5 (hydrophilic) to 4.5; 0 for letters without one.
double hydropathy(char letter);

/// a + share (b - a), share in 0..1.
Rgb mixed(const Rgb& a, const Rgb& b, double share);

}  // namespace ui
