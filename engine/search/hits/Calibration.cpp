// Maximum likelihood of the Gumbel distribution: mu follows from lambda in closed form, and lambda is the zero of a
// falling function, found by bisection.
#include "engine/search/hits/Calibration.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/search/ProfilePreparation.h"
#include "engine/search/batch/TemplateScores.h"
#include "engine/search/hits/HitDetails.h"

namespace engine {

namespace {

constexpr size_t kChunk = 256;
constexpr int kBisections = 200;

/// Sums over all scores, measured from the lowest so that no power overflows.
struct WeightedSums {
  double total = 0, scores = 0;  ///< of w exp(-lambda s) and of s w exp(-lambda s)
};

WeightedSums sumsAt(double lambda, std::span<const double> scores, std::span<const double> weights, double lowest) {
  WeightedSums sums;
  for (size_t k = 0; k < scores.size(); ++k) {
    const double s = scores[k] - lowest, value = weights[k] * std::exp(-lambda * s);
    sums.total += value;
    sums.scores += s * value;
  }
  return sums;
}

/// d/dlambda of the log-likelihood, divided by the number of scores: falls from +infinity to below 0.
double slopeAt(double lambda, std::span<const double> scores, std::span<const double> weights, double lowest,
               double meanAboveLowest) {
  const WeightedSums sums = sumsAt(lambda, scores, weights, lowest);
  return 1 / lambda - meanAboveLowest + sums.scores / sums.total;
}

std::vector<double> weightsOf(std::span<const Index> lengths, size_t count, double reference) {
  std::vector<double> weights(count, 1.0);
  for (size_t k = 0; k < lengths.size(); ++k) weights[k] = static_cast<double>(lengths[k]) / reference;
  return weights;
}

void checkScores(std::span<const double> scores, std::span<const Index> lengths) {
  for (const double score : scores)
    if (!std::isfinite(score)) fail("calibration: found a score that is not finite");
  const auto [lowest, highest] = std::minmax_element(scores.begin(), scores.end());
  if (scores.size() < 2 || *lowest == *highest)
    fail("calibration: found ", scores.size(), " scores that do not vary, expected at least 2 different ones");
  if (!lengths.empty() && lengths.size() != scores.size())
    fail("calibration: found ", lengths.size(), " lengths of ", scores.size(), " scores");
  for (const Index length : lengths)
    if (length < 1) fail("calibration: found length ", length, ", expected at least 1");
}

/// The emissions of columns in a random order (Fisher and Yates).
void shuffleColumns(SearchProfile& profile, Random random) {
  using Column = std::array<float, alphabet::kNumResidues>;
  const auto column = [&profile](std::uint64_t i) { return profile.emissions.data() + i * alphabet::kNumResidues; };
  for (auto last = static_cast<std::uint64_t>(profile.length); last > 1; --last) {
    const std::uint64_t other = random.below(last);
    std::swap_ranges(column(other), column(other) + std::tuple_size_v<Column>, column(last - 1));
  }
}

class Sampler {
 public:
  Sampler(const ProfileHmm& query, const Database& database, const CalibrationOptions& options, Progress& progress)
      : m_database(database),
        m_options(options),
        m_fastQuery(searchProfile(preparedQuery(query, options.alignment, progress))),
        m_preparation(
            {&presetMatrix(options.alignment.preset), options.alignment.emissions, options.alignment.transitions}) {}

  /// Scores of samples [first, first + count).
  void sample(Index first, Index count, const Compute& compute, Diagnostics& diagnostics, Progress& progress,
              Calibration& result) const {
    std::vector<SearchProfile> templates(static_cast<size_t>(count));
    std::vector<const SearchProfile*> pointers;
    for (const SearchProfile& templ : templates) pointers.push_back(&templ);
    parallelFor(count, 8, compute.threads, [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) draw(first + k, nth(templates, k));
    });
    const std::vector<BatchHit> hits =
        alignBatch(m_fastQuery, pointers, {m_options.alignment.viterbi, true}, compute, diagnostics, progress);
    std::vector<double> scores(hits.size());
    parallelFor(count, 8, compute.threads, [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) {
        const auto at = static_cast<size_t>(k);
        scores[at] = hits[at].path.score + correlation(hits[at].path, templates[at]);
      }
    });
    for (size_t k = 0; k < hits.size(); ++k) {
      if (hits[k].path.steps.empty()) continue;
      result.scores.push_back(scores[k]);
      result.lengths.push_back(templates[k].length);
    }
  }

