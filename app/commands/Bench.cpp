// headlight bench: measurements of this machine, one JSON object per line.
#include "app/Command.h"
#include "app/commands/BenchRecord.h"

namespace app {

namespace {

int run(const Invocation& invocation) {
  if (invocation.words.size() != 1) throw UsageError("bench needs one NAME: dot, views or start");
  const std::string& name = invocation.words[0];
  if (name == "dot") return benchDot(static_cast<int>(wholeNumber(invocation, "threads", 0, 0)));
  if (name == "views") return benchViews();
  if (name == "start") return benchStart();
  if (name == "start-window") return benchStartWindow();
  throw UsageError("bench: found \"" + name + "\", expected one of: dot, views, start");
}

}  // namespace

Command benchCommand() {
  return {
      "bench",
      "dot|views|start",
      "measure this machine, one JSON object per line",
      "dot: scaled dot-product attention on each device. views: frame times of the views at 788 x 488 pixels (needs a "
      "display), then start. start: time until an empty window can be used, and its memory.",
      {{"threads", "N", "threads of the native path; 0: all cores [default 0]"}},
      run};
}

}  // namespace app
