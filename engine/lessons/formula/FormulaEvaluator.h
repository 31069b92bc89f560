// Computes formulae: sums, products, brackets and large signs out of rows of signs, plain and without haste.
#pragma once

#include "engine/lessons/formula/FormulaValue.h"

namespace engine {

/// The parts of a row that a "+", "-", relation or comma separates, outside of brackets.
struct FormulaTerm {
  std::vector<FormulaTree> signs;  ///< what stands before it: "+", "-", a relation, a comma; several: "= -"
  FormulaSpan nodes;
};
std::vector<FormulaTerm> termsOf(FormulaSpan nodes);

/// One factor of a product, as it is written: from `from`, so many nodes.
struct FormulaFactor {
  std::size_t from = 0, count = 0;
  FormulaTree joined;  ///< the sign before it: \cdot, \times, /, \odot; or null
};
/// Factors of a term: brackets with what is in them, functions and large signs with what they are of.
std::vector<FormulaFactor> factorsOf(FormulaSpan term, const FormulaContext& context);
/// How many nodes brackets take that open at `from`, with both brackets; scripts may hang at the closing one.
std::size_t bracketCount(FormulaSpan nodes, std::size_t from);
/// Whether a node opens brackets: ( [ { or one of a pair of bars.
bool isOpening(const FormulaTree& node);
/// A large sign or function, with or without scripts.
const FormulaNode* headOf(const FormulaTree& node, FormulaKind kind);
/// The name of a function that is known: \exp, \operatorname{softmax}, \mathrm{softmax}; else empty.
std::string functionName(const FormulaTree& node, const FormulaContext& context);

}  // namespace engine
