// Databases of HH-suite on disk: one file with all entries and one with their names and places
// (engine/search/MATHEMATICS.md 7.3).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/MappedFile.h"

namespace engine {

/// The pair of files NAME.ffdata (entries, each with a NUL byte behind it) and NAME.ffindex (lines
/// "name TAB offset TAB length including the NUL", sorted by name). Entries stay on disk until they are asked for.
class Ffindex {
 public:
  /// Throws Error naming file and line when the index is not of that form, not sorted, names an entry twice, or points
  /// behind the end of the data (a truncated file, or files that do not belong together).
  Ffindex(const std::filesystem::path& data, const std::filesystem::path& index);

  Index count() const { return static_cast<Index>(m_entries.size()); }
  std::string_view name(Index entry) const { return m_entries[static_cast<size_t>(entry)].name; }
  /// Without the NUL. Throws Error naming the entry when it does not end in a NUL byte or has another one inside.
  std::string_view content(Index entry) const;
  /// Says that a content is not needed for now (MappedFile::release).
  void release(std::string_view content) const { m_data.release(content); }
  /// -1 when there is no entry of that name.
  Index find(std::string_view name) const;
  /// "x.ffdata, entry name": for errors and warnings.
  std::string sourceOf(Index entry) const;

 private:
  struct Entry {
    std::string_view name;  ///< in the mapped index
    size_t offset = 0, length = 0;
  };
  Entry parseLine(std::string_view line, size_t number) const;
  [[noreturn]] void failAt(size_t number, const std::string& what) const;
  void requireSorted() const;

  std::string m_dataPath, m_indexPath;
  MappedFile m_data, m_index;
  std::vector<Entry> m_entries;
};

/// Content of the two files for entries (name, content), which are sorted by name here. Throws Error for a name that is
/// empty, holds a TAB or line end or occurs twice, and for content with a NUL byte.
struct FfindexText {
  std::string data, index;
};
FfindexText ffindexOf(std::vector<std::pair<std::string, std::string>> entries);

}  // namespace engine
