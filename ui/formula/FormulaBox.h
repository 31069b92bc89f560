// A formula that is set: glyphs, rules and shapes in place, and what is where.
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <vector>

#include "engine/lessons/formula/Formula.h"

namespace ui {

/// A glyph or word (text), or a shape to fill. Pixels; y grows downwards from the baseline.
struct FormulaItem {
  QPointF at;  ///< where the baseline of the text begins
  QString text;
  double size = 0;                        ///< of the text
  bool isItalic = false, isBold = false;  ///< of faces without mathematical letters
  QPainterPath shape;
  QString color;  ///< as in \color; empty: that of the formula
};

/// Where a node stands.
struct FormulaPlace {
  const engine::FormulaNode* node = nullptr;
  QRectF rect;
};

struct FormulaBox {
  double width = 0, ascent = 0, descent = 0;
  double italic = 0;         ///< how far its last glyph leans over its width
  bool isCharacter = false;  ///< one glyph: its scripts do not hang from its top and bottom
  std::vector<FormulaItem> items;
  std::vector<FormulaPlace> places;

  double height() const { return ascent + descent; }
  /// Puts another box into this one; its baseline begins at (x, y). Grows upwards and downwards, not sidewards.
  void put(const FormulaBox& box, double x, double y);
  void put(const QPainterPath& shape, const QString& color);
  /// The same with its baseline moved down by `y`.
  FormulaBox lowered(double y) const;
};

}  // namespace ui
