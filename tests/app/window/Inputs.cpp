// The widgets of a window that take input, and what the keyboard does to them.
#include "tests/app/window/Inputs.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <QTest>

#include "ui/vtk/VtkWidget.h"

namespace test {

namespace {

/// Qt's own parts of a widget that is listed itself.
bool isPart(const QWidget& widget) {
  if (widget.objectName().startsWith(QStringLiteral("qt_"))) return true;
  for (const QWidget* parent = widget.parentWidget(); parent && !parent->isWindow(); parent = parent->parentWidget()) {
    const bool isWhole = qobject_cast<const QComboBox*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent) ||
                         qobject_cast<const QTabBar*>(parent) || qobject_cast<const QKeySequenceEdit*>(parent) ||
                         qobject_cast<const QLineEdit*>(parent) || qobject_cast<const QAbstractItemView*>(parent);
    if (isWhole) return true;
  }
  return false;
}

bool takesInput(const QWidget& widget) {
  if (qobject_cast<const QHeaderView*>(&widget) || qobject_cast<const QScrollBar*>(&widget)) return false;
  return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
         qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QAbstractSlider*>(&widget) ||
         qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QAbstractScrollArea*>(&widget) ||
         qobject_cast<const QTabBar*>(&widget) || qobject_cast<const QKeySequenceEdit*>(&widget) ||
         qobject_cast<const ui::VtkWidget*>(&widget);
}

QString buddyText(const QWidget& widget) {
  for (const QLabel* label : widget.window()->findChildren<QLabel*>())
    if (label->buddy() == &widget) return label->text();
  return {};
}

std::vector<Qt::Key> changingKeys(const QWidget& widget) {
  if (qobject_cast<const QAbstractButton*>(&widget)) return {Qt::Key_Space};
  if (qobject_cast<const QAbstractSlider*>(&widget) || qobject_cast<const QTabBar*>(&widget))
    return {Qt::Key_Right, Qt::Key_Left};
  if (qobject_cast<const QLineEdit*>(&widget)) return {Qt::Key_7, Qt::Key_A};
  return {Qt::Key_Down, Qt::Key_Up};
}

bool hasOneChoice(const QWidget& widget) {
  if (const auto* list = qobject_cast<const QComboBox*>(&widget)) return list->count() < 2;
  if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) return tabs->count() < 2;
  if (const auto* slider = qobject_cast<const QAbstractSlider*>(&widget)) return slider->minimum() == slider->maximum();
  if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget))
    return !view->model() || view->model()->rowCount(view->rootIndex()) < 2;
  if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) return line->isReadOnly();
  return false;
}

}  // namespace

std::vector<QWidget*> inputsIn(const QWidget& root) {
  std::vector<QWidget*> inputs;
  for (QWidget* widget : root.findChildren<QWidget*>())
    if (widget->isVisible() && widget->isEnabled() && widget->window() == root.window() && takesInput(*widget) &&
        !isPart(*widget))
      inputs.push_back(widget);
  return inputs;
}

QString spokenName(const QWidget& widget) {
  if (!widget.accessibleName().isEmpty()) return widget.accessibleName();
  if (const QString text = buddyText(widget); !text.isEmpty()) return text;
  // Of lists, lines and sliders Qt may tell the value here.
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  const bool isTabBar = qobject_cast<const QTabBar*>(&widget);
  if (!button && !isTabBar) return {};
  QAccessibleInterface* face = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(&widget));
  if (isTabBar) return face && face->childCount() > 0 ? face->child(0)->text(QAccessible::Name) : QString();
  return face ? face->text(QAccessible::Name) : QString();
}

QString describe(const QWidget& widget) {
  QString text = QStringLiteral("%1 '%2'").arg(QLatin1String(widget.metaObject()->className()), spokenName(widget));
  if (!widget.toolTip().isEmpty()) text += QStringLiteral(" (%1)").arg(widget.toolTip().left(40));
  for (const QWidget* parent = widget.parentWidget(); parent; parent = parent->parentWidget()) {
    const QString name = QLatin1String(parent->metaObject()->className());
    if (name.contains(QStringLiteral("::"))) return text + QStringLiteral(" in ") + name;
  }
  return text;
}

std::optional<QString> valueOf(const QWidget& widget) {
  if (const auto* list = qobject_cast<const QComboBox*>(&widget)) return QString::number(list->currentIndex());
  if (const auto* slider = qobject_cast<const QAbstractSlider*>(&widget)) return QString::number(slider->value());
  if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) return QString::number(tabs->currentIndex());
  if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) return line->text();
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
    return button->isCheckable() ? std::optional(QString::number(button->isChecked())) : std::nullopt;
  if (const auto* box = qobject_cast<const QAbstractSpinBox*>(&widget)) return box->text();
  if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget)) {
    const QModelIndex now = view->currentIndex();
    return QStringLiteral("%1 %2 %3").arg(now.row()).arg(now.column()).arg(now.parent().row());
  }
  return std::nullopt;
}

bool changesByKey(QWidget& widget) {
  const std::optional<QString> before = valueOf(widget);
  if (!before || hasOneChoice(widget)) return true;
  // One of several radio buttons is left by the arrow keys.
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  std::vector<Qt::Key> keys = changingKeys(widget);
  if (button && button->autoExclusive()) keys = {Qt::Key_Space, Qt::Key_Down, Qt::Key_Up};
  widget.setFocus(Qt::TabFocusReason);
  for (const Qt::Key key : keys) {
    QTest::keyClick(&widget, key);
    if (valueOf(widget) != before) return true;
  }
  return false;
}

}  // namespace test
