#include "engine/operations/DatabaseInput.h"

#include <mutex>

#include "engine/base/ParameterKinds.h"
#include "engine/io/FileContent.h"
#include "engine/operations/ProfileInput.h"
#include "engine/search/hits/MergeHits.h"

namespace engine {

namespace {

/// The first warning of many files, and how many there are. Files are read on several threads.
class WarningCount {
 public:
  void add(const std::vector<std::string>& warnings) {
    if (warnings.empty()) return;
    const std::lock_guard lock(m_mutex);
    if (m_count == 0) m_first = warnings.front();
    m_count += warnings.size();
  }
  void report(Diagnostics& diagnostics) const {
    if (m_count == 0) return;
    diagnostics.warn(m_first, m_count == 1 ? "" : " (and " + std::to_string(m_count - 1) + " more warnings)");
  }

 private:
  std::mutex m_mutex;
  std::string m_first;
  std::size_t m_count = 0;
};

/// Of the caches of profiles that a preset makes, and of their letters.
std::string variantOf(Preset preset) { return preset == Preset::standard ? "" : presetName(preset); }
std::string lettersVariant(const std::string& variant) { return (variant.empty() ? "" : variant + "-") + "letters"; }

ColumnStates statesOf(const std::string& path) {
  return path.empty() ? standardColumnStates() : parseColumnStates(readFileWhole(path), path);
}

}  // namespace

Parameter databaseParameter() {
  return textParameter("database", "Database",
                       "a folder of profiles or alignments, or the prefix of a database of HH-suite "
                       "(PREFIX_hhm.ffdata, PREFIX_a3m.ffdata)",
                       "", PathKind::database);
}

Parameter samplesParameter() {
  return countParameter("shuffled", "Shuffled templates", "how many are aligned to see what chance brings", 2000, 10,
                        1e7);
}

void requireDatabase(const ParameterValues& values) {
  if (values.text("database").empty())
    fail("parameter database: found nothing, expected a folder or the prefix of a database");
}

std::optional<Alignment> rowsOfEntry(const ProfileSource& source, const MatchRule& rule, const SearchHit& hit) {
  const Index k = source.find(hit.entry);
  if (k < 0) return std::nullopt;
  Diagnostics ignored;
  Progress silent;
  Dataset dataset;
  dataset.title = source.sourceOf(k);
  std::optional<DatasetValue> beside = source.alignmentBeside(k, ignored, silent);
  dataset.value = beside ? std::move(*beside) : source.value(k, ignored, silent);
  if (dataset.as<ProfileHmm>()) return std::nullopt;
  const auto alignment = alignmentInput(dataset);
  Alignment rows = onMatchColumns(*alignment, matchColumns(*alignment, rule));
  // A profile that was made with other match columns than the alignment beside it: the path does not fit these.
  if (rows.numColumns != hit.numColumns) return std::nullopt;
  return rows;
}

SharedDatabase::SharedDatabase(std::string path, Preset preset, const std::string& fingerprint)
    : m_path(std::move(path)), m_variant(variantOf(preset)) {
  profiles = Database::openShared(fingerprint, cachePlaces(m_path, m_variant));
}

void SharedDatabase::openLetters(const std::string& statesPath) {
  letters =
      DatabaseLetters::openShared(*profiles, statesOf(statesPath), cachePlaces(m_path, lettersVariant(m_variant)));
}

OpenedDatabase::OpenedDatabase(const std::string& path, Preset preset, int threads, Diagnostics& diagnostics,
                               Progress& progress, CacheCheck check)
    : m_path(path), m_variant(variantOf(preset)), m_build(presetBuildOptions(preset, Side::templ)) {
  WarningCount warnings;
  ProfileOrigin origin;
  origin.fingerprint = std::to_string(ProfileSource::fingerprintOf(path)) + " " + presetName(preset);
  origin.entries = [&] {
    const ProfileSource& files = source();
    ProfileEntries entries;
    entries.names.reserve(static_cast<size_t>(files.count()));
    for (Index k = 0; k < files.count(); ++k) entries.names.push_back(files.name(k));
    entries.read = [this, &files = files, &warnings](Index k) {
      Diagnostics own;
      Progress silent;
      ProfileHmm profile = files.read(k, m_build, own, silent);
      warnings.add(own.warnings());
      return profile;
    };
    return entries;
  };
  m_profiles = Database::open(origin, cachePlaces(path, m_variant), threads, diagnostics, progress, check);
  warnings.report(diagnostics);
}

const ProfileSource& OpenedDatabase::source() const {
  if (!m_source) m_source.emplace(m_path);
  return *m_source;
}

Alignment OpenedDatabase::alignmentOf(const SearchHit& hit) const {
  std::optional<Alignment> rows = rowsOfEntry(source(), m_build.match, hit);
  return rows ? std::move(*rows) : shownAlignment(*hit.templ);
}

PrefilterUse OpenedDatabase::prefilterWith(const std::string& statesPath, int threads, Diagnostics& diagnostics,
                                           Progress& progress, CacheCheck check) {
  m_states = std::make_shared<const ColumnStates>(statesOf(statesPath));
  m_letters = DatabaseLetters::open(*m_profiles, *m_states, cachePlaces(m_path, lettersVariant(m_variant)), threads,
                                    diagnostics, progress, check);
  return {m_letters.get(), m_states.get(), {}};
}

}  // namespace engine
