// Each scheme is a small table; Clustal X is a list of rules over column percentages.
#include "ui/scenes/AlignmentColors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string_view>

namespace ui {
namespace {

using engine::ColumnStatistics;
using engine::Index;
namespace alphabet = engine::alphabet;

/// A letter of `letters` is coloured when the residues of `group` make up more than `percent` of the rows: all of them
/// together, or any single one of them.
enum class Count { together, anySingle };
struct ClustalCondition {
  double percent;
  std::string_view group;
  Count count;
};
struct ClustalRule {
  std::string_view letters;
  Rgb color;
  std::vector<ClustalCondition> conditions;
};

const std::vector<ClustalRule>& clustalRules() {
  static constexpr std::string_view kHydrophobic = "WLVIMAFCHP";
  static constexpr Rgb kBlue{0x80, 0xa0, 0xf0}, kRed{0xf0, 0x15, 0x05}, kGreen{0x15, 0xc0, 0x15},
      kPink{0xf0, 0x80, 0x80};
  static constexpr Rgb kMagenta{0xc0, 0x48, 0xc0}, kOrange{0xf0, 0x90, 0x48}, kYellow{0xc0, 0xc0, 0x00};
  static constexpr Rgb kCyan{0x15, 0xa4, 0xa4};
  static const std::vector<ClustalRule> rules = {
      {"G", kOrange, {{0, "G", Count::together}}},
      {"P", kYellow, {{0, "P", Count::together}}},
      {"C", kPink, {{85, "C", Count::together}}},
      {"AILMFWVC", kBlue, {{60, kHydrophobic, Count::together}}},
      {"KR", kRed, {{60, "KR", Count::together}, {80, "KRQ", Count::anySingle}}},
      {"E", kMagenta, {{60, "KR", Count::together}, {50, "QE", Count::together}, {85, "EQD", Count::anySingle}}},
      {"D", kMagenta, {{60, "KR", Count::together}, {85, "KRQ", Count::anySingle}, {50, "ED", Count::together}}},
      {"N", kGreen, {{50, "N", Count::together}, {85, "NY", Count::anySingle}}},
      {"Q", kGreen, {{60, "KR", Count::together}, {50, "QE", Count::together}, {85, "QEKR", Count::anySingle}}},
      {"ST", kGreen, {{60, kHydrophobic, Count::together}, {50, "TS", Count::together}, {85, "ST", Count::anySingle}}},
      {"HY", kCyan, {{60, kHydrophobic, Count::together}, {85, "WYACPQFHILMV", Count::anySingle}}},
  };
  return rules;
}

bool isMet(const ClustalCondition& condition, const ColumnStatistics& statistics, Index column) {
  double together = 0, single = 0;
  for (char letter : condition.group) {
    const double count = statistics.count(column, alphabet::codeOf(letter));
    together += count;
    single = std::max(single, count);
  }
  const double rows = static_cast<double>(std::max<Index>(1, statistics.numRows));
  return 100 * (condition.count == Count::together ? together : single) / rows > condition.percent;
}

struct LetterColor {
  std::string_view letters;
  Rgb color;
};

constexpr std::array<LetterColor, 7> kZappo = {{{"ILVAM", {0xff, 0xaf, 0xaf}},
                                                {"FWY", {0xff, 0xc8, 0x00}},
                                                {"KRH", {0x64, 0x64, 0xff}},
                                                {"DE", {0xff, 0x00, 0x00}},
                                                {"STNQ", {0x00, 0xff, 0x00}},
                                                {"PG", {0xff, 0x00, 0xff}},
                                                {"C", {0xff, 0xff, 0x00}}}};
constexpr std::array<LetterColor, 20> kTaylor = {
    {{"A", {0xcc, 0xff, 0x00}}, {"R", {0x00, 0x00, 0xff}}, {"N", {0xcc, 0x00, 0xff}}, {"D", {0xff, 0x00, 0x00}},
     {"C", {0xff, 0xff, 0x00}}, {"Q", {0xff, 0x00, 0xcc}}, {"E", {0xff, 0x00, 0x66}}, {"G", {0xff, 0x99, 0x00}},
     {"H", {0x00, 0x66, 0xff}}, {"I", {0x66, 0xff, 0x00}}, {"L", {0x33, 0xff, 0x00}}, {"K", {0x66, 0x00, 0xff}},
     {"M", {0x00, 0xff, 0x00}}, {"F", {0x00, 0xff, 0x66}}, {"P", {0xff, 0xcc, 0x00}}, {"S", {0xff, 0x33, 0x00}},
     {"T", {0xff, 0x66, 0x00}}, {"W", {0x00, 0xcc, 0xff}}, {"Y", {0x00, 0xff, 0xcc}}, {"V", {0x99, 0xff, 0x00}}}};

constexpr Rgb kHydrophilicEnd{0x21, 0x66, 0xac}, kMiddle{0xf7, 0xf7, 0xf7}, kHydrophobicEnd{0xb2, 0x18, 0x2b};
constexpr double kLargestHydropathy = 4.5;
/// Published colours are put at this strength on the page: full ones would drown the letters.
constexpr double kTableStrength = 0.72, kDarkStrength = 0.6;

Rgb toned(const Rgb& color, const AlignmentPage& page, double lightStrength) {
  return mixed(page.canvas, color, page.tone == AlignmentPage::Tone::dark ? kDarkStrength : lightStrength);
}

AlignmentPalette blank(Index columns, const AlignmentPage& page) {
  return {columns, std::vector<Rgb>(static_cast<size_t>(columns * kNumPaletteLetters), page.canvas)};
}

template <size_t N>
AlignmentPalette fromTable(const std::array<LetterColor, N>& table, const AlignmentPage& page) {
  AlignmentPalette palette = blank(1, page);
  for (const LetterColor& entry : table)
    for (char letter : entry.letters)
      palette.colors[alphabet::codeOf(letter)] = toned(entry.color, page, kTableStrength);
  return palette;
}

AlignmentPalette hydrophobicityPalette(const AlignmentPage& page) {
  AlignmentPalette palette = blank(1, page);
  const Rgb middle = page.tone == AlignmentPage::Tone::dark ? page.canvas : kMiddle;
  for (int code = 0; code < alphabet::kNumResidues; ++code) {
    const double share = hydropathy(alphabet::kLetters[static_cast<size_t>(code)]) / kLargestHydropathy;
    palette.colors[static_cast<size_t>(code)] =
        mixed(middle, share < 0 ? kHydrophilicEnd : kHydrophobicEnd, std::abs(share));
  }
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
      for (char letter : rule.letters) {
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
    const double strength = share > 0.8f ? 0.75 : share > 0.6f ? 0.5 : share > 0.4f ? 0.25 : 0.0;
    if (statistics.consensus[at] < alphabet::kNumResidues)
      palette.colors[at * kNumPaletteLetters + statistics.consensus[at]] = mixed(page.canvas, page.accent, strength);
  }
  return palette;
}

AlignmentPalette conservationPalette(const ColumnStatistics& statistics, const AlignmentPage& page) {
  AlignmentPalette palette = blank(statistics.numColumns(), page);
  const double most = std::log2(static_cast<double>(alphabet::kNumResidues));
  for (Index column = 0; column < statistics.numColumns(); ++column) {
    const auto at = static_cast<size_t>(column);
    const Rgb color = mixed(page.canvas, page.accent, 0.9 * std::min(1.0, statistics.conservation[at] / most));
    for (size_t code = 0; code <= alphabet::kUnknown; ++code) palette.colors[at * kNumPaletteLetters + code] = color;
  }
  return palette;
}

}  // namespace

Rgb mixed(const Rgb& a, const Rgb& b, double share) {
  Rgb result;
  for (size_t k = 0; k < 3; ++k) result[k] = static_cast<std::uint8_t>(std::lround(a[k] + share * (b[k] - a[k])));
  return result;
}

double hydropathy(char letter) {
  // In the order of alphabet::kLetters: A R N D C Q E G H I L K M F P S T W Y V.
  static constexpr std::array<double, alphabet::kNumResidues> kKyteDoolittle = {
      1.8, -4.5, -3.5, -3.5, 2.5, -3.5, -3.5, -0.4, -3.2, 4.5, 3.8, -3.9, 1.9, 2.8, -1.6, -0.8, -0.7, -0.9, -1.3, 4.2};
  const size_t code = alphabet::kLetters.find(letter);
  return code < kKyteDoolittle.size() ? kKyteDoolittle[code] : 0.0;
}

const std::vector<AlignmentSchemeInfo>& alignmentSchemes() {
  static const std::vector<AlignmentSchemeInfo> schemes = {
      {AlignmentScheme::clustal, "Clustal X",
       "The default rules of Clustal X: a residue is coloured when its group exceeds a threshold (50 to 85 %) of the "
       "rows, "
       "gaps counted, without row weights; G and P always."},
      {AlignmentScheme::zappo, "Zappo", "Physico-chemical groups, the same in every column."},
      {AlignmentScheme::taylor, "Taylor", "One hue per residue, similar residues in similar hues."},
      {AlignmentScheme::hydrophobicity, "Hydrophobicity", "Kyte-Doolittle hydropathy from blue (-4.5) to red (4.5)."},
      {AlignmentScheme::identity, "Percentage identity",
       "The consensus residue where more than 40, 60, 80 % of the rows have it, in three strengths."},
      {AlignmentScheme::conservation, "Conservation", "Column conservation from 0 to 4.32 bits."},
      {AlignmentScheme::none, "No colours", "Letters only."},
  };
  return schemes;
}

AlignmentPalette alignmentPalette(AlignmentScheme scheme, const ColumnStatistics* statistics,
                                  const AlignmentPage& page) {
  switch (scheme) {
    case AlignmentScheme::zappo:
      return fromTable(kZappo, page);
    case AlignmentScheme::taylor:
      return fromTable(kTaylor, page);
    case AlignmentScheme::hydrophobicity:
      return hydrophobicityPalette(page);
    case AlignmentScheme::clustal:
      return statistics ? clustalPalette(*statistics, page) : blank(1, page);
    case AlignmentScheme::identity:
      return statistics ? identityPalette(*statistics, page) : blank(1, page);
    case AlignmentScheme::conservation:
      return statistics ? conservationPalette(*statistics, page) : blank(1, page);
    case AlignmentScheme::none:
      break;
  }
  return blank(1, page);
}

}  // namespace ui
