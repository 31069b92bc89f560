// Planes, normals and arcs of angles: geometry by hand, in the picture, and the features of pairs that they explain.
#include "ui/views/structure/MeasurePlanes.h"

#include <gmock/gmock.h>

#include <numbers>

#include "engine/structure/Backbone.h"
#include "engine/structure/PairGeometry.h"
#include "tests/ui/views/structure/StructureViewFixture.h"

namespace test {
namespace measure_planes_test {

using ui::PairFeature;

constexpr double kDegrees = 180 / std::numbers::pi;

TEST(DihedralPlanes, ofARightCornerByHand) {
  const auto planes = ui::dihedralPlanes({{1, 0, 0}, {0, 0, 0}, {0, 0, 2}, {0, 1, 2}});
  ASSERT_TRUE(planes.has_value());
  EXPECT_EQ(planes->middle, Vector3(0, 0, 1));
  EXPECT_EQ(planes->firstNormal, Vector3(0, 1, 0)) << "(-1, 0, 0) x (0, 0, 2)";
  EXPECT_EQ(planes->secondNormal, Vector3(-1, 0, 0)) << "(0, 0, 2) x (0, 1, 0)";
  EXPECT_EQ(planes->first[3], Vector3(1, 0, 2)) << "the fourth corner";
  EXPECT_EQ(planes->second[3], Vector3(0, 1, 0));
  const std::vector<Vector3> arc = planes->arc(2);
  ASSERT_EQ(arc.size(), 3u);
  EXPECT_LT((arc[0] - Vector3(0, 1, 1)).norm(), 1e-12);
  EXPECT_LT((arc[1] - Vector3(-std::sqrt(0.5), std::sqrt(0.5), 1)).norm(), 1e-12);
  EXPECT_LT((arc[2] - Vector3(-1, 0, 1)).norm(), 1e-12);
}

TEST(DihedralPlanes, arcLeadsFromOneNormalToTheOtherByTheDihedral) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const auto point = [&] { return Vector3(normal(random), normal(random), normal(random)); };
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<Vector3> at{point(), point(), point(), point()};
    const auto planes = ui::dihedralPlanes(at);
    ASSERT_TRUE(planes.has_value());
    constexpr int kSteps = 400;
    const std::vector<Vector3> arc = planes->arc(kSteps);
    EXPECT_LT((arc.front() - planes->middle - planes->firstNormal).norm(), 1e-9);
    EXPECT_LT((arc.back() - planes->middle - planes->secondNormal).norm(), 1e-9);
    double length = 0;
    for (int k = 0; k < kSteps; ++k) length += (arc[k + 1] - arc[k]).norm();
    EXPECT_NEAR(length, std::abs(engine::dihedral(at[0], at[1], at[2], at[3])), 1e-4);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(planes->firstNormal.dot(at[k + 1] - at[k]) * (k < 2 ? 1 : 0), 0, 1e-9);
  }
}

