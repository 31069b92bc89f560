// SE(3)-Transformer layer: against its sums written anew, and by what rotations, mirrors and moves must do to it.
#include "engine/attention/se3-transformer/Se3Transformer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/samples/HairpinSample.h"
#include "engine/equivariant/FullyConnectedNet.h"
#include "engine/equivariant/SphericalHarmonics.h"
#include "engine/equivariant/WignerD.h"
#include "tests/engine/attention/equivariant/EquivariantSamples.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/engine/attention/pairs/RunPairs.h"
#include "tests/support/ErrorOf.h"

namespace se3_transformer_test {

using namespace engine;
using test::numbers;

const std::string kId = "se3-transformer";

/// The sample with positions turned by Q and moved, features turned.
ArrayBundle moved(const ArrayBundle& inputs, const Eigen::Matrix3d& Q, const Eigen::Vector3d& shift) {
  ArrayBundle result = inputs;
  const Array<double> pos = numbersOf<double>(inputs, "pos");
  Array<double> now(pos.shape());
  for (Index i = 0; i < pos.length(0); ++i) {
    const Eigen::Vector3d turned = Q * Eigen::Vector3d(pos(i, 0), pos(i, 1), pos(i, 2)) + shift;
    for (Index axis = 0; axis < 3; ++axis) now(i, axis) = turned[axis];
  }
  result["pos"] = now;
  result["f"] = test::turned(numbersOf<double>(inputs, "f"), Irreps::parse("4x0e+2x1o"), Q);
  return result;
}

TEST(Se3Transformer, outputsTurnWithTheNodesAndWeightsStay) {
  const Irreps out = Irreps::parse("4x0e+2x1o");
  const ArrayBundle inputs = findMechanism(kId).sampleInput(), before = test::run(kId, inputs);
  const Eigen::Matrix3d rotation = rotationOf({0.3, 1.1, -2.0});
  for (const Eigen::Matrix3d& Q : {rotation, Eigen::Matrix3d(-rotation)}) {
    const ArrayBundle after = test::run(kId, moved(inputs, Q, Eigen::Vector3d(5, -3, 2)));
    EXPECT_EQ(after.at("edges"), before.at("edges"));
    test::expectClose(numbers(after, "A"), numbers(before, "A"), 1e-10, "A");
    test::expectClose(numbers(after, "out"), test::turned(numbers(before, "out"), out, Q), 1e-10, "out");
  }
  EXPECT_GT(std::abs(numbers(before, "out")(0, 5)), 1e-3);  // vectors that do turn
}

TEST(Se3Transformer, isItsSumsEdgeByEdge) {
  const ArrayBundle inputs = findMechanism(kId).sampleInput(), outputs = test::run(kId, inputs);
  const Irreps in = Irreps::parse("4x0e+2x1o"), key = Irreps::parse("4x0e+4x1o");
  const TensorProduct keys(in, Irreps::sphericalHarmonics(2), key), values(in, Irreps::sphericalHarmonics(2), in);
  const Array<double> pos = numbersOf<double>(inputs, "pos"), f = numbersOf<double>(inputs, "f");
  const auto array = [&](const char* name) { return numbersOf<double>(inputs, name); };
  Array<double> expected({4, 10});
  const Array<double> self = array("self"), query = array("query");
  for (Index i = 0; i < 4; ++i) {
    EquivariantLinear(in, in).apply(&f(i, 0), self.data(), &expected(i, 0));
    std::vector<double> q(16);
    EquivariantLinear(in, key).apply(&f(i, 0), query.data(), q.data());
    double totals[2] = {0, 0}, sums[10] = {};
    for (Index j = 0; j < 4; ++j) {
      const double vector[] = {pos(j, 0) - pos(i, 0), pos(j, 1) - pos(i, 1), pos(j, 2) - pos(i, 2)};
      const double length = std::hypot(vector[0], vector[1], vector[2]);
      if (i == j || length >= 10) continue;
      double Y[9], k[16], v[10];
      sphericalHarmonics(vector, 2, HarmonicNormalization::component, Y);
      Array<double> b({1, 10});
      radialBasis(RadialBasis{RadialKind::smoothFinite, 0, 10, 10, RadialEnds::cutoff}, length, b.data());
      for (double& value : b) value *= std::sqrt(10.0);
      keys.apply(&f(j, 0), Y, fullyConnectedNet(b, {array("mlp_k_0"), array("mlp_k_1")}, Activation::silu).data(), k);
      values.apply(&f(j, 0), Y, fullyConnectedNet(b, {array("mlp_v_0"), array("mlp_v_1")}, Activation::silu).data(), v);
      // Head 0: scalars 0, 1 and vectors 0, 1; head 1 the rest. Of the output: scalars 0, 1 and the first vector.
      double scores[2] = {0, 0};
      for (Index c = 0; c < 16; ++c) scores[c < 4 ? c / 2 : (c - 4) / 6] += q[size_t(c)] * k[c] / std::sqrt(8.0);
      for (Index h = 0; h < 2; ++h) totals[h] += std::exp(scores[h]);
      for (Index c = 0; c < 10; ++c) sums[c] += std::exp(scores[c < 4 ? c / 2 : (c - 4) / 3]) * v[c];
    }
    for (Index c = 0; c < 10; ++c)
      if (totals[0] > 0) expected(i, c) += sums[c] / totals[c < 4 ? c / 2 : (c - 4) / 3];
  }
  test::expectClose(numbers(outputs, "out"), expected, 1e-10, "out");
}

TEST(Se3Transformer, weightsIntoANodeSumToOneAndANodeAloneKeepsItself) {
  const ArrayBundle outputs = test::run(kId, findMechanism(kId).sampleInput());
  const auto& edges = std::get<Array<std::int32_t>>(outputs.at("edges"));
  Array<double> sums({4, 2});
  for (Index e = 0; e < edges.length(0); ++e)
    for (Index h = 0; h < 2; ++h) sums(edges(e, 1), h) += numbers(outputs, "A")(e, h);
  for (Index i = 0; i < 4; ++i)
    for (Index h = 0; h < 2; ++h) EXPECT_NEAR(sums(i, h), i == 3 ? 0 : 1, 1e-12);
}

TEST(Se3Transformer, nodesInAnotherOrderGiveTheSameInThatOrder) {
  test::expectEquivariant(kId, {2, 0, 3, 1}, {{"pos", {0}}, {"f", {0}}}, {{"out", {0}}, {"q", {0}}});
}

TEST(Se3Transformer, float32IsFloat64AtAnySize) {
  for (const Index N : {0, 1, 2, 30}) {
    ArrayBundle inputs = test::withShapes(kId, {{"f", {N, 10}}});
    inputs["pos"] = deterministicArray<float>(5, {N, 3}, 8, "pos");
    const ArrayBundle expected = test::run(kId, inputs), found = test::run(kId, inputs, {}, Precision::float32, 2);
    test::expectClose(test::floats(found, "out"), numbers(expected, "out"), 1e-4, "out");
    test::expectClose(test::floats(found, "A"), numbers(expected, "A"), 1e-4, "A");
  }
}

TEST(Se3Transformer, headsMustDivideTheCopies) {
  ParameterValues values;
  values.set("heads", std::int64_t{3});
  EXPECT_THAT(test::errorOf([&] { test::run(kId, findMechanism(kId).sampleInput(), values); }),
              ::testing::AllOf(::testing::HasSubstr("heads"), ::testing::HasSubstr("4x0e+4x1o")));
}

TEST(Se3Transformer, theSampleSeesOnlyNeighboursInSpace) {
  const Sample sample = findMechanism(kId).sample();
  const std::vector<NamedMaps> maps = findMechanism(kId).maps(test::run(kId, sample.arrays, sample.values));
  ASSERT_EQ(maps.size(), 1u);
  const Array<float>& A = maps[0].heads->map(0, 0)->weights;
  EXPECT_GT(A(4, 11), 0);  // across the strands
  EXPECT_EQ(A(0, 7), 0);   // 23 Å apart
}

TEST(Se3Transformer, hasGradients) { test::expectGradientsOfMechanism(test::GradientCase(kId), 4); }

}  // namespace se3_transformer_test
