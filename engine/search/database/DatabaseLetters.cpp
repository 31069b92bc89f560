// Content of the cache: the letters of all profiles one after the other.
#include "engine/search/database/DatabaseLetters.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

constexpr Index kProfilesPerBlock = 256;

CacheKey keyOf(const Database& database, const ColumnStates& states) {
  return {"letters 1", database.fingerprint() + "\n" + columnStatesText(states)};
}

std::shared_ptr<const CacheBytes> writtenLetters(const Database& database, const ColumnStates& states,
                                                 const fs::path& place, const CacheKey& key, int threads,
                                                 Progress& progress) {
  CacheWriter writer(place, key);
  const Index count = database.count();
  for (Index first = 0; first < count; first += kProfilesPerBlock) {
    const Index size = std::min(kProfilesPerBlock, count - first);
    PartProgress part(progress, double(first) / double(count), double(first + size) / double(count));
    std::vector<std::vector<std::uint8_t>> letters(static_cast<size_t>(size));
    parallelFor(size, 1, threads, part, "column states", [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) nth(letters, k) = columnLetters(database.profile(first + k), states);
    });
    database.release(first, first + size);
    for (const auto& text : letters) writer.append(std::as_bytes(std::span(text)));
  }
  return writer.finish();
}

}  // namespace

std::shared_ptr<const DatabaseLetters> DatabaseLetters::open(const Database& database, const ColumnStates& states,
                                                             const std::vector<fs::path>& places, int threads,
                                                             Diagnostics& diagnostics, Progress& progress) {
  const CacheKey key = keyOf(database, states);
  const auto write = [&](const fs::path& place) {
    return writtenLetters(database, states, place, key, threads, progress);
  };
  const auto bytes = openedOrWritten(places, key, write, diagnostics, progress);
  return std::shared_ptr<const DatabaseLetters>(new DatabaseLetters(database, bytes));
}

std::shared_ptr<const DatabaseLetters> DatabaseLetters::openAsChecked(const Database& database,
                                                                     const ColumnStates& states,
                                                                     const std::vector<fs::path>& places) {
  return std::shared_ptr<const DatabaseLetters>(
      new DatabaseLetters(database, openedAsChecked(places, keyOf(database, states))));
}

DatabaseLetters::DatabaseLetters(const Database& database, std::shared_ptr<const CacheBytes> bytes)
    : m_bytes(std::move(bytes)) {
  const auto all = m_bytes->all();
  size_t at = 0;
  for (Index k = 0; k < database.count(); ++k) {
    const auto length = static_cast<size_t>(database.entry(k).length);
    if (length > all.size() - at) fail("the letters of a database end early");
    m_strings.emplace_back(reinterpret_cast<const std::uint8_t*>(all.data()) + at, length);
    at += length;
  }
}

}  // namespace engine
