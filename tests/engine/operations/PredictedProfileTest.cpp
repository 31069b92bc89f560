#include "engine/operations/models/PredictedProfile.h"

#include <gmock/gmock.h>

#include "engine/models/LetterPredictions.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace predicted_profile_test {

using testing::HasSubstr;

/// Columns in which one letter has `share` and the others the rest in equal parts.
Array<double> predictions(const std::string& letters, double share) {
  Array<double> rows({static_cast<Index>(letters.size()), 20}, (1 - share) / 19, "probabilities");
  for (Index l = 0; l < rows.length(0); ++l)
    rows(l, Index(kPredictedLetters.find(letters[static_cast<size_t>(l)]))) = share;
  return rows;
}

TEST(PredictedProfile, HasOneColumnPerResidueInTheOrderOfTheAlphabet) {
  const ProfileHmm profile = predictedProfile(predictions("WRA", 0.62), "WX-", "predicted letters");
  EXPECT_EQ(profile.length(), 3);
  EXPECT_EQ(profile.consensus, "WRA");
  EXPECT_EQ(profile.masterLetters, "WX-");
  EXPECT_NEAR(profile.emissions[0][alphabet::codeOf('W')], 0.62, 1e-12);
  EXPECT_NEAR(profile.emissions[1][alphabet::codeOf('R')], 0.62, 1e-12);
  EXPECT_NEAR(profile.emissions[2][alphabet::codeOf('V')], 0.02, 1e-12);
  EXPECT_EQ(profile.transition(1, Transition::MM), 0);
  EXPECT_EQ(profile.transition(1, Transition::MD), kImpossible);
}

TEST(PredictedProfile, OfNothingIsEmptyAndOfOtherLettersAnError) {
  EXPECT_EQ(predictedProfile(predictions("", 1), "", "none").length(), 0);
  EXPECT_THAT(test::errorOf([] { predictedProfile(predictions("AC", 1), "ACD", "other"); }),
              HasSubstr("probabilities"));
}

}  // namespace predicted_profile_test
}  // namespace engine
