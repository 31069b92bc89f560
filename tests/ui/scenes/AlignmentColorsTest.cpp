// Colour schemes and the averaged overview of alignments.
#include "ui/scenes/AlignmentColors.h"

#include <gtest/gtest.h>

#include <numeric>

#include "ui/scenes/AlignmentOverview.h"

namespace ui {
namespace {

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
  EXPECT_LT(color("AAAAAAAAAD", 'A')[0], color("AAAAAAADDD", 'A')[0]);
  EXPECT_LT(color("AAAAAAADDD", 'A')[0], color("AAAAADDDEE", 'A')[0]);
  EXPECT_EQ(color("AAAADDDEEF", 'A'), kWhite);
  EXPECT_EQ(color("AAAAAAAAAD", 'D'), kWhite);
}

std::vector<Index> identityOrder(Index count) {
  std::vector<Index> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  return order;
}

TEST(AlignmentOverview, withoutReductionIsThePictureItself) {
  const engine::Alignment alignment = columnOf("ADGK-");
  const auto palette = alignmentPalette(AlignmentScheme::zappo, nullptr, {});
  engine::Progress progress;
  const auto overview = alignmentOverview(alignment, {4, 3, 2, 1, 0}, palette, 1000, 1, progress);
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
  const auto overview = alignmentOverview(alignment, identityOrder(3), palette, 4, 1, progress);
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
      alignmentOverview({}, {}, alignmentPalette(AlignmentScheme::none, nullptr, {}), 100, 1, progress);
  EXPECT_EQ(overview.numRows * overview.numColumns, 0);
}

}  // namespace
}  // namespace ui
