// A file that says that somebody is there, for as long as the process lives.
#pragma once

#include <QString>
#include <memory>

namespace app {

/// Held through flock(): the kernel lets go of it when the process ends in whatever way, and neither a process number
/// that is used again nor one of another machine or container can be taken for the owner.
class FileLock {
 public:
  /// Makes the file when there is none. Null when somebody holds it, or when it cannot be made or locked.
  static std::unique_ptr<FileLock> take(const QString& path);
  ~FileLock();  ///< takes the file away
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  FileLock(QString path, int file) : m_path(std::move(path)), m_file(file) {}

  QString m_path;
  int m_file;
};

}  // namespace app
