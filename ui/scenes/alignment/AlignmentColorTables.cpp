// Numbers and colours as published; nothing is computed here but the place of a value between two ends.
#include "ui/scenes/alignment/AlignmentColorTables.h"

#include <algorithm>

namespace ui {

namespace alphabet = engine::alphabet;
using engine::Index;

const std::vector<LetterColor>& letterColors(AlignmentScheme scheme) {
  static const std::vector<LetterColor> zappo = {{"ILVAM", {0xff, 0xaf, 0xaf}}, {"FWY", {0xff, 0xc8, 0x00}},
                                                 {"KRH", {0x64, 0x64, 0xff}},   {"DE", {0xff, 0x00, 0x00}},
                                                 {"STNQ", {0x00, 0xff, 0x00}},  {"PG", {0xff, 0x00, 0xff}},
                                                 {"C", {0xff, 0xff, 0x00}}};
  static const std::vector<LetterColor> taylor = {
      {"A", {0xcc, 0xff, 0x00}}, {"R", {0x00, 0x00, 0xff}}, {"N", {0xcc, 0x00, 0xff}}, {"D", {0xff, 0x00, 0x00}},
      {"C", {0xff, 0xff, 0x00}}, {"Q", {0xff, 0x00, 0xcc}}, {"E", {0xff, 0x00, 0x66}}, {"G", {0xff, 0x99, 0x00}},
      {"H", {0x00, 0x66, 0xff}}, {"I", {0x66, 0xff, 0x00}}, {"L", {0x33, 0xff, 0x00}}, {"K", {0x66, 0x00, 0xff}},
      {"M", {0x00, 0xff, 0x00}}, {"F", {0x00, 0xff, 0x66}}, {"P", {0xff, 0xcc, 0x00}}, {"S", {0xff, 0x33, 0x00}},
      {"T", {0xff, 0x66, 0x00}}, {"W", {0x00, 0xcc, 0xff}}, {"Y", {0x00, 0xff, 0xcc}}, {"V", {0x99, 0xff, 0x00}}};
  static const std::vector<LetterColor> groups = {
      {"AILMV", okabeIto()[1]}, {"FWY", okabeIto()[4]}, {"HKR", okabeIto()[5]}, {"DE", okabeIto()[6]},
      {"NQST", okabeIto()[3]},  {"GP", okabeIto()[7]},  {"C", okabeIto()[2]}};
  static const std::vector<LetterColor> nucleotide = {
      {"A", {0x64, 0xf7, 0x3f}}, {"C", {0xff, 0xb3, 0x40}}, {"G", {0xeb, 0x41, 0x3c}}, {"TU", {0x3c, 0x88, 0xee}}};
  static const std::vector<LetterColor> nothing;
  switch (scheme) {
    case AlignmentScheme::zappo:
      return zappo;
    case AlignmentScheme::taylor:
      return taylor;
    case AlignmentScheme::groups:
      return groups;
    case AlignmentScheme::nucleotide:
      return nucleotide;
    default:
      return nothing;
  }
}

const ResidueScale* residueScale(AlignmentScheme scheme) {
  // In the order of alphabet::kLetters: A R N D C Q E G H I L K M F P S T W Y V.
  static constexpr ResidueScale kHydrophobicity = {
      {1.8, -4.5, -3.5, -3.5, 2.5, -3.5, -3.5, -0.4, -3.2, 4.5, 3.8, -3.9, 1.9, 2.8, -1.6, -0.8, -0.7, -0.9, -1.3, 4.2},
      -3.9,
      4.5,
      {0, 0, 255},
      {255, 0, 0}};
  static constexpr ResidueScale kHelix = {{1.42, 0.98, 0.67, 1.01, 0.70, 1.11, 1.51, 0.57, 1.00, 1.08,
                                           1.21, 1.16, 1.45, 1.13, 0.57, 0.77, 0.83, 1.08, 0.69, 1.06},
                                          0.57,
                                          1.51,
                                          {0, 255, 0},
                                          {255, 0, 255}};
  static constexpr ResidueScale kStrand = {{0.83, 0.93, 0.89, 0.54, 1.19, 1.10, 0.37, 0.75, 0.87, 1.60,
                                            1.30, 0.74, 1.05, 1.38, 0.55, 0.75, 1.19, 1.37, 1.47, 1.70},
                                           0.37,
                                           1.70,
                                           {0, 0, 255},
                                           {255, 255, 0}};
  static constexpr ResidueScale kTurn = {{0.66, 0.95, 1.56, 1.46, 1.19, 0.98, 0.74, 1.56, 0.95, 0.47,
                                          0.59, 1.01, 0.60, 0.60, 1.52, 1.43, 0.96, 0.96, 1.14, 0.50},
                                         0.47,
                                         1.56,
                                         {0, 255, 255},
                                         {255, 0, 0}};
  static constexpr ResidueScale kBuried = {
      {1.7, 0.1, 0.4, 0.4, 4.6, 0.3, 0.3, 1.8, 0.8, 3.1, 2.4, 0.05, 1.9, 2.2, 0.6, 0.8, 0.7, 1.6, 0.5, 2.9},
      0.05,
      4.6,
      {0, 255, 0},
      {0, 0, 255}};
  switch (scheme) {
    case AlignmentScheme::hydrophobicity:
      return &kHydrophobicity;
    case AlignmentScheme::helix:
      return &kHelix;
    case AlignmentScheme::strand:
      return &kStrand;
    case AlignmentScheme::turn:
      return &kTurn;
    case AlignmentScheme::buried:
      return &kBuried;
    default:
      return nullptr;
  }
}

Rgb scaleColor(const ResidueScale& scale, double value) {
  return mixed(scale.lowColor, scale.highColor, std::clamp((value - scale.low) / (scale.high - scale.low), 0.0, 1.0));
}

const std::vector<ClustalRule>& clustalRules() {
  using Count = ClustalCondition::Count;
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

bool isMet(const ClustalCondition& condition, const engine::ColumnStatistics& statistics, Index column) {
  double together = 0, single = 0;
  for (const char letter : condition.group) {
    const double count = statistics.count(column, alphabet::codeOf(letter));
    together += count;
    single = std::max(single, count);
  }
  const double rows = static_cast<double>(std::max<Index>(1, statistics.numRows));
  return 100 * (condition.count == ClustalCondition::Count::together ? together : single) / rows > condition.percent;
}

}  // namespace ui
