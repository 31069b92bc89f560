#include "engine/remote/SftpPackets.h"

#include "engine/base/Error.h"

namespace engine::sftp {

namespace {

constexpr std::uint32_t kProtocol = 3;

enum AttributeFlag : std::uint32_t {
  kHasSize = 1,
  kHasOwner = 2,
  kHasPermissions = 4,
  kHasTimes = 8,
  kHasMore = 0x80000000U
};

void putNumber(std::string& bytes, std::uint64_t value, int width) {
  for (int k = width - 1; k >= 0; --k) bytes += static_cast<char>(value >> (8 * k));
}

void putText(std::string& bytes, std::string_view text) {
  putNumber(bytes, text.size(), 4);
  bytes += text;
}

Request withText(Type type, std::string_view text) {
  Request request{type, {}};
  putText(request.content, text);
  return request;
}

std::uint64_t numberAt(std::string_view bytes, std::size_t at, int width) {
  std::uint64_t value = 0;
  for (int k = 0; k < width; ++k)
    value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(k)]);
  return value;
}

/// Takes fields off an answer, never beyond its end.
class Fields {
 public:
  explicit Fields(const Packet& packet) : m_rest(packet.content) {}

  std::uint32_t number() { return static_cast<std::uint32_t>(wide(4)); }
  std::uint64_t longNumber() { return wide(8); }
  std::string text() { return std::string(take(number())); }
  bool isAtEnd() const { return m_rest.empty(); }

  Attributes attributes() {
    Attributes found;
    const std::uint32_t flags = number();
    found.hasSize = (flags & kHasSize) != 0;
    if (found.hasSize) found.size = longNumber();
    if (flags & kHasOwner) wide(8);
    if (flags & kHasPermissions) found.permissions = number();
    if (flags & kHasTimes) {
      number();
      found.modified = number();
    }
    for (std::uint32_t left = flags & kHasMore ? number() : 0; left > 0; --left) {
      text();
      text();
    }
    return found;
  }

 private:
  std::uint64_t wide(int width) { return numberAt(take(static_cast<std::size_t>(width)), 0, width); }
  std::string_view take(std::size_t count) {
    if (count > m_rest.size()) fail("an answer of the server is cut off");
    const std::string_view taken = m_rest.substr(0, count);
    m_rest.remove_prefix(count);
    return taken;
  }

  std::string_view m_rest;
};

}  // namespace

Request openFile(std::string_view path) {
  constexpr std::uint32_t kToRead = 1;
  Request request = withText(kOpen, path);
  putNumber(request.content, kToRead, 4);
  putNumber(request.content, 0, 4);  // no attributes
  return request;
}

Request openFolder(std::string_view path) { return withText(kOpenFolder, path); }
Request readFolder(std::string_view handle) { return withText(kReadFolder, handle); }
Request closeHandle(std::string_view handle) { return withText(kClose, handle); }
Request statOf(std::string_view path) { return withText(kStat, path); }
Request statOfHandle(std::string_view handle) { return withText(kFstat, handle); }
Request realPath(std::string_view path) { return withText(kRealPath, path); }

Request read(std::string_view handle, std::uint64_t offset, std::uint32_t count) {
  Request request = withText(kRead, handle);
  putNumber(request.content, offset, 8);
  putNumber(request.content, count, 4);
  return request;
}

std::string initPacket() {
  std::string bytes;
  putNumber(bytes, 5, 4);
  bytes += static_cast<char>(kInit);
  putNumber(bytes, kProtocol, 4);
  return bytes;
}

std::string packet(const Request& request, std::uint32_t number) {
  std::string bytes;
  putNumber(bytes, request.content.size() + 5, 4);
  bytes += static_cast<char>(request.type);
  putNumber(bytes, number, 4);
  return bytes + request.content;
}

bool takePacket(std::string& bytes, Packet& packet) {
  constexpr std::size_t kHead = 9;  // length, type, number
  if (bytes.size() < 4) return false;
  const std::uint64_t length = numberAt(bytes, 0, 4);
  if (length < 5 || length > kLongestPacket) fail("what the server sends is no SFTP");
  if (bytes.size() < 4 + length) return false;
  packet.type = static_cast<Type>(bytes[4]);
  packet.number = static_cast<std::uint32_t>(numberAt(bytes, 5, 4));
  packet.content = bytes.substr(kHead, length - 5);
  bytes.erase(0, 4 + length);
  return true;
}

StatusAnswer statusOf(const Packet& packet) {
  Fields fields(packet);
  StatusAnswer answer{fields.number(), {}};
  if (!fields.isAtEnd()) answer.message = fields.text();
  return answer;
}

std::string textOf(const Packet& packet) { return Fields(packet).text(); }

Attributes attributesOf(const Packet& packet) { return Fields(packet).attributes(); }

std::vector<Name> namesOf(const Packet& packet) {
  Fields fields(packet);
  std::vector<Name> names;
  for (std::uint32_t left = fields.number(); left > 0; --left) {
    std::string name = fields.text();
    fields.text();  // as "ls -l" would print it
    names.push_back({std::move(name), fields.attributes()});
  }
  return names;
}

}  // namespace engine::sftp
