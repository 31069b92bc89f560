// Background jobs: progress, time, device, cancel.
#pragma once

#include <QTimer>
#include <QWidget>
#include <map>

#include "ui/session/JobQueue.h"

class QLabel;
class QProgressBar;
class QToolButton;
class QVBoxLayout;

namespace ui {

/// One line of the job panel.
class JobRow : public QWidget {
  Q_OBJECT

 public:
  /// `count`: jobs of this name that the line stands for, the others ended before.
  JobRow(Job& job, int count, QWidget* parent);
  int count() const { return m_count; }
  void refresh();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  Job& m_job;
  int m_count;
  QLabel *m_title, *m_step, *m_time, *m_device;
  QProgressBar* m_progress;
  QToolButton* m_cancel;
};

class JobPanel : public QWidget {
  Q_OBJECT

 public:
  explicit JobPanel(JobQueue& queue, QWidget* parent = nullptr);
  /// How long a finished or cancelled job stays listed.
  void setKeepMilliseconds(int milliseconds) { m_keepMilliseconds = milliseconds; }

 private:
  void add(Job* job);
  void remove(Job* job);
  void onEnded(Job* job);
  /// Takes away the rows of jobs that `next` takes the place of, and that of a small job of the same name that has
  /// ended; how many jobs the latter stood for.
  int fold(const Job& next);
  /// Takes a row away; the job stays in the queue.
  void hideRow(const Job* job);
  void refreshActive();

  JobQueue& m_queue;
  QVBoxLayout* m_rows;
  QLabel* m_hint;
  QTimer m_clock;
  int m_keepMilliseconds = 6000;
  std::map<const Job*, JobRow*> m_rowOf;
};

}  // namespace ui
