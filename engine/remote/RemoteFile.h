// A file of another machine of which any part can be read, and folders that can be listed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/remote/RemoteAddress.h"

namespace engine {

/// Safe to read from several threads. What was read lately stays in memory, at most kRemoteCacheBytes of each file;
/// reads that go on where the last one ended fetch ahead, at most kRemoteAheadBytes.
class RemoteFile {
 public:
  virtual ~RemoteFile() = default;
  virtual const RemoteAddress& address() const = 0;
  virtual std::uint64_t size() const = 0;  ///< bytes, when it was opened
  /// Copies [offset, offset + count) to `target`. Throws Error naming the file when it is not inside, when the file has
  /// changed since it was opened, or with what the server or ssh said; Cancelled (Waiting). After a connection
  /// was lost, the next read opens another one.
  virtual void read(std::uint64_t offset, void* target, std::size_t count) = 0;
  /// Bytes that have come from the server for this file.
  virtual std::uint64_t fetched() const = 0;
};

inline constexpr std::size_t kRemoteBlockBytes = std::size_t{1} << 17;
inline constexpr std::size_t kRemoteAheadBytes = std::size_t{1} << 21;
inline constexpr std::size_t kRemoteCacheBytes = std::size_t{1} << 25;

enum class RemoteKind { nothing, file, folder, other };
struct RemoteFacts {
  RemoteKind kind = RemoteKind::nothing;
  std::uint64_t size = 0;  ///< bytes
};
/// What is there, links followed. `nothing` only where the server says so. Throws Error naming the address.
RemoteFacts remoteFacts(const RemoteAddress& address);

/// Throws Error naming the file; also when it is a folder.
std::shared_ptr<RemoteFile> openRemoteFile(const RemoteAddress& address);

struct RemoteEntry {
  std::string name;
  RemoteKind kind;            ///< what a link leads to; `nothing`: nowhere
  std::uint64_t size = 0;     ///< bytes
  std::int64_t modified = 0;  ///< seconds since 1970; 0: not told
};
struct RemoteFolder {
  RemoteAddress address;             ///< with its whole path
  std::vector<RemoteEntry> entries;  ///< folders first, each in the order of names; without "." and ".."
  bool isCutOff = false;             ///< there are more than kMostRemoteEntries
};
inline constexpr std::size_t kMostRemoteEntries = 20000;
/// Throws Error naming the folder.
RemoteFolder listRemoteFolder(const RemoteAddress& address);

}  // namespace engine
