// Source: PNG (W3C recommendation, second edition), zlib (RFC 1950). The stream is put together from pieces that were
// compressed beside each other.
#include "ui/views/PngFile.h"

#include <zlib.h>

#include <algorithm>
#include <deque>
#include <future>
#include <vector>

#include "engine/base/Error.h"
#include "engine/base/ParallelFor.h"
#include "ui/views/PixelDeflate.h"

namespace ui {
namespace {

constexpr qsizetype kBandBytes = 4 << 20;  ///< of a band in memory
constexpr int kLargestSide = 32768;

void append32(QByteArray& bytes, quint32 number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes.append(static_cast<char>(number >> shift & 0xff));
}

void appendChunk(QByteArray& file, const char* type, const QByteArray& data) {
  append32(file, static_cast<quint32>(data.size()));
  const qsizetype start = file.size();
  file.append(type, 4);
  file.append(data);
  append32(file, static_cast<quint32>(crc32(0, reinterpret_cast<const Bytef*>(file.constData() + start),
                                            static_cast<uInt>(file.size() - start))));
}

PixelPiece compressed(const QImage& image, bool isLast) {
  PixelRows rows;
  for (int y = 0; y < image.height(); ++y) rows.push_back(reinterpret_cast<const QRgb*>(image.constScanLine(y)));
  return compressedPixels(rows, image.width(), isLast);
}

/// The bands in their order; as many are compressed at a time as there are cores.
std::vector<PixelPiece> compressedBands(QSize size, const PaintBand& paint) {
  const int rows =
      static_cast<int>(std::clamp<qsizetype>(kBandBytes / (4 * qsizetype{size.width()}), 1, size.height()));
  std::vector<PixelPiece> bands;
  std::deque<std::future<PixelPiece>> working;
  const auto collect = [&] {
    bands.push_back(working.front().get());
    working.pop_front();
  };
  for (int top = 0; top < size.height(); top += rows) {
    QImage image(size.width(), std::min(rows, size.height() - top), QImage::Format_RGB32);
    if (image.isNull()) engine::fail("there is no memory for a picture of ", size.width(), " pixels a row");
    paint(image, top);
    const bool isLast = top + rows >= size.height();
    working.push_back(std::async(std::launch::async, [image, isLast] { return compressed(image, isLast); }));
    while (static_cast<int>(working.size()) > engine::defaultThreadCount()) collect();
  }
  while (!working.empty()) collect();
  return bands;
}

}  // namespace

void checkPageSize(QSize size, double scale) {
  if (size.width() < 1 || size.height() < 1 || scale <= 0 || size.width() * scale > kLargestSide ||
      size.height() * scale > kLargestSide)
    engine::fail("cannot draw a picture of ", size.width(), " x ", size.height(), " pixels at scale ", scale,
                 "; expected sides of 1 to ", kLargestSide, " device pixels");
}

QByteArray pngBytes(QSize size, const PaintBand& paint) {
  if (size.isEmpty()) return {};
  QByteArray data("\x78\x01", 2);
  uLong checksum = 1;
  for (const PixelPiece& band : compressedBands(size, paint)) {
    data.append(reinterpret_cast<const char*>(band.compressed.data()), static_cast<qsizetype>(band.compressed.size()));
    checksum = adler32_combine(checksum, band.checksum, static_cast<z_off_t>(band.size));
  }
  append32(data, static_cast<quint32>(checksum));

  constexpr char kEightBitColors[] = {8, 2, 0, 0, 0};
  QByteArray header;
  append32(header, static_cast<quint32>(size.width()));
  append32(header, static_cast<quint32>(size.height()));
  header.append(kEightBitColors, sizeof kEightBitColors);
  QByteArray file("\x89PNG\r\n\x1a\n", 8);
  file.reserve(data.size() + 100);
  appendChunk(file, "IHDR", header);
  appendChunk(file, "IDAT", data);
  appendChunk(file, "IEND", {});
  return file;
}

QByteArray pngBytes(const QImage& original) {
  const QImage image = original.convertToFormat(QImage::Format_RGB32);
  return pngBytes(image.size(), [&image](QImage& band, int top) {
    for (int y = 0; y < band.height(); ++y)
      std::copy_n(image.constScanLine(top + y), 4 * static_cast<size_t>(image.width()), band.scanLine(y));
  });
}

}  // namespace ui
