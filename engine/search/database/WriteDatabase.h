// Making the cache of a database, on all threads.
#pragma once

#include "engine/search/database/Database.h"

namespace engine {

/// The same bytes for any number of threads (0: all cores). Throws CacheWriteError, Error when an entry cannot be read
/// or is not a profile, Cancelled.
std::shared_ptr<const CacheBytes> writtenDatabase(const ProfileEntries& entries, const std::filesystem::path& place,
                                                  const CacheKey& key, int threads, Progress& progress);

}  // namespace engine
