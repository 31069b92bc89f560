// Whole files in and out.
#pragma once

#include <filesystem>
#include <functional>
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
/// The same for content that is made piece by piece: `make` gets a function that takes the next piece.
using TakePiece = std::function<void(std::string_view)>;
void writeFileInPieces(const std::filesystem::path& path, const std::function<void(const TakePiece&)>& make);

}  // namespace engine
