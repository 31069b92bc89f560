// Content of the cache: the records one after the other, a list of entries, and where that list begins.
#include "engine/search/database/Database.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/search/database/ByteStream.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

/// Changes with every change of the layout, of records too.
const std::string kKind = "profiles 1";
/// Entries that are read before their records are written.
constexpr Index kBlock = 256;

struct Trailer {
  std::uint64_t listBegin = 0, count = 0;
};

std::shared_ptr<const CacheBytes> writtenCache(const ProfileEntries& entries, const fs::path& place,
                                               const CacheKey& key, int threads, Progress& progress) {
  CacheWriter writer(place, key);
  const auto count = static_cast<Index>(entries.names.size());
  ByteWriter list;
  for (Index first = 0; first < count; first += kBlock) {
    const Index size = std::min(kBlock, count - first);
    PartProgress part(progress, double(first) / double(count), double(first + size) / double(count));
    std::vector<std::vector<std::byte>> records(static_cast<size_t>(size));
    std::vector<Database::Entry> infos(records.size());
    parallelFor(size, 1, threads, part, "reading profiles", [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) {
        const ProfileHmm profile = entries.read(first + k);
        if (profile.length() == 0) fail(nth(entries.names, first + k), ": the profile has no columns");
        nth(infos, k) = {"", profile.name, profile.length(), profile.neff, 0, 0};
        nth(records, k) = encodedProfile(profile);
      }
    });
    for (size_t k = 0; k < records.size(); ++k) {
      list.putText(entries.names[static_cast<size_t>(first) + k]);
      list.putText(infos[k].profileName);
      list.put(static_cast<std::uint64_t>(infos[k].length));
      list.put(infos[k].neff);
      list.put(static_cast<std::uint64_t>(writer.size()));
      list.put(static_cast<std::uint64_t>(records[k].size()));
      writer.append(records[k]);
    }
  }
  const Trailer trailer{writer.size(), static_cast<std::uint64_t>(count)};
  writer.append(list.finish(alignof(Trailer)));
  writer.append(std::as_bytes(std::span(&trailer, 1)));
  return writer.finish();
}

}  // namespace

std::shared_ptr<const Database> Database::open(const ProfileEntries& entries, const std::vector<fs::path>& places,
                                               int threads, Diagnostics& diagnostics, Progress& progress) {
  const CacheKey key{kKind, entries.fingerprint};
  const auto write = [&](const fs::path& place) { return writtenCache(entries, place, key, threads, progress); };
  const auto bytes = openedOrWritten(places, key, write, diagnostics, progress);
  return std::shared_ptr<const Database>(new Database(bytes, entries.fingerprint));
}

std::shared_ptr<const Database> Database::openAsChecked(const std::string& fingerprint,
                                                        const std::vector<fs::path>& places) {
  return std::shared_ptr<const Database>(
      new Database(openedAsChecked(places, {kKind, fingerprint}), fingerprint));
}

std::shared_ptr<const Database> Database::of(const std::vector<ProfileHmm>& profiles) {
  ProfileEntries entries;
  for (const ProfileHmm& profile : profiles) entries.names.push_back(profile.name);
  entries.read = [&profiles](Index k) { return nth(profiles, k); };
  Diagnostics diagnostics;
  Progress progress;
  return open(entries, {}, 1, diagnostics, progress);
}

Database::Database(std::shared_ptr<const CacheBytes> bytes, std::string fingerprint)
    : m_bytes(std::move(bytes)), m_fingerprint(std::move(fingerprint)) {
  const std::span<const std::byte> all = m_bytes->all();
  if (all.size() < sizeof(Trailer)) fail("the cache of a database ends early");
  const size_t listEnd = all.size() - sizeof(Trailer);
  const Trailer trailer = ByteReader(all.subspan(listEnd)).number<Trailer>();
  if (trailer.listBegin > listEnd) fail("the cache of a database has a damaged list of entries");
  ByteReader list(all.subspan(trailer.listBegin, listEnd - trailer.listBegin));
  for (std::uint64_t k = 0; k < trailer.count; ++k) {
    Entry entry;
    entry.name = list.text();
    entry.profileName = list.text();
    entry.length = static_cast<Index>(list.number<std::uint64_t>());
    entry.neff = list.number<double>();
    entry.begin = list.number<std::uint64_t>();
    entry.size = list.number<std::uint64_t>();
    if (entry.begin > trailer.listBegin || entry.size > trailer.listBegin - entry.begin)
      fail("the cache of a database has a damaged list of entries");
    m_entries.push_back(std::move(entry));
  }
}

void Database::release(Index first, Index last) const {
  if (first < last) m_bytes->release(entry(first).begin, entry(last - 1).begin + entry(last - 1).size);
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
