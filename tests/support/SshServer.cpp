#include "tests/support/SshServer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <vector>

namespace test {

namespace {

namespace fs = std::filesystem;

constexpr const char* kDaemon = "/usr/sbin/sshd";

/// A port that was free a moment ago.
int freePort() {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof place;
  ::bind(descriptor, reinterpret_cast<sockaddr*>(&place), size);
  ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&place), &size);
  ::close(descriptor);
  return ntohs(place.sin_port);
}

bool run(const std::string& command) { return std::system((command + " >/dev/null 2>&1 </dev/null").c_str()) == 0; }

std::string script(const fs::path& folder, const std::string& text) {
  return "#!/bin/sh\necho $$ >>'" + (folder / "started").string() + "'\n" + text + "\n";
}

std::vector<pid_t> startedIn(const fs::path& folder) {
  std::ifstream file(folder / "started");
  std::vector<pid_t> numbers;
  for (pid_t number; file >> number;) numbers.push_back(number);
  return numbers;
}

}  // namespace

SshScript::SshScript(const std::string& text) : m_setting("HEADLIGHT_SSH", (m_folder.path() / "ssh").c_str()) {
  writeText(m_folder.path() / "ssh", script(m_folder.path(), text));
  fs::permissions(m_folder.path() / "ssh", fs::perms::owner_all);
}

int SshScript::numStarted() const { return static_cast<int>(startedIn(m_folder.path()).size()); }

void SshScript::breakConnection() const {
  const std::vector<pid_t> numbers = startedIn(m_folder.path());
  if (!numbers.empty()) ::kill(numbers.back(), SIGKILL);
}

std::string sftpServerProgram() {
  for (const char* place :
       {"/usr/lib/openssh/sftp-server", "/usr/libexec/openssh/sftp-server", "/usr/lib/ssh/sftp-server"})
    if (::access(place, X_OK) == 0) return place;
  return {};
}

SshServer::SshServer() {
  if (::access(kDaemon, X_OK) != 0) {
    m_missing = "there is no sshd here (on Debian: openssh-server)";
    return;
  }
  const passwd* const user = ::getpwuid(::geteuid());
  m_user = user ? user->pw_name : "";
  if (m_user.empty() || !writeKeys()) {
    m_missing = "ssh-keygen made no keys";
    return;
  }
  m_client = std::make_unique<SshScript>("exec ssh -F '" + (m_folder.path() / "client").string() + "' \"$@\"");
  for (int tries = 5; tries > 0; --tries)
    if (start()) return;
  m_missing = "sshd does not let this user in:\n" + readText(m_folder.path() / "log");
}

SshServer::~SshServer() {
  if (m_daemon <= 0) return;
  ::kill(m_daemon, SIGTERM);
  ::waitpid(m_daemon, nullptr, 0);
}

bool SshServer::writeKeys() {
  const std::string folder = m_folder.path().string();
  for (const char* name : {"host", "user"})
    if (!run("ssh-keygen -q -t ed25519 -N '' -f '" + folder + "/" + name + "'")) return false;
  fs::copy_file(m_folder.path() / "user.pub", m_folder.path() / "authorized");
  return true;
}

void SshServer::writeSettings() const {
  const std::string folder = m_folder.path().string(), port = std::to_string(m_port);
  writeText(m_folder.path() / "server",
            "ListenAddress 127.0.0.1\nPort " + port + "\nHostKey " + folder + "/host\nAuthorizedKeysFile " + folder +
                "/authorized\nPidFile none\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
                "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\nSubsystem sftp internal-sftp\n");
  std::string hostKey = readText(m_folder.path() / "host.pub");
  writeText(m_folder.path() / "known", "[127.0.0.1]:" + port + " " + hostKey);
  writeText(m_folder.path() / "client",
            "IdentityFile " + folder + "/user\nIdentitiesOnly yes\nIdentityAgent none\nUserKnownHostsFile " + folder +
                "/known\nGlobalKnownHostsFile none\nStrictHostKeyChecking yes\nPreferredAuthentications publickey\n");
}

bool SshServer::start() {
  m_port = freePort();
  writeSettings();
  if (::geteuid() == 0) ::mkdir("/run/sshd", 0755);  // without it root's daemon does not start
  const std::string settings = (m_folder.path() / "server").string(), log = (m_folder.path() / "log").string();
  m_daemon = ::fork();
  if (m_daemon == 0) {
    ::execl(kDaemon, kDaemon, "-D", "-f", settings.c_str(), "-E", log.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  for (int tries = 50; tries > 0; --tries) {
    if (isAnswering()) return true;
    if (::waitpid(m_daemon, nullptr, WNOHANG) == m_daemon) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (tries == 1) ::kill(m_daemon, SIGKILL), ::waitpid(m_daemon, nullptr, 0);
  }
  m_daemon = -1;
  return false;
}

bool SshServer::isAnswering() const {
  const std::string client = (m_folder.path() / "client").string();
  return run("ssh -F '" + client + "' -oBatchMode=yes -p " + std::to_string(m_port) + " -l '" + m_user +
             "' -- 127.0.0.1 true");
}

std::string SshServer::address(const fs::path& path) const {
  return "ssh://" + m_user + "@127.0.0.1:" + std::to_string(m_port) + path.string();
}

void SshServer::refuseKeys() const { fs::remove(m_folder.path() / "authorized"); }

}  // namespace test
