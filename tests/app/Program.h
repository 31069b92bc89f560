// Runs the program as a process and keeps what it said.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace test {

struct ProgramRun {
  int exitCode = -1;   ///< -1: ended by a signal
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
};

/// Runs `headlight arguments...` with this text on standard input, in `folder` when it is not empty.
ProgramRun runProgram(const std::vector<std::string>& arguments, const std::string& input = {},
                      const std::filesystem::path& folder = {});
/// The same, sending `signal` after `delay`.
ProgramRun runProgramAndSignal(const std::vector<std::string>& arguments, int signal, std::chrono::milliseconds delay);
/// The same without a display, with more variables (name, value) in its environment.
ProgramRun runProgramWithoutDisplay(const std::vector<std::string>& arguments,
                                    const std::map<std::string, std::string>& environment = {});

}  // namespace test
