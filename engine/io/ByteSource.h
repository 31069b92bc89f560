// Bytes of which any part can be read: a file that stays on disk, or content in memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace engine {

/// Safe to read from several threads.
class ByteSource {
 public:
  explicit ByteSource(std::string name) : m_name(std::move(name)) {}
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  const std::string& name() const { return m_name; }  ///< begins every error: the file's path
  virtual std::size_t size() const = 0;
  /// Copies [offset, offset + count) to `target`. Throws Error when that is not inside, or when the file has changed
  /// since it was opened.
  virtual void read(std::size_t offset, void* target, std::size_t count) const = 0;
  /// The same as a string; cut off at the end.
  std::string part(std::size_t offset, std::size_t count) const;

 private:
  std::string m_name;
};

/// A regular file, read piece by piece as it is asked for: never mapped, so that a file that shrinks is an error and
/// not the end of the program; or one of another machine (RemoteAddress.h). Null when the path is no regular file. Throws Error when it cannot be opened.
std::shared_ptr<const ByteSource> openByteSource(const std::filesystem::path& path);

/// Content in memory, which it keeps.
std::shared_ptr<const ByteSource> byteSourceOf(std::shared_ptr<const std::string> content, const std::string& name);
std::shared_ptr<const ByteSource> byteSourceOf(std::string content, const std::string& name);
/// Content in memory that somebody else keeps for as long as this is used.
std::shared_ptr<const ByteSource> byteSourceOver(std::string_view content, const std::string& name);

}  // namespace engine
