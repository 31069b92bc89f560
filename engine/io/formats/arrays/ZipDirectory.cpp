// Source: APPNOTE.TXT of PKWARE, version 6.3: end record, 64-bit end record, central directory, local headers.
#include "engine/io/formats/arrays/ZipDirectory.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "engine/base/Error.h"
#include "engine/io/Json.h"

namespace engine {

namespace {

constexpr std::size_t kEndRecord = 22, kLongestComment = 65535, kEnd64Locator = 20, kEnd64Record = 56;
constexpr std::size_t kCentralHeader = 46, kLocalHeader = 30;
constexpr std::size_t kMostDirectory = std::size_t{256} << 20;
constexpr std::uint32_t kInFarField = 0xFFFFFFFFu;  // the number stands in the 64-bit field

/// Numbers at places of a record.
class Record {
 public:
  explicit Record(std::string_view bytes) : m_bytes(bytes) {}
  std::uint64_t number(std::size_t at, std::size_t bytes) const {
    std::uint64_t value = 0;
    for (std::size_t k = bytes; k-- > 0;)
      value = value << 8 | (at + k < m_bytes.size() ? static_cast<unsigned char>(m_bytes[at + k]) : 0u);
    return value;
  }
  std::uint64_t two(std::size_t at) const { return number(at, 2); }
  std::uint64_t four(std::size_t at) const { return number(at, 4); }
  std::uint64_t eight(std::size_t at) const { return number(at, 8); }

