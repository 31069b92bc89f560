#include "engine/remote/RemoteServer.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "engine/base/CancelOnly.h"
#include "engine/base/Error.h"
#include "engine/base/PrintableText.h"
#include "engine/remote/RemoteSettings.h"

namespace engine {

namespace {

constexpr int kAskingSeconds = 300;    // somebody looks for a password
constexpr std::size_t kOnTheWay = 64;  // 2 MiB of data: a tenth of a second at 160 Mbit/s

std::map<std::string, std::shared_ptr<RemoteServer>>& serversInUse() {
  static std::map<std::string, std::shared_ptr<RemoteServer>> servers;
  return servers;
}

std::mutex& mutexOfServers() {
  static std::mutex mutex;
  return mutex;
}

int connectSeconds() {
  const RemoteSettings& settings = remoteSettings();
  return settings.asking == RemoteSettings::Asking::nobody ? settings.connectSeconds : kAskingSeconds;
}

std::string nameOfStatus(const sftp::StatusAnswer& status) {
  switch (status.code) {
    case sftp::kNoSuchFile:
      return "there is no such file on the server";
    case sftp::kPermissionDenied:
      return "the server does not permit it";
    default:
      return "the server says: " +
             (status.message.empty() ? "failure " + std::to_string(status.code) : printable(status.message));
  }
}

}  // namespace

const sftp::Packet& requireType(const sftp::Packet& answer, sftp::Type expected) {
  if (answer.type == expected) return answer;
  if (answer.type == sftp::kStatus) fail(nameOfStatus(sftp::statusOf(answer)));
  fail("the server answers with something else than was asked for (type ", int(answer.type), ")");
}

RemoteServer::Lock RemoteServer::turn() {
  constexpr std::chrono::milliseconds kPatience{50};
  Lock lock(m_mutex, std::defer_lock);
  while (!lock.try_lock_for(kPatience)) Waiting::check();
  return lock;
}

sftp::Packet RemoteServer::nextPacket(int seconds) {
  sftp::Packet packet;
  while (!sftp::takePacket(m_received, packet)) m_process->receive(m_received, seconds);
  return packet;
}

void RemoteServer::greet() {
  constexpr std::uint32_t kProtocol = 3;
  m_process->send(sftp::initPacket(), connectSeconds());
  while (m_received.empty()) m_process->receive(m_received, connectSeconds());
  constexpr std::size_t kShown = 80;
  // The length of a packet begins with a zero, what a shell prints with a letter.
  if (m_received.front() != '\0')
    fail(m_address.server(), ": answers with ", inQuotes(m_received.substr(0, kShown)),
         ", expected SFTP; what its shell prints when nobody is at a terminal gets in between");
  const sftp::Packet answer = nextPacket(connectSeconds());
  if (answer.type != sftp::kVersion || answer.number != kProtocol)
    fail(m_address.server(), ": does not answer with version ", kProtocol, " of SFTP");
}

void RemoteServer::connect() {
  if (m_process) return;
  m_received.clear();
  m_abandoned.clear();
  m_process = std::make_unique<SshProcess>(m_address);
  ++m_connection;
  try {
    greet();
  } catch (...) {
    m_process.reset();
    throw;
  }
}

std::uint64_t RemoteServer::connection() {
  const Lock lock = turn();
  connect();
  return m_connection;
}

void RemoteServer::takeAbandoned(const sftp::Packet& packet) {
  if (m_abandoned.erase(packet.number) == 0) fail(m_address.server(), ": answers what nobody asked for");
  if (packet.type != sftp::kHandle) return;
  // Nobody has got this handle: it would stay open as long as the connection.
  m_abandoned.insert(m_next);
  m_process->send(sftp::packet(sftp::closeHandle(sftp::textOf(packet)), m_next++), remoteSettings().answerSeconds);
}

std::string RemoteServer::closingPackets() {
  std::vector<std::pair<std::string, std::uint64_t>> handles;
  {
    const std::lock_guard lock(m_mutexOfForgotten);
    handles.swap(m_forgotten);
  }
  std::string bytes;
  for (const auto& [handle, connection] : handles) {
    if (connection != m_connection) continue;  // gone with it
    m_abandoned.insert(m_next);
    bytes += sftp::packet(sftp::closeHandle(handle), m_next++);
  }
  return bytes;
}

std::vector<sftp::Packet> RemoteServer::exchange(const std::vector<sftp::Request>& requests) {
  const int seconds = remoteSettings().answerSeconds;
  std::string bytes = closingPackets();
  const std::uint32_t first = m_next;
  std::vector<sftp::Packet> answers(requests.size());
  std::vector<bool> isThere(requests.size());
  std::size_t numSent = 0, numThere = 0;
  bool isSending = false;
  try {
    while (numThere < requests.size()) {
      while (numSent < requests.size() && numSent - numThere < kOnTheWay)
        bytes += sftp::packet(requests[numSent++], m_next++);
      isSending = true;
      m_process->send(bytes, seconds);
      isSending = false;
      bytes.clear();
      sftp::Packet packet = nextPacket(seconds);
      const std::uint32_t place = packet.number - first;
      if (place >= numSent || isThere[place]) {
        takeAbandoned(packet);
        continue;
      }
      isThere[place] = true;
      answers[place] = std::move(packet);
      ++numThere;
    }
  } catch (const Cancelled&) {
    // A request of which only a part was sent would spoil all that follow; else the connection goes on.
    if (isSending) m_process.reset();
    for (std::size_t k = 0; k < numSent; ++k)
      if (!isThere[k]) m_abandoned.insert(first + static_cast<std::uint32_t>(k));
    throw;
  }
  return answers;
}

std::vector<sftp::Packet> RemoteServer::ask(const std::vector<sftp::Request>& requests, std::uint64_t connection) {
  const Lock lock = turn();
  connect();
  if (connection != 0 && connection != m_connection) throw LostConnection{};
  try {
    return exchange(requests);
  } catch (const Error&) {
    m_process.reset();
    throw;
  }
}

void RemoteServer::forget(std::string handle, std::uint64_t connection) {
  const std::lock_guard lock(m_mutexOfForgotten);
  m_forgotten.emplace_back(std::move(handle), connection);
}

void RemoteServer::disconnect() {
  const Lock lock(m_mutex);
  m_process.reset();
}

std::shared_ptr<RemoteServer> remoteServer(const RemoteAddress& address) {
  const std::lock_guard lock(mutexOfServers());
  std::shared_ptr<RemoteServer>& server = serversInUse()[address.server()];
  if (!server) {
    RemoteAddress alone = address;
    alone.path = ".";
    server = std::make_shared<RemoteServer>(std::move(alone));
  }
  return server;
}

void closeRemoteServers() {
  std::map<std::string, std::shared_ptr<RemoteServer>> all;
  {
    const std::lock_guard lock(mutexOfServers());
    all.swap(serversInUse());
  }
  for (const auto& [name, server] : all) server->disconnect();
}

}  // namespace engine
