// Finding the entries of a database and reading one of them as a profile.
#include "engine/io/ProfileSource.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"
#include "engine/base/Nth.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/io/Format.h"
#include "engine/io/TextMemory.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

/// Formats that give profiles or alignments, the preferred ones first.
constexpr std::array kFormats{"hhm", "hmmer", "a3m", "a2m", "stockholm", "clustal", "fasta"};
/// Of a profile, its record in a cache and what is needed to make it: a letter of an alignment is one byte.
constexpr size_t kBytesPerColumn = 1024;
constexpr int kNumProfileFormats = 2;  ///< at the front of kFormats

bool isProfileFormat(const std::string& id) {
  return std::find(kFormats.begin(), kFormats.begin() + kNumProfileFormats, id) !=
         kFormats.begin() + kNumProfileFormats;
}

/// A database holds one kind of entries: where the other kind is found, this says more than the first bad line.
void failIfMixedUp(std::string_view content, const std::string& source, const Format& expected) {
  const Format* found = nullptr;
  try {
    found = &recogniseFormat(content, source);
  } catch (const Error&) {
    return;
  }
  if (isProfileFormat(found->id()) == isProfileFormat(expected.id())) return;
  fail(source, ": found ", found->title(), ", expected ", expected.title(), ": the database is mixed up");
}

const Format* findFormat(std::string_view id) {
  for (const auto& format : formats())
    if (format->id() == id) return format.get();
  return nullptr;
}

/// Name without suffixes and place in kFormats; -1: not a file of profiles.
std::pair<std::string, int> nameAndPreference(const fs::path& file) {
  fs::path name = file.filename();
  if (name.extension() == ".gz") name = name.stem();
  const std::string suffix = name.extension().string();
  for (size_t k = 0; k < kFormats.size(); ++k) {
    const Format* const format = findFormat(kFormats[k]);
    if (!format) continue;
    for (const std::string& known : format->suffixes())
      if (known == suffix) return {name.stem().string(), static_cast<int>(k)};
  }
  return {"", -1};
}

ProfileHmm profileOf(const DatasetValue& value, const std::string& source, const ProfileBuildOptions& options,
                     Progress& progress) {
  if (const auto* profile = value.as<ProfileHmm>()) return *profile;
  MemoryShare memory(source);
  try {
    const auto build = [&](const Alignment& alignment) {
      memory.hold(kBytesPerColumn * static_cast<size_t>(alignment.numColumns));
      return buildProfile(alignment, options, progress);
    };
    if (const auto* alignment = value.as<Alignment>()) return build(*alignment);
    if (const auto* set = value.as<SequenceSet>()) return build(alignmentOf(set->sequences));
  } catch (const Error& error) {
    fail(source, ": ", error.what());
  }
  fail(source, ": found ", kindName(value.kind()), ", expected a profile or an alignment");
}

std::string withoutSuffix(std::string path) {
  for (const std::string_view end : {".ffdata", ".ffindex"})
    if (path.ends_with(end)) path.resize(path.size() - end.size());
  return path;
}

/// Files of a folder that hold profiles or alignments, in the order of their names.
std::vector<fs::path> filesOf(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code problem, ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, problem))
    if (nameAndPreference(entry.path()).second >= 0 && entry.is_regular_file(ignored)) files.push_back(entry.path());
  if (problem) fail(folder.string(), ": the folder cannot be read: ", problem.message());
  std::sort(files.begin(), files.end());
  return files;
}

/// A pair of files of a database.
struct DatabasePart {
  std::string stem;
  int preference = 0;
  std::string formatId;
};

/// Those that are there. Throws Error when that is none, or half of one.
std::vector<DatabasePart> partsOf(const std::string& path) {
  const std::string stem = withoutSuffix(path);
  std::vector<DatabasePart> parts;
  const auto addIfThere = [&parts](const DatabasePart& part) {
    const std::string data = part.stem + ".ffdata", index = part.stem + ".ffindex";
    const bool hasData = fs::exists(data), hasIndex = fs::exists(index);
    if (hasData != hasIndex) fail(hasData ? index : data, ": is missing beside ", hasData ? data : index);
    if (hasData) parts.push_back(part);
  };
  addIfThere({stem + "_hhm", 0, "hhm"});
  addIfThere({stem + "_a3m", 1, "a3m"});
  if (parts.empty()) addIfThere({stem, 0, ""});
  if (parts.empty())
    fail(path, ": is neither a folder nor the beginning of the name of a database, expected ", stem, "_hhm.ffdata, ",
         stem, "_a3m.ffdata or ", stem, ".ffdata");
  return parts;
}

