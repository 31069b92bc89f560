// Packing and unpacking of gzip data in memory (zlib).
#pragma once

#include <string>
#include <string_view>

#include "engine/base/Progress.h"

namespace engine {

bool isGzip(std::string_view bytes);
/// All members of a gzip file one after the other. Throws Error naming `source` when the data are damaged, cut short or
/// unpack to more than the memory budget; throws Cancelled.
std::string unpackGzip(std::string_view packed, const std::string& source, Progress& progress);
/// One gzip member without name and time, so that equal content gives equal bytes.
std::string packGzip(std::string_view content);

}  // namespace engine
