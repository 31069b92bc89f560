// What is there on a server.
#include <algorithm>

#include "engine/base/Error.h"
#include "engine/remote/RemoteFile.h"
#include "engine/remote/RemoteServer.h"

namespace engine {

namespace {

RemoteKind kindOf(const sftp::Attributes& attributes) {
  if (attributes.isFolder()) return RemoteKind::folder;
  return attributes.isFile() ? RemoteKind::file : RemoteKind::other;
}

/// Links tell of themselves in a list: what they lead to is asked for all at once.
void followLinks(RemoteServer& server, const std::string& folder, std::vector<sftp::Name>& names) {
  constexpr std::uint32_t kNowhere = 0020000;  // a device: neither file nor folder
  std::vector<sftp::Request> requests;
  for (const sftp::Name& one : names)
    if (one.attributes.isLink()) requests.push_back(sftp::statOf(folder + "/" + one.name));
  const std::vector<sftp::Packet> answers = server.ask(requests);
  std::size_t next = 0;
  for (sftp::Name& one : names) {
    if (!one.attributes.isLink()) continue;
    const sftp::Packet& answer = answers[next++];
    if (answer.type == sftp::kAttributes)
      one.attributes = sftp::attributesOf(answer);
    else
      one.attributes.permissions = kNowhere;
  }
}

std::vector<sftp::Name> namesIn(RemoteServer& server, const std::string& handle, std::uint64_t connection) {
  std::vector<sftp::Name> names;
  while (names.size() <= kMostRemoteEntries) {
    const sftp::Packet answer = server.ask({sftp::readFolder(handle)}, connection).front();
    if (answer.type == sftp::kStatus && sftp::statusOf(answer).code == sftp::kEndOfFile) break;
    const std::vector<sftp::Name> some = sftp::namesOf(requireType(answer, sftp::kName));
    if (some.empty()) break;
    for (const sftp::Name& one : some)
      if (one.name != "." && one.name != ".." && one.name.find('/') == std::string::npos) names.push_back(one);
  }
  return names;
}

}  // namespace

RemoteFacts remoteFacts(const RemoteAddress& address) {
  return withErrorsNaming(address.text(), [&] {
    const sftp::Packet answer = remoteServer(address)->ask({sftp::statOf(address.path)}).front();
    if (answer.type == sftp::kStatus && sftp::statusOf(answer).code == sftp::kNoSuchFile) return RemoteFacts{};
    const sftp::Attributes found = sftp::attributesOf(requireType(answer, sftp::kAttributes));
    return RemoteFacts{kindOf(found), found.size};
  });
}

RemoteFolder listRemoteFolder(const RemoteAddress& address) {
  return withErrorsNaming(address.text(), [&] {
    const std::shared_ptr<RemoteServer> server = remoteServer(address);
    const std::uint64_t connection = server->connection();
    const std::vector<sftp::Name> real =
        sftp::namesOf(requireType(server->ask({sftp::realPath(address.path)}).front(), sftp::kName));
    RemoteFolder folder{address, {}, false};
    if (!real.empty()) folder.address.path = real.front().name;
    const sftp::Packet opened = server->ask({sftp::openFolder(folder.address.path)}, connection).front();
    const std::string handle = sftp::textOf(requireType(opened, sftp::kHandle));
    std::vector<sftp::Name> names = namesIn(*server, handle, connection);
    server->ask({sftp::closeHandle(handle)}, connection);
    folder.isCutOff = names.size() > kMostRemoteEntries;
    names.resize(std::min(names.size(), kMostRemoteEntries));
    followLinks(*server, folder.address.path, names);
    for (const sftp::Name& one : names)
      folder.entries.push_back({one.name, one.attributes.isLink() ? RemoteKind::nothing : kindOf(one.attributes),
                                one.attributes.size, one.attributes.modified});
    const auto isBefore = [](const RemoteEntry& a, const RemoteEntry& b) {
      const bool isFolderA = a.kind == RemoteKind::folder, isFolderB = b.kind == RemoteKind::folder;
      return isFolderA != isFolderB ? isFolderA : a.name < b.name;
    };
    std::sort(folder.entries.begin(), folder.entries.end(), isBefore);
    return folder;
  });
}

}  // namespace engine
