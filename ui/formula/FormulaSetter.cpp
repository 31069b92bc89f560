#include "ui/formula/FormulaSetter.h"

#include <algorithm>
#include <array>

#include "ui/formula/FormulaParts.h"

namespace ui {

namespace {

using engine::FormulaClass;
using engine::FormulaKind;
using engine::FormulaNode;
using engine::FormulaTree;

/// Spaces between kinds (The TeXbook, page 170): 0 none, 1 thin, 2 medium, 3 thick; negative: not in scripts.
constexpr std::array<std::array<int, 8>, 8> kSpaces{{
    // ordinary large binary relation open close punctuation inner
    {0, 1, -2, -3, 0, 0, 0, -1},      // ordinary
    {1, 1, 0, -3, 0, 0, 0, -1},       // large
    {-2, -2, 0, 0, -2, 0, 0, -2},     // binary
    {-3, -3, 0, 0, -3, 0, 0, -3},     // relation
    {0, 0, 0, 0, 0, 0, 0, 0},         // open
    {0, 1, -2, -3, 0, 0, 0, -1},      // close
    {-1, -1, 0, -1, -1, -1, -1, -1},  // punctuation
    {-1, 1, -2, -3, -1, 0, -1, -1},   // inner
}};
constexpr std::array<double, 4> kEms{0, 3.0 / 18, 4.0 / 18, 5.0 / 18};

double spaceBetween(FormulaClass left, FormulaClass right, FormulaLevel level) {
  const int space = kSpaces[static_cast<std::size_t>(left)][static_cast<std::size_t>(right)];
  if (space < 0 && level >= FormulaLevel::script) return 0;
  return kEms[static_cast<std::size_t>(std::abs(space))];
}

bool allowsBinary(FormulaClass before) {
  return before == FormulaClass::ordinary || before == FormulaClass::close || before == FormulaClass::inner;
}

/// Signs that have nothing to join are signs of what follows.
void makeSigns(std::vector<FormulaClass>& classes, bool isContinued) {
  FormulaClass before = isContinued ? FormulaClass::ordinary : FormulaClass::open;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] == FormulaClass::binary && !allowsBinary(before)) classes[i] = FormulaClass::ordinary;
    const bool endsJoin = classes[i] == FormulaClass::relation || classes[i] == FormulaClass::close ||
                          classes[i] == FormulaClass::punctuation;
    if (endsJoin && i > 0 && classes[i - 1] == FormulaClass::binary) classes[i - 1] = FormulaClass::ordinary;
    before = classes[i];
  }
}

double widthOfSpace(const std::string& name) {
  if (name == "thin") return kEms[1];
  if (name == "thick") return kEms[3];
  if (name == "back") return -kEms[1];
  return name == "quad" ? 1 : 2;
}

/// A letter, number, sign or word.
FormulaBox setGlyph(const FormulaNode& node, const FormulaStyle& style) {
  const bool isUpright =
      node.kind == FormulaKind::function || node.kind == FormulaKind::number || node.kind == FormulaKind::large;
  FormulaAlphabet alphabet = style.alphabet;
  if (isUpright && alphabet == FormulaAlphabet::italic) alphabet = FormulaAlphabet::upright;
  const FormulaGlyph glyph = glyphOf(node.text, alphabet);
  const GlyphExtent extent = extentOf(glyph);
  const bool isSum = node.kind == FormulaKind::large && glyph.text.size() == 1;
  const double size = style.em() * (isSum && style.level == FormulaLevel::display ? 1.5 : 1.0);
  FormulaItem item{{0, 0}, glyph.text, size, glyph.isItalic, glyph.isBold, {}, style.color};
  FormulaBox box;
  box.width = extent.advance * size;
  box.ascent = extent.ascent * size;
  box.descent = extent.descent * size;
  box.isCharacter = glyph.text.size() <= 2;
  if (node.kind == FormulaKind::symbol) box.italic = std::max(0.0, extent.right - extent.advance) * size;
  box.items.push_back(std::move(item));
  if (!isSum) return box;
  // Large signs stand in the middle of the axis.
  return box.lowered((box.ascent - box.descent) / 2 - axisHeight() * style.em());
}

