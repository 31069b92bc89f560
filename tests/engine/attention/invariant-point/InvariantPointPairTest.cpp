// One pair through invariant point attention: against numbers by hand, and against what the layer gives.
#include "engine/attention/invariant-point/InvariantPointPair.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/attention/Mechanism.h"
#include "engine/attention/invariant-point/InvariantPointArrays.h"
#include "engine/base/Random.h"
#include "tests/support/ErrorOf.h"

namespace invariant_point_pair_test {

using namespace engine;

InvariantPointPairs pairsOf(const InvariantPointInput<double>& input) {
  Progress none;
  return InvariantPointPairs(input, 1, none);
}

InvariantPointResult<double> layerOf(InvariantPointInput<double> input) {
  input.kept = KeptPointMaps::terms;
  Diagnostics diagnostics;
  Progress none;
  return invariantPoint(input, 1, diagnostics, none);
}

/// L residues, 2 heads, d = 3, Q = 2, V = 3, P = 4 (or none), D = 6 = Dout; residue 1 lacks an atom where there are
/// three or more.
InvariantPointInput<double> randomInput(Index L, bool hasPairs = true) {
  const auto array = [](std::uint64_t seed, Shape shape) { return deterministicArray<double>(seed, shape, 0.7); };
  InvariantPointInput<double> input;
  input.s = array(1, {L, 6});
  const Array<double> atoms = deterministicArray<double>(2, {L, 9}, 4);
  for (Index i = 0; i < L; ++i) {
    input.n.emplace_back(atoms(i, 0), atoms(i, 1), atoms(i, 2));
    input.ca.emplace_back(atoms(i, 3), atoms(i, 4), atoms(i, 5));
    input.c.emplace_back(atoms(i, 6), atoms(i, 7), atoms(i, 8));
  }
  if (L > 2) input.c[1] = Vector3::Constant(std::nan(""));
  if (hasPairs) input.z = array(3, {L, L, 4}), input.W_b = array(4, {2, 4});
  input.W_q = array(5, {6, 6}), input.W_k = array(6, {6, 6}), input.W_v = array(7, {6, 6});
  input.W_q_points = array(8, {12, 6}), input.W_k_points = array(9, {12, 6}), input.W_v_points = array(10, {18, 6});
  input.gamma = Array<double>({2}, {0.3, -1.2}, "gamma");
  input.W_out = array(11, {6, 2 * ((hasPairs ? 4 : 0) + 3 + 12)});
  return input;
}

TEST(InvariantPointPair, twoResiduesByHand) {
  InvariantPointInput<double> input;  // MATHEMATICS.md 16.5, with q . k = 3 and a pair feature of 2 beside the points
  for (const double x : {0.0, 2.0}) {
    input.n.emplace_back(x - 1, 1, 0);
    input.ca.emplace_back(x, 0, 0);
    input.c.emplace_back(x + 1, 0, 0);
  }
  input.s = Array<double>({2, 1}, {1, 3}, "s");
  input.W_q = input.W_k = input.W_v = Array<double>({1, 1}, 1.0, "W_q");
  input.W_q_points = input.W_k_points = input.W_v_points = Array<double>({3, 1}, 0.0, "W_q_points");
  input.z = Array<double>({2, 2, 1}, {0, 2, 0, 0}, "z");
  input.W_b = Array<double>({1, 1}, {5}, "W_b");
  input.gamma = Array<double>({1}, 0.0, "gamma");
  input.W_out = Array<double>({1, 6}, {0, 0, 0, 0, 0, 1}, "W_out");
  const InvariantPointPair pair = pairsOf(input).pair(0, 0, 1);
  const double third = std::sqrt(1.0 / 3);
  EXPECT_EQ(pair.dot, 3);
  EXPECT_EQ(pair.bias, 10);
  EXPECT_NEAR(pair.squares, 4, 1e-9);
  EXPECT_NEAR(pair.gamma, std::log(2.0), 1e-15);
  EXPECT_NEAR(pair.scalarTerm, 3 * third, 1e-12);
  EXPECT_NEAR(pair.pairTerm, 10 * third, 1e-12);
  EXPECT_NEAR(pair.pointTerm, -0.377301535, 1e-9);
  const double own = 1 * third, weight = 1 / (1 + std::exp(own - pair.score));  // of itself: q . k = 1, nothing else
  EXPECT_NEAR(pair.weight(), weight, 1e-12);
  EXPECT_EQ(pair.rank, 1);
  EXPECT_EQ(pair.numSeen, 2);
  ASSERT_EQ(pair.o_points.size(), 1u);
  EXPECT_NEAR(pair.o_points[0].world.x(), 2 * weight, 1e-9) << "the key's origin, by its weight";
  EXPECT_NEAR(pair.o_points[0].local.x(), 2 * weight, 1e-9) << "the frame of the query is the identity";
  EXPECT_NEAR(pair.o[0], 3 * weight + 1 * (1 - weight), 1e-12);
  EXPECT_NEAR(pair.o_pair[0], 2 * weight, 1e-12);
  ASSERT_TRUE(pair.hasResidual());
  EXPECT_NEAR(pair.update[0], 2 * weight, 1e-9) << "the length of the point";
}

TEST(InvariantPointPair, agreesWithTheLayerForEveryPairAndHead) {
  for (const bool hasPairs : {true, false}) {
    const InvariantPointInput<double> input = randomInput(9, hasPairs);
    const InvariantPointResult<double> layer = layerOf(input);
    const InvariantPointPairs pairs = pairsOf(input);
    for (Index head = 0; head < 2; ++head)
      for (Index i = 0; i < 9; ++i)
        for (Index j = 0; j < 9; ++j) {
          const InvariantPointPair pair = pairs.pair(head, i, j);
          EXPECT_NEAR(pair.scalarTerm, layer.maps.scalar(head, i, j), 1e-12);
          EXPECT_NEAR(pair.pairTerm, layer.maps.pair(head, i, j), 1e-12);
          EXPECT_NEAR(pair.pointTerm, layer.maps.point(head, i, j), 1e-11);
          EXPECT_NEAR(pair.score, layer.maps.S(head, i, j), 1e-11);
          EXPECT_NEAR(pair.weight(), layer.maps.A(head, i, j), 1e-12);
          EXPECT_EQ(pair.isSeen, j != 1);
          const double scale = kInvariantPointLogitWeight;
          EXPECT_NEAR(scale * pair.dot / std::sqrt(3.0), pair.scalarTerm, 1e-12);
          EXPECT_NEAR(scale * pair.bias, pair.pairTerm, 1e-12);
          EXPECT_NEAR(-scale * pair.gamma * invariantPointWeight(2) / 2 * pair.squares, pair.pointTerm, 1e-9);
          for (Index c = 0; c < 6; ++c) EXPECT_NEAR(pair.update[size_t(c)], layer.Y(i, c), 1e-11);
          ASSERT_EQ(pair.o_points.size(), 3u);
          const Index width = (hasPairs ? 4 : 0) + 3 + 12, first = head * width + (hasPairs ? 4 : 0) + 3;
          for (Index p = 0; p < 3; ++p)
            for (Index axis = 0; axis < 3; ++axis)
              EXPECT_NEAR(pair.o_points[size_t(p)].local[axis], layer.joined(i, first + 3 * p + axis), 1e-10);
        }
  }
}

TEST(InvariantPointPair, pointsInTheFrameStayAndThoseInTheWorldMoveWithARigidMotion) {
  const InvariantPointInput<double> input = randomInput(7);
  InvariantPointInput<double> moved = input;
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1.1, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  const Vector3 shift(30, -20, 10);
  for (auto* atoms : {&moved.n, &moved.ca, &moved.c})
    for (Vector3& atom : *atoms) atom = turn * atom + shift;
  const InvariantPointPair before = pairsOf(input).pair(1, 2, 6), after = pairsOf(moved).pair(1, 2, 6);
  for (const auto part : {&InvariantPointPair::q_points, &InvariantPointPair::k_points, &InvariantPointPair::v_points,
                          &InvariantPointPair::o_points}) {
    ASSERT_EQ((before.*part).size(), (after.*part).size());
    for (size_t p = 0; p < (before.*part).size(); ++p) {
      EXPECT_LT(((before.*part)[p].local - (after.*part)[p].local).norm(), 1e-9);
      EXPECT_LT((turn * (before.*part)[p].world + shift - (after.*part)[p].world).norm(), 1e-9);
    }
  }
  EXPECT_NEAR(before.score, after.score, 1e-10);
}

TEST(InvariantPointPair, otherWeightsAreThoseOfALayerThatHasThem) {
  InvariantPointInput<double> input = randomInput(8);
  InvariantPointPairs pairs = pairsOf(input);
  const double before = pairs.pair(1, 4, 7).score;
  input.gamma = Array<double>({2}, {2.0, 1.0}, "gamma");
  pairs.setGamma(input.gamma);
  const InvariantPointResult<double> layer = layerOf(input);
  EXPECT_NEAR(pairs.pair(1, 4, 7).score, layer.maps.S(1, 4, 7), 1e-11);
  EXPECT_NEAR(pairs.pair(0, 4, 7).weight(), layer.maps.A(0, 4, 7), 1e-12);
  EXPECT_LT(pairs.pair(1, 4, 7).score, before) << "points count more";
  EXPECT_NE(test::errorOf([&] { pairs.setGamma(Array<double>({3})); }), "");
  const Index best = pairs.strongestKey(0, 4);
  EXPECT_NE(best, 4);
  EXPECT_LE(pairs.pair(0, 4, best).rank, 2);
}

TEST(InvariantPointPair, ofOneResidueIsWholeAndAllItsOwn) {
  const InvariantPointPairs pairs = pairsOf(randomInput(1));
  EXPECT_EQ(pairs.strongestKey(0, 0), 0);
  EXPECT_EQ(pairs.pair(0, 0, 0).weight(), 1);
  EXPECT_EQ(pairs.pair(0, 0, 0).squares > 0, true) << "q and k points differ in the frame";
  EXPECT_EQ(pairsOf(randomInput(0)).length(), 0);
}

TEST(InvariantPointGamma, ofTheParameterReplacesTheArray) {
  const Mechanism& mechanism = findMechanism("invariant-point");
  const auto run = [&](const ArrayBundle& inputs, const std::string& gamma) {
    ParameterValues values;
    values.set("gamma", gamma);
    Diagnostics diagnostics;
    Progress none;
    const ArrayBundle outputs = mechanism.run(inputs, values, Precision::float64, {nullptr, 1}, diagnostics, none);
    return numbersOf<double>(outputs, "A");
  };
  ArrayBundle inputs = mechanism.sampleInput();
  const Array<double> own = run(inputs, ""), given = run(inputs, "1.5, -2");
  inputs["gamma"] = Array<float>({2}, {1.5F, -2.0F}, "gamma");
  const Array<double> expected = run(inputs, "");
  ASSERT_EQ(given.size(), expected.size());
  for (Index k = 0; k < given.size(); ++k) EXPECT_NEAR(given[k], expected[k], 1e-15);
  EXPECT_NE(own[1], given[1]);
  EXPECT_NE(test::errorOf([&] { run(inputs, "1"); }).find("parameter gamma"), std::string::npos);
}

}  // namespace invariant_point_pair_test
