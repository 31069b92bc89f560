// What ranks leave for each other and for a second start: tasks and the results of their shards, a file each, in a
// folder that all ranks see.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/cluster/Shards.h"

namespace app {

/// Files appear whole or not at all. A result that is cut off, damaged or of another task counts as missing.
class ShardFolder {
 public:
  explicit ShardFolder(std::filesystem::path path) : m_path(std::move(path)) {}
  const std::filesystem::path& path() const { return m_path; }

  /// Makes the folder. Throws Error when there is work in it already that nobody asked to go on with (`resumes`), or
  /// when it cannot be made.
  void begin(bool resumes) const;
  /// Writes the task, or finds that the one which is there is the same. Throws Error when it is another one.
  void beginTask(int task, std::string_view content);
  /// Reads what beginTask() wrote elsewhere; waits for up to half a minute until a shared file system shows it. Throws
  /// Error.
  std::string readTask(int task);

  /// Of the task that was begun or read last. Throws Error when it cannot be written.
  void keep(Index shard, std::string_view result) const;
  /// Empty: missing.
  std::optional<std::string> result(Index shard) const;
  /// The same for a result that another machine says it has written: waits as readTask() does. Throws Error.
  std::string finishedResult(Index shard) const;
  /// Everything that is in it and the folder.
  void remove() const;

 private:
  std::filesystem::path taskFile(int task) const;
  std::filesystem::path shardFile(Index shard) const;

  std::filesystem::path m_path;
  int m_task = 0;
  std::uint64_t m_fingerprint = 0;  ///< of the task
};

}  // namespace app
