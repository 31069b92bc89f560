// headlight bench start: how long until an empty window can be used, and how much memory it takes. Processes of their
// own for benchmarks.
#include <sys/wait.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "app/bench/ViewBench.h"
#include "app/shell/Command.h"
#include "app/shell/DisplayCheck.h"
#include "app/window/MainWindow.h"
#include "app/window/Window.h"
#include "engine/bench/Bench.h"

namespace app {

namespace {

constexpr int kRepetitions = 5;
constexpr int kStartPollMilliseconds = 2;
constexpr double kBytesPerMiB = 1 << 20;

/// Starts this program again as the process to be measured. Its standard output is the pipe's end.
pid_t startChild(int output, const std::vector<std::string>& arguments) {
  std::vector<char*> words{const_cast<char*>("headlight")};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) engine::fail("bench: cannot start a process");
  if (child > 0) return child;
  dup2(output, STDOUT_FILENO);
  execv("/proc/self/exe", words.data());
  _exit(127);
}

/// Has any view painted its data?
bool hasPicture(MainWindow& window) {
  const auto views = window.workspace().views();
  return std::any_of(views.begin(), views.end(), [](ui::View* view) {
    return !view->datasetIds().empty() && view->isVisible() && view->canvas().numFrames() > 0;
  });
}

}  // namespace

ProcessRun runProcess(const std::vector<std::string>& arguments) {
  int ends[2];
  if (pipe(ends) != 0) engine::fail("bench: cannot make a pipe");
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = startChild(ends[1], arguments);
  close(ends[1]);
  FILE* answer = fdopen(ends[0], "r");
  ProcessRun run;
  char word[16];
  double bytes = 0;
  while (std::fscanf(answer, "%15s %lf", word, &bytes) == 2 && std::string(word) == "ready") {
    run.seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    run.peakMiB = bytes / kBytesPerMiB;
  }
  std::fclose(answer);
  int status = 0;
  waitpid(child, &status, 0);
  if (run.seconds.empty() || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    engine::fail("bench: the process \"", arguments.empty() ? "" : arguments.back(), "\" failed");
  return run;
}

/// With the memory, which the parent cannot ask for: the usage that it is told counts what it had itself when it
/// forked.
void tellReady() {
  std::printf("ready %.0f\n", engine::peakResidentBytes());
  std::fflush(stdout);
}

int benchStart() {
  const DisplayCheck display;
  if (!display.missing().empty()) engine::fail("bench start: ", display.missing());
  std::vector<double> seconds;
  double memory = 0;
  for (int k = 0; k < kRepetitions; ++k) {
    const ProcessRun run = runProcess({"bench", "start-window"});
    seconds.push_back(run.seconds.front());
    memory = std::max(memory, run.peakMiB);
  }
  printOut(recordLine({"start", "empty window", "native CPU", 1, seconds, 1, "start", "limit 0.6 s", 1 / 0.6, memory}));
  return kDone;
}

int benchStartWindow() {
  return runWindow({}, [](MainWindow&) {
    tellReady();
    QCoreApplication::exit();
  });
}

int benchOpenWindow(const std::vector<std::string>& files) {
  return runWindow(files, [](MainWindow& window) {
    auto* poll = new QTimer(&window);
    auto numFrames = std::make_shared<int>(-1);
    QObject::connect(poll, &QTimer::timeout, &window, [&window, numFrames] {
      if (!hasPicture(window)) return;
      ui::View* view = window.workspace().views().front();
      if (*numFrames < 0) {
        tellReady();
        *numFrames = view->canvas().numFrames();
      }
      if (view->session().jobs().numActive() > 0) return;
      // What the last job gave is painted now, not when Qt next finds the time.
      view->canvas().repaint();
      tellReady();
      QCoreApplication::exit();  // quit() would ask first what to do with unsaved results
    });
    poll->start(kStartPollMilliseconds);
  });
}

void measureOpening(const std::string& name, const std::string& file, double firstLimit, double lastLimit) {
  std::vector<double> first, last;
  double memory = 0;
  for (int k = 0; k < kRepetitions; ++k) {
    const ProcessRun run = runProcess({"bench", "open-window", file});
    first.push_back(run.seconds.front());
    last.push_back(run.seconds.back());
    memory = std::max(memory, run.peakMiB);
  }
  printTimes(name + ", first picture", first, firstLimit, "start", memory);
  printTimes(name + ", everything", last, lastLimit, "start", memory);
}

}  // namespace app
