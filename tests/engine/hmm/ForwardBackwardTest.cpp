// Sums over paths against the enumeration of every legal path of tiny profiles, and their properties.
#include "engine/hmm/posterior/ForwardBackward.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/hmm/posterior/FastPosterior.h"
#include "engine/hmm/viterbi/MatchScore.h"
#include "engine/hmm/viterbi/PathScore.h"
#include "tests/engine/hmm/AllPaths.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace forward_backward_test {

using enum PairState;

struct Enumerated {
  double total = 0;                                        ///< weight of all paths
  std::array<Array<double>, kPairStates.size()> visiting;  ///< weight of the paths through a state
};

/// The weight of a path, added up apart from PathModel; 0 where it enters a forbidden cell.
double weightOf(const AlignmentPath& path, const ProfileHmm& query, const ProfileHmm& templ,
                const PathModelOptions& options) {
  for (const PathStep& step : path.steps)
    if (!options.allowed.empty() && !options.allowed(step.i, step.j)) return 0;
  const AlignmentPath scored = scoredPath(path, query, templ, options.viterbi);
  const PathStep& first = scored.steps.front();
  if (options.viterbi.mode == AlignmentMode::local || options.begin == PathBegin::asViterbi)
    return std::exp2(scored.score);
  if (first.state != MM) return 0;
  double bits = MatchScorer(query, templ, options.viterbi).score(first.i, first.j);
  for (size_t n = 1; n < scored.steps.size(); ++n) bits += scored.steps[n].score;
  return std::exp2(bits);
}

Enumerated enumerated(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options) {
  Enumerated sums;
  sums.total = options.viterbi.mode == AlignmentMode::local ? 1 : 0;
  sums.visiting.fill(Array<double>({query.length(), templ.length()}, 0.0));
  for (const AlignmentPath& path : test::allPaths(query.length(), templ.length(), options.viterbi)) {
    const double weight = weightOf(path, query, templ, options);
    sums.total += weight;
    for (const PathStep& step : path.steps) sums.visiting[static_cast<size_t>(step.state)](step.i, step.j) += weight;
  }
  return sums;
}

void expectEnumerationAgrees(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options) {
  Progress progress;
  const PathModel model(query, templ, options);
  const PathSums forward = forwardSums(model, progress), backward = backwardSums(model, progress);
  const Enumerated expected = enumerated(query, templ, options);
  ASSERT_NEAR(std::exp2(forward.total), expected.total, 1e-9 * (1 + expected.total));
  ASSERT_NEAR(std::exp2(backward.total), expected.total, 1e-9 * (1 + expected.total));
  const DpMatrices posterior = posteriorMatrices(forward, backward, forward.total);
  posterior.validate();
  for (const PairState state : kPairStates)
    for (Index i = 0; i < query.length(); ++i)
      for (Index j = 0; j < templ.length(); ++j) {
        const double visiting = expected.visiting[static_cast<size_t>(state)](i, j);
        ASSERT_NEAR((*posterior.plane(state))(i + 1, j + 1), expected.total > 0 ? visiting / expected.total : 0, 1e-6)
            << stateName(state) << " " << i << " " << j;
      }
}

Array<Bool> randomCells(Index rows, Index columns, Random& random) {
  Array<Bool> cells({rows, columns});
  for (Bool& cell : cells) cell = Bool{static_cast<std::uint8_t>(random.below(4) != 0)};
  return cells;
}

TEST(ForwardBackward, equalTheSumsOverAllPathsOfTinyProfiles) {
  Random random(1);
  for (PathModelOptions options : test::pathOptionSets())
    for (Index rows = 1; rows <= 3; ++rows)
      for (Index columns = 1; columns <= 3; ++columns)
        for (int trial = 0; trial < 20; ++trial) {
          options.allowed = trial % 2 == 0 ? Array<Bool>() : randomCells(rows, columns, random);
          const bool withZeros = trial % 4 >= 2;
          expectEnumerationAgrees(test::randomProfile(rows, random, withZeros),
                                  test::randomProfile(columns, random, withZeros), options);
        }
}

TEST(ForwardBackward, pairsCountStructureAndPathsKeepOutOfExcludedColumns) {
  Random random(12);
  for (PathModelOptions options : test::pathOptionSets())
    for (int trial = 0; trial < 10; ++trial) {
      ProfileHmm query = test::randomProfile(3, random, false), templ = test::randomProfile(3, random, false);
      query.annotations = {{"ss_pred", "HEC"}, {"ss_conf", "957"}};
      templ.annotations = {{"ss_dssp", "HTE"}};
      options.viterbi.structure.weight = 1;
      options.viterbi.excludedQuery = options.viterbi.excludedTemplate = {};
      options.allowed = trial % 2 == 0 ? Array<Bool>({3, 3}, Bool{1}) : randomCells(3, 3, random);
      PathModelOptions byRanges = options;
      byRanges.viterbi.excludedQuery = {{1, 2}};
      byRanges.viterbi.excludedTemplate = {{2, 9}};
      for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 3; ++j)
          if (i == 1 || j == 2) options.allowed(i, j) = Bool{0};
      expectEnumerationAgrees(query, templ, options);
      Progress progress;
      const auto plane = [&](const PathModelOptions& chosen) {
        return matchPosterior(query, templ, chosen, progress).probabilities;
      };
      const PathSums expected = forwardSums(PathModel(query, templ, options), progress);
      EXPECT_EQ(forwardSums(PathModel(query, templ, byRanges), progress).total, expected.total);
      EXPECT_TRUE(plane(byRanges) == plane(options));
    }
}

