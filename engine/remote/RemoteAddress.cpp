#include "engine/remote/RemoteAddress.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/base/Error.h"
#include "engine/base/PrintableText.h"

namespace engine {

namespace {

constexpr std::array<std::string_view, 2> kSchemes{"ssh://", "sftp://"};

std::size_t schemeLength(std::string_view text) {
  for (const std::string_view scheme : kSchemes)
    if (text.starts_with(scheme)) return scheme.size();
  return 0;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetterOrDigit(char c) { return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Of a user or a host: nothing that an option, a pattern or a shell could be made of.
bool isName(std::string_view name, std::string_view others) {
  return !name.empty() && name.front() != '-' && std::all_of(name.begin(), name.end(), [others](char c) {
    return isLetterOrDigit(c) || others.find(c) != std::string_view::npos;
  });
}

int valueOfHex(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string decoded(std::string_view text) {
  std::string bytes;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const int high = text[k] == '%' && k + 2 < text.size() ? valueOfHex(text[k + 1]) : -1;
    const int low = high < 0 ? -1 : valueOfHex(text[k + 2]);
    bytes += low < 0 ? text[k] : static_cast<char>(16 * high + low);
    if (low >= 0) k += 2;
  }
  return bytes;
}

/// Only what would not come back otherwise: people read these.
std::string encoded(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (c != '%' && byte >= 0x20 && byte != 0x7f) {
      text += c;
      continue;
    }
    text += '%';
    text += kHex[byte / 16];
    text += kHex[byte % 16];
  }
  return text;
}

int portOf(std::string_view text, const std::string& whole) {
  int port = 0;
  for (const char c : text) port = isDigit(c) && port < 100000 ? 10 * port + (c - '0') : 100000;
  if (text.empty() || port < 1 || port > 65535)
    fail(inQuotes(whole), ": found the port ", inQuotes(text), ", expected a number from 1 to 65535");
  return port;
}

/// The part between "//" and the path.
RemoteAddress serverOf(std::string_view text, const std::string& whole) {
  RemoteAddress address;
  if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
    address.user = text.substr(0, at);
    text.remove_prefix(at + 1);
    if (address.user.find(':') != std::string::npos)
      fail("an address of ssh holds a password; please leave it out: ssh takes keys, or asks");
    if (!isName(address.user, "._-+@\\"))
      fail(inQuotes(whole), ": found the user ", inQuotes(address.user), ", expected letters, digits and . _ - +");
  }
  const bool isBracketed = text.starts_with('[');
  const std::size_t end = isBracketed ? text.find(']') : text.find(':');
  address.host = text.substr(isBracketed ? 1 : 0, isBracketed && end != std::string_view::npos ? end - 1 : end);
  if (!isName(address.host, isBracketed ? "._-:%" : "._-"))
    fail(inQuotes(whole), ": found the host ", inQuotes(address.host),
         ", expected letters, digits and . _ -, as in ssh://user@host/folder/file.npz");
  if (end == std::string_view::npos) return address;
  text.remove_prefix(isBracketed ? end + 1 : end);
  if (text.empty()) return address;
  if (text.front() != ':') fail(inQuotes(whole), ": found ", inQuotes(text), " behind the host, expected a port");
  address.port = portOf(text.substr(1), whole);
  return address;
}

}  // namespace

std::string RemoteAddress::server() const {
  std::string text = user.empty() ? user : user + "@";
  text += host.find(':') == std::string::npos ? host : "[" + host + "]";
  return port == 0 ? text : text + ":" + std::to_string(port);
}

std::string RemoteAddress::text() const {
  const std::string begin = "ssh://" + server();
  if (path == ".") return begin;
  return begin + (path.starts_with('/') ? "" : "/~/") + encoded(path);
}

bool isRemote(const std::filesystem::path& path) { return schemeLength(path.native()) > 0; }

RemoteAddress parseRemoteAddress(const std::string& text) {
  const std::size_t begin = schemeLength(text);
  if (begin == 0) fail(inQuotes(text), ": expected an address as ssh://user@host/folder/file.npz");
  const std::size_t slash = std::min(text.find('/', begin), text.size());
  RemoteAddress address = serverOf(std::string_view(text).substr(begin, slash - begin), text);
  address.path = decoded(std::string_view(text).substr(slash));
  if (address.path.find('\0') != std::string::npos) fail(inQuotes(text), ": found a zero byte in the path");
  if (address.path.starts_with("/~")) {
    const bool isOwn = address.path.size() == 2 || address.path[2] == '/';
    if (!isOwn) fail(inQuotes(text), ": found the folder of another user, expected ~ alone or the whole path");
    address.path.erase(0, std::min<std::size_t>(address.path.size(), 3));
  }
  if (address.path.empty()) address.path = ".";
  return address;
}

std::filesystem::path absolutePath(const std::filesystem::path& path) {
  return isRemote(path) ? path : std::filesystem::absolute(path);
}

std::filesystem::path pathFrom(const std::filesystem::path& folder, const std::filesystem::path& name) {
  return isRemote(name) ? name : folder / name;
}

}  // namespace engine
