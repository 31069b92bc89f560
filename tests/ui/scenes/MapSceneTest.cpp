// The pixels of map panels in a bare VTK window.
#include "ui/scenes/maps/MapScene.h"

#include <gtest/gtest.h>
#include <vtkAutoInit.h>
#include <vtkNew.h>
#include <vtkRenderWindow.h>
#include <vtkUnsignedCharArray.h>

#include <cmath>
#include <limits>
#include <random>

#include "engine/base/Error.h"
#include "ui/scenes/maps/MatrixPyramid.h"

VTK_MODULE_INIT(vtkRenderingOpenGL2)

namespace ui {
namespace map_scene_test {

using engine::Array;
using engine::Index;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr Rgb kBackground{255, 0, 255};

int distance(Rgb a, Rgb b) {
  int largest = 0;
  for (size_t k = 0; k < 3; ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

std::shared_ptr<Array<float>> matrixOf(Index rows, Index columns, float fill = 0) {
  return std::make_shared<Array<float>>(engine::Shape{rows, columns}, fill, "map");
}

/// A window of logical size width x height with one scene in it.
class MapPicture : public ::testing::Test {
 protected:
  MapPicture() : MapPicture(200, 160) {}
  MapPicture(int width, int height) : m_width(width), m_height(height) {
    m_window->SetOffScreenRendering(1);
    m_window->SetMultiSamples(0);
    m_window->SetSize(width, height);
    m_window->Render();
    m_scene = std::make_unique<MapScene>(m_window);
    m_scene->setBackground(kBackground);
  }
  ~MapPicture() override { m_scene.reset(); }

  void render(const std::vector<Rect>& panels, const MapViewport& viewport, double ratio = 1) {
    m_window->SetSize(static_cast<int>(m_width * ratio), static_cast<int>(m_height * ratio));
    m_scene->place(m_width, m_height, ratio, panels, viewport);
    m_window->Render();
    const int* size = m_window->GetSize();
    m_imageWidth = size[0];
    m_imageHeight = size[1];
    m_window->GetPixelData(0, 0, size[0] - 1, size[1] - 1, 0, m_pixels, 0);
  }
  /// Device pixel, origin top left.
  Rgb pixel(int x, int y) const {
    Rgb color{};
    m_pixels->GetTypedTuple(static_cast<vtkIdType>(m_imageHeight - 1 - y) * m_imageWidth + x, color.data());
    return color;
  }
  std::vector<Rgb> image() const {
    std::vector<Rgb> pixels;
    for (int y = 0; y < m_imageHeight; ++y)
      for (int x = 0; x < m_imageWidth; ++x) pixels.push_back(pixel(x, y));
    return pixels;
  }
  Rgb pixelOfCell(const Rect& panel, const MapViewport& viewport, double row, double column) const {
    const PixelPoint point = viewport.toPixel(panel, row + 0.5, column + 0.5);
    return pixel(static_cast<int>(point.x), static_cast<int>(point.y));
  }
  double meanLightness(const Rect& panel) const {
    double sum = 0;
    for (int y = static_cast<int>(panel.y); y < panel.bottom(); ++y)
      for (int x = static_cast<int>(panel.x); x < panel.right(); ++x) sum += lightness(pixel(x, y));
    return sum / panel.width / panel.height;
  }

  int m_width, m_height;
  int m_imageWidth = 0, m_imageHeight = 0;
  vtkNew<vtkRenderWindow> m_window;
  vtkNew<vtkUnsignedCharArray> m_pixels;
  std::unique_ptr<MapScene> m_scene;
};

const Rect kPanel{10, 20, 100, 100};

TEST_F(MapPicture, hotCellIsBrightAndItsNeighboursAreDark) {
  auto matrix = matrixOf(8, 8);
  (*matrix)(2, 5) = 1;
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrix);
  MapViewport viewport;
  viewport.fit(kPanel, 8, 8);
  render({kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 2, 5), colorMap("viridis").colors.back());
  for (const auto& [row, column] : {std::pair{1, 5}, {3, 5}, {2, 4}, {2, 6}, {5, 2}})
    EXPECT_EQ(pixelOfCell(kPanel, viewport, row, column), colorMap("viridis").colors.front());
  EXPECT_EQ(pixel(5, 5), kBackground);
  EXPECT_EQ(pixel(9, 60), kBackground);
  EXPECT_NE(pixel(10, 60), kBackground);
  EXPECT_EQ(pixel(110, 60), kBackground);
}

TEST_F(MapPicture, everyPixelHasTheColorOfItsCell) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> number(0, 1);
  auto matrix = matrixOf(9, 13);
  for (float& value : *matrix) value = number(random);
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrix);
  MapLook look{"magma", 0.1, 0.8};
  for (const ValueScale scale : {ValueScale::linear, ValueScale::logarithmic}) {
    look.scale = scale;
    m_scene->setLook(0, look);
    const MapViewport viewport{6.3, 4.4, 21.7};
    render({kPanel}, viewport);
    for (int y = 20; y < 120; y += 3)
      for (int x = 10; x < 110; x += 3) {
        const CellPoint cell = viewport.toCell(kPanel, x + 0.5, y + 0.5);
        const auto row = static_cast<Index>(std::floor(cell.row)), column = static_cast<Index>(std::floor(cell.column));
        if (row < 0 || column < 0 || row >= 9 || column >= 13) continue;
        EXPECT_LE(distance(pixel(x, y), colorOf(look, (*matrix)(row, column))), 6) << x << " " << y;
      }
  }
}

TEST_F(MapPicture, valuesWithoutNumberAreNeutral) {
  auto matrix = matrixOf(2, 2, 1);
  (*matrix)(0, 0) = kNaN;
  (*matrix)(1, 1) = -kInfinity;
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrix);
  m_scene->setLook(0, {"viridis", 0, 1, ValueScale::linear, {90, 100, 110}});
  MapViewport viewport;
  viewport.fit(kPanel, 2, 2);
  render({kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 0, 0), (Rgb{90, 100, 110}));
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 1, 1), (Rgb{90, 100, 110}));
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 0, 1), colorMap("viridis").colors.back());
}

