// Colour schemes and the averaged overview of alignments.
#include "ui/scenes/alignment/AlignmentColors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "ui/scenes/alignment/AlignmentOverview.h"

namespace ui {
namespace alignment_colors_test {

using engine::Index;
namespace alphabet = engine::alphabet;

engine::Alignment columnOf(const std::string& letters) {
  engine::Alignment alignment;
  alignment.numColumns = 1;
  alignment.rows.resize(letters.size());
  for (char letter : letters) alignment.codes.push_back(alphabet::codeOf(letter));
  return alignment;
}

Rgb clustalColor(const std::string& column, char letter) {
  engine::Progress progress;
  const auto statistics = engine::columnStatistics(columnOf(column), 1, progress);
  return alignmentPalette(AlignmentScheme::clustal, &statistics, {}).color(0, alphabet::codeOf(letter));
}

constexpr Rgb kWhite{255, 255, 255}, kBlue{0x80, 0xa0, 0xf0}, kRed{0xf0, 0x15, 0x05}, kOrange{0xf0, 0x90, 0x48};
constexpr Rgb kPink{0xf0, 0x80, 0x80}, kGreen{0x15, 0xc0, 0x15};

TEST(ClustalColors, hydrophobicResiduesNeedMoreThanSixtyPercent) {
  EXPECT_EQ(clustalColor("LLLLLLLDDD", 'L'), kBlue);
  EXPECT_EQ(clustalColor("LLLLLLDDDD", 'L'), kWhite) << "60 % is not more than 60 %";
  EXPECT_EQ(clustalColor("LIVMLIVDDD", 'L'), kBlue) << "the group counts together";
}

TEST(ClustalColors, gapsCountAsRows) { EXPECT_EQ(clustalColor("LLLLL-----", 'L'), kWhite); }

TEST(ClustalColors, glycineIsAlwaysOrangeAndCysteineDependsOnItsColumn) {
  EXPECT_EQ(clustalColor("GDDDDDDDDD", 'G'), kOrange);
  EXPECT_EQ(clustalColor("CCCCCCCCCD", 'C'), kPink);
  EXPECT_EQ(clustalColor("CCCCLLLLDD", 'C'), kBlue);
}

TEST(ClustalColors, chargedAndPolarRules) {
  EXPECT_EQ(clustalColor("KKKRRRRDDD", 'K'), kRed);
  EXPECT_EQ(clustalColor("SSSTTTDDDD", 'S'), kGreen);
  EXPECT_EQ(clustalColor("SSTTDDDDAA", 'S'), kWhite);
}

TEST(AlignmentPalettes, gapsAreNeverColoured) {
  engine::Progress progress;
  const auto statistics = engine::columnStatistics(columnOf("AAAA-"), 1, progress);
  for (const auto& info : alignmentSchemes())
    EXPECT_EQ(alignmentPalette(info.scheme, &statistics, {}).color(0, alphabet::kGap), kWhite) << info.title;
}

TEST(AlignmentPalettes, columnSchemesAreBlankWithoutStatistics) {
  const auto palette = alignmentPalette(AlignmentScheme::identity, nullptr, {});
  for (const Rgb& color : palette.colors) EXPECT_EQ(color, kWhite);
}

TEST(AlignmentPalettes, identityColoursTheConsensusInThreeStrengths) {
  engine::Progress progress;
  const auto color = [&](const std::string& column, char letter) {
    const auto statistics = engine::columnStatistics(columnOf(column), 1, progress);
    return alignmentPalette(AlignmentScheme::identity, &statistics, {}).color(0, alphabet::codeOf(letter));
  };
  EXPECT_EQ(color("AAAAAAAAAD", 'A'), (Rgb{0x64, 0x64, 0xff}));
  EXPECT_EQ(color("AAAAAAAADD", 'A'), (Rgb{0x99, 0x99, 0xff})) << "80 % is not more than 80 %";
  EXPECT_EQ(color("AAAAADDDEE", 'A'), (Rgb{0xcc, 0xcc, 0xff}));
  EXPECT_EQ(color("AAAADDDEEF", 'A'), kWhite);
  EXPECT_EQ(color("AAAAAAAAAD", 'D'), kWhite);
}

/// The published colour from its strength on a white page.
Rgb published(AlignmentScheme scheme, char letter) {
  constexpr double kStrength = 0.72;
  const Rgb shown = alignmentPalette(scheme, nullptr, {}).color(0, alphabet::codeOf(letter));
  Rgb full;
  for (size_t k = 0; k < 3; ++k)
    full[k] = static_cast<std::uint8_t>(std::clamp(std::lround(255 - (255 - shown[k]) / kStrength), 0L, 255L));
  return full;
}

void expectNear(const Rgb& found, const Rgb& expected, const std::string& what) {
  for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[k], expected[k], 2) << what;
}

TEST(AlignmentPalettes, scalesHaveTheirPublishedColours) {
  expectNear(published(AlignmentScheme::hydrophobicity, 'A'), {0xad, 0x00, 0x52}, "A");
  expectNear(published(AlignmentScheme::hydrophobicity, 'N'), {0x0c, 0x00, 0xf3}, "N");
  expectNear(published(AlignmentScheme::hydrophobicity, 'R'), {0x00, 0x00, 0xff}, "R");
  expectNear(published(AlignmentScheme::helix, 'A'), {0xe7, 0x18, 0xe7}, "A");
  expectNear(published(AlignmentScheme::helix, 'P'), {0x00, 0xff, 0x00}, "P");
  expectNear(published(AlignmentScheme::strand, 'V'), {0xff, 0xff, 0x00}, "V");
  expectNear(published(AlignmentScheme::strand, 'A'), {0x58, 0x58, 0xa7}, "A");
  expectNear(published(AlignmentScheme::turn, 'A'), {0x2c, 0xd3, 0xd3}, "A");
  expectNear(published(AlignmentScheme::turn, 'N'), {0xff, 0x00, 0x00}, "N");
  expectNear(published(AlignmentScheme::buried, 'A'), {0x00, 0xa3, 0x5c}, "A");
  expectNear(published(AlignmentScheme::buried, 'C'), {0x00, 0x00, 0xff}, "C");
}

TEST(AlignmentPalettes, blosumColoursConsensusAndPositiveScores) {
  engine::Progress progress;
  const auto statistics = engine::columnStatistics(columnOf("LLLIVD"), 1, progress);
  const auto palette = alignmentPalette(AlignmentScheme::blosum62, &statistics, {});
  EXPECT_EQ(palette.color(0, alphabet::codeOf('L')), (Rgb{0x9a, 0x9a, 0xff}));
  EXPECT_EQ(palette.color(0, alphabet::codeOf('I')), (Rgb{0xcc, 0xcc, 0xff})) << "L-I scores 2";
  EXPECT_EQ(palette.color(0, alphabet::codeOf('F')), kWhite) << "L-F scores 0";
  EXPECT_EQ(palette.color(0, alphabet::codeOf('D')), kWhite);
}

TEST(AlignmentPalettes, belowTheThresholdLettersStayUncoloured) {
  engine::Progress progress;
  const auto statistics = engine::columnStatistics(columnOf("KKKKKKDDDD"), 1, progress);
  const auto palette = alignmentPalette({AlignmentScheme::zappo, {}, 0.5, {}}, &statistics, {});
  EXPECT_NE(palette.color(0, alphabet::codeOf('K')), kWhite);
  EXPECT_EQ(palette.color(0, alphabet::codeOf('D')), kWhite);
}

TEST(AlignmentPalettes, strengthsFadeTheirColumnTowardsThePage) {
  engine::Alignment alignment;
  alignment.numColumns = 3;
  alignment.rows.resize(1);
  for (int k = 0; k < 3; ++k) alignment.codes.push_back(alphabet::codeOf('K'));
  engine::Progress progress;
  const auto statistics = engine::columnStatistics(alignment, 1, progress);
  const auto palette = alignmentPalette({AlignmentScheme::zappo, {}, 0, {0, 0.5f, 1}}, &statistics, {});
  const auto full = alignmentPalette(AlignmentScheme::zappo, nullptr, {}).color(0, alphabet::codeOf('K'));
  EXPECT_EQ(palette.color(0, alphabet::codeOf('K')), kWhite);
  EXPECT_EQ(palette.color(1, alphabet::codeOf('K')), mixed(kWhite, full, 0.5));
  EXPECT_EQ(palette.color(2, alphabet::codeOf('K')), full);
}

TEST(AlignmentPalettes, annotationColoursWholeColumnsButNoGapsAndNoMissingValues) {
  const auto palette = alignmentPalette({AlignmentScheme::annotation, {0, 1, std::nanf("")}, 0, {}}, nullptr, {});
  EXPECT_NE(palette.color(0, alphabet::codeOf('A')), palette.color(1, alphabet::codeOf('A')));
  EXPECT_EQ(palette.color(1, alphabet::codeOf('A')), palette.color(1, alphabet::codeOf('W')));
  EXPECT_EQ(palette.color(1, alphabet::kGap), kWhite);
  EXPECT_EQ(palette.color(2, alphabet::codeOf('A')), kWhite);
}

TEST(AlignmentPalettes, nucleotidesAreTold) {
  engine::Progress progress;
  EXPECT_TRUE(isNucleotide(engine::columnStatistics(columnOf("ACGUACGTN-"), 1, progress)));
  EXPECT_FALSE(isNucleotide(engine::columnStatistics(columnOf("ACGTLLKE"), 1, progress)));
  EXPECT_FALSE(isNucleotide(engine::columnStatistics(columnOf("---"), 1, progress)));
}

TEST(AlignmentPalettes, legendsShowTheColoursOfTheLetters) {
  for (const auto& info : alignmentSchemes()) {
    if (info.scheme == AlignmentScheme::none || info.scheme == AlignmentScheme::annotation) continue;
    const auto legend = alignmentLegend(info.scheme, {});
    EXPECT_GE(legend.size(), 2u) << info.id;
    std::set<Rgb> colors;
    for (const auto& entry : legend) EXPECT_TRUE(colors.insert(entry.color).second) << info.id << ' ' << entry.text;
  }
  const auto palette = alignmentPalette(AlignmentScheme::zappo, nullptr, {});
  for (const auto& entry : alignmentLegend(AlignmentScheme::zappo, {}))
    for (const char letter : entry.text) EXPECT_EQ(palette.color(0, alphabet::codeOf(letter)), entry.color) << letter;
}

AlignmentCells cellsOf(engine::Alignment alignment, const std::vector<Index>& order = {}) {
  auto arrangement = std::make_shared<engine::AlignmentArrangement>(alignment.numRows(), alignment.numColumns);
  if (!order.empty()) arrangement->setRows(order, {});
  return {std::make_shared<const engine::Alignment>(std::move(alignment)), arrangement, {}, -1};
}

TEST(AlignmentOverview, withoutReductionIsThePictureItself) {
  const engine::Alignment alignment = columnOf("ADGK-");
  const auto palette = alignmentPalette(AlignmentScheme::zappo, nullptr, {});
  engine::Progress progress;
  const auto overview = alignmentOverview(cellsOf(alignment, {4, 3, 2, 1, 0}), palette, kWhite, 1000, 1, progress);
  ASSERT_EQ(overview.numRows, 5);
  for (Index row = 0; row < 5; ++row)
    EXPECT_EQ(overview.at(row, 0), palette.color(0, alignment.at(4 - row, 0))) << "rows in the shown order";
}

TEST(AlignmentOverview, blocksAreMeansAlsoAtTheEdges) {
  engine::Alignment alignment;
  alignment.numColumns = 3;
  alignment.rows.resize(3);
  for (char letter : std::string("DKDKDKDKD")) alignment.codes.push_back(alphabet::codeOf(letter));
  const auto palette = alignmentPalette(AlignmentScheme::zappo, nullptr, {});
  const Rgb d = palette.color(0, alphabet::codeOf('D')), k = palette.color(0, alphabet::codeOf('K'));
  engine::Progress progress;
  const auto overview = alignmentOverview(cellsOf(alignment), palette, kWhite, 4, 1, progress);
  ASSERT_EQ(overview.numRows, 2);
  ASSERT_EQ(overview.numColumns, 2);
  for (size_t channel = 0; channel < 3; ++channel) {
    EXPECT_NEAR(overview.at(0, 0)[channel], (d[channel] + k[channel]) / 2.0, 1);
    EXPECT_EQ(overview.at(1, 1)[channel], d[channel]);
  }
}

TEST(AlignmentOverview, isEmptyForAnEmptyAlignment) {
  engine::Progress progress;
  const auto overview =
      alignmentOverview({}, alignmentPalette(AlignmentScheme::none, nullptr, {}), kWhite, 100, 1, progress);
  EXPECT_EQ(overview.numRows * overview.numColumns, 0);
}

}  // namespace alignment_colors_test
}  // namespace ui
