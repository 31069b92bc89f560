// The bounds of a search's first pass against none: of what correlation adds, of Viterbi scores.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "tests/engine/search/SearchWorld.h"

namespace search_bound_test {

using namespace engine;
using test::expectSameHits;
using test::kInfinity;
using test::World;

TEST(Search, theBoundOfTheFirstPassLosesNothingThatIsReportable) {
  const World world(600);
  SearchOptions bounded, exhaustive;
  exhaustive.marginBits = kInfinity;
  expectSameHits(world.search(bounded), world.search(exhaustive));
  bounded.limits = exhaustive.limits = {20, 3, 50, 1e-3};
  expectSameHits(world.search(bounded), world.search(exhaustive));
}

/// Almost without gaps and pseudocounts: `numResidues` equally frequent residues in every column.
ProfileHmm evenProfile(Index length, size_t numResidues, Random& random, const std::string& name) {
  using enum Transition;
  ProfileHmm profile = test::randomProfile(length, random, false);
  profile.name = name;
  profile.neff = 10;
  for (ResidueVector& column : profile.emissions) {
    column.fill(0);
    const size_t first = random.below(20);
    for (size_t k = 0; k < numResidues; ++k) column[(first + 7 * k) % 20] = 1.0 / static_cast<double>(numResidues);
  }
  for (auto& row : profile.transitions) {
    row.fill(-1);
    row[static_cast<size_t>(MM)] = std::log2(0.998);
    row[static_cast<size_t>(MI)] = row[static_cast<size_t>(MD)] = std::log2(0.001);
  }
  for (ColumnNeff& neff : profile.columnNeff) neff = {1000, 1000, 1000};
  return profile;
}

void copyColumns(const ProfileHmm& from, Index first, Index count, ProfileHmm& to) {
  for (Index i = 0; i < count; ++i)
    to.emissions[static_cast<size_t>(i)] = from.emissions[static_cast<size_t>(first + i)];
}

TEST(Search, fewConservedColumnsAreNotHiddenBehindManyWeakOnes) {
  // 300 templates share 117 weak columns with the query, one shares 30 strong ones: its Viterbi score is lower than
  // that of the others, its score with correlation is higher.
  World world(0);
  constexpr Index kStrong = 30, kWeak = 117;
  world.query = evenProfile(kStrong + kWeak, 8, world.random, "query");
  copyColumns(evenProfile(kStrong, 1, world.random, ""), 0, kStrong, world.query);
  for (int k = 0; k < 300; ++k) {
    world.profiles.push_back(evenProfile(kWeak, 8, world.random, "weak" + std::to_string(k)));
    copyColumns(world.query, kStrong, kWeak, world.profiles.back());
  }
  world.profiles.push_back(evenProfile(kWeak, 8, world.random, "strong"));
  copyColumns(world.query, 0, kStrong, world.profiles.back());
  SearchOptions bounded, exhaustive;
  bounded.limits = exhaustive.limits = {5, 5, 20, 1e6};
  exhaustive.marginBits = kInfinity;
  const SearchResult result = world.search(bounded);
  expectSameHits(result, world.search(exhaustive));
  ASSERT_EQ(result.hits.size(), 5u);
  EXPECT_EQ(result.hits[0].name, "strong");
  EXPECT_LT(result.hits[0].scores.viterbi, result.hits[1].scores.viterbi);
}

TEST(Search, theBoundLosesNothingAmongTheReferenceProfiles) {
  if (test::sharedFile("hh/hhm").empty()) GTEST_SKIP() << "no reference data beside the checkout";
  World world(300);
  for (const auto& file : std::filesystem::directory_iterator(test::sharedFile("hh/hhm")))
    world.profiles.push_back(test::referenceProfile(file.path().stem()));
  int count = 0;
  for (const char* name : {"globins4", "Pkinase", "fn3_A", "HBB_HUMAN", "7LESS_seg", "FAM69B", "myg"}) {
    world.query = test::referenceProfile(name);
    SearchOptions exhaustive;
    exhaustive.marginBits = kInfinity;
    expectSameHits(world.search({}), world.search(exhaustive));
    ++count;
  }
  std::printf("%d of 7 queries lose nothing\n", count);
}

/// Bounds of scores for any number of templates, or none at all.
SearchOptions withBounds(bool areUsed, SearchOptions options = {}) {
  options.fewestBounded = areUsed ? 0 : std::numeric_limits<Index>::max();
  return options;
}

TEST(Search, boundsOfScoresLeaveEveryHitAsItIs) {
  for (const int count : {1, 40, 1300}) {
    const World world(count);
    // With the last all are promising: most scores are computed at once.
    for (const HitLimits& limits : {HitLimits{}, HitLimits{20, 3, 50, 1e-3}, HitLimits{5000, 700, 20, 1e6},
                                    HitLimits{50, 3, 0, 1e9}})
      for (const double correlation : {0.1, 0.0, 0.3}) {
        SearchOptions options;
        options.limits = limits;
        options.alignment.correlation = correlation;
        expectSameHits(world.search(withBounds(true, options), 2), world.search(withBounds(false, options)));
      }
  }
}

TEST(Search, boundsOfScoresAreNotAskedForWhatHasNone) {
  const World world(60);
  SearchOptions options;
  options.alignment.viterbi.mode = AlignmentMode::global;
  expectSameHits(world.search(withBounds(true, options)), world.search(withBounds(false, options)));
  options.alignment.viterbi.mode = AlignmentMode::local;
  options.alignment.viterbi.nullModel = NullModel::local;
  expectSameHits(world.search(withBounds(true, options)), world.search(withBounds(false, options)));
  options.alignment.viterbi.nullModel = NullModel::pair;
  options.alignment.viterbi.excludedTemplate = {{0, 5}};
  expectSameHits(world.search(withBounds(true, options)), world.search(withBounds(false, options)));
}

TEST(Search, boundsOfScoresEndASearchBehindAPrefilterAtTheSameBlock) {
  const World world(4500);
  const std::shared_ptr<const Database> database = Database::of(world.profiles);
  Diagnostics quiet;
  Progress progress;
  const auto letters = DatabaseLetters::open(*database, standardColumnStates(), {}, 1, quiet, progress);
  const auto search = [&](bool areUsed, Diagnostics& diagnostics, const ProfileHmm& query) {
    SearchOptions options = withBounds(areUsed);
    options.prefilter = PrefilterUse{letters.get(), &standardColumnStates(), {}};
    options.prefilter->options.minHits = 4500;
    return searchDatabase(query, *database, options, {nullptr, 2}, diagnostics, progress);
  };
  Random random(5);
  for (const ProfileHmm& query : {world.query, test::sharpProfile(70, random, "unrelated")}) {
    Diagnostics bounded, plain;
    expectSameHits(search(true, bounded, query), search(false, plain, query));
    EXPECT_EQ(bounded.warnings(), plain.warnings());
  }
}

TEST(Search, boundsOfScoresLeaveTheHitsOfReferenceProfilesAsTheyAre) {
  if (test::sharedFile("hh/hhm").empty()) GTEST_SKIP() << "no reference data beside the checkout";
  World world(300);
  for (const auto& file : std::filesystem::directory_iterator(test::sharedFile("hh/hhm")))
    world.profiles.push_back(test::referenceProfile(file.path().stem()));
  const size_t last = world.profiles.size();
  for (size_t k = 300; k < last; ++k) {
    world.query = world.profiles[k];
    expectSameHits(world.search(withBounds(true)), world.search(withBounds(false)));
  }
  std::printf("%zu queries have the same hits\n", last - 300);
}

}  // namespace search_bound_test
