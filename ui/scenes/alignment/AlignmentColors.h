// Colour schemes of alignments: the background of a letter in a column.
// Sources: Clustal X rules and colours as listed in the help of Clustal X and Jalview; Zappo and Taylor colours as
// published with Jalview (Taylor, Protein Eng. 10, 743, 1997); hydropathy of Kyte and Doolittle, J. Mol. Biol. 157,
// 105, 1982; propensities of Chou and Fasman, Adv. Enzymol. 47, 45, 1978; buried index of Janin, Nature 277, 491, 1979;
// the two ends of each of these scales as in Jalview.
#pragma once

#include <string>
#include <vector>

#include "engine/alignment/ColumnStatistics.h"
#include "ui/scenes/ColorMap.h"

namespace ui {

enum class AlignmentScheme {
  clustal,
  zappo,
  taylor,
  groups,
  hydrophobicity,
  helix,
  strand,
  turn,
  buried,
  identity,
  blosum62,
  conservation,
  annotation,
  nucleotide,
  none
};

struct AlignmentSchemeInfo {
  AlignmentScheme scheme;
  std::string id;     ///< in sessions and on the command line
  std::string title;  ///< as users know it
  std::string rule;   ///< what decides the colour, one sentence
};
const std::vector<AlignmentSchemeInfo>& alignmentSchemes();
const AlignmentSchemeInfo& alignmentSchemeInfo(AlignmentScheme scheme);

/// The page that the colours are put on. On a dark page they are mixed with it, so that light letters stay readable.
struct AlignmentPage {
  Rgb canvas{255, 255, 255};
  Rgb accent{47, 111, 237};
  enum class Tone { light, dark } tone = Tone::light;
};

inline constexpr int kNumPaletteLetters = 32;  ///< letters of alphabet::upper()
/// A code that no letter has: the same residue as in the reference row, drawn as a dot.
inline constexpr engine::ResidueCode kSameAsReference = 30;

/// Background of letter a in column c: colors[c * 32 + a]. `numColumns` 1: the same in every column.
struct AlignmentPalette {
  engine::Index numColumns = 1;
  std::vector<Rgb> colors = std::vector<Rgb>(kNumPaletteLetters);

  const Rgb& color(engine::Index column, engine::ResidueCode code) const {
    const engine::Index at = numColumns == 1 ? 0 : column;
    return colors[static_cast<size_t>(at * kNumPaletteLetters + engine::alphabet::upper(code))];
  }
};

/// What decides the colours besides the letters.
struct AlignmentColoring {
  AlignmentScheme scheme = AlignmentScheme::clustal;
  /// annotation: a value per column, 0..1 on the viridis map, NaN none; empty: no colour.
  std::vector<float> values;
  /// Letters that fewer of the rows have than this share stay uncoloured; 0: all are coloured.
  double identityThreshold = 0;
  /// Not empty: strength of the colours of each column, 0..1.
  std::vector<float> strengths;
};

/// Schemes and modifiers that look at whole columns leave everything uncoloured while `statistics` is null.
AlignmentPalette alignmentPalette(const AlignmentColoring& coloring, const engine::ColumnStatistics* statistics,
                                  const AlignmentPage& page);
inline AlignmentPalette alignmentPalette(AlignmentScheme scheme, const engine::ColumnStatistics* statistics,
                                         const AlignmentPage& page) {
  return alignmentPalette(AlignmentColoring{scheme, {}, 0, {}}, statistics, page);
}

/// One entry of the legend of a scheme.
struct AlignmentLegendEntry {
  Rgb color;
  std::string text;  ///< "KR", "80 %"
};
/// From the colours of the palette; for scales between two ends: five steps with their values. Empty for `none`.
std::vector<AlignmentLegendEntry> alignmentLegend(AlignmentScheme scheme, const AlignmentPage& page);

/// Whether at least 90 % of the residues are A, C, G, T, U or N, and there are some.
bool isNucleotide(const engine::ColumnStatistics& statistics);

/// Kyte-Doolittle hydropathy, -4.5 (hydrophilic) to 4.5; 0 for letters without one.
double hydropathy(char letter);

/// a + share (b - a), share in 0..1.
Rgb mixed(const Rgb& a, const Rgb& b, double share);

}  // namespace ui
