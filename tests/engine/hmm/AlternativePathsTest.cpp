// Excluded cells, further alignments and co-optimal paths against the enumeration of all paths.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "engine/hmm/viterbi/CellCandidates.h"
#include "engine/hmm/viterbi/CoOptimalPaths.h"
#include "engine/hmm/viterbi/PathScore.h"
#include "tests/engine/hmm/AllPaths.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;
using test::Places;
using test::placesOf;

namespace alternative_paths_test {

TEST(AllowedCells, rangesAreReadAsInFiles) {
  EXPECT_EQ(parseRanges("", "excl").size(), 0u);
  EXPECT_EQ(parseRanges("20-40", "excl"), (std::vector<ColumnRange>{{19, 40}}));
  EXPECT_EQ(parseRanges("1-1,3-9", "excl"), (std::vector<ColumnRange>{{0, 1}, {2, 9}}));
  EXPECT_EQ(parseRanges("7", "excl"), (std::vector<ColumnRange>{{6, 7}}));
  for (const char* wrong : {"0-3", "5-4", "a-b", "1-", "-3", ",", "1-2,,3-4", "1-2-3", "1 - 2"})
    EXPECT_THROW(parseRanges(wrong, "excl"), Error) << wrong;
}

TEST(AllowedCells, barsOfThePathAreOffButNotThoseOfItsFirstPair) {
  Array<Bool> allowed;
  const AlignmentPath path{{{PairState::MM, 1, 1}, {PairState::MM, 2, 2}, {PairState::MI, 3, 2}}, 0};
  excludeAround(allowed, 6, 5, path, 1);
  std::string text;
  for (Index i = 0; i < 6; ++i, text += '\n')
    for (Index j = 0; j < 5; ++j) text += allowed(i, j) ? '.' : '#';
  EXPECT_EQ(text, ".....\n..#..\n.###.\n.###.\n..#..\n.....\n");
}

TEST(Viterbi, bestPathAvoidsCellsThatAreOff) {
  Random random(51);
  Progress progress;
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global})
    for (int trial = 0; trial < 100; ++trial) {
      const ProfileHmm query = test::randomProfile(1 + trial % 3, random, trial % 2 == 0);
      const ProfileHmm templ = test::randomProfile(1 + trial / 3 % 3, random, trial % 2 == 0);
      Array<Bool> allowed({query.length(), templ.length()}, Bool{1});
      for (Bool& cell : allowed) cell = Bool{static_cast<std::uint8_t>(random.below(3) != 0)};
      ViterbiOptions options;
      options.mode = mode;
      double best = kImpossible;
      for (const AlignmentPath& path : test::allPaths(query.length(), templ.length(), options))
        if (std::all_of(path.steps.begin(), path.steps.end(), [&](const PathStep& s) { return allowed(s.i, s.j); }))
          best = std::max(best, scoredPath(path, query, templ, options).score);
      const ViterbiResult found = alignByViterbi(query, templ, options, progress, allowed);
      if (best == kImpossible)
        EXPECT_TRUE(found.path.steps.empty());
      else
        EXPECT_NEAR(found.path.score, best, 1e-9);
      for (Index i = 0; i < query.length(); ++i)
        for (Index j = 0; j < templ.length(); ++j)
          EXPECT_EQ(cellCandidates(query, templ, options, found.matrices, i, j).isOff, !allowed(i, j));
    }
}

TEST(AlignProfiles, alternativesAreTheBestPathsOfWhatIsLeft) {
  Random random(52);
  Progress progress;
  size_t numPaths = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const ProfileHmm query = test::randomProfile(3, random, false), templ = test::randomProfile(3, random, false);
    ProfileAlignmentOptions options = alignmentOptions(Preset::hhsuite33);
    options.correlation = 0;
    options.alternatives = {3, -1000, 0};
    const ProfileAlignment found = alignProfiles(query, templ, options, progress);
    ASSERT_EQ(found.paths.size(), found.scores.size());
    numPaths += found.paths.size();
    Array<Bool> allowed;
    for (const AlignmentPath& path : found.paths) {
      double best = kImpossible;
      for (const AlignmentPath& other : test::allPaths(3, 3, options.viterbi))
        if (std::all_of(other.steps.begin(), other.steps.end(),
                        [&](const PathStep& s) { return allowed.empty() || allowed(s.i, s.j); }))
          best = std::max(best, scoredPath(other, *found.query, *found.templ, options.viterbi).score);
      EXPECT_NEAR(path.score, best, 1e-5);
      excludeAround(allowed, 3, 3, path, 0);
    }
  }
  EXPECT_GT(numPaths, 40u);
}

TEST(AlignProfiles, aScoreBelowTheLimitEndsTheSearchForAlternatives) {
  Random random(53);
  Progress progress;
  const ProfileHmm profile = test::randomProfile(60, random, false);
  ProfileAlignmentOptions options = alignmentOptions(Preset::hhsuite33);
  options.alternatives = {4, 1e9, 5};
  EXPECT_EQ(alignProfiles(profile, profile, options, progress).paths.size(), 1u);
  options.alternatives.minimumScore = -1e9;
  EXPECT_EQ(alignProfiles(profile, profile, options, progress).paths.size(), 4u);
}

/// Few different scores, so that ties are frequent.
ProfileHmm coarseProfile(Index length, Random& random) {
  ProfileHmm profile = test::randomProfile(length, random, false);
  profile.background.fill(0.05);
  for (ResidueVector& column : profile.emissions) {
    column.fill(0);
    column[random.below(2)] = 1;
  }
  for (auto& row : profile.transitions)
    for (double& bits : row) bits = random.below(2) == 0 ? 0 : -1;
  return profile;
}

TEST(CoOptimalPaths, areAllPathsOfTheBestScore) {
  Random random(54);
  Progress progress;
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global})
    for (const BorderRule borders : {BorderRule::gapsAllowed, BorderRule::matchOnly})
      for (int trial = 0; trial < 60; ++trial) {
        const ProfileHmm query = coarseProfile(1 + trial % 3, random), templ = coarseProfile(1 + trial / 3 % 3, random);
        ViterbiOptions options = viterbiOptions(Preset::guide);
        options.mode = mode;
        options.borders = borders;
        const ViterbiResult found = alignByViterbi(query, templ, options, progress);
        std::vector<Places> expected, others;
        for (const AlignmentPath& path : test::allPaths(query.length(), templ.length(), options))
          if (!found.path.steps.empty() && placesOf(path) != placesOf(found.path) &&
              scoredPath(path, query, templ, options).score > found.path.score - 1e-9)
            expected.push_back(placesOf(path));
        for (const AlignmentPath& path :
             coOptimalPaths(query, templ, options, found.matrices, found.path, 100000, 1e-6, progress))
          others.push_back(placesOf(path));
        std::sort(expected.begin(), expected.end());
        std::sort(others.begin(), others.end());
        EXPECT_EQ(others, expected);
        const auto some = coOptimalPaths(query, templ, options, found.matrices, found.path, 2, 1e-6, progress);
        EXPECT_EQ(some.size(), std::min<size_t>(2, expected.size()));
      }
}

}  // namespace alternative_paths_test
