#include "app/window/Shortcuts.h"

#include <QSettings>
#include <QVariant>

namespace app::shortcuts {

namespace {

constexpr const char* kDefault = "defaultShortcut";

QString keyOf(const QAction& action) { return QStringLiteral("shortcuts/") + action.objectName(); }

}  // namespace

void adopt(const QList<QAction*>& actions) {
  const QSettings settings;  // one for all: each looks for its file
  for (QAction* action : actions) {
    if (!action->property(kDefault).isValid()) action->setProperty(kDefault, action->shortcut().toString());
    if (action->objectName().isEmpty()) continue;
    const QVariant chosen = settings.value(keyOf(*action));
    if (chosen.isValid()) action->setShortcut(QKeySequence(chosen.toString(), QKeySequence::PortableText));
  }
}

QKeySequence defaultOf(const QAction& action) {
  const QVariant made = action.property(kDefault);
  return made.isValid() ? QKeySequence(made.toString()) : action.shortcut();
}

void choose(QAction& action, const QKeySequence& keys) {
  if (!action.property(kDefault).isValid()) action.setProperty(kDefault, action.shortcut().toString());
  action.setShortcut(keys);
  if (keys == defaultOf(action)) {
    QSettings().remove(keyOf(action));
  } else {
    QSettings().setValue(keyOf(action), keys.toString(QKeySequence::PortableText));
  }
}

QString plainText(const QString& text) {
  QString plain = text;
  plain.remove(u'&');
  while (plain.endsWith(u'…') || plain.endsWith(u'.')) plain.chop(1);
  return plain;
}

QString nameOf(const QString& menu, const QString& text) {
  const QString words = (menu + u'.' + plainText(text)).toLower();
  QString name;
  for (const QChar letter : words) name += letter.isLetterOrNumber() || letter == u'.' ? letter : QChar(u'-');
  return name;
}

}  // namespace app::shortcuts
