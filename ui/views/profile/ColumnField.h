// A field for the number of a column, at the top right of a view until it is answered.
#pragma once

#include <QSpinBox>

namespace ui {

class ColumnField : public QSpinBox {
  Q_OBJECT

 public:
  explicit ColumnField(QWidget* parent);
  /// Shows itself with this 0-based column of `length` chosen.
  void ask(int column, int length, int margin);

 Q_SIGNALS:
  void chosen(int column);  ///< 0-based

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace ui
