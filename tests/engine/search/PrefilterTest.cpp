// The prefilter: definition by hand and by enumeration, fast code against it, choice of templates, reference scores.
#include "engine/search/prefilter/Prefilter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <mutex>
#include <numeric>

#include "engine/base/Random.h"
#include "engine/hmm/pseudocounts/Pseudocounts.h"
#include "tests/engine/hmm/Support.h"
#include "tests/engine/search/PrefilterReference.h"

using namespace engine;

namespace {

using Letters = std::vector<std::uint8_t>;

/// Byte scores around `mean` +- `spread`.
ColumnStateProfile randomQuery(Index length, int mean, int spread, Random& random) {
  ColumnStateProfile query;
  query.length = length;
  query.scores.resize(static_cast<size_t>(ColumnStates::kNumLetters * length));
  for (std::uint8_t& score : query.scores)
    score = static_cast<std::uint8_t>(std::clamp<int>(
        mean - spread + static_cast<int>(random.below(static_cast<std::uint64_t>(2 * spread + 1))), 0, 255));
  return query;
}

Letters randomLetters(Index length, Random& random) {
  Letters letters(static_cast<size_t>(length));
  for (std::uint8_t& letter : letters) letter = static_cast<std::uint8_t>(random.below(ColumnStates::kNumLetters));
  return letters;
}

std::vector<std::span<const std::uint8_t>> viewsOf(const std::vector<Letters>& strings) {
  return {strings.begin(), strings.end()};
}

std::vector<int> fastScores(PrefilterStage stage, const ColumnStateProfile& query, const std::vector<Letters>& strings,
                            int threads = 1) {
  Progress progress;
  std::vector<Index> all;
  for (size_t k = 0; k < strings.size(); ++k) all.push_back(static_cast<Index>(k));
  return prefilterScores(stage, query, viewsOf(strings), all, threads, progress);
}

/// A query whose column i scores `match` with letter i and `other` with all others.
ColumnStateProfile identityQuery(Index length, std::uint8_t match, std::uint8_t other) {
  ColumnStateProfile query;
  query.length = length;
  query.scores.assign(static_cast<size_t>(ColumnStates::kNumLetters * length), other);
  for (Index i = 0; i < length; ++i) query.scores[static_cast<size_t>(i * length + i)] = match;
  return query;
}

int largestDiagonalSum(const ColumnStateProfile& query, const Letters& letters) {
  int best = 0;
  const auto rows = static_cast<Index>(letters.size());
  for (Index first = -query.length; first <= rows; ++first)
    for (Index begin = 0; begin < rows; ++begin) {
      int sum = 0;
      for (Index j = begin; j < rows; ++j) {
        const Index i = j - first;
        if (i < 0 || i >= query.length) continue;
        sum += query.row(letters[static_cast<size_t>(j)])[i] - ColumnStateProfile::kOffset;
        best = std::max(best, sum);
      }
    }
  return best;
}

/// Best local alignment by trying every pair after every pair: gaps on one or both sides between two pairs.
int bestByEnumeration(const ColumnStateProfile& query, const Letters& letters) {
  const auto cost = [](Index length) {
    return length == 0 ? 0 : kPrefilterGapOpen + kPrefilterGapExtend * (static_cast<int>(length) - 1);
  };
  const auto rows = static_cast<Index>(letters.size());
  std::vector<std::vector<int>> best(letters.size(), std::vector<int>(static_cast<size_t>(query.length), 0));
  int result = 0;
  for (Index j = 0; j < rows; ++j)
    for (Index i = 0; i < query.length; ++i) {
      int before = 0;
      for (Index y = 0; y < j; ++y)
        for (Index x = 0; x < i; ++x)
          before = std::max(before,
                            best[static_cast<size_t>(y)][static_cast<size_t>(x)] - cost(j - y - 1) - cost(i - x - 1));
      int& here = best[static_cast<size_t>(j)][static_cast<size_t>(i)];
      here = before + query.row(letters[static_cast<size_t>(j)])[i] - ColumnStateProfile::kOffset;
      result = std::max(result, here);
    }
  return result;
}

const PrefilterStage kStages[] = {PrefilterStage::ungapped, PrefilterStage::gapped};

/// Strings of one letter that write down what is said to be read.
class ToldStrings : public ColumnStringFile {
 public:
  struct Told {
    Index first, last;
    bool isStart;
  };

