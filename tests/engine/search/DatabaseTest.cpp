// Caches of databases: made once, used again, made again when stale, cut off or damaged, whoever else is at work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "engine/search/database/Database.h"
#include "tests/engine/hmm/Support.h"

namespace database_test {

using namespace engine;
using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

/// A source of profiles that counts how often it is read.
struct Source {
  std::vector<ProfileHmm> profiles;
  std::atomic<int> numReads = 0;
  ProfileEntries entries;

  explicit Source(int count) {
    Random random(1);
    for (int k = 0; k < count; ++k) {
      profiles.push_back(test::randomProfile(1 + k % 13, random, false));
      profiles.back().name = "profile " + std::to_string(k);
      profiles.back() = decodedProfile(encodedProfile(profiles.back()));
      entries.names.push_back("entry" + std::to_string(k));
    }
    entries.fingerprint = "first";
    entries.read = [this](Index k) {
      ++numReads;
      return profiles[static_cast<size_t>(k)];
    };
  }

  std::shared_ptr<const Database> open(const std::vector<fs::path>& places, int threads = 1) {
    diagnostics = {};
    Progress progress;
    return Database::open(entries, places, threads, diagnostics, progress);
  }
  Diagnostics diagnostics;
};

void expectHolds(const Database& database, const Source& source) {
  ASSERT_EQ(database.count(), static_cast<Index>(source.profiles.size()));
  for (Index k = 0; k < database.count(); ++k) {
    const ProfileHmm& profile = source.profiles[static_cast<size_t>(k)];
    EXPECT_EQ(database.entry(k).name, source.entries.names[static_cast<size_t>(k)]);
    EXPECT_EQ(database.entry(k).profileName, profile.name);
    EXPECT_EQ(database.entry(k).length, profile.length());
    EXPECT_EQ(database.entry(k).neff, profile.neff);
    EXPECT_EQ(database.profile(k).emissions, profile.emissions);
    EXPECT_EQ(database.record(k).length, profile.length());
  }
}

TEST(Database, isReadOnceAndThenFromItsCache) {
  test::TemporaryFolder folder;
  const fs::path place = folder.path() / "cache";
  Source source(600);
  expectHolds(*source.open({place}, 2), source);
  EXPECT_EQ(source.numReads, 600);
  const auto again = source.open({place}, 2);
  expectHolds(*again, source);
  again->release(0, 600);
  expectHolds(*again, source);
  EXPECT_EQ(source.numReads, 600);
  EXPECT_THAT(source.diagnostics.warnings(), IsEmpty());
}

TEST(Database, cachesAreTheSameForAnyNumberOfThreads) {
  test::TemporaryFolder folder;
  Source source(300);
  source.open({folder.path() / "one"}, 1);
  source.open({folder.path() / "two"}, 2);
  EXPECT_EQ(test::readText(folder.path() / "one"), test::readText(folder.path() / "two"));
}

TEST(Database, emptyAndSingleEntryDatabasesWork) {
  test::TemporaryFolder folder;
  for (const int count : {0, 1}) {
    Source source(count);
    const fs::path place = folder.path() / std::to_string(count);
    expectHolds(*source.open({place}), source);
    expectHolds(*source.open({place}), source);
    EXPECT_EQ(source.numReads, count);
  }
}

TEST(Database, staleCachesAreMadeAgainWithOneWarning) {
  test::TemporaryFolder folder;
  const fs::path place = folder.path() / "cache";
  Source source(5);
  source.open({place});
  source.entries.fingerprint = "second";
  source.profiles.pop_back();
  source.entries.names.pop_back();
  expectHolds(*source.open({place}), source);
  ASSERT_EQ(source.diagnostics.warnings().size(), 1u);
  EXPECT_THAT(source.diagnostics.warnings()[0], HasSubstr("cache"));
  EXPECT_THAT(source.diagnostics.warnings()[0], HasSubstr("made from other files"));
  source.open({place});
  EXPECT_EQ(source.numReads, 5 + 4);
}

TEST(Database, everyTruncationOfACacheIsFoundAndMendedWithOneWarning) {
  test::TemporaryFolder folder;
  const fs::path place = folder.path() / "cache";
  Source source(3);
  source.open({place});
  const std::string whole = test::readText(place);
  for (size_t size = 0; size < whole.size(); size += size < 160 || size + 160 > whole.size() ? 1 : 97) {
    test::writeText(place, whole.substr(0, size));
    expectHolds(*source.open({place}), source);
    EXPECT_EQ(source.diagnostics.warnings().size(), 1u) << size;
    ASSERT_EQ(test::readText(place), whole) << size;
  }
  test::writeText(place, whole + "x");
  source.open({place});
  EXPECT_EQ(source.diagnostics.warnings().size(), 1u);
}

TEST(Database, everyDamagedByteOfACacheIsFound) {
  test::TemporaryFolder folder;
  const fs::path place = folder.path() / "cache";
  Source source(3);
  source.open({place});
  const std::string whole = test::readText(place);
  for (size_t at = 0; at < whole.size(); at += at < 160 ? 1 : 61) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    test::writeText(place, damaged);
    expectHolds(*source.open({place}), source);
    EXPECT_EQ(source.diagnostics.warnings().size(), 1u) << at;
  }
}

