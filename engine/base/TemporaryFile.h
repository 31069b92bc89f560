// A file that takes the place of another one when it is complete.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace engine {

/// A new, empty file beside its target, "NAME.headlight-PID-NUMBER.part", removed again unless replaceTarget() was
/// called. It is locked (flock) as long as it is open. What a killed process left behind is not, and is removed when
/// another one is made in the same folder; one that somebody still writes never is.
class TemporaryFile {
 public:
  /// `mode` as for open(2). When it cannot be made, descriptor() is -1 and errno says why.
  explicit TemporaryFile(const std::filesystem::path& target, mode_t mode = 0666);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int descriptor() const { return m_descriptor; }
  const std::filesystem::path& path() const { return m_path; }
  /// Gives the file the name of the target, which it replaces. False: errno says why.
  bool replaceTarget();

 private:
  bool tryName(int number, mode_t mode);

  std::filesystem::path m_target, m_path;
  int m_descriptor = -1;
};

}  // namespace engine
