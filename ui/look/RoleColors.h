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

/// The state of a pair in dynamic programming, "MM", "MI", "IM", "DG" or "GD"; others: the colour of text.
QColor pairStateColor(const QString& state, const Theme& theme);

}  // namespace ui
