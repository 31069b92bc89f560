// Source: PNG (W3C recommendation, second edition), zlib and deflate (RFC 1950, 1951). A zlib stream may be put
// together from blocks that were compressed apart, when each ends at a whole byte.
#include "ui/views/base/PngFile.h"

#include <isa-l/igzip_lib.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <future>
#include <vector>

#include "engine/base/Error.h"
#include "engine/base/ParallelFor.h"

namespace ui {
namespace {

using Bytes = std::vector<unsigned char>;

constexpr qsizetype kBandBytes = 4 << 20;  ///< of a band in memory
constexpr size_t kPieceBytes = 256 << 10;  ///< compressed at a time: input and output stay in the cache
constexpr int kLevel = 1;
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

/// A row of a PNG before compression: a byte for the filter, then three or, with alpha, four for each pixel. A row that
/// is like the one above becomes zeros (filter "up"), which costs next to nothing; others stay as they are: letters and
/// plain areas repeat.
void appendRow(const QRgb* pixels, const QRgb* above, int width, bool hasAlpha, Bytes& bytes) {
  constexpr unsigned char kNone = 0, kUp = 2;
  const size_t start = bytes.size(), channels = hasAlpha ? 4 : 3;
  bytes.resize(start + 1 + channels * static_cast<size_t>(width));
  unsigned char* into = bytes.data() + start;
  if (above && std::equal(pixels, pixels + width, above)) {
    *into = kUp;  // the rest is zero
    return;
  }
  *into++ = kNone;
  for (int x = 0; x < width; ++x, into += channels) {
    into[0] = static_cast<unsigned char>(pixels[x] >> 16);
    into[1] = static_cast<unsigned char>(pixels[x] >> 8);
    into[2] = static_cast<unsigned char>(pixels[x]);
    if (hasAlpha) into[3] = static_cast<unsigned char>(pixels[x] >> 24);
  }
}

struct Band {
  QByteArray compressed;
  std::uint32_t checksum = 1;
  z_off_t size = 0;  ///< before compression
};

/// A raw deflate stream by ISA-L: half the time of zlib for a whole alignment, drawing included
/// (tests/bench/README.md).
class Deflate {
 public:
  Deflate() : m_output(kPieceBytes), m_levelMemory(ISAL_DEF_LVL1_DEFAULT) {
    isal_deflate_init(&m_stream);
    m_stream.level = kLevel;
    m_stream.level_buf = m_levelMemory.data();
    m_stream.level_buf_size = static_cast<std::uint32_t>(m_levelMemory.size());
  }
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;

  enum class End { none, band, picture };
  void add(Bytes& bytes, End end, Band& band) {
    band.checksum = isal_adler32(band.checksum, bytes.data(), bytes.size());
    band.size += static_cast<z_off_t>(bytes.size());
    m_stream.next_in = bytes.data();
    m_stream.avail_in = static_cast<std::uint32_t>(bytes.size());
    // What follows a band looks back to nothing before it and begins at a whole byte.
    m_stream.flush = end == End::none ? NO_FLUSH : FULL_FLUSH;
    m_stream.end_of_stream = end == End::picture ? 1 : 0;
    do {
      m_stream.next_out = m_output.data();
      m_stream.avail_out = static_cast<std::uint32_t>(m_output.size());
      if (const int code = isal_deflate(&m_stream); code != COMP_OK)
        engine::fail("a picture cannot be compressed: ISA-L gave code ", code);
      band.compressed.append(reinterpret_cast<const char*>(m_output.data()),
                             static_cast<qsizetype>(m_output.size() - m_stream.avail_out));
    } while (m_stream.avail_out == 0);
  }

