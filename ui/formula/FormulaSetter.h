// Sets formulae by the rules of TeX (Knuth, The TeXbook, appendix G): styles, scripts, fractions, spaces between kinds.
#pragma once

#include <QString>
#include <string>
#include <utility>
#include <vector>

#include "engine/lessons/formula/FormulaSymbols.h"
#include "ui/formula/FormulaBox.h"
#include "ui/formula/FormulaGlyphs.h"

namespace ui {

/// Display, text, script, script of script: in that order sizes are 1, 1, 0.72, 0.55 of the formula's.
enum class FormulaLevel { display, text, script, smallest };

struct FormulaStyle {
  double size = 17;  ///< pixels of the face at level display
  FormulaLevel level = FormulaLevel::display;
  bool isCramped = false;  ///< under something: scripts stand lower
  FormulaAlphabet alphabet = FormulaAlphabet::italic;
  QString color = {};

  double em() const;
  FormulaStyle at(FormulaLevel other, bool cramped) const;
  FormulaStyle script(bool cramped) const;
};

/// A tree in place; a null one is an empty box.
FormulaBox setFormula(const engine::FormulaTree& tree, const FormulaStyle& style);
/// Nodes one after the other, as in a row. `isContinued`: something stands before them on another line.
FormulaBox setRow(const std::vector<engine::FormulaTree>& nodes, const FormulaStyle& style, bool isContinued = false);

/// How a node stands beside its neighbours.
engine::FormulaClass classOf(const engine::FormulaTree& node);

}  // namespace ui
