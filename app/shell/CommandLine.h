// What the program was asked to do.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace app {

/// Either a command that has been run (exit code), or files to open in the window.
struct Plan {
  std::optional<int> exitCode;
  std::vector<std::string> files;
};

/// Runs the command that the arguments (without the program's name) ask for; prints what went wrong on standard error.
/// Exit codes: 0 done, 1 the work failed, 2 wrong usage.
Plan runCommandLine(const std::vector<std::string>& arguments);

}  // namespace app
