#include "engine/operations/training/WatchedTraining.h"

#include "engine/operations/training/CourseRecorder.h"
#include "engine/operations/training/PreparedTraining.h"
#include "engine/operations/training/TrainingDatasets.h"
#include "engine/operations/training/TrainingRun.h"

namespace engine {

namespace {

constexpr char kChanges[] = "changes";

/// What there is to show of one training, kept up to date part by part.
class ShownTraining {
 public:
  ShownTraining(const WatchedModel& model, const TrainingInput& input, int threads, Progress& progress)
      : m_model(model), m_recorder(input, threads, progress), m_threads(threads) {}

  std::vector<Dataset> all(Progress& progress) {
    m_recorder.score(m_model.training, m_threads, progress);
    std::vector<Dataset> results = m_model.results(progress);
    results.push_back(course());
    return results;
  }
  Dataset course() const { return m_recorder.dataset(m_model.training, m_model.value()); }
  Dataset scoredCourse(Progress& progress) {
    m_recorder.score(m_model.training, m_threads, progress);
    return course();
  }

 private:
  const WatchedModel& m_model;
  CourseRecorder m_recorder;
  int m_threads;
};

}  // namespace

std::vector<Dataset> watchedTraining(const Operation& operation, const std::vector<DatasetPtr>& inputs,
                                     const ParameterValues& values, const TrainingInput& input,
                                     const WatchedModel& model, const Operation::ResultsSoFar& soFar, int threads,
                                     Progress& progress) {
  PartProgress reading(progress, 0.03, 0.04), learning(progress, 0.04, 0.98), writing(progress, 0.98, 1);
  PairTraining<float>& training = model.training;
  ShownTraining shown(model, input, threads, reading);
  const std::string plannedChanges = textOfChanges(training.plan().changes);
  std::vector<Dataset> last;  // the course is the last of them
  const auto asOfNow = [&](std::vector<Dataset> results) {
    ParameterValues changed = values;
    if (const std::string changes = textOfChanges(training.plan().changes); changes != plannedChanges)
      changed.set(kChanges, changes);
    return stoppedHere(operation, std::move(results), inputs, changed, training.numSteps());
  };
  TrainingRun run = trainingRun(operation, input, values);
  run.steering = steeringOf(progress);
  if (soFar)
    run.look = [&](TrainingLook what) {
      Progress none;
      if (what == TrainingLook::everything) {
        last = asOfNow(shown.all(none));
      } else if (what == TrainingLook::scores) {
        last.back() = asOfNow({shown.scoredCourse(none)}).front();
        if (model.heads) last.front() = asOfNow({model.heads(none)}).front();
      } else {
        last.back() = asOfNow({shown.course()}).front();
      }
      soFar(last);
    };
  runTraining(training, run, threads, learning);
  if (training.numSteps() == 0) throw Cancelled{};  // ended before there was anything to keep
  std::vector<Dataset> results = shown.all(writing);
  const bool isAsAsked =
      textOfChanges(training.plan().changes) == plannedChanges && !(run.steering && run.steering->isToEnd());
  return isAsAsked ? toldAs(operation, std::move(results), inputs, input.values, values) : asOfNow(std::move(results));
}

}  // namespace engine
