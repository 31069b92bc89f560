// Logos: what is painted where, from letters down to bars, both directions.
#include "ui/views/logo/LogoPainter.h"

#include <QImage>
#include <QSvgGenerator>

#include <gtest/gtest.h>

#include "tests/ui/support/Gui.h"

namespace logo_painter_test {

using engine::ResidueVector;
using ui::LogoDirection;

ResidueVector columnOf(std::initializer_list<std::pair<char, double>> letters) {
  ResidueVector column{};
  for (const auto& [letter, height] : letters) column[engine::alphabet::codeOf(letter)] = height;
  return column;
}

ui::LogoColors plainColors() {
  ui::LogoColors colors;
  colors.fill(Qt::black);
  colors[engine::alphabet::codeOf('D')] = Qt::red;
  colors[engine::alphabet::codeOf('K')] = Qt::blue;
  return colors;
}

QImage logo(const std::vector<ResidueVector>& columns, double first, double last, QSize size, double limit,
            LogoDirection direction = LogoDirection::right) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  ui::paintLogo(painter, columns, first, last, QRectF(QPointF(0, 0), QSizeF(size)), limit, direction, plainColors());
  return image;
}

/// Rows of the image in which a colour is seen: the first, one past the last.
std::pair<int, int> rowsOf(const QImage& image, QColor color) {
  int first = -1, last = -1;
  for (int y = 0; y < image.height(); ++y)
    if (test::countColor(image.copy(0, y, image.width(), 1), color, 40) > 0) {
      if (first < 0) first = y;
      last = y + 1;
    }
  return {first, last};
}

TEST(LogoPainter, largestLetterIsOnTopAndHeightsAreExact) {
  const QImage image = logo({columnOf({{'D', 1}, {'K', 2}})}, 0, 1, {30, 100}, 4);
  EXPECT_EQ(rowsOf(image, Qt::blue), (std::pair{25, 75}));
  EXPECT_EQ(rowsOf(image, Qt::red), (std::pair{75, 100}));
}

TEST(LogoPainter, lettersHaveTheirShapeAndBarsAreSolid) {
  const std::vector<ResidueVector> columns(8, columnOf({{'D', 1}}));
  const QImage letters = logo({columns[0]}, 0, 1, {30, 100}, 1);
  EXPECT_EQ(letters.pixelColor(15, 50), QColor(Qt::white)) << "the hole of the D";
  const QImage bars = logo(columns, 0, 8, {16, 100}, 1);
  EXPECT_EQ(test::countColor(bars, Qt::red, 2), 16 * 100);
}

TEST(LogoPainter, verticalLogosGoDownwardsAndGrowToTheRight) {
  const QImage image = logo({columnOf({{'D', 1}}), columnOf({{'K', 2}})}, 0, 2, {100, 60}, 4, LogoDirection::down);
  EXPECT_GT(test::countColor(image.copy(0, 0, 25, 30), Qt::red, 40), 100);
  EXPECT_EQ(test::countColor(image.copy(26, 0, 74, 60), Qt::red, 40), 0);
  EXPECT_GT(test::countColor(image.copy(0, 30, 50, 30), Qt::blue, 40), 100);
  EXPECT_EQ(test::countColor(image.copy(0, 0, 100, 29), Qt::blue, 40), 0);
}

TEST(LogoPainter, fractionsOfColumnsShiftTheLetters) {
  const std::vector<ResidueVector> columns = {columnOf({{'D', 1}}), columnOf({{'K', 1}})};
  const QImage image = logo(columns, 0.5, 1.5, {40, 50}, 1);
  EXPECT_EQ(test::countColor(image.copy(20, 0, 20, 50), Qt::red, 40), 0);
  EXPECT_GT(test::countColor(image.copy(0, 0, 20, 50), Qt::red, 40), 50);
  EXPECT_EQ(test::countColor(image.copy(0, 0, 20, 50), Qt::blue, 40), 0);
}

TEST(LogoPainter, columnsBelowAPixelAreAveraged) {
  std::vector<ResidueVector> columns;
  for (int k = 0; k < 4000; ++k) columns.push_back(columnOf({{'D', k % 2 == 0 ? 1.0 : 0.0}}));
  const QImage image = logo(columns, 0, 4000, {100, 100}, 1);
  EXPECT_EQ(rowsOf(image, Qt::red), (std::pair{50, 100}));
}

TEST(LogoPainter, stacksAboveTheLimitAreCutAndNothingIsPaintedForNothing) {
  EXPECT_EQ(rowsOf(logo({columnOf({{'D', 9}})}, 0, 1, {3, 100}, 1), Qt::red), (std::pair{0, 100}));
  EXPECT_EQ(test::countColor(logo({}, 0, 10, {50, 50}, 1), Qt::white, 0), 2500);
  EXPECT_EQ(test::countColor(logo({columnOf({{'D', 1}})}, 3, 5, {50, 50}, 1), Qt::white, 0), 2500);
  EXPECT_EQ(test::countColor(logo({columnOf({{'D', 1}})}, 0, 0, {50, 50}, 1), Qt::white, 0), 2500);
  EXPECT_EQ(test::countColor(logo({columnOf({{'D', 1}})}, 0, 1, {50, 50}, 0), Qt::white, 0), 2500);
}

TEST(LogoPainter, hydrophobicLettersHaveTheColourOfTextInBothThemes) {
  for (const ui::Theme& theme : {ui::Theme::light(), ui::Theme::dark()}) {
    const ui::LogoColors& colors = ui::logoColors(theme);
    EXPECT_EQ(colors[engine::alphabet::codeOf('L')], theme.text);
    EXPECT_NE(colors[engine::alphabet::codeOf('D')], colors[engine::alphabet::codeOf('K')]);
  }
}

}  // namespace logo_painter_test
