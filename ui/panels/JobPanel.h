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
  JobRow(Job& job, QWidget* parent);
  void refresh();

 private:
  Job& m_job;
  QLabel *m_title, *m_step, *m_time, *m_device;
  QProgressBar* m_progress;
  QToolButton* m_cancel;
};

class JobPanel : public QWidget {
  Q_OBJECT

 public:
  explicit JobPanel(JobQueue& queue, QWidget* parent = nullptr);

 private:
  void add(Job* job);
  void remove(Job* job);
  void onEnded();
  void refreshActive();

  JobQueue& m_queue;
  QVBoxLayout* m_rows;
  QLabel* m_hint;
  QTimer m_clock;
  std::map<const Job*, JobRow*> m_rowOf;
};

}  // namespace ui