/// FNV-1a over numbers of 8 bytes.
class Fingerprint {
 public:
  void add(std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) m_value = (m_value ^ (value >> (8 * byte) & 255)) * kPrime;
  }
  void addFile(const fs::path& file) {
    struct stat info {};
    if (::stat(file.c_str(), &info) != 0) fail(file.string(), ": cannot be read");
    for (const char c : file.filename().string()) add(static_cast<unsigned char>(c));
    add(static_cast<std::uint64_t>(info.st_size));
    add(static_cast<std::uint64_t>(info.st_mtim.tv_sec));
    add(static_cast<std::uint64_t>(info.st_mtim.tv_nsec));
  }
  /// Of a file that may be copied with its times: all of it, or pieces from begin to end where it is large.
  void addContent(const fs::path& file) {
    constexpr std::size_t kPiece = std::size_t{1} << 18, kMostPieces = 16;
    const MappedFile map(file);
    const std::string_view bytes = map.bytes();
    const std::size_t numPieces = std::min(kMostPieces, (bytes.size() + kPiece - 1) / kPiece);
    for (std::size_t k = 0; k < numPieces; ++k) {
      const std::size_t last = bytes.size() - std::min(kPiece, bytes.size());
      addWords(bytes.substr(numPieces == 1 ? 0 : last / (numPieces - 1) * k, kPiece));
    }
  }
  std::uint64_t value() const { return m_value; }

 private:
  static constexpr std::uint64_t kPrime = 0x100000001b3;

  /// Eight words at a time, each in a sum of its own: one after the other they would wait for each other.
  void addWords(std::string_view bytes) {
    std::array<std::uint64_t, 8> sums{};
    for (std::size_t at = 0; at < bytes.size(); at += sizeof sums) {
      std::array<std::uint64_t, 8> words{};
      std::memcpy(words.data(), bytes.data() + at, std::min(sizeof words, bytes.size() - at));
      for (std::size_t k = 0; k < words.size(); ++k) {
        const std::uint64_t mixed = (sums[k] ^ words[k]) * 0x9E3779B97F4A7C15u;
        sums[k] = mixed ^ mixed >> 29;
      }
    }
    for (const std::uint64_t sum : sums) add(sum);
  }

  std::uint64_t m_value = 0xcbf29ce484222325;
};

}  // namespace

std::uint64_t ProfileSource::fingerprintOf(const fs::path& path) {
  Fingerprint fingerprint;
  if (fs::is_directory(path)) {
    for (const fs::path& file : filesOf(path)) fingerprint.addFile(file);
    return fingerprint.value();
  }
  for (const DatabasePart& part : partsOf(path.string())) {
    fingerprint.addFile(part.stem + ".ffdata");
    fingerprint.addFile(part.stem + ".ffindex");
    fingerprint.addContent(part.stem + ".ffindex");
  }
  return fingerprint.value();
}

ProfileSource::ProfileSource(const fs::path& path) : m_path(path.string()) {
  if (fs::is_directory(path)) {
    readFolder(path);
    if (m_entries.empty()) fail(m_path, ": the folder holds no profiles and no alignments");
  } else {
    for (const DatabasePart& part : partsOf(m_path)) readDatabase(part.stem, part.preference, part.formatId);
    if (m_entries.empty()) fail(m_path, ": the database is empty");
  }
  keepPreferred();
}

void ProfileSource::readFolder(const fs::path& folder) {
  for (const fs::path& file : filesOf(folder)) {
    const auto [name, preference] = nameAndPreference(file);
    m_entries.push_back({name, {file.string(), 0, 0, ""}, preference, preference >= kNumProfileFormats, {}});
  }
}

void ProfileSource::readDatabase(const std::string& stem, int preference, const std::string& formatId) {
  m_databases.push_back(std::make_unique<const Ffindex>(stem + ".ffdata", stem + ".ffindex"));
  const Ffindex& database = *m_databases.back();
  for (Index place = 0; place < database.count(); ++place)
    m_entries.push_back({std::string(database.name(place)),
                         {"", m_databases.size() - 1, place, formatId},
                         preference,
                         formatId == "a3m",
                         {}});
}

void ProfileSource::keepPreferred() {
  std::stable_sort(m_entries.begin(), m_entries.end(), [](const Entry& a, const Entry& b) {
    return a.name != b.name ? a.name < b.name : a.preference < b.preference;
  });
  std::vector<Entry> kept;
  for (Entry& entry : m_entries) {
    if (kept.empty() || kept.back().name != entry.name)
      kept.push_back(std::move(entry));
    else if (entry.isAlignment && !kept.back().isAlignment && !kept.back().alignment)
      kept.back().alignment = std::move(entry.place);
  }
  m_entries = std::move(kept);
}

Index ProfileSource::find(std::string_view name) const {
  const auto found = std::lower_bound(m_entries.begin(), m_entries.end(), name,
                                      [](const Entry& entry, std::string_view wanted) { return entry.name < wanted; });
  return found != m_entries.end() && found->name == name ? found - m_entries.begin() : -1;
}

std::string ProfileSource::sourceOf(const Place& place) const {
  return place.file.empty() ? m_databases[place.database]->sourceOf(place.entry) : place.file;
}

std::string ProfileSource::sourceOf(Index entry) const { return sourceOf(nth(m_entries, entry).place); }

DatasetValue ProfileSource::valueAt(const Place& place, Diagnostics& diagnostics, Progress& progress) const {
  if (!place.file.empty()) return load(place.file, diagnostics, progress).value;
  const Ffindex& database = *m_databases[place.database];
  const std::string source = sourceOf(place);
  const std::string_view content = database.content(place.entry);
  MemoryShare memory(source);
  memory.hold(memoryToRead(content));
  const Format& format = place.formatId.empty() ? recogniseFormat(content, source) : *findFormat(place.formatId);
  try {
    DatasetValue value = format.read(content, source, diagnostics, progress);
    database.release(content);
    return value;
  } catch (const Error&) {
    failIfMixedUp(content, source, format);
    throw;
  }
}

DatasetValue ProfileSource::value(Index entry, Diagnostics& diagnostics, Progress& progress) const {
  return valueAt(nth(m_entries, entry).place, diagnostics, progress);
}

std::optional<DatasetValue> ProfileSource::alignmentBeside(Index entry, Diagnostics& diagnostics,
                                                           Progress& progress) const {
  const std::optional<Place>& place = nth(m_entries, entry).alignment;
  if (!place) return std::nullopt;
  return valueAt(*place, diagnostics, progress);
}

ProfileHmm ProfileSource::read(Index entry, const ProfileBuildOptions& options, Diagnostics& diagnostics,
                               Progress& progress) const {
  return profileOf(value(entry, diagnostics, progress), sourceOf(entry), options, progress);
}

}  // namespace engine
