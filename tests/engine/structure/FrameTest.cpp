// Residue frames against hand examples and golden numbers of the reference (MATHEMATICS.md 1.3).
#include "engine/structure/Frame.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "engine/base/Error.h"
#include "engine/base/Random.h"
#include "engine/structure/Backbone.h"
#include "tests/engine/structure/Samples.h"

namespace engine {
namespace frame_test {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Frame, standardResidueHasTheIdentityFrame) {
  const Frame frame = frameOfBackbone({1, 1, 0}, {0, 0, 0}, {-1, 0, 0});
  EXPECT_LT((frame.rotation - Eigen::Matrix3d::Identity()).norm(), 1e-9);
  EXPECT_EQ(frame.origin, Vector3(0, 0, 0));
}

TEST(Frame, carbonOnTheOtherSideTurnsXAndZ) {
  const Frame frame = frameOfBackbone({1, 1, 0}, {0, 0, 0}, {1, 0, 0});
  Eigen::Matrix3d expected;
  expected << -1, 0, 0, 0, 1, 0, 0, 0, -1;
  EXPECT_LT((frame.rotation - expected).norm(), 1e-9);
}

TEST(Frame, goldenFrameOfDeterministicCoordinates) {
  const Array<double> coordinates = deterministicArray<double>(11, {1, 5, 3, 3}, 3);
  const auto atom = [&](Index k) {
    return Vector3(coordinates(0, 0, k, 0), coordinates(0, 0, k, 1), coordinates(0, 0, k, 2));
  };
  const Frame frame = frameOfBackbone(atom(0), atom(1), atom(2));
  Eigen::Matrix3d expected;
  expected << -0.9518861227983, -0.02381066043192, 0.3055255499421, -0.0005211045820262, -0.9968497468637,
      -0.07931147838249, 0.3064515258082, -0.07565470641690, 0.9488750327103;
  EXPECT_LT((frame.rotation - expected).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((frame.origin - Vector3(-2.657472863413, -0.756493588315, -0.600149466033)).norm(), 1e-11);
}

TEST(Frame, framesOfAProteinAreOrthonormalAndRightHanded) {
  const Backbone backbone = backboneOf(test::lactateDehydrogenase().chains[0]);
  const Frames frames = framesOfBackbone(backbone.n, backbone.ca, backbone.c);
  ASSERT_EQ(frames.frames.size(), 329u);
  for (size_t i = 0; i < frames.frames.size(); ++i) {
    ASSERT_TRUE(frames.valid[i]);
    const Eigen::Matrix3d& r = frames.frames[i].rotation;
    EXPECT_LT((r.transpose() * r - Eigen::Matrix3d::Identity()).norm(), 1e-9);
    EXPECT_NEAR(r.determinant(), 1, 1e-9);
    EXPECT_LT(frames.frames[i].toLocal(backbone.c[i]).x(), -1.3);
    EXPECT_NEAR(frames.frames[i].toLocal(backbone.n[i]).z(), 0, 1e-9);
    EXPECT_LT((frames.frames[i].toWorld(frames.frames[i].toLocal(backbone.cb[i])) - backbone.cb[i]).norm(), 1e-9);
    frames.frames[i].validate();
  }
}

TEST(Frame, residuesWithoutCoordinatesGetTheFrameOfTheAverageBackbone) {
  const std::vector<Vector3> n{{1, 1, 0}, {kNan, 0, 0}, {3, 1, 0}}, ca{{0, 0, 0}, {5, 5, 5}, {2, 0, 0}},
      c{{-1, 0, 0}, {4, 4, 4}, {1, 0, 0}};
  const Frames frames = framesOfBackbone(n, ca, c);
  EXPECT_EQ(frames.valid, (std::vector<bool>{true, false, true}));
  EXPECT_LT((frames.frames[1].rotation - Eigen::Matrix3d::Identity()).norm(), 1e-6);
  EXPECT_LT((frames.frames[1].origin - Vector3(1, 0, 0)).norm(), 1e-6);
}

TEST(Frame, paddingCoordinatesAreInvalidOnlyWhenPositive) {
  const std::vector<Vector3> n{{1, 1, 0}, {-2e6, 1, 0}}, ca{{0, 0, 0}, {-2e6 - 1, 0, 0}},
      c{{1e6, 0, 0}, {-2e6 - 2, 0, 0}};
  EXPECT_EQ(framesOfBackbone(n, ca, c).valid, (std::vector<bool>{false, true}));
}

TEST(Frame, noValidResidueGivesIdentityFrames) {
  const std::vector<Vector3> unset{unsetPosition()};
  const Frames frames = framesOfBackbone(unset, unset, unset);
  EXPECT_FALSE(frames.valid[0]);
  EXPECT_EQ(frames.frames[0].rotation, Eigen::Matrix3d::Identity().eval());
  EXPECT_TRUE(framesOfBackbone({}, {}, {}).frames.empty());
}

TEST(Frame, unequalNumbersOfAtomsAreAnError) { EXPECT_THROW(framesOfBackbone({Vector3::Zero()}, {}, {}), Error); }

TEST(Frame, coincidingAtomsGiveAFiniteFrameThatValidateRejects) {
  const Frame frame = frameOfBackbone({1, 2, 3}, {1, 2, 3}, {1, 2, 3});
  EXPECT_TRUE(frame.rotation.allFinite());
  EXPECT_THROW(frame.validate(), Error);
}

}  // namespace frame_test
}  // namespace engine
