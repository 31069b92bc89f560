// Which cells of which arrays the symbols of a formula stand for.
#pragma once

#include "engine/lessons/formula/FormulaShown.h"

namespace engine {

/// The cell of a symbol with these indices (from 1; fewer than it has axes: all that begin so).
FormulaCell cellOf(const FormulaOccurrence& occurrence, const std::vector<Index>& indices, const LessonScope& scope);
/// The cells that a \mark{EXPR}{...} names, which may use the indices: "A[i,j]". Throws Error when they cannot be
/// computed.
FormulaCell cellOfMark(const FormulaNode& mark, const LessonScope& scope, const FormulaIndices& at);
/// Throws Error when cells that a \mark of the tree names are not there.
void checkMarks(const FormulaTree& tree, const LessonScope& scope, const FormulaIndices& at);
/// The cells of all symbols of a tree, by node, and of what \mark names. Indices that run stand for all their values.
void addCells(const FormulaTree& tree, const FormulaContext& context, const FormulaIndices& at,
              std::map<const FormulaNode*, FormulaCell>& cells);

}  // namespace engine
