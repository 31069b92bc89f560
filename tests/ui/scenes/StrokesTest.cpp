// Translucent strokes: coverage against areas known by hand, depth, order, threads, and bars as cameras see them.
#include "ui/scenes/structure/Strokes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "ui/scenes/structure/StructureActor.h"

namespace strokes_test {

using engine::Vector3;
using ui::SolidBar;
using ui::Stroke;
using ui::StrokeEnd;

constexpr int kWidth = 70, kHeight = 50;

std::vector<float> freeDepth(int width = kWidth, int height = kHeight) {
  return std::vector<float>(static_cast<size_t>(width) * height, 1.0f);
}

std::vector<float> drawn(const std::vector<Stroke>& strokes) {
  return ui::transmittance(strokes, freeDepth(), kWidth, kHeight, 1);
}

double hidden(const std::vector<float>& through) {
  return std::accumulate(through.begin(), through.end(), 0.0, [](double sum, float one) { return sum + 1 - one; });
}

std::vector<Stroke> randomStrokes(int count) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<float> x(-20, kWidth + 20), y(-20, kHeight + 20), share(0, 1);
  const auto end = [&](float opacity) {
    return StrokeEnd{x(generator), y(generator), 3 * share(generator), share(generator), opacity};
  };
  std::vector<Stroke> strokes;
  for (int k = 0; k < count; ++k) {
    const float opacity = 0.4f * share(generator);
    strokes.push_back({end(opacity), end(opacity)});
  }
  return strokes;
}

TEST(Strokes, noneLeaveEveryPixelAsItIs) {
  EXPECT_EQ(drawn({}), freeDepth());
  EXPECT_TRUE(ui::transmittance(randomStrokes(3), {}, 0, 0, 1).empty());
  EXPECT_EQ(ui::transmittance({}, {1.0f}, 1, 1, 1), std::vector<float>{1.0f});
}

TEST(Strokes, onePixelCanBeCovered) {
  const Stroke across{{-5, 0.5f, 2, 0.5f, 0.25f}, {5, 0.5f, 2, 0.5f, 0.25f}};
  EXPECT_FLOAT_EQ(ui::transmittance({across}, {1.0f}, 1, 1, 1)[0], 0.75f);
}

TEST(Strokes, aFlatStrokeCoversItsRowsAndPartsOfTheNext) {
  // Middle at 20.5, half width 1.75: rows 19 to 21 whole, 18 and 22 by a quarter.
  const auto through = drawn({{{10, 20.5f, 1.75f, 0.5f, 0.6f}, {30, 20.5f, 1.75f, 0.5f, 0.6f}}});
  const auto at = [&](int row, int column) { return through[static_cast<size_t>(row) * kWidth + column]; };
  for (int row : {19, 20, 21}) EXPECT_FLOAT_EQ(at(row, 15), 0.4f) << row;
  for (int row : {18, 22}) EXPECT_NEAR(at(row, 15), 1 - 0.25 * 0.6, 1e-5) << row;
  for (int row : {17, 23}) EXPECT_EQ(at(row, 15), 1) << row;
  EXPECT_EQ(at(20, 9), 1) << "before its beginning";
  EXPECT_FLOAT_EQ(at(20, 10), 0.4f);
  EXPECT_FLOAT_EQ(at(20, 29), 0.4f);
  EXPECT_EQ(at(20, 30), 1) << "behind its end";
}

TEST(Strokes, hideAsMuchAsTheirAreaInEveryDirection) {
  for (int degrees = 0; degrees < 360; degrees += 15) {
    const float angle = static_cast<float>(degrees) * 3.14159265f / 180, dx = 20 * std::cos(angle);
    const float dy = 20 * std::sin(angle);
    for (const float half : {0.1f, 0.4f, 1.0f, 3.0f}) {
      const double sum =
          hidden(drawn({{{35.2f - dx, 25.1f - dy, half, 0.5f, 0.5f}, {35.2f + dx, 25.1f + dy, half, 0.5f, 0.5f}}}));
      EXPECT_NEAR(sum, 0.5 * 40 * 2 * half, 0.04 * 0.5 * 40 * 2 * half + 0.3) << degrees << " degrees, " << half;
    }
  }
}

TEST(Strokes, wideOnesAreWholeAcrossManySpans) {
  const auto through = drawn({{{35, 5, 30, 0.5f, 0.5f}, {35, 45, 30, 0.5f, 0.5f}}});
  for (int column = 5; column < 65; ++column) EXPECT_FLOAT_EQ(through[25 * kWidth + column], 0.5f) << column;
  EXPECT_EQ(through[25 * kWidth + 3], 1);
  EXPECT_EQ(through[25 * kWidth + 66], 1);
}

TEST(Strokes, taperFromEndToEnd) {
  const auto through = drawn({{{5, 25, 4, 0.5f, 0.5f}, {65, 25, 0.5f, 0.5f, 0.5f}}});
  const auto inColumn = [&](int column) {
    double sum = 0;
    for (int row = 0; row < kHeight; ++row) sum += 1 - through[static_cast<size_t>(row) * kWidth + column];
    return sum;
  };
  EXPECT_NEAR(inColumn(5), 0.5 * 8, 0.2);
  EXPECT_NEAR(inColumn(35), 0.5 * 4.5, 0.2);
  EXPECT_NEAR(inColumn(64), 0.5 * 1, 0.2);
}

