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

/// Curves are told twice a second even where a busy machine makes that cost more than its share.
constexpr double kSecondsToTell = 0.25, kMostSecondsToTell = 0.35, kSecondsToShow = 0.3;
constexpr double kShareOfTelling = 0.003, kShareOfScoring = 0.03, kShareOfShowing = 0.007;  // altogether 4 %
constexpr double kSecondsToKeep = 2, kMostSecondsToKeep = 8, kShareOfKeeping = 0.05;
constexpr char kAsked[] = "training";

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Does something that takes time every so often, for no more than a share of the time if `most` allows.
class Regularly {
 public:
  Regularly(double seconds, double most, double share) : m_least(seconds), m_most(most), m_share(share) {}

  /// False when it is not time yet.
  bool perhaps(const std::function<void()>& work) {
    if (!isDue(0)) return false;
    now(work);
    return true;
  }
  /// Whether it is time, or would be later than `most` in so many seconds.
  bool isDue(double ahead) const {
    const double passed = secondsSince(m_last);
    return passed >= std::clamp(m_cost / m_share, m_least, m_most) || passed + ahead >= m_most;
  }
  void now(const std::function<void()>& work) {
    const Clock::time_point before = Clock::now();
    work();
    m_cost = secondsSince(before);
    m_last = Clock::now();
  }
  double cost() const { return m_cost; }

 private:
  double m_least, m_most, m_share, m_cost = 0;  ///< m_cost: seconds that it took the last time
  Clock::time_point m_last = Clock::now();
};

/// Seconds that count: not those in which the training was halted.
class StepClock {
 public:
  double seconds() const { return secondsSince(m_start) - m_halted; }
  void waitWhileHalted(Steering& steering, Progress& progress) {
    if (!steering.isHalted()) return;
    const Clock::time_point before = Clock::now();
    steering.waitWhileHalted(progress);
    m_halted += secondsSince(before);
  }

 private:
  Clock::time_point m_start = Clock::now();
  double m_halted = 0;
};

/// All steps as one piece of work, called by its own words. A step that is halted goes on where it was; one that is to
/// end leaves all as it was before.
class StepProgress : public Progress {
 public:
  StepProgress(Progress& parent, Steering* steering, StepClock& clock, Index done, Index total, std::string text)
      : m_parent(parent), m_steering(steering), m_clock(clock), m_done(done), m_total(total), m_text(std::move(text)) {}
  bool cancelled() const override { return m_parent.cancelled() || (m_steering && m_steering->isToEnd()); }

 protected:
  void report(double fraction, std::string_view) override {
    if (m_steering) m_clock.waitWhileHalted(*m_steering, m_parent);
    m_parent.update((double(m_done) + fraction) / double(m_total), m_text);
  }

 private:
  Progress& m_parent;
  Steering* m_steering;
  StepClock& m_clock;
  Index m_done, m_total;
  std::string m_text;
};

/// Tells those who watch what there is, each part as often as it may cost.
class Watching {
 public:
  explicit Watching(const TrainingRun& run) : m_run(run) {}

  /// `step`: seconds that the last one took, as the next may. Curves go first where what else is due, or the next step,
  /// would keep them too long.
  void perhaps(double step) {
    if (!m_run.look) return;
    const auto look = [this](TrainingLook what) { return [this, what] { m_run.look(what); }; };
    const bool isToShow = m_showing.isDue(0), isToScore = !isToShow && m_hasShown && m_scoring.isDue(0);
    const double ahead = isToShow ? m_showing.cost() : isToScore ? m_scoring.cost() : step;
    if (m_hasShown && m_telling.isDue(ahead)) m_telling.now(look(TrainingLook::curves));
    if (isToShow) m_showing.now(look(TrainingLook::everything));
    if (isToScore) m_scoring.now(look(TrainingLook::scores));
    m_hasShown = m_hasShown || isToShow;
  }
  void now() {
    if (m_run.look) m_run.look(TrainingLook::everything);
    m_hasShown = true;
  }

 private:
  static constexpr double kNoMost = std::numeric_limits<double>::infinity();
  const TrainingRun& m_run;
  Regularly m_showing{kSecondsToShow, kNoMost, kShareOfShowing}, m_scoring{kSecondsToTell, kNoMost, kShareOfScoring},
      m_telling{kSecondsToTell, kMostSecondsToTell, kShareOfTelling};
  bool m_hasShown = false;
};

/// Between two steps.
void heed(PairTraining<float>& training, Steering& steering, StepClock& clock, Watching& watching, Progress& progress) {
  if (steering.isHalted() && !steering.isToEnd() && training.numSteps() > 0) watching.now();
  clock.waitWhileHalted(steering, progress);
  if (const auto rate = steering.takeRate()) training.changeRate(*rate);
}

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
  StepClock clock;
  Regularly keeping(kSecondsToKeep, kMostSecondsToKeep, kShareOfKeeping);
  Watching watching(run);
  while (training.numSteps() < total && !(run.steering && run.steering->isToEnd())) {
    const Index done = training.numSteps();
    StepProgress step(progress, run.steering, clock, done, total,
                      trainingStepText(done, total, done - first, clock.seconds()));
    double before = 0;
    try {
      if (run.steering) heed(training, *run.steering, clock, watching, progress);
      before = clock.seconds();
      training.step(threads, step);
    } catch (const Cancelled&) {
      if (progress.cancelled() || !run.steering || !run.steering->isToEnd()) throw;
      return;  // the step is as if it had not begun
    }
    if (!run.unfinished.empty()) keeping.perhaps([&] { writeUnfinished(training.learned(), run); });
    watching.perhaps(clock.seconds() - before);
  }
}

}  // namespace engine
