// Layout: a head of 128 bytes, then the content. Numbers are those of the machine that wrote it; another byte order is
// refused. The check sum runs over pieces of 1 MiB, so that checking needs no more memory than one of them. It is also
// why nothing is forced to the disk here: what a power failure damages is found, and made again.
#include "engine/search/database/CacheFile.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "engine/base/MappedFile.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::array<char, 8> kMagic{'H', 'L', 'C', 'A', 'C', 'H', 'E', '\n'};

struct Head {
  std::array<char, 8> magic = kMagic;
  std::uint32_t byteOrder = kByteOrder;
  std::uint32_t reserved = 0;
  std::uint64_t kind = 0, fingerprint = 0;  ///< hashes of the key's texts
  std::uint64_t size = 0, checkSum = 0;     ///< of the content
  std::uint64_t headSum = 0;                ///< of the head with this field 0
  std::array<std::uint64_t, 9> unused{};
};
static_assert(sizeof(Head) == 128);

/// Four lanes of multiply and rotate over words of 8 bytes: any change of one word changes the sum.
std::uint64_t sumOf(std::span<const std::byte> bytes, std::uint64_t seed) {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15u;
  std::array<std::uint64_t, 4> lanes{seed, seed ^ 1, seed ^ 2, seed ^ 3};
  const auto mix = [](std::uint64_t lane, std::uint64_t word) {
    lane = (lane ^ word) * kFactor;
    return lane ^ (lane >> 29);
  };
  std::size_t at = 0;
  for (; at + 32 <= bytes.size(); at += 32) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), bytes.data() + at, 32);
    for (std::size_t k = 0; k < 4; ++k) lanes[k] = mix(lanes[k], words[k]);
  }
  for (; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    lanes[0] = mix(lanes[0], word);
  }
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t lane : lanes) sum = mix(sum, lane);
  return sum;
}

std::uint64_t sumOf(const std::string& text) { return sumOf(std::as_bytes(std::span(text)), 0); }

std::uint64_t headSumOf(Head head) {
  head.headSum = 0;
  return sumOf(std::as_bytes(std::span(&head, 1)), 0);
}

class MappedBytes : public CacheBytes {
 public:
  explicit MappedBytes(const fs::path& path) : m_file(path) {
    const auto bytes = std::as_bytes(std::span(m_file.bytes()));
    if (bytes.size() < sizeof(Head)) fail(path.string(), ": found ", bytes.size(), " bytes, expected a cache");
    m_bytes = bytes.subspan(sizeof(Head));
  }

  void release(std::size_t begin, std::size_t end) const override {
    m_file.release(m_file.bytes().substr(begin + sizeof(Head), end - begin));
  }

 private:
  MappedFile m_file;
};

class HeldBytes : public CacheBytes {
 public:
  explicit HeldBytes(const std::vector<std::byte>& content)
      : m_memory(static_cast<std::byte*>(::operator new(std::max<std::size_t>(1, content.size()), kAlignment))) {
    std::copy(content.begin(), content.end(), m_memory);
    m_bytes = {m_memory, content.size()};
  }
  ~HeldBytes() override { ::operator delete(m_memory, kAlignment); }
  HeldBytes(const HeldBytes&) = delete;
  HeldBytes& operator=(const HeldBytes&) = delete;

 private:
  static constexpr std::align_val_t kAlignment{64};
  std::byte* m_memory;
};

void checkHead(const Head& head, const fs::path& path, const CacheKey& key, std::size_t size) {
  if (head.magic != kMagic) fail(path.string(), ": found other content, expected a cache");
  if (head.byteOrder != kByteOrder) fail(path.string(), ": was written on a machine of another byte order");
  if (head.headSum != headSumOf(head)) fail(path.string(), ": the head is damaged");
  if (head.kind != sumOf(key.kind)) fail(path.string(), ": was written by another version of the program");
  if (head.fingerprint != sumOf(key.fingerprint)) fail(path.string(), ": was made from other files than are there now");
  if (head.size != size) fail(path.string(), ": found ", size, " bytes of content, expected ", head.size);
}

/// With its head checked.
std::shared_ptr<const CacheBytes> mappedCache(const fs::path& path, const CacheKey& key, Head& head) {
  auto bytes = std::make_shared<const MappedBytes>(path);
  std::memcpy(&head, bytes->all().data() - sizeof head, sizeof head);
  checkHead(head, path, key, bytes->all().size());
  return bytes;
}

