#include "ui/views/structure/print/GroundTheme.h"

namespace ui {

Theme groundTheme(const Theme& window, PageGround ground) {
  if (ground == PageGround::theme) return window;
  const bool isBlack = ground == PageGround::black;
  Theme theme = isBlack ? Theme::dark() : Theme::light();
  theme.canvas3d = isBlack ? Qt::black : Qt::white;
  theme.scale = window.scale;
  theme.lineScale = window.lineScale;
  theme.page = window.page;
  return theme;
}

}  // namespace ui
