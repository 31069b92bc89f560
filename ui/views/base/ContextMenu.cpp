// Context menus that stay short.
#include "ui/views/base/ContextMenu.h"

#include <QAction>
#include <QMenu>
#include <QString>
#include <QVariant>
#include <algorithm>
#include <map>

namespace ui {

namespace {

constexpr int kLeastInGroup = 3;
constexpr const char* kSubmenu = "submenu";  ///< property of a command

QString firstWord(const QAction& action) { return action.text().section(u' ', 0, 0).remove(u'&'); }

QList<QAction*> entriesOf(const QMenu& menu) {
  QList<QAction*> entries = menu.actions();
  entries.removeIf([](const QAction* action) { return action->isSeparator() || !action->isVisible(); });
  return entries;
}

}  // namespace

void setSubmenu(const QList<QAction*>& commands, const QString& name) {
  for (QAction* command : commands) command->setProperty(kSubmenu, name);
}

void addGrouped(QMenu& menu, const QList<QAction*>& commands) {
  std::map<QString, int> numWith;
  for (const QAction* command : commands)
    if (command->isVisible()) ++numWith[firstWord(*command)];
  std::map<QString, QMenu*> groups;
  for (QAction* command : commands) {
    const QString chosen = command->property(kSubmenu).toString(), word = firstWord(*command);
    const QString name = chosen.isEmpty() && numWith[word] >= kLeastInGroup ? word : chosen;
    if (name.isEmpty()) {
      menu.addAction(command);
      continue;
    }
    QMenu*& group = groups[name];
    if (!group) group = menu.addMenu(name);
    group->addAction(command);
  }
  for (const auto& [name, group] : groups) limitEntries(*group);
}

int numEntries(const QMenu& menu) { return static_cast<int>(entriesOf(menu).size()); }

void limitEntries(QMenu& menu, int most) {
  const QList<QAction*> entries = entriesOf(menu);
  if (entries.size() <= most) return;
  auto* more = new QMenu(QMenu::tr("More"), &menu);
  for (QAction* entry : entries.mid(most - 1)) {
    menu.removeAction(entry);
    more->addAction(entry);
  }
  menu.addMenu(more);
  limitEntries(*more);
}

}  // namespace ui
