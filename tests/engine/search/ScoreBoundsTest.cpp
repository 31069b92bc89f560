// Bounds in 16-bit integers against the scores that they bound: never below, and not far above.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "engine/search/ProfilePreparation.h"
#include "engine/search/batch/BatchViterbi.h"
#include "engine/search/batch/ScoreBounds.h"
#include "tests/engine/search/SearchWorld.h"
#include "tests/support/ErrorOf.h"

namespace score_bounds_test {

using namespace engine;
using test::randomProfile;

/// Of the lanes (engine/search/batch/ShortLanes.h), the excess that of the processors where it is largest.
constexpr double kUnitsPerBit = 128, kMostLogarithmExcess = 3.1;
constexpr float kInfinite = std::numeric_limits<float>::infinity();

struct Case {
  SearchProfile query;
  std::vector<SearchProfile> templates;

  Case(const ProfileHmm& queryProfile, const std::vector<ProfileHmm>& templateProfiles)
      : query(searchProfile(queryProfile)) {
    for (const ProfileHmm& profile : templateProfiles) templates.push_back(searchProfile(profile));
  }
  std::vector<const SearchProfile*> pointers() const {
    std::vector<const SearchProfile*> all;
    for (const SearchProfile& profile : templates) all.push_back(&profile);
    return all;
  }
  std::vector<float> bounds(const ViterbiOptions& options = {}, int threads = 1) const {
    Progress none;
    return scoreBounds(query, pointers(), options, threads, none);
  }
  std::vector<float> scores(const ViterbiOptions& options = {}) const {
    Progress none;
    std::vector<float> found;
    for (const BatchHit& hit : alignBatchNative(query, pointers(), {options, false}, 1, none))
      found.push_back(hit.score);
    return found;
  }
};

/// The least sum over residues of query, template and factor of any pair of columns: 2^S.
double leastOdds(const SearchProfile& query, const SearchProfile& templ, const ViterbiOptions& options) {
  double least = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < query.length; ++i)
    for (Index j = 0; j < templ.length; ++j) {
      double sum = 0;
      for (size_t a = 0; a < 20; ++a) {
        const double null = 0.5 * (double(query.composition[a]) + double(templ.composition[a]));
        sum += double(query.emissions[static_cast<size_t>(i) * 20 + a]) *
               double(templ.emissions[static_cast<size_t>(j) * 20 + a]) / null;
      }
      least = std::min(least, sum * std::exp2(options.shift));
    }
  return least;
}

/// MATHEMATICS.md 1.4 for the null model of the pair: bits that a bound is above a score at most, when bars and columns
/// without a common residue do not count.
double mostExcess(const SearchProfile& query, const SearchProfile& templ, const ViterbiOptions& options) {
  double highest = 0, total = 0, leastLeaving = 0;
  for (Index j = 0; j < templ.length; ++j) {
    double sum = 0;
    for (size_t a = 0; a < 20; ++a) {
      const double null = 0.5 * (double(query.composition[a]) + double(templ.composition[a]));
      const double odds = std::exp2(options.shift) * double(templ.emissions[static_cast<size_t>(j) * 20 + a]) / null;
      highest = std::max(highest, odds);
      sum += odds;
    }
    total = std::max(total, sum);
  }
  for (Index i = 0; i <= query.length; ++i)
    leastLeaving = std::min(leastLeaving, double(query.transitions[static_cast<size_t>(i) * 7]));
  const double queryUnit = std::exp2(-12.9 - leastLeaving), templateUnit = 2.01 * highest * std::exp2(-14);
  const double perPair = std::log2(1 + (total * queryUnit + templateUnit + 21 * queryUnit * templateUnit) /
                                           leastOdds(query, templ, options)) +
                         (kMostLogarithmExcess + 1) / kUnitsPerBit;
  const double perGap = 2.1 / kUnitsPerBit;
  return static_cast<double>(std::min(query.length, templ.length)) * perPair +
         static_cast<double>(query.length + templ.length) * perGap + 6.0 / kUnitsPerBit;
}

void expectBounds(const Case& profiles, const ViterbiOptions& options = {}) {
  const std::vector<float> bounds = profiles.bounds(options), scores = profiles.scores(options);
  ASSERT_EQ(bounds.size(), scores.size());
  for (size_t k = 0; k < bounds.size(); ++k) {
    EXPECT_GE(bounds[k], scores[k]) << "template " << k + 1;
    EXPECT_TRUE(scores[k] < kHighestScoreBound || bounds[k] == kInfinite);
  }
}

