// Background work: engine functions on worker threads, results delivered on the GUI thread, the latest request wins.
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <any>
#include <functional>
#include <memory>
#include <vector>

#include "engine/base/Progress.h"

namespace ui {

class JobProgress;
class JobQueue;

enum class JobState { waiting, running, finished, cancelled, failed };

/// One piece of background work, shown in the job bar. Lives on the GUI thread, owned by its JobQueue.
class Job : public QObject
{
  Q_OBJECT

 public:
  /// Nothing of what the worker still sends arrives.
  ~Job() override;
  QString title() const { return m_title; }
  QString device() const { return m_device; }
  JobState state() const { return m_state; }
  double fraction() const { return m_fraction; }   ///< 0..1
  QString step() const { return m_step; }
  double seconds() const;                          ///< since the start; final once it ended
  double secondsLeft() const;                      ///< estimate, -1 unknown
  QString error() const { return m_error; }
  bool isOver() const { return m_state >= JobState::finished; }
  /// A request: returns at once. The delivery function is not called after this.
  void cancel();

 Q_SIGNALS:
  void changed();    ///< progress or state
  void ended();      ///< once: finished, cancelled or failed

 private:
  friend class JobQueue;
  friend class JobProgress;
  struct Run;
  explicit Job(QObject* parent);
  void begin();
  void end(JobState state, const QString& error);
  static void work(const std::shared_ptr<Run>& run);   ///< on a worker thread
  static void deliver(const std::shared_ptr<Run>& run, const std::any& result);
  static void showReport(const std::shared_ptr<Run>& run);

  QString m_title, m_device, m_step, m_error;
  JobState m_state = JobState::waiting;
  double m_fraction = 0;
  qint64 m_startMs = 0, m_endMs = 0;
  std::shared_ptr<Run> m_run;
};

/// Runs jobs on two pools: CPU work on the cores, OpenCL work one at a time.
class JobQueue : public QObject
{
  Q_OBJECT

 public:
  enum class Pool { cpu, openCl };

  explicit JobQueue(QObject* parent = nullptr);
  /// Cancels everything and waits for the workers.
  ~JobQueue() override;

  /// Runs `work` on a worker thread, then `deliver(result)` on the GUI thread, unless cancelled or superseded. A job
  /// with the same non-empty `slot` that is still under way is cancelled first:
  /// the latest request for the same thing wins.
  Job* start(const QString& title, const QString& slot, Pool pool, const QString& device,
             std::function<std::any(engine::Progress&)> work, std::function<void(std::any)> deliver);
  const std::vector<Job*>& jobs() const { return m_jobs; }   ///< newest last; ended jobs stay until clearEnded()
  int numActive() const;
  void cancelAll();
  void clearEnded();

 Q_SIGNALS:
  void started(ui::Job* job);
  void ended(ui::Job* job);
  void removed(ui::Job* job);

 private:
  std::vector<Job*> m_jobs;
  QThreadPool m_cpuPool, m_openClPool;
};

}  // namespace ui
