// Computes the other steps while nobody does anything, so that going to them need not wait.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/lessons/run/LessonRun.h"
#include "ui/session/JobQueue.h"

class QWidget;

namespace ui {

/// What is prepared lies in the cache of the lesson, under all that it is made of: what is set otherwise is not found
/// there, and the cache has its bound. One core at most, a run of its own, nothing while the player is hidden.
class StepPreparer : public QObject {
  Q_OBJECT

 public:
  /// Of a step: what has been done in it.
  using StateOf = std::function<engine::StepState(int step)>;
  /// `run`: the player's, whose cache is filled. `isAtRest`: whether the player computes nothing.
  StepPreparer(std::shared_ptr<engine::LessonRun> run, StateOf stateOf, std::function<bool()> isAtRest,
               QWidget& player);

  /// This step is shown: once the player has rested the others are prepared, the nearest first, the next before the one
  /// before. Those farther than the one after the next as long as there is plenty of room for what they give.
  void follow(int step);
  /// Something is wanted now: what is being prepared is given up, until the next follow().
  void giveUp();
  void setEnabled(bool isEnabled);
  /// Nothing is being prepared or waits for it.
  bool isDone() const { return !m_job && m_wanted.empty(); }

 Q_SIGNALS:
  void prepared(int step);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Shared {
    std::shared_ptr<engine::LessonRun> players;
    std::mutex mutex;                        ///< of `own`
    std::unique_ptr<engine::LessonRun> own;  ///< null until something is prepared
  };
  void goOn();
  void start(int step);

  std::shared_ptr<Shared> m_shared;
  StateOf m_stateOf;
  std::function<bool()> m_isAtRest;
  QWidget& m_player;
  JobQueue m_jobs;
  QPointer<Job> m_job;
  QTimer m_rest, m_patience;
  std::vector<int> m_wanted;  ///< what comes first at the end
  int m_shown = -1;
  bool m_isEnabled = true;
};

}  // namespace ui
