// PNG files read back by Qt's own reader.
#include "ui/views/PngFile.h"

#include <gtest/gtest.h>

#include <random>

namespace {

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

TEST(PngFile, onePixelComesBackAndNothingGivesNothing) {
  expectSame(noise(1, 1, 5));
  EXPECT_TRUE(ui::pngBytes(QImage()).isEmpty());
}

}  // namespace