TEST(Strokes, aTransposedPictureHasTheTransposedResult) {
  std::vector<Stroke> strokes = randomStrokes(40), turned = strokes;
  for (Stroke& stroke : turned)
    for (StrokeEnd* end : {&stroke.from, &stroke.to}) std::swap(end->x, end->y);
  const auto upright = drawn(strokes), lying = ui::transmittance(turned, freeDepth(), kHeight, kWidth, 1);
  for (int row = 0; row < kHeight; ++row)
    for (int column = 0; column < kWidth; ++column)
      ASSERT_NEAR(upright[static_cast<size_t>(row) * kWidth + column],
                  lying[static_cast<size_t>(column) * kHeight + row], 1e-5)
          << row << ", " << column;
}

TEST(Strokes, areHiddenByWhatIsInFront) {
  std::vector<float> depth = freeDepth();
  // The lower half of the picture is near; rows of the depth buffer go from the bottom.
  std::fill_n(depth.begin(), depth.size() / 2, 0.2f);
  const Stroke down{{35, 2, 1, 0.5f, 0.5f}, {35, 48, 1, 0.5f, 0.5f}};
  const auto through = ui::transmittance({down}, depth, kWidth, kHeight, 1);
  EXPECT_LT(through[10 * kWidth + 35], 0.7);
  EXPECT_EQ(through[40 * kWidth + 35], 1);
}

TEST(Strokes, passThroughASurfaceWhereTheirDepthDoes) {
  const std::vector<float> depth(static_cast<size_t>(kWidth) * kHeight, 0.5f);
  const auto through =
      ui::transmittance({{{5, 25, 1, 0.0f, 0.5f}, {65, 25, 1, 1.0f, 0.5f}}}, depth, kWidth, kHeight, 1);
  EXPECT_LT(through[25 * kWidth + 33], 0.7);
  EXPECT_EQ(through[25 * kWidth + 37], 1);
}

TEST(Strokes, blendAlikeInEveryOrderAndOnEveryNumberOfThreads) {
  std::vector<Stroke> strokes = randomStrokes(200);
  const auto once = drawn(strokes);
  EXPECT_GT(hidden(once), 500);
  EXPECT_EQ(ui::transmittance(strokes, freeDepth(), kWidth, kHeight, 2), once);
  std::reverse(strokes.begin(), strokes.end());
  const auto reversed = drawn(strokes);
  for (size_t k = 0; k < once.size(); ++k) ASSERT_NEAR(reversed[k], once[k], 2e-3);
}

TEST(Strokes, outsideOrWithoutLengthOrNumbersDoNothing) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), far = 1e9f;
  std::vector<Stroke> strokes{{{-30, 10, 1, 0.5f, 0.5f}, {-10, 40, 1, 0.5f, 0.5f}},
                              {{10, -30, 1, 0.5f, 0.5f}, {60, -10, 1, 0.5f, 0.5f}},
                              {{10, 10, 1, 0.5f, 0.5f}, {10, 10, 1, 0.5f, 0.5f}},
                              {{nan, 10, 1, 0.5f, 0.5f}, {10, 10, 1, 0.5f, 0.5f}},
                              {{far, far, 1, 0.5f, 0.5f}, {2 * far, far, 1, 0.5f, 0.5f}}};
  EXPECT_EQ(drawn(strokes), freeDepth());
}

ui::StructureCamera camera() {
  ui::StructureCamera camera;
  camera.distance = 50;
  camera.radius = 10;
  return camera;
}

TEST(StrokeOfBar, endsWhereTheCameraSeesTheEnds) {
  const SolidBar bar{Vector3(-5, 2, 1), Vector3(6, -3, -4), 0.4, 0.1, 0.5};
  const auto stroke = ui::strokeOf(bar, camera(), 800, 600);
  ASSERT_TRUE(stroke);
  const auto from = camera().project(bar.from, 800, 600), to = camera().project(bar.to, 800, 600);
  EXPECT_NEAR(stroke->from.x, from->x, 1e-3);
  EXPECT_NEAR(stroke->from.y, from->y, 1e-3);
  EXPECT_NEAR(stroke->to.x, to->x, 1e-3);
  EXPECT_NEAR(stroke->from.halfWidth, 0.4 * from->pixelsPerAngstrom, 1e-3);
  EXPECT_NEAR(stroke->to.halfWidth, 0.1 * to->pixelsPerAngstrom, 1e-3);
  EXPECT_LT(stroke->from.depth, stroke->to.depth) << "nearer to the eye";
  EXPECT_GT(stroke->from.opacity, stroke->to.opacity) << "less fog";
  EXPECT_NEAR(stroke->to.opacity, 0.5 * (1 - ui::fogShare(camera(), 54)), 1e-6);
}

TEST(StrokeOfBar, isCutOffBeforeTheEye) {
  EXPECT_FALSE(ui::strokeOf({Vector3(0, 0, 60), Vector3(5, 0, 70)}, camera(), 800, 600)) << "behind the eye";
  const auto cut = ui::strokeOf({Vector3(1, 0, 60), Vector3(1, 0, 0)}, camera(), 800, 600);
  ASSERT_TRUE(cut);
  EXPECT_NEAR(cut->from.depth, 0, 1e-5) << "on the near plane";
  EXPECT_TRUE(std::isfinite(cut->from.x) && std::isfinite(cut->from.halfWidth));
}

TEST(StrokeOfBar, needsBothEnds) {
  EXPECT_FALSE(ui::strokeOf({engine::unsetPosition(), Vector3(1, 0, 0)}, camera(), 800, 600));
  EXPECT_FALSE(ui::strokeOf({Vector3(1, 0, 0), engine::unsetPosition()}, camera(), 800, 600));
}

}  // namespace strokes_test
