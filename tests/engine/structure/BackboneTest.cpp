// Dihedral angles, virtual C-beta and chain breaks.
#include "engine/structure/Backbone.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/engine/structure/Samples.h"

namespace engine {
namespace backbone_test {

using std::numbers::pi;

TEST(Dihedral, quarterTurnsHaveTheSignOfTheIupacConvention) {
  // Looking from B to C (along +z), D is turned from A about the axis.
  const Vector3 a(1, 0, 0), b(0, 0, 0), c(0, 0, 1);
  EXPECT_NEAR(dihedral(a, b, c, {1, 0, 1}), 0, 1e-15);
  EXPECT_NEAR(dihedral(a, b, c, {0, 1, 1}), pi / 2, 1e-15);
  EXPECT_NEAR(dihedral(a, b, c, {0, -1, 1}), -pi / 2, 1e-15);
  EXPECT_EQ(dihedral(a, b, c, {-1, 0, 1}), pi);
  EXPECT_EQ(dihedral(a, b, c, {-1, -0.0, 1}), pi);
}

TEST(Dihedral, readBackwardsIsTheSame) {
  const Vector3 a(0.3, 1.2, -0.4), b(1.1, 0, 0.2), c(2, 0.9, 1.3), d(2.2, 2.5, 0.1);
  EXPECT_NEAR(dihedral(a, b, c, d), dihedral(d, c, b, a), 1e-14);
}

TEST(Dihedral, pointsOnALineOrUnsetGiveNan) {
  EXPECT_TRUE(std::isnan(dihedral({0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 1, 0})));
  EXPECT_TRUE(std::isnan(dihedral({0, 0, 0}, {1, 1, 0}, {1, 1, 0}, {3, 1, 0})));
  EXPECT_TRUE(std::isnan(dihedral(unsetPosition(), {1, 0, 0}, {2, 1, 0}, {3, 1, 0})));
}

TEST(VirtualCBeta, liesNearTheRealOne) {
  const Structure structure = test::lactateDehydrogenase();
  double sum = 0, worst = 0;
  int count = 0;
  for (const Residue& residue : structure.chains[0].residues) {
    const Vector3 real = residue.position("CB");
    if (!isSet(real)) continue;
    const double off =
        (real - virtualCBeta(residue.position("N"), residue.position("CA"), residue.position("C"))).norm();
    sum += off;
    worst = std::max(worst, off);
    ++count;
  }
  EXPECT_EQ(count, 305);
  EXPECT_LT(sum / count, 0.17);  // 0.160 Å in this old structure, 0.07 to 0.10 Å in newer ones
  EXPECT_LT(worst, 0.6);
}

TEST(VirtualCBeta, isUnsetWhenAnAtomIs) { EXPECT_FALSE(isSet(virtualCBeta({1, 1, 0}, unsetPosition(), {-1, 0, 0}))); }

TEST(Backbone, glycineGetsTheVirtualCBetaAndOthersTheirOwn) {
  const Chain chain = test::lactateDehydrogenase().chains[0];
  const Backbone backbone = backboneOf(chain);
  int glycines = 0;
  for (size_t i = 0; i < chain.residues.size(); ++i) {
    ASSERT_TRUE(isSet(backbone.cb[i]));
    if (chain.residues[i].findAtom("CB")) {
      EXPECT_EQ(backbone.cb[i], chain.residues[i].position("CB"));
    } else {
      EXPECT_EQ(backbone.cb[i], virtualCBeta(backbone.n[i], backbone.ca[i], backbone.c[i]));
      ++glycines;
    }
  }
  EXPECT_EQ(glycines, 24);
}

TEST(BackboneDihedrals, helixAnglesAreThoseOfAnAlphaHelix) {
  const BackboneDihedrals angles = backboneDihedrals(backboneOf(test::helixFragment().chains[0]));
  ASSERT_EQ(angles.phi.size(), 13u);
  EXPECT_TRUE(std::isnan(angles.phi.front()));
  EXPECT_TRUE(std::isnan(angles.psi.back()));
  EXPECT_TRUE(std::isnan(angles.omega.back()));
  double phi = 0, psi = 0;
  for (size_t i = 3; i < 9; ++i) {
    phi += angles.phi[i] / 6;
    psi += angles.psi[i] / 6;
    EXPECT_GT(std::abs(angles.omega[i]), 2.8);
  }
  EXPECT_NEAR(phi * 180 / pi, -63, 15);
  EXPECT_NEAR(psi * 180 / pi, -42, 15);  // -53 in this NMR structure
}

TEST(BackboneDihedrals, mirrorImageFlipsEverySign) {
  const Chain chain = test::hairpinFragment().chains[0];
  const BackboneDihedrals angles = backboneDihedrals(backboneOf(chain));
  const BackboneDihedrals mirror = backboneDihedrals(backboneOf(test::mirrored(chain)));
  for (size_t i = 1; i + 1 < angles.phi.size(); ++i) {
    EXPECT_NEAR(angles.phi[i], -mirror.phi[i], 1e-12);
    EXPECT_NEAR(angles.psi[i], -mirror.psi[i], 1e-12);
    EXPECT_NEAR(std::remainder(angles.omega[i] + mirror.omega[i], 2 * pi), 0, 1e-12);
  }
}

TEST(BackboneDihedrals, chainBreakLeavesNanOnBothSides) {
  Chain chain = test::helixFragment().chains[0];
  chain.residues.erase(chain.residues.begin() + 6);
  const Backbone backbone = backboneOf(chain);
  EXPECT_TRUE(isBonded(backbone, 4));
  EXPECT_FALSE(isBonded(backbone, 5));
  EXPECT_FALSE(isBonded(backbone, -1));
  EXPECT_FALSE(isBonded(backbone, 11));
  const BackboneDihedrals angles = backboneDihedrals(backbone);
  EXPECT_TRUE(std::isnan(angles.psi[5]));
  EXPECT_TRUE(std::isnan(angles.omega[5]));
  EXPECT_TRUE(std::isnan(angles.phi[6]));
  EXPECT_FALSE(std::isnan(angles.phi[5]));
  EXPECT_FALSE(std::isnan(angles.psi[6]));
}

TEST(BackboneDihedrals, gapInTheNumberingIsNoChainBreak) {
  // Trypsin numbering jumps from 34 to 37 within one strand.
  const Chain chain = test::hairpinFragment().chains[0];
  const Backbone backbone = backboneOf(chain);
  for (Index i = 0; i + 1 < backbone.length(); ++i) EXPECT_TRUE(isBonded(backbone, i));
}

TEST(BackboneDihedrals, emptyAndSingleResidueChains) {
  EXPECT_TRUE(backboneDihedrals(backboneOf(Chain{})).phi.empty());
  Chain chain = test::helixFragment().chains[0];
  chain.residues.resize(1);
  EXPECT_TRUE(std::isnan(backboneDihedrals(backboneOf(chain)).psi.at(0)));
}

}  // namespace backbone_test
}  // namespace engine
