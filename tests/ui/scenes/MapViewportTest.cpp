// The arithmetic of the window onto a map.
#include "ui/scenes/maps/MapViewport.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace ui {
namespace map_viewport_test {

using engine::Index;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
const Rect kPanel{10, 20, 100, 100};

TEST(MapViewport, pixelAndCellAreInverse) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-50, 300);
  for (int k = 0; k < 200; ++k) {
    const Rect panel{number(random), number(random), 120, 80};
    const MapViewport viewport{number(random), number(random), std::abs(number(random)) / 10 + 0.02};
    const double x = number(random), y = number(random);
    const CellPoint cell = viewport.toCell(panel, x, y);
    const PixelPoint back = viewport.toPixel(panel, cell.row, cell.column);
    EXPECT_NEAR(back.x, x, 1e-9);
    EXPECT_NEAR(back.y, y, 1e-9);
  }
}

TEST(MapViewport, zoomKeepsTheCellUnderThePointer) {
  MapViewport viewport{40, 30, 3};
  const CellPoint before = viewport.toCell(kPanel, 33, 77);
  for (const double factor : {1.2, 1.2, 5.0, 0.01, 1e9, 1e-9, 2.0}) {
    viewport.zoomAt(kPanel, 33, 77, factor);
    const CellPoint after = viewport.toCell(kPanel, 33, 77);
    EXPECT_NEAR(after.row, before.row, 1e-6);
    EXPECT_NEAR(after.column, before.column, 1e-6);
    EXPECT_GT(viewport.pixelsPerCell, 0);
  }
}

TEST(MapViewport, zoomByNothingOrNaNDoesNothing) {
  MapViewport viewport{40, 30, 3};
  const MapViewport before = viewport;
  viewport.zoomAt(kPanel, 1, 1, 0);
  viewport.zoomAt(kPanel, 1, 1, std::nan(""));
  EXPECT_EQ(viewport, before);
}

TEST(MapViewport, fitShowsEveryCellInTheMiddle) {
  MapViewport viewport;
  viewport.fit(kPanel, 50, 20);
  const PixelPoint first = viewport.toPixel(kPanel, 0, 0), last = viewport.toPixel(kPanel, 50, 20);
  EXPECT_NEAR(first.y, kPanel.y, 1e-9);
  EXPECT_NEAR(last.y, kPanel.bottom(), 1e-9);
  EXPECT_NEAR(first.x - kPanel.x, kPanel.right() - last.x, 1e-9);
  const MapViewport before = viewport;
  viewport.fit(kPanel, 0, 0);
  viewport.fit({0, 0, 0, 0}, 5, 5);
  EXPECT_EQ(viewport, before);
}

TEST(MapViewport, aMapCannotBeLost) {
  MapViewport viewport{5, 5, 10};
  viewport.panBy(-1e6, 1e6);
  viewport.keepOnMap(10, 20);
  EXPECT_EQ(viewport.centerColumn, 20);
  EXPECT_EQ(viewport.centerRow, 0);
}

TEST(MapViewport, scaledPanelShowsTheSameRegion) {
  const Rect large{0, 0, 400, 300}, small{500, 10, 100, 75};
  const MapViewport viewport{30, 40, 8}, scaled = viewport.scaledTo(large, small);
  const CellPoint a = viewport.toCell(large, large.right(), large.bottom());
  const CellPoint b = scaled.toCell(small, small.right(), small.bottom());
  EXPECT_NEAR(a.row, b.row, 1e-9);
  EXPECT_NEAR(a.column, b.column, 1e-9);
}

}  // namespace map_viewport_test
}  // namespace ui
