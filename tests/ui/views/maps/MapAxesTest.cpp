// Letters beside maps, in letters of every size.
#include "ui/views/maps/MapAxes.h"

#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

#include "ui/look/Theme.h"

namespace map_axes_test {

constexpr double kCell = 14;
constexpr int kRows = 8;

/// Whether any pixel of this line of the picture was painted on, left of the cells and right of the numbers.
bool hasInk(const QImage& image, int y, int left, int right) {
  for (int x = left; x < right; ++x)
    if (qGray(image.pixel(x, y)) < 200) return true;
  return false;
}

TEST(MapAxes, lettersOfRowsStayApartInProjectorSize) {
  ui::Theme theme = ui::Theme::light();
  theme.scale = 1.6;
  ui::MapFrame frame;
  frame.panel = {100, 100, kRows * kCell, kRows * kCell};
  frame.rows = frame.columns = kRows;
  frame.viewport.fit(frame.panel, kRows, kRows);
  ASSERT_DOUBLE_EQ(frame.viewport.pixelsPerCell, kCell);
  frame.rowLetters = std::string(kRows, 'H');

  QImage image(240, 240, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  ui::paintAxes(painter, theme, frame);
  painter.end();

  int numLetters = 0;
  bool wasInk = false;
  for (int y = 100; y < 100 + kRows * static_cast<int>(kCell); ++y) {
    const bool isInk = hasInk(image, y, 85, 97);
    numLetters += isInk && !wasInk;
    wasInk = isInk;
  }
  EXPECT_EQ(numLetters, kRows) << "a white line between any two letters";
}

}  // namespace map_axes_test
