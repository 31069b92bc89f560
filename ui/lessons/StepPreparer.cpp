#include "ui/lessons/StepPreparer.h"

#include <QEvent>
#include <QWidget>
#include <utility>

#include "ui/lessons/StepReading.h"
#include "ui/session/RunJob.h"

namespace ui {

namespace {

/// Without a wish; longer than it takes to press the same key twice.
constexpr int kRestMilliseconds = 300;
/// What takes longer is left to whoever wants to see it.
constexpr int kPatienceMilliseconds = 10'000;

}  // namespace

StepPreparer::StepPreparer(std::shared_ptr<engine::LessonRun> run, StateOf stateOf, std::function<bool()> isAtRest,
                           QWidget& player)
    : QObject(&player),
      m_shared(std::make_shared<Shared>()),
      m_stateOf(std::move(stateOf)),
      m_isAtRest(std::move(isAtRest)),
      m_player(player) {
  m_shared->players = std::move(run);
  for (QTimer* timer : {&m_rest, &m_patience}) timer->setSingleShot(true);
  m_rest.setInterval(kRestMilliseconds);
  m_patience.setInterval(kPatienceMilliseconds);
  connect(&m_rest, &QTimer::timeout, this, &StepPreparer::goOn);
  connect(&m_patience, &QTimer::timeout, this, [this] {
    if (m_job) m_job->cancel();
  });
  player.installEventFilter(this);
}

void StepPreparer::follow(int step) {
  giveUp();
  m_shown = step;
  if (!m_isEnabled || !m_player.isVisible()) return;
  const int numSteps = static_cast<int>(m_shared->players->steps().size());
  for (int distance = numSteps - 1; distance > 0; --distance)
    for (const int wanted : {step - distance, step + distance})
      if (wanted >= 0 && wanted < numSteps) m_wanted.push_back(wanted);
  if (!m_wanted.empty()) m_rest.start();
}

void StepPreparer::giveUp() {
  m_wanted.clear();
  m_rest.stop();
  if (m_job) m_job->cancel();
}

void StepPreparer::setEnabled(bool isEnabled) {
  m_isEnabled = isEnabled;
  if (!isEnabled) giveUp();
}

void StepPreparer::goOn() {
  if (m_job || m_wanted.empty()) return;
  if (!m_isAtRest()) return m_rest.start();
  const int step = m_wanted.back();
  const bool isNear = step >= m_shown - 1 && step <= m_shown + 2;
  if (!isNear && m_shared->players->isHalfFull()) return m_wanted.clear();
  m_wanted.pop_back();
  start(step);
}

void StepPreparer::start(int step) {
  const auto work = [shared = m_shared, step, state = m_stateOf(step)](engine::Progress& progress) {
    const std::lock_guard lock(shared->mutex);  // of one that has been cancelled and has not noticed yet
    progress.update(0, "preparing");
    // Of its own, so that the player's never waits for it.
    if (!shared->own) shared->own = shared->players->beside(engine::Compute{nullptr, 1});
    StepWishes wishes;  // what `at` of questions asks for may take as long as the rest
    wishes.questions = shared->own->steps()[static_cast<size_t>(step)].questions;
    readStep(shared->own->values(step, state, progress), wishes);
    return step;
  };
  m_job = runJob(m_jobs, this, tr("Preparing a step"), {}, work,
                 [](StepPreparer& preparer, int done) { Q_EMIT preparer.prepared(done); });
  m_patience.start();
  const auto ended = [this] {
    m_patience.stop();
    m_job = nullptr;
    m_jobs.clearEnded();
    if (!m_rest.isActive()) goOn();  // what fails is told when it is wanted
  };
  connect(m_job, &Job::ended, this, ended, Qt::QueuedConnection);
}

bool StepPreparer::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &m_player && event->type() == QEvent::Hide) giveUp();
  if (watched == &m_player && event->type() == QEvent::Show && m_shown >= 0) follow(m_shown);
  return QObject::eventFilter(watched, event);
}

}  // namespace ui
