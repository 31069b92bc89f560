// From tables and column counts to the colour of every letter in every column.
#include "ui/scenes/alignment/AlignmentColors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "engine/base/Nth.h"
#include "engine/sequence/SubstitutionMatrix.h"
#include "ui/scenes/alignment/AlignmentColorTables.h"

namespace ui {
namespace {

using engine::ColumnStatistics;
using engine::Index;
using engine::ResidueCode;
namespace alphabet = engine::alphabet;

/// Published colours are put at this strength on the page: full ones would drown the letters.
constexpr double kTableStrength = 0.72, kDarkStrength = 0.6;
/// Percentage identity and BLOSUM62 score as in Jalview.
constexpr Rgb kHighest{0x64, 0x64, 0xff}, kMiddle{0x99, 0x99, 0xff}, kLowest{0xcc, 0xcc, 0xff};
constexpr Rgb kSame{0x9a, 0x9a, 0xff}, kSimilar{0xcc, 0xcc, 0xff};
constexpr double kNucleotideShare = 0.9;

Rgb toned(const Rgb& color, const AlignmentPage& page, double lightStrength) {
  return mixed(page.canvas, color, page.tone == AlignmentPage::Tone::dark ? kDarkStrength : lightStrength);
}

AlignmentPalette blank(Index columns, const AlignmentPage& page) {
  return {columns, std::vector<Rgb>(static_cast<size_t>(columns * kNumPaletteLetters), page.canvas)};
}

AlignmentPalette fromTable(AlignmentScheme scheme, const AlignmentPage& page) {
  AlignmentPalette palette = blank(1, page);
  for (const LetterColor& entry : letterColors(scheme))
    for (const char letter : entry.letters)
      palette.colors[alphabet::codeOf(letter)] = toned(entry.color, page, kTableStrength);
  return palette;
}

AlignmentPalette fromScale(const ResidueScale& scale, const AlignmentPage& page) {
  AlignmentPalette palette = blank(1, page);
  for (size_t code = 0; code < scale.values.size(); ++code)
    palette.colors[code] = toned(scaleColor(scale, scale.values[code]), page, kTableStrength);
  return palette;
}

AlignmentPalette clustalPalette(const ColumnStatistics& statistics, const AlignmentPage& page) {
  AlignmentPalette palette = blank(statistics.numColumns(), page);
  for (Index column = 0; column < statistics.numColumns(); ++column) {
    Rgb* colors = palette.colors.data() + column * kNumPaletteLetters;
    std::array<bool, kNumPaletteLetters> isColored{};
    for (const ClustalRule& rule : clustalRules()) {
      const bool applies = std::any_of(rule.conditions.begin(), rule.conditions.end(),
                                       [&](const auto& condition) { return isMet(condition, statistics, column); });
      if (!applies) continue;
      for (const char letter : rule.letters) {
        const auto code = alphabet::codeOf(letter);
        if (!std::exchange(isColored[code], true)) colors[code] = toned(rule.color, page, 1.0);
      }
    }
  }
  return palette;
}

AlignmentPalette identityPalette(const ColumnStatistics& statistics, const AlignmentPage& page) {
  AlignmentPalette palette = blank(statistics.numColumns(), page);
  for (Index column = 0; column < statistics.numColumns(); ++column) {
    const auto at = static_cast<size_t>(column);
    const float share = statistics.consensusShare[at];
    if (share <= 0.4f || statistics.consensus[at] >= alphabet::kNumResidues) continue;
    palette.colors[at * kNumPaletteLetters + statistics.consensus[at]] = toned(share > 0.8f   ? kHighest
                                                                               : share > 0.6f ? kMiddle
                                                                                              : kLowest,
                                                                               page, 1);
  }
  return palette;
}

AlignmentPalette blosumPalette(const ColumnStatistics& statistics, const AlignmentPage& page) {
  const engine::ResidueMatrix& score = engine::blosum62().score;
  AlignmentPalette palette = blank(statistics.numColumns(), page);
  for (Index column = 0; column < statistics.numColumns(); ++column) {
    const auto at = static_cast<size_t>(column);
    const ResidueCode consensus = statistics.consensus[at];
    if (consensus >= alphabet::kNumResidues) continue;
    for (size_t code = 0; code < alphabet::kNumResidues; ++code) {
      // The published matrix holds half bits, rounded: a quarter of a bit is its smallest positive score.
      if (code != consensus && score[code][consensus] < 0.25) continue;
      palette.colors[at * kNumPaletteLetters + code] = toned(code == consensus ? kSame : kSimilar, page, 1);
    }
  }
  return palette;
}

/// One colour for all residues of a column.
template <class ColorOfColumn>
AlignmentPalette columnPalette(Index columns, const AlignmentPage& page, ColorOfColumn color) {
  AlignmentPalette palette = blank(columns, page);
  for (Index column = 0; column < columns; ++column) {
    Rgb* colors = palette.colors.data() + column * kNumPaletteLetters;
    std::fill(colors, colors + alphabet::kUnknown + 1, color(static_cast<size_t>(column)));
  }
  return palette;
}

AlignmentPalette conservationPalette(const ColumnStatistics& statistics, const AlignmentPage& page) {
  const double most = std::log2(static_cast<double>(alphabet::kNumResidues));
  return columnPalette(statistics.numColumns(), page, [&](size_t column) {
    return mixed(page.canvas, page.accent, 0.9 * std::min(1.0, statistics.conservation[column] / most));
  });
}

AlignmentPalette annotationPalette(const std::vector<float>& values, const AlignmentPage& page) {
  if (values.empty()) return blank(1, page);
  const MapLook look;
  return columnPalette(static_cast<Index>(values.size()), page, [&](size_t column) {
    return std::isfinite(values[column]) ? toned(colorOf(look, values[column]), page, kTableStrength) : page.canvas;
  });
}

AlignmentPalette schemePalette(const AlignmentColoring& coloring, const ColumnStatistics* statistics,
                               const AlignmentPage& page) {
  if (!letterColors(coloring.scheme).empty()) return fromTable(coloring.scheme, page);
  if (const ResidueScale* scale = residueScale(coloring.scheme)) return fromScale(*scale, page);
  if (coloring.scheme == AlignmentScheme::annotation) return annotationPalette(coloring.values, page);
  if (!statistics) return blank(1, page);
  switch (coloring.scheme) {
    case AlignmentScheme::clustal:
      return clustalPalette(*statistics, page);
    case AlignmentScheme::identity:
      return identityPalette(*statistics, page);
    case AlignmentScheme::blosum62:
      return blosumPalette(*statistics, page);
    case AlignmentScheme::conservation:
      return conservationPalette(*statistics, page);
    default:
      return blank(1, page);
  }
}

void makeColumnwise(AlignmentPalette& palette, Index columns) {
  if (palette.numColumns == columns) return;
  const std::vector<Rgb> one = palette.colors;
  palette.numColumns = columns;
  palette.colors.resize(0);
  for (Index column = 0; column < columns; ++column)
    palette.colors.insert(palette.colors.end(), one.begin(), one.end());
}

void modify(AlignmentPalette& palette, const AlignmentColoring& coloring, const ColumnStatistics& statistics,
            const AlignmentPage& page) {
  makeColumnwise(palette, statistics.numColumns());
  const double rows = static_cast<double>(std::max<Index>(1, statistics.numRows));
  for (Index column = 0; column < palette.numColumns; ++column) {
    Rgb* colors = palette.colors.data() + column * kNumPaletteLetters;
    for (ResidueCode code = 0; code < kNumPaletteLetters; ++code) {
      const double share = statistics.count(column, alphabet::standard(code)) / rows;
      if (share < coloring.identityThreshold) colors[code] = page.canvas;
      if (!coloring.strengths.empty())
        colors[code] = mixed(page.canvas, colors[code],
                             std::clamp<double>(engine::nth(coloring.strengths, column), 0.0, 1.0));
    }
  }
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

constexpr int kLegendSteps = 5;

}  // namespace

Rgb mixed(const Rgb& a, const Rgb& b, double share) {
  Rgb result;
  for (size_t k = 0; k < 3; ++k) result[k] = static_cast<std::uint8_t>(std::lround(a[k] + share * (b[k] - a[k])));
  return result;
}

double hydropathy(char letter) {
  const size_t code = alphabet::kLetters.find(letter);
  return code < alphabet::kNumResidues ? residueScale(AlignmentScheme::hydrophobicity)->values[code] : 0.0;
}

const std::vector<AlignmentSchemeInfo>& alignmentSchemes() {
  using Scheme = AlignmentScheme;
  static const std::vector<AlignmentSchemeInfo> schemes = {
      {Scheme::clustal, "clustal", "Clustal X",
       "The default rules of Clustal X: a residue is coloured when its group exceeds a threshold (50 to 85 %) of the "
       "rows, gaps counted, without row weights; G and P always."},
      {Scheme::zappo, "zappo", "Zappo", "Physico-chemical groups, the same in every column."},
      {Scheme::taylor, "taylor", "Taylor", "One hue per residue, similar residues in similar hues."},
      {Scheme::groups, "groups", "Groups (colour-blind safe)",
       "Physico-chemical groups in the colours of Okabe and Ito."},
      {Scheme::hydrophobicity, "hydrophobicity", "Hydrophobicity",
       "Kyte-Doolittle hydropathy from blue (-3.9 and below) to red (4.5)."},
      {Scheme::helix, "helix", "Helix propensity", "Chou-Fasman propensity from green (0.57) to magenta (1.51)."},
      {Scheme::strand, "strand", "Strand propensity", "Chou-Fasman propensity from blue (0.37) to yellow (1.70)."},
      {Scheme::turn, "turn", "Turn propensity", "Chou-Fasman propensity from cyan (0.47) to red (1.56)."},
      {Scheme::buried, "buried", "Buried index",
       "Janin's ratio of buried to accessible residues from green (0.05) to blue (4.6)."},
      {Scheme::identity, "identity", "Percentage identity",
       "The consensus residue where more than 40, 60, 80 % of the rows have it, in three strengths."},
      {Scheme::blosum62, "blosum62", "BLOSUM62 score",
       "The consensus residue dark, residues with a positive BLOSUM62 score to it light."},
      {Scheme::conservation, "conservation", "Conservation", "Information content of the column, 0 to 4.32 bits."},
      {Scheme::annotation, "annotation", "By annotation", "The value of the chosen track, lowest to highest, viridis."},
      {Scheme::nucleotide, "nucleotide", "Nucleotide", "A, C, G, and T or U."},
      {Scheme::none, "none", "No colours", "Letters only."},
  };
  return schemes;
}

const AlignmentSchemeInfo& alignmentSchemeInfo(AlignmentScheme scheme) {
  return engine::nth(alignmentSchemes(), scheme);
}

AlignmentPalette alignmentPalette(const AlignmentColoring& coloring, const ColumnStatistics* statistics,
                                  const AlignmentPage& page) {
  const bool isModified = coloring.identityThreshold > 0 || !coloring.strengths.empty();
  if (isModified && !statistics) return blank(1, page);
  AlignmentPalette palette = schemePalette(coloring, statistics, page);
  if (isModified) modify(palette, coloring, *statistics, page);
  return palette;
}

std::vector<AlignmentLegendEntry> alignmentLegend(AlignmentScheme scheme, const AlignmentPage& page) {
  std::vector<AlignmentLegendEntry> legend;
  for (const LetterColor& entry : letterColors(scheme))
    legend.push_back({toned(entry.color, page, kTableStrength), std::string(entry.letters)});
  if (const ResidueScale* scale = residueScale(scheme))
    for (int step = 0; step < kLegendSteps; ++step) {
      const double value = scale->low + (scale->high - scale->low) * step / (kLegendSteps - 1);
      legend.push_back({toned(scaleColor(*scale, value), page, kTableStrength), number(value)});
    }
  if (scheme == AlignmentScheme::clustal)
    for (const ClustalRule& rule : clustalRules()) {
      const Rgb color = toned(rule.color, page, 1);
      const auto same =
          std::find_if(legend.begin(), legend.end(), [&](const auto& entry) { return entry.color == color; });
      if (same == legend.end())
        legend.push_back({color, std::string(rule.letters)});
      else
        same->text += rule.letters;
    }
  if (scheme == AlignmentScheme::identity)
    for (const auto& [color, text] : {std::pair{kHighest, "> 80 %"}, {kMiddle, "> 60 %"}, {kLowest, "> 40 %"}})
      legend.push_back({toned(color, page, 1), text});
  if (scheme == AlignmentScheme::blosum62)
    legend = {{toned(kSame, page, 1), "consensus"}, {toned(kSimilar, page, 1), "score > 0"}};
  if (scheme == AlignmentScheme::conservation)
    for (int step = 0; step < kLegendSteps; ++step)
      legend.push_back({mixed(page.canvas, page.accent, 0.9 * step / (kLegendSteps - 1)),
                        number(std::log2(20.0) * step / (kLegendSteps - 1)) + " bits"});
  return legend;
}

bool isNucleotide(const ColumnStatistics& statistics) {
  // U is counted as cysteine: in a protein both are rare.
  static constexpr std::string_view kBases = "ACGTN";
  double bases = 0, residues = 0;
  for (Index column = 0; column < statistics.numColumns(); ++column)
    for (ResidueCode code = 0; code < alphabet::kNumResidues; ++code) {
      const double count = statistics.count(column, code);
      residues += count;
      if (kBases.find(alphabet::letterOf(code)) != std::string_view::npos) bases += count;
    }
  return residues > 0 && bases >= kNucleotideShare * residues;
}

}  // namespace ui
