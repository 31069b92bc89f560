#include "ui/formula/FormulaParts.h"

#include <algorithm>

#include "ui/formula/FormulaShapes.h"

namespace ui {

namespace {

using engine::FormulaClass;
using engine::FormulaKind;
using engine::FormulaNode;

constexpr double kRule = 0.048;  ///< thickness of bars, in sizes of the face
constexpr double kXHeightOfTex = 0.431;

/// Parameters of TeX's own face, for one whose small letters are larger.
double scaled(double parameter) { return parameter * xHeight() / kXHeightOfTex; }

/// Largest amount by which the superscript may rise with nothing in its way.
double risen(const FormulaStyle& style) {
  if (style.isCramped) return scaled(0.289);
  return scaled(style.level == FormulaLevel::display ? 0.413 : 0.363);
}

/// Whether scripts of this base stand under and over it.
bool hasLimits(const FormulaNode& base, const FormulaStyle& style) {
  return base.kind == FormulaKind::large && base.text != "int" && style.level == FormulaLevel::display;
}

FormulaBox setLimits(const FormulaBox& base, const FormulaBox& below, const FormulaBox& above, double em) {
  FormulaBox box;
  box.width = std::max({base.width, below.width, above.width});
  box.put(base, (box.width - base.width) / 2, 0);
  const double gapAbove = std::max(0.111 * em, 0.2 * em - above.descent);
  const double gapBelow = std::max(0.167 * em, 0.6 * em - below.ascent);
  if (above.width > 0) box.put(above, (box.width - above.width) / 2, -(base.ascent + gapAbove + above.descent));
  if (below.width > 0) box.put(below, (box.width - below.width) / 2, base.descent + gapBelow + below.ascent);
  return box;
}

QPainterPath bar(double x, double y, double width, double thickness) {
  QPainterPath path;
  path.addRect(x, y, width, thickness);
  return path;
}

/// The box with the middle of its height on the axis.
FormulaBox centred(const FormulaBox& box, double em) {
  return box.lowered((box.ascent - box.descent) / 2 - axisHeight() * em);
}

FormulaBox padded(const FormulaBox& inner, double side) {
  FormulaBox box;
  box.put(inner, side, 0);
  box.width = inner.width + 2 * side;
  return box;
}

FormulaBox setCells(const FormulaNode& node, const FormulaStyle& style) {
  const bool isAligned = node.text == "aligned", isCases = node.text == "cases";
  const FormulaStyle inner = isAligned ? style : style.at(std::max(style.level, FormulaLevel::text), false);
  const double em = style.em(), gap = isAligned ? 0 : isCases ? 1.0 * em : 0.8 * em;
  const auto columns = static_cast<std::size_t>(node.columns);
  std::vector<FormulaBox> cells;
  std::vector<double> widths(columns, 0.0);
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const engine::FormulaTree& cell = node.children[i];
    const bool isContinued = isAligned && i % columns % 2 == 1;
    cells.push_back(cell && isContinued && cell->kind == FormulaKind::row ? setRow(cell->children, inner, true)
                                                                          : setFormula(cell, inner));
    widths[i % columns] = std::max(widths[i % columns], cells.back().width);
  }
  FormulaBox box;
  for (std::size_t i = 0; i < columns; ++i) box.width += widths[i] + (i > 0 ? gap : 0);
  double y = 0, lastDescent = 0;
  for (std::size_t row = 0; row * columns < cells.size(); ++row) {
    double ascent = 0.72 * em, descent = 0.28 * em, x = 0;
    for (std::size_t i = 0; i < columns; ++i) {
      ascent = std::max(ascent, cells[row * columns + i].ascent);
      descent = std::max(descent, cells[row * columns + i].descent);
    }
    if (row > 0) y += lastDescent + ascent + (isAligned ? 0.35 : 0.18) * em;
    box.ascent = std::max(box.ascent, ascent - y);
    box.descent = std::max(box.descent, y + descent);
    for (std::size_t i = 0; i < columns; ++i) {
      const FormulaBox& cell = cells[row * columns + i];
      const double rest = widths[i] - cell.width;
      const double shift = isCases ? 0 : isAligned ? (i % 2 == 0 ? rest : 0) : rest / 2;
      // Between the sides of an equation stands what stands there in a line.
      const bool isSecond = isAligned && i % 2 == 1;
      box.put(cell, x + shift + (isSecond ? 0.28 * em : 0), y);
      x += widths[i] + gap + (isSecond ? 0.28 * em : 0);
      if (row == 0 && isSecond) box.width += 0.28 * em;
    }
    lastDescent = descent;
  }
  return centred(box, em);
}

}  // namespace

