// Background jobs: progress, time, device, cancel.
#include "ui/panels/JobPanel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPointer>
#include <QProgressBar>
#include <QScrollArea>
#include <QStyle>
#include <QToolButton>
#include <algorithm>

#include "ui/look/Icons.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kClockMilliseconds = 250;
constexpr int kMaxEndedJobs = 40;
constexpr int kCancelIcon = 12;
constexpr double kSmallSeconds = 1;  ///< such jobs of one name share a line
constexpr int kProgressSteps = 1000;

QString durationText(double seconds) {
  if (seconds < 10) return QObject::tr("%1 s").arg(seconds, 0, 'f', 1);
  if (seconds < 60) return QObject::tr("%1 s").arg(qRound(seconds));
  const int whole = qRound(seconds);
  return QObject::tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
}

QString timeText(const Job& job) {
  switch (job.state()) {
    case JobState::waiting:
      return QObject::tr("waiting");
    case JobState::running: {
      const double left = job.secondsLeft();
      const QString elapsed = durationText(job.seconds());
      return left < 0 ? elapsed : QObject::tr("%1, about %2 left").arg(elapsed, durationText(left));
    }
    case JobState::finished:
      return QObject::tr("done in %1").arg(durationText(job.seconds()));
    case JobState::cancelled:
      return QObject::tr("cancelled");
    case JobState::failed:
      return QObject::tr("failed");
  }
  return {};
}

/// A row narrower than this (logical pixels) has no room for step and device: title and time then matter more.
constexpr int kWideRow = 420;

/// A line that ends in dots where it is too narrow for its text.
class ElidedLabel : public QLabel {
 public:
  using QLabel::QLabel;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(), shown,
                          foregroundRole());
  }
};

QLabel* rowLabel(JobRow* row, QHBoxLayout& layout, int stretch, int minimumWidth) {
  auto* label = new ElidedLabel(row);
  label->setTextFormat(Qt::PlainText);
  label->setMinimumWidth(minimumWidth);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  layout.addWidget(label, stretch);
  return label;
}

}  // namespace

JobRow::JobRow(Job& job, int count, QWidget* parent) : QWidget(parent), m_job(job), m_count(count) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(theme().space(2), 1, theme().space(1), 1);
  layout->setSpacing(theme().space(2));
  m_title = rowLabel(this, *layout, 3, 60);
  m_progress = new QProgressBar(this);
  m_progress->setRange(0, kProgressSteps);
  m_progress->setTextVisible(false);
  layout->addWidget(m_progress, 2);
  m_step = rowLabel(this, *layout, 3, 40);
  // Never cut off: no less than its text, which a minimum of its own would override.
  m_time = rowLabel(this, *layout, 0, 0);
  m_time->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Preferred);
  m_time->setObjectName(QStringLiteral("time"));
  m_device = rowLabel(this, *layout, 2, 40);
  m_step->setForegroundRole(QPalette::PlaceholderText);
  m_device->setForegroundRole(QPalette::PlaceholderText);
  m_cancel = new QToolButton(this);
  m_cancel->setObjectName(QStringLiteral("cancel"));
  m_cancel->setIcon(icon(QStringLiteral("cancel")));
  m_cancel->setIconSize({kCancelIcon, kCancelIcon});
  m_cancel->setToolTip(tr("Cancel"));
  m_cancel->setAccessibleName(tr("Cancel %1").arg(job.title()));
  QSizePolicy keepPlace = m_cancel->sizePolicy();
  keepPlace.setRetainSizeWhenHidden(true);
  m_cancel->setSizePolicy(keepPlace);
  layout->addWidget(m_cancel);
  connect(m_cancel, &QToolButton::clicked, &job, &Job::cancel);
  connect(&job, &Job::changed, this, &JobRow::refresh);
  connect(&job, &Job::ended, this, &JobRow::refresh);
  refresh();
}

void JobRow::refresh() {
  m_title->setText(m_count > 1 ? tr("%1 × %2").arg(m_job.title()).arg(m_count) : m_job.title());
  m_title->setToolTip(m_title->text());
  const bool hasFailed = m_job.state() == JobState::failed;
  m_step->setText(hasFailed ? m_job.error() : m_job.isOver() ? QString() : m_job.step());
  m_step->setToolTip(m_step->text());
  const bool isWide = width() >= kWideRow * theme().scale;
  m_step->setVisible(hasFailed || (isWide && !m_job.isOver()));
  m_device->setVisible(isWide);
  m_time->setText(timeText(m_job));
  m_device->setText(m_job.device());
  m_progress->setVisible(!m_job.isOver());
  m_progress->setValue(qRound(m_job.fraction() * kProgressSteps));
  m_cancel->setVisible(!m_job.isOver());
  QPalette colors = palette();
  if (hasFailed) {
    colors.setColor(QPalette::WindowText, theme().error);
    colors.setColor(QPalette::PlaceholderText, theme().error);
  }
  m_time->setPalette(colors);
  m_step->setPalette(colors);
}

