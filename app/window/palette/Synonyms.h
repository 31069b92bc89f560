// Other words for commands, by which the palette finds them.
#pragma once

#include <QString>

namespace app {

/// Of a command with this text; empty when there are none.
QString synonymsOf(const QString& command);

}  // namespace app