TEST_F(MapPicture, panByOneCellMovesThePixelsByOneCell) {
  std::mt19937 random(4);
  std::uniform_real_distribution<float> number(0, 1);
  auto matrix = matrixOf(40, 40);
  for (float& value : *matrix) value = number(random);
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrix);
  MapViewport viewport{20, 20, 10};
  render({kPanel}, viewport);
  std::vector<Rgb> before;
  for (int x = 10; x < 100; ++x) before.push_back(pixel(x, 63));
  viewport.panBy(10, 0);
  render({kPanel}, viewport);
  for (int x = 10; x < 100; ++x) EXPECT_EQ(pixel(x + 10, 63), before[static_cast<size_t>(x - 10)]) << x;
}

TEST_F(MapPicture, aDiagonalSurvivesZoomingOut) {
  auto matrix = matrixOf(3000, 3000);
  for (Index i = 0; i < 3000; ++i) (*matrix)(i, i) = 1;
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrix);
  m_scene->setLook(0, {"greys", 0, 0.02});
  for (const double shift : {0.0, 0.3, 0.7}) {
    MapViewport viewport;
    viewport.fit(kPanel, 3000, 3000);
    viewport.panBy(shift, 0);
    render({kPanel}, viewport);
    for (int k = 2; k < 97; ++k) {
      const double onTheLine = lightness(pixel(10 + k, 20 + k)), besideIt = lightness(pixel(11 + k, 20 + k));
      EXPECT_LT(std::min(onTheLine, besideIt), 65) << k << " shifted by " << shift;
    }
    EXPECT_GT(lightness(pixel(10 + 80, 20 + 20)), 98);
  }
}

TEST_F(MapPicture, zoomingOutKeepsTheMeanOfFineStripes) {
  auto matrix = matrixOf(1500, 1500);
  for (Index i = 0; i < 1500; ++i)
    for (Index j = 0; j < 1500; j += 3) (*matrix)(i, j) = 1;
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrix);
  m_scene->setLook(0, {"greys", 0, 1});
  const double expected = lightness(colorOf({"greys", 0, 1}, 1.0 / 3));
  for (const double pixelsPerCell : {0.067, 0.09, 0.13}) {
    render({kPanel}, {750, 750, pixelsPerCell});
    EXPECT_NEAR(meanLightness(kPanel), expected, 4) << pixelsPerCell;
  }
}

