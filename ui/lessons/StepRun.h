// The button of a step whose runs have stored results: runs them, and stops them.
#pragma once

#include <QPushButton>

#include "engine/lessons/run/LessonRun.h"

namespace ui {

class StepRun : public QPushButton {
  Q_OBJECT

 public:
  /// `title`: of the operation; the state is the caller's and outlives the button.
  StepRun(QString title, engine::StepState& state, QWidget* parent);
  /// Runs, anew each time, or stops.
  void runOrStop();
  /// Something takes long: the button stops it.
  void setBusy(bool isBusy);
  /// What is shown is a part of a run that has not ended.
  void setPart(bool isPart) { m_isPart = isPart; }
  /// Of what has been stopped what is there stays, or else what is stored is shown again.
  void showStopped();

 Q_SIGNALS:
  /// The step is to be computed with what the state says now.
  void outdated();
  void stopWanted();

 private:
  QString m_title;
  engine::StepState& m_state;
  bool m_isBusy = false, m_isPart = false;
};

}  // namespace ui
