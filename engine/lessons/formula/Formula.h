// Formulae in a subset of TeX: one tree for the screen, for paper, for speech and for computing.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/expression/Expression.h"

namespace engine {

/// What a node of a formula is. `text`: the symbol, operator or command without backslash ("A", "+", "alpha", "frac").
enum class FormulaKind {
  row,     ///< children one after the other
  symbol,  ///< letter or Greek letter
  number,
  function,     ///< \exp, \log, \operatorname{...}
  operation,    ///< + - = \cdot \times \in ...
  punctuation,  ///< , ; : ! |
  open,
  close,     ///< ( [ { and their partners, as written
  space,     ///< \, \; \quad \qquad \!
  scripts,   ///< children: base, below or null, above or null
  fraction,  ///< children: numerator, denominator
  binomial,
  root,    ///< children: radicand, degree or null
  large,   ///< \sum \prod \int \max ... as base of scripts: limits
  fenced,  ///< \left ... \right: text holds both delimiters, separated by a space
  accent,  ///< \bar \hat \tilde \vec \dot \overline \underline; child: what is under it
  brace,   ///< \underbrace, \overbrace; children: what is braced, label or null
  styled,  ///< \mathbf \mathrm \mathbb \mathcal \text
  table,   ///< matrix, bmatrix, pmatrix, cases, aligned: children are cells in row order; `columns`
  color,   ///< \color{name}{...}
  mark,    ///< \mark{EXPR}{...}
};

struct FormulaNode {
  FormulaKind kind;
  std::string text;
  std::vector<std::shared_ptr<const FormulaNode>> children;  ///< entries may be null
  int columns = 0;                                           ///< of a table
  LessonPlace place;
};
using FormulaTree = std::shared_ptr<const FormulaNode>;

/// Everything outside of the subset is a problem with its column; null then.
FormulaTree parseFormula(std::string_view tex, LessonPlace place, LessonProblems& problems);

}  // namespace engine
