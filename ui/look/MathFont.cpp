#include "ui/look/MathFont.h"

#include <QFontDatabase>
#include <QStringList>

namespace ui {

QFont MathFont::at(int pixels, bool isItalic, bool isBold) const {
  QFont font(family);
  font.setStyleHint(QFont::Serif);
  font.setPixelSize(pixels);
  font.setHintingPreference(QFont::PreferNoHinting);
  font.setItalic(isItalic);
  font.setBold(isBold);
  return font;
}

const MathFont& mathFont() {
  static const MathFont font = [] {
    const QString family = QStringLiteral("DejaVu Math TeX Gyre");
    return QFontDatabase::families().contains(family) ? MathFont{family, true} : plainMathFont();
  }();
  return font;
}

MathFont plainMathFont() {
  const QStringList families = QFontDatabase::families();
  for (const char* family : {"DejaVu Serif", "Liberation Serif", "Times New Roman"})
    if (families.contains(QLatin1String(family))) return {QLatin1String(family), false};
  return {QStringLiteral("serif"), false};
}

}  // namespace ui
