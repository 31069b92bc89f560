// Byte scores of a query and the choice of templates; the scores of strings are in PrefilterFast.cpp.
#include "engine/search/prefilter/Prefilter.h"

#include <algorithm>
#include <cmath>
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

/// What of an ungapped score is more than the size of the two lets expect.
double excessOf(int score, double numColumns, double numLetters) {
  return score - std::trunc(ColumnStateProfile::kUnitsPerBit * (std::log2(numColumns) + std::log2(numLetters)));
}

/// Templates that pass the ungapped stage, in no order.
std::vector<PrefilterHit> passUngapped(const ColumnStateProfile& query, ColumnStrings database,
                                       const PrefilterOptions& options, int threads, Progress& progress) {
  std::vector<Index> all(database.size());
  std::iota(all.begin(), all.end(), Index{0});
  const std::vector<int> scores = prefilterScores(PrefilterStage::ungapped, query, database, all, threads, progress);
  std::vector<double> excess(all.size());
  for (size_t k = 0; k < all.size(); ++k)
    excess[k] = excessOf(scores[k], static_cast<double>(query.length), static_cast<double>(database[k].size()));
  std::erase_if(all, [&database](Index k) { return nth(database, k).empty(); });

  auto end = std::partition(all.begin(), all.end(),
                            [&](Index k) { return nth(excess, k) > options.minUngapped; });
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

void scoreGapped(std::vector<PrefilterHit>& hits, const ColumnStateProfile& query, ColumnStrings database, int threads,
                 Progress& progress) {
  std::vector<Index> which;
  for (const PrefilterHit& hit : hits) which.push_back(hit.index);
  const std::vector<int> scores = prefilterScores(PrefilterStage::gapped, query, database, which, threads, progress);
  const double cells = static_cast<double>(database.size()) * static_cast<double>(query.length);
  for (size_t k = 0; k < hits.size(); ++k) {
    const auto letters = static_cast<double>(nth(database, hits[k].index).size());
    hits[k].gapped = scores[k];
    hits[k].eValue = cells * letters * std::exp2(-(scores[k] / ColumnStateProfile::kUnitsPerBit));
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
                                    const PrefilterOptions& options, int threads, Progress& progress) {
  if (query.length == 0) return {};
  PartProgress first(progress, 0, 0.7), second(progress, 0.7, 1);
  std::vector<PrefilterHit> hits = passUngapped(query, database, options, threads, first);
  scoreGapped(hits, query, database, threads, second);
  std::erase_if(hits, [&](const PrefilterHit& hit) { return hit.eValue >= options.coarseEvalue; });
  std::sort(hits.begin(), hits.end(), [](const PrefilterHit& a, const PrefilterHit& b) {
    return a.eValue != b.eValue ? a.eValue < b.eValue : a.index < b.index;
  });
  const auto count = static_cast<Index>(hits.size());
  Index kept = std::clamp<Index>(options.minHits, 0, count);
  while (kept < count && nth(hits, kept).eValue <= options.maxEvalue) ++kept;
  hits.resize(static_cast<size_t>(std::clamp<Index>(options.maxHits, 0, kept)));
  return hits;
}

}  // namespace engine
