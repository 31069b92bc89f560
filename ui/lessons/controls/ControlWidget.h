// A control of a lesson: something to move, with a name, that keys and the wheel move as well.
#pragma once

#include <QWidget>
#include <memory>
#include <string>

#include "engine/lessons/run/StepBlocks.h"

namespace ui {

class ControlWidget : public QWidget {
  Q_OBJECT

 public:
  ControlWidget(engine::LessonControl control, QWidget* parent);
  const engine::LessonControl& control() const { return m_control; }
  /// Shows what is set; changes nothing and tells nobody. A value of another form is left aside.
  virtual void setValue(const engine::LessonValue& value) = 0;
  /// Moved by this many steps of a pixel; most controls have no steps.
  virtual void move(double) {}
  /// Until a question is answered. Why is told on hover.
  void setLocked(bool isLocked);
  /// The user is moving it: what it shows comes from the hand.
  virtual bool isHeld() const { return false; }
  /// Goes through its values by itself, or stops.
  virtual void play() {}

 Q_SIGNALS:
  void changed(const std::string& name, const engine::LessonValue& value);

 private:
  engine::LessonControl m_control;
};

/// The widget of any control; null for those that are moved in pictures alone (points, toggles, poses).
ControlWidget* makeControlWidget(const engine::LessonControl& control, QWidget* parent);

/// "T", "Q[1,1]": how a control is called where it has no label.
QString controlTitle(const engine::LessonControl& control);

// One per kind; see makeControlWidget().
ControlWidget* makeNumberControl(const engine::LessonControl& control, QWidget* parent);
ControlWidget* makeChoiceControl(const engine::LessonControl& control, QWidget* parent);
ControlWidget* makeArrayControl(const engine::LessonControl& control, QWidget* parent);
ControlWidget* makeSequenceControl(const engine::LessonControl& control, QWidget* parent);

}  // namespace ui
