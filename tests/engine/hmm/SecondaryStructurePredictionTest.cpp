// The propensity predictor on sequences that say plainly what they are.
#include "engine/hmm/profile/SecondaryStructurePrediction.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/hmm/profile/ProfileBuilder.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace secondary_structure_prediction_test {

ProfileHmm profileOf(const std::string& letters) {
  Progress progress;
  return buildProfile(test::alignmentOfRows({letters}), {}, progress);
}

TEST(SecondaryStructurePrediction, likesWhatTheResiduesLike) {
  const auto prediction = predictByPropensity(profileOf("AEMLAEMLAEMLGPNGGNPGVIYVTVIYVTV").emissions);
  EXPECT_EQ(prediction.states.substr(2, 8), "HHHHHHHH");
  EXPECT_EQ(prediction.states.substr(13, 5), "CCCCC");
  EXPECT_EQ(prediction.states.substr(22, 8), "EEEEEEEE");
  EXPECT_GT(prediction.confidence[5], '5');
  EXPECT_EQ(prediction.confidence.find_first_not_of("0123456789"), std::string::npos);
}

TEST(SecondaryStructurePrediction, hasNoShortHelicesAndStrands) {
  Random random(7);
  for (int round = 0; round < 20; ++round) {
    const std::string states = predictByPropensity(test::randomProfile(80, random, true).emissions).states;
    ASSERT_EQ(states.size(), 80U);
    for (size_t begin = 0; begin < states.size();) {
      const size_t end = std::min(states.find_first_not_of(states[begin], begin), states.size());
      EXPECT_GE(end - begin, states[begin] == 'H' ? 4U : states[begin] == 'E' ? 2U : 1U) << states;
      begin = end;
    }
  }
}

TEST(SecondaryStructurePrediction, emptyAndSingleColumnsWork) {
  EXPECT_EQ(predictByPropensity({}).states, "");
  EXPECT_EQ(predictByPropensity(profileOf("E").emissions).states, "C");  // no helix of one residue
}

TEST(SecondaryStructurePrediction, fillsInWhatIsMissingOnly) {
  const ProfileHmm predicted = withPropensityPrediction(profileOf("AEMLAEMLAEML"));
  ASSERT_EQ(predicted.annotations.size(), 2U);
  EXPECT_EQ(predicted.annotations[0].name, "ss_pred");
  EXPECT_EQ(predicted.annotations[1].name, "ss_conf");
  predicted.validate();
  ProfileHmm given = profileOf("AEML");
  given.annotations = {{"ss_pred", "CCCC"}};
  EXPECT_EQ(withPropensityPrediction(given).annotations, given.annotations);
}

/// Myoglobin is all helix, its family's profile should say so more often than not (sequence of PDB 1MBN).
TEST(SecondaryStructurePrediction, findsTheHelicesOfMyoglobin) {
  const auto prediction = predictByPropensity(
      profileOf(
          "VLSEGEWQLVLHVWAKVEADVAGHGQDILIRLFKSHPETLEKFDRFKHLKTEAEMKASEDLKKHGVTVLTALGAILKKKGHHEAELKPLAQSHATKHKIPIKYLEFIS"
          "EAIIHVLHSRHPGDFGADAQGAMNKALELFRKDIAAKYKELGYQG")
          .emissions);
  const auto helix = std::count(prediction.states.begin(), prediction.states.end(), 'H');
  const auto strand = std::count(prediction.states.begin(), prediction.states.end(), 'E');
  EXPECT_GT(helix, 60);
  EXPECT_GT(helix, 2 * strand);
}

}  // namespace secondary_structure_prediction_test
