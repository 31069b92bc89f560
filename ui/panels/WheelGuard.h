// The wheel scrolls; it changes a value only in the control that the keyboard is in.
#pragma once

#include <QObject>

namespace ui {

/// Installed on the application: over lists of choices, number boxes and sliders without the focus the wheel goes to
/// what lies around them. They get no focus by the wheel either.
class WheelGuard : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace ui
