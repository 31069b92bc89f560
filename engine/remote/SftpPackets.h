// Packets of SFTP, version 3 (draft-ietf-secsh-filexfer-02): the few that reading takes, to bytes and from bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine::sftp {

enum Type : std::uint8_t {
  kInit = 1,
  kVersion = 2,
  kOpen = 3,
  kClose = 4,
  kRead = 5,
  kFstat = 8,
  kOpenFolder = 11,
  kReadFolder = 12,
  kRealPath = 16,
  kStat = 17,
  kStatus = 101,
  kHandle = 102,
  kData = 103,
  kName = 104,
  kAttributes = 105
};

enum Status : std::uint32_t { kOk = 0, kEndOfFile = 1, kNoSuchFile = 2, kPermissionDenied = 3 };

/// A server's answer is never longer, or it is no SFTP.
inline constexpr std::size_t kLongestPacket = std::size_t{1} << 20;
/// What every server answers at once (section 3 of the draft).
inline constexpr std::size_t kReadBytes = std::size_t{1} << 15;

/// What is asked, without length and number, which Session adds.
struct Request {
  Type type;
  std::string content;
};
Request openFile(std::string_view path);  ///< to read
Request openFolder(std::string_view path);
Request readFolder(std::string_view handle);
Request closeHandle(std::string_view handle);
Request statOf(std::string_view path);  ///< of what a link leads to
Request statOfHandle(std::string_view handle);
Request realPath(std::string_view path);
Request read(std::string_view handle, std::uint64_t offset, std::uint32_t count);

/// With length before it.
std::string initPacket();
std::string packet(const Request& request, std::uint32_t number);

/// Length, type and what is behind; nothing where the packet is not all there yet.
struct Packet {
  Type type = kStatus;
  std::uint32_t number = 0;  ///< of the request that it answers; of kVersion the version
  std::string content;
};
/// Takes the first packet off `bytes`. False: more bytes are needed. Throws Error where no packet can begin like this.
bool takePacket(std::string& bytes, Packet& packet);

struct Attributes {
  std::uint64_t size = 0;
  std::uint32_t permissions = 0;  ///< with the kind of file, as stat(2) has it
  std::uint32_t modified = 0;     ///< seconds since 1970; 0: not told
  bool hasSize = false;

  bool isFolder() const { return (permissions & 0170000U) == 0040000U; }
  bool isLink() const { return (permissions & 0170000U) == 0120000U; }
  /// Servers that tell no permissions list files.
  bool isFile() const { return (permissions & 0170000U) == 0100000U || (permissions & 0170000U) == 0; }
};

struct Name {
  std::string name;
  Attributes attributes;
};

/// What an answer holds. All throw Error where it is cut off.
struct StatusAnswer {
  std::uint32_t code;
  std::string message;  ///< of the server; may be empty
};
StatusAnswer statusOf(const Packet& packet);
std::string textOf(const Packet& packet);  ///< a handle or data
Attributes attributesOf(const Packet& packet);
std::vector<Name> namesOf(const Packet& packet);

}  // namespace engine::sftp
