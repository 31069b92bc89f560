#include "ui/formula/FormulaShapes.h"

#include <QPainterPathStroker>
#include <QTransform>
#include <algorithm>

#include "ui/look/MathFont.h"

namespace ui {

namespace {

constexpr int kOutline = 200;  ///< pixels of the outlines that are stretched

/// The outline of a bracket of the face, stretched from top to bottom; wider only as far as the eye expects it.
FormulaShape stretchedGlyph(const QString& glyph, double top, double bottom, double em) {
  QPainterPath outline;
  outline.addText(0, 0, mathFont().at(kOutline), glyph);
  const QRectF ink = outline.boundingRect();
  if (ink.isEmpty()) return {};
  const double tall = (bottom - top) / ink.height(), natural = em / kOutline;
  const double wide = natural * std::min(1.5, 1 + 0.12 * std::max(0.0, tall / natural - 1));
  const double side = 0.06 * em;
  QTransform place;
  place.translate(side - ink.left() * wide, top - ink.top() * tall);
  place.scale(wide, tall);
  return {place.map(outline), ink.width() * wide + 2 * side};
}

QPainterPath rectangle(double x, double y, double width, double height) {
  QPainterPath path;
  path.addRect(x, y, width, height);
  return path;
}

FormulaShape squareBracket(double top, double bottom, double em, bool isOpen) {
  const double stroke = 0.06 * em, foot = 0.2 * em, side = 0.1 * em;
  QPainterPath path = rectangle(isOpen ? side : side + foot - stroke, top, stroke, bottom - top);
  path = path.united(rectangle(side, top, foot, stroke)).united(rectangle(side, bottom - stroke, foot, stroke));
  return {path, foot + 2 * side};
}

FormulaShape bars(double top, double bottom, double em, int count) {
  const double stroke = 0.055 * em, side = 0.1 * em, apart = 0.17 * em;
  QPainterPath path;
  for (int i = 0; i < count; ++i) path.addRect(side + i * apart, top, stroke, bottom - top);
  return {path, 2 * side + stroke + (count - 1) * apart};
}

QPainterPath stroked(const QPainterPath& line, double width) {
  QPainterPathStroker stroker;
  stroker.setWidth(width);
  stroker.setJoinStyle(Qt::RoundJoin);
  stroker.setCapStyle(Qt::RoundCap);
  return stroker.createStroke(line).simplified();
}

}  // namespace

FormulaShape delimiterShape(const std::string& name, double top, double bottom, double em) {
  if (name == ".") return {{}, 0.12 * em};
  if (name == "[" || name == "]") return squareBracket(top, bottom, em, name == "[");
  if (name == "|") return bars(top, bottom, em, 1);
  if (name == "Vert") return bars(top, bottom, em, 2);
  return stretchedGlyph(QString::fromStdString(name), top, bottom, em);
}

FormulaShape rootShape(double top, double bottom, double em, double rule) {
  const double width = 0.62 * em, hook = bottom - std::min(0.62 * (bottom - top), 0.58 * em);
  QPainterPath path;  // a short thin stroke up, a thick one down, a thin one up to the bar
  path.moveTo(0.06 * em, hook + 0.08 * em);
  path.lineTo(0.2 * em, hook);
  path.lineTo(0.36 * em, bottom - 0.14 * em);
  path.lineTo(width - rule, top);
  path.lineTo(width + 0.5, top);
  path.lineTo(width + 0.5, top + rule);
  path.lineTo(width - 0.01 * em, top + rule);
  path.lineTo(0.36 * em, bottom);
  path.lineTo(0.32 * em, bottom);
  path.lineTo(0.15 * em, hook + 0.08 * em);
  path.lineTo(0.08 * em, hook + 0.12 * em);
  path.closeSubpath();
  return {path, width};
}

double braceHeight(double em) { return 0.28 * em; }

QPainterPath braceShape(double width, double em, bool pointsUp) {
  const double tall = braceHeight(em), middle = tall / 2, bend = std::min(0.35 * em, width / 4);
  QPainterPath line;  // drawn with the point below
  line.moveTo(0, 0);
  line.quadTo(0, middle, bend, middle);
  line.lineTo(width / 2 - bend, middle);
  line.quadTo(width / 2, middle, width / 2, tall);
  line.quadTo(width / 2, middle, width / 2 + bend, middle);
  line.lineTo(width - bend, middle);
  line.quadTo(width, middle, width, 0);
  const QPainterPath path = stroked(line, 0.055 * em);
  return pointsUp ? QTransform(1, 0, 0, -1, 0, tall).map(path) : path;
}

QPainterPath accentShape(const std::string& name, double width, double em, double rule) {
  const double half = std::clamp(width / 2, 0.17 * em, 0.3 * em);
  if (name == "bar") return rectangle(-half, -rule, 2 * half, rule);
  QPainterPath line;
  if (name == "dot") {
    line.addEllipse(QPointF(0, -0.08 * em), 0.065 * em, 0.065 * em);
    return line;
  }
  if (name == "hat") {
    line.moveTo(-half * 0.9, 0);
    line.lineTo(0, -0.17 * em);
    line.lineTo(half * 0.9, 0);
  } else if (name == "tilde") {
    line.moveTo(-half, -0.02 * em);
    line.cubicTo(-half / 2, -0.22 * em, half / 2, 0.1 * em, half, -0.12 * em);
  } else {  // vec
    const double y = -0.09 * em;
    line.moveTo(-half - 0.03 * em, y);
    line.lineTo(half + 0.05 * em, y);
    line.moveTo(half - 0.07 * em, y - 0.085 * em);
    line.lineTo(half + 0.05 * em, y);
    line.lineTo(half - 0.07 * em, y + 0.085 * em);
  }
  return stroked(line, rule);
}

}  // namespace ui
