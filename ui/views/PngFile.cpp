// Source: PNG (W3C recommendation, second edition), zlib and deflate (RFC 1950, 1951). A zlib stream may be put
// together from blocks that were compressed apart, when each ends at a whole byte.
#include "ui/views/PngFile.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "engine/base/Error.h"
#include "engine/base/ParallelFor.h"

namespace ui {
namespace {

using engine::Index;
using Bytes = std::vector<unsigned char>;

constexpr Index kBandBytes = 1 << 20;  ///< before compression
constexpr int kFast = 1;               ///< of zlib's levels
constexpr int kRawDeflate = -15;       ///< no header, window of 32 kB
constexpr size_t kMostColors = 256;

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

/// Every colour and its place; empty when there are too many.
std::unordered_map<QRgb, unsigned char> paletteOf(const QImage& image) {
  std::unordered_map<QRgb, unsigned char> palette;
  QRgb last = 0;
  for (int y = 0; y < image.height(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
    for (int x = 0; x < image.width(); ++x) {
      if (line[x] == last && !palette.empty()) continue;
      last = line[x];
      if (palette.size() == kMostColors && palette.count(last) == 0) return {};
      palette.try_emplace(last, static_cast<unsigned char>(palette.size()));
    }
  }
  return palette;
}

/// Rows as PNG wants them before compression: a byte for the filter, then the pixels.
class Rows {
 public:
  explicit Rows(const QImage& image) : m_image(image), m_palette(paletteOf(image)) {}

  bool hasPalette() const { return !m_palette.empty(); }
  Index bytesPerRow() const { return 1 + static_cast<Index>(m_image.width()) * (hasPalette() ? 1 : 3); }
  QByteArray paletteBytes() const {
    QByteArray bytes(static_cast<qsizetype>(3 * m_palette.size()), 0);
    for (const auto& [color, place] : m_palette) {
      bytes[3 * place] = static_cast<char>(qRed(color));
      bytes[3 * place + 1] = static_cast<char>(qGreen(color));
      bytes[3 * place + 2] = static_cast<char>(qBlue(color));
    }
    return bytes;
  }

  Bytes band(Index first, Index last) const {
    Bytes bytes(static_cast<size_t>((last - first) * bytesPerRow()));
    unsigned char* into = bytes.data();
    for (Index y = first; y < last; ++y) {
      *into++ = 0;  // no filter: text and plain areas repeat as they are
      const auto* line = reinterpret_cast<const QRgb*>(m_image.constScanLine(static_cast<int>(y)));
      into = hasPalette() ? indexed(line, into) : plain(line, into);
    }
    return bytes;
  }

 private:
  unsigned char* plain(const QRgb* line, unsigned char* into) const {
    for (int x = 0; x < m_image.width(); ++x, into += 3) {
      into[0] = static_cast<unsigned char>(line[x] >> 16);
      into[1] = static_cast<unsigned char>(line[x] >> 8);
      into[2] = static_cast<unsigned char>(line[x]);
    }
    return into;
  }
  unsigned char* indexed(const QRgb* line, unsigned char* into) const {
    QRgb last = line[0];
    unsigned char place = m_palette.at(last);
    for (int x = 0; x < m_image.width(); ++x) {
      if (line[x] != last) place = m_palette.at(last = line[x]);
      *into++ = place;
    }
    return into;
  }

  const QImage& m_image;
  std::unordered_map<QRgb, unsigned char> m_palette;
};

struct Band {
  Bytes compressed;
  uLong checksum = 0;
  Index size = 0;  ///< before compression
};

Band compressed(const Bytes& bytes, bool isLast) {
  z_stream stream{};
  if (deflateInit2(&stream, kFast, Z_DEFLATED, kRawDeflate, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    engine::fail("zlib cannot start to compress a picture");
  Band band;
  band.size = static_cast<Index>(bytes.size());
  band.checksum = adler32(1, bytes.data(), static_cast<uInt>(bytes.size()));
  band.compressed.resize(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 16);
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = band.compressed.data();
  stream.avail_out = static_cast<uInt>(band.compressed.size());
  deflate(&stream, isLast ? Z_FINISH : Z_FULL_FLUSH);
  band.compressed.resize(stream.total_out);
  deflateEnd(&stream);
  return band;
}

}  // namespace

QByteArray pngBytes(const QImage& original, int threads) {
  if (original.isNull()) return {};
  const QImage image = original.convertToFormat(QImage::Format_RGB32);
  const Rows rows(image);
  const Index rowsPerBand = std::max<Index>(1, kBandBytes / rows.bytesPerRow());
  const Index numBands = (image.height() + rowsPerBand - 1) / rowsPerBand;
  std::vector<Band> bands(static_cast<size_t>(numBands));
  engine::parallelFor(numBands, 1, threads, [&](Index begin, Index end) {
    for (Index band = begin; band < end; ++band) {
      const Index first = band * rowsPerBand, last = std::min<Index>(image.height(), first + rowsPerBand);
      bands[static_cast<size_t>(band)] = compressed(rows.band(first, last), band + 1 == numBands);
    }
  });
  QByteArray data("\x78\x01", 2);
  uLong checksum = 1;
  for (const Band& band : bands) {
    data.append(reinterpret_cast<const char*>(band.compressed.data()), static_cast<qsizetype>(band.compressed.size()));
    checksum = adler32_combine(checksum, band.checksum, static_cast<z_off_t>(band.size));
  }
  append32(data, static_cast<quint32>(checksum));

  QByteArray header;
  append32(header, static_cast<quint32>(image.width()));
  append32(header, static_cast<quint32>(image.height()));
  header.append(static_cast<char>(8));
  header.append(static_cast<char>(rows.hasPalette() ? 3 : 2));
  header.append(3, '\0');
  QByteArray file("\x89PNG\r\n\x1a\n", 8);
  appendChunk(file, "IHDR", header);
  if (rows.hasPalette()) appendChunk(file, "PLTE", rows.paletteBytes());
  appendChunk(file, "IDAT", data);
  appendChunk(file, "IEND", {});
  return file;
}

}  // namespace ui
