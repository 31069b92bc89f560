// Whole files in and out, with errors that name the file and the system's reason.
#include "engine/io/FileContent.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "engine/base/Error.h"
#include "engine/io/Gzip.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

constexpr size_t kPiece = size_t{4} << 20;
constexpr int kNumTemporaryNames = 1000;

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

std::string readAll(int descriptor, const std::string& source, Progress& progress) {
  std::string content;
  struct stat info {};
  if (fstat(descriptor, &info) != 0) fail(source, ": cannot be read: ", std::strerror(errno));
  if (S_ISDIR(info.st_mode)) fail(source, ": is a folder, expected a file");
  const size_t expected = S_ISREG(info.st_mode) ? static_cast<size_t>(info.st_size) : 0;
  // One byte more, so that the end of a file of known size is met without growing.
  content.resize(expected + 1);
  size_t used = 0;
  for (;;) {
    progress.update(expected ? std::min(1.0, double(used) / double(expected)) : 0.0, "reading");
    if (used == content.size()) content.resize(2 * content.size() + kPiece);
    const ssize_t got = ::read(descriptor, content.data() + used, std::min(kPiece, content.size() - used));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(source, ": cannot be read: ", std::strerror(errno));
    if (got == 0) break;
    used += static_cast<size_t>(got);
  }
  content.resize(used);
  return content;
}

void writeAll(int descriptor, std::string_view content, const std::string& target) {
  while (!content.empty()) {
    const ssize_t put = ::write(descriptor, content.data(), std::min(kPiece, content.size()));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(target, ": cannot be written: ", std::strerror(errno));
    content.remove_prefix(static_cast<size_t>(put));
  }
}

/// A new, empty file beside the target; removed again unless it was renamed.
struct TemporaryFile {
  fs::path path;
  int descriptor = -1;

  explicit TemporaryFile(const fs::path& target) {
    for (int attempt = 0; attempt < kNumTemporaryNames && descriptor < 0; ++attempt) {
      path = target;
      path += "." + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".part";
      descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor < 0 && errno != EEXIST) break;
    }
    if (descriptor < 0) fail(target.string(), ": cannot be written: ", std::strerror(errno));
  }
  ~TemporaryFile() {
    if (!path.empty()) ::unlink(path.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
};

}  // namespace

std::string readFileWhole(const fs::path& path, Progress& progress) {
  const bool isStandardInput = path == "-";
  const std::string source = isStandardInput ? "standard input" : path.string();
  Descriptor file(isStandardInput ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) fail(source, ": cannot be opened: ", std::strerror(errno));
  std::string content = readAll(file.number(), source, progress);
  return isGzip(content) ? unpackGzip(content, source, progress) : content;
}

std::string readFileWhole(const fs::path& path) {
  Progress none;
  return readFileWhole(path, none);
}

void writeFileWhole(const fs::path& path, std::string_view content) {
  writeFileInPieces(path, [content](const TakePiece& take) { take(content); });
}

void writeFileInPieces(const fs::path& path, const std::function<void(const TakePiece&)>& make) {
  std::error_code ignored;
  const fs::path real = fs::canonical(path, ignored);
  const fs::path& target = real.empty() ? path : real;
  if (fs::is_directory(target, ignored)) fail(path.string(), ": is a folder, expected a file name");
  TemporaryFile temporary(target);
  Descriptor file(temporary.descriptor);
  make([&](std::string_view piece) { writeAll(file.number(), piece, path.string()); });
  struct stat before {};
  if (::stat(target.c_str(), &before) == 0 && ::fchmod(file.number(), before.st_mode & 0777) != 0)
    fail(path.string(), ": cannot keep the permissions: ", std::strerror(errno));
  if (const int error = file.close()) fail(path.string(), ": cannot be written: ", std::strerror(error));
  if (::rename(temporary.path.c_str(), target.c_str()) != 0)
    fail(path.string(), ": cannot be replaced: ", std::strerror(errno));
  temporary.path.clear();
}

}  // namespace engine