 private:
  isal_zstream m_stream;
  Bytes m_output, m_levelMemory;
};

Band compressed(const QImage& image, bool isLast) {
  Band band;
  Deflate deflate;
  Bytes bytes;
  bytes.reserve(kPieceBytes + 5 * static_cast<size_t>(image.width()));
  const bool hasAlpha = image.hasAlphaChannel();
  const int width = image.width(), height = image.height();
  for (int y = 0; y < height; ++y) {
    const auto row = [&](int at) { return reinterpret_cast<const QRgb*>(image.constScanLine(at)); };
    appendRow(row(y), y > 0 ? row(y - 1) : nullptr, width, hasAlpha, bytes);
    const bool isEnd = y + 1 == height;
    if (!isEnd && bytes.size() < kPieceBytes) continue;
    using End = Deflate::End;
    deflate.add(bytes, !isEnd ? End::none : isLast ? End::picture : End::band, band);
    bytes.clear();
  }
  return band;
}

/// The bands in their order; as many are compressed at a time as there are cores.
std::vector<Band> compressedBands(QSize size, const PaintBand& paint, bool hasAlpha) {
  const int rows =
      static_cast<int>(std::clamp<qsizetype>(kBandBytes / (4 * qsizetype{size.width()}), 1, size.height()));
  std::vector<Band> bands;
  std::deque<std::future<Band>> working;
  const auto collect = [&] {
    bands.push_back(working.front().get());
    working.pop_front();
  };
  for (int top = 0; top < size.height(); top += rows) {
    QImage image(size.width(), std::min(rows, size.height() - top),
                 hasAlpha ? QImage::Format_ARGB32 : QImage::Format_RGB32);
    if (image.isNull()) engine::fail("there is no memory for a picture of ", size.width(), " pixels a row");
    if (hasAlpha) image.fill(Qt::transparent);
    paint(image, top);
    const bool isLast = top + rows >= size.height();
    working.push_back(std::async(std::launch::async, [image, isLast] { return compressed(image, isLast); }));
    while (static_cast<int>(working.size()) > engine::defaultThreadCount()) collect();
  }
  while (!working.empty()) collect();
  return bands;
}

/// The chunk pHYs: pixels per metre across and down.
void appendDensity(QByteArray& file, double dotsPerInch) {
  constexpr double kInchesPerMetre = 1 / 0.0254;
  QByteArray density;
  for (int side = 0; side < 2; ++side)
    append32(density, static_cast<quint32>(std::lround(dotsPerInch * kInchesPerMetre)));
  density.append('\x01');  // the unit is the metre
  appendChunk(file, "pHYs", density);
}

}  // namespace

void checkPageSize(QSize size, double scale) {
  if (size.width() < 1 || size.height() < 1 || scale <= 0 || size.width() * scale > kLargestSide ||
      size.height() * scale > kLargestSide)
    engine::fail("cannot draw a picture of ", size.width(), " x ", size.height(), " pixels at scale ", scale,
                 "; expected sides of 1 to ", kLargestSide, " device pixels");
}

QByteArray pngBytes(QSize size, const PaintBand& paint, const PngForm& form) {
  if (size.isEmpty()) return {};
  QByteArray data("\x78\x01", 2);
  uLong checksum = 1;
  for (const Band& band : compressedBands(size, paint, form.hasAlpha)) {
    data.append(band.compressed);
    checksum = adler32_combine(checksum, band.checksum, band.size);
  }
  append32(data, static_cast<quint32>(checksum));

  const char eightBitColors[] = {8, static_cast<char>(form.hasAlpha ? 6 : 2), 0, 0, 0};
  QByteArray header;
  append32(header, static_cast<quint32>(size.width()));
  append32(header, static_cast<quint32>(size.height()));
  header.append(eightBitColors, sizeof eightBitColors);
  QByteArray file("\x89PNG\r\n\x1a\n", 8);
  file.reserve(data.size() + 100);
  appendChunk(file, "IHDR", header);
  if (form.dotsPerInch > 0) appendDensity(file, form.dotsPerInch);
  appendChunk(file, "IDAT", data);
  appendChunk(file, "IEND", {});
  return file;
}

QByteArray pngBytes(const QImage& original, double dotsPerInch) {
  const bool hasAlpha = original.hasAlphaChannel();
  const QImage image = original.convertToFormat(hasAlpha ? QImage::Format_ARGB32 : QImage::Format_RGB32);
  const auto copy = [&image](QImage& band, int top) {
    for (int y = 0; y < band.height(); ++y)
      std::copy_n(image.constScanLine(top + y), 4 * static_cast<size_t>(image.width()), band.scanLine(y));
  };
  return pngBytes(image.size(), copy, {hasAlpha, dotsPerInch});
}

}  // namespace ui
