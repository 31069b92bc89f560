// A formula on the page: broken where it is too wide, painted, and asked what is where.
#pragma once

#include <QColor>
#include <QRectF>
#include <QSizeF>
#include <map>
#include <vector>

#include "engine/lessons/formula/Formula.h"
#include "ui/formula/FormulaBox.h"
#include "ui/look/Theme.h"

class QPainter;

namespace ui {

/// What is drawn with a formula, by node.
struct FormulaMarks {
  std::map<const engine::FormulaNode*, QColor> underlined;  ///< bound symbols, in the colours of their arrays
  std::map<const engine::FormulaNode*, QColor> marked;      ///< behind what is pointed at or chosen
};

/// Lays out and paints. A value; pixels.
class FormulaPage {
 public:
  FormulaPage() = default;
  /// `size`: pixels of the face; `width`: of the page, 0: as wide as it gets. What is too wide breaks before "=", "+",
  /// "-" and arrows, then shrinks to 70 % at most.
  FormulaPage(engine::FormulaTree tree, double size, bool isDisplayed, double width = 0);

  QSizeF size() const { return {m_box.width, m_box.height()}; }
  double ascent() const { return m_box.ascent; }  ///< of its first line
  double scale() const { return m_scale; }        ///< 1, or how far it was shrunk
  std::size_t numLines() const { return m_numLines; }
  /// Too wide even so: an error of the author's.
  bool isTooWide() const { return m_isTooWide; }

  /// Its top left corner at `at`.
  void paint(QPainter& painter, QPointF at, const Theme& theme, const FormulaMarks& marks = {}) const;
  /// Where a node stands, from the top left corner; empty: nowhere.
  QRectF placeOf(const engine::FormulaNode* node) const;
  /// The nodes under a point, innermost first.
  std::vector<const engine::FormulaNode*> nodesAt(QPointF point) const;
  /// Nodes from left to right and top to bottom that are among these.
  std::vector<const engine::FormulaNode*> inReadingOrder(const std::vector<const engine::FormulaNode*>& among) const;

 private:
  engine::FormulaTree m_tree;
  FormulaBox m_box;
  double m_scale = 1, m_size = 0;
  std::size_t m_numLines = 1;
  bool m_isTooWide = false;
};

}  // namespace ui
