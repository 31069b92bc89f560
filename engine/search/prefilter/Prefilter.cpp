// Byte scores of a query and the choice of templates; the scores of strings are in PrefilterFast.cpp.
#include "engine/search/prefilter/Prefilter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/hmm/pseudocounts/Pseudocounts.h"

namespace engine {

namespace {

std::uint8_t byteScore(const ResidueVector& odds, const ResidueVector& state) {
  double sum = 0;
  for (size_t a = 0; a < odds.size(); ++a) sum += odds[a] * state[a];
  const double score =
      std::trunc(ColumnStateProfile::kUnitsPerBit * std::log2(sum) + ColumnStateProfile::kOffset + 0.5);
  return static_cast<std::uint8_t>(std::clamp(score, 0.0, 255.0));
}

/// The part of an ungapped score that the size of the two lets expect.
double sizeScore(Index numColumns, Index numLetters) {
  return std::trunc(ColumnStateProfile::kUnitsPerBit *
                    (std::log2(static_cast<double>(numColumns)) + std::log2(static_cast<double>(numLetters))));
}

/// sizeScore() of many strings: the logarithms are taken once per length.
class SizeScores {
 public:
  explicit SizeScores(Index numColumns) : m_numColumns(numColumns) {}
  double of(Index numLetters) {
    if (numLetters >= kMost) return sizeScore(m_numColumns, numLetters);
    if (numLetters >= std::ssize(m_known)) m_known.resize(static_cast<size_t>(numLetters) + 1, kUnknown);
    double& score = nth(m_known, numLetters);
    if (score == kUnknown) score = sizeScore(m_numColumns, numLetters);
    return score;
  }

