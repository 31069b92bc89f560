// The terminal's side of a computation: progress line, warnings, interruption.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Progress.h"

namespace app {

/// From now on SIGINT, SIGTERM and SIGHUP ask the running work to stop; a second SIGINT ends the program at once.
void catchInterrupts();
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

void printWarnings(const std::vector<std::string>& warnings, Talk talk);

}  // namespace app
