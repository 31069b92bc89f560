// Context menus that stay short.
#pragma once

#include <QList>

class QAction;
class QMenu;

namespace ui {

/// No menu has more entries than this, separators apart.
inline constexpr int kMostMenuEntries = 12;

/// Adds commands; those that begin with the same word share a submenu of that name where they are three or more.
void addGrouped(QMenu& menu, const QList<QAction*>& commands);
int numEntries(const QMenu& menu);
/// What is too much goes into a last submenu.
void limitEntries(QMenu& menu);

}  // namespace ui
