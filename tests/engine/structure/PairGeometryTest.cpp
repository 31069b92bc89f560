// Pair distances and angles against an independent reference (vector projections instead of cross products).
#include "engine/structure/PairGeometry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/engine/structure/Samples.h"

namespace engine {
namespace pair_geometry_test {

using std::numbers::pi;

PairGeometry geometryOf(const Chain& chain, int threads = 1) {
  Progress progress;
  return pairGeometryOf(chain, threads, progress);
}

/// Dihedral angle from the two arms projected on the plane across the axis.
double dihedralByProjection(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d) {
  const Vector3 axis = (c - b).normalized();
  const Vector3 from = ((a - b) - axis * axis.dot(a - b)).normalized();
  const Vector3 to = ((d - c) - axis * axis.dot(d - c)).normalized();
  const double angle = std::acos(std::clamp(from.dot(to), -1.0, 1.0));
  return axis.dot(from.cross(to)) < 0 ? -angle : angle;
}

double angleDifference(double a, double b) { return std::abs(std::remainder(a - b, 2 * pi)); }

Chain firstResidues(Chain chain, size_t count) {
  chain.residues.resize(count);
  return chain;
}

TEST(PairGeometry, everyPairMatchesAnIndependentComputation) {
  const PairGeometry g = geometryOf(firstResidues(test::trypsin().chains[0], 40));
  const auto& [n, ca, c, o, cb] = g.backbone;
  for (size_t i = 0; i < 40; ++i)
    for (size_t j = 0; j < 40; ++j) {
      if (i == j) continue;
      EXPECT_NEAR(g.distance(i, j), std::sqrt((cb[i] - cb[j]).squaredNorm()), 1e-5);
      EXPECT_LT(angleDifference(g.omega(i, j), dihedralByProjection(ca[i], cb[i], cb[j], ca[j])), 1e-5);
      EXPECT_LT(angleDifference(g.theta(i, j), dihedralByProjection(n[i], ca[i], cb[i], cb[j])), 1e-5);
      const double cosine = (ca[i] - cb[i]).normalized().dot((cb[j] - cb[i]).normalized());
      EXPECT_NEAR(std::cos(g.phi(i, j)), cosine, 1e-6);
      EXPECT_GE(g.phi(i, j), 0);
      EXPECT_LE(g.phi(i, j), static_cast<float>(pi));
      EXPECT_EQ(bool(g.contacts(i, j)), (cb[i] - cb[j]).norm() < 8);
    }
}

TEST(PairGeometry, omegaIsSymmetricThetaAndPhiAreNot) {
  const PairGeometry g = geometryOf(test::hairpinFragment().chains[0]);
  int thetaDiffers = 0, phiDiffers = 0, pairs = 0;
  for (Index i = 0; i < g.backbone.length(); ++i)
    for (Index j = 0; j < i; ++j, ++pairs) {
      EXPECT_EQ(g.omega(i, j), g.omega(j, i));
      EXPECT_EQ(g.distance(i, j), g.distance(j, i));
      thetaDiffers += angleDifference(g.theta(i, j), g.theta(j, i)) > 0.05;
      phiDiffers += std::abs(g.phi(i, j) - g.phi(j, i)) > 0.05;
    }
  EXPECT_GT(thetaDiffers, pairs * 3 / 4);
  EXPECT_GT(phiDiffers, pairs * 3 / 4);
}

TEST(PairGeometry, diagonalHasNoAnglesAndNoDistance) {
  const PairGeometry g = geometryOf(test::helixFragment().chains[0]);
  for (Index i = 0; i < g.backbone.length(); ++i) {
    EXPECT_EQ(g.distance(i, i), 0);
    EXPECT_TRUE(std::isnan(g.omega(i, i)) && std::isnan(g.theta(i, i)) && std::isnan(g.phi(i, i)));
    EXPECT_TRUE(g.contacts(i, i));
  }
}

TEST(PairGeometry, rigidMotionChangesNothing) {
  const Chain chain = test::helixFragment().chains[0];
  const PairGeometry still = geometryOf(chain), moved = geometryOf(test::moved(chain));
  for (Index k = 0; k < still.distance.size(); ++k) {
    EXPECT_NEAR(still.distance[k], moved.distance[k], 1e-5);
    if (std::isnan(still.omega[k])) continue;
    EXPECT_LT(angleDifference(still.omega[k], moved.omega[k]), 1e-5);
    EXPECT_LT(angleDifference(still.theta[k], moved.theta[k]), 1e-5);
    EXPECT_NEAR(still.phi[k], moved.phi[k], 1e-5);
  }
  EXPECT_EQ(still.contacts, moved.contacts);
  EXPECT_EQ(still.dssp, moved.dssp);
  for (size_t i = 1; i + 1 < still.phiBackbone.size(); ++i) {
    EXPECT_NEAR(still.phiBackbone[i], moved.phiBackbone[i], 1e-9);
    EXPECT_NEAR(still.psiBackbone[i], moved.psiBackbone[i], 1e-9);
    EXPECT_LT(angleDifference(still.omegaBackbone[i], moved.omegaBackbone[i]), 1e-9);
  }
}

TEST(PairGeometry, mirrorImageFlipsDihedralsAndKeepsTheRest) {
  // Fragments with real C-betas: a virtual one would be built on the same hand again.
  Chain chain = test::helixFragment().chains[0];
  const PairGeometry g = geometryOf(chain), mirror = geometryOf(test::mirrored(chain));
  for (Index k = 0; k < g.distance.size(); ++k) {
    EXPECT_NEAR(g.distance[k], mirror.distance[k], 1e-5);
    if (std::isnan(g.omega[k])) continue;
    EXPECT_LT(angleDifference(g.omega[k], -mirror.omega[k]), 1e-5);
    EXPECT_LT(angleDifference(g.theta[k], -mirror.theta[k]), 1e-5);
    EXPECT_NEAR(g.phi[k], mirror.phi[k], 1e-5);
  }
}

TEST(PairGeometry, threadsDoNotChangeTheResult) {
  const Chain chain = test::trypsin().chains[0];
  const PairGeometry one = geometryOf(chain, 1), two = geometryOf(chain, 2);
  EXPECT_EQ(one.distance, two.distance);
  EXPECT_EQ(one.contacts, two.contacts);
  for (Index k = 0; k < one.theta.size(); ++k)
    ASSERT_TRUE(one.theta[k] == two.theta[k] || (std::isnan(one.theta[k]) && std::isnan(two.theta[k])));
}

TEST(PairGeometry, missingAtomsGiveNanAndNoContact) {
  Chain chain = test::helixFragment().chains[0];
  for (Atom& atom : chain.residues[4].atoms) atom.position = unsetPosition();
  const PairGeometry g = geometryOf(chain);
  EXPECT_TRUE(std::isnan(g.distance(4, 5)) && std::isnan(g.omega(5, 4)) && std::isnan(g.theta(5, 4)));
  EXPECT_FALSE(g.contacts(4, 5));
  EXPECT_FALSE(g.contacts(4, 4));
  EXPECT_FALSE(g.frames.valid[4]);
  EXPECT_EQ(g.dssp[4], ' ');
  EXPECT_FALSE(std::isnan(g.distance(3, 5)));
}

TEST(PairGeometry, emptyAndSingleResidueChains) {
  const PairGeometry none = geometryOf(Chain{});
  EXPECT_EQ(none.distance.shape(), (Shape{0, 0}));
  EXPECT_TRUE(none.dssp.empty());
  const PairGeometry one = geometryOf(firstResidues(test::helixFragment().chains[0], 1));
  EXPECT_EQ(one.distance.shape(), (Shape{1, 1}));
  EXPECT_EQ(one.dssp, "-");
}

TEST(PairGeometry, cancelStopsTheWork) {
  struct Stopped : Progress {
    bool cancelled() const override { return true; }
  } stopped;
  const Chain chain = test::helixFragment().chains[0];
  EXPECT_THROW(pairGeometryOf(chain, 1, stopped), Cancelled);
}

}  // namespace pair_geometry_test
}  // namespace engine
