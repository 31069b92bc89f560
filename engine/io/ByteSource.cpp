// Positioned reads.
#include "engine/io/ByteSource.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "engine/base/Error.h"
#include "engine/io/remote/RemoteBytes.h"
#include "engine/remote/RemoteAddress.h"

namespace engine {

namespace {

class MemoryBytes : public ByteSource {
 public:
  MemoryBytes(std::string_view content, std::shared_ptr<const std::string> owner, const std::string& name)
      : ByteSource(name), m_content(content), m_owner(std::move(owner)) {}
  std::size_t size() const override { return m_content.size(); }
  void read(std::size_t offset, void* target, std::size_t count) const override {
    if (offset > m_content.size() || count > m_content.size() - offset)
      fail(name(), ": ends at byte ", m_content.size(), ", expected ", count, " bytes at ", offset);
    if (count > 0) std::memcpy(target, m_content.data() + offset, count);
  }

 private:
  std::string_view m_content;
  std::shared_ptr<const std::string> m_owner;  ///< may be null
};

class FileBytes : public ByteSource {
 public:
  FileBytes(int descriptor, const struct stat& facts, const std::string& name)
      : ByteSource(name), m_descriptor(descriptor), m_facts(facts) {}
  ~FileBytes() override { ::close(m_descriptor); }
  std::size_t size() const override { return static_cast<std::size_t>(m_facts.st_size); }

  void read(std::size_t offset, void* target, std::size_t count) const override {
    if (offset > size() || count > size() - offset)
      fail(name(), ": ends at byte ", size(), ", expected ", count, " bytes at ", offset);
    requireUnchanged();
    auto* to = static_cast<char*>(target);
    while (count > 0) {
      const ssize_t got = ::pread(m_descriptor, to, count, static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(name(), ": cannot be read: ", std::strerror(errno));
      if (got == 0) fail(name(), ": ends at byte ", offset, ", expected ", size(), " bytes");
      to += got;
      offset += static_cast<std::size_t>(got);
      count -= static_cast<std::size_t>(got);
    }
  }

 private:
  void requireUnchanged() const {
    struct stat now {};
    if (::fstat(m_descriptor, &now) != 0) fail(name(), ": cannot be read: ", std::strerror(errno));
    const bool isSame = now.st_size == m_facts.st_size && now.st_mtim.tv_sec == m_facts.st_mtim.tv_sec &&
                        now.st_mtim.tv_nsec == m_facts.st_mtim.tv_nsec;
    if (!isSame) fail(name(), ": the file was changed while it is open, please open it again");
  }

  int m_descriptor;
  struct stat m_facts;
};

}  // namespace

std::string ByteSource::part(std::size_t offset, std::size_t count) const {
  std::string bytes(std::min(count, size() - std::min(offset, size())), '\0');
  read(std::min(offset, size()), bytes.data(), bytes.size());
  return bytes;
}

std::shared_ptr<const ByteSource> openByteSource(const std::filesystem::path& path) {
  if (isRemote(path)) return openRemoteBytes(path);
  struct stat facts {};
  // A pipe that is opened and closed again would take its writer's reader away.
  if (::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) return nullptr;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) fail(path.string(), ": cannot be opened: ", std::strerror(errno));
  const bool isRegular = ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
  if (isRegular) return std::make_shared<FileBytes>(descriptor, facts, path.string());
  ::close(descriptor);
  return nullptr;
}

std::shared_ptr<const ByteSource> byteSourceOf(std::shared_ptr<const std::string> content, const std::string& name) {
  const std::string_view bytes = *content;
  return std::make_shared<MemoryBytes>(bytes, std::move(content), name);
}

std::shared_ptr<const ByteSource> byteSourceOver(std::string_view content, const std::string& name) {
  return std::make_shared<MemoryBytes>(content, nullptr, name);
}

std::shared_ptr<const ByteSource> byteSourceOf(std::string content, const std::string& name) {
  return byteSourceOf(std::make_shared<const std::string>(std::move(content)), name);
}

}  // namespace engine
