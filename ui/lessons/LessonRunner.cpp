#include "ui/lessons/LessonRunner.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <utility>

#include "ui/session/RunJob.h"

namespace ui {

namespace {

/// Then the old picture is dimmed, and a new wish does not wait any longer.
constexpr int kMomentMilliseconds = 100;
/// From one picture of a long run to the next.
constexpr qint64 kBetweenMilliseconds = 150;

StepReading readFor(const std::shared_future<StepWishes>& wanted, StepValuesPtr values, const std::string& language) {
  StepWishes wishes = wanted.get();
  wishes.language = language;
  return readStep(std::move(values), wishes);
}

}  // namespace

LessonRunner::LessonRunner(std::shared_ptr<engine::LessonRun> run, JobQueue& jobs, QObject* parent)
    : QObject(parent), m_shared(std::make_shared<Shared>()), m_jobs(jobs) {
  m_shared->run = std::move(run);
  m_moment.setSingleShot(true);
  m_moment.setInterval(kMomentMilliseconds);
  connect(&m_moment, &QTimer::timeout, this, [this] {
    Q_EMIT late(m_step);
    if (m_next && m_job) m_job->cancel();
  });
}

void LessonRunner::ask(int step, const engine::StepState& state, const StepWishes& wishes) {
  std::promise<StepWishes> known;
  known.set_value(wishes);
  ask(step, state, known.get_future().share());
}

void LessonRunner::ask(int step, const engine::StepState& state, std::shared_future<StepWishes> wishes) {
  Wish wish{step, state, std::move(wishes)};
  if (!m_job) return start(std::move(wish));
  m_next = std::move(wish);
  if (!m_moment.isActive()) m_job->cancel();
}

void LessonRunner::start(Wish wish) {
  const int step = m_step = wish.step;
  m_moment.start();
  ++m_number;
  const auto soFar = relay(wish);
  const auto work = [shared = m_shared, soFar, wish = std::move(wish)](engine::Progress& progress) {
    const std::lock_guard lock(shared->mutex);
    StepValuesPtr values = shared->run->values(wish.step, wish.state, progress, soFar);
    return std::make_shared<StepReading>(readFor(wish.wishes, std::move(values), shared->run->lesson().language));
  };
  m_job = runJob(m_jobs, this, tr("Lesson"), {}, work,
                 [step](LessonRunner& runner, const std::shared_ptr<StepReading>& reading) {
                   // A wish that came meanwhile is under way as soon as this one is painted.
                   Q_EMIT runner.ready(step, *reading);
                 });
  connect(m_job, &Job::ended, this, [this, job = m_job.data(), step] { onEnded(*job, step); });
}

engine::LessonRun::ValuesSoFar LessonRunner::relay(const Wish& wish) {
  const auto sinceTold = std::make_shared<QElapsedTimer>();
  const QPointer<LessonRunner> self(this);
  return [self, sinceTold, number = m_number, step = wish.step, wishes = wish.wishes,
          language = run().lesson().language](const StepValuesPtr& values) {
    if (sinceTold->isValid() && sinceTold->elapsed() < kBetweenMilliseconds) return;
    sinceTold->start();
    const auto reading = std::make_shared<StepReading>(readFor(wishes, values, language));
    const auto arrive = [self, number, step, reading] {
      if (self && self->m_job && self->m_number == number) Q_EMIT self->readySoFar(step, *reading);
    };
    QMetaObject::invokeMethod(qApp, arrive, Qt::QueuedConnection);
  };
}

void LessonRunner::stop() {
  if (!m_job) return;
  m_next.reset();
  m_shared->run->keepWhatThereIs();
  m_job->cancel();
}

void LessonRunner::onEnded(const Job& job, int step) {
  m_moment.stop();
  m_job = nullptr;
  if (job.state() == JobState::failed) Q_EMIT failed(step, job.error());
  if (job.state() == JobState::cancelled && !m_next) Q_EMIT stopped(step);
  if (!m_next || m_job) return;
  start(*std::exchange(m_next, std::nullopt));
}

void LessonRunner::grade(const engine::LessonQuestion& question, const engine::LessonAnswer& answer,
                         const StepValuesPtr& values, std::function<void(const Grading&)> done) {
  ++m_numGradings;
  const auto work = [shared = m_shared, question, answer, values](engine::Progress&) {
    const std::lock_guard lock(shared->mutex);
    return Grading{engine::grade(question, answer, *values), engine::trueAnswer(question, *values)};
  };
  Job* job = runJob(m_jobs, this, tr("Grading"), {}, work,
                    [done = std::move(done)](LessonRunner&, const Grading& grading) { done(grading); });
  connect(job, &Job::ended, this, [this, job] {
    --m_numGradings;
    if (job->state() == JobState::failed) Q_EMIT failed(m_step, job->error());
  });
}

void LessonRunner::read(const std::vector<engine::LiveNumber>& numbers, const StepValuesPtr& values,
                        std::function<void(std::vector<QString>)> done) {
  ++m_numGradings;
  StepWishes wishes;
  wishes.numbers = numbers;
  wishes.language = run().lesson().language;
  const auto work = [shared = m_shared, wishes, values](engine::Progress&) {
    const std::lock_guard lock(shared->mutex);
    return std::make_shared<StepReading>(readStep(values, wishes));
  };
  Job* job = runJob(
      m_jobs, this, tr("Numbers of the text"), {}, work,
      [done = std::move(done)](LessonRunner&, const std::shared_ptr<StepReading>& reading) { done(reading->numbers); });
  connect(job, &Job::ended, this, [this] { --m_numGradings; });
}

}  // namespace ui