FormulaStyle withAlphabet(FormulaStyle style, const std::string& name) {
  if (name == "mathbf") style.alphabet = FormulaAlphabet::bold;
  if (name == "mathrm") style.alphabet = FormulaAlphabet::upright;
  if (name == "mathbb") style.alphabet = FormulaAlphabet::blackboard;
  if (name == "mathcal") style.alphabet = FormulaAlphabet::calligraphic;
  if (name == "text") style.alphabet = FormulaAlphabet::text;
  return style;
}

FormulaBox setNode(const FormulaTree& node, const FormulaStyle& style) {
  switch (node->kind) {
    case FormulaKind::row:
      return setRow(node->children, style);
    case FormulaKind::space: {
      FormulaBox box;
      box.width = widthOfSpace(node->text) * style.em();
      return box;
    }
    case FormulaKind::scripts:
      return setScripts(*node, style);
    case FormulaKind::fraction:
    case FormulaKind::binomial:
      return setFraction(*node, style);
    case FormulaKind::root:
      return setRoot(*node, style);
    case FormulaKind::fenced:
      return setFenced(*node, style);
    case FormulaKind::accent:
      return setAccent(*node, style);
    case FormulaKind::brace:
      return setBrace(*node, style);
    case FormulaKind::table:
      return setTable(*node, style);
    case FormulaKind::styled:
      return setFormula(node->children[0], withAlphabet(style, node->text));
    case FormulaKind::color: {
      FormulaStyle colored = style;
      colored.color = QString::fromStdString(node->text);
      return setFormula(node->children[0], colored);
    }
    case FormulaKind::mark:
      return setFormula(node->children[0], style);
    default:
      return setGlyph(*node, style);
  }
}

}  // namespace

double FormulaStyle::em() const {
  if (level == FormulaLevel::smallest) return 0.55 * size;
  return level == FormulaLevel::script ? 0.72 * size : size;
}

FormulaStyle FormulaStyle::at(FormulaLevel other, bool cramped) const {
  FormulaStyle style = *this;
  style.level = other;
  style.isCramped = isCramped || cramped;
  return style;
}

FormulaStyle FormulaStyle::script(bool cramped) const {
  return at(level >= FormulaLevel::script ? FormulaLevel::smallest : FormulaLevel::script, cramped);
}

engine::FormulaClass classOf(const FormulaTree& node) {
  if (!node) return FormulaClass::ordinary;
  switch (node->kind) {
    case FormulaKind::scripts:
    case FormulaKind::color:
    case FormulaKind::mark:
      return classOf(node->children[0]);
    case FormulaKind::fraction:
    case FormulaKind::fenced:
    case FormulaKind::table:
      return FormulaClass::inner;
    case FormulaKind::function:
    case FormulaKind::large:
      return FormulaClass::large;
    case FormulaKind::operation:
    case FormulaKind::punctuation:
    case FormulaKind::symbol:
    case FormulaKind::open:
    case FormulaKind::close: {
      const engine::FormulaSymbol* known = engine::findFormulaSymbol(node->text);
      return known ? known->spacing : FormulaClass::ordinary;
    }
    default:
      return FormulaClass::ordinary;
  }
}

FormulaBox setFormula(const FormulaTree& tree, const FormulaStyle& style) {
  if (!tree) return {};
  FormulaBox box = setNode(tree, style);
  box.places.push_back({tree.get(), {0, -box.ascent, box.width, box.height()}});
  return box;
}

FormulaBox setRow(const std::vector<FormulaTree>& nodes, const FormulaStyle& style, bool isContinued) {
  std::vector<const FormulaTree*> shown;
  std::vector<FormulaClass> classes;
  for (const FormulaTree& node : nodes) {
    if (!node || node->kind == FormulaKind::space) continue;
    shown.push_back(&node);
    classes.push_back(classOf(node));
  }
  makeSigns(classes, isContinued);
  FormulaBox row;
  std::size_t at = 0;
  for (const FormulaTree& node : nodes) {
    if (!node) continue;
    const FormulaBox box = setFormula(node, style);
    if (node->kind != FormulaKind::space) {
      if (at > 0) row.width += spaceBetween(classes[at - 1], classes[at], style.level) * style.em();
      ++at;
    }
    // Letters that lean stand as close as their face has them; what stands upright behind one keeps clear of it.
    if (node->kind != FormulaKind::symbol) row.width += row.italic;
    row.italic = box.italic;
    row.put(box, row.width, 0);
    row.width += box.width;
  }
  row.width += row.italic;
  row.italic = 0;
  return row;
}

}  // namespace ui
