// headlight bench: measurements of this machine, one JSON object per line.
#include "app/bench/BenchRecord.h"
#include "app/shell/Command.h"
#include "engine/bench/Bench.h"
#include "engine/io/FileContent.h"

namespace app {

namespace {

int benchEngine(const engine::Bench& bench, const Invocation& invocation) {
  checkDeviceOptions(invocation);
  const std::string out = invocation.text("out", "-");
  requireFolderOf(out);
  TerminalProgress progress(talkOf(invocation));
  std::string lines;
  bench.run({threadsOf(invocation), invocation.text("device", "auto"), invocation.text("case", "")}, progress,
            [&](const engine::Measurement& found) {
              const std::string line =
                  recordLine({bench.id, found.name, found.device, found.threads, found.seconds, found.work, found.unit,
                              found.reference, found.referenceRate, found.memoryMiB, found.processorSeconds});
              if (out == "-") printOut(line);
              lines += line;
            });
  if (out != "-") engine::writeFileWhole(out, lines);
  return kDone;
}

std::string knownNames(const char* separator) {
  std::string names;
  for (const engine::Bench& bench : engine::benches()) names += bench.id + separator;
  return names + "views" + separator + "start" + separator + "layers";
}

int run(const Invocation& invocation) {
  const std::vector<std::string>& words = invocation.words;
  const std::vector<std::string> files(words.begin() + (words.empty() ? 0 : 1), words.end());
  if (!words.empty() && words[0] == "open-window") return benchOpenWindow(files);
  if (!words.empty() && words[0] == "layers") return benchLayers(files);
  if (invocation.words.size() != 1) throw UsageError("bench needs one NAME: " + knownNames(", "));
  const std::string& name = invocation.words[0];
  for (const engine::Bench& bench : engine::benches())
    if (name == bench.id) return benchEngine(bench, invocation);
  if (name == "views") return benchViews(invocation.text("case", ""));
  if (name == "start") return benchStart();
  if (name == "start-window") return benchStartWindow();
  throw UsageError("bench: found \"" + name + "\", expected one of: " + knownNames(", "));
}

std::string help() {
  std::string text;
  for (const engine::Bench& bench : engine::benches()) text += bench.id + ": " + bench.help + ". ";
  return text +
         "views: how fast the views open, draw and follow the user (needs a display), then start. start: time until an "
         "empty window can be used, and its memory. layers WEIGHTS SEQUENCES: time from a drop of these files until the "
         "first layer of a run is painted, and all of them.";
}

}  // namespace

Command benchCommand() {
  return {"bench",
          knownNames("|"),
          "measure this machine, one JSON object per line",
          help(),
          withCommonOptions({{"out", "FILE", "write the lines of an engine's benchmark there when all is measured"},
                             {"case", "NAME", "views: this group alone; attention, growth: mechanisms so called; database: so many profiles"}}),
          run};
}

}  // namespace app