[[noreturn]] void failToWrite(const fs::path& path) {
  throw CacheWriteError(path.string() + ": cannot be written: " + std::strerror(errno));
}

}  // namespace

void CacheBytes::release(std::size_t, std::size_t) const {}

std::shared_ptr<const CacheBytes> openCache(const fs::path& path, const CacheKey& key, Progress& progress) {
  Head head;
  const auto bytes = mappedCache(path, key, head);
  const std::span<const std::byte> content = bytes->all();
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < content.size(); at += kPiece) {
    progress.update(static_cast<double>(at) / static_cast<double>(content.size()), "checking the cache");
    const std::size_t count = std::min(kPiece, content.size() - at);
    sum = sumOf(content.subspan(at, count), sum);
    bytes->release(at, at + count);
  }
  if (sum != head.checkSum) fail(path.string(), ": the content is damaged");
  return bytes;
}

std::shared_ptr<const CacheBytes> openedAsChecked(const std::vector<fs::path>& places, const CacheKey& key) {
  std::string problems;
  for (const fs::path& place : places) {
    try {
      Head head;
      return mappedCache(place, key, head);
    } catch (const Error& error) {
      problems.append(problems.empty() ? "" : "; ").append(error.what());
    }
  }
  fail("found no cache that can be shared (", problems, ")");
}

CacheWriter::CacheWriter(fs::path path, CacheKey key) : m_path(std::move(path)), m_key(std::move(key)) {
  if (m_path.empty()) return;
  m_file.emplace(m_path);
  if (m_file->descriptor() < 0) failToWrite(m_path);
  ::lseek(m_file->descriptor(), sizeof(Head), SEEK_SET);
}

void CacheWriter::append(std::span<const std::byte> bytes) {
  m_size += bytes.size();
  if (m_path.empty()) {
    m_chunk.insert(m_chunk.end(), bytes.begin(), bytes.end());
    return;
  }
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), kPiece - m_chunk.size());
    m_chunk.insert(m_chunk.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes = bytes.subspan(count);
    if (m_chunk.size() == kPiece) flushChunk();
  }
}

void CacheWriter::flushChunk() {
  m_checkSum = sumOf(m_chunk, m_checkSum);
  std::span<const std::byte> rest = m_chunk;
  while (!rest.empty()) {
    const ssize_t put = ::write(m_file->descriptor(), rest.data(), rest.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) failToWrite(m_path);
    rest = rest.subspan(static_cast<std::size_t>(put));
  }
  m_chunk.clear();
}

std::shared_ptr<const CacheBytes> CacheWriter::finish() {
  if (m_path.empty()) return std::make_shared<const HeldBytes>(m_chunk);
  if (!m_chunk.empty()) flushChunk();
  Head head;
  head.kind = sumOf(m_key.kind);
  head.fingerprint = sumOf(m_key.fingerprint);
  head.size = m_size;
  head.checkSum = m_checkSum;
  head.headSum = headSumOf(head);
  if (::pwrite(m_file->descriptor(), &head, sizeof head, 0) != static_cast<ssize_t>(sizeof head)) failToWrite(m_path);
  // Opened before it is renamed: what is returned is what was written here, even when two write at once.
  const auto bytes = std::make_shared<const MappedBytes>(m_file->path());
  if (!m_file->replaceTarget()) failToWrite(m_path);
  m_file.reset();
  return bytes;
}

std::shared_ptr<const CacheBytes> openedOrWritten(
    const std::vector<fs::path>& places, const CacheKey& key,
    const std::function<std::shared_ptr<const CacheBytes>(const fs::path& place)>& write, Diagnostics& diagnostics,
    Progress& progress) {
  std::error_code ignored;
  for (const fs::path& place : places) {
    if (!fs::exists(place, ignored)) continue;
    try {
      return openCache(place, key, progress);
    } catch (const Error& error) {
      diagnostics.warn(error.what(), "; the cache is made again");
    }
  }
  std::string reason;
  for (const fs::path& place : places) {
    fs::create_directories(place.parent_path(), ignored);
    try {
      return write(place);
    } catch (const CacheWriteError& error) {
      reason = error.what();
    }
  }
  if (!reason.empty()) diagnostics.warn(reason, "; the cache is kept in memory and made again next time");
  return write({});
}

}  // namespace engine
