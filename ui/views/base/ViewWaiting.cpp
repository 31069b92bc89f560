// What a view waits for. Its picture stays, dimmed when it is about to be replaced; what fails becomes one line below
// it.
#include "ui/views/base/ViewWaiting.h"

#include <QLayout>
#include <QPainter>
#include <QTimer>
#include <algorithm>

#include "ui/views/base/FailureLine.h"
#include "ui/views/base/View.h"

namespace ui {

namespace {

constexpr int kMomentMilliseconds = 150;
constexpr float kVeil = 0.55F;

}  // namespace

ViewWaiting::ViewWaiting(View& view) : QObject(&view), m_view(view) {}

ViewWaiting* ViewWaiting::of(const QObject* part) {
  for (const QObject* object = part; object; object = object->parent())
    if (qobject_cast<const View*>(object)) return object->findChild<ViewWaiting*>({}, Qt::FindDirectChildrenOnly);
  return nullptr;
}

void ViewWaiting::add(Job* job, For what) {
  m_waits.push_back({job, what, false});
  connect(job, &Job::changed, this, &ViewWaiting::announce);
  connect(job, &Job::ended, this, [this, job] { onEnded(*job); });
  QTimer::singleShot(kMomentMilliseconds, this, [this, job = QPointer<Job>(job)] {
    for (Wait& wait : m_waits)
      if (job && wait.job == job) wait.isLong = true;
    announce();
  });
}

double ViewWaiting::progress() const {
  double sum = 0;
  int count = 0;
  for (const Wait& wait : m_waits) {
    if (!wait.job || !wait.isLong) continue;
    sum += wait.job->fraction();
    ++count;
  }
  return count == 0 ? -1 : sum / count;
}

bool ViewWaiting::isPictureOld() const {
  return std::any_of(m_waits.begin(), m_waits.end(),
                     [](const Wait& wait) { return wait.job && wait.isLong && wait.what == For::picture; });
}

void ViewWaiting::paint(QPainter& painter, QSize size) const {
  if (!isPictureOld()) return;
  QColor veil = ThemeModel::instance().theme().canvas;
  veil.setAlphaF(kVeil);
  painter.fillRect(QRect(QPoint(0, 0), size), veil);
}

void ViewWaiting::onEnded(const Job& job) {
  const bool wasOld = isPictureOld();
  std::erase_if(m_waits, [&](const Wait& wait) { return !wait.job || wait.job == &job; });
  if (job.state() == JobState::failed) tellFailure(job.title(), job.error(), job.objectName());
  if (job.state() == JobState::finished) forgetFailure(job.objectName());
  Q_EMIT changed();
  if (wasOld) m_view.canvas().update();
}

void ViewWaiting::tellFailure(const QString& title, const QString& error, const QString& what) {
  m_failed = what;
  if (!m_line) {
    m_line = new FailureLine(&m_view);
    m_view.layout()->addWidget(m_line);
  }
  m_line->tell(title, error);
  m_view.session().report(MessageKind::warning, tr("%1: %2").arg(title, error));
}

void ViewWaiting::forgetFailure(const QString& what) {
  if (m_line && what == m_failed) m_line->hide();
}

void ViewWaiting::announce() {
  if (progress() < 0) return;
  Q_EMIT changed();
  if (isPictureOld()) m_view.canvas().update();
}

Job* waitFor(const QObject* part, Job* job, ViewWaiting::For what) {
  if (ViewWaiting* waiting = ViewWaiting::of(part)) waiting->add(job, what);
  return job;
}

}  // namespace ui
