// Forms whose lists of choices can be read where there is little room.
#pragma once

#include <QObject>

class QComboBox;
class QFormLayout;

namespace ui {

/// Lists get the width of their longest entry as far as `room` (logical pixels, of the form) allows. Where labels leave
/// fields less than they need, as few labels as can be stand above their fields: the form needs no more than `room`.
/// What does not fit all the same is elided in the middle and told on hover; entries that drop down are never cut.
class ReadableForm : public QObject {
  Q_OBJECT

 public:
  /// Looks after the lists of the form as long as it lives. They must have their entries and fonts, and the form a
  /// widget.
  ReadableForm(QFormLayout& form, int room, QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace ui
