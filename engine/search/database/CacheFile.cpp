// Layout: a head of a page, the content in whole blocks, a sum for each block. Numbers are those of the machine that
// wrote it; another byte order is refused. A sum that is damaged itself does not fit its block either, so that sums
// need none. Since what a power failure damages is found, nothing is forced to the disk here.
#include "engine/search/database/CacheFile.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "engine/base/ParallelFor.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::array<char, 8> kMagic{'H', 'L', 'C', 'A', 'C', 'H', 'E', '\n'};

struct Head {
  std::array<char, 8> magic = kMagic;
  std::uint32_t byteOrder = kByteOrder;
  std::uint32_t blockSize = kCacheBlock;
  std::uint64_t kind = 0, fingerprint = 0;  ///< hashes of the key's texts
  std::uint64_t numBlocks = 0;              ///< of the content
  std::uint64_t headSum = 0;                ///< of the head with this field 0
  std::array<std::uint64_t, 506> unused{};  ///< blocks begin where pages do
};
static_assert(sizeof(Head) == 4096);

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

/// So that blocks in each other's places are found, too.
std::uint64_t sumOfBlock(std::span<const std::byte> bytes, std::size_t block) { return sumOf(bytes, block + 1); }

std::string placeText(std::size_t block) {
  return "bytes " + std::to_string(sizeof(Head) + block * kCacheBlock) + " to " +
         std::to_string(sizeof(Head) + (block + 1) * kCacheBlock - 1);
}

[[noreturn]] void failToWrite(const fs::path& path) {
  throw CacheWriteError((path.empty() ? "the memory" : path.string()) + ": cannot be written: " + std::strerror(errno));
}

}  // namespace

CacheBytes::CacheBytes(const fs::path& path, const CacheKey& key)
    : m_name(path.string()), m_file(path), m_isChecked(nullptr, std::free) {
  checkHead(key);
}

