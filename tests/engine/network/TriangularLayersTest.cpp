// The volume-preserving feed-forward network of engine/attention/MATHEMATICS.md 12.4.
#include "engine/network/TriangularLayers.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/Random.h"
#include "engine/network/LuFactors.h"
#include "tests/engine/network/Close.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/FiniteDifferences.h"

namespace triangular_layers_test {

using namespace engine;

std::vector<TriangularLayer<double>> randomLayers(const std::vector<TriangularKind>& layout, Index d) {
  std::vector<TriangularLayer<double>> layers;
  for (std::uint64_t k = 0; k < layout.size(); ++k)
    layers.push_back({layout[k], deterministicArray<double>(10 + k, {d * (d - 1) / 2}, 1),
                      layout[k].hasBias ? deterministicArray<double>(50 + k, {d}, 1) : Array<double>{}});
  return layers;
}

TEST(TriangularLayers, lowerAndUpperLayersByHand) {
  const Array<double> Z({3, 1}, {1, 2, 3}), L({3}, {10, 20, 30});
  const Array<double> lower = applyTriangularLayers<double>({{{false, true, false}, L, {}}}, Z);
  EXPECT_EQ(lower, Array<double>({3, 1}, {1, 2 + 10, 3 + 20 + 60}));
  const Array<double> b({3}, {0.5, 0.25, 0.125});
  const Array<double> upper = applyTriangularLayers<double>({{{true, true, true}, L, b}}, Z);
  EXPECT_EQ(upper, Array<double>({3, 1}, {1 + 20 + 60 + 0.5, 2 + 90 + 0.25, 3.125}));
  const Array<double> bent = applyTriangularLayers<double>({{{false, false, false}, Array<double>({3}, 0.5), {}}}, Z);
  EXPECT_EQ(bent, Array<double>({3, 1}, {1, 2 + std::tanh(0.5), 3 + std::tanh(1.5)}));
}

TEST(TriangularLayers, theLayoutOfTwoBlocksWithThreeLinearPairs) {
  const std::vector<TriangularKind> layout = volumePreservingLayout(2, 3);
  std::string text;
  for (const TriangularKind& kind : layout)
    text += std::string(kind.isUpper ? "U" : "L") + (kind.isLinear ? "" : "t") + (kind.hasBias ? "b " : " ");
  EXPECT_EQ(text, "L U L U L Ub Ltb Utb L U L U L Ub Ltb Utb L Ub ");
}

TEST(TriangularLayers, theNetworkHasDeterminantOneInEveryWidth) {
  Progress none;
  for (const Index d : {1, 2, 5, 9}) {
    const auto layers = randomLayers(volumePreservingLayout(2, 2), d);
    Array<double> Z = deterministicArray<double>(3, {d, 1}, 1), jacobian({d, d});
    for (Index k = 0; k < d; ++k)
      for (Index y = 0; y < d; ++y)
        jacobian(k, y) = test::differenceQuotient(Z, k, 1e-4, [&] { return applyTriangularLayers(layers, Z)[y]; });
    const LogDeterminant det = logDeterminant(factorize(jacobian, 1, none));
    EXPECT_EQ(det.sign, 1) << d;
    EXPECT_NEAR(det.logMagnitude, 0, 1e-6) << d;
  }
}

TEST(TriangularLayers, everyColumnIsMappedByItselfInBothPrecisions) {
  const auto layers = randomLayers(volumePreservingLayout(), 4);
  const Array<double> Z = deterministicArray<double>(3, {4, 3}, 1);
  const Array<double> together = applyTriangularLayers(layers, Z);
  for (Index t = 0; t < 3; ++t) {
    Array<double> column({4, 1});
    for (Index c = 0; c < 4; ++c) column[c] = Z(c, t);
    const Array<double> alone = applyTriangularLayers(layers, column);
    for (Index c = 0; c < 4; ++c) EXPECT_EQ(alone[c], together(c, t));
  }
  std::vector<TriangularLayer<float>> single;
  for (const auto& layer : layers)
    single.push_back({layer.kind, Array<float>(layer.L.shape(), std::vector<float>(layer.L.begin(), layer.L.end())),
                      Array<float>(layer.b.shape(), std::vector<float>(layer.b.begin(), layer.b.end()))});
  const Array<float> rounded(Z.shape(), std::vector<float>(Z.begin(), Z.end()));
  test::expectClose(applyTriangularLayers(single, rounded), together, 2e-5);
}

TEST(TriangularLayers, wrongWeightsAreAnErrorThatNamesTheLayer) {
  const auto apply = [](Index numL, Index numB) {
    return test::errorOf([&] {
      applyTriangularLayers<double>({{{true, true, true}, Array<double>({numL}), Array<double>({numB})}},
                                    Array<double>({3, 2}));
    });
  };
  EXPECT_EQ(apply(4, 3), "array L of layer 0: found shape (4), expected (3)");
  EXPECT_EQ(apply(3, 2), "array b of layer 0: found shape (2), expected (3)");
  EXPECT_EQ(apply(3, 3), "no error");
}

}  // namespace triangular_layers_test
