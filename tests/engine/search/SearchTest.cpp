// Searches against aligning every template by itself.
#include "engine/search/Search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/hmm/viterbi/PathScore.h"
#include "engine/search/batch/TemplateScores.h"
#include "engine/search/hits/HitDetails.h"
#include "tests/engine/search/SearchWorld.h"

namespace search_test {

using namespace engine;
using test::expectSameHits;
using test::kInfinity;
using test::relative;
using test::sharpProfile;
using test::World;

TEST(Search, everyHitScoresAsItsPairAlignedByItself) {
  const World world(60);
  SearchOptions options;
  options.limits.minHits = 60;
  const SearchResult result = world.search(options);
  EXPECT_EQ(result.numSearched, 60);
  EXPECT_GE(result.hits.size(), 50u);
  const auto database = Database::of(world.profiles);
  Progress progress;
  for (const SearchHit& hit : result.hits) {
    ASSERT_TRUE(hit.templ);
    const ProfileAlignment alone = alignProfiles(world.query, *hit.templ, options.alignment, progress);
    ASSERT_FALSE(alone.paths.empty()) << hit.name;
    EXPECT_NEAR(hit.scores.viterbi, alone.scores[0].viterbi, 1e-3) << hit.name;
    EXPECT_NEAR(hit.scores.correlation, alone.scores[0].correlation, 1e-2) << hit.name;
    EXPECT_EQ(hit.scores.total, hit.scores.viterbi + hit.scores.correlation) << hit.name;
  }
}

/// Every hit is, number for number, the alignment of its pair by itself; and none is missing.
void expectAsAlignedAlone(const World& world, SearchOptions options) {
  options.limits = {1000, 1000, 0, kInfinity};
  const SearchResult result = world.search(options, 2);
  std::map<std::string, const SearchHit*> hits;
  for (const SearchHit& hit : result.hits) hits[hit.name] = &hit;
  Progress progress;
  size_t count = 0;
  const auto database = Database::of(world.profiles);
  for (Index k = 0; k < database->count(); ++k) {
    const ProfileHmm templ = database->profile(k);
    const ProfileAlignment alone = alignProfiles(world.query, templ, options.alignment, progress);
    ASSERT_EQ(alone.paths.empty(), hits.count(templ.name) == 0) << templ.name;
    if (alone.paths.empty()) continue;
    const SearchHit& hit = *hits[templ.name];
    EXPECT_EQ(hit.path, alone.paths[0]) << templ.name;
    EXPECT_EQ(hit.scores.total, alone.scores[0].total) << templ.name;
    EXPECT_EQ(hit.scores.secondaryStructure, alone.scores[0].secondaryStructure) << templ.name;
    EXPECT_NEAR(hit.scores.pValue, alone.scores[0].pValue, 1e-9 * alone.scores[0].pValue) << templ.name;
    ++count;
  }
  EXPECT_GT(count, world.profiles.size() / 2);
  for (size_t k = 1; k < result.hits.size(); ++k)
    EXPECT_GE(result.hits[k - 1].scores.probability, result.hits[k].scores.probability - 1e-9) << k;
}

TEST(Search, theLocalNullModelIsServedThoughTheBatchDoesNotKnowIt) {
  SearchOptions options;
  options.alignment.viterbi.nullModel = NullModel::local;
  expectAsAlignedAlone(World(30), options);
}

TEST(Search, excludedColumnsAreServedThoughTheBatchDoesNotKnowThem) {
  SearchOptions options;
  options.alignment.viterbi.excludedQuery = {{0, 30}};
  options.alignment.viterbi.excludedTemplate = {{0, 5}};
  const World world(30);
  expectAsAlignedAlone(world, options);
  const SearchResult result = world.search(options);
  EXPECT_FALSE(result.hits.empty());
  for (const SearchHit& hit : result.hits)
    for (const PathStep& step : hit.path.steps) {
      EXPECT_GE(step.i, 30) << hit.name;
      EXPECT_GE(step.j, 5) << hit.name;
    }
}

/// Helices and strands in turn, predicted with middling confidence or, on every other template, known.
void annotate(ProfileHmm& profile, Random& random, bool isKnown) {
  std::string states, confidences;
  while (static_cast<Index>(states.size()) < profile.length()) {
    states.append(3 + random.below(8), "HEC"[random.below(3)]);
    states.resize(std::min(states.size(), static_cast<size_t>(profile.length())));
  }
  for (size_t k = 0; k < states.size(); ++k) confidences += static_cast<char>('3' + random.below(6));
  if (isKnown) {
    profile.annotations = {{"ss_dssp", states}};
    return;
  }
  profile.annotations = {{"ss_pred", states}, {"ss_conf", confidences}};
}

TEST(Search, secondaryStructureInTheRecursionIsServedThoughTheBatchDoesNotKnowIt) {
  for (const StructureMode mode : {StructureMode::inside, StructureMode::after}) {
    World world(30);
    annotate(world.query, world.random, false);
    for (size_t k = 0; k < world.profiles.size(); ++k)
      if (k % 3 != 0) annotate(world.profiles[k], world.random, k % 2 == 0);
    SearchOptions options;
    options.alignment.viterbi.structure.mode = mode;
    options.marginBits = kInfinity;
    const SearchResult result = world.search(options);
    size_t numScored = 0;
    for (const SearchHit& hit : result.hits) numScored += hit.scores.secondaryStructure != 0 ? 1 : 0;
    EXPECT_GT(numScored, 3u);
    Progress progress;
    for (const SearchHit& hit : result.hits) {
      const ProfileAlignment alone = alignProfiles(world.query, *hit.templ, options.alignment, progress);
      EXPECT_EQ(hit.path, alone.paths.at(0)) << hit.name;
      EXPECT_EQ(hit.scores.total, alone.scores[0].total) << hit.name;
      EXPECT_EQ(hit.scores.secondaryStructure, alone.scores[0].secondaryStructure) << hit.name;
      EXPECT_EQ(hit.scores.probability, alone.scores[0].probability) << hit.name;
    }
  }
}

TEST(TemplateScores, correlationAgreesWithThePlainOne) {
  const World world(20);
  const ProfileAlignmentOptions options;
  const auto database = Database::of(world.profiles);
  Progress progress;
  Diagnostics diagnostics;
  const ProfileHmm query = preparedQuery(world.query, options, progress);
  const SearchProfile fastQuery = searchProfile(query);
  std::vector<Index> which{4, 3, 13, 0};
  TemplateScoring scoring;
  scoring.batch.keepPaths = true;
  for (const NullModel nullModel : {NullModel::background, NullModel::pair, NullModel::templ, NullModel::query}) {
    scoring.batch.viterbi.nullModel = nullModel;
    size_t count = 0;
    scoreTemplates(fastQuery, *database, which, scoring, {nullptr, 1}, diagnostics, progress,
                   [&](size_t position, const BatchHit& hit, const SearchProfile& templ) {
                     EXPECT_EQ(position, count++);
                     const ProfileHmm plain = preparedTemplate(database->profile(which[position]), options);
                     EXPECT_NEAR(correlationOf(hit.path, fastQuery, templ, nullModel, 0.1),
                                 correlationScore(hit.path, ColumnScorer(query, plain, nullModel), 0.1), 1e-4);
                   });
    EXPECT_EQ(count, which.size());
  }
}

TEST(Search, relatedTemplatesComeFirst) {
  const World world(100);
  const SearchResult result = world.search({});
  ASSERT_GE(result.hits.size(), 10u);
  for (size_t k = 0; k < 10; ++k) EXPECT_EQ(result.hits[k].name.back(), '3') << result.hits[k].name;
}

TEST(Search, hitsComeMostSignificantFirst) {
  const World world(100);
  SearchOptions options;
  options.limits.minHits = 100;
  const SearchResult result = world.search(options);
  EXPECT_GT(result.hits.size(), 10u);
  for (size_t k = 1; k < result.hits.size(); ++k)
    EXPECT_GE(result.hits[k - 1].scores.probability, result.hits[k].scores.probability - 1e-9) << k;
}

TEST(Search, resultsDoNotDependOnTheNumberOfThreads) {
  const World world(200);
  expectSameHits(world.search({}, 1), world.search({}, 2));
}

TEST(Search, hitsAreDescribedInFull) {
  const World world(20);
  SearchOptions options;
  options.alignment.mac.isOn = true;
  const SearchResult result = world.search(options);
  ASSERT_FALSE(result.hits.empty());
  for (const SearchHit& hit : result.hits) {
    EXPECT_FALSE(hit.rows.query.empty()) << hit.name;
    EXPECT_EQ(hit.rows.query.size(), hit.rows.templ.size()) << hit.name;
    EXPECT_GT(hit.numPairs, 0) << hit.name;
    EXPECT_TRUE(std::isfinite(hit.scores.sumProbabilities)) << hit.name;
    EXPECT_EQ(hit.numColumns, hit.templ->length()) << hit.name;
  }
}

TEST(Search, alternativesAreHitsOfTheirOwn) {
  World world(12);
  world.profiles.push_back(relative(world.query, 0, 60, world.random, "twice"));
  SearchOptions options;
  options.limits.minHits = 1000;
  options.alignment.alternatives = {3, -1000, 5};
  const SearchResult result = world.search(options);
  std::map<std::string, int> counts;
  for (const SearchHit& hit : result.hits) ++counts[hit.name];
  EXPECT_GT(counts["twice"], 1);
  for (const auto& [name, count] : counts) EXPECT_LE(count, 3) << name;
  expectSameHits(result, world.search(options, 2));
}

TEST(Search, calibratedSearchesUseTheFit) {
  const World world(40);
  SearchOptions options;
  options.calibration = GumbelFit{0.4, 11, 0.01, 0.1, 50};
  const SearchResult result = world.search(options);
  EXPECT_FALSE(result.hits.empty());
  for (const SearchHit& hit : result.hits)
    EXPECT_NEAR(hit.scores.pValue, options.calibration->pValue(hit.scores.total, hit.numColumns),
                1e-9 * hit.scores.pValue);
}

TEST(Search, thePrefilterKeepsWhatIsRelated) {
  const World world(400);
  const auto database = Database::of(world.profiles);
  Diagnostics diagnostics;
  Progress progress;
  const auto letters = DatabaseLetters::open(*database, standardColumnStates(), {}, 2, diagnostics, progress);
  SearchOptions options;
  options.prefilter = PrefilterUse{letters.get(), &standardColumnStates(), {}};
  options.prefilter->options.minHits = 60;
  const SearchResult result = searchDatabase(world.query, *database, options, {nullptr, 1}, diagnostics, progress);
  EXPECT_EQ(result.numSearched, 400);
  ASSERT_GE(result.hits.size(), 10u);
  for (size_t k = 0; k < 10; ++k) EXPECT_EQ(result.hits[k].name.back(), '3') << result.hits[k].name;
}

TEST(Search, endsAtABlockWithHardlyAHit) {
  std::vector<double> eValues(kSearchBlock, 1e6);
  EXPECT_TRUE(endsSearch(eValues));
  for (size_t k = 0; k < 19; ++k) eValues[k] = 1e-6;
  EXPECT_TRUE(endsSearch(eValues));
  for (size_t k = 0; k < 20; ++k) eValues[k] = 1e-9;
  EXPECT_FALSE(endsSearch(eValues));
  EXPECT_FALSE(endsSearch(std::vector<double>(100, 1e6)));
  EXPECT_FALSE(endsSearch({}));
}

/// Many short templates that have nothing to do with the query, and one that has.
TEST(Search, stopsEarlyAfterThePrefilterAndSaysSo) {
  World world(0);
  for (int k = 0; k < 2 * kSearchBlock + 10; ++k)
    world.profiles.push_back(sharpProfile(5, world.random, "t" + std::to_string(k)));
  world.profiles.push_back(relative(world.query, 0, 60, world.random, "related"));
  const auto database = Database::of(world.profiles);
  Progress progress;
  Diagnostics diagnostics;
  const auto letters = DatabaseLetters::open(*database, standardColumnStates(), {}, 2, diagnostics, progress);
  SearchOptions options;
  options.prefilter = PrefilterUse{letters.get(), &standardColumnStates(), {}};
  options.prefilter->options.minHits = database->count();
  options.prefilter->options.coarseEvalue = kInfinity;
  const auto search = [&](Diagnostics& warnings) {
    return searchDatabase(world.query, *database, options, {nullptr, 2}, warnings, progress);
  };
  Diagnostics early, whole;
  const SearchResult stopped = search(early);
  options.stopsEarly = false;
  const SearchResult complete = search(whole);
  ASSERT_EQ(early.warnings().size(), 1u);
  EXPECT_NE(early.warnings()[0].find("ended after 2000 of 4011 templates"), std::string::npos) << early.warnings()[0];
  EXPECT_TRUE(whole.warnings().empty());
  ASSERT_FALSE(stopped.hits.empty());
  EXPECT_EQ(stopped.hits[0].name, "related");
  EXPECT_EQ(stopped.hits[0].path, complete.hits[0].path);
  options.prefilter.reset();
  options.stopsEarly = true;
  Diagnostics none;
  search(none);
  EXPECT_TRUE(none.warnings().empty());
}

TEST(DatabaseLetters, areComputedOnceForEachAlphabet) {
  const World world(30);
  test::TemporaryFolder folder;
  const auto database = Database::of(world.profiles);
  ColumnStates other = standardColumnStates();
  std::swap(other.probabilities.front(), other.probabilities.back());
  for (const ColumnStates& states : {standardColumnStates(), standardColumnStates(), other}) {
    Diagnostics diagnostics;
    Progress progress;
    const auto letters =
        DatabaseLetters::open(*database, states, {folder.path() / "letters"}, 1, diagnostics, progress);
    EXPECT_EQ(diagnostics.warnings().size(), states == other ? 1u : 0u);
    ASSERT_EQ(letters->strings().count(), std::ssize(world.profiles));
    for (Index k = 0; k < database->count(); ++k) {
      const auto text = letters->strings()[k];
      EXPECT_EQ(std::vector<std::uint8_t>(text.begin(), text.end()), columnLetters(database->profile(k), states)) << k;
    }
  }
}

TEST(Search, limitsAreKept) {
  const World world(100);
  SearchOptions options;
  options.limits = {4, 0, 0, kInfinity};
  EXPECT_EQ(world.search(options).hits.size(), 4u);
  options.limits = {500, 0, 99, kInfinity};
  for (const SearchHit& hit : world.search(options).hits) EXPECT_GE(hit.scores.probability, 99);
  options.limits = {500, 0, 0, 1e-6};
  for (const SearchHit& hit : world.search(options).hits) EXPECT_LE(hit.scores.eValue, 1e-6);
  options.limits = {500, 30, 100, 0};
  EXPECT_EQ(world.search(options).hits.size(), 30u);
}

TEST(Search, emptyAndSingleEntryDatabasesWork) {
  World world(1);
  EXPECT_EQ(world.search({}).hits.size(), 1u);
  world.profiles.clear();
  EXPECT_TRUE(world.search({}).hits.empty());
  world = World(3);
  world.query = sharpProfile(1, world.random, "one column");
  EXPECT_NO_THROW(world.search({}));
}

TEST(Search, aQueryWithoutColumnsIsAnError) {
  World world(1);
  world.query.emissions.clear();
  EXPECT_THROW(world.search({}), Error);
}

TEST(Search, aCancelEndsIt) {
  class Cancelling : public Progress {
   public:
    bool cancelled() const override { return true; }
  };
  const World world(20);
  Diagnostics diagnostics;
  Cancelling progress;
  EXPECT_THROW(searchDatabase(world.query, *Database::of(world.profiles), {}, {}, diagnostics, progress), Cancelled);
}

}  // namespace search_test
