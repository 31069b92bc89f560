// A file that says that somebody is there, for as long as the process lives.
#include "app/session/FileLock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>

namespace app {

namespace {

/// Whether the open file is the one of that name: its last owner may have taken it away in between.
bool isThere(int file, const QByteArray& name) {
  struct stat held {
  }, named{};
  return fstat(file, &held) == 0 && stat(name.constData(), &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

}  // namespace

std::unique_ptr<FileLock> FileLock::take(const QString& path) {
  const QByteArray name = QFile::encodeName(path);
  for (;;) {
    const int file = open(name.constData(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) return nullptr;
    const bool isHeld = flock(file, LOCK_EX | LOCK_NB) == 0;
    if (isHeld && isThere(file, name)) return std::unique_ptr<FileLock>(new FileLock(path, file));
    close(file);
    if (!isHeld) return nullptr;
  }
}

FileLock::~FileLock() {
  QFile::remove(m_path);
  close(m_file);
}

}  // namespace app
