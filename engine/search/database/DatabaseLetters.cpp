// Content of the cache: where the string of each profile begins and where the last one ends (8 bytes each), then, from
// the next block on, the letters of all profiles one after the other.
#include "engine/search/database/DatabaseLetters.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

/// Letters that one thread writes at once, and that are fetched at once.
constexpr std::size_t kPart = 16 * kCacheBlock;
/// How far before its letters are read a part is fetched.
constexpr std::size_t kPartsAhead = 16;

CacheKey keyOf(const Database& database, const ColumnStates& states) {
  return {"letters 2", database.fingerprint() + "\n" + columnStatesText(states)};
}

std::size_t sizeOfPlaces(Index count) {
  const std::size_t size = (static_cast<std::size_t>(count) + 1) * sizeof(std::uint64_t);
  return (size + kCacheBlock - 1) / kCacheBlock * kCacheBlock;
}

std::vector<std::uint64_t> placesOf(const Database& database) {
  std::vector<std::uint64_t> places{0};
  places.reserve(static_cast<std::size_t>(database.count()) + 1);
  for (Index k = 0; k < database.count(); ++k)
    places.push_back(places.back() + static_cast<std::uint64_t>(database.entry(k).length));
  return places;
}

/// The letters [begin, end) of all. A profile across a border is computed on both sides of it.
std::vector<std::uint8_t> lettersOfPart(const Database& database, const ColumnLetters& columnLetters,
                                        const std::vector<std::uint64_t>& places, std::size_t begin, std::size_t end) {
  std::vector<std::uint8_t> part(end - begin);
  const Index first = std::upper_bound(places.begin(), places.end(), begin) - places.begin() - 1;
  Index k = first;
  for (; nth(places, k) < end; ++k) {
    const std::vector<std::uint8_t> letters = columnLetters.of(database.profile(k));
    const std::size_t place = nth(places, k), from = std::max(begin, place), to = std::min(end, nth(places, k + 1));
    if (letters.size() != nth(places, k + 1) - place)
      throw CacheDamage("the cache of a database: a profile has other columns than its entry says");
    std::copy(letters.begin() + static_cast<Index>(from - place), letters.begin() + static_cast<Index>(to - place),
              part.begin() + static_cast<Index>(from - begin));
  }
  database.release(first, k);
  return part;
}

std::shared_ptr<const CacheBytes> writtenLetters(const Database& database, const ColumnStates& states,
                                                 const fs::path& place, const CacheKey& key, int threads,
                                                 Progress& progress) {
  CacheWriter writer(place, key);
  const std::vector<std::uint64_t> places = placesOf(database);
  writer.write(writer.reserve(sizeOfPlaces(database.count())), std::as_bytes(std::span(places)));
  const ColumnLetters columnLetters(states);
  const std::size_t total = places.back(), begin = writer.reserve(total);
  parallelFor(static_cast<Index>((total + kPart - 1) / kPart), 1, threads, progress, "column states",
              [&](Index first, Index last) {
                for (Index k = first; k < last; ++k) {
                  const std::size_t from = static_cast<std::size_t>(k) * kPart, to = std::min(total, from + kPart);
                  const std::vector<std::uint8_t> letters = lettersOfPart(database, columnLetters, places, from, to);
                  writer.write(begin + from, std::as_bytes(std::span(letters)));
                }
              });
  return writer.finish();
}

}  // namespace

std::shared_ptr<const DatabaseLetters> DatabaseLetters::open(const Database& database, const ColumnStates& states,
                                                             const std::vector<fs::path>& places, int threads,
                                                             Diagnostics& diagnostics, Progress& progress,
                                                             CacheCheck check) {
  const CacheKey key = keyOf(database, states);
  const auto write = [&](const fs::path& place) {
    return writtenLetters(database, states, place, key, threads, progress);
  };
  const auto bytes = openedOrWritten(places, key, check, threads, write, diagnostics, progress);
  return std::shared_ptr<const DatabaseLetters>(new DatabaseLetters(database.count(), bytes));
}

std::shared_ptr<const DatabaseLetters> DatabaseLetters::openShared(const Database& database, const ColumnStates& states,
                                                                   const std::vector<fs::path>& places) {
  return std::shared_ptr<const DatabaseLetters>(
      new DatabaseLetters(database.count(), openedShared(places, keyOf(database, states))));
}

DatabaseLetters::DatabaseLetters(Index count, std::shared_ptr<const CacheBytes> bytes)
    : m_bytes(std::move(bytes)), m_count(count), m_lettersBegin(sizeOfPlaces(count)) {
  if (m_lettersBegin > m_bytes->all().size()) throw CacheDamage("the letters of a database end early");
}

std::pair<std::size_t, std::size_t> DatabaseLetters::placeOf(Index k) const {
  const std::size_t at = static_cast<std::size_t>(k) * sizeof(std::uint64_t);
  const auto* const place =
      reinterpret_cast<const std::uint64_t*>(m_bytes->part(at, at + 2 * sizeof(std::uint64_t)).data());
  const std::size_t most = m_bytes->all().size() - m_lettersBegin;
  if (place[0] > place[1] || place[1] > most)
    throw CacheDamage("the letters of a database have a damaged list of places");
  return {m_lettersBegin + place[0], m_lettersBegin + place[1]};
}

Index DatabaseLetters::length(Index k) const {
  const auto [begin, end] = placeOf(k);
  return static_cast<Index>(end - begin);
}

std::span<const std::uint8_t> DatabaseLetters::string(Index k) const {
  const auto [begin, end] = placeOf(k);
  const std::span<const std::byte> bytes = m_bytes->part(begin, end);
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

void DatabaseLetters::isReading(Index first, Index last, bool isStart) const {
  if (first >= last) return;
  fetchAhead(static_cast<std::size_t>(first) * sizeof(std::uint64_t),
             static_cast<std::size_t>(last + 1) * sizeof(std::uint64_t), isStart);
  fetchAhead(placeOf(first).first, placeOf(last - 1).second, isStart);
}

void DatabaseLetters::fetchAhead(std::size_t begin, std::size_t end, bool isStart) const {
  const std::size_t part = begin / kPart, next = end / kPart;
  // One by one, as the system may deliver whole what is asked for at once.
  for (std::size_t k = 0; isStart && k < kPartsAhead; ++k)
    m_bytes->fetch(std::max(begin, (part + k) * kPart), (part + k + 1) * kPart);
  if (part != next) m_bytes->fetch((part + kPartsAhead) * kPart, (next + kPartsAhead) * kPart);
}

}  // namespace engine
