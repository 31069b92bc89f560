// Colours of what takes part in attention, the same in every picture that explains it.
#pragma once

#include <QColor>

#include "ui/look/Theme.h"

namespace ui {

struct RoleColors {
  QColor query, key, value, weight;
  QColor output;  ///< the colour of text
};
RoleColors roleColors(const Theme& theme);

}  // namespace ui
