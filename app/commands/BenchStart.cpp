// headlight bench start: how long until an empty window can be used, and how much memory it takes.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "app/Command.h"
#include "app/DisplayCheck.h"
#include "app/Window.h"
#include "app/commands/BenchRecord.h"

namespace app {

namespace {

constexpr int kRepetitions = 5;

double residentMiB() {
  std::ifstream statistics("/proc/self/statm");
  double total = 0, resident = 0;
  statistics >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0);
}

/// Starts this program again as the process to be measured. Its standard output is the pipe's end.
pid_t startChild(int output) {
  const pid_t child = fork();
  if (child < 0) engine::fail("bench start: cannot start a process");
  if (child > 0) return child;
  dup2(output, STDOUT_FILENO);
  execl("/proc/self/exe", "headlight", "bench", "start-window", static_cast<char*>(nullptr));
  _exit(127);
}

struct Start {
  double seconds = 0, memoryMiB = 0;
};

Start measureStart() {
  int ends[2];
  if (pipe(ends) != 0) engine::fail("bench start: cannot make a pipe");
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = startChild(ends[1]);
  close(ends[1]);
  FILE* answer = fdopen(ends[0], "r");
  Start start;
  const bool isReady = std::fscanf(answer, "ready %lf", &start.memoryMiB) == 1;
  start.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::fclose(answer);
  int status = 0;
  waitpid(child, &status, 0);
  if (!isReady) engine::fail("bench start: the window did not open");
  return start;
}

}  // namespace

int benchStart() {
  if (const std::string missing = missingDisplay(); !missing.empty()) engine::fail("bench start: ", missing);
  BenchRecord record{"start", "empty window", "native CPU", 1, {}, 1, "start", "limit 0.6 s", 1 / 0.6, 0};
  for (int k = 0; k < kRepetitions; ++k) {
    const Start start = measureStart();
    record.seconds.push_back(start.seconds);
    record.memoryMiB = std::max(record.memoryMiB, start.memoryMiB);
  }
  printOut(recordLine(record));
  return kDone;
}

int benchStartWindow() {
  return runWindow({}, [] {
    std::printf("ready %.1f\n", residentMiB());
    std::fflush(stdout);
    return true;
  });
}

}  // namespace app
