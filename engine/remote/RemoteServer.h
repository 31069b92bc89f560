// One connection to a server, which all files and folders of it share.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/Error.h"
#include "engine/remote/RemoteAddress.h"
#include "engine/remote/SftpPackets.h"
#include "engine/remote/SshProcess.h"

namespace engine {

/// Safe to use from several threads, which take turns. A connection that was lost is made anew by what comes next. All
/// throw Error with what the server or ssh said, and Cancelled (Waiting).
class RemoteServer {
 public:
  explicit RemoteServer(RemoteAddress address) : m_address(std::move(address)) {}

  /// Sends all requests and gives the answers in their order; many are on their way at a time. `connection`: 0, or the
  /// number of the connection that the handles among the requests are of; throws LostConnection when that is another
  /// one.
  std::vector<sftp::Packet> ask(const std::vector<sftp::Request>& requests, std::uint64_t connection = 0);
  /// Of the connection that there is now; connects where there is none.
  std::uint64_t connection();
  /// A handle that nobody needs any more is closed along with what is asked next: this does not wait.
  void forget(std::string handle, std::uint64_t connection);
  /// Whoever waits is told that the server is gone.
  void disconnect();

  const RemoteAddress& address() const { return m_address; }

 private:
  using Lock = std::unique_lock<std::timed_mutex>;
  Lock turn();
  void connect();
  void greet();
  sftp::Packet nextPacket(int seconds);
  std::vector<sftp::Packet> exchange(const std::vector<sftp::Request>& requests);
  std::string closingPackets();
  void takeAbandoned(const sftp::Packet& packet);

  RemoteAddress m_address;
  std::timed_mutex m_mutex;
  std::unique_ptr<SshProcess> m_process;
  std::string m_received;               ///< what has come of the next packet
  std::set<std::uint32_t> m_abandoned;  ///< numbers of requests whose answers nobody wants any more
  std::uint32_t m_next = 1;             ///< number of the next request
  std::mutex m_mutexOfForgotten;
  std::vector<std::pair<std::string, std::uint64_t>> m_forgotten;  ///< handles and their connections
  std::uint64_t m_connection = 0;                                  ///< how many connections there were
};

/// A handle is of a connection that is no more: files open themselves again.
class LostConnection : public Error {
 public:
  LostConnection() : Error("the connection was lost meanwhile, please try again") {}
};

/// The same for all addresses of a server.
std::shared_ptr<RemoteServer> remoteServer(const RemoteAddress& address);
/// Ends all connections, once nothing is read any more.
void closeRemoteServers();

/// Throws Error when the answer is a failure, or of another type than expected.
const sftp::Packet& requireType(const sftp::Packet& answer, sftp::Type expected);

}  // namespace engine
