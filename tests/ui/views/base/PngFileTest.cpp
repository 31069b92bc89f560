// PNG files read back by Qt's own reader.
#include "ui/views/base/PngFile.h"

#include <gtest/gtest.h>

#include <random>

namespace png_file_test {

QImage noise(int width, int height, unsigned colors) {
  std::mt19937 random(7);
  QImage image(width, height, QImage::Format_RGB32);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) image.setPixel(x, y, 0xff000000u | (random() % colors) * 0x010305u);
  return image;
}

void expectSame(const QImage& image) {
  const QByteArray bytes = ui::pngBytes(image);
  const QImage back = QImage::fromData(bytes, "PNG");
  ASSERT_EQ(back.size(), image.size());
  EXPECT_EQ(back.convertToFormat(QImage::Format_RGB32), image.convertToFormat(QImage::Format_RGB32));
}

TEST(PngFile, picturesOfManyColoursComeBack) { expectSame(noise(900, 700, 60000)); }

TEST(PngFile, bandsAreAskedForFromTheTopToTheBottom) {
  int next = 0;
  const QByteArray bytes = ui::pngBytes(QSize(3000, 2000), [&](QImage& band, int top) {
    EXPECT_EQ(top, next);
    next = top + band.height();
    for (int y = 0; y < band.height(); ++y) band.setPixel(7, y, 0xff000000u + static_cast<unsigned>(top + y));
    for (int y = 0; y < band.height(); ++y) band.setPixel(8, y, 0xffffffffu);
  });
  EXPECT_EQ(next, 2000);
  const QImage back = QImage::fromData(bytes, "PNG");
  ASSERT_EQ(back.size(), QSize(3000, 2000));
  for (const int y : {0, 349, 350, 1000, 1999}) EXPECT_EQ(back.pixel(7, y) & 0xffffffu, static_cast<unsigned>(y));
}

TEST(PngFile, rowsLikeTheOneAboveComeBack) {
  QImage image(40, 30, QImage::Format_RGB32);
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x) image.setPixel(x, y, 0xff000000u + static_cast<unsigned>(x * 70 + y / 7));
  expectSame(image);
}

/// Cells of few colours with letters, as in an alignment.
QImage cells(int width, int height) {
  std::mt19937 random(9);
  QImage image(width, height, QImage::Format_RGB32);
  std::vector<unsigned> row(static_cast<size_t>(width / 10 + 1));
  for (int y = 0; y < height; ++y) {
    if (y % 15 == 0)
      for (unsigned& cell : row) cell = static_cast<unsigned>(random() % 21);
    for (int x = 0; x < width; ++x) {
      const unsigned cell = row[static_cast<size_t>(x / 10)], inside = (cell * 7 + x % 10 * 3 + y % 15) % 5;
      image.setPixel(x, y, 0xff000000u + (inside == 0 ? cell * 0x050301u : cell * 0x0a0b0cu));
    }
  }
  return image;
}

TEST(PngFile, cellsAndVeryWideRowsComeBack) {
  expectSame(cells(1003, 1511));
  expectSame(cells(20000, 40));
  expectSame(cells(2, 3000));
}

TEST(PngFile, rareColoursBesideOneThatIsEverywhereComeBack) {
  // Frequencies like Fibonacci's numbers ask for codes longer than there may be.
  std::mt19937 random(2);
  QImage image(700, 700, QImage::Format_RGB32);
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      unsigned level = 0;
      while (level < 40 && random() % 1000 < 382) ++level;
      image.setPixel(x, y, 0xff000000u + level * 0x030507u + static_cast<unsigned>(random() % 2) * 0x400000u);
    }
  expectSame(image);
}

TEST(PngFile, whatIsNotOpaqueIsWrittenAsItsColour) {
  QImage image(3, 2, QImage::Format_RGB32);
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 2; ++y)
      reinterpret_cast<QRgb*>(image.scanLine(y))[x] = 0x00102030u + 0x50000000u * static_cast<unsigned>(x);
  const QImage back = QImage::fromData(ui::pngBytes(image), "PNG");
  for (int x = 0; x < 3; ++x) EXPECT_EQ(back.pixel(x, 1) & 0xffffffu, 0x102030u);
}

TEST(PngFile, transparentPixelsComeBackAsTheyWere) {
  QImage image(300, 200, QImage::Format_ARGB32);
  for (int y = 0; y < 200; ++y)
    for (int x = 0; x < 300; ++x) image.setPixel(x, y, qRgba(x % 256, y, 77, (x + y) % 256));
  const QImage back = QImage::fromData(ui::pngBytes(image), "PNG");
  ASSERT_TRUE(back.hasAlphaChannel());
  EXPECT_EQ(back.convertToFormat(QImage::Format_ARGB32), image);
}

TEST(PngFile, dotsPerInchAreWrittenWhereTheyAreKnown) {
  const QImage image = noise(5, 4, 3);
  EXPECT_FALSE(ui::pngBytes(image).contains("pHYs"));
  const QImage back = QImage::fromData(ui::pngBytes(image, 300), "PNG");
  EXPECT_EQ(back.dotsPerMeterX(), 11811);
  EXPECT_EQ(back.dotsPerMeterY(), 11811);
}

TEST(PngFile, onePixelComesBackAndNothingGivesNothing) {
  expectSame(noise(1, 1, 5));
  EXPECT_TRUE(ui::pngBytes(QImage()).isEmpty());
}

}  // namespace png_file_test
