// Whole files in and out.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/base/Progress.h"

namespace engine {

/// Whole content of a file ("-": standard input; local or remote), gzip unpacked. Throws Error naming the file, also when it does not
/// fit into the memory budget (MemoryBudget.h): a file before it is read, a pipe or packed data once that shows. Throws
/// Cancelled, also while it waits for the writer of a pipe.
std::string readFileWhole(const std::filesystem::path& path, Progress& progress);
/// The same without progress.
std::string readFileWhole(const std::filesystem::path& path);
/// Who may read and write a file that is written.
enum class FileAccess {
  usual,     ///< as the user's mask says; an existing file keeps its permissions and, where possible, its owner
  ownerOnly  ///< nobody but the owner (0600), whatever the file allowed before
};

/// Writes to a temporary name beside the target, brings it to the disk and renames: whole or not at all, even when the
/// power fails. A symbolic link keeps pointing to its target. Other hard links of a file that is replaced keep what it
/// held before: only the name that was asked for gets the new content. What is no file (a device, a named pipe) is
/// never replaced but written into, as are /dev/stdout and its kin. Throws Error naming the file.
void writeFileWhole(const std::filesystem::path& path, std::string_view content, FileAccess access = FileAccess::usual);
/// The same for content that is made piece by piece: `make` gets a function that takes the next piece.
using TakePiece = std::function<void(std::string_view)>;
void writeFileInPieces(const std::filesystem::path& path, const std::function<void(const TakePiece&)>& make,
                       FileAccess access = FileAccess::usual);

}  // namespace engine
