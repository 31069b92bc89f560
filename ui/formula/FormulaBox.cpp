#include "ui/formula/FormulaBox.h"

#include <algorithm>

namespace ui {

void FormulaBox::put(const FormulaBox& box, double x, double y) {
  ascent = std::max(ascent, box.ascent - y);
  descent = std::max(descent, box.descent + y);
  for (FormulaItem item : box.items) {
    if (item.shape.isEmpty())
      item.at += QPointF(x, y);
    else
      item.shape.translate(x, y);
    items.push_back(std::move(item));
  }
  for (const FormulaPlace& place : box.places) places.push_back({place.node, place.rect.translated(x, y)});
}

void FormulaBox::put(const QPainterPath& shape, const QString& color) {
  FormulaItem item;
  item.shape = shape;
  item.color = color;
  items.push_back(std::move(item));
}

FormulaBox FormulaBox::lowered(double y) const {
  FormulaBox box;
  box.ascent = box.descent = -1e9;
  box.put(*this, 0, y);
  box.width = width;
  box.italic = italic;
  return box;
}

}  // namespace ui
