// The face of formulae: DejaVu Math TeX Gyre where it is installed, else the serif face with its italics.
#pragma once

#include <QFont>
#include <QString>

namespace ui {

/// A family with mathematical letters and signs, at any size, without hinting. `isMathematical`: it has the letters of
/// Unicode's block of mathematical alphabets.
struct MathFont {
  QString family;
  bool isMathematical = false;

  QFont at(int pixels, bool isItalic = false, bool isBold = false) const;
};
/// What this machine has; asked once.
const MathFont& mathFont();
/// The face that serves where the mathematical one is missing.
MathFont plainMathFont();

}  // namespace ui
