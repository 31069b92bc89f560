// What the cache of a database holds: records, run after run; then rows of entries, their names, and a trailer at the
// very end of the last block.
#pragma once

#include <cstdint>
#include <string>

#include "engine/search/database/ProfileRecord.h"

namespace engine {

/// Changes with every change of the layout, of records too.
inline const std::string kProfilesKind = "profiles 2";

/// Of an entry: all of one size, so that the k-th is found where it lies.
struct EntryRow {
  std::uint64_t begin = 0;      ///< of its record, a multiple of kRecordUnit
  std::uint64_t nameBegin = 0;  ///< among the names
  double neff = 1;
  std::uint32_t units = 0;   ///< size of its record in kRecordUnit
  std::uint32_t length = 0;  ///< Nt
  std::uint32_t nameSize = 0;
  std::uint32_t unused = 0;
};
static_assert(sizeof(EntryRow) == 40);

struct DatabaseTrailer {
  std::uint64_t count = 0;      ///< entries
  std::uint64_t rowsBegin = 0;  ///< where records end
  std::uint64_t namesBegin = 0, namesEnd = 0;
  std::uint64_t numColumns = 0;  ///< of all entries
};

}  // namespace engine
