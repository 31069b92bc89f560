// Letters and signs of formulae: which characters they are drawn with, and how large these are.
#pragma once

#include <QString>
#include <string>

namespace ui {

enum class FormulaAlphabet { italic, upright, bold, blackboard, calligraphic, text };

/// A word or sign as it is drawn.
struct FormulaGlyph {
  QString text;
  bool isItalic = false, isBold = false;  ///< asked of the face: it has no mathematical letters
};
/// `name`: the text of a symbol's node, "A" or "alpha".
FormulaGlyph glyphOf(const std::string& name, FormulaAlphabet alphabet);

/// In parts of the size of the face; ink may reach over the advance.
struct GlyphExtent {
  double advance = 0, left = 0, right = 0, ascent = 0, descent = 0;
};
GlyphExtent extentOf(const FormulaGlyph& glyph);

/// Of the face, in parts of its size: height of the axis (bars of fractions) and of an x.
double axisHeight();
double xHeight();

}  // namespace ui