 private:
  std::string_view m_bytes;
};

struct Directory {
  std::uint64_t offset = 0, size = 0, count = 0;
};

[[noreturn]] void failDamaged(const ByteSource& archive, const char* what) {
  fail(archive.name(), ": is no readable zip archive: ", what);
}

Directory findDirectory(const ByteSource& archive) {
  const std::size_t tailSize = std::min(archive.size(), kEndRecord + kLongestComment);
  const std::size_t tailAt = archive.size() - tailSize;
  const std::string tail = archive.part(tailAt, tailSize);
  const std::size_t found = tail.rfind(std::string_view("PK\5\6", 4));
  if (found == std::string::npos || tail.size() - found < kEndRecord) failDamaged(archive, "its end is missing");
  const Record end(std::string_view(tail).substr(found));
  Directory directory{end.four(16), end.four(12), end.two(10)};
  const bool isFar = directory.offset == kInFarField || directory.size == kInFarField || directory.count == 0xFFFF;
  if (!isFar || tailAt + found < kEnd64Locator) return directory;
  const std::string locator = archive.part(tailAt + found - kEnd64Locator, kEnd64Locator);
  if (!locator.starts_with(std::string_view("PK\6\7", 4))) return directory;
  const std::string far = archive.part(Record(locator).eight(8), kEnd64Record);
  if (far.size() < kEnd64Record || !far.starts_with(std::string_view("PK\6\6", 4)))
    failDamaged(archive, "its 64-bit end record is missing");
  const Record record(far);
  return {record.eight(48), record.eight(40), record.eight(32)};
}

/// Replaces the numbers that did not fit by those of the 64-bit field.
void readFarField(std::string_view extra, ZipEntry& entry) {
  while (extra.size() >= 4) {
    const Record record(extra);
    const std::size_t length = std::min<std::size_t>(record.two(2), extra.size() - 4);
    if (record.two(0) == 1) {
      const Record field(extra.substr(4, length));
      std::size_t at = 0;
      const auto replace = [&](auto& number) {
        if (number != kInFarField || at + 8 > length) return;
        number = field.eight(at);
        at += 8;
      };
      replace(entry.size);
      replace(entry.packedSize);
      replace(entry.headerAt);
    }
    extra.remove_prefix(4 + length);
  }
}

/// Of the entry with its header, as far as the directory tells.
std::size_t leastEnd(const ZipEntry& entry) {
  return entry.headerAt + kLocalHeader + entry.name.size() + entry.packedSize;
}

void requireInside(const ByteSource& archive, const ZipEntry& entry) {
  const std::string what = archive.name() + ", entry " + shownBytes(entry.name);
  if (entry.headerAt > archive.size() || entry.packedSize > archive.size() || leastEnd(entry) > archive.size())
    fail(what, ": ends at byte ", archive.size(), ", expected ", entry.packedSize, " bytes behind ", entry.headerAt);
  if (!entry.isReadable) return;
  constexpr std::size_t kBestDeflate = 1032;  // unpacked bytes per packed byte
  if (entry.isStored ? entry.size != entry.packedSize : entry.size / kBestDeflate > entry.packedSize + 1)
    fail(what, ": is damaged: ", entry.packedSize, " packed bytes cannot hold ", entry.size);
}

/// Entries that share bytes are a small file that becomes a large one.
void requireApart(const ByteSource& archive, const std::vector<ZipEntry>& entries) {
  std::vector<const ZipEntry*> ordered;
  for (const ZipEntry& entry : entries) ordered.push_back(&entry);
  std::sort(ordered.begin(), ordered.end(), [](const auto* a, const auto* b) { return a->headerAt < b->headerAt; });
  for (std::size_t k = 1; k < ordered.size(); ++k)
    if (leastEnd(*ordered[k - 1]) > ordered[k]->headerAt)
      fail(archive.name(), ": the entries ", shownBytes(ordered[k - 1]->name), " and ", shownBytes(ordered[k]->name),
           " overlap, expected each to have bytes of its own");
}

}  // namespace

std::vector<ZipEntry> zipEntries(const ByteSource& archive) {
  const Directory directory = findDirectory(archive);
  if (directory.offset > archive.size() || directory.size > archive.size() - directory.offset)
    failDamaged(archive, "its directory lies beyond its end");
  if (directory.size > kMostDirectory) failDamaged(archive, "its directory is too large");
  const std::string bytes = archive.part(directory.offset, directory.size);
  std::string_view rest = bytes;
  std::vector<ZipEntry> entries;
  for (std::uint64_t k = 0; k < directory.count; ++k) {
    if (rest.size() < kCentralHeader || !rest.starts_with(std::string_view("PK\1\2", 4)))
      failDamaged(archive, "its directory is damaged");
    const Record record(rest);
    const std::size_t nameLength = record.two(28), extraLength = record.two(30), commentLength = record.two(32);
    if (rest.size() - kCentralHeader < nameLength + extraLength + commentLength)
      failDamaged(archive, "its directory is damaged");
    ZipEntry entry;
    entry.name = rest.substr(kCentralHeader, nameLength);
    const std::uint64_t flags = record.two(8), method = record.two(10);
    entry.isStored = method == 0;
    entry.isReadable = (method == 0 || method == 8) && (flags & 1u) == 0;
    entry.crc = static_cast<std::uint32_t>(record.four(16));
    entry.packedSize = record.four(20);
    entry.size = record.four(24);
    entry.headerAt = record.four(42);
    readFarField(rest.substr(kCentralHeader + nameLength, extraLength), entry);
    requireInside(archive, entry);
    entries.push_back(std::move(entry));
    rest.remove_prefix(kCentralHeader + nameLength + extraLength + commentLength);
  }
  requireApart(archive, entries);
  return entries;
}

std::size_t bytesOfEntry(const ByteSource& archive, const ZipEntry& entry, const std::string& what) {
  // Where the bytes begin stands in the entry's own header only.
  const std::string header = archive.part(entry.headerAt, kLocalHeader);
  if (header.size() < kLocalHeader || !header.starts_with(std::string_view("PK\3\4", 4)))
    fail(what, ": its header is missing at byte ", entry.headerAt);
  const Record record(header);
  const std::size_t begin = entry.headerAt + kLocalHeader + record.two(26) + record.two(28);
  if (begin > archive.size() || entry.packedSize > archive.size() - begin)
    fail(what, ": ends at byte ", archive.size(), ", expected ", entry.packedSize, " bytes at ", begin);
  return begin;
}

namespace {

std::string inflated(const ByteSource& archive, const ZipEntry& entry, const std::string& what, Progress& progress) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const std::size_t begin = bytesOfEntry(archive, entry, what);
  std::string unpacked(entry.size, '\0');
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) fail(what, ": cannot be unpacked");
  const std::unique_ptr<z_stream, int (*)(z_stream*)> closing(&stream, inflateEnd);
  std::string packed;
  std::size_t read = 0, done = 0;
  int state = Z_OK;
  while (state == Z_OK) {
    progress.update(entry.size ? double(done) / double(entry.size) : 0.0, "unpacking");
    if (stream.avail_in == 0) {
      packed = archive.part(begin + read, std::min(kPiece, entry.packedSize - read));
      read += packed.size();
      stream.next_in = reinterpret_cast<Bytef*>(packed.data());
      stream.avail_in = static_cast<uInt>(packed.size());
    }
    const std::size_t room = std::min(4 * kPiece, unpacked.size() - done);
    stream.next_out = reinterpret_cast<Bytef*>(unpacked.data() + done);
    stream.avail_out = static_cast<uInt>(room);
    state = inflate(&stream, Z_NO_FLUSH);
    done += room - stream.avail_out;
    if (state == Z_BUF_ERROR && stream.avail_in == 0 && read < entry.packedSize) state = Z_OK;
  }
  if (state != Z_STREAM_END || done != unpacked.size())
    fail(what, ": is damaged: found ", done, " bytes, expected ", unpacked.size());
  return unpacked;
}

}  // namespace

std::string unpackEntry(const ByteSource& archive, const ZipEntry& entry, const std::string& what, Progress& progress) {
  if (!entry.isReadable) fail(what, ": is encrypted or packed in a way other than deflate");
  progress.update(0.0, "unpacking");
  const std::string bytes = entry.isStored ? archive.part(bytesOfEntry(archive, entry, what), entry.size)
                                           : inflated(archive, entry, what, progress);
  if (crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()) != entry.crc)
    fail(what, ": is damaged: its check sum differs");
  return bytes;
}

}  // namespace engine
