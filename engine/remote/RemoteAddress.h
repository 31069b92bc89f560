// Where a file of another machine is: ssh://[user@]host[:port]/path.
#pragma once

#include <filesystem>
#include <string>

namespace engine {

/// In a text "%" and two hexadecimal digits stand for a byte of the path, so "%25" for "%" itself.
struct RemoteAddress {
  std::string user;  ///< empty: as the settings of ssh say
  std::string host;  ///< a name, an alias of the settings of ssh, or a number; of IPv6 without brackets
  int port = 0;      ///< 0: as the settings of ssh say
  std::string path;  ///< as the server takes it: "/data/heads.npz"; relative ones begin in the user's own folder

  std::string server() const;  ///< "user@host:22", what one connection serves
  std::string text() const;    ///< "ssh://user@host:22/data/heads.npz"
  bool operator==(const RemoteAddress&) const = default;
};

/// Whether a text begins with ssh:// or sftp://, which mean the same.
bool isRemote(const std::filesystem::path& path);
/// "ssh://host" and "ssh://host/~/x" begin in the user's own folder. Throws Error naming the text and what is wrong
/// with it: what could be taken for an option of ssh, or holds anything but a host, is refused.
RemoteAddress parseRemoteAddress(const std::string& text);
/// A local path from the root on; a remote one as it is.
std::filesystem::path absolutePath(const std::filesystem::path& path);
/// `name` as seen from a folder, which may be remote; a remote or absolute name as it is.
std::filesystem::path pathFrom(const std::filesystem::path& folder, const std::filesystem::path& name);

}  // namespace engine
