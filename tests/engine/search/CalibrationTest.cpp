// The fit against scores drawn from a known distribution; calibrated P-values of unrelated templates against chance.
#include "engine/search/hits/Calibration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Random.h"
#include "tests/engine/hmm/Support.h"

namespace calibration_test {

using namespace engine;

double gumbel(Random& random, double lambda, double mu) {
  return mu - std::log(-std::log(1 - random.uniform())) / lambda;
}

/// Largest distance between the distribution of values and the uniform one on [0, 1] (Kolmogorov and Smirnov).
double distanceFromUniform(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto count = static_cast<double>(values.size());
  double worst = 0;
  for (size_t k = 0; k < values.size(); ++k)
    worst =
        std::max({worst, values[k] - static_cast<double>(k) / count, (static_cast<double>(k) + 1) / count - values[k]});
  return worst;
}

TEST(GumbelFit, recoversTheParametersOfDrawnScores) {
  Random random(1);
  for (const auto& [lambda, mu] : {std::pair{0.34, 12.5}, {0.693, -3.0}, {2.0, 500.0}}) {
    std::vector<double> scores;
    for (int k = 0; k < 20000; ++k) scores.push_back(gumbel(random, lambda, mu));
    const GumbelFit fit = fitGumbel(scores);
    EXPECT_NEAR(fit.lambda, lambda, 4 * fit.lambdaError);
    EXPECT_NEAR(fit.mu, mu, 4 * fit.muError);
    EXPECT_LT(fit.lambdaError, 0.01 * lambda);
    EXPECT_EQ(fit.muOf(7), fit.mu);
  }
}

TEST(GumbelFit, standardErrorsAreThoseOfRepeatedFits) {
  Random random(2);
  double squaresLambda = 0, squaresMu = 0;
  GumbelFit fit;
  constexpr int kRepeats = 400;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    std::vector<double> scores;
    for (int k = 0; k < 300; ++k) scores.push_back(gumbel(random, 0.5, 10));
    fit = fitGumbel(scores);
    squaresLambda += std::pow(fit.lambda - 0.5, 2) / kRepeats;
    squaresMu += std::pow(fit.mu - 10, 2) / kRepeats;
  }
  EXPECT_NEAR(std::sqrt(squaresLambda), fit.lambdaError, 0.2 * fit.lambdaError);
  EXPECT_NEAR(std::sqrt(squaresMu), fit.muError, 0.2 * fit.muError);
}

TEST(GumbelFit, takesTheLengthsOfTemplatesIntoAccount) {
  Random random(3);
  std::vector<double> scores;
  std::vector<Index> lengths;
  for (int k = 0; k < 20000; ++k) {
    lengths.push_back(static_cast<Index>(50 + random.below(1000)));
    scores.push_back(gumbel(random, 0.4, 9 + std::log(static_cast<double>(lengths.back()) / 300) / 0.4));
  }
  const GumbelFit fit = fitGumbel(scores, lengths);
  EXPECT_NEAR(fit.lambda, 0.4, 4 * fit.lambdaError);
  EXPECT_NEAR(fit.muOf(300), 9, 4 * fit.muError);
  std::vector<double> pValues;
  for (size_t k = 0; k < scores.size(); ++k) pValues.push_back(fit.pValue(scores[k], lengths[k]));
  EXPECT_LT(distanceFromUniform(pValues), 1.63 / std::sqrt(20000.0));
}

TEST(GumbelFit, scoresThatDoNotVaryAreErrors) {
  EXPECT_THROW(fitGumbel({}), Error);
  EXPECT_THROW(fitGumbel(std::vector<double>{1}), Error);
  EXPECT_THROW(fitGumbel(std::vector<double>{2, 2, 2}), Error);
  EXPECT_THROW(fitGumbel(std::vector<double>{1, INFINITY}), Error);
  EXPECT_THROW(fitGumbel(std::vector<double>{1, 2}, std::vector<Index>{1}), Error);
  EXPECT_THROW(fitGumbel(std::vector<double>{1, 2}, std::vector<Index>{1, 0}), Error);
  EXPECT_GT(fitGumbel(std::vector<double>{1, 2}).lambda, 0);
}

TEST(GumbelFit, smallPValuesKeepTheirPrecision) {
  GumbelFit fit;
  fit.lambda = 0.5;
  fit.mu = 10;
  EXPECT_NEAR(fit.pValue(210, 1) / std::exp(-100.0), 1, 1e-9);
  EXPECT_NEAR(fit.pValue(-1000, 1), 1, 1e-12);
}

struct World {
  Random random{5};
  ProfileHmm query = test::randomProfile(60, random, false);
  std::shared_ptr<const Database> database;

  World() {
    std::vector<ProfileHmm> profiles;
    for (int k = 0; k < 80; ++k)
      profiles.push_back(test::randomProfile(static_cast<Index>(30 + random.below(90)), random, false));
    database = Database::of(profiles);
  }
  Calibration calibration(std::uint64_t seed, int threads, Index samples = 1000) const {
    CalibrationOptions options;
    options.seed = seed;
    options.numSamples = samples;
    Diagnostics diagnostics;
    Progress progress;
    return calibrate(query, *database, options, {nullptr, threads}, diagnostics, progress);
  }
};

TEST(Calibration, dependsOnTheSeedAloneNotOnThreads) {
  const World world;
  const Calibration one = world.calibration(7, 1), two = world.calibration(7, 2), other = world.calibration(8, 1);
  EXPECT_EQ(one.scores, two.scores);
  EXPECT_EQ(one.lengths, two.lengths);
  EXPECT_EQ(one.fit.lambda, two.fit.lambda);
  EXPECT_NE(one.scores, other.scores);
}

TEST(Calibration, pValuesOfOtherShuffledTemplatesAreRoughlyUniform) {
  const World world;
  const GumbelFit fit = world.calibration(1, 2).fit;
  const Calibration others = world.calibration(2, 2);
  std::vector<double> pValues;
  for (size_t k = 0; k < others.scores.size(); ++k) pValues.push_back(fit.pValue(others.scores[k], others.lengths[k]));
  // Edge effects of templates this short are not in the model.
  EXPECT_LT(distanceFromUniform(pValues), 0.15);
  EXPECT_GT(fit.lambda, 0);
}

TEST(Calibration, histogramsCountEveryScoreAndExpectNearlyAsMany) {
  const World world;
  const Calibration calibration = world.calibration(3, 1);
  const ScoreHistogram histogram = histogramOf(calibration, 20);
  ASSERT_EQ(histogram.edges.size(), 21u);
  EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0.0),
            static_cast<double>(calibration.scores.size()));
  EXPECT_NEAR(std::accumulate(histogram.expected.begin(), histogram.expected.end(), 0.0),
              static_cast<double>(calibration.scores.size()), 0.02 * static_cast<double>(calibration.scores.size()));
}

TEST(Calibration, anEmptyDatabaseIsAnError) {
  World world;
  world.database = Database::of({});
  EXPECT_THROW(world.calibration(1, 1), Error);
}

}  // namespace calibration_test
