// The user's own keys for commands: read from the settings, applied to actions, listed and edited.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>

namespace app {

/// Actions are known by their object name, "alignment.find" or "file.open-files".
namespace shortcuts {

/// Remembers the key that each action was made with and gives it the user's, if there is one.
void adopt(const QList<QAction*>& actions);
QKeySequence defaultOf(const QAction& action);
/// The user's choice from now on, also for actions of that name that are made later; the default is not stored.
void choose(QAction& action, const QKeySequence& keys);
/// "file.open-files" of "&Open files…" in the menu "File".
QString nameOf(const QString& menu, const QString& text);
/// Without the marks of mnemonics and without dots at the end.
QString plainText(const QString& text);

}  // namespace shortcuts
}  // namespace app
