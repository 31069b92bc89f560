// One pair through geometric attention: against numbers by hand, and against what the layer gives.
#include "engine/attention/geometric/GeometricPair.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "tests/engine/attention/geometric/GeometricSupport.h"
#include "tests/support/ErrorOf.h"

namespace geometric_pair_test {

using namespace engine;

GeometricResult<double> layerOf(GeometricInput<double> input) {
  input.kept = KeptPairs::mapsAndScores;
  Diagnostics diagnostics;
  Progress none;
  return geometricAttention(input, {nullptr, 1}, diagnostics, none);
}

GeometricPairs pairsOf(const GeometricInput<double>& input) {
  Progress none;
  return GeometricPairs(input, 1, none);
}

/// Two residues with the frame of the identity, 2 Å apart along x; all directions are x, all points the origins.
GeometricInput<double> byHand() {
  GeometricInput<double> input;
  for (const double x : {0.0, 2.0}) {
    input.n.emplace_back(x + 1, 1, 0);
    input.ca.emplace_back(x, 0, 0);
    input.c.emplace_back(x - 1, 0, 0);
  }
  input.s = Array<double>({2, 1}, {3, 5}, "s");
  input.W_proj = Array<double>({15, 1}, 0.0, "W_proj");
  input.b_proj = Array<double>({15}, 0.0, "b_proj");
  for (const Index x : {0, 3, 6}) input.b_proj[x] = 1;
  input.W_out = Array<double>({1, 3}, {10, 0, 0}, "W_out");
  input.ln_weight = Array<double>({1}, 1.0, "ln_weight");
  input.w_r = input.w_d = Array<double>({1}, 0.0, "w");
  return input;
}

TEST(GeometricPair, twoResiduesByHand) {
  const GeometricPair pair = pairsOf(byHand()).pair(0, 0, 1);
  const double ln2 = std::log(2.0), root3 = std::sqrt(3.0);
  EXPECT_NEAR(pair.R, 1 / root3, 1e-9);
  EXPECT_NEAR(pair.D, 2 / root3, 1e-9);
  EXPECT_NEAR(pair.weight_r, ln2, 1e-9);
  EXPECT_NEAR(pair.rotationTerm, ln2 / root3, 1e-9);
  EXPECT_NEAR(pair.distanceTerm, -2 * ln2 / root3, 1e-9);
  EXPECT_EQ(pair.sequenceBias, 1);
  EXPECT_NEAR(pair.score, 1 - 0.400188711, 1e-9);
  const double ratio = std::exp(-2 * ln2 / root3);
  EXPECT_NEAR(pair.weight(), ratio / (1 + ratio), 1e-9);
  EXPECT_NEAR(pair.sum, 1 + ratio, 1e-9);
  EXPECT_EQ(pair.rank, 2);
  EXPECT_EQ(pair.numSeen, 2);
  EXPECT_LT((pair.o.local - Vector3(1, 0, 0)).norm(), 1e-9) << "both values are x";
  EXPECT_LT((pair.share - Vector3(pair.weight(), 0, 0)).norm(), 1e-9);
  ASSERT_TRUE(pair.hasResidual());
  EXPECT_EQ(pair.features, std::vector<double>{3});
  EXPECT_NEAR(pair.update[0], 10, 1e-8);
}

TEST(GeometricPair, agreesWithTheLayerForEveryPairAndHead) {
  for (const GeometricVariant variant : {GeometricVariant::code, GeometricVariant::text}) {
    GeometricInput<double> input = test::makeGeometricInput<double>(40, 8, 3, 2);
    test::addMasks(input);
    input.variant = variant;
    const GeometricResult<double> layer = layerOf(input);
    const GeometricPairs pairs = pairsOf(input);
    for (Index head = 0; head < 3; ++head)
      for (Index i = 0; i < 40; i += 3)
        for (Index j = 0; j < 40; j += 7) {
          const GeometricPair pair = pairs.pair(head, i, j);
          EXPECT_NEAR(pair.R, layer.maps.R(head, i, j), 1e-12);
          EXPECT_NEAR(pair.D, layer.maps.D(head, i, j), 1e-12);
          EXPECT_NEAR(pair.score, layer.maps.S(head, i, j), 1e-12);
          EXPECT_NEAR(pair.rotationTerm + pair.distanceTerm + pair.sequenceBias, pair.score, 1e-12);
          EXPECT_NEAR(pair.weight(), layer.maps.A(head, i, j), 1e-12);
          for (Index axis = 0; axis < 3; ++axis) EXPECT_NEAR(pair.o.world[axis], layer.maps.o(head, i, axis), 1e-12);
          for (Index c = 0; c < 8; ++c) EXPECT_NEAR(pair.update[size_t(c)], layer.Y(i, c), 1e-11);
          EXPECT_NEAR((pair.q_d.world - pair.k_d.world).norm() / std::sqrt(3.0), pair.D, 1e-10);
          EXPECT_NEAR(pair.q_r.world.dot(pair.k_r.world) / std::sqrt(3.0), pair.R, 1e-10);
        }
  }
}

TEST(GeometricPair, vectorsInTheFrameStayAndThoseInTheWorldMoveWithARigidMotion) {
  const GeometricInput<double> input = test::makeGeometricInput<double>(9, 8, 2);
  GeometricInput<double> moved = input;
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1.1, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  const Vector3 shift(30, -20, 10);
  for (auto* atoms : {&moved.n, &moved.ca, &moved.c})
    for (Vector3& atom : *atoms) atom = turn * atom + shift;
  const GeometricPair before = pairsOf(input).pair(1, 2, 6), after = pairsOf(moved).pair(1, 2, 6);
  for (const auto part : {&GeometricPair::q_r, &GeometricPair::k_r, &GeometricPair::v, &GeometricPair::o}) {
    EXPECT_LT(((before.*part).local - (after.*part).local).norm(), 1e-9);
    EXPECT_LT((turn * (before.*part).world - (after.*part).world).norm(), 1e-9);
  }
  for (const auto part : {&GeometricPair::q_d, &GeometricPair::k_d}) {
    EXPECT_LT(((before.*part).local - (after.*part).local).norm(), 1e-9);
    EXPECT_LT((turn * (before.*part).world + shift - (after.*part).world).norm(), 1e-9);
  }
  EXPECT_NEAR(before.score, after.score, 1e-10);
}

TEST(GeometricPair, ranksAmongTheKeysThatAreSeen) {
  GeometricInput<double> input = test::makeGeometricInput<double>(30, 8, 2);
  test::addMasks(input);
  const GeometricPairs pairs = pairsOf(input);
  const Index best = pairs.strongestKey(0, 5);
  EXPECT_NE(best, 5);
  std::vector<Index> ranks;
  for (Index j = 0; j < 30; ++j) {
    const GeometricPair pair = pairs.pair(0, 5, j);
    EXPECT_EQ(pair.isSeen, j % 7 != 3);
    EXPECT_EQ(pair.numSeen, 26);
    if (pair.isSeen) {
      ranks.push_back(pair.rank);
    } else {
      EXPECT_EQ(pair.weight(), 0);
    }
    if (j == best) {
      EXPECT_LE(pair.rank, 2);
    }
  }
  std::sort(ranks.begin(), ranks.end());
  for (Index k = 0; k < 26; ++k) EXPECT_EQ(ranks[size_t(k)], k + 1);
}

TEST(GeometricPair, otherWeightsAreThoseOfALayerThatHasThem) {
  GeometricInput<double> input = test::makeGeometricInput<double>(12, 8, 2);
  GeometricPairs pairs = pairsOf(input);
  input.w_r = Array<double>({2}, {3.0, -1.0}, "w_r");
  input.w_d = Array<double>({2}, {-2.0, 0.5}, "w_d");
  pairs.setWeights(input.w_r, input.w_d);
  const GeometricResult<double> layer = layerOf(input);
  EXPECT_NEAR(pairs.pair(1, 4, 7).score, layer.maps.S(1, 4, 7), 1e-12);
  EXPECT_NEAR(pairs.pair(0, 4, 7).weight(), layer.maps.A(0, 4, 7), 1e-12);
  EXPECT_NE(test::errorOf([&] { pairs.setWeights(Array<double>({3}), Array<double>({2})); }), "");
}

TEST(GeometricPair, ofOneResidueIsWholeAndAllItsOwn) {
  const GeometricPairs pairs = pairsOf(test::makeGeometricInput<double>(1, 8, 1));
  EXPECT_EQ(pairs.strongestKey(0, 0), 0);
  EXPECT_EQ(pairs.pair(0, 0, 0).weight(), 1);
  EXPECT_EQ(pairsOf(test::makeGeometricInput<double>(0, 8, 1)).length(), 0);
}

}  // namespace geometric_pair_test