  explicit ToldStrings(Index count) : m_count(count) {}
  std::vector<Told> told() const { return m_told; }

  Index count() const override { return m_count; }
  Index length(Index) const override { return 1; }
  std::span<const std::uint8_t> string(Index) const override { return m_letter; }
  void isReading(Index first, Index last, bool isStart) const override {
    const std::lock_guard lock(m_mutex);
    m_told.push_back({first, last, isStart});
  }

 private:
  Index m_count;
  Letters m_letter{1};
  mutable std::mutex m_mutex;
  mutable std::vector<Told> m_told;
};

}  // namespace

TEST(Prefilter, plainUngappedScoreIsTheLargestDiagonalSum) {
  Random random(1);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const ColumnStateProfile query = randomQuery(static_cast<Index>(random.below(8)), 50, 20, random);
    const Letters letters = randomLetters(static_cast<Index>(random.below(8)), random);
    EXPECT_EQ(prefilterScorePlain(PrefilterStage::ungapped, query, letters), largestDiagonalSum(query, letters));
  }
}

TEST(Prefilter, plainGappedScoreIsTheBestOfAllAlignments) {
  Random random(2);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const ColumnStateProfile query = randomQuery(static_cast<Index>(random.below(9)), 48, 30, random);
    const Letters letters = randomLetters(static_cast<Index>(random.below(9)), random);
    EXPECT_EQ(prefilterScorePlain(PrefilterStage::gapped, query, letters), bestByEnumeration(query, letters));
  }
}

TEST(Prefilter, gapOfThreeCostsThirtyTwo) {
  const ColumnStateProfile query = identityQuery(6, 50 + 30, 0);
  EXPECT_EQ(prefilterScorePlain(PrefilterStage::gapped, query, Letters{0, 1, 2, 100, 101, 102, 3, 4, 5}), 180 - 32);
  EXPECT_EQ(prefilterScorePlain(PrefilterStage::ungapped, query, Letters{0, 1, 2, 100, 101, 102, 3, 4, 5}), 90);
  EXPECT_EQ(prefilterScorePlain(PrefilterStage::gapped, query, Letters{0, 1, 5}), 60);
}

TEST(Prefilter, scoreEndsAt205) {
  const ColumnStateProfile query = identityQuery(50, 70, 40);
  Letters letters(50);
  for (size_t i = 0; i < letters.size(); ++i) letters[i] = static_cast<std::uint8_t>(i);
  for (const PrefilterStage stage : kStages) {
    EXPECT_EQ(prefilterScorePlain(stage, query, letters), 205);
    EXPECT_EQ(fastScores(stage, query, {letters}), std::vector<int>{205});
  }
}

TEST(Prefilter, fastEqualsPlainForAllLengths) {
  Random random(3);
  for (const PrefilterStage stage : kStages)
    for (const Index columns :
         {1, 2, 15, 16, 17, 63, 64, 65, 128, 129, 300, 447, 640, 1663, 1664, 1727, 1728, 1729, 1900}) {
      const ColumnStateProfile query = randomQuery(columns, 46, 14, random);
      std::vector<Letters> strings;
      for (const Index length : {0, 1, 2, 3, 40, 70}) strings.push_back(randomLetters(length, random));
      const std::vector<int> fast = fastScores(stage, query, strings);
      for (size_t k = 0; k < strings.size(); ++k)
        EXPECT_EQ(fast[k], prefilterScorePlain(stage, query, strings[k])) << columns << " x " << strings[k].size();
    }
}

/// From hardly ever positive to nearly always saturated, with many gaps that cross the borders of lanes in between.
TEST(Prefilter, fastEqualsPlainFromSilenceToSaturation) {
  Random random(4);
  for (const PrefilterStage stage : kStages)
    for (const int mean : {20, 42, 47, 50, 52, 56, 90, 160, 250})
      for (const Index columns : {3, 70, 200}) {
        const ColumnStateProfile query = randomQuery(columns, mean, mean == 250 ? 5 : 18, random);
        std::vector<Letters> strings;
        for (int k = 0; k < 20; ++k) strings.push_back(randomLetters(static_cast<Index>(random.below(120)), random));
        const std::vector<int> fast = fastScores(stage, query, strings);
        for (size_t k = 0; k < strings.size(); ++k)
          EXPECT_EQ(fast[k], prefilterScorePlain(stage, query, strings[k])) << mean << ", " << columns;
      }
}

