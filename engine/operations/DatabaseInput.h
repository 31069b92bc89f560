// The parameter "database": a folder of profiles or alignments, or a database of HH-suite, opened through its cache.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/base/Diagnostics.h"
#include "engine/base/Parameters.h"
#include "engine/hmm/rows/MatchColumns.h"
#include "engine/io/ProfileSource.h"
#include "engine/search/Search.h"

namespace engine {

class Operation;

Parameter databaseParameter();
/// Number of shuffled templates of a calibration.
Parameter samplesParameter();
/// Throws Error for an empty path, before any work.
void requireDatabase(const ParameterValues& values);

/// The rows behind a hit on the columns of its profile: of the alignment that is the entry or stands beside it. Nothing
/// where there is none, or one of other match columns. Throws Error for an alignment that cannot be read.
std::optional<Alignment> rowsOfEntry(const ProfileSource& source, const MatchRule& rule, const SearchHit& hit);

/// Profiles and letters of a database as another process with an OpenedDatabase of this fingerprint holds them: out of
/// the caches that it has opened or made, which are read and never written. Throws Error where there are none.
struct SharedDatabase {
  std::shared_ptr<const Database> profiles;
  std::shared_ptr<const DatabaseLetters> letters;  ///< after openLetters()

  SharedDatabase(std::string path, Preset preset, const std::string& fingerprint);
  /// As OpenedDatabase::prefilterWith.
  void openLetters(const std::string& statesPath);

 private:
  std::string m_path, m_variant;
};

/// The operation "search" for whoever computes its scores on several machines; its results are those of the one in the
/// list to the byte.
std::unique_ptr<const Operation> makeSearchWithScoresOf(ScoresElsewhere elsewhere);

/// A database and the files behind it. Alignments in it become profiles as the preset wants templates.
class OpenedDatabase {
 public:
  /// Opens the cache or makes it. Warnings of single files become one. Throws Error naming the file or entry that
  /// cannot be read, Cancelled.
  OpenedDatabase(const std::string& path, Preset preset, int threads, Diagnostics& diagnostics, Progress& progress,
                 CacheCheck check = CacheCheck::small);

  const Database& profiles() const { return *m_profiles; }
  /// rowsOfEntry, or the few sequences that the profile carries along. One thread at a time.
  Alignment alignmentOf(const SearchHit& hit) const;
  /// Letters for the prefilter; of `statesPath` (cs219.lib), or of our own alphabet when that is empty.
  PrefilterUse prefilterWith(const std::string& statesPath, int threads, Diagnostics& diagnostics, Progress& progress,
                             CacheCheck check = CacheCheck::small);

 private:
  const ProfileSource& source() const;

  std::string m_path, m_variant;
  mutable std::optional<ProfileSource> m_source;  ///< the list of entries, once it is needed
  ProfileBuildOptions m_build;
  std::shared_ptr<const Database> m_profiles;
  std::shared_ptr<const ColumnStates> m_states;
  std::shared_ptr<const DatabaseLetters> m_letters;
};

}  // namespace engine
