// The terminal's side of a computation: progress line, warnings, interruption.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Progress.h"

namespace app {

/// From now on SIGINT, SIGTERM and SIGHUP ask the running work to stop; a second SIGINT ends the program at once.
void catchInterrupts();
/// Where there is a terminal, ssh may ask there for a password when a file is on a server.
void letSshAsk();
bool wasInterrupted();

enum class Talk { normal, quiet };

/// Shows a line "[ 42 %] step" on standard error when that is a terminal, and stops the work after an interrupt.
class TerminalProgress : public engine::Progress {
 public:
  explicit TerminalProgress(Talk talk);
  ~TerminalProgress() override;
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;
  bool cancelled() const override { return wasInterrupted(); }

 protected:
  void report(double fraction, std::string_view step) override;

 private:
  bool m_isShown;
  int m_lastPermille = -1;
  std::string m_lastStep;
};

// What a terminal or a log of one gets comes through these: names and values in it are out of files, and no escape
// sequence, line end or endless value of theirs passes.

/// "headlight: text" as one line on standard error.
void printError(const std::string& text);
void printWarnings(const std::vector<std::string>& warnings, Talk talk);
/// Text of one or more lines on standard output. Throws engine::Error when it cannot be written.
void printOut(const std::string& text);
/// Content of a file on standard output: byte for byte, unless that is a terminal.
void printContent(const std::string& content);

}  // namespace app
