// Scores that were computed in parts, out of a cache that another process has checked, against a search in one piece.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "engine/search/Search.h"
#include "tests/engine/search/SearchWorld.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace scores_elsewhere_test {

using namespace engine;
using test::expectSameHits;
using test::World;
using testing::HasSubstr;
namespace fs = std::filesystem;

class ScoresElsewhere : public testing::Test {
 protected:
  /// Parts of `size` templates, the last part first, each on its own.
  engine::ScoresElsewhere inParts(Index size) const {
    engine::ScoresElsewhere elsewhere;
    elsewhere.viterbi = [size](const SearchProfile& query, const Database& of, std::span<const Index> which,
                               Progress& progress) {
      return joined<float>(which, size, [&](std::span<const Index> part) {
        Diagnostics diagnostics;
        return viterbiScores(query, of, part, {}, {nullptr, 1}, diagnostics, progress);
      });
    };
    elsewhere.prefilter = [this, size](PrefilterStage stage, const ColumnStateProfile& query,
                                       std::span<const Index> which, Progress& progress) {
      return joined<int>(which, size, [&](std::span<const Index> part) {
        return prefilterScores(stage, query, letters->strings(), part, 1, progress);
      });
    };
    return elsewhere;
  }
  template <class Score, class Compute>
  static std::vector<Score> joined(std::span<const Index> which, Index size, const Compute& compute) {
    std::vector<Score> scores;
    const auto count = std::ssize(which);
    for (Index first = (count - 1) / size * size; first >= 0; first -= size) {
      const auto part = compute(which.subspan(static_cast<size_t>(first),
                                              static_cast<size_t>(std::min(size, count - first))));
      scores.insert(scores.begin(), part.begin(), part.end());
    }
    return scores;
  }
  SearchResult search(const SearchOptions& options) const {
    Diagnostics diagnostics;
    Progress progress;
    return searchDatabase(world.query, *database, options, {nullptr, 2}, diagnostics, progress);
  }
  static std::shared_ptr<const DatabaseLetters> lettersOf(const Database& database) {
    Diagnostics diagnostics;
    Progress progress;
    return DatabaseLetters::open(database, standardColumnStates(), {}, 1, diagnostics, progress);
  }

  const World world{200};
  const std::shared_ptr<const Database> database = Database::of(world.profiles);
  const std::shared_ptr<const DatabaseLetters> letters = lettersOf(*database);
};

TEST_F(ScoresElsewhere, ofAnyPartsGiveTheSameHits) {
  const SearchResult whole = search({});
  ASSERT_GT(whole.hits.size(), 5u);
  for (const Index size : {1, 7, 64, 1000}) {
    SearchOptions options;
    options.elsewhere = inParts(size);
    expectSameHits(search(options), whole);
  }
}

TEST_F(ScoresElsewhere, ofThePrefilterGiveTheSameHitsAndStages) {
  SearchOptions options;
  options.prefilter = PrefilterUse{letters.get(), &standardColumnStates(), {}};
  options.prefilter->options.minHits = 40;
  const SearchResult whole = search(options);
  options.elsewhere = inParts(33);
  const SearchResult parts = search(options);
  expectSameHits(parts, whole);
  EXPECT_EQ(parts.prefilter->withGaps, whole.prefilter->withGaps);
  EXPECT_EQ(parts.prefilter->kept, whole.prefilter->kept);
}

TEST_F(ScoresElsewhere, ofAnotherNumberAreAnError) {
  SearchOptions options;
  options.elsewhere.viterbi = [](const SearchProfile&, const Database&, std::span<const Index>, Progress&) {
    return std::vector<float>(3);
  };
  EXPECT_THAT(test::errorOf([&] { search(options); }), HasSubstr("found 3 scores, expected 200"));
}

/// Entries of the world that can be read, and where a cache of them is made.
struct Cache {
  test::TemporaryFolder folder;
  fs::path place = folder.path() / "cache";
  explicit Cache(const World& world) {
    const auto entries = [&world] {
      ProfileEntries entries;
      for (const ProfileHmm& profile : world.profiles) entries.names.push_back(profile.name);
      entries.read = [&world](Index k) { return world.profiles[static_cast<size_t>(k)]; };
      return entries;
    };
    Diagnostics diagnostics;
    Progress progress;
    Database::open({"world", entries}, {place}, 1, diagnostics, progress);
  }
};

TEST_F(ScoresElsewhere, comeFromTheCacheThatAnotherProcessHasMade) {
  const Cache cache(world);
  const auto shared = Database::openShared("world", {cache.folder.path() / "missing", cache.place});
  ASSERT_EQ(shared->count(), database->count());
  for (Index k = 0; k < shared->count(); ++k) EXPECT_EQ(shared->profile(k).emissions, database->profile(k).emissions);
}

TEST_F(ScoresElsewhere, refuseACacheOfOtherFilesAndWriteNothing) {
  const Cache cache(world);
  EXPECT_THAT(test::errorOf([&] { Database::openShared("other", {cache.place}); }),
              HasSubstr("was made from other files"));
  const fs::path missing = cache.folder.path() / "missing";
  EXPECT_THAT(test::errorOf([&] { Database::openShared("world", {missing}); }), HasSubstr("no cache that can be shared"));
  EXPECT_FALSE(fs::exists(missing));
}

}  // namespace scores_elsewhere_test
