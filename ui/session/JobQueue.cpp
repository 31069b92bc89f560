#include "ui/session/JobQueue.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QPointer>
#include <QThread>
#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "engine/base/CancelOnly.h"
#include "engine/base/FailureText.h"
#include "engine/base/ParallelFor.h"
#include "ui/session/JobSteering.h"

namespace ui {

/// What the worker and the job share. Everything but `job`, `work` and `deliver` may be touched by both threads.
struct Job::Run {
  std::atomic<bool> stop{false};
  std::atomic<bool> isReportPosted{false};  // at most one progress report is on its way to the GUI thread
  std::mutex mutex;                         // guards the two below
  double fraction = 0;
  QString step;
  engine::Steering steering;
  Job* job = nullptr;  // GUI thread only; null once the job was cancelled, superseded or destroyed
  std::function<std::any(engine::Progress&)> work;
  std::function<void(std::any)> deliver;
};

namespace {

void onGuiThread(std::function<void()> call) {
  QMetaObject::invokeMethod(QCoreApplication::instance(), std::move(call), Qt::QueuedConnection);
}

}  // namespace

Job::Job(QObject* parent) : QObject(parent), m_run(std::make_shared<Run>()) { m_run->job = this; }

Job::~Job() {
  m_run->stop = true;
  m_run->job = nullptr;
}

double Job::seconds() const {
  if (m_startMs == 0) return 0;
  const qint64 end = m_endMs != 0 ? m_endMs : QDateTime::currentMSecsSinceEpoch();
  return double(end - m_startMs) * 1e-3;
}

double Job::secondsLeft() const {
  // Below one per cent the estimate would jump about.
  if (m_state != JobState::running || m_fraction < 0.01) return -1;
  return seconds() * (1 - m_fraction) / m_fraction;
}

void Job::cancel() {
  if (isOver()) return;
  m_run->stop = true;
  end(JobState::cancelled, {});
}

void Job::begin() {
  m_state = JobState::running;
  m_startMs = QDateTime::currentMSecsSinceEpoch();
  Q_EMIT changed();
}

void Job::end(JobState state, const QString& error) {
  m_run->job = nullptr;
  m_state = state;
  m_error = error;
  m_endMs = QDateTime::currentMSecsSinceEpoch();
  if (state == JobState::finished) m_fraction = 1;
  Q_EMIT changed();
  Q_EMIT ended();
}

/// The worker's side of a job: stores the newest report and posts one call that shows it.
class JobProgress : public engine::SteeredProgress {
 public:
  explicit JobProgress(std::shared_ptr<Job::Run> run) : m_run(std::move(run)) {}
  bool cancelled() const override { return m_run->stop.load(std::memory_order_relaxed); }
  engine::Steering& steering() override { return m_run->steering; }
  static std::shared_ptr<engine::Steering> steeringOf(const Job& job) {
    if (job.isOver()) return nullptr;
    return {job.m_run, &job.m_run->steering};
  }

 protected:
  void report(double fraction, std::string_view step) override {
    {
      const std::lock_guard lock(m_run->mutex);
      m_run->fraction = fraction;
      m_run->step = QString::fromUtf8(step.data(), static_cast<qsizetype>(step.size()));
    }
    if (m_run->isReportPosted.exchange(true)) return;
    onGuiThread([run = m_run] { Job::showReport(run); });
  }

 private:
  std::shared_ptr<Job::Run> m_run;
};

std::shared_ptr<engine::Steering> steeringOf(const Job& job) { return JobProgress::steeringOf(job); }

Job* jobOf(const JobQueue& jobs, const std::string& operation, const std::string& output) {
  const QString slot = QString::fromStdString(operation + " " + output);
  const auto found = std::find_if(jobs.jobs().rbegin(), jobs.jobs().rend(),
                                  [&](const Job* job) { return !job->isOver() && job->objectName() == slot; });
  return found == jobs.jobs().rend() ? nullptr : *found;
}

void Job::showReport(const std::shared_ptr<Run>& run) {
  run->isReportPosted = false;
  if (!run->job) return;
  {
    const std::lock_guard lock(run->mutex);
    run->job->m_fraction = run->fraction;
    run->job->m_step = run->step;
  }
  Q_EMIT run->job->changed();
}

void Job::deliver(const std::shared_ptr<Run>& run, const std::any& result) {
  const QPointer<Job> job = run->job;
  if (!job) return;
  // The receiver may show or refuse the result; a refusal is this job's failure.
  JobState state = JobState::finished;
  QString error;
  try {
    std::exchange(run->deliver, nullptr)(result);
  } catch (...) {
    state = JobState::failed;
    error = QString::fromStdString(engine::failureText());
  }
  // It may also have started what supersedes this job, or closed the session.
  if (job && !job->isOver()) job->end(state, error);
}

void Job::work(const std::shared_ptr<Run>& run) {
  const auto onJob = [run](auto&& call) {
    onGuiThread([run, call] {
      if (run->job) call(*run->job);
    });
  };
  if (run->stop) return;
  try {
    onJob([](Job& job) { job.begin(); });
    JobProgress progress(run);
    const engine::Waiting waiting(progress);  // for files of other machines
    auto result = std::make_shared<std::any>(std::exchange(run->work, nullptr)(progress));
    onGuiThread([run, result] { Job::deliver(run, *result); });
  } catch (const engine::Cancelled&) {
    onJob([](Job& job) { job.end(JobState::cancelled, {}); });
  } catch (...) {
    const QString text = QString::fromStdString(engine::failureText());
    onJob([text](Job& job) { job.end(JobState::failed, text); });
  }
}

JobQueue::JobQueue(QObject* parent) : QObject(parent) {
  m_cpuPool.setMaxThreadCount(std::max(1, engine::defaultThreadCount()));
  m_openClPool.setMaxThreadCount(1);  // kernels of two jobs would only slow each other
}

JobQueue::~JobQueue() {
  while (numActive() > 0) cancelAll();  // who hears of the end of one job may start another
  m_cpuPool.waitForDone();
  m_openClPool.waitForDone();
}

Job* JobQueue::start(const QString& title, const QString& slot, Pool pool, const QString& device,
                     std::function<std::any(engine::Progress&)> work, std::function<void(std::any)> deliver) {
  if (!slot.isEmpty())
    for (Job* other : std::vector(m_jobs))
      if (other->objectName() == slot) other->cancel();

  Job* const job = new Job(this);
  job->setObjectName(slot);
  job->m_title = title;
  job->m_device = device;
  job->m_run->work = std::move(work);
  job->m_run->deliver = std::move(deliver);
  m_jobs.push_back(job);
  connect(job, &Job::ended, this, [this, job] { Q_EMIT ended(job); });
  Q_EMIT started(job);
  (pool == Pool::openCl ? m_openClPool : m_cpuPool).start([run = job->m_run] { Job::work(run); });
  return job;
}

int JobQueue::numActive() const {
  return static_cast<int>(std::count_if(m_jobs.begin(), m_jobs.end(), [](const Job* job) { return !job->isOver(); }));
}

void JobQueue::cancelAll() {
  for (Job* job : std::vector(m_jobs)) job->cancel();
}

void JobQueue::clearEnded() {
  std::vector<Job*> kept, ended;
  for (Job* job : m_jobs) (job->isOver() ? ended : kept).push_back(job);
  m_jobs = std::move(kept);
  for (Job* job : ended) {
    Q_EMIT removed(job);
    job->deleteLater();
  }
}

}  // namespace ui
