#include "ui/lessons/controls/ControlWidget.h"

#include <utility>

namespace ui {

ControlWidget::ControlWidget(engine::LessonControl control, QWidget* parent)
    : QWidget(parent), m_control(std::move(control)) {
  setAccessibleName(controlTitle(m_control));
  setAccessibleDescription(QString::fromStdString(m_control.help));
  if (!m_control.help.empty()) setToolTip(QString::fromStdString(m_control.help));
}

void ControlWidget::setLocked(bool isLocked) {
  setEnabled(!isLocked);
  setToolTip(isLocked ? tr("Locked until the question is answered") : QString::fromStdString(m_control.help));
}

QString controlTitle(const engine::LessonControl& control) {
  const bool isOne = control.kind != engine::ControlKind::cell;  // cells share the label of their block
  return QString::fromStdString(isOne && !control.label.empty() ? control.label : control.name);
}

ControlWidget* makeControlWidget(const engine::LessonControl& control, QWidget* parent) {
  switch (control.kind) {
    case engine::ControlKind::slider:
    case engine::ControlKind::stepper:
    case engine::ControlKind::cell:
    case engine::ControlKind::weight:
    case engine::ControlKind::seed:
      return makeNumberControl(control, parent);
    case engine::ControlKind::choice:
    case engine::ControlKind::onOff:
      return makeChoiceControl(control, parent);
    case engine::ControlKind::matrix:
      return makeArrayControl(control, parent);
    case engine::ControlKind::sequence:
      return makeSequenceControl(control, parent);
    case engine::ControlKind::points:
    case engine::ControlKind::toggle:
    case engine::ControlKind::pose:
      return nullptr;
  }
  return nullptr;
}

}  // namespace ui
