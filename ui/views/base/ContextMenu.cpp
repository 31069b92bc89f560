// Context menus that stay short.
#include "ui/views/base/ContextMenu.h"

#include <QAction>
#include <QMenu>
#include <algorithm>
#include <map>

namespace ui {

namespace {

constexpr int kLeastInGroup = 3;

QString firstWord(const QAction& action) { return action.text().section(u' ', 0, 0).remove(u'&'); }

QList<QAction*> entriesOf(const QMenu& menu) {
  QList<QAction*> entries = menu.actions();
  entries.removeIf([](const QAction* action) { return action->isSeparator(); });
  return entries;
}

}  // namespace

void addGrouped(QMenu& menu, const QList<QAction*>& commands) {
  std::map<QString, int> numWith;
  for (const QAction* command : commands) ++numWith[firstWord(*command)];
  std::map<QString, QMenu*> groups;
  for (QAction* command : commands) {
    const QString word = firstWord(*command);
    if (numWith[word] < kLeastInGroup) {
      menu.addAction(command);
      continue;
    }
    QMenu*& group = groups[word];
    if (!group) group = menu.addMenu(word);
    group->addAction(command);
  }
  for (const auto& [word, group] : groups) limitEntries(*group);
}

int numEntries(const QMenu& menu) { return static_cast<int>(entriesOf(menu).size()); }

void limitEntries(QMenu& menu) {
  const QList<QAction*> entries = entriesOf(menu);
  if (entries.size() <= kMostMenuEntries) return;
  auto* more = new QMenu(QMenu::tr("More"), &menu);
  for (QAction* entry : entries.mid(kMostMenuEntries - 1)) {
    menu.removeAction(entry);
    more->addAction(entry);
  }
  menu.addMenu(more);
  limitEntries(*more);
}

}  // namespace ui
