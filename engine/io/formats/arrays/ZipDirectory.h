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
  std::size_t packedSize = 0, size = 0;  ///< as the archive says
  std::size_t headerAt = 0;              ///< of its own header, before its packed bytes
};

/// In the order of the archive. Throws Error naming the archive when its directory is damaged, or when an entry reaches
/// beyond its end, shares bytes with another one or claims to unpack to more than its bytes can. Nothing but the
/// directory is read.
std::vector<ZipEntry> zipEntries(const ByteSource& archive);

/// Where its packed bytes begin. Throws Error beginning with `what` when they are not all in the archive.
std::size_t bytesOfEntry(const ByteSource& archive, const ZipEntry& entry, const std::string& what);

/// The unpacked entry of the size that the archive says. Throws Error beginning with `what` when it is damaged or
/// cannot be read; throws Cancelled. The caller has seen to the memory.
std::string unpackEntry(const ByteSource& archive, const ZipEntry& entry, const std::string& what, Progress& progress);

}  // namespace engine
