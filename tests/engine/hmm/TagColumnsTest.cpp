// Tags: where they are, and where HH-suite sees them.
#include "engine/hmm/TagColumns.h"

#include <gtest/gtest.h>

#include <numeric>

#include "engine/hmm/ProfileBuilder.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace {

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

}  // namespace
