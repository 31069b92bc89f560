#include "ui/look/RoleColors.h"

namespace ui {

RoleColors roleColors(const Theme& theme) {
  if (theme.kind == ThemeKind::light)
    return {QColor(0x00, 0x72, 0xb2), QColor(0xb8, 0x5c, 0x00), QColor(0x00, 0x9e, 0x73), QColor(0x8e, 0x45, 0x85),
            theme.text};
  return {QColor(0x56, 0xb4, 0xe9), QColor(0xe6, 0x9f, 0x00), QColor(0x3c, 0xcf, 0x9f), QColor(0xd4, 0x8b, 0xc8),
          theme.text};
}

QColor pairStateColor(const QString& state, const Theme& theme) {
  if (state == u"MM") return QColor(0x00, 0x72, 0xb2);
  if (state == u"MI") return QColor(0xe6, 0x9f, 0x00);
  if (state == u"IM") return QColor(0xd5, 0x5e, 0x00);
  if (state == u"DG") return QColor(0x00, 0x9e, 0x73);
  if (state == u"GD") return QColor(0xcc, 0x79, 0xa7);
  return theme.text;
}

}  // namespace ui
