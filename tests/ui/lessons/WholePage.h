// Whether everything of a page can be seen: by where its widgets are and what their texts need.
#pragma once

#include <string>

#include "ui/lessons/LessonPlayer.h"
#include "ui/look/Theme.h"

namespace test {

/// The share of a window that the pictures of a step have together, at least, where the step has some.
constexpr double kLeastPictureShare = 0.18;

/// A window in which lessons are shown.
struct Stand {
  QSize size;
  bool isProjector;
  ui::ThemeKind theme;
};

/// Theme and size of letters for all windows.
void apply(const Stand& stand);

/// Fails for what is cut, lies over something else or is too small. `where`: for the message.
void checkWholePage(ui::LessonPlayer& player, const std::string& where);

}  // namespace test
