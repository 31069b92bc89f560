#include "engine/search/database/Database.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "engine/base/Nth.h"
#include "engine/search/database/DatabaseLayout.h"
#include "engine/search/database/WriteDatabase.h"

namespace engine {

namespace fs = std::filesystem;

std::shared_ptr<const Database> Database::open(const ProfileOrigin& origin, const std::vector<fs::path>& places,
                                               int threads, Diagnostics& diagnostics, Progress& progress,
                                               CacheCheck check) {
  const CacheKey key{kProfilesKind, origin.fingerprint};
  std::optional<ProfileEntries> entries;
  const auto write = [&](const fs::path& place) {
    if (!entries) entries = origin.entries();
    return writtenDatabase(*entries, place, key, threads, progress);
  };
  const auto bytes = openedOrWritten(places, key, check, threads, write, diagnostics, progress);
  try {
    return std::make_shared<const Database>(bytes, origin.fingerprint);
  } catch (const CacheDamage&) {
    // Checked as a whole it is made again.
    if (check == CacheCheck::whole) throw;
  }
  return open(origin, places, threads, diagnostics, progress, CacheCheck::whole);
}

std::shared_ptr<const Database> Database::openShared(const std::string& fingerprint,
                                                     const std::vector<fs::path>& places) {
  return std::make_shared<const Database>(openedShared(places, {kProfilesKind, fingerprint}), fingerprint);
}

std::shared_ptr<const Database> Database::of(const std::vector<ProfileHmm>& profiles) {
  const auto entries = [&profiles] {
    ProfileEntries entries;
    for (const ProfileHmm& profile : profiles) entries.names.push_back(profile.name);
    entries.read = [&profiles](Index k) { return nth(profiles, k); };
    return entries;
  };
  Diagnostics diagnostics;
  Progress progress;
  return open({"", entries}, {}, 1, diagnostics, progress);
}

void Database::failAsDamaged() { throw CacheDamage("the cache of a database has a damaged list of entries"); }

Database::Database(std::shared_ptr<const CacheBytes> bytes, std::string fingerprint)
    : m_bytes(std::move(bytes)), m_fingerprint(std::move(fingerprint)) {
  const std::size_t size = m_bytes->all().size();
  DatabaseTrailer trailer;
  if (size < sizeof trailer) failAsDamaged();
  std::memcpy(&trailer, m_bytes->part(size - sizeof trailer, size).data(), sizeof trailer);
  const bool isInOrder = trailer.rowsBegin <= trailer.namesBegin && trailer.namesBegin <= trailer.namesEnd &&
                         trailer.namesEnd <= size - sizeof trailer && trailer.rowsBegin % kRecordUnit == 0 &&
                         (trailer.namesBegin - trailer.rowsBegin) % sizeof(EntryRow) == 0 &&
                         trailer.count == (trailer.namesBegin - trailer.rowsBegin) / sizeof(EntryRow);
  if (!isInOrder) failAsDamaged();
  m_count = static_cast<Index>(trailer.count);
  m_numColumns = static_cast<Index>(trailer.numColumns);
  m_rowsBegin = trailer.rowsBegin;
  m_namesBegin = trailer.namesBegin;
  m_namesEnd = trailer.namesEnd;
}

const EntryRow& Database::row(Index k) const {
  const std::size_t begin = m_rowsBegin + static_cast<std::size_t>(k) * sizeof(EntryRow);
  return *reinterpret_cast<const EntryRow*>(m_bytes->part(begin, begin + sizeof(EntryRow)).data());
}

Database::Entry Database::entry(Index k) const {
  const EntryRow& found = row(k);
  Entry entry{static_cast<Index>(found.length), found.neff, found.begin, found.units * kRecordUnit};
  if (entry.begin % kRecordUnit != 0 || entry.begin > m_rowsBegin || entry.size > m_rowsBegin - entry.begin)
    failAsDamaged();
  return entry;
}

std::string_view Database::name(Index k) const {
  const EntryRow& found = row(k);
  const std::size_t most = m_namesEnd - m_namesBegin;
  if (found.nameBegin > most || found.nameSize > most - found.nameBegin) failAsDamaged();
  const std::size_t begin = m_namesBegin + found.nameBegin;
  return {reinterpret_cast<const char*>(m_bytes->part(begin, begin + found.nameSize).data()), found.nameSize};
}

std::span<const std::byte> Database::bytesOf(Index k) const {
  const Entry found = entry(k);
  return m_bytes->part(found.begin, found.begin + found.size);
}

ProfileRecord Database::record(Index k) const { return recordIn(bytesOf(k)); }

ProfileHmm Database::profile(Index k) const { return decodedProfile(bytesOf(k)); }

void Database::release(Index first, Index last) const {
  if (first >= last) return;
  const Entry end = entry(last - 1);
  m_bytes->release(entry(first).begin, end.begin + end.size);
}

void Database::fetch(std::span<const Index> which) const {
  std::size_t begin = 0, end = 0;
  for (const Index k : which) {
    const Entry found = entry(k);
    const std::size_t from = found.begin / kCacheBlock * kCacheBlock;
    const std::size_t to = (found.begin + found.size + kCacheBlock - 1) / kCacheBlock * kCacheBlock;
    if (from > end || from < begin) {
      m_bytes->fetch(begin, end);
      begin = from;
      end = to;
    }
    end = std::max(end, to);
  }
  m_bytes->fetch(begin, end);
}

std::vector<fs::path> cachePlaces(const fs::path& path, const std::string& variant) {
  std::error_code ignored;
  // One cache for a database, in whichever of its forms the name is given.
  fs::path database = path;
  if (!database.has_filename()) database = database.parent_path();
  if (database.extension() == ".ffdata" || database.extension() == ".ffindex") database.replace_extension();
  const std::string ending = variant.empty() ? "" : "-" + variant;
  const fs::path absolute = fs::weakly_canonical(fs::absolute(database, ignored), ignored);
  const bool isFolder = fs::is_directory(database, ignored);
  std::vector<fs::path> places{isFolder ? database / (".headlight-cache" + ending)
                                        : fs::path(database.string() + ".headlight" + ending)};
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  fs::path folder;
  if (cache && *cache)
    folder = cache;
  else if (home && *home)
    folder = fs::path(home) / ".cache";
  if (folder.empty()) return places;
  std::string name = absolute.string();
  std::replace(name.begin(), name.end(), '/', '%');
  places.push_back(folder / "headlight" / (name + ending));
  return places;
}

}  // namespace engine
