#include "ui/views/profile/ColumnField.h"

#include <QKeyEvent>

namespace ui {

ColumnField::ColumnField(QWidget* parent) : QSpinBox(parent) {
  setObjectName(tr("Go to column"));
  setAccessibleName(tr("Go to column"));
  setPrefix(tr("Column "));
  hide();
  connect(this, &QSpinBox::editingFinished, this, [this] {
    if (!isVisible()) return;
    hide();
    Q_EMIT chosen(value() - 1);
  });
}

void ColumnField::ask(int column, int length, int margin) {
  setRange(1, length);
  setValue(column + 1);
  adjustSize();
  move(parentWidget()->width() - width() - margin, margin);
  show();
  raise();
  setFocus();
  selectAll();
}

void ColumnField::keyPressEvent(QKeyEvent* event) {
  QSpinBox::keyPressEvent(event);
  if (event->key() == Qt::Key_Escape) hide();
}

}  // namespace ui
