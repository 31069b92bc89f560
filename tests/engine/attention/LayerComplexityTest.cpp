// The table of the lecture: what the formulae say is what the layers do.
#include "engine/attention/LayerComplexity.h"

#include <gtest/gtest.h>

#include "engine/base/Random.h"

namespace {

using namespace engine;

TEST(LayerComplexity, theLongestPathOfTheFormulaIsTheOneThatASignalTakes) {
  for (const Index kernel : {3, 5, 9})
    for (const auto& layer : lectureLayers(4, kernel))
      for (const Index n : {0, 1, 2, 3, 17, 64})
        EXPECT_EQ(measuredPath(*layer, n, 4), layer->complexity(n).longestPath) << layer->name() << ", n = " << n;
}

TEST(LayerComplexity, aKernelOfOneTapNeverReachesTheOtherEnd) {
  EXPECT_EQ(measuredPath(*convolutionLayer(4, 1), 5, 4), kNeverReached);
  EXPECT_EQ(convolutionLayer(4, 1)->complexity(5).longestPath, kNeverReached);
  EXPECT_THROW(convolutionLayer(4, 2), Error);
}

TEST(LayerComplexity, stepsAreWhatTheLayersTakeAndFlopsGrowAsTheTableSays) {
  for (const auto& layer : lectureLayers(8, 3))
    for (const Index n : {1, 10, 100}) {
      EXPECT_EQ(layer->complexity(n).sequentialSteps, layer->numSteps(n));
      const double growth = layer->complexity(2 * n).flops / layer->complexity(n).flops;
      EXPECT_DOUBLE_EQ(growth, layer->name() == "self-attention" ? 4 : 2) << layer->name();
    }
}

TEST(LayerComplexity, convolutionMovesWithItsInput) {
  // Zeros stand beyond the ends: a zero position in front moves everything and changes nothing.
  const Array<float> X = deterministicArray<float>(7, {6, 3}, 1);
  const Array<float> Y = convolutionLayer(3, 3)->apply(X);
  Array<float> shifted({7, 3});
  std::copy(X.begin(), X.end(), shifted.begin() + 3);
  const Array<float> later = convolutionLayer(3, 3)->apply(shifted);
  for (Index k = 0; k < 18; ++k) EXPECT_NEAR(later[k + 3], Y[k], 1e-6);
  EXPECT_EQ(recurrentLayer(3)->apply(Array<float>({0, 3})).size(), 0);
}

TEST(LayerComplexity, recurrenceDependsOnlyOnThePast) {
  Array<float> X = deterministicArray<float>(8, {5, 3}, 1);
  const Array<float> before = recurrentLayer(3)->apply(X);
  X(3, 0) += 1;
  const Array<float> after = recurrentLayer(3)->apply(X);
  for (Index i = 0; i < 5; ++i) EXPECT_EQ(after(i, 0) != before(i, 0), i >= 3);
}

}  // namespace
