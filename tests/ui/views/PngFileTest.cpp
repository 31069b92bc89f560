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
  const QByteArray bytes = ui::pngBytes(image, 2);
  const QImage back = QImage::fromData(bytes, "PNG");
  ASSERT_EQ(back.size(), image.size());
  EXPECT_EQ(back.convertToFormat(QImage::Format_RGB32), image.convertToFormat(QImage::Format_RGB32));
}

TEST(PngFile, picturesOfManyColoursComeBack) { expectSame(noise(900, 700, 60000)); }

TEST(PngFile, picturesOfFewColoursComeBackFromAPalette) {
  const QImage image = noise(1500, 1200, 256);
  expectSame(image);
  EXPECT_EQ(QImage::fromData(ui::pngBytes(image), "PNG").format(), QImage::Format_Indexed8);
}

TEST(PngFile, onePixelComesBackAndNothingGivesNothing) {
  expectSame(noise(1, 1, 5));
  EXPECT_TRUE(ui::pngBytes({}).isEmpty());
}

}  // namespace
