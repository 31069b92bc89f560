// Many profiles to search in: held as compact records in a checked, memory-mapped cache that is made once from whatever
// files the profiles come from, and made again when those change.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/search/database/CacheFile.h"
#include "engine/search/database/ProfileRecord.h"

namespace engine {

/// Where the profiles of a database come from.
struct ProfileEntries {
  std::vector<std::string> names;  ///< of the entries (files)
  std::string fingerprint;         ///< changes whenever the files do, or what is made of them
  /// Called from several threads at once. Throws Error naming the entry.
  std::function<ProfileHmm(Index)> read;
};

class Database {
 public:
  struct Entry {
    std::string name;         ///< of the entry (file)
    std::string profileName;  ///< of the profile
    Index length = 0;         ///< Nt
    double neff = 1;
    std::size_t begin = 0, size = 0;  ///< of its record
  };

  /// Opens the first of `places` that holds a whole and current cache of these entries; else makes one, in the first
  /// place that can be written or, in a pinch, in memory. A cache that is there but cannot be used is a warning. Throws
  /// Error when an entry cannot be read or is not a profile, Cancelled.
  static std::shared_ptr<const Database> open(const ProfileEntries& entries,
                                              const std::vector<std::filesystem::path>& places, int threads,
                                              Diagnostics& diagnostics, Progress& progress);
  /// What another process has opened or made: reads only, see openedAsChecked(). Throws Error.
  static std::shared_ptr<const Database> openAsChecked(const std::string& fingerprint,
                                                       const std::vector<std::filesystem::path>& places);
  /// In memory only.
  static std::shared_ptr<const Database> of(const std::vector<ProfileHmm>& profiles);

  /// Of the entries that it was made from.
  const std::string& fingerprint() const { return m_fingerprint; }
  Index count() const { return static_cast<Index>(m_entries.size()); }
  const Entry& entry(Index k) const { return m_entries[static_cast<std::size_t>(k)]; }
  /// Numbers of a profile where they lie; for ProfilePreparation.
  ProfileRecord record(Index k) const { return recordIn(bytesOf(k)); }
  ProfileHmm profile(Index k) const { return decodedProfile(bytesOf(k)); }
  /// Says that the records [first, last) are not needed for now (CacheBytes::release).
  void release(Index first, Index last) const;

 private:
  Database(std::shared_ptr<const CacheBytes> bytes, std::string fingerprint);
  std::span<const std::byte> bytesOf(Index k) const { return m_bytes->all().subspan(entry(k).begin, entry(k).size); }

  std::shared_ptr<const CacheBytes> m_bytes;
  std::string m_fingerprint;
  std::vector<Entry> m_entries;
};

/// Where the cache of a database lies: FOLDER/.headlight-cache or PREFIX.headlight, and the same under a name of its
/// own in the user's folder for caches, when there is one. PREFIX is given with or without .ffdata or .ffindex.
/// `variant` distinguishes caches of one database.
std::vector<std::filesystem::path> cachePlaces(const std::filesystem::path& path, const std::string& variant);

}  // namespace engine
