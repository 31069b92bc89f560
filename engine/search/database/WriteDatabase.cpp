// Each thread takes the next run of entries, reads and encodes them, waits for the size of the run before, and writes
// its own. The oldest run under way waits for none, so that all of them get on.
#include "engine/search/database/WriteDatabase.h"

#include <algorithm>
#include <condition_variable>
#include <limits>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/search/database/DatabaseLayout.h"

namespace engine {

namespace {

/// Entries of a run: about a megabyte. A run ends with half a block of zeros on average.
constexpr Index kRun = 64;

class DatabaseWriting {
 public:
  DatabaseWriting(const ProfileEntries& entries, CacheWriter& writer)
      : m_entries(entries), m_writer(writer), m_rows(entries.names.size()) {}

  void writeRecords(int threads, Progress& progress) {
    const Index count = std::ssize(m_rows);
    parallelFor((count + kRun - 1) / kRun, 1, threads, progress, "reading profiles", [&](Index begin, Index end) {
      // Runs in their order, whichever piece of the loop this is.
      for (Index piece = begin; piece < end; ++piece) writeRun(m_next.fetch_add(1));
    });
  }

  /// Behind the records.
  void writeRows() {
    DatabaseTrailer trailer;
    trailer.count = m_rows.size();
    std::vector<std::byte> names;
    for (std::size_t k = 0; k < m_rows.size(); ++k) {
      const auto name = std::as_bytes(std::span(m_entries.names[k]));
      m_rows[k].nameBegin = names.size();
      m_rows[k].nameSize = static_cast<std::uint32_t>(name.size());
      names.insert(names.end(), name.begin(), name.end());
      trailer.numColumns += m_rows[k].length;
    }
    const std::size_t sizeOfRows = m_rows.size() * sizeof(EntryRow);
    std::size_t size = sizeOfRows + names.size() + sizeof trailer;
    size = (size + kCacheBlock - 1) / kCacheBlock * kCacheBlock;
    trailer.rowsBegin = m_writer.reserve(size);
    trailer.namesBegin = trailer.rowsBegin + sizeOfRows;
    trailer.namesEnd = trailer.namesBegin + names.size();
    std::vector<std::byte> bytes(size);
    const auto rows = std::as_bytes(std::span(m_rows)), last = std::as_bytes(std::span(&trailer, 1));
    std::copy(rows.begin(), rows.end(), bytes.begin());
    std::copy(names.begin(), names.end(), bytes.begin() + static_cast<std::ptrdiff_t>(sizeOfRows));
    std::copy(last.begin(), last.end(), bytes.end() - sizeof trailer);
    m_writer.write(trailer.rowsBegin, bytes);
  }

 private:
  void writeRun(Index run) {
    try {
      const Index first = run * kRun, last = std::min<Index>(first + kRun, std::ssize(m_rows));
      std::vector<std::byte> records;
      for (Index k = first; k < last; ++k) addRecord(k, records);
      if (const std::optional<std::size_t> begin = reserved(run, records.size())) {
        for (Index k = first; k < last; ++k) nth(m_rows, k).begin += *begin;
        m_writer.write(*begin, records);
      }
    } catch (...) {
      const std::lock_guard lock(m_mutex);
      m_hasFailed = true;
      m_turn.notify_all();
      throw;
    }
  }

  void addRecord(Index k, std::vector<std::byte>& records) {
    const ProfileHmm profile = m_entries.read(k);
    if (profile.length() == 0) fail(nth(m_entries.names, k), ": the profile has no columns");
    const std::vector<std::byte> record = encodedProfile(profile);
    if (record.size() / kRecordUnit > std::numeric_limits<std::uint32_t>::max())
      fail(nth(m_entries.names, k), ": the profile is too large");
    EntryRow& row = nth(m_rows, k);
    row.begin = records.size();
    row.units = static_cast<std::uint32_t>(record.size() / kRecordUnit);
    row.length = static_cast<std::uint32_t>(profile.length());
    row.neff = profile.neff;
    records.insert(records.end(), record.begin(), record.end());
  }

  /// Once the runs before have their places; empty when one of them has failed.
  std::optional<std::size_t> reserved(Index run, std::size_t size) {
    std::unique_lock lock(m_mutex);
    m_turn.wait(lock, [&] { return m_hasFailed || m_numReserved == run; });
    if (m_hasFailed) return std::nullopt;
    const std::size_t begin = m_writer.reserve(size);
    ++m_numReserved;
    m_turn.notify_all();
    return begin;
  }

  const ProfileEntries& m_entries;
  CacheWriter& m_writer;
  std::vector<EntryRow> m_rows;
  std::atomic<Index> m_next = 0;
  std::mutex m_mutex;
  std::condition_variable m_turn;
  Index m_numReserved = 0;
  bool m_hasFailed = false;
};

}  // namespace

std::shared_ptr<const CacheBytes> writtenDatabase(const ProfileEntries& entries, const std::filesystem::path& place,
                                                  const CacheKey& key, int threads, Progress& progress) {
  CacheWriter writer(place, key);
  DatabaseWriting writing(entries, writer);
  writing.writeRecords(threads, progress);
  writing.writeRows();
  return writer.finish();
}

}  // namespace engine
