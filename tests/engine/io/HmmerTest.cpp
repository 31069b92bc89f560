// HMMER 3 profiles: the numbers of the file in our units, all its versions, errors with line numbers, use as template.
#include <cmath>
#include <cstdlib>

#include "engine/hmm/pair/AlignProfiles.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/Files.h"

using namespace engine;
using testing::AllOf;
using testing::HasSubstr;

namespace hmmer_test {

std::string sample() { return test::formatWithId("hmmer").sample(); }
ProfileHmm readSample(const std::string& text = sample()) { return test::readAs("hmmer", text).as<ProfileHmm>(); }

/// -ln p of the file as bits.
double bits(double nats) { return -nats / std::log(2.0); }

TEST(Hmmer, valuesBecomeProbabilitiesAndBits) {
  const ProfileHmm profile = readSample();
  EXPECT_EQ(profile.name, "tiny");
  EXPECT_EQ(profile.description, "two columns");
  EXPECT_EQ(profile.family, "XX00001");
  EXPECT_EQ(profile.length(), 2);
  EXPECT_EQ(profile.neff, 1.5);
  EXPECT_TRUE(profile.hasPseudocounts);
  EXPECT_TRUE(profile.hasTransitionPseudocounts);
  for (const double p : profile.emissions[0]) EXPECT_NEAR(p, 0.05, 1e-6);
  for (const double p : profile.background) EXPECT_NEAR(p, 0.05, 1e-6);
  EXPECT_NEAR(profile.transition(0, Transition::MM), bits(0.10536), 1e-12);
  EXPECT_NEAR(profile.transition(0, Transition::MI), bits(2.99573), 1e-12);
  EXPECT_NEAR(profile.transition(0, Transition::II), bits(0.69315), 1e-12);
  EXPECT_EQ(profile.consensus, "aC");
  EXPECT_EQ(profile.masterLetters, "AC");
  EXPECT_EQ(profile.alignmentColumn, (std::vector<Index>{0, 2}));
  EXPECT_EQ(profile.numAlignmentColumns, 3);
  ASSERT_EQ(profile.annotations.size(), 1u);
  EXPECT_EQ(profile.annotations[0].name, "ss_dssp");
  EXPECT_EQ(profile.annotations[0].symbols, "HE");
}

TEST(Hmmer, beginAndEndLeadToTheNextMatchOnly) {
  const ProfileHmm profile = readSample();
  for (const Index column : {Index{-1}, Index{1}}) {
    EXPECT_EQ(profile.transition(column, Transition::MM), 0);
    EXPECT_EQ(profile.transition(column, Transition::MI), kImpossible);
    EXPECT_EQ(profile.transition(column, Transition::MD), kImpossible);
  }
}

TEST(Hmmer, pseudocountsAreNotAddedAgain) {
  const ProfileHmm profile = readSample();
  const ProfileAlignmentOptions options = alignmentOptions(Preset::standard);
  const ProfileHmm prepared = withTransitionPseudocounts(
      withEmissionPseudocounts(profile, presetMatrix(Preset::standard), options.emissions), options.transitions);
  EXPECT_EQ(prepared.emissions, profile.emissions);
  EXPECT_EQ(prepared.transitions, profile.transitions);
}

TEST(Hmmer, theRowsBehindTheEmissionsMayBeThreeFourOrFive) {
  const std::string five = " 1 a - - H\n";
  ASSERT_NE(sample().find(five), std::string::npos);
  std::string text = test::replaced(sample(), "1 a - - H", "1 x H");
  EXPECT_EQ(readSample(test::replaced(text, "3 C - - E", "3 x E")).annotations.size(), 2u);
  text = test::replaced(sample(), "1 a - - H", "1 a x -");
  const ProfileHmm profile = readSample(test::replaced(text, "3 C - - E", "3 c x -"));
  ASSERT_EQ(profile.annotations.size(), 1u);
  EXPECT_EQ(profile.annotations[0].name, "sa_RF");
  EXPECT_EQ(profile.consensus, "ac");
}

TEST(Hmmer, ofSeveralModelsTheFirstIsReadWithAWarning) {
  const test::ReadResult result =
      test::readAs("hmmer", sample() + test::replaced(sample(), "tiny", "other") + sample(), "x.hmm");
  EXPECT_EQ(result.as<ProfileHmm>().name, "tiny");
  EXPECT_THAT(result.warnings,
              testing::ElementsAre(AllOf(HasSubstr("x.hmm"), HasSubstr("3 models"), HasSubstr("tiny"))));
}

TEST(Hmmer, errorsSayLineAndWhatWasExpected) {
  const auto errorWith = [](const std::string& from, const std::string& to) {
    return test::readError("hmmer", test::replaced(sample(), from, to), "x.hmm");
  };
  EXPECT_THAT(test::readError("hmmer", "HMMER2.0\n"), AllOf(HasSubstr("line 1"), HasSubstr("hmmconvert")));
  EXPECT_THAT(errorWith("amino", "DNA"), AllOf(HasSubstr("line 6"), HasSubstr("DNA"), HasSubstr("amino")));
  EXPECT_THAT(errorWith("LENG  2", "LENG  3"), AllOf(HasSubstr("found 2 nodes"), HasSubstr("expected 3")));
  EXPECT_THAT(errorWith("      2  ", "      4  "), AllOf(HasSubstr("found node 4"), HasSubstr("expected node 2")));
  EXPECT_THAT(errorWith("EFFN  1.500000", "EFFN  x"), AllOf(HasSubstr("line 13"), HasSubstr("number")));
  EXPECT_THAT(errorWith("EFFN  1.500000", "EFFN  0"), HasSubstr("effective number"));
  EXPECT_THAT(errorWith("0.10536", "-0.10536"), HasSubstr("not negative"));
  EXPECT_THAT(errorWith("1 a - - H", "1 ab - - H"), HasSubstr("behind the emissions"));
  EXPECT_THAT(errorWith("  2.99573        *", ""), HasSubstr("ends early"));
  const std::string once = test::replaced(sample(), "      1  2.99573", "      1  0.99573");
  EXPECT_THAT(test::readError("hmmer", once), HasSubstr("sum to"));
}

TEST(Hmmer, writtenAsHhmItComesBack) {
  const ProfileHmm profile = readSample();
  const std::string text = test::formatWithId("hhm").write(std::make_shared<const ProfileHmm>(profile));
  const test::ReadResult result = test::readAs("hhm", text);
  EXPECT_THAT(result.warnings, testing::IsEmpty());
  EXPECT_EQ(result.as<ProfileHmm>().consensus, profile.consensus);
  EXPECT_EQ(result.as<ProfileHmm>().annotations.size(), 1u);
  EXPECT_TRUE(result.as<ProfileHmm>().hasPseudocounts);
}

class HmmerReference : public testing::Test {
 protected:
  void SetUp() override {
    m_path = test::sharedFile("hh/hmmer/globins4.hmm");
    if (m_path.empty()) GTEST_SKIP() << "the reference data are not beside this checkout";
  }
  std::filesystem::path m_path;
};

TEST_F(HmmerReference, readsTheGlobinModelOfHmmer) {
  const ProfileHmm profile = readSample(test::readText(m_path));
  EXPECT_EQ(profile.name, "globins4");
  EXPECT_EQ(profile.length(), 149);
  EXPECT_NEAR(profile.neff, 0.964844, 1e-12);
  EXPECT_NEAR(std::log(profile.emissions[0][alphabet::codeOf('A')]), -1.70038, 1e-5);
  EXPECT_NEAR(std::log(profile.emissions[2][alphabet::codeOf('L')]), -0.57907, 1e-5);
  EXPECT_NEAR(profile.transition(1, Transition::DD), bits(0.95510), 1e-12);
  EXPECT_EQ(profile.alignmentColumn.front(), 8);
  EXPECT_EQ(profile.consensus.substr(0, 8), "vvLseaek");
}

TEST_F(HmmerReference, alignsAsTemplateAndAsQuery) {
  const ProfileHmm model = readSample(test::readText(m_path));
  const ProfileHmm family =
      test::readAs("hhm", test::readText(test::sharedFile("hh/hhm/globins45.hhm"))).as<ProfileHmm>();
  Progress progress;
  const ProfileAlignment there = alignProfiles(family, model, alignmentOptions(Preset::standard), progress);
  const ProfileAlignment back = alignProfiles(model, family, alignmentOptions(Preset::standard), progress);
  ASSERT_EQ(there.paths.size(), 1u);
  ASSERT_EQ(back.paths.size(), 1u);
  // Two descriptions of one family: the alignment runs from end to end.
  EXPECT_GT(there.paths[0].steps.size(), 140u);
  EXPECT_GT(there.paths[0].score, 100);
  EXPECT_NEAR(there.paths[0].score, back.paths[0].score, 0.01 * there.paths[0].score);
}

TEST_F(HmmerReference, allVersionsOfTheFormatHoldTheSameModel) {
  if (std::system("hmmconvert -h > /dev/null 2>&1") != 0) GTEST_SKIP() << "HMMER is not installed";
  const test::TemporaryFolder folder;
  const ProfileHmm expected = readSample(test::readText(m_path));
  for (const std::string version : {"3/a", "3/b", "3/c", "3/d", "3/e", "3/f"}) {
    const std::string out = (folder.path() / "x.hmm").string();
    ASSERT_EQ(std::system(("hmmconvert --outfmt " + version + " " + m_path.string() + " > " + out).c_str()), 0);
    const ProfileHmm found = readSample(test::readText(out));
    EXPECT_EQ(found.emissions, expected.emissions) << version;
    EXPECT_EQ(found.transitions, expected.transitions) << version;
    EXPECT_EQ(found.alignmentColumn, expected.alignmentColumn) << version;
    if (version >= "3/e") {
      EXPECT_EQ(found.consensus, expected.consensus) << version;
    }
  }
}

TEST_F(HmmerReference, everyModelThatHmmbuildMakesIsRead) {
  if (std::system("hmmbuild -h > /dev/null 2>&1") != 0) GTEST_SKIP() << "HMMER is not installed";
  const test::TemporaryFolder folder;
  for (const char* const name : {"globins4", "Pkinase", "fn3_A"}) {
    const std::string in = test::sharedFile("hh/afa/" + std::string(name) + ".afa").string();
    const std::string out = (folder.path() / "x.hmm").string();
    ASSERT_EQ(std::system(("hmmbuild --amino --informat afa " + out + " " + in + " > /dev/null").c_str()), 0);
    const test::ReadResult result = test::readAs("hmmer", test::readText(out));
    EXPECT_THAT(result.warnings, testing::IsEmpty()) << name;
    EXPECT_GT(result.as<ProfileHmm>().length(), 50) << name;
  }
}

}  // namespace hmmer_test
