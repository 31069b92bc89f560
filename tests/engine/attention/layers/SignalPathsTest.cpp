// Ways of a signal through layers: what the drawn edges say is what the layers do, and no way is shorter.
#include "engine/attention/layers/SignalPaths.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/base/Error.h"
#include "engine/base/Random.h"

namespace signal_paths_test {

using namespace engine;
using Places = std::vector<SignalPlace>;

Progress none;

/// Whether not-a-number at `at` of what a step reads makes the output at i one: of what comes in or, when `isState`, of
/// what the layer gave before.
bool depends(const SequenceLayer& layer, Index n, Index i, Index at, bool isState) {
  Array<float> X = deterministicArray<float>(11, {n, 3}, 1), Y(X.shape());
  const auto poison = [&](Array<float>& values) {
    for (Index c = 0; c < 3; ++c) values(at, c) = std::numeric_limits<float>::quiet_NaN();
  };
  const Index wanted = layer.numSteps(n) == 1 ? 0 : i;
  for (Index step = 0; step < wanted; ++step) layer.step(step, X, Y, none);
  poison(isState ? Y : X);
  layer.step(wanted, X, Y, none);
  return std::isnan(Y(i, 0));
}

TEST(SignalPaths, aPositionReadsWhatItDependsOnAndNothingElse) {
  for (const Index kernel : {1, 3, 7})
    for (const auto& layer : lectureLayers(3, kernel))
      for (const Index n : {1, 2, 6})
        for (Index i = 0; i < n; ++i)
          for (Index j = 0; j < n; ++j) {
            const LayerReads reads = layer->reads(i, n);
            EXPECT_EQ(depends(*layer, n, i, j, false), j >= reads.firstInput && j < reads.endInput)
                << layer->name() << " of " << n << ": " << i << " of " << j;
            if (i == j || layer->numSteps(n) == 1) continue;  // nothing was given before
            EXPECT_EQ(depends(*layer, n, i, j, true), j == reads.state) << layer->name() << i << j;
          }
}

TEST(SignalPaths, fromEndToEndTakesWhatTheFormulaSays) {
  for (const Index kernel : {1, 3, 5, 9})
    for (const auto& layer : lectureLayers(4, kernel))
      for (const Index n : {1, 2, 3, 16, 40})
        EXPECT_EQ(SignalSteps(*layer, n, 0).stepsTo(n - 1), layer->complexity(n).longestPath) << layer->name() << n;
}

TEST(SignalPaths, sixteenTokensByHand) {
  const auto layers = lectureLayers(64, 3);
  const SignalSteps convolution(*layers[0], 16, 0), recurrence(*layers[1], 16, 0), attention(*layers[2], 16, 0);
  EXPECT_EQ(convolution.stepsTo(15), 15);
  EXPECT_EQ(recurrence.stepsTo(15), 16);
  EXPECT_EQ(attention.stepsTo(15), 1);
  EXPECT_EQ(attention.pathTo(15), (Places{{0, 0}, {1, 15}}));
  EXPECT_EQ(SignalSteps(*layers[1], 16, 4).pathTo(6), (Places{{0, 4}, {1, 4}, {1, 5}, {1, 6}}));
  EXPECT_EQ(SignalSteps(*layers[0], 16, 4).pathTo(2), (Places{{0, 4}, {1, 3}, {2, 2}}));
  EXPECT_EQ(SignalSteps(*layers[0], 16, 4).pathTo(4), (Places{{0, 4}, {1, 4}}));
  // Strides of two, the odd one at the beginning.
  EXPECT_EQ(SignalSteps(*convolutionLayer(4, 5), 16, 0).pathTo(3), (Places{{0, 0}, {1, 1}, {2, 3}}));
}

TEST(SignalPaths, aRecurrenceTellsNothingToWhatCameBefore) {
  const SignalSteps steps(*recurrentLayer(4), 8, 5);
  EXPECT_EQ(steps.stepsTo(4), kNeverReached);
  EXPECT_TRUE(steps.pathTo(4).empty());
  EXPECT_EQ(steps.stepsTo(5), 1);
  EXPECT_EQ(steps.numLevels(), 2);
  EXPECT_EQ(SignalSteps(*convolutionLayer(4, 1), 8, 5).stepsTo(6), kNeverReached) << "a kernel of one tap";
}

TEST(SignalPaths, everyWayIsAsLongAsItsStepsAndGoesAlongEdges) {
  for (const Index kernel : {3, 5})
    for (const auto& layer : lectureLayers(4, kernel))
      for (Index from = 0; from < 9; ++from) {
        const SignalSteps steps(*layer, 9, from);
        for (Index to = 0; to < 9; ++to) {
          const Places path = steps.pathTo(to);
          EXPECT_EQ(std::ssize(path) - 1, steps.stepsTo(to) == kNeverReached ? -1 : steps.stepsTo(to));
          for (size_t k = 1; k < path.size(); ++k) {
            const LayerReads reads = layer->reads(path[k].position, 9);
            const Index at = path[k - 1].position;
            if (path[k].level == path[k - 1].level)
              EXPECT_EQ(at, reads.state);
            else
              EXPECT_TRUE(path[k].level == path[k - 1].level + 1 && at >= reads.firstInput && at < reads.endInput);
          }
        }
      }
}

TEST(SignalPaths, tokensThatAreNotThereAreRefused) {
  EXPECT_THROW(SignalSteps(*recurrentLayer(4), 0, 0), Error);
  EXPECT_THROW(SignalSteps(*recurrentLayer(4), 3, 3), Error);
  const SignalSteps one(*selfAttentionLayer(4), 1, 0);
  EXPECT_EQ(one.stepsTo(0), 1);
  EXPECT_THROW(one.stepsTo(SignalPlace{2, 0}), Error);
  EXPECT_THROW(one.stepsTo(Index{1}), Error);
}

}  // namespace signal_paths_test
