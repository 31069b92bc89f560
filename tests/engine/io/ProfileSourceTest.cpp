// Databases of profiles: folders and ffindex files give the same profiles, and damage is one clear error.
#include "engine/io/ProfileSource.h"

#include "engine/io/Gzip.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

using namespace engine;
using testing::AllOf;
using testing::HasSubstr;

namespace fs = std::filesystem;

namespace profile_source_test {

ProfileHmm readEntry(const ProfileSource& source, Index entry) {
  Diagnostics diagnostics;
  Progress progress;
  return source.read(entry, {}, diagnostics, progress);
}

std::vector<std::string> namesOf(const ProfileSource& source) {
  std::vector<std::string> names;
  for (Index k = 0; k < source.count(); ++k) names.push_back(source.name(k));
  return names;
}

std::string errorOf(const fs::path& path) {
  return test::errorOf([&] {
    const ProfileSource source(path);
    for (Index k = 0; k < source.count(); ++k) readEntry(source, k);
  });
}

void writeDatabase(const fs::path& stem, std::vector<std::pair<std::string, std::string>> entries) {
  const FfindexText text = ffindexOf(std::move(entries));
  test::writeText(stem.string() + ".ffdata", text.data);
  test::writeText(stem.string() + ".ffindex", text.index);
}

std::string profileText() { return test::formatWithId("hhm").sample(); }
const char* const kAlignmentText = ">first\nMKVLA\n>second\nMKVwLA\n";

TEST(ProfileSource, readsEveryProfileAndAlignmentOfAFolderInTheOrderOfNames) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "c.hhm", profileText());
  test::writeText(folder.path() / "b.a3m.gz", packGzip(kAlignmentText));
  test::writeText(folder.path() / "a.fa", ">one\nMKVLA\n");
  test::writeText(folder.path() / "d.hmm", test::formatWithId("hmmer").sample());
  test::writeText(folder.path() / "e.sto", test::formatWithId("stockholm").sample());
  test::writeText(folder.path() / "readme.txt", "not a profile");
  fs::create_directory(folder.path() / "f.hhm");
  const ProfileSource source(folder.path());
  EXPECT_THAT(namesOf(source), testing::ElementsAre("a", "b", "c", "d", "e"));
  EXPECT_EQ(readEntry(source, 0).name, "one");
  EXPECT_EQ(readEntry(source, 1).length(), 5);
  EXPECT_EQ(readEntry(source, 2).name, "tiny");
  EXPECT_EQ(readEntry(source, 3).length(), 2);
  EXPECT_GT(readEntry(source, 4).length(), 0);
  EXPECT_THAT(source.sourceOf(2), HasSubstr("c.hhm"));
}

TEST(ProfileSource, prefersProfilesToAlignmentsOfTheSameName) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "a.a3m", kAlignmentText);
  test::writeText(folder.path() / "a.hhm", profileText());
  const ProfileSource source(folder.path());
  ASSERT_EQ(source.count(), 1);
  EXPECT_EQ(readEntry(source, 0).name, "tiny");

  writeDatabase(folder.path() / "db_hhm", {{"a", profileText()}});
  writeDatabase(folder.path() / "db_a3m", {{"a", kAlignmentText}, {"b", kAlignmentText}});
  const ProfileSource database(folder.path() / "db");
  EXPECT_THAT(namesOf(database), testing::ElementsAre("a", "b"));
  EXPECT_EQ(readEntry(database, 0).name, "tiny");
  EXPECT_EQ(readEntry(database, 1).name, "first");
}

TEST(ProfileSource, knowsTheAlignmentBesideAProfile) {
  const test::TemporaryFolder folder;
  Diagnostics diagnostics;
  Progress progress;
  const auto rowsBeside = [&](const ProfileSource& source, Index entry) -> Index {
    const auto beside = source.alignmentBeside(entry, diagnostics, progress);
    return beside ? beside->as<Alignment>()->numRows() : -1;
  };
  test::writeText(folder.path() / "a.a3m", kAlignmentText);
  test::writeText(folder.path() / "a.hhm", profileText());
  test::writeText(folder.path() / "b.hhm", profileText());
  test::writeText(folder.path() / "c.a3m", kAlignmentText);
  const ProfileSource source(folder.path());
  ASSERT_EQ(source.count(), 3);
  EXPECT_EQ(rowsBeside(source, 0), 2);
  EXPECT_EQ(rowsBeside(source, 1), -1);
  EXPECT_EQ(rowsBeside(source, 2), -1);
  writeDatabase(folder.path() / "db_hhm", {{"a", profileText()}, {"b", profileText()}});
  writeDatabase(folder.path() / "db_a3m", {{"a", kAlignmentText}});
  const ProfileSource database(folder.path() / "db");
  EXPECT_EQ(rowsBeside(database, 0), 2);
  EXPECT_EQ(rowsBeside(database, 1), -1);
}