FormulaBox setScripts(const FormulaNode& node, const FormulaStyle& style) {
  const FormulaBox base = setFormula(node.children[0], style);
  const FormulaBox below = setFormula(node.children[1], style.script(true));
  const bool isPrime = node.children[2] && node.children[2]->text == "prime";
  // The face's prime is raised and small as it is.
  const FormulaBox above = setFormula(node.children[2], isPrime ? style : style.script(false));
  const double em = style.em(), small = style.script(false).em();
  if (hasLimits(*node.children[0], style)) return setLimits(base, below, above, em);
  double up = base.isCharacter ? 0 : base.ascent - scaled(0.386) * small;
  double down = base.isCharacter ? 0 : base.descent + 0.05 * small;
  up = std::max({up, risen(style) * em, above.descent + xHeight() * em / 4});
  down = std::max({down, (node.children[2] ? scaled(0.247) : scaled(0.15)) * em, below.ascent - 0.8 * xHeight() * em});
  if (isPrime) up = std::max(0.0, (base.isCharacter ? 0 : base.ascent - above.ascent));
  if (node.children[1] && node.children[2] && !isPrime) {
    const double gap = (up - above.descent) - (below.ascent - down);
    if (gap < 4 * kRule * em) down += 4 * kRule * em - gap;
  }
  FormulaBox box;
  box.width = base.width;
  box.put(base, 0, 0);
  const double lean = base.italic + 0.02 * em;
  if (node.children[2]) box.put(above, base.width + lean, -up);
  if (node.children[1]) box.put(below, base.width + 0.01 * em, down);
  box.width += std::max(above.width > 0 ? above.width + lean : 0, below.width) + 0.05 * em;
  return box;
}

FormulaBox setFraction(const FormulaNode& node, const FormulaStyle& style) {
  const bool isSmall = node.text == "tfrac" && style.level == FormulaLevel::display;
  const FormulaStyle outer = isSmall ? style.at(FormulaLevel::text, false) : style;
  const bool isDisplayed = outer.level == FormulaLevel::display;
  const auto inner = [&](bool cramped) {
    return isDisplayed ? outer.at(FormulaLevel::text, cramped) : outer.script(cramped);
  };
  const bool hasBar = node.kind == FormulaKind::fraction;
  const FormulaBox upper = setFormula(node.children[0], inner(false));
  const FormulaBox lower = setFormula(node.children[1], inner(true));
  const double em = style.em(), rule = hasBar ? kRule * em : 0, axis = axisHeight() * em;
  const double gap = (isDisplayed ? 3 : 1.4) * kRule * em;
  const double up = std::max(scaled(isDisplayed ? 0.677 : 0.394) * em, axis + rule / 2 + gap + upper.descent);
  const double down = std::max(scaled(isDisplayed ? 0.686 : 0.345) * em, lower.ascent + gap + rule / 2 - axis);
  const double overhang = (hasBar ? 0.06 : 0.14) * em, side = hasBar ? 0.1 * em : 0;
  FormulaBox box;
  const double width = std::max(upper.width, lower.width) + 2 * overhang;
  box.width = width + 2 * side;
  box.put(upper, side + (width - upper.width) / 2, -up);
  box.put(lower, side + (width - lower.width) / 2, down);
  if (hasBar) box.put(bar(side, -axis - rule / 2, width, rule), style.color);
  return hasBar ? box : fenced(box, "(", ")", style);
}

FormulaBox setRoot(const FormulaNode& node, const FormulaStyle& style) {
  const FormulaBox inner = setFormula(node.children[0], style.at(style.level, true));
  const double em = style.em(), rule = kRule * em;
  const double gap = rule + (style.level == FormulaLevel::display ? xHeight() * em : rule) / 4;
  const double ascent = std::max(inner.ascent, 0.7 * xHeight() * em);
  const double top = -(ascent + gap + rule), bottom = inner.descent + 0.1 * em;
  const FormulaShape sign = rootShape(top, bottom, em, rule);
  FormulaBox box;
  double left = 0;
  if (node.children[1]) {
    FormulaStyle smallest = style.at(FormulaLevel::smallest, true);
    const FormulaBox degree = setFormula(node.children[1], smallest);
    left = std::max(0.0, degree.width - 0.32 * em);
    box.put(degree, left + 0.3 * em - degree.width, bottom - 0.6 * (bottom - top) - 0.12 * em);
  }
  const double start = left + sign.width;
  box.put(sign.path.translated(left, 0), style.color);
  box.put(inner, start + 0.04 * em, 0);
  box.put(bar(start, top, inner.width + 0.1 * em, rule), style.color);
  box.width = start + inner.width + 0.14 * em;
  box.ascent = std::max(box.ascent, rule - top);
  box.descent = std::max(box.descent, bottom);
  return box;
}

