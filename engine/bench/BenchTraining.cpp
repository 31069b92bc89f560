// The benchmark of learning from an alignment: a step of factored attention and of a Potts model, and a whole training.
#include <algorithm>
#include <chrono>

#include "engine/base/Random.h"
#include "engine/bench/Bench.h"
#include "engine/training/FactoredTraining.h"
#include "engine/training/PottsTraining.h"

namespace engine {

namespace {

struct TrainingCase {
  Index length, count;
};
constexpr TrainingCase kTrainingCases[] = {{158, 4202}, {223, 1470}, {300, 5000}};

/// Rows of random residues, one place in twenty missing; `weights` as of such rows, none like another.
TrainingRows rowsOf(const TrainingCase& one) {
  TrainingRows rows;
  Random random(1);
  rows.codes = Array<std::uint8_t>({one.count, one.length}, Untouched{});
  for (std::uint8_t& code : rows.codes)
    code = static_cast<std::uint8_t>(random.below(20) == 0 ? kLearnedLetters : random.below(20));
  rows.weights.assign(std::size_t(one.count), 1.0);
  rows.columns.resize(std::size_t(one.length));
  rows.letters.assign(std::size_t(one.length), 'A');
  return rows;
}

std::string nameOf(const char* model, const TrainingCase& one) {
  return std::string(model) + " L=" + std::to_string(one.length) + " N=" + std::to_string(one.count);
}

/// Steps of a training that goes on.
template <class Training>
void measureSteps(Training training, const std::string& name, int repetitions, const DeviceChoice& choice, int threads,
                  Progress& progress, const Measured& tell) {
  Diagnostics diagnostics;
  Progress none;
  training.computeOn(choice.device.get(), diagnostics);
  Measurement found;
  found.name = name;
  found.device = choice.device ? choice.device->info().name : "native CPU";
  found.threads = choice.device ? 0 : threads;
  found.unit = "step";
  measureTimes(found, progress, repetitions, [&] { training.step(threads, none); });
  if (diagnostics.warnings().empty()) tell(found);
}

/// From the rows to the last of 150 steps, weights of the rows included, once.
Measurement wholeTraining(const TrainingCase& one, int threads) {
  Progress none;
  TrainingRows rows = rowsOf(one);
  const auto start = std::chrono::steady_clock::now();
  rows.weights = sequenceWeights(rows.codes, threads, none);
  FactoredTraining<float> training(rows, FactoredSizes(), TrainingPlan());
  while (!training.isDone()) training.step(threads, none);
  Measurement found;
  found.name = nameOf("factored, whole training,", one);
  found.device = "native CPU";
  found.threads = threads;
  found.seconds = {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
  found.work = double(training.numSteps());
  found.unit = "step";
  return found;
}

}  // namespace

/// 64 heads of width 32 on batches of 128 rows, the Potts model on all rows; work is steps.
void benchTraining(const BenchSetting& setting, Progress& progress, const Measured& tell) {
  for (const DeviceChoice& choice : benchDevices(setting))
    for (const TrainingCase& one : kTrainingCases) {
      const TrainingRows rows = rowsOf(one);
      measureSteps(FactoredTraining<float>(rows, FactoredSizes(), TrainingPlan()), nameOf("factored", one),
                   choice.device ? 3 : 9, choice, setting.threads, progress, tell);
      measureSteps(PottsTraining<float>(rows, pottsPlan(rows)), nameOf("potts", one), choice.device ? 1 : 3, choice,
                   setting.threads, progress, tell);
    }
  if (setting.device != "cpu" && setting.device != "auto") return;
  for (const TrainingCase& one : kTrainingCases) {
    progress.update(0, "whole training");
    tell(wholeTraining(one, setting.threads));
  }
}

}  // namespace engine
