// Runs a lesson in jobs: one step at a time, the latest wish wins, what it gives arrives on the GUI thread.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>

#include "ui/lessons/StepReading.h"
#include "ui/session/JobQueue.h"

namespace ui {

class LessonRunner : public QObject {
  Q_OBJECT

 public:
  LessonRunner(std::shared_ptr<engine::LessonRun> run, JobQueue& jobs, QObject* parent = nullptr);
  /// The lesson and the blocks of its steps, which never change.
  const engine::LessonRun& run() const { return *m_shared->run; }
  /// For a later state of the lesson, which takes over what was computed.
  std::shared_ptr<engine::LessonRun> sharedRun() const { return m_shared->run; }

  /// Computes a step. While one is being computed the newest wish waits for it, unless it takes long: then it is given
  /// up.
  void ask(int step, const engine::StepState& state, const StepWishes& wishes);
  /// The same for a page that is still being made: what it wants to know is waited for once the values are there.
  void ask(int step, const engine::StepState& state, std::shared_future<StepWishes> wishes);
  /// Ends what is being computed; what a long run has by then stays in place of the whole.
  void stop();
  /// Grades an answer with values that are there; `done` is called with the hint put in, the right answer and the
  /// text of `because`, all numbers put in.
  struct Grading {
    engine::LessonGrade grade;
    engine::LessonAnswer truth;
  };
  void grade(const engine::LessonQuestion& question, const engine::LessonAnswer& answer, const StepValuesPtr& values,
             std::function<void(const Grading&)> done);
  /// Texts of live numbers, for hints and reveals.
  void read(const std::vector<engine::LiveNumber>& numbers, const StepValuesPtr& values,
            std::function<void(std::vector<QString>)> done);
  /// Something is being computed or waits for it.
  bool isBusy() const { return m_job || m_next || m_numGradings > 0; }

 Q_SIGNALS:
  void ready(int step, const ui::StepReading& reading);
  /// The same with what a long run has so far.
  void readySoFar(int step, const ui::StepReading& reading);
  /// By stop(), or by a wish that has been given up.
  void stopped(int step);
  void failed(int step, const QString& text);
  /// Of the step that is computed: longer than a moment; the end of it is told by ready() or failed().
  void late(int step);

 private:
  struct Wish {
    int step;
    engine::StepState state;
    std::shared_future<StepWishes> wishes;
  };
  struct Shared {
    std::shared_ptr<engine::LessonRun> run;
    std::mutex mutex;  ///< of `run`: one thread at a time
  };
  void start(Wish wish);
  void onEnded(const Job& job, int step);
  /// Takes what a run has so far to the thread of the window, not more often than that can follow.
  engine::LessonRun::ValuesSoFar relay(const Wish& wish);

  std::shared_ptr<Shared> m_shared;
  JobQueue& m_jobs;
  QPointer<Job> m_job;
  std::optional<Wish> m_next;
  QTimer m_moment;
  int m_step = 0, m_numGradings = 0;
  int m_number = 0;  ///< of the job under way
};

}  // namespace ui