FormulaBox fenced(const FormulaBox& inner, const std::string& open, const std::string& close,
                  const FormulaStyle& style) {
  const double em = style.em(), axis = axisHeight() * em;
  // As in plain TeX, brackets reach over nine tenths of what they hold, at least.
  const double reach = std::max(inner.ascent - axis, inner.descent + axis);
  const GlyphExtent natural = extentOf({QStringLiteral("(")});
  const double half = std::max({(natural.ascent + natural.descent) / 2 * em, reach * 0.95, reach - 0.25 * em});
  const FormulaShape left = delimiterShape(open, -axis - half, -axis + half, em);
  const FormulaShape right = delimiterShape(close, -axis - half, -axis + half, em);
  FormulaBox box;
  box.put(inner, left.width, 0);
  if (!left.path.isEmpty()) box.put(left.path, style.color);
  if (!right.path.isEmpty()) box.put(right.path.translated(left.width + inner.width, 0), style.color);
  box.width = left.width + inner.width + right.width;
  box.ascent = std::max(box.ascent, axis + half);
  box.descent = std::max(box.descent, half - axis);
  return box;
}

FormulaBox setFenced(const FormulaNode& node, const FormulaStyle& style) {
  const std::size_t blank = node.text.find(' ');
  return fenced(setFormula(node.children[0], style), node.text.substr(0, blank), node.text.substr(blank + 1), style);
}

FormulaBox setAccent(const FormulaNode& node, const FormulaStyle& style) {
  const FormulaBox inner = setFormula(node.children[0], style.at(style.level, true));
  const double em = style.em(), rule = kRule * em;
  FormulaBox box = inner;
  if (node.text == "overline") {
    box.put(bar(0.03 * em, -inner.ascent - 3.5 * rule, inner.width, rule), style.color);
    box.ascent = inner.ascent + 4.5 * rule;
  } else if (node.text == "underline") {
    box.put(bar(0, inner.descent + 2.5 * rule, inner.width, rule), style.color);
    box.descent = inner.descent + 4.5 * rule;
  } else {
    const double foot = std::max(inner.ascent, xHeight() * em) + 0.08 * em;
    const double middle = inner.width / 2 + (inner.isCharacter ? 0.5 * inner.italic + 0.03 * em : 0);
    const QPainterPath shape = accentShape(node.text, inner.width, em, rule);
    box.put(shape.translated(middle, -foot), style.color);
    box.ascent = std::max(box.ascent, foot - shape.boundingRect().top());
  }
  return box;
}

FormulaBox setBrace(const FormulaNode& node, const FormulaStyle& style) {
  const bool isOver = node.text == "overbrace";
  const FormulaBox inner = setFormula(node.children[0], style);
  const FormulaBox label = setFormula(node.children[1], style.script(!isOver));
  const double em = style.em(), gap = 0.12 * em, tall = braceHeight(em);
  FormulaBox box;
  box.width = std::max(inner.width, label.width);
  const double left = (box.width - inner.width) / 2;
  box.put(inner, left, 0);
  const double y = isOver ? -inner.ascent - gap - tall : inner.descent + gap;
  box.put(braceShape(inner.width, em, isOver).translated(left, y), style.color);
  const double at = isOver ? y - gap - label.descent : y + tall + gap + label.ascent;
  box.put(label, (box.width - label.width) / 2, at);
  return box;
}

FormulaBox setTable(const FormulaNode& node, const FormulaStyle& style) {
  FormulaBox cells = setCells(node, style);
  const bool isFenced = node.text == "bmatrix" || node.text == "pmatrix";
  if (isFenced) cells = padded(cells, 0.12 * style.em());
  if (node.text == "bmatrix") return fenced(cells, "[", "]", style);
  if (node.text == "pmatrix") return fenced(cells, "(", ")", style);
  return node.text == "cases" ? fenced(cells, "{", ".", style) : cells;
}

}  // namespace ui