void CacheBytes::checkHead(const CacheKey& key) {
  const auto bytes = std::as_bytes(std::span(m_file.bytes()));
  Head head;
  if (bytes.size() >= kMagic.size() && std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
    fail(m_name, ": found other content, expected a cache");
  if (bytes.size() < sizeof head) fail(m_name, ": found ", bytes.size(), " bytes, expected a cache");
  std::memcpy(&head, bytes.data(), sizeof head);
  if (head.byteOrder != kByteOrder) fail(m_name, ": was written on a machine of another byte order");
  if (head.headSum != headSumOf(head)) {
    // Heads were shorter before there were blocks.
    if (head.blockSize != kCacheBlock) fail(m_name, ": was written by another version of the program");
    fail(m_name, ": the head is damaged");
  }
  if (head.blockSize != kCacheBlock || head.kind != sumOf(key.kind))
    fail(m_name, ": was written by another version of the program");
  if (head.fingerprint != sumOf(key.fingerprint)) fail(m_name, ": was made from other files than are there now");
  const std::size_t size = bytes.size() - sizeof head, sizeOfOne = kCacheBlock + sizeof(std::uint64_t);
  if (size % sizeOfOne != 0 || size / sizeOfOne != head.numBlocks)
    fail(m_name, ": found ", size, " bytes of content, expected ", head.numBlocks, " blocks of ", sizeOfOne);
  m_bytes = bytes.subspan(sizeof head, head.numBlocks * kCacheBlock);
  static_assert(sizeof(std::atomic<bool>) == 1);
  // Zeros that the system makes when they are touched.
  m_isChecked.reset(static_cast<std::atomic<bool>*>(std::calloc(std::max<std::size_t>(1, head.numBlocks), 1)));
  if (!m_isChecked) throw std::bad_alloc();
}

void CacheBytes::checkBlock(std::size_t block) const {
  std::uint64_t expected = 0;
  std::memcpy(&expected, m_bytes.data() + m_bytes.size() + block * sizeof expected, sizeof expected);
  if (sumOfBlock(m_bytes.subspan(block * kCacheBlock, kCacheBlock), block) != expected)
    throw CacheDamage(m_name + ": " + placeText(block) + " are damaged; headlight database --check, or removing the " +
                      "file, has it made again");
  m_isChecked[block].store(true, std::memory_order_relaxed);
}

std::span<const std::byte> CacheBytes::part(std::size_t begin, std::size_t end) const {
  if (begin > end || end > m_bytes.size())
    throw CacheDamage(m_name + ": found " + std::to_string(m_bytes.size()) + " bytes of content, expected " +
                      std::to_string(std::max(begin, end)));
  for (std::size_t block = begin / kCacheBlock; block * kCacheBlock < end; ++block)
    if (!m_isChecked[block].load(std::memory_order_relaxed)) checkBlock(block);
  return m_bytes.subspan(begin, end - begin);
}

void CacheBytes::checkAll(int threads, Progress& progress) const {
  constexpr Index kBlocks = 64;
  const auto count = static_cast<Index>(m_bytes.size() / kCacheBlock);
  parallelFor(count, kBlocks, threads, progress, "checking the cache", [&](Index first, Index last) {
    const auto begin = static_cast<std::size_t>(first) * kCacheBlock,
               end = static_cast<std::size_t>(last) * kCacheBlock;
    fetch(end, end + (end - begin));
    part(begin, end);
    release(begin, end);
  });
}

std::string_view CacheBytes::mapped(std::size_t begin, std::size_t end) const {
  begin = std::min(begin, m_bytes.size());
  end = std::clamp(end, begin, m_bytes.size());
  return m_file.bytes().substr(sizeof(Head) + begin, end - begin);
}

void CacheBytes::release(std::size_t begin, std::size_t end) const { m_file.release(mapped(begin, end)); }

void CacheBytes::fetch(std::size_t begin, std::size_t end) const {
  end = std::min(end, m_bytes.size());
  if (begin >= end) return;
  const std::size_t first = begin / kCacheBlock, last = (end - 1) / kCacheBlock + 1;
  // Sums stand at the end of the file and are needed with the first block: they do not wait behind all the others.
  m_file.fetch(m_file.bytes().substr(sizeof(Head) + m_bytes.size() + first * sizeof(std::uint64_t),
                                     (last - first) * sizeof(std::uint64_t)));
  m_file.fetch(mapped(first * kCacheBlock, end));
}

std::shared_ptr<const CacheBytes> openedShared(const std::vector<fs::path>& places, const CacheKey& key) {
  std::string problems;
  for (const fs::path& place : places) {
    try {
      return std::make_shared<const CacheBytes>(place, key);
    } catch (const Error& error) {
      problems.append(problems.empty() ? "" : "; ").append(error.what());
    }
  }
  fail("found no cache that can be shared (", problems, ")");
}

CacheWriter::CacheWriter(fs::path path, CacheKey key) : m_path(std::move(path)), m_key(std::move(key)) {
  if (m_path.empty())
    m_memory = ::memfd_create("headlight-cache", MFD_CLOEXEC);
  else
    m_file.emplace(m_path);
  if (descriptor() < 0) failToWrite(m_path);
}

CacheWriter::~CacheWriter() {
  if (m_memory >= 0) ::close(m_memory);
}

std::size_t CacheWriter::reserve(std::size_t size) {
  const std::lock_guard lock(m_mutex);
  const std::size_t begin = m_sums.size() * kCacheBlock;
  m_sums.resize(m_sums.size() + (size + kCacheBlock - 1) / kCacheBlock);
  return begin;
}

void CacheWriter::write(std::size_t begin, std::span<const std::byte> bytes) {
  const std::size_t numWhole = bytes.size() / kCacheBlock, first = begin / kCacheBlock;
  std::vector<std::uint64_t> sums;
  for (std::size_t k = 0; k < numWhole; ++k)
    sums.push_back(sumOfBlock(bytes.subspan(k * kCacheBlock, kCacheBlock), first + k));
  put(begin, bytes.first(numWhole * kCacheBlock));
  if (numWhole * kCacheBlock < bytes.size()) {
    std::vector<std::byte> last(kCacheBlock);
    std::copy(bytes.begin() + static_cast<std::ptrdiff_t>(numWhole * kCacheBlock), bytes.end(), last.begin());
    sums.push_back(sumOfBlock(last, first + numWhole));
    put(begin + numWhole * kCacheBlock, last);
  }
  const std::lock_guard lock(m_mutex);
  std::copy(sums.begin(), sums.end(), m_sums.begin() + static_cast<std::ptrdiff_t>(first));
}

void CacheWriter::put(std::size_t begin, std::span<const std::byte> bytes) const {
  auto at = static_cast<::off_t>(sizeof(Head) + begin);
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(descriptor(), bytes.data(), bytes.size(), at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) failToWrite(m_path);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    at += count;
  }
}

std::shared_ptr<const CacheBytes> CacheWriter::finish() {
  put(m_sums.size() * kCacheBlock, std::as_bytes(std::span(m_sums)));
  Head head;
  head.kind = sumOf(m_key.kind);
  head.fingerprint = sumOf(m_key.fingerprint);
  head.numBlocks = m_sums.size();
  head.headSum = headSumOf(head);
  if (::pwrite(descriptor(), &head, sizeof head, 0) != static_cast<ssize_t>(sizeof head)) failToWrite(m_path);
  if (!m_file) return std::make_shared<const CacheBytes>("/proc/self/fd/" + std::to_string(m_memory), m_key);
  // Opened before it is renamed: what is returned is what was written here, even when two write at once.
  const auto bytes = std::make_shared<const CacheBytes>(m_file->path(), m_key);
  if (!m_file->replaceTarget()) failToWrite(m_path);
  m_file.reset();
  return bytes;
}

std::shared_ptr<const CacheBytes> openedOrWritten(
    const std::vector<fs::path>& places, const CacheKey& key, CacheCheck check, int threads,
    const std::function<std::shared_ptr<const CacheBytes>(const fs::path& place)>& write, Diagnostics& diagnostics,
    Progress& progress) {
  std::error_code ignored;
  for (const fs::path& place : places) {
    if (!fs::exists(place, ignored)) continue;
    try {
      auto bytes = std::make_shared<const CacheBytes>(place, key);
      if (check == CacheCheck::whole || bytes->all().size() <= kSmallCache) bytes->checkAll(threads, progress);
      return bytes;
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