 private:
  void draw(Index sample, SearchProfile& templ) const {
    Random random(splitMix64(m_options.seed) + static_cast<std::uint64_t>(sample));
    const auto k = static_cast<Index>(random.below(static_cast<std::uint64_t>(m_database.count())));
    m_preparation.prepare(m_database.record(k), templ);
    shuffleColumns(templ, random);
  }

  double correlation(const AlignmentPath& path, const SearchProfile& templ) const {
    const ProfileAlignmentOptions& options = m_options.alignment;
    return correlationOf(path, m_fastQuery, templ, options.viterbi.nullModel, options.correlation);
  }

  const Database& m_database;
  const CalibrationOptions& m_options;
  const SearchProfile m_fastQuery;
  const ProfilePreparation m_preparation;
};

}  // namespace

double GumbelFit::muOf(Index length) const {
  return referenceLength > 0 ? mu + std::log(static_cast<double>(length) / referenceLength) / lambda : mu;
}

double GumbelFit::pValue(double score, Index length) const {
  return -std::expm1(-std::exp(-lambda * (score - muOf(length))));
}

GumbelFit fitGumbel(std::span<const double> scores, std::span<const Index> lengths) {
  checkScores(scores, lengths);
  const auto count = static_cast<double>(scores.size());
  GumbelFit fit;
  if (!lengths.empty()) fit.referenceLength = std::accumulate(lengths.begin(), lengths.end(), 0.0) / count;
  const std::vector<double> weights = weightsOf(lengths, scores.size(), fit.referenceLength);
  const double lowest = *std::min_element(scores.begin(), scores.end());
  double mean = 0;
  for (const double score : scores) mean += (score - lowest) / count;

  double low = 1e-6 / mean, high = 1 / mean;
  while (slopeAt(high, scores, weights, lowest, mean) > 0) high *= 2;
  for (int k = 0; k < kBisections && high - low > 1e-14 * high; ++k) {
    const double middle = 0.5 * (low + high);
    (slopeAt(middle, scores, weights, lowest, mean) > 0 ? low : high) = middle;
  }
  fit.lambda = 0.5 * (low + high);
  fit.mu = lowest - std::log(sumsAt(fit.lambda, scores, weights, lowest).total / count) / fit.lambda;
  // Inverse of the Fisher information.
  constexpr double kVariance = 6 / (std::numbers::pi * std::numbers::pi), kShift = 1 - std::numbers::egamma;
  fit.lambdaError = fit.lambda * std::sqrt(kVariance / count);
  fit.muError = std::sqrt((1 + kVariance * kShift * kShift) / count) / fit.lambda;
  return fit;
}

Calibration calibrate(const ProfileHmm& query, const Database& database, const CalibrationOptions& options,
                      const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  if (database.count() == 0) fail("calibration: found an empty database, expected profiles to shuffle");
  const Sampler sampler(query, database, options, progress);
  Calibration result;
  for (Index first = 0; first < options.numSamples; first += Index{kChunk}) {
    const Index count = std::min<Index>(kChunk, options.numSamples - first);
    const double total = static_cast<double>(options.numSamples);
    PartProgress part(progress, double(first) / total, double(first + count) / total);
    sampler.sample(first, count, compute, diagnostics, part, result);
  }
  result.fit = fitGumbel(result.scores, result.lengths);
  return result;
}

ScoreHistogram histogramOf(const Calibration& calibration, int numBins) {
  const auto [lowest, highest] = std::minmax_element(calibration.scores.begin(), calibration.scores.end());
  ScoreHistogram histogram;
  const double width = (*highest - *lowest) / numBins;
  for (int k = 0; k <= numBins; ++k) histogram.edges.push_back(*lowest + k * width);
  histogram.counts.assign(static_cast<size_t>(numBins), 0);
  histogram.expected = histogram.counts;
  for (const double score : calibration.scores) {
    const int bin = width > 0 ? static_cast<int>((score - *lowest) / width) : 0;
    nth(histogram.counts, std::clamp(bin, 0, numBins - 1)) += 1;
  }
  for (const Index length : calibration.lengths)
    for (size_t k = 0; k < histogram.expected.size(); ++k)
      histogram.expected[k] +=
          calibration.fit.pValue(histogram.edges[k], length) - calibration.fit.pValue(histogram.edges[k + 1], length);
  return histogram;
}

}  // namespace engine