TEST(DihedralPlanes, ofPointsInALineOrUnsetThereAreNone) {
  EXPECT_FALSE(ui::dihedralPlanes({{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {1, 0, 2}}).has_value());
  EXPECT_FALSE(ui::dihedralPlanes({engine::unsetPosition(), {0, 0, 1}, {0, 1, 2}, {1, 0, 2}}).has_value());
  EXPECT_FALSE(ui::dihedralPlanes({{0, 0, 0}, {0, 0, 1}, {1, 0, 2}}).has_value());
  EXPECT_FALSE(ui::dihedralPlanes({}).has_value());
}

TEST(PairFeatures, areTheNumbersOfThePairGeometry) {
  const engine::Structure structure = helix(12);
  const ui::ResidueTable residues(structure);
  engine::Progress progress;
  const engine::PairGeometry geometry = engine::pairGeometryOf(structure.chains.front(), 1, progress);
  const auto value = [&](PairFeature feature, Index i, Index j) {
    std::vector<Vector3> at;
    for (const ui::AtomPick& pick : ui::pairMeasurement(feature, i, j)) at.push_back(residues.position(pick));
    return ui::measured(at);
  };
  for (const auto& [i, j] : {std::pair<Index, Index>{2, 9}, {9, 2}, {0, 1}}) {
    EXPECT_NEAR(value(PairFeature::distance, i, j), double(geometry.distance(i, j)), 1e-4);
    EXPECT_NEAR(value(PairFeature::omega, i, j), double(geometry.omega(i, j)) * kDegrees, 1e-3);
    EXPECT_NEAR(value(PairFeature::theta, i, j), double(geometry.theta(i, j)) * kDegrees, 1e-3);
    EXPECT_NEAR(value(PairFeature::phi, i, j), double(geometry.phi(i, j)) * kDegrees, 1e-3);
  }
  EXPECT_NEAR(value(PairFeature::omega, 2, 9), value(PairFeature::omega, 9, 2), 1e-9)
      << "a dihedral read backwards is the same";
}

TEST(PairFeatures, haveTheirLettersInLabels) {
  const std::vector<Vector3> corner{{1, 0, 0}, {0, 0, 0}, {0, 0, 1}, {0, -1, 1}};
  EXPECT_EQ(ui::labelText(ui::pairMeasurement(PairFeature::omega, 3, 8), corner), "ω = −90.0°");
  EXPECT_EQ(ui::labelText({{3, "CA"}, {3, "CB"}, {8, "CB"}, {9, "CA"}}, corner), "Cα–Cβ–Cβ–Cα −90.0°");
  EXPECT_EQ(ui::labelText(ui::pairMeasurement(PairFeature::distance, 3, 8), {{0, 0, 0}, {0, 0, 2}}), "d = 2.00 Å");
  EXPECT_EQ(ui::labelText({{3, "CB"}, {3, "CB"}}, {{0, 0, 0}, {0, 0, 2}}), "Cβ–Cβ 2.00 Å");
}

TEST_F(StructureViewTest, planesAndNormalsOfADihedralAreDrawnInTheirColours) {
  showStructure(helix(20));
  set(&Options::areFramesShown, false);
  const auto blue = [&] {
    return countPixels(picture(), [](QColor p) { return p.blue() > p.red() + 60 && p.blue() > p.green() + 20; });
  };
  const auto orange = [&] {
    return countPixels(picture(), [](QColor p) { return p.red() > p.blue() + 90 && p.red() > p.green() + 60; });
  };
  for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    for (const auto dihedral : {PairFeature::omega, PairFeature::theta}) {
      set(&Options::arePlanesShown, false);
      set(&Options::measurements, {ui::pairMeasurement(dihedral, 4, 11)});
      const int blueBefore = blue(), orangeBefore = orange();
      set(&Options::arePlanesShown, true);
      EXPECT_GT(blue(), blueBefore + 100) << "plane and normal m";
      EXPECT_GT(orange(), orangeBefore + 100) << "plane and normal n";
    }
    set(&Options::arePlanesShown, false);
    set(&Options::measurements, {ui::pairMeasurement(PairFeature::phi, 4, 11)});
    const int blueBefore = blue();
    set(&Options::arePlanesShown, true);
    EXPECT_GT(blue(), blueBefore + 50) << "the triangle of an angle";
  }
}

TEST_F(StructureViewTest, theMarkedPairIsMeasuredByCommandAndWithoutOneItIsSaid) {
  showStructure(helix(20));
  const auto run = [&](const char* id) {
    for (QAction* action : view.actions())
      if (action->objectName() == QLatin1String(id)) return action->trigger();
    ADD_FAILURE() << id;
  };
  run("structure.pairOmega");
  EXPECT_TRUE(view.options().measurements.empty());
  session.selection().setLocked({{"s", 4}, {"s", 11}, -1});
  for (const char* id : {"structure.pairDistance", "structure.pairOmega", "structure.pairTheta", "structure.pairPhi",
                         "structure.pairOmega"})
    run(id);
  ASSERT_EQ(view.options().measurements.size(), 4u) << "once each";
  EXPECT_EQ(view.options().measurements.back(), ui::pairMeasurement(PairFeature::omega, 4, 11)) << "the last on top";
}

}  // namespace measure_planes_test
}  // namespace test
