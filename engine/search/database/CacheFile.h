// A file that can be thrown away and made again: bytes that are mapped into memory and checked where they are used.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/Error.h"
#include "engine/base/MappedFile.h"
#include "engine/base/Progress.h"
#include "engine/base/TemporaryFile.h"

namespace engine {

/// Bytes with a check sum of their own.
inline constexpr std::size_t kCacheBlock = 16384;

/// What a cache must be to be used. `kind` names its content and the version of its layout; `fingerprint` says what it
/// was made from and changes whenever that does.
struct CacheKey {
  std::string kind, fingerprint;
};

/// A cache whose content is not what was written.
class CacheDamage : public Error {
 public:
  using Error::Error;
};

/// The content of a mapped cache, whole blocks. Nothing of it is read before it is asked for.
class CacheBytes {
 public:
  /// Checks head and size, no content: byte order, key. Throws
  /// Error saying what is wrong: missing, cut off, of another version, made from something else.
  CacheBytes(const std::filesystem::path& path, const CacheKey& key);

  /// Begins at a multiple of 64 bytes in memory.
  std::span<const std::byte> all() const { return m_bytes; }
  /// [begin, end), checked: each block when it is asked for the first time, by whatever thread. Throws CacheDamage,
  /// Error when there are not so many bytes.
  std::span<const std::byte> part(std::size_t begin, std::size_t end) const;
  /// Checks all of it and leaves none of it in the memory of the process. Throws CacheDamage, Cancelled.
  void checkAll(int threads, Progress& progress) const;
  /// Says that [begin, end) is not needed for now: pages of a mapped file leave the memory of the process and come back
  /// when they are read again.
  void release(std::size_t begin, std::size_t end) const;
  /// Says that [begin, end), as far as there is so much, is read soon.
  void fetch(std::size_t begin, std::size_t end) const;

 private:
  void checkHead(const CacheKey& key);
  void checkBlock(std::size_t block) const;
  std::string_view mapped(std::size_t begin, std::size_t end) const;

  std::string m_name;
  MappedFile m_file;
  std::span<const std::byte> m_bytes;
  /// One per block, not touched before its block is.
  std::unique_ptr<std::atomic<bool>[], void (*)(void*)> m_isChecked;
};

/// How much of a cache that is there is read before it is used: what was damaged since it was written is found then,
/// and the cache is made again; else it is found when it is touched.
enum class CacheCheck { small, whole };
/// Content up to this size is checked in any case: below a millisecond.
inline constexpr std::size_t kSmallCache = std::size_t{8} << 20;

/// The first of `places` that holds a cache for this key which another process has opened or made. Nothing is written.
/// Throws Error saying what is wrong with each place.
std::shared_ptr<const CacheBytes> openedShared(const std::vector<std::filesystem::path>& places, const CacheKey& key);

/// A place that cannot be written, or no longer.
class CacheWriteError : public Error {
 public:
  using Error::Error;
};

/// Collects the bytes of a new cache, in a file or in memory. The file appears under its name by finish(), whole, or
/// never; what others have mapped under this name stays as it is for them.
class CacheWriter {
 public:
  /// `path` empty: in memory. Throws CacheWriteError, as do the others.
  CacheWriter(std::filesystem::path path, CacheKey key);
  ~CacheWriter();
  CacheWriter(const CacheWriter&) = delete;
  CacheWriter& operator=(const CacheWriter&) = delete;

  /// Where so many bytes shall stand: at the next block behind what was reserved before. One thread at a time.
  std::size_t reserve(std::size_t size);
  /// Writes whole blocks of what was reserved, the last one filled up with zeros; each once. Several threads at once,
  /// also beside reserve().
  void write(std::size_t begin, std::span<const std::byte> bytes);
  /// Once, at the end.
  std::shared_ptr<const CacheBytes> finish();

 private:
  int descriptor() const { return m_file ? m_file->descriptor() : m_memory; }
  void put(std::size_t begin, std::span<const std::byte> bytes) const;

  std::filesystem::path m_path;
  CacheKey m_key;
  std::optional<TemporaryFile> m_file;
  int m_memory = -1;                  ///< descriptor of a file that only this process knows
  std::mutex m_mutex;                 ///< of the sums
  std::vector<std::uint64_t> m_sums;  ///< of the blocks reserved so far
};

/// The first of `places` that holds a current cache; else what `write` makes in the first place that can be written or,
/// in a pinch, in memory (an empty path). A cache that is there but cannot be used is a warning. `write` throws
/// CacheWriteError where it cannot write.
std::shared_ptr<const CacheBytes> openedOrWritten(
    const std::vector<std::filesystem::path>& places, const CacheKey& key, CacheCheck check, int threads,
    const std::function<std::shared_ptr<const CacheBytes>(const std::filesystem::path& place)>& write,
    Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
