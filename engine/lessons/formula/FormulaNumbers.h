// Numbers as formulae show them.
#pragma once

#include "engine/lessons/formula/FormulaValue.h"

namespace engine {

FormulaTree makeNode(FormulaKind kind, std::string text, std::vector<FormulaTree> children = {}, int columns = 0);
/// A number with so many significant digits and a minus sign; whole numbers have no decimals; "1.2 · 10^-7" beyond
/// 10^±5.
FormulaTree numberNode(double value, int digits);
/// Numbers in square brackets; a single one without.
FormulaTree matrixNode(const FormulaMatrix& values, int digits);
/// What numberNode() shows, as a value.
double asShown(double value, int digits);
FormulaMatrix asShown(const FormulaMatrix& values, int digits);

}  // namespace engine