/// Strong blocks of matches a few columns apart: the best path opens gaps on both sides.
TEST(Prefilter, fastEqualsPlainWhenGapsPay) {
  Random random(5);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const auto columns = static_cast<Index>(20 + random.below(190));
    const ColumnStateProfile query = identityQuery(columns, 62, 44);
    Letters letters;
    for (Index i = 0; i < columns;) {
      for (Index end = std::min<Index>(columns, i + 3 + static_cast<Index>(random.below(9))); i < end; ++i)
        letters.push_back(static_cast<std::uint8_t>(i));
      if (random.below(2) == 0) i += static_cast<Index>(random.below(7));
      for (auto extra = random.below(5); extra > 0; --extra) letters.push_back(ColumnStates::kAny);
    }
    EXPECT_EQ(fastScores(PrefilterStage::gapped, query, {letters})[0],
              prefilterScorePlain(PrefilterStage::gapped, query, letters));
  }
}

TEST(Prefilter, emptyQueryAndEmptyStringsScoreNothing) {
  Random random(6);
  const ColumnStateProfile empty = randomQuery(0, 50, 10, random), query = randomQuery(30, 50, 10, random);
  for (const PrefilterStage stage : kStages) {
    EXPECT_EQ(fastScores(stage, empty, {randomLetters(5, random), {}}), (std::vector<int>{0, 0}));
    EXPECT_EQ(fastScores(stage, query, {Letters{}}), std::vector<int>{0});
    EXPECT_TRUE(fastScores(stage, query, {}).empty());
  }
  Progress progress;
  EXPECT_TRUE(prefilter(empty, viewsOf({randomLetters(5, random)}), {}, 1, progress).empty());
  EXPECT_TRUE(prefilter(query, viewsOf({Letters{}}), {}, 1, progress).empty());
  EXPECT_TRUE(prefilter(query, std::vector<std::span<const std::uint8_t>>{}, {}, 1, progress).empty());
}

TEST(Prefilter, letterBeyond219IsRefused) {
  Random random(7);
  const ColumnStateProfile query = randomQuery(30, 50, 10, random);
  EXPECT_THROW(fastScores(PrefilterStage::ungapped, query, {Letters{3, 219}, Letters{220}}), Error);
}

TEST(Prefilter, threadsDoNotChangeTheHits) {
  Random random(8);
  const ColumnStateProfile query = randomQuery(150, 47, 14, random);
  std::vector<Letters> strings;
  for (int k = 0; k < 1000; ++k) strings.push_back(randomLetters(static_cast<Index>(random.below(200)), random));
  Progress progress;
  EXPECT_EQ(prefilter(query, viewsOf(strings), {}, 1, progress), prefilter(query, viewsOf(strings), {}, 2, progress));
}

