// The wheel scrolls; it changes a value only in the control that the keyboard is in.
#include "ui/panels/WheelGuard.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>
#include <QSlider>

namespace ui {

namespace {

bool isTurnedByWheel(const QObject* object) {
  const bool isAxis = qobject_cast<const QAbstractSlider*>(object) && !qobject_cast<const QScrollBar*>(object);
  return isAxis || qobject_cast<const QComboBox*>(object) || qobject_cast<const QAbstractSpinBox*>(object);
}

}  // namespace

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  if ((type != QEvent::Wheel && type != QEvent::Polish) || !isTurnedByWheel(watched)) return false;
  auto* control = static_cast<QWidget*>(watched);
  if (type == QEvent::Polish) {
    // Otherwise Qt gives it the focus before the wheel arrives.
    if (control->focusPolicy() == Qt::WheelFocus) control->setFocusPolicy(Qt::StrongFocus);
    return false;
  }
  if (control->hasFocus()) return false;
  event->ignore();  // Qt passes it on to the parent
  return true;
}

}  // namespace ui
