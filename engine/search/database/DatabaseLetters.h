// The column-state letters of a database for the prefilter, computed once per alphabet and kept beside its cache.
#pragma once

#include "engine/search/database/Database.h"
#include "engine/search/prefilter/Prefilter.h"

namespace engine {

class DatabaseLetters {
 public:
  /// Opens the letters of these states or computes them, as Database::open does with profiles. Throws Cancelled.
  static std::shared_ptr<const DatabaseLetters> open(const Database& database, const ColumnStates& states,
                                                     const std::vector<std::filesystem::path>& places, int threads,
                                                     Diagnostics& diagnostics, Progress& progress);

  /// What another process has opened or made: reads only, see openedAsChecked(). Throws Error.
  static std::shared_ptr<const DatabaseLetters> openAsChecked(const Database& database, const ColumnStates& states,
                                                              const std::vector<std::filesystem::path>& places);

  /// One string per profile of the database, valid as long as this is.
  ColumnStrings strings() const { return m_strings; }

 private:
  DatabaseLetters(const Database& database, std::shared_ptr<const CacheBytes> bytes);

  std::shared_ptr<const CacheBytes> m_bytes;
  std::vector<std::span<const std::uint8_t>> m_strings;
};

}  // namespace engine
