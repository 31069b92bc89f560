// The column-state letters of a database for the prefilter, computed once per alphabet and kept beside its cache.
#pragma once

#include "engine/search/database/Database.h"
#include "engine/search/prefilter/ColumnStates.h"
#include "engine/search/prefilter/ColumnStrings.h"

namespace engine {

class DatabaseLetters : private ColumnStringFile {
 public:
  /// Opens the letters of these states or computes them, as Database::open does with profiles. Throws Cancelled.
  static std::shared_ptr<const DatabaseLetters> open(const Database& database, const ColumnStates& states,
                                                     const std::vector<std::filesystem::path>& places, int threads,
                                                     Diagnostics& diagnostics, Progress& progress,
                                                     CacheCheck check = CacheCheck::small);

  /// What another process has opened or made: reads only, see openedShared(). Throws Error.
  static std::shared_ptr<const DatabaseLetters> openShared(const Database& database, const ColumnStates& states,
                                                           const std::vector<std::filesystem::path>& places);

  /// One string per profile of the database, valid as long as this is.
  ColumnStrings strings() const { return *this; }
  /// Bytes of the cache's content.
  std::size_t size() const { return m_bytes->all().size(); }

 private:
  /// Throws CacheDamage.
  DatabaseLetters(Index count, std::shared_ptr<const CacheBytes> bytes);

  Index count() const override { return m_count; }
  Index length(Index k) const override;
  std::span<const std::uint8_t> string(Index k) const override;
  void isReading(Index first, Index last, bool isStart) const override;
  /// Of what is read from begin to end, [begin, end) being next: fetches what comes later.
  void fetchAhead(std::size_t begin, std::size_t end, bool isStart) const;
  /// Where the letters of k begin and end in the content.
  std::pair<std::size_t, std::size_t> placeOf(Index k) const;

  std::shared_ptr<const CacheBytes> m_bytes;
  Index m_count = 0;
  std::size_t m_lettersBegin = 0;
};

}  // namespace engine
