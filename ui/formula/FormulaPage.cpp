#include "ui/formula/FormulaPage.h"

#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/formula/FormulaSetter.h"
#include "ui/look/MathFont.h"
#include "ui/look/RoleColors.h"

namespace ui {

namespace {

using engine::FormulaKind;
using engine::FormulaNode;
using engine::FormulaTree;

constexpr double kLeastScale = 0.7;
constexpr int kPainted = 100;  ///< pixels of the face that the painter is scaled from

bool mayBreakBefore(const FormulaTree& node) {
  if (!node || node->kind != FormulaKind::operation) return false;
  return engine::findFormulaSymbol(node->text)->spacing == engine::FormulaClass::relation || node->text == "+" ||
         node->text == "-";
}

/// The parts of a row that stay together, each beginning with what it breaks at.
std::vector<std::vector<FormulaTree>> unbroken(const FormulaNode& row) {
  std::vector<std::vector<FormulaTree>> parts(1);
  int depth = 0;
  for (const FormulaTree& node : row.children) {
    if (node && node->kind == FormulaKind::open) ++depth;
    if (node && node->kind == FormulaKind::close) --depth;
    if (depth == 0 && !parts.back().empty() && mayBreakBefore(node)) parts.emplace_back();
    parts.back().push_back(node);
  }
  return parts;
}

/// Lines that fit the width as far as breaks can make them.
std::vector<FormulaBox> brokenLines(const FormulaNode& row, const FormulaStyle& style, double width) {
  const double indent = 1.5 * style.em();
  std::vector<FormulaBox> lines;
  std::vector<FormulaTree> line;
  FormulaBox fitting;
  for (const std::vector<FormulaTree>& part : unbroken(row)) {
    std::vector<FormulaTree> longer = line;
    longer.insert(longer.end(), part.begin(), part.end());
    FormulaBox box = setRow(longer, style, !lines.empty());
    if (!line.empty() && box.width > width - (lines.empty() ? 0 : indent)) {
      lines.push_back(std::move(fitting));
      longer = part;
      box = setRow(longer, style, true);
    }
    line = std::move(longer);
    fitting = std::move(box);
  }
  lines.push_back(std::move(fitting));
  return lines;
}

FormulaBox stacked(const std::vector<FormulaBox>& lines, double em) {
  FormulaBox box = lines.front();
  double y = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    y += lines[i - 1].descent + lines[i].ascent + 0.4 * em;
    box.put(lines[i], 1.5 * em, y);
    box.width = std::max(box.width, 1.5 * em + lines[i].width);
  }
  return box;
}

QColor namedColor(const QString& name, const Theme& theme) {
  if (name.isEmpty()) return theme.text;
  if (name == u"accent") return theme.accent;
  if (name == u"mark") return theme.locked;
  if (name == u"good") return theme.good;
  if (name == u"muted") return theme.muted;
  return pairStateColor(name, theme);
}

void paintItem(QPainter& painter, const FormulaItem& item, const Theme& theme) {
  const QColor color = namedColor(item.color, theme);
  if (!item.shape.isEmpty()) {
    painter.fillPath(item.shape, color);
    return;
  }
  painter.save();
  painter.translate(item.at);
  painter.scale(item.size / kPainted, item.size / kPainted);
  painter.setPen(color);
  painter.setFont(mathFont().at(kPainted, item.isItalic, item.isBold));
  painter.drawText(QPointF(), item.text);
  painter.restore();
}

}  // namespace

FormulaPage::FormulaPage(FormulaTree tree, double size, bool isDisplayed, double width)
    : m_tree(std::move(tree)), m_size(size) {
  FormulaStyle style;
  style.size = size;
  style.level = isDisplayed ? FormulaLevel::display : FormulaLevel::text;
  m_box = setFormula(m_tree, style);
  if (width <= 0 || m_box.width <= width) return;
  const bool isRow = m_tree && m_tree->kind == FormulaKind::row;
  // Shrinking makes lines longer: breaks are sought again at every size.
  for (m_scale = 1;; m_scale = std::max(kLeastScale, m_scale - 0.05)) {
    style.size = m_size = size * m_scale;
    const std::vector<FormulaBox> lines =
        isRow ? brokenLines(*m_tree, style, width) : std::vector{setFormula(m_tree, style)};
    m_numLines = lines.size();
    m_box = stacked(lines, style.em());
    m_isTooWide = m_box.width > width;
    if (!m_isTooWide || m_scale <= kLeastScale) return;
  }
}

void FormulaPage::paint(QPainter& painter, QPointF at, const Theme& theme, const FormulaMarks& marks) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(at.x(), at.y() + m_box.ascent);
  const double gap = 0.06 * m_size,
               thickness = std::max(1.0, 0.055 * m_size) * theme.lineScale / std::max(1.0, theme.scale);
  for (const FormulaPlace& place : m_box.places)
    if (const auto marked = marks.marked.find(place.node); marked != marks.marked.end()) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(marked->second);
      painter.drawRoundedRect(place.rect.adjusted(-gap, -gap, gap, gap), 2 * gap, 2 * gap);
    }
  for (const FormulaItem& item : m_box.items) paintItem(painter, item, theme);
  for (const FormulaPlace& place : m_box.places)
    if (const auto line = marks.underlined.find(place.node); line != marks.underlined.end())
      // A little shorter than the symbol, so that lines of neighbours stay apart.
      painter.fillRect(QRectF(place.rect.left() + gap / 2, place.rect.bottom() + 1.2 * gap,
                              std::max(thickness, place.rect.width() - gap), thickness),
                       line->second);
  painter.restore();
}

QRectF FormulaPage::placeOf(const FormulaNode* node) const {
  for (const FormulaPlace& place : m_box.places)
    if (place.node == node) return place.rect.translated(0, m_box.ascent);
  return {};
}

std::vector<const FormulaNode*> FormulaPage::nodesAt(QPointF point) const {
  const QPointF onBaseline = point - QPointF(0, m_box.ascent);
  std::vector<const FormulaNode*> nodes;
  for (const FormulaPlace& place : m_box.places)  // inner ones stand first
    if (place.rect.contains(onBaseline)) nodes.push_back(place.node);
  return nodes;
}

std::vector<const FormulaNode*> FormulaPage::inReadingOrder(const std::vector<const FormulaNode*>& among) const {
  std::vector<const FormulaNode*> nodes;
  for (const FormulaPlace& place : m_box.places) {
    const bool isWanted = std::find(among.begin(), among.end(), place.node) != among.end();
    const bool isNew = std::find(nodes.begin(), nodes.end(), place.node) == nodes.end();
    if (isWanted && isNew) nodes.push_back(place.node);
  }
  return nodes;
}

}  // namespace ui
