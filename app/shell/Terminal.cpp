#include "app/shell/Terminal.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>

#include "engine/base/Error.h"
#include "engine/base/PrintableText.h"
#include "engine/remote/RemoteSettings.h"

namespace app {

namespace {

// A signal handler can reach nothing but an object of static storage.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void writeOut(const std::string& text) {
  const bool isWritten = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!isWritten) engine::fail("cannot write to standard output");
}

extern "C" void onInterrupt(int) { interrupted.store(true); }

}  // namespace

void catchInterrupts() {
  struct sigaction action {};
  action.sa_handler = onInterrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

void letSshAsk() {
  if (isatty(STDIN_FILENO) == 1) engine::remoteSettings().asking = engine::RemoteSettings::Asking::terminal;
}

bool wasInterrupted() { return interrupted.load(); }

TerminalProgress::TerminalProgress(Talk talk) : m_isShown(talk == Talk::normal && isatty(STDERR_FILENO) == 1) {}

TerminalProgress::~TerminalProgress() {
  if (m_isShown && m_lastPermille >= 0) std::fputs("\r\033[K", stderr);
}

void TerminalProgress::report(double fraction, std::string_view step) {
  if (!m_isShown) return;
  const int permille = static_cast<int>(1000 * fraction);
  if (permille == m_lastPermille && step == m_lastStep) return;
  m_lastPermille = permille;
  m_lastStep = engine::shortened(step, engine::kMostOfValue);
  std::fprintf(stderr, "\r\033[K[%3d %%] %s", permille / 10, m_lastStep.c_str());
  std::fflush(stderr);
}

void printError(const std::string& text) {
  std::fprintf(stderr, "headlight: %s\n", engine::shortened(text, engine::kMostOfMessage).c_str());
}

void printWarnings(const std::vector<std::string>& warnings, Talk talk) {
  if (talk == Talk::quiet) return;
  for (const std::string& warning : warnings) printError("warning: " + warning);
}

void printOut(const std::string& text) { writeOut(engine::printableLines(text)); }

void printContent(const std::string& content) {
  writeOut(isatty(STDOUT_FILENO) == 1 ? engine::printableLines(content) : content);
}

}  // namespace app
