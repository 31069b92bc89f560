// How much memory there is, and how much of it files that are being read may take.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

/// Bytes that this process can have: the memory of the machine, or what its control groups allow, whichever is less.
std::size_t availableMemory();
/// The least that the control groups of this process allow (versions 1 and 2, every group along the path); the largest
/// number when none does. `root` is the folder that stands for "/".
std::size_t controlGroupLimit(const std::filesystem::path& root = "/");

/// Bytes that files may take while they are read, all together: half of availableMemory(), or what the environment
/// variable HEADLIGHT_MEMORY says: a number of bytes, with K, M, G or T behind it for units of 1024. Throws Error when
/// it says something else.
std::size_t memoryBudget();
/// What an environment variable says in this way; nothing where it is not there or empty. Throws Error as above.
std::optional<std::size_t> bytesOfSetting(const char* variable);
/// "640 KiB", "1.5 GiB"
std::string memoryText(std::size_t bytes);

/// What one file takes of the budget as long as this lives; several of one file add up. Work counts memory here before
/// it takes it.
class MemoryShare {
 public:
  /// `source` is the file's path; it begins the error.
  explicit MemoryShare(std::string source);
  ~MemoryShare();
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;

  /// Counts `bytes` in the place of those before. Throws Error that names file and budget when all that is being read
  /// does not fit and this file takes more than an equal part: small files are not refused because of a large one.
  void hold(std::size_t bytes);

 private:
  std::string m_source;
  std::size_t m_bytes = 0;
};

/// Appends to content whose length nobody knows yet, counting its memory with that of the copy that growing makes.
void appendWithin(MemoryShare& share, std::string& content, std::string_view piece);

}  // namespace engine