 private:
  static constexpr Index kMost = 65536;
  static constexpr double kUnknown = std::numeric_limits<double>::infinity();
  Index m_numColumns;
  std::vector<double> m_known;
};

double eValueOf(int gapped, const ColumnStateProfile& query, ColumnStrings database, Index numLetters) {
  return static_cast<double>(database.count()) * static_cast<double>(query.length) * static_cast<double>(numLetters) *
         std::exp2(-(gapped / ColumnStateProfile::kUnitsPerBit));
}

/// Templates that pass the ungapped stage, in no order.
std::vector<PrefilterHit> passUngapped(const ColumnStateProfile& query, ColumnStrings database,
                                       const PrefilterOptions& options, const PrefilterScoring& scoring,
                                       Progress& progress, PrefilterStages& stages) {
  std::vector<Index> all(static_cast<size_t>(database.count()));
  std::iota(all.begin(), all.end(), Index{0});
  const std::vector<int> scores = scoring(PrefilterStage::ungapped, query, all, progress);
  std::vector<double> excess(all.size());
  SizeScores sizes(query.length);
  for (size_t k = 0; k < all.size(); ++k) excess[k] = scores[k] - sizes.of(database.length(all[k]));
  std::erase_if(all, [&database](Index k) { return database.length(k) == 0; });

  auto end = std::partition(all.begin(), all.end(), [&](Index k) { return nth(excess, k) > options.minUngapped; });
  stages.overThreshold = end - all.begin();
  const Index atLeast = std::clamp<Index>(options.minHits, 0, static_cast<Index>(all.size()));
  if (end - all.begin() < atLeast) {
    end = all.begin() + atLeast;
    std::partial_sort(all.begin(), end, all.end(), [&excess](Index a, Index b) {
      const double left = nth(excess, a), right = nth(excess, b);
      return left != right ? left > right : a < b;
    });
  }
  std::vector<PrefilterHit> hits;
  std::for_each(all.begin(), end, [&](Index k) { hits.push_back({k, nth(scores, k), 0, 0}); });
  return hits;
}

void scoreGapped(std::vector<PrefilterHit>& hits, const ColumnStateProfile& query, ColumnStrings database,
                 const PrefilterScoring& scoring, Progress& progress) {
  std::vector<Index> which;
  for (const PrefilterHit& hit : hits) which.push_back(hit.index);
  const std::vector<int> scores = scoring(PrefilterStage::gapped, query, which, progress);
  for (size_t k = 0; k < hits.size(); ++k) {
    hits[k].gapped = scores[k];
    hits[k].eValue = eValueOf(scores[k], query, database, database.length(hits[k].index));
  }
}

}  // namespace

ColumnStateProfile columnStateProfile(const ProfileHmm& query, const ColumnStates& states) {
  query.validate();
  ColumnStateProfile profile;
  profile.length = query.length();
  profile.scores.assign(static_cast<size_t>(ColumnStates::kNumLetters * profile.length), ColumnStateProfile::kAnyScore);
  const ResidueVector composition = compositionOf(query);
  for (size_t i = 0; i < query.emissions.size(); ++i) {
    ResidueVector odds = query.emissions[i];
    for (size_t a = 0; a < odds.size(); ++a) odds[a] = composition[a] > 0 ? odds[a] / composition[a] : 0;
    for (size_t k = 0; k < states.probabilities.size(); ++k)
      profile.scores[k * query.emissions.size() + i] = byteScore(odds, states.probabilities[k]);
  }
  return profile;
}

std::vector<PrefilterHit> prefilter(const ColumnStateProfile& query, ColumnStrings database,
                                    const PrefilterOptions& options, int threads, Progress& progress,
                                    PrefilterStages* stages, const PrefilterScoring& scoring) {
  PrefilterStages own;
  PrefilterStages& told = stages ? *stages : own;
  told = {database.count(), 0, 0, 0, options.minUngapped / ColumnStateProfile::kUnitsPerBit, options.maxEvalue};
  if (query.length == 0) return {};
  PartProgress first(progress, 0, 0.7), second(progress, 0.7, 1);
  const PrefilterScoring here = [&](PrefilterStage stage, const ColumnStateProfile& of, std::span<const Index> which,
                                    Progress& part) {
    return prefilterScores(stage, of, database, which, threads, part);
  };
  const PrefilterScoring& scores = scoring ? scoring : here;
  std::vector<PrefilterHit> hits = passUngapped(query, database, options, scores, first, told);
  told.withGaps = std::ssize(hits);
  scoreGapped(hits, query, database, scores, second);
  std::erase_if(hits, [&](const PrefilterHit& hit) { return hit.eValue >= options.coarseEvalue; });
  std::sort(hits.begin(), hits.end(), [](const PrefilterHit& a, const PrefilterHit& b) {
    return a.eValue != b.eValue ? a.eValue < b.eValue : a.index < b.index;
  });
  const auto count = static_cast<Index>(hits.size());
  Index kept = std::clamp<Index>(options.minHits, 0, count);
  while (kept < count && nth(hits, kept).eValue <= options.maxEvalue) ++kept;
  hits.resize(static_cast<size_t>(std::clamp<Index>(options.maxHits, 0, kept)));
  told.kept = std::ssize(hits);
  return hits;
}

std::vector<PrefilterRow> prefilterTable(const ColumnStateProfile& query, ColumnStrings database,
                                         const PrefilterOptions& options, int threads, Progress& progress) {
  PartProgress first(progress, 0, 0.2), second(progress, 0.2, 0.5), third(progress, 0.5, 1);
  std::vector<Index> all(static_cast<size_t>(database.count()));
  std::iota(all.begin(), all.end(), Index{0});
  const auto scores = [&](PrefilterStage stage, Progress& part) {
    return query.length == 0 ? std::vector<int>(all.size(), 0)
                             : prefilterScores(stage, query, database, all, threads, part);
  };
  const std::vector<int> ungapped = scores(PrefilterStage::ungapped, first);
  const std::vector<int> gapped = scores(PrefilterStage::gapped, second);
  std::vector<PrefilterRow> rows(all.size());
  for (size_t k = 0; k < rows.size(); ++k) {
    const Index letters = database.length(all[k]);
    rows[k] = {letters, ungapped[k], options.minUngapped + sizeScore(query.length, letters),
               false,   gapped[k],   eValueOf(gapped[k], query, database, letters),
               false};
    rows[k].isOverThreshold = letters > 0 && query.length > 0 && rows[k].ungapped > rows[k].threshold;
  }
  for (const PrefilterHit& hit : prefilter(query, database, options, threads, third))
    nth(rows, hit.index).isKept = true;
  return rows;
}

}  // namespace engine