TEST(Prefilter, aFileIsToldOfEveryStringOnceFromWhereReadingStarts) {
  Random random(9);
  const ColumnStateProfile query = randomQuery(30, 50, 10, random);
  constexpr Index kBegin = 100, kEnd = 1000;  // a shard's
  std::vector<Index> which(kEnd - kBegin);
  std::iota(which.begin(), which.end(), kBegin);
  Progress progress;
  for (const int threads : {1, 2}) {
    const ToldStrings strings(2000);
    prefilterScores(PrefilterStage::ungapped, query, strings, which, threads, progress);
    std::vector<ToldStrings::Told> told = strings.told();
    // Two threads may speak in the other order.
    std::sort(told.begin(), told.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    ASSERT_GT(told.size(), 2U);
    Index next = kBegin;
    for (const auto& [first, last, isStart] : told) {
      EXPECT_EQ(first, next);
      EXPECT_EQ(isStart, first == kBegin);
      next = last;
    }
    EXPECT_EQ(next, kEnd);
  }
}

TEST(Prefilter, thresholdsKeepWhatTheyPromise) {
  Random random(9);
  const ColumnStateProfile query = randomQuery(150, 46, 14, random);
  std::vector<Letters> strings;
  for (int k = 0; k < 800; ++k) strings.push_back(randomLetters(static_cast<Index>(1 + random.below(300)), random));
  const auto views = viewsOf(strings);
  Progress progress;
  PrefilterOptions options;
  options.minUngapped = -1000;
  options.coarseEvalue = 1e300;
  options.maxEvalue = 1e300;
  const std::vector<PrefilterHit> all = prefilter(query, views, options, 2, progress);
  ASSERT_EQ(all.size(), strings.size());
  for (size_t k = 0; k < all.size(); ++k) {
    const PrefilterHit& hit = all[k];
    const Letters& letters = strings[static_cast<size_t>(hit.index)];
    EXPECT_EQ(hit.ungapped, prefilterScorePlain(PrefilterStage::ungapped, query, letters));
    EXPECT_EQ(hit.gapped, prefilterScorePlain(PrefilterStage::gapped, query, letters));
    EXPECT_DOUBLE_EQ(hit.eValue, 800.0 * 150 * double(letters.size()) * std::exp2(-(hit.gapped / 4)));
    EXPECT_LE(all[k == 0 ? 0 : k - 1].eValue, hit.eValue);
  }

  options.maxEvalue = all[299].eValue;
  for (const PrefilterHit& hit : prefilter(query, views, options, 2, progress))
    EXPECT_LE(hit.eValue, options.maxEvalue);
  options.maxEvalue = 0;
  options.minHits = 37;
  EXPECT_EQ(prefilter(query, views, options, 2, progress), std::vector<PrefilterHit>(all.begin(), all.begin() + 37));
  options.coarseEvalue = all[10].eValue;
  EXPECT_LE(prefilter(query, views, options, 2, progress).size(), 10u);
  options.coarseEvalue = options.maxEvalue = 1e300;
  options.maxHits = 50;
  EXPECT_EQ(prefilter(query, views, options, 2, progress).size(), 50u);

  options.maxHits = 20000;
  options.minUngapped = 1000;
  options.minHits = 25;
  EXPECT_EQ(prefilter(query, views, options, 2, progress).size(), 25u);
}

TEST(Prefilter, tableTellsOfEveryTemplateWhatTheStagesMakeOfIt) {
  Random random(11);
  const ColumnStateProfile query = randomQuery(150, 46, 14, random);
  std::vector<Letters> strings(1);
  for (int k = 0; k < 300; ++k) strings.push_back(randomLetters(static_cast<Index>(1 + random.below(300)), random));
  PrefilterOptions options;
  options.minHits = 0;
  Progress progress;
  const auto table = [&] { return prefilterTable(query, viewsOf(strings), options, 2, progress); };
  options.maxEvalue = 1e300;
  for (const PrefilterRow& row : table())  // the least of those over the threshold
    if (row.isOverThreshold) options.maxEvalue = std::min(options.maxEvalue, row.eValue);
  const std::vector<PrefilterRow> rows = table();
  ASSERT_EQ(rows.size(), strings.size());
  PrefilterStages stages;
  prefilter(query, viewsOf(strings), options, 2, progress, &stages);
  int numOver = 0, numKept = 0;
  for (size_t k = 1; k < rows.size(); ++k) {
    EXPECT_EQ(rows[k].ungapped, prefilterScorePlain(PrefilterStage::ungapped, query, strings[k]));
    EXPECT_EQ(rows[k].gapped, prefilterScorePlain(PrefilterStage::gapped, query, strings[k]));
    // 2.5 + log2(Nq Nt) bits, cut off to a quarter of a bit.
    const double bits = 2.5 + std::log2(150.0 * static_cast<double>(strings[k].size()));
    EXPECT_LE(rows[k].threshold / 4, bits);
    EXPECT_GT(rows[k].threshold / 4, bits - 0.25);
    EXPECT_DOUBLE_EQ(rows[k].eValue, 301.0 * 150 * double(strings[k].size()) * std::exp2(-(rows[k].gapped / 4)));
    EXPECT_EQ(rows[k].isOverThreshold, rows[k].ungapped > rows[k].threshold);
    EXPECT_EQ(rows[k].isKept, rows[k].isOverThreshold && rows[k].eValue <= options.maxEvalue) << k;
    numOver += rows[k].isOverThreshold;
    numKept += rows[k].isKept;
  }
  EXPECT_EQ(stages, (PrefilterStages{301, numOver, numOver, numKept, 2.5, options.maxEvalue}));
  options.minHits = 280;
  prefilter(query, viewsOf(strings), options, 2, progress, &stages);
  EXPECT_EQ(stages.overThreshold, numOver);
  EXPECT_EQ(stages.withGaps, 280) << "the best whatever their score";
  EXPECT_EQ(stages.kept, 280);
  prefilter(ColumnStateProfile{}, viewsOf(strings), options, 1, progress, &stages);
  EXPECT_EQ(stages.kept, 0) << "of a query without columns";
  EXPECT_EQ(stages.templates, 301);
  EXPECT_LT(numKept, numOver);
  EXPECT_LT(numOver, 300);
  EXPECT_GT(numKept, 0);
  EXPECT_FALSE(rows[0].isOverThreshold || rows[0].isKept) << "a template without columns";
  EXPECT_TRUE(prefilterTable(query, std::vector<std::span<const std::uint8_t>>{}, options, 1, progress).empty());
  EXPECT_FALSE(prefilterTable(ColumnStateProfile{}, viewsOf(strings), options, 1, progress)[1].isKept);
}

TEST(Prefilter, cancelEndsTheWork) {
  struct Stop : Progress {
    bool cancelled() const override { return true; }
  } stop;
  Random random(10);
  const ColumnStateProfile query = randomQuery(30, 50, 10, random);
  EXPECT_THROW(prefilter(query, viewsOf({randomLetters(5, random)}), {}, 1, stop), Cancelled);
}

TEST(ColumnStateProfile, byteScoresFollowTheFormula) {
  Random random(11);
  const ProfileHmm query = withEmissionPseudocounts(test::randomProfile(9, random, false), gonnet());
  const ColumnStates& states = standardColumnStates();
  const ColumnStateProfile profile = columnStateProfile(query, states);
  const ResidueVector composition = compositionOf(query);
  for (Index i = 0; i < query.length(); ++i) {
    for (int k = 0; k < states.count(); ++k) {
      double sum = 0;
      for (size_t a = 0; a < 20; ++a)
        sum += query.emissions[static_cast<size_t>(i)][a] * states.probabilities[static_cast<size_t>(k)][a] /
               composition[a];
      EXPECT_NEAR(profile.row(k)[i], 4 * std::log2(sum) + 50, 0.5001);
    }
    EXPECT_EQ(profile.row(ColumnStates::kAny)[i], 49);
  }
}

TEST(PrefilterReference, scoresAreIdentical) {
  const test::PrefilterReference reference = test::prefilterReference();
  if (!reference.why.empty()) GTEST_SKIP() << reference.why;
  EXPECT_FALSE(reference.pairs.empty());
  int identical = 0;
  for (const test::PrefilterPair& pair : reference.pairs) {
    const ProfileHmm query = withEmissionPseudocounts(reference.profile(pair.query), gonnet(GonnetForm::hhsuite));
    const ColumnStateProfile profile = columnStateProfile(query, reference.states);
    const Letters& letters = reference.letters.at(pair.templ);
    const int ungapped = fastScores(PrefilterStage::ungapped, profile, {letters})[0];
    const int gapped = fastScores(PrefilterStage::gapped, profile, {letters})[0];
    const int lengthTerm =
        static_cast<int>(4 * (std::log2(double(profile.length)) + std::log2(double(letters.size()))));
    EXPECT_EQ(ungapped - lengthTerm, pair.ungappedLessLength) << pair.query << " and " << pair.templ;
    EXPECT_EQ(gapped / 4, pair.gappedBits) << pair.query << " and " << pair.templ;
    if (ungapped - lengthTerm == pair.ungappedLessLength && gapped / 4 == pair.gappedBits) ++identical;
  }
  std::cout << "prefilter scores: " << identical << " of " << reference.pairs.size() << " pairs identical\n";
}
