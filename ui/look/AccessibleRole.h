// What kind of thing a widget of the program's own is for screen readers.
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>

namespace ui {

/// Widgets of this class are heard with this role, name and description; more than once does no harm.
template <class Widget, QAccessible::Role role>
void registerRole() {
  static const bool isDone = [] {
    QAccessible::installFactory([](const QString&, QObject* object) -> QAccessibleInterface* {
      auto* widget = dynamic_cast<Widget*>(object);
      return widget ? new QAccessibleWidget(widget, role) : nullptr;
    });
    return true;
  }();
  (void)isDone;
}

}  // namespace ui
