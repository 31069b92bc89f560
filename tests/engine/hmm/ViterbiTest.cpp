// Five-state Viterbi against the enumeration of every legal path of tiny profiles, and its properties.
#include "engine/hmm/viterbi/Viterbi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/viterbi/PathScore.h"
#include "tests/engine/hmm/AllPaths.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace viterbi_test {

using enum PairState;

void expectEnumerationAgrees(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options) {
  Progress progress;
  const ViterbiResult result = alignByViterbi(query, templ, options, progress);
  std::vector<AlignmentPath> all = test::allPaths(query.length(), templ.length(), options);
  for (AlignmentPath& path : all) path = scoredPath(std::move(path), query, templ, options);
  test::expectBestOf(all, result.path);
  if (result.path.steps.empty()) return;
  EXPECT_NEAR(scoredPath(result.path, query, templ, options).score, result.path.score, 1e-12);
  // The score that stands in the MM plane where the path ends is the path's.
  const PathStep& end = result.path.steps.back();
  EXPECT_NEAR((*result.matrices.plane(MM))(end.i + 1, end.j + 1), result.path.score, 1e-4);
}

std::vector<ViterbiOptions> optionSets() {
  std::vector<ViterbiOptions> sets;
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global})
    for (const BorderRule borders : {BorderRule::gapsAllowed, BorderRule::matchOnly})
      for (const double endGap : {0.0, 0.7}) {
        ViterbiOptions options;
        options.mode = mode;
        options.borders = borders;
        options.endGapQuery = endGap;
        options.endGapTemplate = 2 * endGap;
        options.nullModel = borders == BorderRule::matchOnly ? NullModel::background : NullModel::pair;
        sets.push_back(options);
      }
  return sets;
}

TEST(Viterbi, equalsTheBestOfAllPathsOfTinyProfiles) {
  Random random(1);
  for (const ViterbiOptions& options : optionSets())
    for (Index rows = 1; rows <= 3; ++rows)
      for (Index columns = 1; columns <= 3; ++columns)
        for (int trial = 0; trial < 40; ++trial)
          expectEnumerationAgrees(test::randomProfile(rows, random, false), test::randomProfile(columns, random, false),
                                  options);
}

TEST(Viterbi, equalsTheBestOfAllPathsWhereMuchIsImpossible) {
  Random random(2);
  for (const ViterbiOptions& options : optionSets())
    for (Index rows = 1; rows <= 3; ++rows)
      for (Index columns = 1; columns <= 3; ++columns)
        for (int trial = 0; trial < 40; ++trial)
          expectEnumerationAgrees(test::randomProfile(rows, random, true), test::randomProfile(columns, random, true),
                                  options);
}

TEST(Viterbi, enumerationVisitsTheKnownNumberOfPaths) {
  // One column each: a single pair. Two columns each, local: the four single pairs and the diagonal of two.
  ViterbiOptions options;
  EXPECT_EQ(test::allPaths(1, 1, options).size(), 1u);
  EXPECT_EQ(test::allPaths(2, 2, options).size(), 5u);
  // Two columns each, global, match pairs at both ends: the two corner pairs off the diagonal, and the diagonal.
  options.mode = AlignmentMode::global;
  options.borders = BorderRule::matchOnly;
  EXPECT_EQ(test::allPaths(2, 2, options).size(), 3u);
}

TEST(Viterbi, scoreIsSymmetricUnderExchange) {
  Random random(3);
  Progress progress;
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global})
    for (int trial = 0; trial < 30; ++trial) {
      ViterbiOptions options;
      options.mode = mode;
      const ProfileHmm a = test::randomProfile(1 + static_cast<Index>(random.below(12)), random, trial % 2 == 0);
      const ProfileHmm b = test::randomProfile(1 + static_cast<Index>(random.below(12)), random, trial % 2 == 0);
      const AlignmentPath forward = alignByViterbi(a, b, options, progress).path;
      const AlignmentPath backward = alignByViterbi(b, a, options, progress).path;
      EXPECT_EQ(forward.steps.empty(), backward.steps.empty());
      EXPECT_NEAR(forward.score, backward.score, 1e-9);
    }
}

TEST(Viterbi, pathReScoresToItsScoreOnLongerProfiles) {
  Random random(4);
  Progress progress;
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global}) {
    ViterbiOptions options;
    options.mode = mode;
    const ProfileHmm a = withTransitionPseudocounts(test::randomProfile(40, random, false));
    const ProfileHmm b = withTransitionPseudocounts(test::randomProfile(33, random, false));
    const ViterbiResult result = alignByViterbi(a, b, options, progress);
    ASSERT_FALSE(result.path.steps.empty());
    const PathStep& end = result.path.steps.back();
    EXPECT_NEAR((*result.matrices.plane(MM))(end.i + 1, end.j + 1), result.path.score, 1e-4);
    double sum = 0;
    for (const PathStep& step : result.path.steps) sum += step.score;
    EXPECT_NEAR(sum, result.path.score, 1e-9);
  }
}

