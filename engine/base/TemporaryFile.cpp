#include "engine/base/TemporaryFile.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>

namespace engine {

namespace fs = std::filesystem;

namespace {

constexpr int kNumNames = 1000;
constexpr std::string_view kMark = ".headlight-", kSuffix = ".part";

/// Whether a name is one of those that are given here: nobody else's file is ever removed.
bool isOurs(std::string_view name) {
  const size_t mark = name.rfind(kMark);
  if (mark == std::string_view::npos || !name.ends_with(kSuffix)) return false;
  name.remove_suffix(kSuffix.size());
  const std::string_view numbers = name.substr(std::min(name.size(), mark + kMark.size()));
  return !numbers.empty() && numbers.find_first_not_of("0123456789-") == std::string_view::npos;
}

bool isSameFile(int descriptor, const fs::path& path) {
  struct stat opened {
  }, named{};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

/// Removes a file that nobody has locked. The name is compared once the lock is there: it may be another file's by now.
void removeUnlessLocked(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && isSameFile(descriptor, path)) ::unlink(path.c_str());
  ::close(descriptor);
}

void removeLeftOvers(const fs::path& folder) {
  std::error_code problem;
  fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, problem);
  for (; !problem && entry != fs::directory_iterator(); entry.increment(problem))
    if (isOurs(entry->path().filename().native())) removeUnlessLocked(entry->path());
}

}  // namespace

TemporaryFile::TemporaryFile(const fs::path& target, mode_t mode) : m_target(target) {
  removeLeftOvers(target.parent_path());
  for (int number = 0; number < kNumNames; ++number) {
    if (tryName(number, mode)) return;
    if (errno != EEXIST) break;
  }
  m_path.clear();
}

bool TemporaryFile::tryName(int number, mode_t mode) {
  m_path = m_target;
  m_path += std::string(kMark) + std::to_string(::getpid()) + "-" + std::to_string(number) + std::string(kSuffix);
  const int descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (descriptor < 0) return false;
  // Where a file system knows no locks, nothing is taken for left over either.
  ::flock(descriptor, LOCK_EX);
  if (isSameFile(descriptor, m_path)) {
    m_descriptor = descriptor;
    return true;
  }
  ::close(descriptor);  // taken for left over before the lock was there
  errno = EEXIST;
  return false;
}

TemporaryFile::~TemporaryFile() {
  if (m_descriptor < 0) return;
  if (!m_path.empty()) ::unlink(m_path.c_str());
  ::close(m_descriptor);
}

bool TemporaryFile::replaceTarget() {
  if (::rename(m_path.c_str(), m_target.c_str()) != 0) return false;
  m_path.clear();
  return true;
}

}  // namespace engine
