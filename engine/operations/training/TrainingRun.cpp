#include "engine/operations/training/TrainingRun.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/datasets/FileNote.h"
#include "engine/io/Format.h"

namespace engine {

namespace {

constexpr double kSecondsToShow = 0.3, kShareOfShowing = 0.04;
constexpr double kSecondsToKeep = 2, kMostSecondsToKeep = 8, kShareOfKeeping = 0.05;
constexpr char kAsked[] = "training";

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Does something that takes time every so often, for no more than a share of the time if `most` allows.
class Regularly {
 public:
  Regularly(double seconds, double most, double share) : m_least(seconds), m_most(most), m_share(share) {}

  void perhaps(const std::function<void()>& work) {
    if (secondsSince(m_last) < std::clamp(m_cost / m_share, m_least, m_most)) return;
    const Clock::time_point before = Clock::now();
    work();
    m_cost = secondsSince(before);
    m_last = Clock::now();
  }

 private:
  double m_least, m_most, m_share, m_cost = 0;  ///< m_cost: seconds that it took the last time
  Clock::time_point m_last = Clock::now();
};

/// All steps as one piece of work, called by its own words.
class StepProgress : public Progress {
 public:
  StepProgress(Progress& parent, Index done, Index total, std::string text)
      : m_parent(parent), m_done(done), m_total(total), m_text(std::move(text)) {}
  bool cancelled() const override { return m_parent.cancelled(); }

 protected:
  void report(double fraction, std::string_view) override {
    m_parent.update((double(m_done) + fraction) / double(m_total), m_text);
  }

 private:
  Progress& m_parent;
  Index m_done, m_total;
  std::string m_text;
};

const Format& safetensors() {
  const auto found = std::find_if(formats().begin(), formats().end(),
                                  [](const auto& format) { return format->id() == "safetensors"; });
  return **found;
}

void goOn(PairTraining<float>& training, const TrainingRun& run, Progress& progress) {
  if (run.unfinished.empty() || !std::filesystem::exists(run.unfinished)) return;
  const std::string name = run.unfinished.string();
  Diagnostics diagnostics;
  const DatasetValue value = safetensors().read(readFileWhole(run.unfinished, progress), name, diagnostics, progress);
  const auto arrays = value.share<ArrayBundle>();
  const auto note = nlohmann::ordered_json::parse(arrays ? noteTextIn(*arrays) : std::string(), nullptr, false);
  const std::string asked = note.is_object() ? note.value(kAsked, std::string("no training")) : "no training";
  if (asked != run.asked)
    fail(name, ": found ", asked, ", expected ", run.asked, "; name another file, or remove it to begin anew");
  training.goOnFrom(*arrays);
}

}  // namespace

std::string trainingStepText(Index done, Index total, Index counted, double seconds) {
  constexpr Index kFewest = 5;
  std::string text = "step " + std::to_string(done + 1) + " of " + std::to_string(total);
  if (counted < kFewest) return text;
  const auto left = Index(std::ceil(seconds / double(counted) * double(total - done)));
  text += ", about ";
  if (left >= 60) text += std::to_string(left / 60) + " min ";
  return text + std::to_string(left % 60) + " s";
}

TrainingRun trainingRun(const Operation& operation, const TrainingInput& input, const ParameterValues& values) {
  TrainingRun run;
  run.stop = static_cast<Index>(values.integer("stop"));
  run.unfinished = values.text("unfinished");
  run.asked = operation.id() + " of " + programVersion() + " on " + askedText(input, values);
  return run;
}

void writeUnfinished(const ArrayBundle& learned, const TrainingRun& run) {
  const DatasetValue value =
      std::make_shared<const ArrayBundle>(withNote(learned, {{"kind", "arrays"}, {kAsked, run.asked}}));
  writeFileWhole(run.unfinished, safetensors().write(value));
}

void runTraining(PairTraining<float>& training, const TrainingRun& run, int threads, Progress& progress) {
  goOn(training, run, progress);
  const Index total = run.stop > 0 ? std::min(run.stop, training.numPlanned()) : training.numPlanned();
  const Index first = training.numSteps();
  const Clock::time_point start = Clock::now();
  Regularly keeping(kSecondsToKeep, kMostSecondsToKeep, kShareOfKeeping);
  Regularly showing(kSecondsToShow, std::numeric_limits<double>::infinity(), kShareOfShowing);
  while (training.numSteps() < total) {
    const Index done = training.numSteps();
    StepProgress step(progress, done, total, trainingStepText(done, total, done - first, secondsSince(start)));
    training.step(threads, step);
    if (!run.unfinished.empty()) keeping.perhaps([&] { writeUnfinished(training.learned(), run); });
    if (run.show) showing.perhaps(run.show);
  }
}

}  // namespace engine
