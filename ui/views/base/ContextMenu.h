// Context menus that stay short.
#pragma once

#include <QList>

class QAction;
class QMenu;
class QString;

namespace ui {

/// No menu has more entries than this, separators apart.
inline constexpr int kMostMenuEntries = 12;

/// Says that commands stand in a submenu of this name.
void setSubmenu(const QList<QAction*>& commands, const QString& name);
/// Adds commands; of those without a submenu that begin with the same word three or more share one of that name.
void addGrouped(QMenu& menu, const QList<QAction*>& commands);
/// That can be seen, separators apart.
int numEntries(const QMenu& menu);
/// What is too much goes into a last submenu.
void limitEntries(QMenu& menu, int most = kMostMenuEntries);

}  // namespace ui
