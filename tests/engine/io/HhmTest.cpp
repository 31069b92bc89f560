// HHM files: what is read, what is refused, and that writing and reading agree.
#include <gmock/gmock.h>

#include "engine/hmm/profile/ProfileBuilder.h"
#include "engine/io/Format.h"
#include "engine/io/formats/HhmText.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

using namespace engine;
using test::errorOf;

namespace hhm_test {

const Format& hhmFormat() {
  for (const auto& format : formats())
    if (format->id() == "hhm") return *format;
  fail("no HHM format in the list");
}

ProfileHmm parse(const std::string& text, Diagnostics& diagnostics) {
  Progress progress;
  return readHhm(text, "test.hhm", diagnostics, progress);
}

ProfileHmm parse(const std::string& text) {
  Diagnostics diagnostics;
  return parse(text, diagnostics);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void expectErrorNaming(const std::string& text, const std::string& part) {
  EXPECT_THAT(errorOf([&] { parse(text); }), testing::HasSubstr(part));
}

TEST(Hhm, sampleIsUnderstood) {
  const ProfileHmm profile = parse(hhmFormat().sample());
  EXPECT_EQ(profile.name, "tiny");
  EXPECT_EQ(profile.description, "a profile of two columns");
  ASSERT_EQ(profile.length(), 2);
  EXPECT_EQ(profile.numAlignmentColumns, 3);
  EXPECT_EQ(profile.neff, 1.5);
  EXPECT_EQ(profile.alignmentColumn, (std::vector<Index>{0, 2}));
  EXPECT_EQ(profile.masterLetters, "AC");
  EXPECT_EQ(profile.consensus, "ax");
  EXPECT_NEAR(profile.emissions[0][alphabet::codeOf('A')], 0.75, 1e-3);
  EXPECT_NEAR(profile.emissions[1][alphabet::codeOf('S')], 0.5, 1e-3);
  EXPECT_EQ(profile.emissions[1][alphabet::codeOf('A')], 0);
  EXPECT_NEAR(profile.transition(0, Transition::MI), -2, 1e-12);
  EXPECT_EQ(profile.transition(0, Transition::MD), kImpossible);
  EXPECT_NEAR(profile.columnNeff[0].match, 99.999, 1e-12);
  EXPECT_EQ(profile.columnNeff[1], (ColumnNeff{1.5, 1, 0}));
  ASSERT_EQ(profile.shownSequences.size(), 1u);
  EXPECT_EQ(profile.shownSequences[0].second, "ACl");
}

TEST(Hhm, writingWhatWasReadChangesNothing) {
  const std::string sample = hhmFormat().sample();
  EXPECT_EQ(writeHhm(parse(sample)), sample);
}

TEST(Hhm, referenceFilesSurviveWritingAndReading) {
  if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  for (const char* name : {"aa20", "globins4.pc_subst", "hba_p", "fn3", "FAM69B"}) {
    const ProfileHmm first = parse(test::readText(test::sharedFile("hh/hhm/" + std::string(name) + ".hhm")));
    const ProfileHmm second = parse(writeHhm(first));
    EXPECT_EQ(second.emissions, first.emissions) << name;
    EXPECT_EQ(second.transitions, first.transitions) << name;
    EXPECT_EQ(second.columnNeff, first.columnNeff) << name;
    EXPECT_EQ(second.annotations, first.annotations) << name;
    EXPECT_EQ(second.shownSequences, first.shownSequences) << name;
    EXPECT_EQ(second.consensus, first.consensus) << name;
    EXPECT_EQ(second.hasPseudocounts, first.hasPseudocounts) << name;
    EXPECT_EQ(second.filterNote, first.filterNote) << name;
  }
}

TEST(Hhm, contradictionsNameTheLine) {
  const std::string sample = hhmFormat().sample();
  expectErrorNaming("HMMER3/f\n", "line 1");
  expectErrorNaming(replaced(sample, "LENG  2", "LENG  3"), "expected 3");
  expectErrorNaming(replaced(sample, "C 2  ", "C 3  "), "line 20");
  expectErrorNaming(replaced(sample, "A 1    415", "A 1    4x5"), "4x5");
  expectErrorNaming(replaced(sample, "A 1    415", "A 1    -415"), "-415");
  expectErrorNaming(replaced(sample, "A 1    415", "A 1    9000"), "column 1");
  expectErrorNaming(replaced(sample, "NULL", "NIL "), "NULL");
  expectErrorNaming(replaced(sample, "HMM    A\tC", "HMM    C\tA"), "label");
  expectErrorNaming(sample.substr(0, sample.size() - 3), "expected another match column");
  expectErrorNaming("", "HHsearch");
}

TEST(Hhm, unknownHeaderLinesAreWarnings) {
  Diagnostics diagnostics;
  parse(replaced(hhmFormat().sample(), "FAM   \n", "FAM   \nCOLOUR blue\n"), diagnostics);
  ASSERT_EQ(diagnostics.warnings().size(), 1u);
  EXPECT_NE(diagnostics.warnings()[0].find("COLOUR"), std::string::npos);
}

TEST(Hhm, builtProfileIsReadBackToThePrecisionOfTheFormat) {
  Alignment alignment = alignmentOf({Sequence::fromLetters("a", "ACDEFGHIKL"), Sequence::fromLetters("b", "ACDWFG-IKL"),
                                     Sequence::fromLetters("c", "SCDEYGHIRL")});
  Progress progress;
  const ProfileHmm built = buildProfile(alignment, {}, progress);
  const ProfileHmm read = parse(writeHhm(built));
  ASSERT_EQ(read.length(), built.length());
  for (size_t i = 0; i < built.emissions.size(); ++i)
    for (size_t a = 0; a < 20; ++a) EXPECT_NEAR(read.emissions[i][a], built.emissions[i][a], 4e-4);
  EXPECT_EQ(read.consensus, built.consensus);
  EXPECT_EQ(read.masterLetters, "ACDEFGHIKL");
}

}  // namespace hhm_test
