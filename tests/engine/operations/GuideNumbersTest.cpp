// Numbers of a published guide to RoseTTAFold (A Complete Guide to Protein Folding Prediction with RoseTTAFold, part
// I), section by section, beside what the program computes. Where the guide is wrong the test says what is right.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/base/Random.h"
#include "engine/datasets/Exports.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/score/SecondaryStructureScore.h"
#include "engine/hmm/score/StructureStates.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "engine/hmm/weights/TransitionCounts.h"
#include "engine/network/Encodings.h"
#include "engine/search/IteratedSearch.h"
#include "engine/search/prefilter/Prefilter.h"
#include "engine/structure/Backbone.h"

namespace {

using namespace engine;

size_t codeOf(char letter) { return alphabet::kLetters.find(letter); }

/// One column with these emissions, measured against the background given.
ProfileHmm columnOf(const ResidueVector& emissions, const ResidueVector& background) {
  ProfileHmm profile;
  profile.emissions = {emissions};
  profile.background = background;
  profile.transitions.assign(2, log2Of({1, 0, 0, 1, 0, 1, 0}));
  profile.columnNeff.assign(2, {1, 1, 1});
  profile.name.assign("column");
  profile.consensus.assign(1, 'x');
  profile.alignmentColumn = {0};
  profile.masterLetters.assign(1, 'W');
  profile.hasPseudocounts = true;
  return profile;
}

double columnScore(const ResidueVector& q, const ResidueVector& t, const ResidueVector& f) {
  return ColumnScorer(columnOf(q, f), columnOf(t, f), NullModel::background).score(0, 0);
}

const double kBitsToLog10 = std::log10(2.0);

TEST(GuideEmissions, cysteineReplacesItselfWith11Point5) {
  const size_t c = codeOf('C');
  EXPECT_NEAR(10 * kBitsToLog10 * gonnet().score[c][c], 11.5, 0.005) << "scaled so that probabilities sum to 1";
  for (size_t a = 0; a < 20; ++a) EXPECT_GT(gonnet().score[a][a], 0) << "diagonal entries are always positive";
  for (size_t a = 0; a < 20; ++a)
    for (size_t b = 0; b < 20; ++b) EXPECT_NEAR(gonnet().score[a][b], gonnet().score[b][a], 1e-12) << "symmetric";
}

TEST(GuideEmissions, betaIsTenAndGrowingAlphaLeavesLessToTheExpectation) {
  const EmissionPseudocounts guide = presetPseudocounts(Preset::guide);
  EXPECT_EQ(guide.mode, Admixture::byCount);
  EXPECT_EQ(guide.b, 10);
  EXPECT_EQ(admixtureOf(guide, 1), 1) << "one sequence: the expectation alone";
  EXPECT_DOUBLE_EQ(admixtureOf(guide, 11), 0.5) << "alpha = 10";
  EXPECT_LT(admixtureOf(guide, 101), admixtureOf(guide, 100));
}

TEST(GuideColumnScore, conservedCysteineAgainstGlycineIsMinus0Point48) {
  ResidueVector f;
  f.fill(0.97 / 19);
  f[codeOf('C')] = 0.03;
  ResidueVector q{}, t{};
  q[codeOf('C')] = 1;
  t[codeOf('G')] = 0.99;
  t[codeOf('C')] = 0.01;
  const double bits = columnScore(q, t, f);
  EXPECT_NEAR(bits * kBitsToLog10, -0.48, 0.005) << "the guide takes the logarithm to base 10";
  EXPECT_NEAR(bits, std::log2(1.0 / 3), 1e-9) << "-1.58 bits";
}

TEST(GuideColumnScore, aConservedQueryLeavesTheTemplatesShareOverTheBackground) {
  const ResidueVector f = gonnet().background;
  ResidueVector q{};
  q[codeOf('W')] = 1;
  const ResidueVector& t = gonnet().conditional[3];
  ResidueVector normalised = t;
  double sum = 0;
  for (const double value : t) sum += value;
  for (double& value : normalised) value /= sum;
  EXPECT_NEAR(columnScore(q, normalised, f), std::log2(normalised[codeOf('W')] / f[codeOf('W')]), 1e-9);
}

TEST(GuideColumnScore, aColumnLikeTheBackgroundScoresZero) {
  const ResidueVector f = gonnet().background;
  ResidueVector t{};
  t[codeOf('A')] = 0.7;
  t[codeOf('W')] = 0.3;
  EXPECT_NEAR(columnScore(f, t, f), 0, 1e-12);
}

TEST(GuideSecondaryStructure, tablesAreSevenByThreeForTenConfidences) {
  EXPECT_EQ(kKnownStates, 7);
  EXPECT_EQ(kPredictedStructureLetters.size(), 3u);
  EXPECT_EQ(kStructureConfidences, 10);
  EXPECT_EQ(kPredictedStates, 30);
}

TEST(GuideCorrelation, isATenthOfTheSumsForOneToFourSteps) {
  EXPECT_DOUBLE_EQ(alignmentOptions(Preset::guide).correlation, 0.1);
}

TEST(GuideVectorizedViterbi, aByteHoldsStopZeroToFiveInThreeBitsAndOneBitPerGapState) {
  using namespace pointer;
  const std::uint8_t allOpen = kOpensMI | kOpensIM | kOpensDG | kOpensGD;
  EXPECT_EQ(textbookByte(allOpen | kStop), 0);
  EXPECT_EQ(textbookByte(allOpen | kFromMM), 1) << "1: from another MM state";
  EXPECT_EQ(textbookByte(allOpen | kFromMI), 2);
  EXPECT_EQ(textbookByte(allOpen | kFromIM), 3) << "3: from an IM state";
  EXPECT_EQ(textbookByte(allOpen | kFromDG), 4);
  EXPECT_EQ(textbookByte(allOpen | kFromGD), 5);
  EXPECT_EQ(textbookByte((allOpen & ~kOpensMI) | kFromMM), 1 | 8) << "1: went on from itself";
  EXPECT_EQ(textbookByte((allOpen & ~kOpensIM) | kFromMM), 1 | 16);
  EXPECT_EQ(textbookByte((allOpen & ~kOpensDG) | kFromMM), 1 | 32);
  EXPECT_EQ(textbookByte((allOpen & ~kOpensGD) | kFromMM), 1 | 64);
  EXPECT_EQ(textbookByte(kCellOff), 128 | 8 | 16 | 32 | 64);
}

TEST(GuideVectorizedViterbi, filesOfThePresetGuideHoldThatByte) {
  ResidueVector q{};
  q[codeOf('W')] = 1;
  const ProfileHmm profile = columnOf(q, gonnet().background);
  Progress progress;
  const ProfileAlignment guide = alignProfiles(profile, profile, alignmentOptions(Preset::guide), progress);
  ProfileAlignment marked = guide;
  marked.preset = "guide";
  const ArrayBundle arrays = alignmentArrays(marked);
  const auto ours = numbersOf<double>(arrays, "backtrace"), textbook = numbersOf<double>(arrays, "backtrace_guide");
  ASSERT_EQ(ours.size(), 1);
  EXPECT_EQ(textbook[0], textbookByte(static_cast<std::uint8_t>(ours[0])));
  marked.preset = "default";
  EXPECT_EQ(alignmentArrays(marked).count("backtrace_guide"), 0u);
}

TEST(GuideIterativeAlignment, lettersThresholdsAndSizes) {
  EXPECT_EQ(standardColumnStates().count(), 219);
  EXPECT_EQ(PrefilterOptions{}.minUngapped / ColumnStateProfile::kUnitsPerBit, 2.5);
  EXPECT_EQ(PrefilterOptions{}.maxEvalue, 1000);
  // The first position of a gap costs its opening and one extension.
  EXPECT_EQ(kPrefilterGapExtend / ColumnStateProfile::kUnitsPerBit, 1);
  EXPECT_EQ((kPrefilterGapOpen - kPrefilterGapExtend) / ColumnStateProfile::kUnitsPerBit, 5);
  const IterationOptions options;
  ASSERT_EQ(options.enough.size(), 2u);
  EXPECT_EQ(options.enough[0].rows, 2000);
  EXPECT_EQ(options.enough[0].coverage, 75);
  EXPECT_EQ(options.enough[1].rows, 5000);
  EXPECT_EQ(options.enough[1].coverage, 50);
}

TEST(GuidePositionEncoding, frequenciesFallFromOneAndPairsTurn) {
  const Array<double> P = sinusoidalEncoding<double>({1}, 64);
  for (Index k = 0; k < 32; ++k)
    EXPECT_NEAR(std::atan2(P(0, 2 * k), P(0, 2 * k + 1)), std::exp(-2.0 * double(k) * std::log(10000.0) / 64), 1e-12);
  bool hasNegative = false;
  for (const double value : sinusoidalEncoding<double>({4}, 64)) hasNegative = hasNegative || value < 0;
  EXPECT_TRUE(hasNegative) << "sine and cosine lie in [-1, 1], not [0, 1] as the guide has it";
}

TEST(GuidePairGeometry, omegaIsTheSameFromBothResidues) {
  Random random(4);
  const auto point = [&] { return Vector3(random.uniform(), random.uniform(), random.uniform()); };
  for (int trial = 0; trial < 20; ++trial) {
    const Vector3 ca = point(), cb = point(), otherCb = point(), otherCa = point();
    EXPECT_NEAR(dihedral(ca, cb, otherCb, otherCa), dihedral(otherCa, otherCb, cb, ca), 1e-9)
        << "the guide says that its sign flips";
  }
}

}  // namespace