void JobRow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  refresh();
}

JobPanel::JobPanel(JobQueue& queue, QWidget* parent) : QWidget(parent), m_queue(queue) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setAccessibleName(tr("Jobs"));
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  outer->addWidget(scroll);
  auto* content = new QWidget(scroll);
  content->setBackgroundRole(QPalette::Base);
  content->setAutoFillBackground(true);
  scroll->setWidget(content);
  m_rows = new QVBoxLayout(content);
  m_rows->setContentsMargins(0, theme().space(1), 0, theme().space(1));
  m_rows->setSpacing(0);
  m_hint = new QLabel(tr("Nothing is being computed."), content);
  m_hint->setForegroundRole(QPalette::PlaceholderText);
  m_hint->setContentsMargins(theme().space(2), 0, 0, 0);
  m_rows->addWidget(m_hint);
  m_rows->addStretch();

  for (Job* job : queue.jobs()) add(job);
  connect(&queue, &JobQueue::started, this, &JobPanel::add);
  connect(&queue, &JobQueue::removed, this, &JobPanel::remove);
  connect(&queue, &JobQueue::ended, this, &JobPanel::onEnded);
  connect(&m_clock, &QTimer::timeout, this, &JobPanel::refreshActive);
  m_clock.setInterval(kClockMilliseconds);
}

void JobPanel::add(Job* job) {
  auto* row = new JobRow(*job, fold(*job) + 1, this);
  m_rowOf[job] = row;
  m_rows->insertWidget(0, row);
  m_hint->hide();
  m_clock.start();
}

int JobPanel::fold(const Job& next) {
  // What was asked for anew is of no interest any more, whatever it was called.
  const auto isSuperseded = [&](const auto& entry) {
    const Job& job = *entry.first;
    const bool hasSlot = !next.objectName().isEmpty() && job.objectName() == next.objectName();
    return hasSlot && job.title() != next.title() && job.isOver() && job.state() != JobState::failed;
  };
  for (auto found = m_rowOf.begin(); found != m_rowOf.end();)
    if (const auto entry = found++; isSuperseded(*entry)) hideRow(entry->first);
  const auto found = std::find_if(m_rowOf.begin(), m_rowOf.end(), [&](const auto& entry) {
    const Job& job = *entry.first;
    // What a later one has taken the place of was as small as that.
    const bool isSmall = job.state() == JobState::finished && job.seconds() < kSmallSeconds;
    return job.title() == next.title() && (isSmall || job.state() == JobState::cancelled);
  });
  if (found == m_rowOf.end()) return 0;
  const int count = found->second->count();
  hideRow(found->first);
  return count;
}

void JobPanel::remove(Job* job) { hideRow(job); }

void JobPanel::hideRow(const Job* job) {
  const auto found = m_rowOf.find(job);
  if (found == m_rowOf.end()) return;
  delete found->second;
  m_rowOf.erase(found);
  m_hint->setVisible(m_rowOf.empty());
}

void JobPanel::onEnded(Job* job) {
  if (job->state() != JobState::failed) {  // failures stay until they are cleared
    // The job may be gone by then: its address only finds the row, and a row goes with its job.
    const QPointer<JobRow> row = m_rowOf.count(job) > 0 ? m_rowOf.at(job) : nullptr;
    QTimer::singleShot(m_keepMilliseconds, this, [this, row, job] {
      if (row) hideRow(job);
    });
  }
  if (m_queue.numActive() == 0) m_clock.stop();
  const auto numEnded =
      std::count_if(m_queue.jobs().begin(), m_queue.jobs().end(), [](Job* job) { return job->isOver(); });
  // Not from here: the job that has just ended is still speaking.
  if (numEnded > kMaxEndedJobs) QTimer::singleShot(0, &m_queue, &JobQueue::clearEnded);
}

void JobPanel::refreshActive() {
  for (const auto& [job, row] : m_rowOf) {
    if (!job->isOver()) row->refresh();
  }
}

}  // namespace ui
