// Motions of structures, superposition, and what stays as it is.
#include "engine/structure/RigidMotion.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "engine/base/Error.h"
#include "engine/structure/Angle.h"
#include "engine/structure/Backbone.h"
#include "engine/structure/Invariants.h"
#include "tests/engine/structure/Samples.h"

namespace engine {
namespace rigid_motion_test {

std::vector<Vector3> alphasOf(const Structure& structure) { return backboneOf(structure.chains.at(0)).ca; }

RigidMotion skewMotion(Mirror mirror = Mirror::no) {
  return motionAbout({10, 20, 30}, {0.5, -1.2, 2}, {4, -7, 11}, mirror);
}

TEST(RigidMotion, nothingAskedForIsTheIdentity) {
  EXPECT_TRUE(motionAbout({1, 2, 3}, Vector3::Zero(), Vector3::Zero(), Mirror::no).isIdentity());
  EXPECT_FALSE(skewMotion().isIdentity());
}

TEST(RigidMotion, isOrthonormalAndOnlyAMirrorHasDeterminantMinusOne) {
  for (const Mirror mirror : {Mirror::no, Mirror::yes}) {
    const RigidMotion motion = skewMotion(mirror);
    EXPECT_NEAR((motion.linear.transpose() * motion.linear - Eigen::Matrix3d::Identity()).norm(), 0, 1e-12);
    EXPECT_NEAR(motion.linear.determinant(), mirror == Mirror::yes ? -1 : 1, 1e-12);
  }
}

TEST(RigidMotion, turnsAboutTheCentre) {
  const Vector3 center(10, 20, 30);
  EXPECT_NEAR((skewMotion()(center) - (center + Vector3(4, -7, 11))).norm(), 0, 1e-12);
}

TEST(RigidMotion, unsetPositionsStayUnset) {
  Structure structure = test::helixFragment();
  structure.chains[0].residues[0].atoms[0].position = unsetPosition();
  EXPECT_FALSE(isSet(moved(structure, skewMotion()).chains[0].residues[0].atoms[0].position));
}

TEST(Superpose, findsTheMotionThatWasMade) {
  const auto before = alphasOf(test::trypsin());
  std::vector<Vector3> after;
  for (const Vector3& position : before) after.push_back(skewMotion()(position));
  const auto found = superpose(before, after);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->rmsd, 0, 1e-9);
  EXPECT_NEAR((found->motion.linear - skewMotion().linear).norm(), 0, 1e-9);
  EXPECT_NEAR((found->motion.translation - skewMotion().translation).norm(), 0, 1e-7);
  EXPECT_EQ(found->numPairs, static_cast<Index>(before.size()));
}

TEST(Superpose, noSmallTurnOrShiftIsBetter) {
  const auto a = alphasOf(test::helixFragment());
  auto b = alphasOf(test::hairpinFragment());
  b.resize(a.size(), unsetPosition());
  const auto best = superpose(a, b);
  ASSERT_TRUE(best.has_value());
  const auto rmsdUnder = [&](const RigidMotion& motion) {
    double sum = 0;
    for (size_t k = 0; k < a.size(); ++k) sum += (motion(a[k]) - b[k]).squaredNorm();
    return std::sqrt(sum / static_cast<double>(a.size()));
  };
  EXPECT_NEAR(rmsdUnder(best->motion), best->rmsd, 1e-12);
  for (int axis = 0; axis < 3; ++axis)
    for (const double step : {-0.01, 0.01}) {
      const RigidMotion turned = motionAbout(Vector3::Zero(), step * Vector3::Unit(axis), Vector3::Zero(), Mirror::no);
      EXPECT_GT(rmsdUnder({turned.linear * best->motion.linear, best->motion.translation}), best->rmsd);
      EXPECT_GT(rmsdUnder({best->motion.linear, best->motion.translation + step * Vector3::Unit(axis)}), best->rmsd);
    }
}

TEST(Superpose, neverMirrors) {
  const auto before = alphasOf(test::trypsin());
  std::vector<Vector3> mirrored;
  for (const Vector3& position : before) mirrored.push_back(skewMotion(Mirror::yes)(position));
  const auto found = superpose(before, mirrored);
  EXPECT_NEAR(found->motion.linear.determinant(), 1, 1e-9);
  EXPECT_GT(found->rmsd, 3);
}

TEST(Superpose, leavesOutPairsWithAnUnsetPosition) {
  const Vector3 unset = unsetPosition();
  EXPECT_FALSE(superpose({}, {}).has_value());
  EXPECT_FALSE(superpose({unset}, {Vector3(1, 2, 3)}).has_value());
  const auto one = superpose({Vector3(1, 1, 1), unset}, {Vector3(4, 5, 6), Vector3(0, 0, 0)});
  ASSERT_TRUE(one.has_value());
  EXPECT_EQ(one->numPairs, 1);
  EXPECT_NEAR((one->motion(Vector3(1, 1, 1)) - Vector3(4, 5, 6)).norm(), 0, 1e-12);
  EXPECT_THROW(superpose({unset}, {}), Error);
}

const InvariantRow& rowOf(const std::vector<InvariantRow>& rows, const std::string& name) {
  for (const InvariantRow& row : rows)
    if (row.name == name) return row;
  throw std::runtime_error("no row " + name);
}

TEST(Invariants, rotationAndTranslationChangeNothingButThePlace) {
  const auto rows = invariantsUnder(test::trypsin(), skewMotion());
  for (const InvariantRow& row : rows) {
    const bool isPlace = row.name.starts_with("Centre");
    EXPECT_EQ(isPlace, row.largestChange > 1e-6) << row.name;
    EXPECT_TRUE(std::isfinite(row.before)) << row.name;
  }
}

TEST(Invariants, aMirrorTurnsDihedralsAndHandednessButNotDistances) {
  const auto rows = invariantsUnder(test::trypsin(), skewMotion(Mirror::yes));
  EXPECT_LT(rowOf(rows, "CA–CA distances").largestChange, 1e-6);
  EXPECT_LT(rowOf(rows, "CA–CA–CA angles").largestChange, 1e-6);
  for (const char* name : {"Dihedral φ", "Dihedral ψ"}) {
    EXPECT_GT(rowOf(rows, name).largestChange, 90) << name;
    EXPECT_NEAR(rowOf(rows, name).before, -rowOf(rows, name).after, 1e-6) << name;
  }
  EXPECT_EQ(rowOf(rows, "L residues").before, 100);
  EXPECT_EQ(rowOf(rows, "L residues").after, 0);
}

TEST(Invariants, emptyAndOneResidueStructuresHaveNoChange) {
  EXPECT_FALSE(invariantsUnder(Structure{}, skewMotion()).empty());
  Structure one = test::helixFragment();
  one.chains[0].residues.resize(1);
  for (const InvariantRow& row : invariantsUnder(one, skewMotion()))
    EXPECT_TRUE(row.name.starts_with("Centre") || row.largestChange < 1e-9) << row.name;
}

TEST(Angle, isMeasuredAtTheMiddlePoint) {
  EXPECT_NEAR(angle({1, 0, 0}, {0, 0, 0}, {0, 2, 0}), 1.5707963267948966, 1e-12);
  EXPECT_NEAR(angle({1, 0, 0}, {0, 0, 0}, {-3, 0, 0}), 3.141592653589793, 1e-12);
  EXPECT_TRUE(std::isnan(angle({0, 0, 0}, {0, 0, 0}, {1, 0, 0})));
}

}  // namespace rigid_motion_test
}  // namespace engine
