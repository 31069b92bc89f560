// Headlight: a window for looking at attention and alignment in proteins, and the same computations from the command
// line.
#include "app/CommandLine.h"
#include "app/Window.h"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const app::Plan plan = app::runCommandLine(arguments);
  return plan.exitCode ? *plan.exitCode : app::runWindow(plan.files);
}