TEST(Viterbi, tiesGoToTheEarlierOriginAndGapsGoOn) {
  // One residue everywhere and free transitions: every score is exactly 0.
  Random random(11);
  ProfileHmm p = test::randomProfile(3, random, false);
  p.background.fill(0);
  p.background[0] = 1;
  for (ResidueVector& column : p.emissions) column = p.background;
  for (auto& row : p.transitions) row.fill(0);
  ViterbiOptions options = viterbiOptions(Preset::guide);
  options.borders = BorderRule::gapsAllowed;
  Progress progress;
  const ViterbiResult result = alignByViterbi(p, p, options, progress);
  ASSERT_EQ(result.path.steps.size(), 1u);
  EXPECT_EQ(result.path.steps[0], (PathStep{MM, 0, 0, 0}));
  EXPECT_EQ(result.matrices.backtrace(2, 2), 0);                 // STOP before MM; all four gaps go on
  EXPECT_EQ(result.matrices.backtrace(1, 1), 8 | 16 | 32 | 64);  // they can only have begun here
  EXPECT_EQ(result.matrices.backtrace(1, 2), 32 | 64);
  EXPECT_EQ(result.matrices.backtrace(2, 1), 8 | 16);
}

TEST(Viterbi, planesAndBackPointersHaveBorders) {
  Random random(5);
  Progress progress;
  const ViterbiResult result =
      alignByViterbi(test::randomProfile(4, random, false), test::randomProfile(6, random, false), {}, progress);
  result.matrices.validate();
  ASSERT_EQ(result.matrices.planes.size(), 5u);
  EXPECT_EQ(result.matrices.numQueryColumns(), 4);
  EXPECT_EQ(result.matrices.numTemplateColumns(), 6);
  for (Index j = 0; j <= 6; ++j) {
    EXPECT_EQ((*result.matrices.plane(MM))(0, j), 0.0f);
    EXPECT_EQ((*result.matrices.plane(GD))(0, j), -std::numeric_limits<float>::infinity());
    EXPECT_EQ(result.matrices.backtrace(0, j), 0);
  }
  EXPECT_EQ(result.matrices.plane(PairState::M), nullptr);
}

TEST(Viterbi, profilesWithoutColumnsAreRefused) {
  Random random(6);
  Progress progress;
  const ProfileHmm empty = test::randomProfile(0, random, false), one = test::randomProfile(1, random, false);
  EXPECT_THROW(alignByViterbi(empty, one, {}, progress), Error);
  EXPECT_THROW(alignByViterbi(one, empty, {}, progress), Error);
}

class CancelAtOnce : public Progress {
 public:
  bool cancelled() const override { return true; }
};

TEST(Viterbi, cancelStopsIt) {
  Random random(7);
  CancelAtOnce progress;
  const ProfileHmm profile = test::randomProfile(5, random, false);
  EXPECT_THROW(alignByViterbi(profile, profile, {}, progress), Cancelled);
}

TEST(PathScore, illegalPathsAreRefused) {
  Random random(8);
  const ProfileHmm p = test::randomProfile(3, random, false);
  const ViterbiOptions local;
  ViterbiOptions global;
  global.mode = AlignmentMode::global;
  const auto score = [&](std::vector<PathStep> steps, const ViterbiOptions& options) {
    return scoredPath({std::move(steps), 0}, p, p, options).score;
  };
  EXPECT_THROW(score({{MI, 0, 0, 0}}, local), Error);                                // begins with a gap
  EXPECT_THROW(score({{MM, 1, 1, 0}}, global), Error);                               // begins inside
  EXPECT_THROW(score({{MM, 0, 0, 0}, {MM, 2, 1, 0}}, local), Error);                 // jumps
  EXPECT_THROW(score({{MM, 0, 3, 0}}, local), Error);                                // outside
  EXPECT_THROW(score({{MM, 0, 0, 0}, {MI, 1, 0, 0}, {IM, 1, 1, 0}}, local), Error);  // gap to gap
  EXPECT_THROW(score({{M, 0, 0, 0}}, local), Error);                                 // state of another model
  EXPECT_NO_THROW(score({{MM, 0, 0, 0}, {MI, 1, 0, 0}, {MM, 2, 1, 0}}, local));
}

TEST(CorrelationScore, countsNeighboursUpToDistanceFour) {
  Random random(9);
  const ProfileHmm p = test::randomProfile(6, random, false);
  const ColumnScorer scorer(p, p, NullModel::pair);
  AlignmentPath path;
  std::vector<double> s;
  for (Index i = 0; i < 6; ++i) {
    path.steps.push_back({i == 2 ? GD : MM, i, i, 0});
    s.push_back(i == 2 ? 0 : scorer.score(i, i));
  }
  double expected = 0;
  for (size_t n = 0; n < 6; ++n)
    for (size_t m = n + 1; m < 6 && m <= n + 4; ++m) expected += s[n] * s[m];
  EXPECT_NEAR(correlationScore(path, scorer, 0.1), 0.1 * expected, 1e-12);
}

TEST(AlignProfiles, nothingAboveZeroGivesNoPath) {
  // Tryptophan against glycine, once each.
  const auto single = [](ResidueCode code) {
    Random random(10);
    ProfileHmm profile = test::randomProfile(1, random, false);
    profile.emissions[0].fill(0);
    profile.emissions[0][code] = 1;
    profile.neff = 1;
    profile.columnNeff = {{99.999, 99.999, 99.999}, {1, 0, 0}};
    return profile;
  };
  Progress progress;
  const ProfileHmm w = single(alphabet::codeOf('W')), g = single(alphabet::codeOf('G'));
  EXPECT_TRUE(alignProfiles(w, g, alignmentOptions(Preset::standard), progress).paths.empty());
  EXPECT_EQ(alignProfiles(w, g, alignmentOptions(Preset::hhsuite33), progress).paths.size(), 1u);
  EXPECT_EQ(alignProfiles(w, w, alignmentOptions(Preset::standard), progress).paths.size(), 1u);
}

}  // namespace viterbi_test
