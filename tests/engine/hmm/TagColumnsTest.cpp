// Tags: where they are, where HH-suite sees them, and what an alignment makes of them.
#include "engine/hmm/profile/TagColumns.h"

#include <gtest/gtest.h>

#include <numeric>

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/profile/ProfileBuilder.h"
#include "engine/hmm/viterbi/PathScore.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace tag_columns_test {

using Columns = std::vector<Index>;

Columns range(Index begin, Index end) {
  Columns columns(static_cast<size_t>(end - begin));
  std::iota(columns.begin(), columns.end(), begin);
  return columns;
}

ProfileHmm profileOf(const std::string& a3m) {
  ProfileBuildOptions options;
  options.match = parseMatchRule("a2m");
  Progress progress;
  return buildProfile(test::alignmentFromA3m(">one\n" + a3m + "\n"), options, progress);
}

const std::string kTwenty = "ACDWFKIKLMNPQRSTVWYV", kMore = "LSEGEWQLVLNVWAKVEADVAGQGQDILIR";

TEST(TagColumns, areFoundAndBlanked) {
  EXPECT_EQ(tagColumns(""), Columns{});
  EXPECT_EQ(tagColumns("HHHHACDEF"), Columns{});
  EXPECT_EQ(tagColumns("DYKDDDDKMV"), range(0, 8));
  EXPECT_EQ(tagColumns("MEQKLI-SEEDLA").size(), 11U);    // the gap of the master lies within the tag
  EXPECT_EQ(tagColumns("ACDEFGIKLMHHHHHH").front(), 2);  // eight columns before the first His
  EXPECT_EQ(tagColumns("ACDEFGIKLMHHHHHH").size(), 14U);
  const ProfileHmm profile = withoutTags(profileOf("DYKDDDDKMV"));
  EXPECT_EQ(profile.emissions[0], profile.background);
  EXPECT_NE(profile.emissions[8], profile.background);
}

// The columns that hhalign 3.3.0 says it neutralises, less 1.
TEST(TagColumns, ofHhsuiteLieOneTooFarToTheRight) {
  const auto found = [](const std::string& a3m) { return tagColumnsAsHhsuite(profileOf(a3m)); };
  EXPECT_EQ(tagColumnsAsHhsuite(ProfileHmm{}), Columns{});
  EXPECT_EQ(found("A"), Columns{});
  EXPECT_EQ(found(kTwenty + "HHHH" + kMore), Columns{});
  EXPECT_EQ(found(kTwenty + "HHHHH" + kMore), range(13, 34));
  EXPECT_EQ(found("HHHHHH" + kTwenty), range(0, 15));
  EXPECT_EQ(found(kTwenty + "HHHHHH"), range(13, 26));
  EXPECT_EQ(found(kTwenty + "HHHHH" + kMore + "HHHHHH"), range(13, 34)) << "the first alone";
  EXPECT_EQ(found(kTwenty + "EQKLISEEDL" + kMore), range(21, 31));
  EXPECT_EQ(found(kTwenty + "DYKDDDDK" + kMore + "DYKDDDDK"), range(21, 29));
}

TEST(TagColumns, ofHhsuiteCountLettersOfInsertsAndGaps) {
  const auto found = [](const std::string& a3m) { return tagColumnsAsHhsuite(profileOf(a3m)); };
  EXPECT_EQ(found("ACDWFKIKLMaaa" + kTwenty + "HHHHHH" + kMore), range(26, 48));
  EXPECT_EQ(found(kTwenty + "HHHhHHHHHHH" + kMore), range(17, 40)) << "an insert ends the run";
  EXPECT_EQ(found(kTwenty + "hhhhhhhh" + kMore), Columns{});
  ProfileHmm gapped = profileOf(kTwenty + "HHHHHHHH");
  gapped.shownSequences.front().second[23] = '-';
  EXPECT_EQ(tagColumnsAsHhsuite(gapped), Columns{}) << "so does a gap";
  gapped.shownSequences.clear();
  EXPECT_EQ(tagColumnsAsHhsuite(gapped), range(13, 28)) << "without letters with inserts those of the columns";
}

