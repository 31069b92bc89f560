// Sampled paths against the enumeration of all paths and against the posteriors.
#include "engine/hmm/posterior/PathSampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/hmm/viterbi/PathScore.h"
#include "tests/engine/hmm/AllPaths.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;
using test::Places;
using test::placesOf;

namespace path_sampling_test {

struct Drawn {
  PathSums forward;
  std::vector<AlignmentPath> paths;
};

Drawn draw(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options, Index count,
           std::uint64_t seed) {
  Progress progress;
  const PathModel model(query, templ, options);
  Drawn drawn{forwardSums(model, progress), {}};
  drawn.paths = samplePaths(model, drawn.forward, count, seed, progress);
  return drawn;
}

PathModelOptions optionsOf(AlignmentMode mode) {
  PathModelOptions options;
  options.viterbi.mode = mode;
  return options;
}

TEST(PathSampling, everyPathComesAsOftenAsItsWeight) {
  constexpr Index kCount = 20000;
  Random random(1);
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global})
    for (const Index columns : {1, 3}) {
      const PathModelOptions options = optionsOf(mode);
      const ProfileHmm query = test::randomProfile(2, random, false),
                       templ = test::randomProfile(columns, random, false);
      const Drawn drawn = draw(query, templ, options, kCount, 7);
      std::map<Places, Index> counts;
      for (const AlignmentPath& path : drawn.paths) ++counts[placesOf(path)];
      double chiSquare = 0, share = mode == AlignmentMode::local ? std::exp2(-drawn.forward.total) : 0;
      int cells = 0;
      const auto compare = [&](const Places& key, double probability) {
        const double expected = probability * kCount, found = static_cast<double>(counts[key]);
        counts.erase(key);
        if (expected < 5) return;
        chiSquare += (found - expected) * (found - expected) / expected;
        ++cells;
      };
      if (share > 0) compare({}, share);
      for (const AlignmentPath& path : test::allPaths(query.length(), templ.length(), options.viterbi))
        compare(placesOf(path), std::exp2(scoredPath(path, query, templ, options.viterbi).score - drawn.forward.total));
      EXPECT_TRUE(counts.empty());  // nothing that is no path
      // Five standard deviations above the mean of the chi-square distribution with as many degrees of freedom.
      EXPECT_LT(chiSquare, cells + 5 * std::sqrt(2.0 * cells)) << cells;
    }
}

TEST(PathSampling, visitsApproachThePosterior) {
  constexpr Index kCount = 4000;
  Random random(2);
  Progress progress;
  const ProfileHmm query = test::randomProfile(12, random, false), templ = test::randomProfile(15, random, false);
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global}) {
    const PathModelOptions options = optionsOf(mode);
    const Drawn drawn = draw(query, templ, options, kCount, 3);
    const DpMatrices posterior =
        posteriorMatrices(drawn.forward, backwardSums(PathModel(query, templ, options), progress), drawn.forward.total);
    const Array<float> visits = visitsOf(drawn.paths, 12, 15);
    for (Index i = 0; i < 12; ++i)
      for (Index j = 0; j < 15; ++j) {
        const double p = static_cast<double>((*posterior.plane(PairState::MM))(i + 1, j + 1));
        EXPECT_NEAR(visits(i, j), p, 5 * std::sqrt(p * (1 - p) / kCount) + 1e-3) << i << " " << j;
      }
  }
}

TEST(PathSampling, pathsAreLegalAndReScoreToTheirScores) {
  Random random(3);
  const ProfileHmm query = test::randomProfile(20, random, true), templ = test::randomProfile(17, random, true);
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global}) {
    const PathModelOptions options = optionsOf(mode);
    int numPaths = 0;
    for (const AlignmentPath& path : draw(query, templ, options, 50, 11).paths) {
      if (path.steps.empty()) continue;
      EXPECT_NEAR(scoredPath(path, query, templ, options.viterbi).score, path.score, 1e-9);
      ++numPaths;
    }
    EXPECT_GT(numPaths, 25);
  }
}

TEST(PathSampling, theSeedDecides) {
  Random random(4);
  const ProfileHmm query = test::randomProfile(9, random, false), templ = test::randomProfile(9, random, false);
  const PathModelOptions options = optionsOf(AlignmentMode::global);
  EXPECT_EQ(draw(query, templ, options, 20, 5).paths, draw(query, templ, options, 20, 5).paths);
  EXPECT_NE(draw(query, templ, options, 20, 5).paths, draw(query, templ, options, 20, 6).paths);
}

TEST(PathSampling, noneAndImpossible) {
  Random random(5);
  const ProfileHmm one = test::randomProfile(1, random, false);
  PathModelOptions options = optionsOf(AlignmentMode::global);
  EXPECT_TRUE(draw(one, one, options, 0, 1).paths.empty());
  EXPECT_EQ(draw(one, one, options, 3, 1).paths.size(), 3u);
  options.allowed = Array<Bool>({1, 1}, Bool{0});
  EXPECT_THROW(draw(one, one, options, 1, 1), Error);
  EXPECT_EQ(visitsOf({}, 1, 1)(0, 0), 0.0F);
}

}  // namespace path_sampling_test
