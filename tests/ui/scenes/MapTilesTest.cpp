// Tiles of matrices beyond the size of a texture: no seams, and pictures that begin coarse and end exact.
#include "ui/scenes/maps/MapTiles.h"

#include <gtest/gtest.h>
#include <vtkCamera.h>
#include <vtkNew.h>
#include <vtkRenderWindow.h>
#include <vtkUnsignedCharArray.h>

#include <cmath>
#include <limits>

#include "engine/base/Random.h"

namespace ui {
namespace map_tiles_test {

using engine::Array;
using engine::Index;

constexpr double kForever = std::numeric_limits<double>::infinity();
constexpr int kSide = 120;

std::shared_ptr<const Array<float>> randomMatrix(Index rows, Index columns) {
  auto matrix = std::make_shared<Array<float>>(engine::deterministicArray<float>(3, {rows, columns}, 1.0, "map"));
  for (float& value : *matrix) value = std::abs(value);
  return matrix;
}

/// One matrix over the whole of a small window.
class TilesTest : public testing::Test {
 protected:
  TilesTest() {
    m_window->SetOffScreenRendering(1);
    m_window->SetMultiSamples(0);
    m_window->SetSize(kSide, kSide);
    m_window->AddRenderer(m_renderer);
    m_renderer->GetActiveCamera()->ParallelProjectionOn();
    m_renderer->GetActiveCamera()->SetViewUp(0, 1, 0);
    m_window->Render();
  }

  /// Shows kSide / pixelsPerCell cells from `first` on.
  std::vector<unsigned char> show(MapTiles& tiles, double first, double pixelsPerCell) {
    const double cells = kSide / pixelsPerCell, middle = first + cells / 2;
    auto* camera = m_renderer->GetActiveCamera();
    camera->SetFocalPoint(middle, -middle, 0);
    camera->SetPosition(middle, -middle, 1e5);
    camera->SetClippingRange(1, 2e5);
    camera->SetParallelScale(cells / 2);
    tiles.show(vtkOpenGLRenderWindow::SafeDownCast(m_window), {first, first + cells, first, first + cells},
               pixelsPerCell);
    m_window->Render();
    vtkNew<vtkUnsignedCharArray> pixels;
    m_window->GetPixelData(0, 0, kSide - 1, kSide - 1, 0, pixels);
    return {pixels->GetPointer(0), pixels->GetPointer(0) + pixels->GetNumberOfValues()};
  }

  vtkNew<vtkRenderWindow> m_window;
  vtkNew<vtkRenderer> m_renderer;
};

int largestDifference(const std::vector<unsigned char>& a, const std::vector<unsigned char>& b) {
  int largest = a.size() == b.size() ? 0 : 255;
  for (size_t k = 0; k < std::min(a.size(), b.size()); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

TEST_F(TilesTest, smallTilesGiveThePictureOfOneTexture) {
  const auto matrix = randomMatrix(250, 250);
  for (const auto& [first, pixels] : {std::pair{0.0, 0.48}, {0.0, 2.0}, {101.3, 3.7}, {200.0, 12.0}}) {
    std::vector<unsigned char> expected;
    {
      MapTiles whole(m_renderer);
      whole.setMatrix(matrix);
      expected = show(whole, first, pixels);
      EXPECT_EQ(whole.numTiles(), 1);
    }
    MapTiles tiled(m_renderer, 16);
    tiled.setMatrix(matrix);
    constexpr int kOneStepOfColors = 6;  // where rounding chooses the next of 256
    EXPECT_LE(largestDifference(show(tiled, first, pixels), expected), kOneStepOfColors) << pixels << " pixels a cell";
    EXPECT_GT(tiled.numTiles(), 1);
    EXPECT_TRUE(tiled.isComplete());
  }
}

TEST_F(TilesTest, withoutPatienceThePictureBeginsCoarseAndEndsTheSame) {
  const auto matrix = randomMatrix(300, 300);
  MapTiles patient(m_renderer, 16);
  patient.setMatrix(matrix);
  const auto expected = show(patient, 0, 0.4);
  patient.clear();

  MapTiles hasty(m_renderer, 16);
  hasty.setMatrix(matrix);
  hasty.setPatience(0);
  auto picture = show(hasty, 0, 0.4);
  EXPECT_FALSE(hasty.isComplete());
  int numFrames = 1;
  while (!hasty.isComplete() && numFrames < 200) {
    picture = show(hasty, 0, 0.4);
    ++numFrames;
  }
  EXPECT_TRUE(hasty.isComplete());
  EXPECT_GT(numFrames, 2);
  EXPECT_EQ(picture, expected);
}

TEST_F(TilesTest, theFirstFrameAlreadyShowsTheShapeOfTheWhole) {
  auto matrix = std::make_shared<Array<float>>(engine::Shape{640, 640}, 0.0F, "map");
  for (Index i = 0; i < 640; ++i)
    for (Index j = 0; j < 320; ++j) (*matrix)(i, j) = 1;
  MapTiles tiles(m_renderer, 32);
  tiles.setMatrix(matrix);
  tiles.setLook({"greys", 0, 1});
  tiles.setPatience(0);
  const auto picture = show(tiles, 0, kSide / 640.0);
  ASSERT_FALSE(tiles.isComplete());
  const auto at = [&](int x, int y) { return static_cast<int>(picture[static_cast<size_t>(3 * (y * kSide + x))]); };
  EXPECT_LT(at(20, 60), 40);
  EXPECT_GT(at(100, 60), 215);
}

TEST_F(TilesTest, panningShowsSomethingEverywhereAtOnce) {
  const auto matrix = std::make_shared<Array<float>>(engine::Shape{1000, 1000}, 1.0F, "map");
  MapTiles tiles(m_renderer, 32);
  tiles.setMatrix(matrix);
  tiles.setLook({"greys", 0, 1});
  show(tiles, 0, 1);
  tiles.setPatience(0);
  for (const double first : {130.0, 400.5, 777.0}) {
    const auto picture = show(tiles, first, 1);
    int numBlack = 0;
    for (size_t k = 0; k < picture.size(); k += 3) numBlack += picture[k] < 60 ? 1 : 0;
    EXPECT_EQ(numBlack, kSide * kSide) << "no pixel of the background";
  }
}

TEST_F(TilesTest, texturesOfPlacesLeftLongAgoAreDropped) {
  MapTiles tiles(m_renderer, 16);
  tiles.setMatrix(randomMatrix(2000, 2000));
  for (double first = 0; first < 1800; first += 100) show(tiles, first, 1);
  EXPECT_LE(tiles.numTiles(), 128);
}

TEST_F(TilesTest, aNewMatrixReplacesTilesAndGround) {
  MapTiles tiles(m_renderer, 16);
  tiles.setPatience(0);
  tiles.setMatrix(randomMatrix(300, 300));
  show(tiles, 0, 0.4);
  tiles.setMatrix(nullptr);
  EXPECT_EQ(tiles.numTiles(), 0);
  show(tiles, 0, 0.4);
  EXPECT_TRUE(tiles.isComplete());
  tiles.setPatience(kForever);
  tiles.setMatrix(randomMatrix(1, 1));
  show(tiles, 0, 40);
  EXPECT_TRUE(tiles.isComplete());
}

}  // namespace map_tiles_test
}  // namespace ui
