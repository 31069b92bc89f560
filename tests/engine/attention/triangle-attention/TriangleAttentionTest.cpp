// Triangle attention: against Algorithms 13 and 14 written anew, and by what must hold.
#include "engine/attention/triangle-attention/TriangleAttention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/samples/HairpinSample.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/engine/attention/pairs/RunPairs.h"
#include "tests/support/ErrorOf.h"

namespace triangle_attention_test {

using namespace engine;
using test::numbers;

class TriangleAttention : public ::testing::TestWithParam<const char*> {
 protected:
  const std::string id = GetParam();
  bool isStarting() const { return id == "triangle-starting"; }
};

TEST_P(TriangleAttention, isTheAlgorithmOfTheSupplement) {
  const ArrayBundle inputs = findMechanism(id).sampleInput();
  const test::Grid z = test::gridOf(inputs, "z");
  test::expectGrid(numbers(test::run(id, inputs), "Y"),
                   test::PairReference(inputs).triangleAttention(z, "", isStarting(), 2));
}

TEST_P(TriangleAttention, residuesInAnotherOrderGiveTheSameInThatOrder) {
  test::expectEquivariant(id, {2, 0, 3, 1}, {{"z", {0, 1}}}, {{"A", {0, 2, 3}}, {"Y", {0, 1}}});
}

TEST_P(TriangleAttention, fastPathIsTheDefinitionAtAnySizeWithAndWithoutMaps) {
  for (const Index L : {0, 1, 2, 19})
    for (const bool maps : {true, false})
      test::expectFastPath(id, test::withShapes(id, {{"z", {L, L, 3}}}),
                           test::flags({{"intermediates", true}, {"maps", maps}}));
}

TEST_P(TriangleAttention, weightsSumToOneAndMapsChangeNoOutput) {
  const ArrayBundle inputs = findMechanism(id).sampleInput(), with = test::run(id, inputs),
                    without = test::run(id, inputs, test::flags({{"maps", false}}));
  EXPECT_EQ(with.at("Y"), without.at("Y"));
  EXPECT_EQ(without.count("A"), 0u);
  const Array<double>& A = numbers(with, "A");
  for (Index row = 0; row < A.size() / 4; ++row)
    EXPECT_NEAR(A[4 * row] + A[4 * row + 1] + A[4 * row + 2] + A[4 * row + 3], 1, 1e-12);
}

TEST_P(TriangleAttention, theSampleClosesTriangles) {
  const ArrayBundle outputs = test::run(id, findMechanism(id).sample().arrays);
  const Array<double>& A = numbers(outputs, "A");
  // Head 3: of the third residues, those that touch both ends: of 4 and 11 these are 3, 5, 10 and 12.
  const Index group = isStarting() ? 4 : 11, member = isStarting() ? 11 : 4;
  for (const Index k : {3, 5, 10, 12}) EXPECT_NEAR(A(group, 3, member, k), 0.25, 0.05) << k;
  for (const Index k : {0, 7, 14}) EXPECT_LT(A(group, 3, member, k), 0.01) << k;
}

TEST_P(TriangleAttention, scoresThatDoNotFitAndHeadsThatDoNotDivideAreErrors) {
  ArrayBundle inputs = findMechanism(id).sampleInput();
  inputs["mha.linear_q.weight"] = Array<float>({4, 3}, 3e38f, "mha.linear_q.weight");
  inputs["mha.linear_k.weight"] = Array<float>({4, 3}, 3e38f, "mha.linear_k.weight");
  EXPECT_THAT(test::errorOf([&] { test::run(id, inputs, {}, Precision::float32); }),
              ::testing::HasSubstr("mha.linear_q.weight (4, 3) and mha.linear_k.weight (4, 3): a score of query"));
  inputs = findMechanism(id).sampleInput();
  inputs["linear.weight"] = Array<float>({3, 3}, 0.5f, "linear.weight");
  EXPECT_THAT(test::errorOf([&] { test::run(id, inputs); }),
              ::testing::AllOf(::testing::HasSubstr("mha.linear_q.weight"), ::testing::HasSubstr("3 heads")));
}

TEST_P(TriangleAttention, hasGradients) {
  test::expectGradientsOfMechanism(test::GradientCase(id));
  test::expectGradientsOfMechanism(test::GradientCase(id).set("intermediates", true));
}

INSTANTIATE_TEST_SUITE_P(Both, TriangleAttention, ::testing::Values("triangle-starting", "triangle-ending"),
                         [](const auto& info) { return std::string(info.param).substr(9); });

TEST(TriangleNodes, endingIsStartingWithAllEdgesTurnedRound) {
  const ArrayBundle inputs = findMechanism("triangle-ending").sampleInput();
  ArrayBundle turned = inputs;
  turned["z"] = swapFirstAxes(test::floats(inputs, "z"));
  const ArrayBundle ending = test::run("triangle-ending", inputs), starting = test::run("triangle-starting", turned);
  EXPECT_EQ(ending.at("A"), starting.at("A"));
  EXPECT_EQ(numbers(ending, "Y"), swapFirstAxes(numbers(starting, "Y")));
}

}  // namespace triangle_attention_test