TEST_F(MapPicture, oneBrightCellPerBlockStaysBrightAtEveryZoom) {
  constexpr Index kBlock = 96, kBlocks = 12;
  std::mt19937 random(7);
  for (const bool isNegative : {false, true}) {
    auto matrix = matrixOf(kBlock * kBlocks, kBlock * kBlocks, 0.05F);
    for (Index i = 0; i < kBlocks; ++i)
      for (Index j = 0; j < kBlocks; ++j)
        (*matrix)(kBlock * i + static_cast<Index>(random() % kBlock),
                  kBlock * j + static_cast<Index>(random() % kBlock)) = isNegative ? -1 : 1;
    m_scene->setPanels(1);
    m_scene->setMatrix(0, matrix);
    MapLook look{isNegative ? "diverging" : "viridis", isNegative ? -1.0 : 0.0, 1};
    look.shrinking = isNegative ? Shrinking::largestMagnitude : Shrinking::largest;
    m_scene->setLook(0, look);
    const Rgb bright = colorOf(look, isNegative ? -1 : 1);
    for (const double pixelsPerCell : {0.06, 0.083, 0.125, 0.24, 0.5, 0.9, 1.0, 1.3, 1.7})
      for (const double shift : {0.0, 0.25, 0.5, 0.8}) {
        const MapViewport viewport{601 + shift / pixelsPerCell, 570 + 0.7 * shift / pixelsPerCell, pixelsPerCell};
        render({kPanel}, viewport);
        for (Index i = 0; i < kBlocks; ++i)
          for (Index j = 0; j < kBlocks; ++j) {
            const PixelPoint first = viewport.toPixel(kPanel, double(kBlock * i), double(kBlock * j));
            const PixelPoint last = viewport.toPixel(kPanel, double(kBlock * (i + 1)), double(kBlock * (j + 1)));
            if (first.x < kPanel.x || first.y < kPanel.y || last.x > kPanel.right() || last.y > kPanel.bottom())
              continue;
            bool isFound = false;
            for (int y = static_cast<int>(first.y); y <= static_cast<int>(last.y) && y < 120; ++y)
              for (int x = static_cast<int>(first.x); x <= static_cast<int>(last.x) && x < 110; ++x)
                isFound |= distance(pixel(x, y), bright) <= 3;
            EXPECT_TRUE(isFound) << "block " << i << " " << j << " at " << pixelsPerCell << " shifted " << shift;
          }
      }
  }
}

TEST_F(MapPicture, tellsHowManyCellsShareAPixel) {
  m_scene->setPanels(2);
  m_scene->setMatrix(0, matrixOf(1000, 1000));
  EXPECT_EQ(m_scene->cellsPerPixel(0), 1) << "nothing was drawn yet";
  const auto told = [&](double pixelsPerCell, double ratio = 1) {
    render({kPanel}, {500, 500, pixelsPerCell}, ratio);
    return m_scene->cellsPerPixel(0);
  };
  EXPECT_EQ(told(3), 1);
  EXPECT_EQ(told(1), 1);
  EXPECT_EQ(told(0.6), 2);
  EXPECT_EQ(told(0.1), 16);
  EXPECT_EQ(told(0.5, 2), 1) << "device pixels count";
  EXPECT_EQ(m_scene->cellsPerPixel(1), 1) << "an empty panel";
}

TEST_F(MapPicture, matricesLargerThanATileHaveNoSeams) {
  auto matrix = matrixOf(2100, 1500, 1);
  (*matrix)(1024, 1023) = 0;
  (*matrix)(1023, 1024) = 0;
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrix);
  const MapViewport viewport{1024, 1024, 10};
  render({kPanel}, viewport);
  const auto& colors = colorMap("viridis").colors;
  for (Index row = 1020; row < 1028; ++row)
    for (Index column = 1020; column < 1028; ++column)
      EXPECT_EQ(pixelOfCell(kPanel, viewport, static_cast<double>(row), static_cast<double>(column)),
                (*matrix)(row, column) > 0 ? colors.back() : colors.front());
  render({kPanel}, {750, 1050, 0.3});
  for (int y = 20; y < 120; ++y)
    for (int x = 10; x < 110; ++x) EXPECT_NE(pixel(x, y), kBackground) << x << " " << y;
}

