// Structure scores against the measured ones, and their choice of rows.
#include "engine/hmm/score/SecondaryStructureScore.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/viterbi/PathScore.h"
#include "tests/engine/hmm/AllPaths.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace secondary_structure_score_test {

constexpr std::string_view kKnown = "HECSTGB", kPredicted = "HEC";

int predictedState(const std::string& text) {  // "H9"
  return static_cast<int>(kPredicted.find(text[0])) * 10 + (text[1] - '0');
}

TEST(SecondaryStructureScore, knownValuesOfTheTables) {
  EXPECT_NEAR(knownPredictedBits(0, predictedState("H9")), 1.5685, 1e-4);
  EXPECT_NEAR(predictedPredictedBits(predictedState("H0"), predictedState("H0")), 0.1812, 2e-4);
  EXPECT_NEAR(predictedPredictedBits(predictedState("H0"), predictedState("E9")), -0.9081, 2e-4);
}

TEST(SecondaryStructureScore, tablesEqualTheMeasuredOnes) {
  const auto path = test::sharedFile("hh/ss_scores_measured.json");
  if (path.empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  const auto measured = nlohmann::json::parse(test::readText(path));
  int agreeing = 0, compared = 0;
  const auto compare = [&](double found, double expected) {
    agreeing += std::abs(found - expected) <= 2e-4;
    ++compared;
  };
  for (const auto& [key, bits] : measured["S33"].items())
    compare(predictedPredictedBits(predictedState(key.substr(0, 2)), predictedState(key.substr(3))), bits);
  for (const auto& [key, bits] : measured["S73"].items())
    compare(knownPredictedBits(static_cast<int>(kKnown.find(key[0])), predictedState(key.substr(2))), bits);
  std::cout << agreeing << " of " << compared << " structure scores agree\n";
  EXPECT_EQ(agreeing, compared);
  EXPECT_EQ(compared, 1110);
}

TEST(SecondaryStructureScore, predictionsScoreAlikeInBothDirections) {
  for (int u = 0; u < kPredictedStates; ++u)
    for (int v = 0; v < u; ++v) EXPECT_NEAR(predictedPredictedBits(u, v), predictedPredictedBits(v, u), 1e-12);
}

TEST(SecondaryStructureScore, withoutCertaintyNothingIsScored) {
  for (int v = 0; v < kPredictedStates; ++v) {
    EXPECT_NEAR(predictedPredictedBits(v, 7, 0), 0, 1e-12);
    for (int u = 0; u < kKnownStates; ++u) EXPECT_EQ(knownPredictedBits(u, v, 0), 0);
  }
}

ProfileHmm withRows(Index length, Random& random, bool known, bool predicted) {
  ProfileHmm profile = test::randomProfile(length, random, false);
  const auto symbols = [&](std::string_view letters) {
    std::string text;
    for (Index i = 0; i < length; ++i) text += letters[random.below(letters.size())];
    return text;
  };
  if (known) profile.annotations.push_back({"ss_dssp", symbols("HECSTGB-")});
  if (predicted) profile.annotations.push_back({"ss_pred", symbols("HEC-")});
  if (predicted) profile.annotations.push_back({"ss_conf", symbols("0123456789-")});
  return profile;
}

TEST(SecondaryStructureScore, rowsAreChosenAsTheModeSays) {
  Random random(31);
  const ProfileHmm none = withRows(4, random, false, false), known = withRows(4, random, true, false);
  const ProfileHmm predicted = withRows(4, random, false, true), both = withRows(4, random, true, true);
  const auto isScored = [](const ProfileHmm& q, const ProfileHmm& t, StructureMode mode, StructureChoice choice) {
    return StructureScorer(q, t, {mode, 0.11, 1.0, choice}).isScored();
  };
  using enum StructureChoice;
  EXPECT_TRUE(isScored(predicted, predicted, StructureMode::inside, best));
  EXPECT_TRUE(isScored(predicted, known, StructureMode::inside, best));
  EXPECT_TRUE(isScored(known, predicted, StructureMode::after, best));
  EXPECT_FALSE(isScored(known, known, StructureMode::inside, best));
  EXPECT_FALSE(isScored(none, predicted, StructureMode::inside, best));
  EXPECT_FALSE(isScored(predicted, predicted, StructureMode::none, best));
  EXPECT_FALSE(isScored(predicted, known, StructureMode::insidePredicted, best));
  EXPECT_TRUE(isScored(both, both, StructureMode::afterPredicted, best));
  EXPECT_FALSE(isScored(predicted, known, StructureMode::inside, asHhsuite));
  EXPECT_FALSE(isScored(both, predicted, StructureMode::inside, asHhsuite));
  EXPECT_TRUE(isScored(both, both, StructureMode::inside, asHhsuite));
  EXPECT_TRUE(isScored(predicted, known, StructureMode::inside, asHhsuiteRealigning));
  EXPECT_TRUE(isScored(known, predicted, StructureMode::inside, asHhsuiteRealigning));
  EXPECT_FALSE(isScored(predicted, predicted, StructureMode::inside, asHhsuiteRealigning));
  EXPECT_FALSE(isScored(predicted, known, StructureMode::after, asHhsuiteRealigning));
}

TEST(SecondaryStructureScore, theProbabilityCountsOnStructureThatCouldBeCompared) {
  // As hhalign's constants of the probability change with -ssm 0 to 4 and the rows of both sides, also where its other
  // slips leave the score without structure.
  Random random(35);
  const ProfileHmm none = withRows(4, random, false, false), known = withRows(4, random, true, false),
                   predicted = withRows(4, random, false, true);
  const auto annotatedModes = [](const ProfileHmm& q, const ProfileHmm& t) {
    std::string modes;
    for (const int mode : {0, 1, 2, 3, 4})
      if (StructureScorer(q, t, {static_cast<StructureMode>(mode), 0.11, 1.0, StructureChoice::asHhsuite})
              .isAnnotated())
        modes += std::to_string(mode);
    return modes;
  };
  EXPECT_EQ(annotatedModes(predicted, known), "12");
  EXPECT_EQ(annotatedModes(known, predicted), "12");
  EXPECT_EQ(annotatedModes(known, known), "");
  EXPECT_EQ(annotatedModes(predicted, predicted), "1234");
  EXPECT_EQ(annotatedModes(predicted, none), "");
  EXPECT_TRUE(hasStructure(known) && hasStructure(predicted));
  EXPECT_FALSE(hasStructure(none));
}

TEST(SecondaryStructureScore, unknownStatesScoreNothingAndMissingConfidenceIsFour) {
  Random random(32);
  ProfileHmm query = test::randomProfile(2, random, false), templ = query;
  query.annotations = {{"ss_pred", "H-"}};
  templ.annotations = {{"ss_dssp", "H-"}};
  const StructureScorer scorer(query, templ, {StructureMode::inside, 1.0, 1.0, StructureChoice::best});
  EXPECT_NEAR(scorer.score(0, 0), 0.8074, 1e-4);
  EXPECT_EQ(scorer.score(1, 0), 0);
  EXPECT_EQ(scorer.score(0, 1), 0);
}

TEST(SecondaryStructureScore, bestPathOfTinyProfilesCountsStructure) {
  Random random(33);
  Progress progress;
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global})
    for (int trial = 0; trial < 60; ++trial) {
      const ProfileHmm query = withRows(1 + trial % 3, random, trial % 2 == 0, true);
      const ProfileHmm templ = withRows(1 + trial / 3 % 3, random, trial % 5 == 0, true);
      ViterbiOptions options;
      options.mode = mode;
      options.structure.weight = 2;
      double best = kImpossible;
      for (const AlignmentPath& path : test::allPaths(query.length(), templ.length(), options))
        best = std::max(best, scoredPath(path, query, templ, options).score);
      EXPECT_NEAR(alignByViterbi(query, templ, options, progress).path.score, best, 1e-9);
      const bool isBothKnown = trial % 2 == 0 && trial % 5 == 0;  // then the side that is known decides
      if (!isBothKnown) {
        EXPECT_NEAR(alignByViterbi(templ, query, options, progress).path.score, best, 1e-9);
      }
    }
}

