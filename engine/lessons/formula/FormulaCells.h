// Which cells of which arrays the symbols of a formula stand for.
#pragma once

#include "engine/lessons/formula/FormulaShown.h"

namespace engine {

/// The cell of a symbol with these indices (from 1; fewer than it has axes: all that begin so).
FormulaCell cellOf(const FormulaOccurrence& occurrence, const std::vector<Index>& indices, const LessonScope& scope);
/// The cells of all symbols of a tree, by node. Indices that run stand for all their values.
void addCells(const FormulaTree& tree, const FormulaContext& context, const FormulaIndices& at,
              std::map<const FormulaNode*, FormulaCell>& cells);

}  // namespace engine
