// Colours that can be read on the ground of a structure, whatever the theme of the window.
#pragma once

#include "ui/look/Theme.h"
#include "ui/views/structure/StructureOptions.h"

namespace ui {

/// The window's theme, or the light one on white and on nothing, the dark one on black; sizes stay.
Theme groundTheme(const Theme& window, PageGround ground);

}  // namespace ui
