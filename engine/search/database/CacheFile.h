// A file that can be thrown away and made again: checked bytes that are mapped into memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/Error.h"
#include "engine/base/Progress.h"
#include "engine/base/TemporaryFile.h"

namespace engine {

/// Read-only bytes: a part of a mapped file, or memory.
class CacheBytes {
 public:
  virtual ~CacheBytes() = default;
  /// Begins at a multiple of 64 bytes in memory.
  std::span<const std::byte> all() const { return m_bytes; }
  /// Says that [begin, end) is not needed for now: pages of a mapped file leave the memory of the process and come back
  /// when they are read again.
  virtual void release(std::size_t begin, std::size_t end) const;

 protected:
  std::span<const std::byte> m_bytes;
};

/// What a cache must be to be used. `kind` names its content and the version of its layout; `fingerprint` says what it
/// was made from and changes whenever that does.
struct CacheKey {
  std::string kind, fingerprint;
};

/// Maps a cache and checks all of it: byte order, key, size, check sum. Throws Error saying what is wrong: missing, cut
/// off, damaged, of another version, made from something else. Throws Cancelled.
std::shared_ptr<const CacheBytes> openCache(const std::filesystem::path& path, const CacheKey& key, Progress& progress);

/// The first of `places` that holds a current cache which another process has made and checked: here the head and the
/// size are looked at, not the content, so that many processes do not each read all of it. Nothing is written. Throws
/// Error saying what is wrong with each place.
std::shared_ptr<const CacheBytes> openedAsChecked(const std::vector<std::filesystem::path>& places,
                                                  const CacheKey& key);

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

  void append(std::span<const std::byte> bytes);
  /// Number of bytes appended so far.
  std::size_t size() const { return m_size; }
  /// Once, at the end.
  std::shared_ptr<const CacheBytes> finish();

 private:
  void flushChunk();

  std::filesystem::path m_path;
  CacheKey m_key;
  std::optional<TemporaryFile> m_file;
  std::size_t m_size = 0;
  std::uint64_t m_checkSum = 0;
  std::vector<std::byte> m_chunk;  ///< not yet written; everything when in memory
};

/// The first of `places` that holds a whole and current cache; else what `write` makes in the first place that can be
/// written or, in a pinch, in memory (an empty path). A cache that is there but cannot be used is a warning. `write`
/// throws CacheWriteError where it cannot write.
std::shared_ptr<const CacheBytes> openedOrWritten(
    const std::vector<std::filesystem::path>& places, const CacheKey& key,
    const std::function<std::shared_ptr<const CacheBytes>(const std::filesystem::path& place)>& write,
    Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
