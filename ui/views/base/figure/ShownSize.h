// What captions and numbers speak of.
#pragma once

#include <QSize>

#include "ui/look/Theme.h"

namespace ui {

/// Logical pixels of a view in the figure that is drawn, or else on the screen.
inline QSize shownSize(QSize onScreen) {
  const QSize onPage = ThemeModel::instance().theme().page.size;
  return onPage.isEmpty() ? onScreen : onPage;
}

}  // namespace ui
