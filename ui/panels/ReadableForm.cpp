// Forms whose lists of choices can be read where there is little room.
#include "ui/panels/ReadableForm.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFormLayout>
#include <QHelpEvent>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>
#include <algorithm>
#include <utility>
#include <vector>

namespace ui {

namespace {

QStyleOptionComboBox optionOf(const QComboBox& list) {
  QStyleOptionComboBox option;
  option.initFrom(&list);
  option.frame = list.hasFrame();
  option.currentText = list.currentText();
  option.currentIcon = list.itemIcon(list.currentIndex());
  option.iconSize = list.iconSize();
  return option;
}

/// Logical pixels.
int roomForText(const QComboBox& list) {
  const QStyleOptionComboBox option = optionOf(list);
  const QRect field = list.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &list);
  return field.width() - (option.currentIcon.isNull() ? 0 : option.iconSize.width() + 4);
}

bool isCut(const QComboBox& list) {
  return list.fontMetrics().horizontalAdvance(list.currentText()) > roomForText(list);
}

/// Of the list as wide as its longest entry.
int fullWidth(const QComboBox& list) {
  int text = 0;
  for (int k = 0; k < list.count(); ++k)
    text = std::max(text, list.fontMetrics().horizontalAdvance(list.itemText(k)));
  const QStyleOptionComboBox option = optionOf(list);
  const QSize size(text + 2, list.fontMetrics().height());
  return list.style()->sizeFromContents(QStyle::CT_ComboBox, &option, size, &list).width();
}

void paintElided(QComboBox& list) {
  QStyleOptionComboBox option = optionOf(list);
  option.currentText = list.fontMetrics().elidedText(option.currentText, Qt::ElideMiddle, roomForText(list));
  QStylePainter painter(&list);
  painter.setPen(list.palette().color(QPalette::Text));
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

/// What drops down is as wide as its longest entry.
void widenEntries(const QComboBox& list) {
  QAbstractItemView* entries = list.view();
  const int margins = 2 * entries->frameWidth() + entries->verticalScrollBar()->sizeHint().width();
  entries->setMinimumWidth(entries->sizeHintForColumn(0) + margins);
}

void widen(QComboBox& list, int room) {
  list.ensurePolished();
  list.setMinimumWidth(std::min(fullWidth(list), room));
}

/// A row with a label and something beside it, and the least widths of both.
struct Row {
  int number, label, field;
};

std::vector<Row> rowsOf(const QFormLayout& form) {
  std::vector<Row> rows;
  for (int row = 0; row < form.rowCount(); ++row) {
    const QLayoutItem* label = form.itemAt(row, QFormLayout::LabelRole);
    const QLayoutItem* field = form.itemAt(row, QFormLayout::FieldRole);
    if (!label || !label->widget() || !field) continue;
    const int width = std::max(label->widget()->sizeHint().width(), label->widget()->minimumWidth());
    rows.push_back({row, width + std::max(0, form.horizontalSpacing()), field->minimumSize().width()});
  }
  return rows;
}

/// Those whose label must stand above, where labels beside may be so wide.
std::vector<Row> withoutRoom(const std::vector<Row>& rows, int labels, int room) {
  std::vector<Row> found;
  for (const Row& row : rows)
    if (row.label > labels || labels + row.field > room) found.push_back(row);
  return found;
}

/// As few as can be: one long label beside its field takes the width from all other fields.
std::vector<Row> rowsToRaise(const std::vector<Row>& rows, int room) {
  std::vector<Row> fewest = rows;
  for (const Row& widest : rows) {
    std::vector<Row> raised = withoutRoom(rows, widest.label, room);
    if (raised.size() < fewest.size()) fewest = std::move(raised);
  }
  return fewest;
}

void raiseLabel(QFormLayout& form, int row) {
  const QFormLayout::TakeRowResult taken = form.takeRow(row);
  form.insertRow(row, taken.labelItem->widget());
  delete taken.labelItem;
  if (QLayout* fields = taken.fieldItem->layout()) {
    fields->setParent(nullptr);
    return form.insertRow(row + 1, fields);
  }
  form.insertRow(row + 1, taken.fieldItem->widget());
  delete taken.fieldItem;
}

}  // namespace

ReadableForm::ReadableForm(QFormLayout& form, int room, QObject* parent) : QObject(parent) {
  for (QComboBox* list : form.parentWidget()->findChildren<QComboBox*>()) list->installEventFilter(this);
  for (int row = 0; row < form.rowCount(); ++row)
    for (const auto role : {QFormLayout::LabelRole, QFormLayout::FieldRole})  // before a button a list is the label
      if (const QLayoutItem* item = form.itemAt(row, role))
        if (auto* list = qobject_cast<QComboBox*>(item->widget())) widen(*list, room);
  std::vector<Row> raised = rowsToRaise(rowsOf(form), room);
  std::reverse(raised.begin(), raised.end());  // each makes one row more
  for (const Row& row : raised) raiseLabel(form, row.number);
}

bool ReadableForm::eventFilter(QObject* watched, QEvent* event) {
  auto* list = qobject_cast<QComboBox*>(watched);
  const QEvent::Type type = event->type();
  if (!list) return false;
  if (type == QEvent::MouseButtonPress || type == QEvent::KeyPress) widenEntries(*list);
  if (type == QEvent::ToolTip && isCut(*list)) {
    const QString text = list->toolTip().isEmpty() ? QString() : u'\n' + list->toolTip();
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), list->currentText() + text, list);
    return true;
  }
  if (type != QEvent::Paint || !isCut(*list)) return false;
  paintElided(*list);
  return true;
}

}  // namespace ui
