#include "tests/app/Program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "tests/support/Files.h"

namespace test {

namespace {

struct RunSetting {
  std::filesystem::path folder;
  bool hasDisplay = true;
  std::map<std::string, std::string> environment = {};
  int signal = 0;
  std::chrono::milliseconds delay{0};
};

void redirect(const std::filesystem::path& path, int flags, int target) {
  const int handle = open(path.c_str(), flags, 0600);
  if (handle < 0 || dup2(handle, target) < 0) _exit(126);
}

/// Streams go through files, so that no pipe can fill up.
[[noreturn]] void become(const std::vector<std::string>& arguments, const std::filesystem::path& streams,
                         const RunSetting& setting) {
  if (!setting.folder.empty() && chdir(setting.folder.c_str()) != 0) _exit(126);
  if (!setting.hasDisplay) {
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    unsetenv("QT_QPA_PLATFORM");
  }
  for (const auto& [name, value] : setting.environment) setenv(name.c_str(), value.c_str(), 1);
  redirect(streams / "in", O_RDONLY, STDIN_FILENO);
  redirect(streams / "out", O_WRONLY | O_CREAT, STDOUT_FILENO);
  redirect(streams / "err", O_WRONLY | O_CREAT, STDERR_FILENO);
  std::vector<char*> words{const_cast<char*>(HEADLIGHT_PROGRAM)};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execv(HEADLIGHT_PROGRAM, words.data());
  _exit(126);
}

ProgramRun run(const std::vector<std::string>& arguments, const std::string& input, const RunSetting& setting) {
  const TemporaryFolder streams;
  writeText(streams.path() / "in", input);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) become(arguments, streams.path(), setting);
  if (setting.signal != 0) {
    std::this_thread::sleep_for(setting.delay);
    kill(child, setting.signal);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, readText(streams.path() / "out"),
          readText(streams.path() / "err")};
}

}  // namespace

ProgramRun runProgram(const std::vector<std::string>& arguments, const std::string& input,
                      const std::filesystem::path& folder) {
  RunSetting setting;
  setting.folder = folder;
  return run(arguments, input, setting);
}

ProgramRun runProgramAndSignal(const std::vector<std::string>& arguments, int signal, std::chrono::milliseconds delay) {
  RunSetting setting;
  setting.signal = signal;
  setting.delay = delay;
  return run(arguments, {}, setting);
}

ProgramRun runProgramWithoutDisplay(const std::vector<std::string>& arguments,
                                    const std::map<std::string, std::string>& environment) {
  RunSetting setting;
  setting.environment = environment;
  setting.hasDisplay = false;
  return run(arguments, {}, setting);
}

}  // namespace test
