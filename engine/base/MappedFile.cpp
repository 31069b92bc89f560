// Memory maps of files, by the system's own means.
#include "engine/base/MappedFile.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/base/Error.h"

namespace engine {

MappedFile::MappedFile(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) fail(path.string(), ": cannot be opened: ", std::strerror(errno));
  struct stat info {};
  int problem = ::fstat(descriptor, &info) == 0 ? 0 : errno;
  const bool isFile = problem == 0 && S_ISREG(info.st_mode);
  if (isFile && info.st_size > 0) {
    m_size = static_cast<std::size_t>(info.st_size);
    void* const begin = ::mmap(nullptr, m_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (begin == MAP_FAILED)
      problem = errno;
    else
      m_begin = static_cast<const char*>(begin);
  }
  ::close(descriptor);
  if (problem != 0) fail(path.string(), ": cannot be read: ", std::strerror(problem));
  if (!isFile) fail(path.string(), ": is not a file that can be mapped into memory");
}

MappedFile::~MappedFile() {
  if (m_begin) ::munmap(const_cast<char*>(m_begin), m_size);
}

void MappedFile::release(std::string_view part) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = static_cast<std::size_t>(part.data() - m_begin);
  const std::size_t from = begin / page * page, to = (begin + part.size()) / page * page;
  if (from < to) ::madvise(const_cast<char*>(m_begin) + from, to - from, MADV_DONTNEED);
}

void MappedFile::fetch(std::string_view part) const {
  if (part.empty()) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = static_cast<std::size_t>(part.data() - m_begin), from = begin / page * page;
  ::madvise(const_cast<char*>(m_begin) + from, begin + part.size() - from, MADV_WILLNEED);
}

}  // namespace engine