TEST(Database, goesToTheNextPlaceAndThenToMemoryWhenOneCannotBeWritten) {
  test::TemporaryFolder folder;
  test::writeText(folder.path() / "file", "");
  const fs::path impossible = folder.path() / "file" / "cache", possible = folder.path() / "new" / "cache";
  Source source(4);
  expectHolds(*source.open({impossible, possible}), source);
  EXPECT_TRUE(fs::exists(possible));
  EXPECT_THAT(source.diagnostics.warnings(), IsEmpty());
  expectHolds(*source.open({impossible}), source);
  ASSERT_EQ(source.diagnostics.warnings().size(), 1u);
  EXPECT_THAT(source.diagnostics.warnings()[0], HasSubstr("memory"));
}

TEST(Database, anEntryThatCannotBeReadIsTheOnlyErrorAndLeavesNothing) {
  test::TemporaryFolder folder;
  Source source(20);
  source.entries.read = [&source](Index k) -> ProfileHmm {
    if (k == 11) fail("entry11.hhm, line 3: nonsense");
    return source.profiles[static_cast<size_t>(k)];
  };
  EXPECT_THROW(source.open({folder.path() / "cache"}, 2), Error);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Database, severalAtOnceMakeOneWholeCache) {
  test::TemporaryFolder folder;
  const fs::path place = folder.path() / "cache";
  {
    std::vector<std::jthread> threads;
    for (int k = 0; k < 4; ++k)
      threads.emplace_back([&place] {
        Source source(50);
        expectHolds(*source.open({place}), source);
      });
  }
  Source source(50);
  source.open({place});
  EXPECT_EQ(source.numReads, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(Database, aMappedCacheStaysWholeWhenAnotherReplacesIt) {
  test::TemporaryFolder folder;
  const fs::path place = folder.path() / "cache";
  Source before(10), after(3);
  const auto mapped = before.open({place});
  after.entries.fingerprint = "second";
  after.open({place});
  expectHolds(*mapped, before);
}

TEST(CachePlaces, lieBesideTheDatabaseAndInTheUsersFolder) {
  test::TemporaryFolder folder;
  ASSERT_EQ(::setenv("XDG_CACHE_HOME", "/nowhere", 1), 0);
  const auto ofFolder = cachePlaces(folder.path(), "");
  ASSERT_EQ(ofFolder.size(), 2u);
  EXPECT_EQ(ofFolder[0], folder.path() / ".headlight-cache");
  EXPECT_THAT(ofFolder[1].string(), testing::StartsWith("/nowhere/headlight/"));
  const auto ofPrefix = cachePlaces(folder.path() / "db", "guide");
  EXPECT_EQ(ofPrefix[0], folder.path() / "db.headlight-guide");
  EXPECT_NE(ofPrefix[1], ofFolder[1]);
  // However the database is called, there is one cache of it.
  for (const char* name : {"db.ffdata", "db.ffindex"}) EXPECT_EQ(cachePlaces(folder.path() / name, "guide"), ofPrefix);
  EXPECT_EQ(cachePlaces(folder.path() / "", ""), ofFolder);
  ::unsetenv("XDG_CACHE_HOME");
}

}  // namespace database_test
