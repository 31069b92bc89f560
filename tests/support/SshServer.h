// Servers that tests read files from, and programs that stand for ssh.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>

#include "tests/support/Files.h"
#include "tests/support/Setting.h"

namespace test {

/// As long as it lives, the program starts this script in the place of ssh.
class SshScript {
 public:
  /// `text`: lines of sh behind those that write down that it was started.
  explicit SshScript(const std::string& text);
  const std::filesystem::path& folder() const { return m_folder.path(); }
  int numStarted() const;
  /// Ends the last that was started, as a network does.
  void breakConnection() const;

 private:
  TemporaryFolder m_folder;
  Setting m_setting;
};

/// The server part of SFTP alone, without a network: ssh is a pipe to it. Empty where it is not installed.
std::string sftpServerProgram();

/// A daemon of this user on a port of this machine, with keys of its own; files are what this user can read.
class SshServer {
 public:
  SshServer();
  ~SshServer();
  SshServer(const SshServer&) = delete;
  SshServer& operator=(const SshServer&) = delete;

  /// Why there is none; empty: there is one.
  const std::string& missing() const { return m_missing; }
  /// ssh://USER@127.0.0.1:PORT/path
  std::string address(const std::filesystem::path& path) const;
  int port() const { return m_port; }
  const SshScript& client() const { return *m_client; }
  /// From now on nobody is let in.
  void refuseKeys() const;

 private:
  bool writeKeys();
  void writeSettings() const;
  bool start();
  bool isAnswering() const;

  TemporaryFolder m_folder;
  std::unique_ptr<SshScript> m_client;
  std::string m_missing, m_user;
  int m_port = 0;
  pid_t m_daemon = -1;
};

}  // namespace test
