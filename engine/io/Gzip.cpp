// gzip in memory.
#include "engine/io/Gzip.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"

namespace engine {

namespace {

constexpr int kGzipWindow = 15 + 16;  // largest window, gzip header and checksum
constexpr size_t kBytesOfPiece = size_t{1} << 18;

struct Inflater {
  z_stream stream{};
  Inflater() {
    if (inflateInit2(&stream, kGzipWindow) != Z_OK) fail("gzip: not enough memory to unpack");
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

struct Deflater {
  z_stream stream{};
  Deflater() {
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK)
      fail("gzip: not enough memory to pack");
  }
  ~Deflater() { deflateEnd(&stream); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
};

/// zlib counts in 32 bits: points the stream at the next part of `bytes` from `position`, and moves `position`.
void feed(z_stream& stream, std::string_view bytes, size_t& position) {
  const size_t length = std::min(kBytesOfPiece, bytes.size() - position);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + position));
  stream.avail_in = static_cast<uInt>(length);
  position += length;
}

/// What a file of one member says of its size at its end, when that can be and is no lie that takes all memory.
size_t likelySize(std::string_view packed) {
  constexpr size_t kBestDeflate = 1032;  // unpacked bytes per packed byte
  std::uint32_t size = 0;
  if (packed.size() < sizeof size) return 0;
  std::memcpy(&size, packed.data() + packed.size() - sizeof size, sizeof size);
  return size <= kBestDeflate * packed.size() && size <= memoryBudget() / 2 ? size : 0;
}

}  // namespace

bool isGzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::string unpackGzip(std::string_view packed, const std::string& source, Progress& progress) {
  Inflater inflater;
  z_stream& stream = inflater.stream;
  std::string content, piece(kBytesOfPiece, '\0');
  MemoryShare memory(source);
  const size_t likely = likelySize(packed);
  memory.hold(likely);
  content.reserve(likely);
  size_t position = 0;
  bool atEnd = false;
  while (!atEnd) {
    progress.update(double(position) / double(std::max<size_t>(1, packed.size())), "unpacking");
    if (stream.avail_in == 0) feed(stream, packed, position);
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    const int result = inflate(&stream, Z_NO_FLUSH);
    appendWithin(memory, content, {piece.data(), piece.size() - stream.avail_out});
    const size_t left = stream.avail_in + (packed.size() - position);
    if (result == Z_STREAM_END) {
      // Another member may follow; anything else behind a member is padding, as for the gzip program.
      atEnd = !isGzip(packed.substr(packed.size() - left));
      if (!atEnd) inflateReset(&stream);
    } else if (result == Z_BUF_ERROR || (result == Z_OK && left == 0 && stream.avail_out != 0)) {
      fail(source, ": the gzip data end too early, after ", content.size(), " unpacked bytes");
    } else if (result != Z_OK) {
      fail(source, ": the gzip data are damaged after ", content.size(), " unpacked bytes (",
           stream.msg ? stream.msg : "zlib error", ")");
    }
  }
  return content;
}

std::string packGzip(std::string_view content) {
  Deflater deflater;
  z_stream& stream = deflater.stream;
  std::string packed, piece(kBytesOfPiece, '\0');
  size_t position = 0;
  int result = Z_OK;
  while (result != Z_STREAM_END) {
    if (stream.avail_in == 0) feed(stream, content, position);
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    result = deflate(&stream, position == content.size() ? Z_FINISH : Z_NO_FLUSH);
    if (result == Z_STREAM_ERROR) fail("gzip: packing failed");
    packed.append(piece.data(), piece.size() - stream.avail_out);
  }
  return packed;
}

}  // namespace engine
