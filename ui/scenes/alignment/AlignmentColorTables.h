// The published tables behind the colour schemes of alignments.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "engine/alignment/ColumnStatistics.h"
#include "ui/scenes/alignment/AlignmentColors.h"

namespace ui {

/// Letters that share a colour.
struct LetterColor {
  std::string_view letters;
  Rgb color;
};
/// Zappo, Taylor, groups, nucleotide; empty for the other schemes.
const std::vector<LetterColor>& letterColors(AlignmentScheme scheme);

/// A number per residue, coloured between two ends.
struct ResidueScale {
  std::array<double, engine::alphabet::kNumResidues> values;  ///< in the order of alphabet::kLetters
  double low, high;                                           ///< the values of the ends; beyond them: the end
  Rgb lowColor, highColor;
};
/// Hydrophobicity, helix, strand, turn, buried; nullptr for the other schemes.
const ResidueScale* residueScale(AlignmentScheme scheme);
/// Colour of a value on the scale.
Rgb scaleColor(const ResidueScale& scale, double value);

/// Clustal X: `letters` are coloured when any of the conditions is met.
struct ClustalCondition {
  /// The residues of `group` make up more than `percent` of the rows: all of them together, or any single one of them.
  enum class Count { together, anySingle };
  double percent;
  std::string_view group;
  Count count;
};
struct ClustalRule {
  std::string_view letters;
  Rgb color;
  std::vector<ClustalCondition> conditions;
};
const std::vector<ClustalRule>& clustalRules();
bool isMet(const ClustalCondition& condition, const engine::ColumnStatistics& statistics, engine::Index column);

}  // namespace ui
