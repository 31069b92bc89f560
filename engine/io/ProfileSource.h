// A database on disk as a list of profiles: a folder of files, or a database of HH-suite.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/datasets/Dataset.h"
#include "engine/hmm/profile/ProfileBuilder.h"
#include "engine/io/Ffindex.h"

namespace engine {

/// Entries in the order of their names' bytes.
///
/// A folder holds files of profiles and alignments (.hhm .hmm .a3m .a2m .sto .aln .fa ..., packed or not; others and
/// sub-folders are passed over); an entry is called as its file without suffixes, and of several files of one name the
/// profile is preferred to the alignment, A3M to other alignments.
/// A database is given by its prefix X: X_hhm.ffdata and X_a3m.ffdata with their .ffindex files, entries in both are
/// read as profiles; or X.ffdata, whose entries may be of any format; ".ffdata" and ".ffindex" may be left out.
class ProfileSource {
 public:
  /// Throws Error naming what is missing, empty or contradicts itself. Reads names and places only.
  explicit ProfileSource(const std::filesystem::path& path);

  /// Changes with names, sizes and times of modification of the files and with the content of an index (a few megabytes
  /// of it where it is larger): a cache that was made for another one is stale. Reads no entries. Throws Error as the
  /// constructor does for what is missing.
  static std::uint64_t fingerprintOf(const std::filesystem::path& path);

  Index count() const { return static_cast<Index>(m_entries.size()); }
  /// -1 when there is no entry of that name.
  Index find(std::string_view name) const;
  const std::string& name(Index entry) const { return m_entries[static_cast<size_t>(entry)].name; }
  /// File, or database and entry: for errors and warnings.
  std::string sourceOf(Index entry) const;
  /// What the entry holds: a profile, an alignment or sequences. As read() otherwise.
  DatasetValue value(Index entry, Diagnostics& diagnostics, Progress& progress) const;
  /// The alignment that stands beside the profile of this name in another file or database, as X_a3m beside X_hhm;
  /// empty: there is none, or the entry itself is it. Errors as value().
  std::optional<DatasetValue> alignmentBeside(Index entry, Diagnostics& diagnostics, Progress& progress) const;
  /// The profile, or what buildProfile makes of the alignment: without pseudocounts unless the file has them. May be
  /// called from several threads at once, each with its own diagnostics. Throws Error naming the entry, Cancelled.
  ProfileHmm read(Index entry, const ProfileBuildOptions& options, Diagnostics& diagnostics, Progress& progress) const;

 private:
  struct Place {
    std::string file;  ///< empty: in a database
    size_t database = 0;
    Index entry = 0;       ///< of the database
    std::string formatId;  ///< empty: what its content looks like
  };
  struct Entry {
    std::string name;
    Place place;
    int preference = 0;  ///< the entry of the lowest stands for all of its name
    bool isAlignment = false;
    std::optional<Place> alignment;  ///< of the same name
  };
  void readFolder(const std::filesystem::path& folder);
  void readDatabase(const std::string& stem, int preference, const std::string& formatId);
  void keepPreferred();
  std::string sourceOf(const Place& place) const;
  DatasetValue valueAt(const Place& place, Diagnostics& diagnostics, Progress& progress) const;

  std::string m_path;
  std::vector<std::unique_ptr<const Ffindex>> m_databases;
  std::vector<Entry> m_entries;
};

}  // namespace engine
