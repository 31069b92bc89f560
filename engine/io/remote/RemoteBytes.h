// Files of other machines as sources of bytes, and what is asked of paths that may be remote.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/Progress.h"
#include "engine/io/ByteSource.h"

namespace engine {

/// Of an address (RemoteAddress.h): reads only what is asked for, through one connection to each server. The name is
/// the address. Throws Error as openRemoteFile does.
std::shared_ptr<const ByteSource> openRemoteBytes(const std::filesystem::path& path);

/// The whole content, packed as it is, with the bytes that are there and those that there are as the step of
/// `progress`. Throws Error when it is larger than mostFetchedWhole() or than the memory budget, before it is fetched.
std::string fetchWhole(const ByteSource& file, Progress& progress);

/// Bytes of a plain file, local or remote; nothing where there is none. Throws Error when the server cannot be asked.
std::optional<std::uintmax_t> sizeOfFile(const std::filesystem::path& path);

}  // namespace engine