std::vector<ProfileHmm> randomTemplates(const std::vector<Index>& lengths, Random& random, bool withZeros) {
  std::vector<ProfileHmm> templates;
  for (const Index length : lengths) templates.push_back(randomProfile(length, random, withZeros));
  return templates;
}

TEST(ScoreBounds, areNotBelowScoresForEveryNullModelAndUnequalLengths) {
  const std::vector<Index> lengths = {1, 2, 3, 5,  17, 30, 31, 32, 33, 40, 4,  7,  64, 50, 29, 12, 20, 90, 3,
                                      6, 8, 9, 11, 13, 14, 15, 16, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28};
  for (const bool withZeros : {false, true})
    for (const NullModel null : {NullModel::background, NullModel::pair, NullModel::templ, NullModel::query})
      for (const double shift : {-0.03, 0.2, -1.0}) {
        Random random(withZeros ? 5 : 6);
        ViterbiOptions options;
        options.nullModel = null;
        options.shift = shift;
        const ProfileHmm query = randomProfile(43, random, withZeros);
        expectBounds({query, randomTemplates(lengths, random, withZeros)}, options);
      }
}

TEST(ScoreBounds, areNotBelowScoresForEveryNumberOfTemplatesAndQueryLength) {
  for (const Index numTemplates : {0, 1, 2, 15, 16, 31, 32, 33, 65})
    for (const Index length : {1, 2, 3, 4, 5, 6, 10, 11}) {
      std::vector<Index> lengths;
      for (Index k = 0; k < numTemplates; ++k) lengths.push_back(1 + k * 5 % 13);
      Random random(static_cast<std::uint64_t>(100 * numTemplates + length));
      const ProfileHmm query = randomProfile(length, random, false);
      expectBounds({query, randomTemplates(lengths, random, false)});
    }
}

/// Profiles that are sharp, related and have transitions as real ones do.
Case worldCase(Index queryLength, int count, std::uint64_t seed) {
  Random random(seed);
  const ProfileHmm query = test::sharpProfile(queryLength, random, "query");
  std::vector<ProfileHmm> templates;
  for (int k = 0; k < count; ++k) {
    const auto length = static_cast<Index>(1 + random.below(static_cast<std::uint64_t>(queryLength)));
    templates.push_back(k % 3 == 0 ? test::relative(query, queryLength - length, length, random, "t")
                                   : test::sharpProfile(length, random, "t"));
  }
  return {query, templates};
}

TEST(ScoreBounds, exceedScoresByNoMoreThanIsProven) {
  double farthest = 0;
  for (const Index length : {1, 3, 20, 80, 150}) {
    const Case profiles = worldCase(length, 40, static_cast<std::uint64_t>(length));
    const std::vector<float> bounds = profiles.bounds(), scores = profiles.scores();
    for (size_t k = 0; k < bounds.size(); ++k) {
      EXPECT_GE(bounds[k], scores[k]);
      if (bounds[k] == kInfinite || scores[k] < 0) continue;
      EXPECT_LE(bounds[k] - scores[k], mostExcess(profiles.query, profiles.templates[k], {}));
      farthest = std::max(farthest, double(bounds[k] - scores[k]));
    }
  }
  std::printf("at most %.2f bit above the score\n", farthest);
}

TEST(ScoreBounds, areInfiniteOrNotBelowWhereTransitionsAreVeryUnlikely) {
  using enum Transition;
  Random random(32);
  ProfileHmm query = randomProfile(60, random, false);
  std::vector<ProfileHmm> templates = randomTemplates(std::vector<Index>(40, 50), random, false);
  templates.push_back(query);
  const auto set = [](ProfileHmm& profile, Transition t, double bits) {
    for (auto& row : profile.transitions) row[static_cast<size_t>(t)] = bits;
  };
  for (const Transition t : {MM, MI, MD, IM, II, DM, DD})
    for (const double bits : {-15.9, -17.0, -60.0, kImpossible, 0.0}) {
      std::vector<ProfileHmm> changed = templates;
      for (ProfileHmm& profile : changed) set(profile, t, bits);
      expectBounds({query, changed});
      ProfileHmm changedQuery = query;
      set(changedQuery, t, bits);
      expectBounds({changedQuery, changed});
      expectBounds({changedQuery, templates});
    }
}