TEST_F(MapPicture, theLastPooledCellEndsWhereTheMatrixEnds) {
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrixOf(257, 257, 1));
  const MapViewport viewport{128.5, 128.5, 0.2};
  render({kPanel}, viewport);
  const PixelPoint end = viewport.toPixel(kPanel, 257, 257);
  EXPECT_NE(pixel(static_cast<int>(end.x) - 2, 70), kBackground);
  EXPECT_EQ(pixel(static_cast<int>(end.x) + 2, 70), kBackground);
}

TEST_F(MapPicture, sizesZeroAndOneAreDrawn) {
  m_scene->setPanels(3);
  m_scene->setMatrix(0, matrixOf(0, 0));
  m_scene->setMatrix(1, matrixOf(1, 1, 1));
  const std::vector<Rect> panels{{0, 0, 50, 50}, {60, 0, 50, 50}, {120, 0, 50, 50}};
  render(panels, {0.5, 0.5, 40});
  EXPECT_EQ(pixel(25, 25), kBackground);
  EXPECT_EQ(pixel(85, 25), colorMap("viridis").colors.back());
  EXPECT_EQ(pixel(145, 25), kBackground);
}

TEST_F(MapPicture, panelsSharePanAndZoomButNotTheLook) {
  auto matrix = matrixOf(4, 4);
  (*matrix)(1, 2) = 1;
  m_scene->setPanels(2);
  for (int panel = 0; panel < 2; ++panel) m_scene->setMatrix(panel, matrix);
  m_scene->setLook(1, {"greys", 0, 1});
  const std::vector<Rect> panels{{0, 0, 90, 90}, {100, 0, 90, 90}};
  MapViewport viewport;
  viewport.fit(panels[0], 4, 4);
  render(panels, viewport);
  EXPECT_EQ(pixelOfCell(panels[0], viewport, 1, 2), colorMap("viridis").colors.back());
  EXPECT_EQ(pixelOfCell(panels[1], viewport, 1, 2), (Rgb{0, 0, 0}));
  EXPECT_EQ(pixelOfCell(panels[1], viewport, 1, 1), (Rgb{255, 255, 255}));
}

TEST_F(MapPicture, aTriangleLetsThePanelBeforeItShowThrough) {
  m_scene->setPanels(2);
  m_scene->setMatrix(0, matrixOf(8, 8, 1));
  m_scene->setMatrix(1, matrixOf(8, 8, 0));
  m_scene->setTriangle(1, MapScene::Triangle::lower);
  MapViewport viewport;
  viewport.fit(kPanel, 8, 8);
  const auto& colors = colorMap("viridis").colors;
  const auto check = [&] {
    for (Index i = 0; i < 8; ++i)
      for (Index j = 0; j < 8; ++j) {
        if (i == j) continue;
        EXPECT_EQ(pixelOfCell(kPanel, viewport, static_cast<double>(i), static_cast<double>(j)),
                  i > j ? colors.front() : colors.back())
            << i << " " << j;
      }
  };
  render({kPanel, kPanel}, viewport);
  check();
  viewport.zoomAt(kPanel, 60, 70, 1.7);  // the diagonal moves with the map
  render({kPanel, kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 4, 3), colors.front());
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 3, 4), colors.back());
  m_scene->setTriangle(1, MapScene::Triangle::none);
  render({kPanel, kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 3, 4), colors.front());
}

TEST_F(MapPicture, twiceThePixelRatioIsTheSamePictureTwiceAsLarge) {
  auto matrix = matrixOf(5, 5);
  (*matrix)(3, 1) = 1;
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrix);
  MapViewport viewport;
  viewport.fit(kPanel, 5, 5);
  render({kPanel}, viewport, 2);
  const PixelPoint hot = viewport.toPixel(kPanel, 3.5, 1.5);
  EXPECT_EQ(m_imageWidth, 400);
  EXPECT_EQ(pixel(static_cast<int>(2 * hot.x), static_cast<int>(2 * hot.y)), colorMap("viridis").colors.back());
  EXPECT_EQ(pixel(static_cast<int>(2 * hot.x) + 24, static_cast<int>(2 * hot.y)), colorMap("viridis").colors.front());
}

