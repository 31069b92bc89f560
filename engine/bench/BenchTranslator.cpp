// The benchmark of training encoder and decoder: each made task with its own number of steps, and how exact it gets.
#include <algorithm>
#include <cstdio>
#include <string>

#include "engine/bench/Bench.h"
#include "engine/translation/TrainTranslator.h"

namespace engine {

namespace {

/// Trains with one seed after the other, 0 the first; names the case with what the 2000 new pairs say of each.
Measurement measured(const std::string& name, bool hasAttention, int seeds, int threads, Progress& progress) {
  const TranslationTask task = translationTask(name);
  Measurement found;
  found.device = "native CPU";
  found.threads = threads;
  found.unit = "step";
  found.work = double(task.steps);
  std::string exact;
  int run = -1;  // the one that does not count
  measureTimes(found, progress, seeds, [&] {
    TrainingOptions options;
    options.sizes.hasAttention = hasAttention;
    options.steps = task.steps;
    options.seed = static_cast<std::uint64_t>(std::max(run, 0));
    Progress none;
    const double share = trainTranslator(task, options, threads, none).curve.exactMatch.back();
    char text[16];
    std::snprintf(text, sizeof text, " %.4f", share);
    if (run++ >= 0) exact += text;
    progress.update(0, name);
  });
  found.name = name + (hasAttention ? "" : " without attention") + ", exact match" + exact;
  return found;
}

}  // namespace

/// Seeds 0, 1 and 2 with attention, seed 0 without; work is steps of 32 pairs. Looks at the way are part of it.
void benchTranslator(const BenchSetting& setting, Progress& progress, const Measured& tell) {
  const int threads = nativeThreads(setting);
  for (const bool hasAttention : {true, false})
    for (const std::string& name : translationTaskNames())
      tell(measured(name, hasAttention, hasAttention ? 3 : 1, threads, progress));
}

}  // namespace engine
