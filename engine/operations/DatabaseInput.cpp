#include "engine/operations/DatabaseInput.h"

#include <mutex>

#include "engine/io/ProfileSource.h"
#include "engine/operations/ProfileInput.h"

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

}  // namespace

Parameter databaseParameter() {
  return {"database",
          "Database",
          "",
          "a folder of profiles or alignments, or the prefix of a database of HH-suite (PREFIX_hhm.ffdata, "
          "PREFIX_a3m.ffdata)",
          std::string{},
          -1e300,
          1e300,
          {}};
}

Parameter samplesParameter() {
  return {"samples",
          "Shuffled templates",
          "",
          "how many are aligned to see what chance brings",
          std::int64_t{2000},
          10,
          1e7,
          {}};
}

void requireDatabase(const ParameterValues& values) {
  if (values.text("database").empty())
    fail("parameter database: found nothing, expected a folder or the prefix of a database");
}

std::shared_ptr<const Database> openDatabase(const std::string& path, Preset preset, int threads,
                                             Diagnostics& diagnostics, Progress& progress) {
  const ProfileSource source(path);
  const ProfileBuildOptions options = presetBuildOptions(preset);
  WarningCount warnings;
  ProfileEntries entries;
  for (Index k = 0; k < source.count(); ++k) entries.names.push_back(source.name(k));
  entries.fingerprint = std::to_string(source.fingerprint()) + " " + presetName(preset);
  entries.read = [&](Index k) {
    Diagnostics own;
    Progress silent;
    ProfileHmm profile = source.read(k, options, own, silent);
    warnings.add(own.warnings());
    return profile;
  };
  const std::string variant = preset == Preset::standard ? "" : presetName(preset);
  auto database = Database::open(entries, cachePlaces(path, variant), threads, diagnostics, progress);
  warnings.report(diagnostics);
  return database;
}

}  // namespace engine
