// The commands of formulae: what each is, how it is written and how it is spoken.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/formula/Formula.h"

namespace engine {

/// How a sign stands beside its neighbours (Knuth, The TeXbook, chapter 17).
enum class FormulaClass { ordinary, large, binary, relation, open, close, punctuation, inner };

/// A command such as \alpha, or a character that stands for itself.
struct FormulaSymbol {
  std::string_view name;  ///< without backslash; the text of its node
  FormulaKind kind;
  FormulaClass spacing;
  std::string_view sign;    ///< UTF-8 of what is drawn; functions: their letters
  std::string_view spoken;  ///< "" where it is not spoken
};

/// All of them; commands that take arguments (\frac, \bar, ...) are not among these.
const std::vector<FormulaSymbol>& formulaSymbols();
/// Null: there is none of this name.
const FormulaSymbol* findFormulaSymbol(std::string_view name);

/// Names of commands with arguments: "frac", "hat", "mathbf", ...
const std::vector<std::string>& formulaConstructs();

}  // namespace engine
