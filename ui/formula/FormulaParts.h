// The parts of formulae that put boxes over, under and around others. See FormulaSetter.h.
#pragma once

#include "ui/formula/FormulaSetter.h"

namespace ui {

FormulaBox setScripts(const engine::FormulaNode& node, const FormulaStyle& style);
FormulaBox setFraction(const engine::FormulaNode& node, const FormulaStyle& style);
FormulaBox setRoot(const engine::FormulaNode& node, const FormulaStyle& style);
FormulaBox setFenced(const engine::FormulaNode& node, const FormulaStyle& style);
FormulaBox setAccent(const engine::FormulaNode& node, const FormulaStyle& style);
FormulaBox setBrace(const engine::FormulaNode& node, const FormulaStyle& style);
FormulaBox setTable(const engine::FormulaNode& node, const FormulaStyle& style);

/// A box between brackets that reach over it, in the middle of the axis.
FormulaBox fenced(const FormulaBox& inner, const std::string& open, const std::string& close,
                  const FormulaStyle& style);

}  // namespace ui
