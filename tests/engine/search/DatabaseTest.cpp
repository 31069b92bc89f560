// Caches of databases: made once, used again, made again when stale, cut off or damaged, whoever else is at work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "engine/search/database/Database.h"
#include "engine/search/database/DatabaseLetters.h"
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
  std::string fingerprint = "first";

  explicit Source(int count) {
    Random random(1);
    for (int k = 0; k < count; ++k) {
      profiles.push_back(test::randomProfile(1 + k % 13, random, false));
      profiles.back().name = "profile " + std::to_string(k);
      profiles.back() = decodedProfile(encodedProfile(profiles.back()));
      entries.names.push_back("entry" + std::to_string(k));
    }
    entries.read = [this](Index k) {
      ++numReads;
      return profiles[static_cast<size_t>(k)];
    };
  }

  std::shared_ptr<const Database> open(const std::vector<fs::path>& places, int threads = 1) {
    diagnostics = {};
    Progress progress;
    return Database::open({fingerprint, [this] { return entries; }}, places, threads, diagnostics, progress);
  }
  Diagnostics diagnostics;
};

void expectHolds(const Database& database, const Source& source) {
  ASSERT_EQ(database.count(), static_cast<Index>(source.profiles.size()));
  for (Index k = 0; k < database.count(); ++k) {
    const ProfileHmm& profile = source.profiles[static_cast<size_t>(k)];
    EXPECT_EQ(database.name(k), source.entries.names[static_cast<size_t>(k)]);
    EXPECT_EQ(database.profile(k).name, profile.name);
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
  source.fingerprint = "second";
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
  after.fingerprint = "second";
  after.open({place});
  expectHolds(*mapped, before);
}

TEST(Database, lettersOfProfilesAcrossPartsAreThoseOfEachProfile) {
  test::TemporaryFolder folder;
  const fs::path place = folder.path() / "letters";
  Source source(0);
  Random random(2);
  for (const Index length : {7, 300000, 1, 9}) {
    source.profiles.push_back(test::randomProfile(length, random, false));
    source.entries.names.push_back("entry" + std::to_string(length));
  }
  const auto database = source.open({});
  Progress progress;
  const auto first = DatabaseLetters::open(*database, standardColumnStates(), {place}, 2, source.diagnostics, progress);
  for (Index k = 0; k < database->count(); ++k) {
    const auto letters = columnLetters(database->profile(k), standardColumnStates());
    EXPECT_THAT(first->strings()[k], testing::ElementsAreArray(letters)) << k;
    EXPECT_EQ(first->strings().length(k), std::ssize(letters));
  }
  const std::string bytes = test::readText(place);
  fs::remove(place);
  DatabaseLetters::open(*database, standardColumnStates(), {place}, 1, source.diagnostics, progress);
  EXPECT_TRUE(test::readText(place) == bytes);
}

/// A cache that is too large to be read before it is used.
struct LargeCache {
  test::TemporaryFolder folder;
  fs::path place = folder.path() / "cache";
  CacheKey key{"kind", "print"};
  std::size_t size = kSmallCache + 3 * kCacheBlock;

  LargeCache() { write(place); }
  std::shared_ptr<const CacheBytes> write(const fs::path& where) const {
    CacheWriter writer(where, key);
    std::vector<std::byte> bytes(size);
    for (std::size_t k = 0; k < size; ++k) bytes[k] = static_cast<std::byte>(k % 251 + k / kCacheBlock % 3);
    writer.write(writer.reserve(size), bytes);
    return writer.finish();
  }
  /// Changes one byte of a block.
  void damage(std::size_t block) const {
    std::fstream file(place, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(4096 + block * kCacheBlock + 100));
    file.put('!');
  }
  std::shared_ptr<const CacheBytes> open(CacheCheck check, Diagnostics& diagnostics) const {
    Progress progress;
    return openedOrWritten(
        {place}, key, check, 2, [this](const fs::path& where) { return write(where); }, diagnostics, progress);
  }
};

TEST(CacheFile, ofMuchContentOnlyWhatIsTouchedIsChecked) {
  const LargeCache cache;
  cache.damage(5);
  Diagnostics diagnostics;
  const auto bytes = cache.open(CacheCheck::small, diagnostics);
  EXPECT_THAT(diagnostics.warnings(), IsEmpty());
  EXPECT_EQ(bytes->part(0, 5 * kCacheBlock).size(), 5 * kCacheBlock);
  EXPECT_EQ(bytes->part(6 * kCacheBlock, cache.size).size(), cache.size - 6 * kCacheBlock);
  for (int k = 0; k < 2; ++k) EXPECT_THROW(bytes->part(6 * kCacheBlock - 1, 6 * kCacheBlock), CacheDamage);
  EXPECT_THROW(bytes->part(0, cache.size), CacheDamage);
  EXPECT_THROW(bytes->part(0, cache.size + 1), CacheDamage);
  Progress progress;
  EXPECT_THROW(bytes->checkAll(2, progress), CacheDamage);
}

TEST(CacheFile, checkedAsAWholeItIsMadeAgain) {
  const LargeCache cache;
  const std::string whole = test::readText(cache.place);
  cache.damage(kSmallCache / kCacheBlock + 2);
  Diagnostics diagnostics;
  cache.open(CacheCheck::whole, diagnostics)->part(0, cache.size);
  ASSERT_EQ(diagnostics.warnings().size(), 1u);
  EXPECT_THAT(diagnostics.warnings()[0], HasSubstr("damaged"));
  EXPECT_TRUE(test::readText(cache.place) == whole);
}

TEST(CacheFile, blocksInEachOthersPlacesAreFound) {
  const LargeCache cache;
  std::string text = test::readText(cache.place);
  const std::size_t sums = 4096 + cache.size;
  std::swap_ranges(text.begin() + 4096, text.begin() + 4096 + kCacheBlock, text.begin() + 4096 + kCacheBlock);
  std::swap_ranges(text.begin() + Index(sums), text.begin() + Index(sums) + 8, text.begin() + Index(sums) + 8);
  test::writeText(cache.place, text);
  EXPECT_THROW(CacheBytes(cache.place, cache.key).part(0, 1), CacheDamage);
}

TEST(CacheFile, placesThatWereNotWrittenInOrderAreWhereTheyWereReserved) {
  CacheWriter writer({}, {"kind", "print"});
  const std::size_t first = writer.reserve(1), second = writer.reserve(kCacheBlock + 1), third = writer.reserve(0);
  EXPECT_EQ(second, kCacheBlock);
  EXPECT_EQ(third, 3 * kCacheBlock);
  writer.write(second, std::vector<std::byte>(kCacheBlock + 1, std::byte{2}));
  writer.write(first, std::vector<std::byte>(1, std::byte{1}));
  const auto bytes = writer.finish();
  EXPECT_EQ(bytes->all().size(), third);
  EXPECT_EQ(bytes->part(0, 2)[0], std::byte{1});
  EXPECT_EQ(bytes->part(0, 2)[1], std::byte{0});
  EXPECT_EQ(bytes->part(second, third)[kCacheBlock], std::byte{2});
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
