// Maximum-accuracy alignments against the enumeration of every path over tiny posteriors.
#include "engine/hmm/posterior/MacAlignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "engine/base/Random.h"
#include "engine/hmm/score/AllowedCells.h"

using namespace engine;

namespace mac_alignment_test {

/// Best gain over all paths that begin and go on from cell (i, j), counted from 1, by trying all continuations.
double bestFrom(const Array<float>& posterior, const Array<Bool>& allowed, double mact, Index i, Index j) {
  double best = 0;
  for (const auto& [di, dj] : {std::pair<Index, Index>{1, 1}, {1, 0}, {0, 1}}) {
    const Index row = i + di, column = j + dj;
    if (row >= posterior.length(0) || column >= posterior.length(1)) continue;
    // A pair or gap in the first row or column can only be a beginning.
    if (row == 1 || column == 1) continue;
    if (!allowed.empty() && !allowed(row - 1, column - 1)) continue;
    const double gain = di == 1 && dj == 1 ? static_cast<double>(posterior(row, column)) - mact : -mact / 2;
    best = std::max(best, gain + bestFrom(posterior, allowed, mact, row, column));
  }
  return best;
}

double bestOfAll(const Array<float>& posterior, const Array<Bool>& allowed, double mact) {
  double best = -std::numeric_limits<double>::infinity();
  for (Index i = 1; i < posterior.length(0); ++i)
    for (Index j = 1; j < posterior.length(1); ++j)
      if (allowed.empty() || allowed(i - 1, j - 1))
        best = std::max(best, static_cast<double>(posterior(i, j)) - mact + bestFrom(posterior, allowed, mact, i, j));
  return best;
}

Array<float> randomPosterior(Index rows, Index columns, Random& random) {
  Array<float> posterior({rows + 1, columns + 1}, 0.0F, "posterior");
  for (Index i = 1; i <= rows; ++i)
    for (Index j = 1; j <= columns; ++j) posterior(i, j) = static_cast<float>(random.uniform());
  return posterior;
}

double gainOf(const AlignmentPath& path, double mact) {
  double gain = 0;
  for (const PathStep& step : path.steps) gain += step.state == PairState::MM ? step.posterior - mact : -mact / 2;
  return gain;
}

TEST(MacAlignment, gainsAsMuchAsTheBestOfAllPaths) {
  Random random(1);
  Progress progress;
  for (const double mact : {0.0, 0.1, 0.3501, 0.9})
    for (Index rows = 1; rows <= 4; ++rows)
      for (Index columns = 1; columns <= 4; ++columns)
        for (int trial = 0; trial < 30; ++trial) {
          const Array<float> posterior = randomPosterior(rows, columns, random);
          Array<Bool> allowed;
          if (trial % 2 == 1) {
            allowed = Array<Bool>({rows, columns});
            for (Bool& cell : allowed) cell = Bool{static_cast<std::uint8_t>(random.below(3) != 0)};
          }
          const MacResult found = alignByMac(posterior, allowed, mact, MacRule::stayInside, progress);
          const double expected = bestOfAll(posterior, allowed, mact);
          EXPECT_EQ(found.path.steps.empty(), !(expected > 0));
          if (found.path.steps.empty()) continue;
          EXPECT_NEAR(found.gain, expected, 1e-5);
          EXPECT_NEAR(gainOf(found.path, mact), expected, 1e-5);
          for (const PathStep& step : found.path.steps)
            EXPECT_TRUE(allowed.empty() || allowed(step.i, step.j)) << step.i << " " << step.j;
        }
}

TEST(MacAlignment, pathStepsFollowEachOther) {
  Random random(2);
  Progress progress;
  const Array<float> posterior = randomPosterior(20, 30, random);
  const MacResult found = alignByMac(posterior, {}, 0.2, MacRule::stayInside, progress);
  ASSERT_FALSE(found.path.steps.empty());
  EXPECT_EQ(found.path.steps.front().state, PairState::MM);
  EXPECT_EQ(found.path.steps.back().state, PairState::MM);
  double sum = 0;
  for (size_t n = 0; n < found.path.steps.size(); ++n) {
    const PathStep& step = found.path.steps[n];
    const bool isPair = step.state == PairState::MM;
    EXPECT_EQ(step.posterior, isPair ? static_cast<double>(posterior(step.i + 1, step.j + 1)) : -1.0);
    if (isPair) sum += step.posterior;
    if (n == 0) continue;
    const PathStep& before = found.path.steps[n - 1];
    EXPECT_EQ(step.i - before.i, step.state == PairState::IM ? 0 : 1);
    EXPECT_EQ(step.j - before.j, step.state == PairState::MI ? 0 : 1);
  }
  EXPECT_NEAR(found.sumProbabilities, sum, 1e-9);
}

TEST(MacAlignment, largerThresholdsGiveShorterAlignments) {
  Random random(3);
  Progress progress;
  const Array<float> posterior = randomPosterior(25, 25, random);
  size_t pairs = std::numeric_limits<size_t>::max();
  for (const double mact : {0.0, 0.2, 0.5, 0.8, 0.95}) {
    const MacResult found = alignByMac(posterior, {}, mact, MacRule::stayInside, progress);
    const auto count =
        static_cast<size_t>(std::count_if(found.path.steps.begin(), found.path.steps.end(),
                                          [](const PathStep& step) { return step.state == PairState::MM; }));
    EXPECT_LE(count, pairs);
    pairs = count;
  }
}

TEST(MacAlignment, tiesGoToTheDiagonalAndTheFirstCell) {
  Progress progress;
  // Pairs worth exactly the threshold gain nothing: the diagonal is as good as beginning anew, and wins.
  Array<float> posterior({4, 4}, 0.5F, "posterior");
  posterior(1, 1) = 1;
  const MacResult found = alignByMac(posterior, {}, 0.5, MacRule::stayInside, progress);
  ASSERT_EQ(found.path.steps.size(), 1u);
  EXPECT_EQ(found.path.steps[0], (PathStep{PairState::MM, 0, 0, 0, 1}));
  EXPECT_EQ(found.backtrace(2, 2), 1);
  EXPECT_EQ(found.backtrace(1, 2), 0);
  EXPECT_EQ(found.backtrace(3, 3), 1);
  EXPECT_EQ(found.backtrace(3, 2), 2);
}

TEST(MacAlignment, withoutAnythingWorthAPairHhsuiteKeepsOneCell) {
  Progress progress;
  const Array<float> posterior({3, 3}, 0.1F, "posterior");
  EXPECT_TRUE(alignByMac(posterior, {}, 0.3501, MacRule::stayInside, progress).path.steps.empty());
  const MacResult found = alignByMac(posterior, {}, 0.3501, MacRule::asHhsuite, progress);
  ASSERT_EQ(found.path.steps.size(), 1u);
  EXPECT_LT(found.gain, 0);
}

TEST(MacAlignment, shapesThatContradictAreRefused) {
  Progress progress;
  const Array<float> posterior({3, 4}, 0.1F, "posterior");
  EXPECT_THROW(alignByMac(posterior, Array<Bool>({3, 4}), 0.1, MacRule::stayInside, progress), Error);
  EXPECT_THROW(alignByMac(Array<float>({1, 4}), {}, 0.1, MacRule::stayInside, progress), Error);
  EXPECT_THROW(alignByMac(Array<float>({4}), {}, 0.1, MacRule::stayInside, progress), Error);
}

TEST(AllowedCells, bandHoldsTheCrossesAndTheOpenCorners) {
  AlignmentPath path;
  path.steps = {{PairState::MM, 2, 3, 0}, {PairState::MM, 3, 4, 0}};
  const Array<Bool> band = bandAround(path, 7, 8, 1);
  const std::string expected[] = {"11100000", "11110000", "00111000", "00011100", "00001111", "00000111", "00000111"};
  // Row 4 (0-based) lies in the vertical bar of the last step (column 4) and in the open corner behind it.
  for (Index i = 0; i < 7; ++i)
    for (Index j = 0; j < 8; ++j)
      EXPECT_EQ(static_cast<bool>(band(i, j)), expected[i][static_cast<size_t>(j)] == '1') << i << " " << j;
}

TEST(AllowedCells, excludesCrossesOnlyAndNothingOutside) {
  Array<Bool> cells({3, 3}, Bool{1});
  AlignmentPath path;
  path.steps = {{PairState::MM, 0, 0, 0}};
  excludeAround(cells, 3, 3, path, 1);
  EXPECT_FALSE(cells(0, 0) || cells(0, 1) || cells(1, 0));
  EXPECT_TRUE(cells(1, 1) && cells(0, 2) && cells(2, 0));
  path.steps = {{PairState::MM, 3, 0, 0}};
  EXPECT_THROW(excludeAround(cells, 3, 3, path, 1), Error);
  EXPECT_THROW(bandAround(path, 3, 3, 1), Error);
}

TEST(AllowedCells, bandOfNoPathAllowsNothing) {
  for (const Bool& cell : bandAround({}, 2, 3, 40)) EXPECT_FALSE(cell);
}

}  // namespace mac_alignment_test
