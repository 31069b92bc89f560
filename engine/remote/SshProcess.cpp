// A child with a socket for its input and output, so that its end is an error of send() and no signal.
#include "engine/remote/SshProcess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "engine/base/CancelOnly.h"
#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"
#include "engine/base/PrintableText.h"
#include "engine/remote/RemoteSettings.h"

extern char** environ;

namespace engine {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kPollMilliseconds = 50;
constexpr std::size_t kMostWords = 4000;

void closeIt(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

/// Of the child: where a program answers what ssh asks, ssh has to turn to it although there may be a terminal.
std::vector<std::string> childEnvironment() {
  std::vector<std::string> all;
  for (char** entry = environ; *entry; ++entry) all.emplace_back(*entry);
  if (remoteSettings().asking == RemoteSettings::Asking::program) all.emplace_back("SSH_ASKPASS_REQUIRE=force");
  return all;
}

std::vector<char*> pointersTo(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Signals of the child are as at the start of a program. 0, or the error number.
int spawn(pid_t& child, const std::string& program, std::vector<std::string> arguments, int stream, int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, stream, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, stream, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGXFSZ}) sigaddset(&usual, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  arguments.insert(arguments.begin(), program);
  std::vector<std::string> environment = childEnvironment();
  const int error = posix_spawnp(&child, program.c_str(), &actions, &attributes, pointersTo(arguments).data(),
                                 pointersTo(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

RemoteSettings& remoteSettings() {
  static RemoteSettings settings;
  return settings;
}

std::string sshProgram() {
  const char* const chosen = std::getenv("HEADLIGHT_SSH");
  return chosen && *chosen ? chosen : "ssh";
}

std::size_t mostFetchedWhole() {
  constexpr std::size_t kUsual = std::size_t{1} << 30;
  return bytesOfSetting("HEADLIGHT_REMOTE_WHOLE").value_or(kUsual);
}

std::vector<std::string> sshArguments(const RemoteAddress& address) {
  const bool mayAsk = remoteSettings().asking != RemoteSettings::Asking::nobody;
  std::vector<std::string> arguments{"-a",
                                     "-x",
                                     "-T",
                                     "-oClearAllForwardings=yes",
                                     "-oPermitLocalCommand=no",
                                     "-oControlMaster=no",
                                     "-oServerAliveInterval=10",
                                     "-oServerAliveCountMax=3",
                                     mayAsk ? "-oBatchMode=no" : "-oBatchMode=yes"};
  if (!mayAsk) arguments.push_back("-oConnectTimeout=" + std::to_string(remoteSettings().connectSeconds));
  if (!address.user.empty()) arguments.insert(arguments.end(), {"-l", address.user});
  if (address.port != 0) arguments.insert(arguments.end(), {"-p", std::to_string(address.port)});
  arguments.insert(arguments.end(), {"-s", "--", address.host, "sftp"});
  return arguments;
}

SshProcess::SshProcess(const RemoteAddress& address) : m_server(address.server()), m_program(sshProgram()) {
  int sockets[2], errors[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    fail("ssh cannot be started: ", std::strerror(errno));
  if (::pipe2(errors, O_CLOEXEC) != 0) {
    const int reason = errno;
    for (int& one : sockets) closeIt(one);
    fail("ssh cannot be started: ", std::strerror(reason));
  }
  const int error = spawn(m_child, m_program, sshArguments(address), sockets[1], errors[1]);
  closeIt(sockets[1]);
  closeIt(errors[1]);
  m_socket = sockets[0];
  m_errors = errors[0];
  ::fcntl(m_errors, F_SETFL, O_NONBLOCK);
  if (error == 0) return;
  closeIt(m_socket);
  closeIt(m_errors);
  if (error == ENOENT) fail("the program ", m_program, " was not found, please install it (on Debian: openssh-client)");
  fail(m_program, " cannot be started: ", std::strerror(error));
}

SshProcess::~SshProcess() {
  closeIt(m_socket);  // by which it ends
  constexpr int kPatience = 200;
  if (!hasEnded(kPatience)) ::kill(m_child, SIGTERM);
  if (!hasEnded(4 * kPatience)) {
    ::kill(m_child, SIGKILL);
    hasEnded(4 * kPatience);
  }
  closeIt(m_errors);
}

bool SshProcess::hasEnded(int milliseconds) {
  constexpr int kStep = 5;
  for (int waited = 0; m_child > 0; waited += kStep) {
    int status = 0;
    const pid_t ended = ::waitpid(m_child, &status, WNOHANG);
    if (ended == m_child || (ended < 0 && errno != EINTR)) {
      m_exitStatus = status;
      m_child = -1;
      break;
    }
    if (waited >= milliseconds) return false;
    ::poll(nullptr, 0, kStep);
  }
  return true;
}

void SshProcess::takeWords() {
  char piece[512];
  for (ssize_t got; (got = ::read(m_errors, piece, sizeof piece)) > 0;) {
    m_words.append(piece, static_cast<std::size_t>(got));
    if (m_words.size() > kMostWords) m_words.erase(0, m_words.size() - kMostWords);
  }
}

void SshProcess::failEnded() {
  constexpr int kPatience = 500;
  const bool isOver = hasEnded(kPatience);
  takeWords();
  std::string words = printable(m_words);
  words.erase(0, std::min(words.find_first_not_of(' '), words.size()));
  words.erase(words.find_last_not_of(' ') + 1);
  constexpr std::size_t kMostShown = 500;
  if (!words.empty()) fail(m_server, ": ssh says: ", shortened(words, kMostShown));
  if (isOver && WIFEXITED(m_exitStatus))
    fail(m_server, ": ssh ended without a word (exit code ", WEXITSTATUS(m_exitStatus), ")");
  fail(m_server, ": the connection was closed");
}

void SshProcess::waitFor(short events, int seconds) {
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  for (;;) {
    Waiting::check();
    pollfd descriptors[2]{{m_socket, events, 0}, {m_errors, POLLIN, 0}};
    const int ready = ::poll(descriptors, 2, kPollMilliseconds);
    if (ready > 0 && descriptors[1].revents != 0) takeWords();
    if (ready > 0 && descriptors[0].revents != 0) return;
    if (Clock::now() < end) {
      // Nobody writes there any more: poll() would come back at once.
      if (ready > 0 && descriptors[1].revents == POLLHUP) ::poll(nullptr, 0, kPollMilliseconds / 10);
      continue;
    }
    const std::string words = printable(m_words);
    fail(m_server, ": no answer within ", seconds, " s", words.empty() ? "" : "; ssh says: ", words);
  }
}

void SshProcess::send(std::string_view bytes, int seconds) {
  while (!bytes.empty()) {
    const ssize_t put = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (put > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(put));
      continue;
    }
    if (put < 0 && errno != EAGAIN && errno != EINTR) failEnded();
    waitFor(POLLOUT, seconds);
  }
}

void SshProcess::receive(std::string& bytes, int seconds) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  const std::size_t before = bytes.size();
  for (;;) {
    bytes.resize(before + kPiece);
    const ssize_t got = ::recv(m_socket, bytes.data() + before, kPiece, MSG_DONTWAIT);
    const int reason = errno;
    bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got > 0) return;
    if (got == 0 || (reason != EAGAIN && reason != EINTR)) failEnded();
    waitFor(POLLIN, seconds);
  }
}

}  // namespace engine
