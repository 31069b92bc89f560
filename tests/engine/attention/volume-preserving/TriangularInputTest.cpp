// The volume-preserving feed-forward network behind the attention of the mechanism "volume-preserving".
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "engine/network/TriangularLayers.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/support/ErrorOf.h"

namespace triangular_input_test {

using namespace engine;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// Two blocks of two linear pairs on Z (3, 4): 14 layers, 7 of them with a bias.
ParameterValues twoBlocks() {
  ParameterValues values;
  values.set("blocks", std::int64_t{2});
  values.set("linear", std::int64_t{2});
  return values;
}

ArrayBundle inputsOf(Index numLayers, Index numBiases) {
  ArrayBundle inputs = findMechanism("volume-preserving").sampleInput();
  inputs["L"] = deterministicArray<double>(5, {numLayers, 3}, 0.7, "L");
  inputs["b"] = deterministicArray<double>(6, {numBiases, 3}, 0.5, "b");
  return inputs;
}

ArrayBundle run(const ArrayBundle& inputs, const ParameterValues& values) {
  Diagnostics ignored;
  Progress none;
  return findMechanism("volume-preserving").run(inputs, values, Precision::float64, {nullptr, 1}, ignored, none);
}

std::string errorOf(const ArrayBundle& inputs, const ParameterValues& values) {
  return test::errorOf([&] { run(inputs, values); });
}

TEST(TriangularInput, theNetworkIsAppliedToTheOutputsLayerByLayer) {
  const ArrayBundle inputs = inputsOf(14, 7), outputs = run(inputs, twoBlocks());
  const auto &L = std::get<Array<double>>(inputs.at("L")), &b = std::get<Array<double>>(inputs.at("b"));
  std::vector<TriangularLayer<double>> layers;
  Index bias = 0;
  for (const TriangularKind& kind : volumePreservingLayout(2, 2)) {
    const auto k = static_cast<Index>(layers.size());
    TriangularLayer<double> layer{kind, Array<double>({3}, {L(k, 0), L(k, 1), L(k, 2)}), {}};
    if (kind.hasBias) {
      layer.b = Array<double>({3}, {b(bias, 0), b(bias, 1), b(bias, 2)});
      ++bias;
    }
    layers.push_back(layer);
  }
  EXPECT_EQ(std::get<Array<double>>(outputs.at("network")),
            applyTriangularLayers(layers, std::get<Array<double>>(outputs.at("Y"))));
  EXPECT_EQ(run(findMechanism("volume-preserving").sampleInput(), twoBlocks()).count("network"), 0u);
}

TEST(TriangularInput, wrongNumbersOfLayersAreErrorsWithBothShapes) {
  EXPECT_THAT(errorOf(inputsOf(13, 7), twoBlocks()), AllOf(HasSubstr("L"), HasSubstr("(13, 3)"), HasSubstr("(14, 3)")));
  EXPECT_THAT(errorOf(inputsOf(14, 6), twoBlocks()), AllOf(HasSubstr("b"), HasSubstr("(6, 3)"), HasSubstr("(7, 3)")));
  ArrayBundle alone = inputsOf(14, 7);
  alone.erase("L");
  EXPECT_THAT(errorOf(alone, twoBlocks()), HasSubstr("array b of shape (7, 3): expected beside L only"));
  alone = inputsOf(14, 7);
  alone.erase("b");
  EXPECT_THAT(errorOf(alone, twoBlocks()), HasSubstr("array b is missing, expected shape (7, 3)"));
}

TEST(TriangularInput, gradientsGoThroughTheNetwork) {
  test::GradientCase network("volume-preserving");
  network.with("L", deterministicArray<double>(5, {6, 3}, 0.7)).with("b", deterministicArray<double>(6, {4, 3}, 0.5));
  test::expectGradientsOfMechanism(network);
}

}  // namespace triangular_input_test
