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
  for (Index k = 0; k < source.count(); ++k) {
    if (source.name(k) != hit.entry) continue;
    Diagnostics ignored;
    Progress silent;
    Dataset dataset;
    dataset.title = source.sourceOf(k);
    std::optional<DatasetValue> beside = source.alignmentBeside(k, ignored, silent);
    dataset.value = beside ? std::move(*beside) : source.value(k, ignored, silent);
    if (dataset.as<ProfileHmm>()) break;
    const auto alignment = alignmentInput(dataset);
    Alignment rows = onMatchColumns(*alignment, matchColumns(*alignment, rule));
    // A profile that was made with other match columns than the alignment beside it: the path does not fit these.
    if (rows.numColumns != hit.numColumns) break;
    return rows;
  }
  return std::nullopt;
}

SharedDatabase::SharedDatabase(std::string path, Preset preset, const std::string& fingerprint)
    : m_path(std::move(path)), m_variant(variantOf(preset)) {
  profiles = Database::openAsChecked(fingerprint, cachePlaces(m_path, m_variant));
}

void SharedDatabase::openLetters(const std::string& statesPath) {
  letters = DatabaseLetters::openAsChecked(*profiles, statesOf(statesPath),
                                           cachePlaces(m_path, lettersVariant(m_variant)));
}

OpenedDatabase::OpenedDatabase(const std::string& path, Preset preset, int threads, Diagnostics& diagnostics,
                               Progress& progress)
    : m_path(path),
      m_variant(variantOf(preset)),
      m_source(path),
      m_build(presetBuildOptions(preset, Side::templ)) {
  WarningCount warnings;
  ProfileEntries entries;
  for (Index k = 0; k < m_source.count(); ++k) entries.names.push_back(m_source.name(k));
  entries.fingerprint = std::to_string(m_source.fingerprint()) + " " + presetName(preset);
  entries.read = [&](Index k) {
    Diagnostics own;
    Progress silent;
    ProfileHmm profile = m_source.read(k, m_build, own, silent);
    warnings.add(own.warnings());
    return profile;
  };
  m_profiles = Database::open(entries, cachePlaces(path, m_variant), threads, diagnostics, progress);
  warnings.report(diagnostics);
}

Alignment OpenedDatabase::alignmentOf(const SearchHit& hit) const {
  std::optional<Alignment> rows = rowsOfEntry(m_source, m_build.match, hit);
  return rows ? std::move(*rows) : shownAlignment(*hit.templ);
}

PrefilterUse OpenedDatabase::prefilterWith(const std::string& statesPath, int threads, Diagnostics& diagnostics,
                                           Progress& progress) {
  m_states = std::make_shared<const ColumnStates>(statesOf(statesPath));
  m_letters = DatabaseLetters::open(*m_profiles, *m_states, cachePlaces(m_path, lettersVariant(m_variant)), threads,
                                    diagnostics, progress);
  return {m_letters.get(), m_states.get(), {}};
}

}  // namespace engine
