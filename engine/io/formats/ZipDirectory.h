// The list of entries of a zip archive, and where their bytes lie, without unpacking any.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/io/ByteSource.h"

namespace engine {

struct ZipEntry {
  std::string name;
  bool isStored = false;    ///< its bytes lie in the archive as they are
  bool isReadable = false;  ///< stored or deflated, and not encrypted
  std::uint32_t crc = 0;
  std::size_t packedSize = 0, size = 0;
  std::size_t offset = 0;  ///< of the first packed byte
};

/// In the order of the archive. Throws Error naming the archive when its directory is damaged or an entry would reach
/// beyond its end.
std::vector<ZipEntry> zipEntries(const ByteSource& archive);

/// A deflated entry, unpacked. Throws Error naming archive and entry when it is damaged; throws Cancelled.
std::string inflateEntry(const ByteSource& archive, const ZipEntry& entry, Progress& progress);

}  // namespace engine
