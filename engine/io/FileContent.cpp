// Whole files in and out, with errors that name the file and the system's reason.
#include "engine/io/FileContent.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"
#include "engine/base/TemporaryFile.h"
#include "engine/io/Gzip.h"
#include "engine/io/remote/RemoteBytes.h"
#include "engine/remote/RemoteAddress.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

constexpr size_t kSmallestPiece = size_t{1} << 12, kPiece = size_t{1} << 20;

/// A file descriptor that closes itself, except standard input.
class Descriptor {
 public:
  explicit Descriptor(int number) : m_number(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return m_number; }
  /// 0, or the error number of a failed close (a full disk may show only there).
  int close() {
    const int number = m_number;
    m_number = -1;
    return number > STDIN_FILENO && ::close(number) != 0 ? errno : 0;
  }

 private:
  int m_number;
};

/// Waits until a pipe or a device has something to read or its writers are gone. Waiting can be cancelled: neither
/// open() nor read() waits.
void waitForInput(int descriptor, Progress& progress) {
  constexpr int kMilliseconds = 50;
  struct pollfd input {
    descriptor, POLLIN, 0
  };
  while (::poll(&input, 1, kMilliseconds) <= 0) progress.update(0.0, "waiting for input");
}

std::string readAll(int descriptor, const std::string& source, Progress& progress) {
  struct stat info {};
  if (fstat(descriptor, &info) != 0) fail(source, ": cannot be read: ", std::strerror(errno));
  if (S_ISDIR(info.st_mode)) fail(source, ": is a folder, expected a file");
  const bool isFile = S_ISREG(info.st_mode);
  const size_t expected = isFile ? static_cast<size_t>(info.st_size) : 0;
  MemoryShare memory(source);
  memory.hold(expected);
  std::string content;
  content.reserve(expected);
  std::vector<char> piece(isFile ? std::clamp(expected + 1, kSmallestPiece, kPiece) : kPiece);
  for (;;) {
    if (!isFile) waitForInput(descriptor, progress);
    progress.update(expected ? std::min(1.0, double(content.size()) / double(expected)) : 0.0, "reading");
    const ssize_t got = ::read(descriptor, piece.data(), piece.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) fail(source, ": cannot be read: ", std::strerror(errno));
    if (got == 0) return content;
    appendWithin(memory, content, {piece.data(), static_cast<size_t>(got)});
  }
}

void writeAll(int descriptor, std::string_view content, const std::string& target) {
  while (!content.empty()) {
    const ssize_t put = ::write(descriptor, content.data(), std::min(kPiece, content.size()));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(target, ": cannot be written: ", std::strerror(errno));
    content.remove_prefix(static_cast<size_t>(put));
  }
}

/// While it lives, a pipe whose reader goes away is an error of write() and not the end of the program.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&m_pipe);
    sigaddset(&m_pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
  }
  ~NoPipeSignal() {
    constexpr timespec kNow{0, 0};
    if (!sigismember(&m_before, SIGPIPE)) ::sigtimedwait(&m_pipe, nullptr, &kNow);
    ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t m_pipe{}, m_before{};
};

using MakePieces = std::function<void(const TakePiece&)>;

/// Names of what this process has open already, which may be a file that others write to as well.
bool isOpenStream(const fs::path& path) {
  const std::string& name = path.native();
  return name == "/dev/stdout" || name == "/dev/stderr" || name.starts_with("/dev/fd/") ||
         name.starts_with("/proc/self/fd/");
}

/// Into a device or a pipe; behind what is there in a file that is open already.
void writeInto(const fs::path& path, const MakePieces& make) {
  const NoPipeSignal noPipeSignal;
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | (isOpenStream(path) ? O_APPEND : 0)));
  if (file.number() < 0) fail(path.string(), ": cannot be written: ", std::strerror(errno));
  make([&](std::string_view piece) { writeAll(file.number(), piece, path.string()); });
  if (const int error = file.close()) fail(path.string(), ": cannot be written: ", std::strerror(error));
}

/// 0, or the error number; file systems that cannot do it have no more to give.
int flushToDisk(int descriptor) {
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS ? 0 : errno;
}

/// Keeps the new name through a power failure. The file is whole already: what fails here is no reason to complain.
void flushFolder(const fs::path& folder) {
  const Descriptor opened(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.number() >= 0) ::fsync(opened.number());
}

/// Permissions and owner for what takes the place of a file that was there before, or of none.
void setAccess(int descriptor, const struct stat* before, FileAccess access, const fs::path& path) {
  if (before && (before->st_uid != ::geteuid() || before->st_gid != ::getegid())) {
    // Only root may give a file away.
    [[maybe_unused]] const int result = ::fchown(descriptor, before->st_uid, before->st_gid);
  }
  if (!before && access == FileAccess::usual) return;
  if (::fchmod(descriptor, access == FileAccess::ownerOnly ? 0600 : before->st_mode & 0777) != 0)
    fail(path.string(), ": cannot keep the permissions: ", std::strerror(errno));
}

std::string unpacked(std::string content, const std::string& source, Progress& progress) {
  if (!isGzip(content)) return content;
  MemoryShare packed(source);
  packed.hold(content.size());
  return unpackGzip(content, source, progress);
}

}  // namespace

std::string readFileWhole(const fs::path& path, Progress& progress) {
  const bool isStandardInput = path == "-";
  const std::string source = isStandardInput ? "standard input" : path.string();
  if (isRemote(path)) return unpacked(fetchWhole(*openRemoteBytes(path), progress), source, progress);
  Descriptor file(isStandardInput ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.number() < 0) fail(source, ": cannot be opened: ", std::strerror(errno));
  return unpacked(readAll(file.number(), source, progress), source, progress);
}

std::string readFileWhole(const fs::path& path) {
  Progress none;
  return readFileWhole(path, none);
}

void writeFileWhole(const fs::path& path, std::string_view content, FileAccess access) {
  writeFileInPieces(
      path, [content](const TakePiece& take) { take(content); }, access);
}

void writeFileInPieces(const fs::path& path, const MakePieces& make, FileAccess access) {
  if (isRemote(path)) fail(path.string(), ": files of other machines are only read, expected a local file name");
  struct stat before {};
  const bool isThere = ::stat(path.c_str(), &before) == 0;
  if (isThere && S_ISDIR(before.st_mode)) fail(path.string(), ": is a folder, expected a file name");
  if (isThere && (!S_ISREG(before.st_mode) || isOpenStream(path))) return writeInto(path, make);
  std::error_code ignored;
  const fs::path real = fs::canonical(path, ignored);
  const fs::path& target = real.empty() ? path : real;
  TemporaryFile file(target, access == FileAccess::ownerOnly ? 0600 : 0666);
  if (file.descriptor() < 0) fail(path.string(), ": cannot be written: ", std::strerror(errno));
  make([&](std::string_view piece) { writeAll(file.descriptor(), piece, path.string()); });
  setAccess(file.descriptor(), isThere ? &before : nullptr, access, path);
  if (const int error = flushToDisk(file.descriptor()))
    fail(path.string(), ": cannot be written: ", std::strerror(error));
  if (!file.replaceTarget()) fail(path.string(), ": cannot be replaced: ", std::strerror(errno));
  flushFolder(target.parent_path());
}

}  // namespace engine