TEST(ScoreBounds, areInfiniteFromWhereNumbersEndAndForWhatIsTooLong) {
  Random random(3);
  for (const Index length : {300, 1200, 4000}) {
    const ProfileHmm query = test::sharpProfile(length, random, "query");
    const Case profiles{query, {query, query, test::sharpProfile(length / 2, random, "other")}};
    const std::vector<float> bounds = profiles.bounds(), scores = profiles.scores();
    expectBounds(profiles);
    EXPECT_EQ(scores[0] > kHighestScoreBound, length == 4000) << scores[0];
    EXPECT_EQ(bounds[0] == kInfinite, length == 4000);
    EXPECT_LT(bounds[2], kHighestScoreBound);
  }
  const Case tooLong{test::sharpProfile(10, random, "query"), {randomProfile(8001, random, false)}};
  EXPECT_EQ(tooLong.bounds(), std::vector<float>{kInfinite});
}

TEST(ScoreBounds, ofLongFreeGapsStayInside) {
  using enum Transition;
  Random random(4);
  ProfileHmm query = test::sharpProfile(30, random, "query"), templ = test::sharpProfile(7990, random, "long");
  for (auto& row : templ.transitions) {
    row[static_cast<size_t>(MD)] = row[static_cast<size_t>(DM)] = row[static_cast<size_t>(MM)] = -1;
    row[static_cast<size_t>(DD)] = 0;
  }
  for (auto& row : query.transitions) row[static_cast<size_t>(II)] = 0;
  std::copy(query.emissions.begin(), query.emissions.begin() + 15, templ.emissions.begin());
  std::copy(query.emissions.begin() + 15, query.emissions.end(), templ.emissions.end() - 15);
  expectBounds({query, {templ, templ, test::sharpProfile(10, random, "short")}});
  expectBounds({templ, {query, templ}});
}

TEST(ScoreBounds, doNotDependOnThreads) {
  const Case profiles = worldCase(50, 100, 9);
  EXPECT_EQ(profiles.bounds({}, 1), profiles.bounds({}, 3));
}

TEST(ScoreBounds, ofReferenceProfilesAreNotBelowScoresAndWithinThreeBits) {
  if (test::sharedFile("hh/hhm").empty()) GTEST_SKIP() << "no reference data beside the checkout";
  std::vector<SearchProfile> profiles;
  for (const auto& file : std::filesystem::directory_iterator(test::sharedFile("hh/hhm")))
    profiles.push_back(preparedPlain(test::referenceProfile(file.path().stem()), {}));
  std::vector<const SearchProfile*> pointers;
  for (const SearchProfile& profile : profiles) pointers.push_back(&profile);
  Progress none;
  int numBounded = 0;
  double farthest = 0;
  for (const SearchProfile& query : profiles) {
    const std::vector<float> bounds = scoreBounds(query, pointers, {}, 1, none);
    const std::vector<BatchHit> hits = alignBatchNative(query, pointers, {}, 1, none);
    for (size_t k = 0; k < hits.size(); ++k) {
      ASSERT_GE(bounds[k], hits[k].score);
      if (bounds[k] == kInfinite) continue;
      ++numBounded;
      farthest = std::max(farthest, double(bounds[k] - hits[k].score));
    }
  }
  std::printf("%zu x %zu pairs, %d bounded, at most %.2f bit above the score\n", profiles.size(), profiles.size(),
              numBounded, farthest);
  EXPECT_GT(numBounded, 0);
  EXPECT_LT(farthest, 3);
}

TEST(ScoreBounds, refuseWhatTheyAreNotFor) {
  const Case profiles = worldCase(5, 1, 1);
  ViterbiOptions options;
  options.mode = AlignmentMode::global;
  EXPECT_FALSE(hasScoreBounds(options));
  EXPECT_THAT(test::errorOf([&] { profiles.bounds(options); }), testing::HasSubstr("global"));
  options.mode = AlignmentMode::local;
  options.excludedQuery = {{1, 2}};
  EXPECT_FALSE(hasScoreBounds(options));
}

}  // namespace score_bounds_test
