// Stored profiles against what was stored, and the fast pseudocounts against the plain ones.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "engine/search/ProfilePreparation.h"
#include "tests/engine/hmm/Support.h"

namespace profile_preparation_test {

using namespace engine;

/// The profile with every number rounded as its record rounds it.
ProfileHmm rounded(const ProfileHmm& profile) { return decodedProfile(encodedProfile(profile)); }

void expectSame(const ProfileHmm& a, const ProfileHmm& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.description, b.description);
  EXPECT_EQ(a.family, b.family);
  EXPECT_EQ(a.filterNote, b.filterNote);
  EXPECT_EQ(a.numAlignmentColumns, b.numAlignmentColumns);
  EXPECT_EQ(a.neff, b.neff);
  EXPECT_EQ(a.hasPseudocounts, b.hasPseudocounts);
  EXPECT_EQ(a.background, b.background);
  EXPECT_EQ(a.emissions, b.emissions);
  EXPECT_EQ(a.transitions, b.transitions);
  EXPECT_EQ(a.columnNeff, b.columnNeff);
  EXPECT_EQ(a.alignmentColumn, b.alignmentColumn);
  EXPECT_EQ(a.consensus, b.consensus);
  EXPECT_EQ(a.masterLetters, b.masterLetters);
  EXPECT_EQ(a.annotations, b.annotations);
  EXPECT_EQ(a.shownSequences, b.shownSequences);
}

/// Largest difference, infinity where only one of two is infinite.
double difference(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return INFINITY;
  double worst = 0;
  for (size_t k = 0; k < a.size(); ++k)
    if (a[k] != b[k]) worst = std::max(worst, std::abs(double(a[k]) - double(b[k])));
  return worst;
}

void expectAsPlain(const ProfileHmm& profile, const PreparationOptions& options) {
  const std::vector<std::byte> record = encodedProfile(profile);
  const SearchProfile plain = preparedPlain(decodedProfile(record), options);
  SearchProfile fast;
  ProfilePreparation(options).prepare(recordIn(record), fast);
  EXPECT_EQ(fast.length, plain.length);
  EXPECT_EQ(fast.neff, plain.neff);
  EXPECT_EQ(fast.background, plain.background);
  EXPECT_LE(difference(fast.emissions, plain.emissions), 1e-5);
  EXPECT_LE(difference(fast.transitions, plain.transitions), 1e-5);
  EXPECT_LE(difference({fast.composition.begin(), fast.composition.end()},
                       {plain.composition.begin(), plain.composition.end()}),
            1e-5);
}

TEST(ProfileRecord, whatAFileOfProfilesHoldsComesBackExactly) {
  Random random(1);
  for (const Index length : {1, 2, 7, 300}) {
    ProfileHmm profile = rounded(test::randomProfile(length, random, length > 2));
    profile.description = "a description";
    profile.family = "a family";
    profile.filterNote = "3 out of 9";
    profile.neff = 3.7;
    profile.numAlignmentColumns = 1000;
    profile.columnNeff[0].match = 99.999;
    profile.hasPseudocounts = length == 2;
    profile.annotations = {{"ss_pred", std::string(static_cast<size_t>(length), 'H')}};
    profile.shownSequences = {{"row one", "ACdef-GH"}, {"row two", ""}};
    expectSame(rounded(profile), profile);
  }
}

TEST(ProfileRecord, everyReferenceFileComesBackExactly) {
  const std::filesystem::path folder = test::sharedFile("hh/hhm");
  if (folder.empty()) GTEST_SKIP() << "no reference data beside the checkout";
  int count = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const ProfileHmm profile = test::referenceProfile(file.path().stem());
    expectSame(rounded(profile), profile);
    ++count;
  }
  std::printf("%d of %d files come back exactly\n", count, count);
  EXPECT_GT(count, 0);
}

TEST(ProfileRecord, recordsThatAreCutOffAreErrors) {
  Random random(2);
  const std::vector<std::byte> record = encodedProfile(test::randomProfile(5, random, false));
  ASSERT_GT(record.size(), 500u);
  for (size_t size = 0; size + 64 < record.size(); size += 8)
    EXPECT_THROW(decodedProfile(std::span(record).first(size)), Error) << size;
}

TEST(ProfilePreparation, agreesWithThePlainPseudocounts) {
  Random random(3);
  for (const Index length : {1, 2, 3, 8, 9, 15, 16, 17, 100})
    for (const bool withZeros : {false, true}) expectAsPlain(test::randomProfile(length, random, withZeros), {});
}

TEST(ProfilePreparation, agreesForEveryKindOfPseudocounts) {
  Random random(4);
  for (const Admixture mode : {Admixture::none, Admixture::constant, Admixture::byDiversity, Admixture::byCount})
    for (const double c : {1.0, 0.7}) {
      PreparationOptions options;
      options.emissions = {mode, 0.8, 2.5, c};
      options.matrix = &blosum62();
      expectAsPlain(test::randomProfile(33, random, true), options);
    }
}

TEST(ProfilePreparation, agreesForEveryKindOfGapParameters) {
  Random random(5);
  for (const double gapb : {0.0, 0.5, 2.0})
    for (const double factor : {0.0, 0.6, 1.0, 1.5}) {
      PreparationOptions options;
      options.transitions = {gapb, 0.3, 1.4, factor, factor / 2, factor, 1 - factor / 2};
      expectAsPlain(test::randomProfile(20, random, true), options);
    }
}

TEST(ProfilePreparation, leavesProfilesWithPseudocountsAsTheyAre) {
  Random random(6);
  ProfileHmm profile = test::randomProfile(10, random, false);
  profile.hasPseudocounts = true;
  expectAsPlain(profile, {});
}

TEST(ProfilePreparation, usesTheMemoryOfAnEarlierResultAgain) {
  Random random(7);
  const ProfilePreparation preparation{PreparationOptions{}};
  SearchProfile result;
  for (const Index length : {50, 3, 20}) {
    const ProfileHmm profile = rounded(test::randomProfile(length, random, false));
    preparation.prepare(recordIn(encodedProfile(profile)), result);
    EXPECT_LE(difference(result.emissions, preparedPlain(profile, {}).emissions), 1e-5);
  }
}

}  // namespace profile_preparation_test
