// Headlight: a window for looking at attention and alignment in proteins, and the same computations from the command
// line.
#include <csignal>

#include "app/shell/CommandLine.h"
#include "app/shell/Terminal.h"
#include "app/window/Window.h"
#include "engine/base/FailureText.h"

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the user's limit is an error of write(), said like a full disk
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const app::Plan plan = app::runCommandLine(arguments);
  if (plan.exitCode) return *plan.exitCode;
  try {
    return app::runWindow(plan.files);
  } catch (...) {
    app::printError(engine::failureText());
    return 1;
  }
}
