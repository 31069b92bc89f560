// Triangle multiplication: against Algorithms 11 and 12 written anew, by hand, and by what must hold.
#include "engine/attention/triangle-multiplication/TriangleMultiplication.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/samples/HairpinSample.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/engine/attention/pairs/RunPairs.h"

namespace triangle_multiplication_test {

using namespace engine;
using test::numbers;

class TriangleMultiplication : public ::testing::TestWithParam<const char*> {
 protected:
  const std::string id = GetParam();
  bool isOutgoing() const { return id == "triangle-outgoing"; }
};

TEST_P(TriangleMultiplication, isTheAlgorithmOfTheSupplement) {
  const ArrayBundle inputs = findMechanism(id).sampleInput(), outputs = test::run(id, inputs);
  test::Grid sums;
  const test::Grid expected =
      test::PairReference(inputs).triangleMultiplication(test::gridOf(inputs, "z"), "", isOutgoing(), &sums);
  test::expectGrid(numbers(outputs, "Y"), expected);
  test::expectGrid(numbers(outputs, "T"), sums);
}

TEST_P(TriangleMultiplication, residuesInAnotherOrderGiveTheSameInThatOrder) {
  test::expectEquivariant(id, {2, 0, 3, 1}, {{"z", {0, 1}}}, {{"T", {0, 1}}, {"Y", {0, 1}}});
}

TEST_P(TriangleMultiplication, fastPathIsTheDefinitionAtAnySize) {
  for (const Index L : {0, 1, 2, 7, 33})
    test::expectFastPath(id, test::withShapes(id, {{"z", {L, L, 3}}}), test::flags({{"intermediates", true}}));
}

TEST_P(TriangleMultiplication, oneResidueHasOneTriangle) {
  const ArrayBundle outputs =
      test::run(id, test::withShapes(id, {{"z", {1, 1, 3}}}), test::flags({{"intermediates", true}}));
  for (Index c = 0; c < 2; ++c)
    EXPECT_NEAR(numbers(outputs, "T")[c], numbers(outputs, "a")[c] * numbers(outputs, "b")[c], 1e-15);
  EXPECT_EQ(numbers(test::run(id, test::withShapes(id, {{"z", {0, 0, 3}}})), "Y").shape(), (Shape{0, 0, 3}));
}

TEST_P(TriangleMultiplication, theSampleCountsResiduesThatTouchBoth) {
  const Sample sample = findMechanism(id).sample();
  const ArrayBundle outputs = test::run(id, sample.arrays);
  const Array<double>& T = numbers(outputs, "T");
  // The contact 4-11 is left out of z, but 3, 5, 10 and 12 touch both; 0 and 7 share no neighbour.
  EXPECT_TRUE(isHairpinContact(4, 11));
  EXPECT_EQ(hairpinPairs()(4, 11, Index{pairContact}), 0);
  EXPECT_NEAR(T(4, 11, 0), 4, 1e-5);
  EXPECT_NEAR(T(0, 7, 0), 0, 1e-5);
  // Channel 1: a reads "next". Outgoing: k is after i; incoming: i is after k.
  const Index shift = isOutgoing() ? 1 : -1;
  for (Index i = 1; i < 15; ++i)
    for (Index j = 0; j < 16; ++j)
      EXPECT_NEAR(T(i, j, 1), hairpinPairs()(j, i + shift, Index{pairContact}), 1e-5) << i << ", " << j;
  EXPECT_EQ(sample.headLabels.size(), 4u);
}

TEST_P(TriangleMultiplication, hasGradients) {
  test::expectGradientsOfMechanism(test::GradientCase(id));
  test::expectGradientsOfMechanism(test::GradientCase(id).set("intermediates", true));
}

INSTANTIATE_TEST_SUITE_P(Both, TriangleMultiplication, ::testing::Values("triangle-outgoing", "triangle-incoming"),
                         [](const auto& info) { return std::string(info.param).substr(9); });

TEST(TriangleProducts, incomingIsOutgoingWithAllEdgesTurnedRound) {
  ArrayBundle inputs = findMechanism("triangle-incoming").sampleInput(), turned = inputs;
  turned["z"] = swapFirstAxes(test::floats(inputs, "z"));
  EXPECT_EQ(numbers(test::run("triangle-incoming", inputs), "T"), numbers(test::run("triangle-outgoing", turned), "T"));
}

TEST(TriangleProducts, byHand) {
  // Two residues, one channel: outgoing T_01 = a_00 b_10 + a_01 b_11, incoming T_01 = a_00 b_01 + a_10 b_11.
  const Array<double> a({2, 2, 1}, {1, 2, 3, 4}), b({2, 2, 1}, {5, 6, 7, 8});
  Progress none;
  EXPECT_EQ(triangleProductPlain(a, b, TriangleEdges::outgoing, {1, none})(0, 1, 0), 1 * 7 + 2 * 8);
  EXPECT_EQ(triangleProductPlain(a, b, TriangleEdges::incoming, {1, none})(0, 1, 0), 1 * 6 + 3 * 8);
}

}  // namespace triangle_multiplication_test
