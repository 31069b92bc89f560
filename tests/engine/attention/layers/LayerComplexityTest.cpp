// The table of the lecture: what the formulae say is what the layers do.
#include "engine/attention/layers/LayerComplexity.h"

#include <gtest/gtest.h>

#include "engine/base/Random.h"

namespace layer_complexity_test {

using namespace engine;

Progress none;

TEST(LayerComplexity, theLongestPathOfTheFormulaIsTheOneThatASignalTakes) {
  for (const Index kernel : {3, 5, 9})
    for (const auto& layer : lectureLayers(4, kernel))
      for (const Index n : {0, 1, 2, 3, 17, 64})
        EXPECT_EQ(measuredPath(*layer, n, 4, none), layer->complexity(n).longestPath) << layer->name() << ", n = " << n;
}

TEST(LayerComplexity, aKernelOfOneTapNeverReachesTheOtherEnd) {
  EXPECT_EQ(measuredPath(*convolutionLayer(4, 1), 5, 4, none), kNeverReached);
  EXPECT_EQ(convolutionLayer(4, 1)->complexity(5).longestPath, kNeverReached);
  EXPECT_THROW(convolutionLayer(4, 2), Error);
}

TEST(LayerComplexity, theLastOfItsStepsAndNoneBeforeCompletesALayer) {
  for (const auto& layer : lectureLayers(3, 3)) {
    const Array<float> X = deterministicArray<float>(6, {7, 3}, 1);
    const Array<float> whole = layer->apply(X, none);
    Array<float> Y(X.shape());
    for (Index k = 0; k < layer->complexity(7).sequentialSteps; ++k) {
      EXPECT_FALSE(Y == whole) << layer->name() << " is complete before step " << k;
      layer->step(k, X, Y, none);
    }
    EXPECT_TRUE(Y == whole) << layer->name();
  }
}

TEST(LayerComplexity, everyLayerStopsWhenAsked) {
  struct Stop : Progress {
    bool cancelled() const override { return true; }
  } stop;
  for (const auto& layer : lectureLayers(3, 3))
    EXPECT_THROW(layer->apply(deterministicArray<float>(6, {7, 3}, 1), stop), Cancelled) << layer->name();
}

TEST(LayerComplexity, convolutionMovesWithItsInput) {
  // Zeros stand beyond the ends: a zero position in front moves everything and changes nothing.
  const Array<float> X = deterministicArray<float>(7, {6, 3}, 1);
  const Array<float> Y = convolutionLayer(3, 3)->apply(X, none);
  Array<float> shifted({7, 3});
  std::copy(X.begin(), X.end(), shifted.begin() + 3);
  const Array<float> later = convolutionLayer(3, 3)->apply(shifted, none);
  for (Index k = 0; k < 18; ++k) EXPECT_NEAR(later[k + 3], Y[k], 1e-6);
  EXPECT_EQ(recurrentLayer(3)->apply(Array<float>({0, 3}), none).size(), 0);
}

TEST(LayerComplexity, recurrenceDependsOnlyOnThePast) {
  Array<float> X = deterministicArray<float>(8, {5, 3}, 1);
  const Array<float> before = recurrentLayer(3)->apply(X, none);
  X(3, 0) += 1;
  const Array<float> after = recurrentLayer(3)->apply(X, none);
  for (Index i = 0; i < 5; ++i) EXPECT_EQ(after(i, 0) != before(i, 0), i >= 3);
}

}  // namespace layer_complexity_test