TEST_F(MapPicture, aPathIsDrawnThroughItsCells) {
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrixOf(10, 10));
  m_scene->setPath(0, {{0.5, 0.5}, {4.5, 4.5}, {4.5, 8.5}}, {255, 0, 0}, 3);
  MapViewport viewport;
  viewport.fit(kPanel, 10, 10);
  render({kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 2, 2), (Rgb{255, 0, 0}));
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 4, 6), (Rgb{255, 0, 0}));
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 8, 2), colorMap("viridis").colors.front());
  m_scene->setLines(0, {});
  render({kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 2, 2), colorMap("viridis").colors.front());
}

TEST_F(MapPicture, aPathThatTurnsBackReachesItsFarthestCell) {
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrixOf(10, 10));
  m_scene->setPath(0, {{2.5, 0.5}, {2.5, 3.5}, {2.5, 9.5}, {2.5, 6.5}, {2.5, 6.5}, {6.5, 6.5}}, {255, 0, 0}, 3);
  MapViewport viewport;
  viewport.fit(kPanel, 10, 10);
  render({kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 2, 1), (Rgb{255, 0, 0}));
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 2, 8), (Rgb{255, 0, 0}));
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 4, 6), (Rgb{255, 0, 0}));
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 4, 8), colorMap("viridis").colors.front());
}

TEST_F(MapPicture, aStraightPathLooksAlikeWithAndWithoutTheCellsBetween) {
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrixOf(10, 10));
  MapViewport viewport;
  viewport.fit(kPanel, 10, 10);
  std::vector<std::pair<double, double>> everyCell;
  for (int k = 0; k < 10; ++k) everyCell.emplace_back(k + 0.5, k + 0.5);
  m_scene->setPath(0, everyCell, {255, 0, 0}, 3);
  render({kPanel}, viewport);
  const std::vector<Rgb> whole = image();
  m_scene->setPath(0, {everyCell.front(), everyCell.back()}, {255, 0, 0}, 3);
  render({kPanel}, viewport);
  EXPECT_EQ(whole, image());
}

TEST_F(MapPicture, laterLinesLieOnTop) {
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrixOf(10, 10));
  const std::vector<CellPoint> points{{5.5, 0.5}, {5.5, 9.5}};
  m_scene->setLines(0, {{points, {255, 255, 255}, 5}, {points, {0, 0, 255}, 2}, {{}, {1, 1, 1}, 2}});
  MapViewport viewport;
  viewport.fit(kPanel, 10, 10);
  render({kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 5, 5), (Rgb{0, 0, 255}));
  int numWhite = 0;
  for (int y = 65; y < 85; ++y) numWhite += pixel(60, y) == Rgb{255, 255, 255} ? 1 : 0;
  EXPECT_GE(numWhite, 2) << "the wider line below shows on both sides";
}

TEST_F(MapPicture, replacingTheMatrixReplacesThePicture) {
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrixOf(3, 3, 0));
  MapViewport viewport;
  viewport.fit(kPanel, 3, 3);
  render({kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 1, 1), colorMap("viridis").colors.front());
  m_scene->setMatrix(0, matrixOf(3, 3, 1));
  render({kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 1, 1), colorMap("viridis").colors.back());
  m_scene->setMatrix(0, nullptr);
  render({kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 1, 1), kBackground);
}

TEST_F(MapPicture, texturesComeBackAfterTheContextWasReplaced) {
  m_scene->setPanels(1);
  m_scene->setMatrix(0, matrixOf(3, 3, 1));
  MapViewport viewport;
  viewport.fit(kPanel, 3, 3);
  render({kPanel}, viewport);
  m_window->Finalize();
  m_window->Render();
  render({kPanel}, viewport);
  EXPECT_EQ(pixelOfCell(kPanel, viewport, 1, 1), colorMap("viridis").colors.back());
}

TEST_F(MapPicture, badPanelsAndLooksAreRefused) {
  m_scene->setPanels(1);
  EXPECT_THROW(m_scene->setMatrix(1, nullptr), engine::Error);
  EXPECT_THROW(m_scene->setLook(-1, {}), engine::Error);
  EXPECT_THROW(m_scene->setLook(0, {"rainbow", 0, 1}), engine::Error);
  m_scene->place(0, 0, 1, {kPanel}, MapViewport{});  // nothing to draw on: must not fail
}

}  // namespace map_scene_test
}  // namespace ui
