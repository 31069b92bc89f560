// Other words for commands, by which the palette finds them.
#pragma once

#include <QString>
#include <map>

namespace app {

/// By the name of the command (Shortcuts.h).
const std::map<QString, QString>& synonyms();
/// Of the command with this name; empty when there are none.
QString synonymsOf(const QString& name);

}  // namespace app