TEST(ForwardBackward, oneColumnAgainstMany) {
  Random random(2);
  for (const PathModelOptions& options : test::pathOptionSets()) {
    expectEnumerationAgrees(test::randomProfile(1, random, false), test::randomProfile(9, random, false), options);
    expectEnumerationAgrees(test::randomProfile(9, random, false), test::randomProfile(1, random, false), options);
  }
}

TEST(ForwardBackward, noPathLeavesNothing) {
  Random random(3);
  Progress progress;
  PathModelOptions options;
  options.viterbi.mode = AlignmentMode::global;
  options.allowed = Array<Bool>({2, 3}, Bool{0});
  const ProfileHmm query = test::randomProfile(2, random, false), templ = test::randomProfile(3, random, false);
  const PathModel model(query, templ, options);
  const PathSums forward = forwardSums(model, progress);
  EXPECT_EQ(forward.total, kImpossible);
  const DpMatrices posterior = posteriorMatrices(forward, backwardSums(model, progress), forward.total);
  for (const float p : *posterior.plane(MM)) EXPECT_EQ(p, 0.0F);
}

TEST(ForwardBackward, sumIsAtLeastTheBestPathInEveryCell) {
  Random random(4);
  Progress progress;
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global}) {
    PathModelOptions options;
    options.viterbi.mode = mode;
    const ProfileHmm query = test::randomProfile(30, random, false), templ = test::randomProfile(24, random, false);
    const ViterbiResult best = alignByViterbi(query, templ, options.viterbi, progress);
    const PathSums forward = forwardSums(PathModel(query, templ, options), progress);
    EXPECT_GE(forward.total, best.path.score);
    const DpMatrices seen = matricesOf(forward, DpKind::forward);
    for (Index i = 1; i <= query.length(); ++i)
      for (Index j = 1; j <= templ.length(); ++j)
        ASSERT_GE((*seen.plane(MM))(i, j), (*best.matrices.plane(MM))(i, j) - 1e-4) << i << " " << j;
  }
}

TEST(ForwardBackward, everyColumnIsPassedAtMostOnce) {
  Random random(5);
  Progress progress;
  PathModelOptions options;
  const ProfileHmm query = test::randomProfile(25, random, false), templ = test::randomProfile(31, random, false);
  const PathModel model(query, templ, options);
  const PathSums forward = forwardSums(model, progress);
  const DpMatrices posterior = posteriorMatrices(forward, backwardSums(model, progress), forward.total);
  for (Index i = 1; i <= query.length(); ++i) {
    double sum = 0;
    for (Index j = 1; j <= templ.length(); ++j)
      for (const PairState state : {MM, MI, DG}) sum += static_cast<double>((*posterior.plane(state))(i, j));
    EXPECT_LE(sum, 1 + 1e-5);
  }
  for (Index j = 1; j <= templ.length(); ++j) {
    double sum = 0;
    for (Index i = 1; i <= query.length(); ++i)
      for (const PairState state : {MM, IM, GD}) sum += static_cast<double>((*posterior.plane(state))(i, j));
    EXPECT_LE(sum, 1 + 1e-5);
  }
}

TEST(ForwardBackward, globalPathsCoverTheShorterProfile) {
  // Nothing may be left over at the inner borders: the pairs and gaps of each column of one profile sum to 1.
  Random random(6);
  Progress progress;
  PathModelOptions options;
  options.viterbi.mode = AlignmentMode::global;
  const ProfileHmm query = test::randomProfile(1, random, false), templ = test::randomProfile(8, random, false);
  const PathModel model(query, templ, options);
  const PathSums forward = forwardSums(model, progress);
  const DpMatrices posterior = posteriorMatrices(forward, backwardSums(model, progress), forward.total);
  double sum = 0;
  for (Index j = 1; j <= 8; ++j) sum += static_cast<double>((*posterior.plane(MM))(1, j));
  EXPECT_NEAR(sum, 1, 1e-6);
}

TEST(ForwardBackward, contradictionsAndCancellingAreReported) {
  Random random(7);
  const ProfileHmm empty = test::randomProfile(0, random, false), two = test::randomProfile(2, random, false);
  PathModelOptions options;
  EXPECT_THROW(PathModel(empty, two, options), Error);
  EXPECT_THROW(PathModel(two, empty, options), Error);
  options.allowed = Array<Bool>({2, 3});
  EXPECT_THROW(PathModel(two, two, options), Error);
  class : public Progress {
   public:
    bool cancelled() const override { return true; }
  } progress;
  EXPECT_THROW(forwardSums(PathModel(two, two, {}), progress), Cancelled);
  EXPECT_THROW(backwardSums(PathModel(two, two, {}), progress), Cancelled);
}

TEST(ForwardBackward, sumOfNothingIsImpossible) {
  EXPECT_EQ(sumOfBits(nullptr, nullptr), kImpossible);
  const double bits[] = {kImpossible, 3, 3};
  EXPECT_EQ(sumOfBits(bits, bits + 1), kImpossible);
  EXPECT_NEAR(sumOfBits(bits, bits + 3), 4, 1e-12);
}

}  // namespace forward_backward_test
