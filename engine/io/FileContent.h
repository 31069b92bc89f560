// Whole files in and out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/base/Progress.h"

namespace engine {

/// Whole content of a file ("-": standard input), gzip unpacked. Throws Error naming the file, Cancelled.
std::string readFileWhole(const std::filesystem::path& path, Progress& progress);
/// The same without progress.
std::string readFileWhole(const std::filesystem::path& path);
/// Writes to a temporary name beside the target and renames: whole or not at all. A symbolic link keeps pointing to its
/// target, an existing file keeps its permissions. Throws Error naming the file.
void writeFileWhole(const std::filesystem::path& path, std::string_view content);

}  // namespace engine
