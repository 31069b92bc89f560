// Many profiles to search in: held as compact records in a memory-mapped cache that is made once from whatever files
// the profiles come from, and made again when those change. Opening it reads a page, whatever its size; the rest is
// read, and checked, where it is used.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/search/database/CacheFile.h"
#include "engine/search/database/ProfileRecord.h"

namespace engine {

/// What the profiles of a database are made from.
struct ProfileEntries {
  std::vector<std::string> names;  ///< of the entries (files)
  /// Called from several threads at once. Throws Error naming the entry.
  std::function<ProfileHmm(Index)> read;
};

/// Where they come from, as far as it has to be known while the cache is as new as they are.
struct ProfileOrigin {
  std::string fingerprint;                  ///< changes whenever the files do, or what is made of them
  std::function<ProfileEntries()> entries;  ///< asked for once, when the cache has to be made
};

struct EntryRow;

class Database {
 public:
  struct Entry {
    Index length = 0;  ///< Nt
    double neff = 1;
    std::size_t begin = 0, size = 0;  ///< of its record
  };

  /// Opens the first of `places` that holds a current cache of this origin; else makes one, in the first place that can
  /// be written or, in a pinch, in memory. A cache that is there but cannot be used is a warning. Throws Error when an
  /// entry cannot be read or is not a profile, Cancelled.
  static std::shared_ptr<const Database> open(const ProfileOrigin& origin,
                                              const std::vector<std::filesystem::path>& places, int threads,
                                              Diagnostics& diagnostics, Progress& progress,
                                              CacheCheck check = CacheCheck::small);
  /// What another process has opened or made: reads only, see openedShared(). Throws Error.
  static std::shared_ptr<const Database> openShared(const std::string& fingerprint,
                                                    const std::vector<std::filesystem::path>& places);
  /// Of a cache of the kind kProfilesKind (DatabaseLayout.h). Throws CacheDamage.
  Database(std::shared_ptr<const CacheBytes> bytes, std::string fingerprint);
  /// In memory only.
  static std::shared_ptr<const Database> of(const std::vector<ProfileHmm>& profiles);

  /// Of the origin that it was made from.
  const std::string& fingerprint() const { return m_fingerprint; }
  Index count() const { return m_count; }
  /// Columns of all profiles.
  Index numColumns() const { return m_numColumns; }
  /// This and all below throw CacheDamage where they come upon bytes that are not what was written.
  Entry entry(Index k) const;
  /// Of the entry (file), valid as long as this is.
  std::string_view name(Index k) const;
  /// Numbers of a profile where they lie; for ProfilePreparation.
  ProfileRecord record(Index k) const;
  ProfileHmm profile(Index k) const;
  /// Says that the records [first, last) are not needed for now (CacheBytes::release).
  void release(Index first, Index last) const;
  /// Says that these records are read soon (CacheBytes::fetch).
  void fetch(std::span<const Index> which) const;
  /// Bytes of the cache's content.
  std::size_t size() const { return m_bytes->all().size(); }

 private:
  const EntryRow& row(Index k) const;
  std::span<const std::byte> bytesOf(Index k) const;
  [[noreturn]] static void failAsDamaged();

  std::shared_ptr<const CacheBytes> m_bytes;
  std::string m_fingerprint;
  Index m_count = 0, m_numColumns = 0;
  std::size_t m_rowsBegin = 0, m_namesBegin = 0, m_namesEnd = 0;
};

/// Where the cache of a database lies: FOLDER/.headlight-cache or PREFIX.headlight, and the same under a name of its
/// own in the user's folder for caches, when there is one. PREFIX is given with or without .ffdata or .ffindex.
/// `variant` distinguishes caches of one database.
std::vector<std::filesystem::path> cachePlaces(const std::filesystem::path& path, const std::string& variant);

}  // namespace engine
