// The user's own ssh as a child process, which carries SFTP through its standard streams.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/remote/RemoteAddress.h"

namespace engine {

/// What ssh is started with: the subsystem "sftp" of the host, and nothing forwarded. The host comes behind "--", and
/// no shell of this machine sees any of it.
std::vector<std::string> sshArguments(const RemoteAddress& address);

/// For one thread at a time. It ends with this object, at the latest a second after.
class SshProcess {
 public:
  /// Throws Error when there is no such program.
  explicit SshProcess(const RemoteAddress& address);
  ~SshProcess();
  SshProcess(const SshProcess&) = delete;
  SshProcess& operator=(const SshProcess&) = delete;

  /// Throws Error with what ssh said when it has ended, or takes nothing for `seconds`; Cancelled (Waiting).
  void send(std::string_view bytes, int seconds);
  /// Appends what has come, at least a byte. Throws as send().
  void receive(std::string& bytes, int seconds);

 private:
  /// Until the socket can be read or written, and what ssh says is kept.
  void waitFor(short events, int seconds);
  void takeWords();
  /// Throws Error.
  [[noreturn]] void failEnded();
  /// Whether the child has ended; its exit code then.
  bool hasEnded(int milliseconds);

  std::string m_server, m_program, m_words;  ///< m_words: the last that ssh said
  pid_t m_child = -1;
  int m_socket = -1, m_errors = -1;
  int m_exitStatus = 0;
};

}  // namespace engine
