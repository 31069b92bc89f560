// A formula as it is shown: symbols, the same with numbers, its value, and the same in words.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/lessons/formula/FormulaValue.h"

namespace engine {

/// What a symbol or number of a shown formula stands for.
struct FormulaCell {
  std::string symbol;     ///< as bound: "A"
  std::string array;      ///< the name that it is bound to: "Ap"; an expression that is no part of an array: its text
  std::vector<Index> at;  ///< indices in that array, from 1; empty: the whole of it
  bool operator==(const FormulaCell&) const = default;
};

struct ShownFormula {
  FormulaTree symbols;
  FormulaTree numbers;  ///< null: there are none, as of a formula that is not executed
  FormulaTree value;    ///< null likewise
  /// By node of any of the three trees.
  std::map<const FormulaNode*, FormulaCell> cells;
};

struct FormulaShowing {
  std::size_t terms = 6;                                   ///< of sums and matrices, more are not written out
  std::function<bool(const LessonExpression&)> isCovered;  ///< what a binding reads must not be seen yet; may be empty
};

/// `tree` at these indices. Throws Error as formulaValue() does.
ShownFormula showFormula(const FormulaTree& tree, const FormulaContext& context, const FormulaIndices& at,
                         const FormulaShowing& showing = {});
/// The same without numbers, for formulae that are not executed.
ShownFormula showFormula(const FormulaTree& tree);

/// "A i j equals e to the S i j over the sum over k of e to the S i k".
std::string spokenFormula(const FormulaTree& tree);
/// One line for consoles: "A_ij = exp(S_ij) / (Σ_k exp(S_ik))".
std::string linearFormula(const FormulaTree& tree);

}  // namespace engine