TEST(SecondaryStructureScore, theScoreShownLeavesStructureOutAndTheProbabilityDoesNot) {
  // One sequence without gaps against itself: the path is the diagonal whatever structure adds.
  Random random(34);
  Progress progress;
  ProfileHmm profile = test::randomProfile(30, random, false);
  for (size_t i = 0; i < profile.emissions.size(); ++i) {
    profile.emissions[i].fill(0);
    profile.emissions[i][i % 20] = 1;
  }
  for (auto& row : profile.transitions) row = {0, kImpossible, kImpossible, 0, kImpossible, 0, kImpossible};
  profile.columnNeff.assign(31, {1, 0, 0});
  profile.neff = 1;
  profile.annotations = {{"ss_pred", std::string(30, 'H')}, {"ss_conf", std::string(30, '9')}};
  ProfileAlignmentOptions options = alignmentOptions(Preset::standard);
  const auto scoresOf = [&](StructureMode mode) {
    options.viterbi.structure.mode = mode;
    return alignProfiles(profile, profile, options, progress).scores.at(0);
  };
  const PathScores without = scoresOf(StructureMode::none), after = scoresOf(StructureMode::after);
  const PathScores inside = scoresOf(StructureMode::inside);
  EXPECT_GT(inside.secondaryStructure, 1);
  EXPECT_NEAR(inside.viterbi, without.viterbi + inside.secondaryStructure, 1e-9);
  EXPECT_NEAR(inside.total, without.total, 1e-9);
  EXPECT_NEAR(after.total, without.total, 1e-9);
  EXPECT_NEAR(after.secondaryStructure, inside.secondaryStructure, 1e-9);
  EXPECT_NE(inside.probability, without.probability);
}

}  // namespace secondary_structure_score_test
