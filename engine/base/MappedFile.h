// A file seen as bytes in memory, without reading it first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace engine {

/// Read-only map of a whole regular file. Pages come in when they are touched; the file must not shrink meanwhile.
class MappedFile {
 public:
  /// Throws Error naming the file when it cannot be opened or mapped.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {m_begin, m_size}; }
  /// Says that a part of bytes() is not needed for now: its pages leave the memory of the process and come back when
  /// they are read again.
  void release(std::string_view part) const;
  /// Says that a part of bytes() is read soon. A wish: where it is not heard, pages come in when they are touched.
  void fetch(std::string_view part) const;

 private:
  const char* m_begin = nullptr;
  std::size_t m_size = 0;
};

}  // namespace engine