ProfileAlignmentOptions neutralising(Preset preset) {
  ProfileAlignmentOptions options = alignmentOptions(preset);
  options.neutralisesTags = true;
  return options;
}

// Against the background, a column with the background's residues scores log2 sum_a p(a) t(a) / p(a) = log2 1 = 0: the
// offset of -0.03 for each pair is all that is left, and the best path goes round the tag.
TEST(TagColumns, alignWithNothingWhenNeutralised) {
  const ProfileHmm tagged = profileOf("DYKDDDDK" + kMore);
  ProfileAlignmentOptions options = neutralising(Preset::standard);
  options.viterbi.nullModel = NullModel::background;
  Progress progress;
  const ProfileAlignment without = alignProfiles(tagged, tagged, options, progress);
  const ColumnScorer scorer(*without.query, *without.templ, NullModel::background);
  for (const Index j : range(0, tagged.length())) EXPECT_NEAR(scorer.score(0, j), 0, 1e-9) << j;
  ASSERT_EQ(without.paths.size(), 1u);
  EXPECT_EQ(without.paths[0].steps.front().i, 8);
  EXPECT_FALSE(without.judgedQuery);
  options.neutralisesTags = false;
  EXPECT_EQ(alignProfiles(tagged, tagged, options, progress).paths.at(0).steps.front().i, 0);
}

TEST(TagColumns, areKeptForThePathOfHhsuiteAndNeutralisedForTheRest) {
  const ProfileHmm tagged = profileOf("DYKDDDDK" + kMore);
  ProfileAlignmentOptions options = neutralising(Preset::hhsuite33);
  Progress progress;
  const ProfileAlignment late = alignProfiles(tagged, tagged, options, progress);
  options.neutralisesTags = false;
  const ProfileAlignment never = alignProfiles(tagged, tagged, options, progress);
  ASSERT_EQ(late.paths.size(), 1u);
  EXPECT_EQ(late.paths[0].steps.size(), never.paths[0].steps.size());
  EXPECT_EQ(late.scores[0].viterbi, never.scores[0].viterbi);
  ASSERT_TRUE(late.judgedQuery);
  EXPECT_EQ(late.judgedQuery->emissions[1], tagged.background);
  EXPECT_EQ(late.judgedQuery->emissions[0], late.query->emissions[0]) << "one too far to the right";
  // The same path, with the columns of the tag worth what the background is: measured against what both were made of.
  const ColumnScorer judge(*late.judgedQuery, *late.templ, NullModel::pair),
      plain(*late.query, *late.templ, NullModel::pair);
  EXPECT_EQ(judge.score(12, 12), plain.score(12, 12));
  EXPECT_NEAR(late.scores[0].correlation, correlationScore(late.paths[0], judge, options.correlation), 1e-9);
  EXPECT_NEAR(never.scores[0].correlation, correlationScore(late.paths[0], plain, options.correlation), 1e-9);
  EXPECT_LT(late.scores[0].correlation, never.scores[0].correlation - 1);
}

TEST(TagColumns, areLeftOutWhenHhsuiteRealigns) {
  const ProfileHmm tagged = profileOf("DYKDDDDK" + kMore);
  ProfileAlignmentOptions options = neutralising(Preset::hhsuite33);
  options.mac.isOn = true;
  Progress progress;
  const ProfileAlignment late = alignProfiles(tagged, tagged, options, progress);
  options.neutralisesTags = false;
  const ProfileAlignment never = alignProfiles(tagged, tagged, options, progress);
  ASSERT_EQ(late.paths.size(), 1u);
  EXPECT_GT(late.paths[0].steps.front().i, never.paths.at(0).steps.front().i);
  EXPECT_LT(late.posterior.planes.at(0)(5, 5), never.posterior.planes.at(0)(5, 5));
}

}  // namespace tag_columns_test
