// Shadows and outlines out of depth: values, no window.
#include "ui/scenes/structure/DepthShade.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "ui/scenes/structure/StructureActor.h"

namespace ui {
namespace depth_shade_test {

constexpr int kWidth = 120, kHeight = 80;

StructureCamera cameraAhead() {
  StructureCamera camera;
  camera.fit({engine::Vector3(-15, 0, 0), engine::Vector3(15, 0, 0), engine::Vector3(0, 8, 0)}, 1.5, 3);
  camera.fog = 0;
  return camera;
}

/// Depth buffer, rows from the bottom, of a surface at such distances behind the middle plane (Å); NaN: ground.
std::vector<float> depthOf(const StructureCamera& camera, const std::function<double(int x, int y)>& behind) {
  const auto [nearest, farthest] = depthRange(camera);
  std::vector<float> depth;
  for (int y = kHeight - 1; y >= 0; --y)
    for (int x = 0; x < kWidth; ++x) {
      const double away = camera.distance + behind(x, y);
      depth.push_back(std::isnan(away) ? 1.0f
                                       : static_cast<float>(farthest / (farthest - nearest) * (1 - nearest / away)));
    }
  return depth;
}

std::vector<float> shadeOf(const std::function<double(int x, int y)>& behind, const DepthShading& shading,
                           int threads = 1) {
  const StructureCamera camera = cameraAhead();
  return depthShade(depthOf(camera, behind), kWidth, kHeight, 1, camera, shading, threads);
}

float at(const std::vector<float>& dark, int x, int y) { return dark[static_cast<size_t>(y) * kWidth + x]; }

/// A plate on the left, 6 Å in front of one on the right; ground in the upper quarter.
double plates(int x, int y) { return y < kHeight / 4 ? std::nan("") : x < kWidth / 2 ? -3 : 3; }

TEST(DepthShade, outlinesLieOnTheNearerSideOfAnEdgeAlone) {
  const auto dark = shadeOf(plates, {true, false});
  EXPECT_GT(at(dark, kWidth / 2 - 1, 60), 0.7f);
  EXPECT_EQ(at(dark, kWidth / 2, 60), 0);
  EXPECT_EQ(at(dark, 20, 60), 0);
  EXPECT_GT(at(dark, 20, kHeight / 4), 0.7f) << "above the ground";
  EXPECT_EQ(at(dark, 20, 5), 0) << "the ground itself";
}

TEST(DepthShade, theThinnerATubeTheMoreOfItsColourStays) {
  const auto darkestOf = [](int wide) {
    const auto dark = shadeOf([wide](int x, int) { return x >= 40 && x < 40 + wide ? 0 : std::nan(""); },
                              {true, false});
    return at(dark, 40, kHeight / 2);
  };
  EXPECT_EQ(darkestOf(2), 0) << "nothing but outline";
  EXPECT_LT(darkestOf(4), 0.3f);
  EXPECT_LT(darkestOf(4), darkestOf(7));
  EXPECT_GT(darkestOf(12), 0.7f);
}

TEST(DepthShade, aSlopeIsNoEdge) {
  const auto dark = shadeOf([](int x, int) { return 0.4 * x - 20; }, {true, false});
  for (int x = 2; x < kWidth - 2; ++x) EXPECT_LT(at(dark, x, 40), 0.01f) << x;
}

TEST(DepthShade, aFoldIsDarkerThanAPlane) {
  const auto fold = shadeOf([](int x, int) { return -0.2 * std::abs(x - kWidth / 2); }, {false, true});
  const auto plane = shadeOf([](int, int) { return 0.0; }, {false, true});
  EXPECT_GT(at(fold, kWidth / 2, 40), 0.1f);
  EXPECT_GT(at(fold, kWidth / 2, 40), 2 * at(fold, 8, 40));
  for (int x = 0; x < kWidth; ++x) EXPECT_LT(at(plane, x, 40), 0.01f) << x;
}

TEST(DepthShade, whatIsInFrontThrowsASoftShadow) {
  const auto dark = shadeOf(plates, {false, true});
  EXPECT_GT(at(dark, kWidth / 2 + 3, 60), 0.05f);
  EXPECT_LT(at(dark, kWidth - 5, 60), 0.01f);
  EXPECT_LT(at(dark, 5, 60), 0.01f);
}

TEST(DepthShade, theResultDoesNotDependOnThreads) {
  EXPECT_EQ(shadeOf(plates, {true, true}, 1), shadeOf(plates, {true, true}, 4));
}

TEST(DepthShade, fogThinsShadowsOut) {
  StructureCamera camera = cameraAhead();
  const auto depth = depthOf(camera, [](int x, int y) { return 9 + plates(x, y); });
  const auto clear = depthShade(depth, kWidth, kHeight, 1, camera, {true, true}, 1);
  camera.fog = StructureCamera::kDepthCue;
  const auto fogged = depthShade(depth, kWidth, kHeight, 1, camera, {true, true}, 1);
  EXPECT_LT(at(fogged, kWidth / 2 - 1, 60), at(clear, kWidth / 2 - 1, 60));
}

TEST(DepthShade, nothingAndOnePixelAreNoHindrance) {
  const StructureCamera camera = cameraAhead();
  EXPECT_TRUE(depthShade({}, 0, 0, 1, camera, {true, true}, 1).empty());
  EXPECT_EQ(depthShade({0.5f}, 1, 1, 2, camera, {true, true}, 1).size(), 1u);
  EXPECT_EQ(depthShade({1.0f}, 1, 1, 1, camera, {true, true}, 1), std::vector<float>{0});
  EXPECT_EQ(depthShade({0.5f}, 3, 3, 1, camera, {true, true}, 1), std::vector<float>(9, 0)) << "not as large as told";
}

}  // namespace depth_shade_test
}  // namespace ui
