// Qt style sheet of the chrome, made from the theme's tokens.
#pragma once

#include <QString>

#include "ui/look/Theme.h"

namespace ui {

QString styleSheet(const Theme& theme);

}  // namespace ui