TEST(ProfileSource, entriesOfTheWrongKindAreSaidToBeMixedUp) {
  const test::TemporaryFolder folder;
  writeDatabase(folder.path() / "x_a3m", {{"a", kAlignmentText}, {"b", profileText()}});
  EXPECT_THAT(errorOf(folder.path() / "x"),
              AllOf(HasSubstr("x_a3m.ffdata, entry b: found HH-suite profile HMM, expected A3M alignment"),
                    HasSubstr("mixed up")));
  writeDatabase(folder.path() / "y_hhm", {{"a", profileText()}, {"b", kAlignmentText}});
  EXPECT_THAT(errorOf(folder.path() / "y"),
              AllOf(HasSubstr("y_hhm.ffdata, entry b: found A3M alignment, expected HH-suite"), HasSubstr("mixed up")));
}

TEST(ProfileSource, opensADatabaseByAnyOfItsNames) {
  const test::TemporaryFolder folder;
  writeDatabase(folder.path() / "x", {{"p", profileText()}, {"q", kAlignmentText}});
  for (const std::string end : {"", ".ffdata", ".ffindex"}) {
    const ProfileSource source(folder.path() / ("x" + end));
    EXPECT_THAT(namesOf(source), testing::ElementsAre("p", "q")) << end;
    EXPECT_EQ(readEntry(source, 0).name, "tiny");
    EXPECT_EQ(readEntry(source, 1).name, "first");
  }
}

TEST(ProfileSource, anAlignmentBecomesWhatTheBuilderMakesOfIt) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "a.a3m", kAlignmentText);
  Progress progress;
  const ProfileHmm expected =
      buildProfile(test::readAs("a3m", kAlignmentText).as<Alignment>(), ProfileBuildOptions{}, progress);
  const ProfileHmm found = readEntry(ProfileSource(folder.path()), 0);
  EXPECT_EQ(found.emissions, expected.emissions);
  EXPECT_EQ(found.transitions, expected.transitions);
  EXPECT_EQ(found.consensus, expected.consensus);
}

TEST(ProfileSource, missingAndEmptyDatabasesAreNamed) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(errorOf(folder.path()), HasSubstr("no profiles and no alignments"));
  EXPECT_THAT(errorOf(folder.path() / "x"), AllOf(HasSubstr("x_hhm.ffdata"), HasSubstr("x.ffdata")));
  writeDatabase(folder.path() / "x", {});
  EXPECT_THAT(errorOf(folder.path() / "x"), HasSubstr("empty"));
  writeDatabase(folder.path() / "y_hhm", {{"a", profileText()}});
  fs::remove(folder.path() / "y_hhm.ffindex");
  EXPECT_THAT(errorOf(folder.path() / "y"), AllOf(HasSubstr("y_hhm.ffindex"), HasSubstr("missing")));
}

TEST(ProfileSource, damagedEntriesAreNamed) {
  const test::TemporaryFolder folder;
  const std::string half = profileText().substr(0, profileText().size() / 2);
  writeDatabase(folder.path() / "x_hhm", {{"good", profileText()}, {"half", half}});
  EXPECT_THAT(errorOf(folder.path() / "x"), AllOf(HasSubstr("x_hhm.ffdata, entry half"), HasSubstr("line")));
  // The data of one database with the index of another.
  writeDatabase(folder.path() / "y_hhm", {{"a", profileText() + profileText()}});
  fs::copy_file(folder.path() / "y_hhm.ffdata", folder.path() / "x_hhm.ffdata", fs::copy_options::overwrite_existing);
  EXPECT_THAT(errorOf(folder.path() / "x"), AllOf(HasSubstr("entry good"), HasSubstr("do not belong together")));
  test::writeText(folder.path() / "structure.hhm", test::formatWithId("pdb").sample());
  EXPECT_THAT(errorOf(folder.path()), AllOf(HasSubstr("structure.hhm"), HasSubstr("expected a profile")));
}

TEST(ProfileSource, fingerprintChangesWithEveryChangeOfTheFiles) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "a.hhm", profileText());
  const std::uint64_t first = ProfileSource::fingerprintOf(folder.path());
  EXPECT_EQ(ProfileSource::fingerprintOf(folder.path()), first);
  fs::last_write_time(folder.path() / "a.hhm", fs::last_write_time(folder.path() / "a.hhm") - std::chrono::seconds(5));
  const std::uint64_t older = ProfileSource::fingerprintOf(folder.path());
  EXPECT_NE(older, first);
  fs::rename(folder.path() / "a.hhm", folder.path() / "b.hhm");
  const std::uint64_t renamed = ProfileSource::fingerprintOf(folder.path());
  EXPECT_NE(renamed, older);
  test::writeText(folder.path() / "c.hhm", profileText());
  EXPECT_NE(ProfileSource::fingerprintOf(folder.path()), renamed);
}

}  // namespace profile_source_test
