// Formulae that compute: symbols are bound to arrays, indices are read from subscripts.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "engine/lessons/formula/Formula.h"

namespace engine {

/// Symbol as written in TeX ("A", "\alpha", "w_r") -> what it stands for.
using FormulaBindings = std::vector<std::pair<std::string, LessonExpression>>;
/// Index -> its value, from 1.
using FormulaIndices = std::map<std::string, Index>;
/// Index -> its value; none: wherever the pointer is, 1 at first.
using FormulaPlaces = std::vector<std::pair<std::string, std::optional<LessonExpression>>>;
/// A number is 1 × 1, a vector a column.
using FormulaMatrix = Eigen::MatrixXd;

/// What a symbol is bound to, evaluated.
struct BoundSymbol {
  std::string name;  ///< canonical: "A", "alpha", "w_r"
  LessonExpression expression;
  LessonArray values;
};

/// Where a symbol stands in a formula, with its subscripts.
struct FormulaOccurrence {
  const BoundSymbol* symbol = nullptr;
  std::vector<std::vector<FormulaTree>> indices;  ///< each a row of nodes
  FormulaTree above;                              ///< a power or a transposition, or null
};

/// The bindings of a formula, each evaluated once. The scope must outlive it.
class FormulaContext {
 public:
  /// Bindings may name the indices that `at` sets, as in A[h,:,:]. Throws Error when one cannot be evaluated or is no
  /// numbers.
  FormulaContext(const FormulaBindings& bindings, const LessonScope& scope, const FormulaPlaces& at = {});

  /// The bound symbol that a node is, if it is one.
  std::optional<FormulaOccurrence> occurrence(const FormulaTree& node) const;
  const BoundSymbol* find(const std::string& canonical) const;
  const std::vector<BoundSymbol>& symbols() const { return *m_symbols; }
  /// With the indices that `at` set.
  const LessonScope& scope() const { return *m_scope; }
  /// The same symbols, whose numbers are read as they are shown, with so many significant digits.
  FormulaContext rounded(int digits) const;
  /// Numbers of a symbol as this context reads them.
  FormulaMatrix read(FormulaMatrix values) const;

 private:
  std::shared_ptr<const std::vector<BoundSymbol>> m_symbols;
  int m_digits = 0;  ///< 0: all of them
  std::shared_ptr<const LessonScope> m_scope;
};

/// The name of a symbol without TeX: "A", "alpha", "hat(y)", "w_r", "lse".
std::string symbolName(const FormulaTree& node);

/// Axes before the first that is indexed: those of length 1 that a formula leaves out, as in s_j of 1 x 4.
Index axesLeftOut(const FormulaOccurrence& occurrence);
/// Indices of an occurrence, from 1. Throws Error: not a whole number, more than there are axes, outside of the array.
std::vector<Index> indicesOf(const FormulaOccurrence& occurrence, const FormulaContext& context,
                             const FormulaIndices& at);

using FormulaSpan = std::span<const FormulaTree>;
/// A node as a row: the children of a row, else itself.
FormulaSpan spanOf(const FormulaTree& tree);
/// A row of these.
FormulaTree rowOf(FormulaSpan nodes);

/// What a large sign runs over, as \sum_{k} or \sum_{k=1}^{n} says it.
struct FormulaRun {
  std::string index;
  Index first = 1, last = 0;
};
/// `node`: the sign with its scripts; `body`: what it is of. Throws Error when nothing tells how far an index runs.
std::vector<FormulaRun> runsOf(const FormulaTree& node, FormulaSpan body, const FormulaContext& context,
                               const FormulaIndices& at);
/// Indices that run at this place, at each of which what is below the sign holds.
std::vector<FormulaIndices> placesOfRuns(const FormulaTree& node, FormulaSpan body, const FormulaContext& context,
                                         const FormulaIndices& at);

/// The value of a formula without relations, or the truth of one with them, at these indices. Throws Error, with the
/// column: symbols that are not bound, wrong numbers of indices, lengths that do not agree, what cannot be executed.
FormulaMatrix formulaValue(const FormulaTree& tree, const FormulaContext& context, const FormulaIndices& at);

/// The indices that the formula leaves free, with the length of the axis that each has. Throws Error when lengths of
/// one index differ.
std::map<std::string, Index> freeIndices(const FormulaTree& tree, const FormulaContext& context);
/// The indices at which a formula is shown. `hovered` are those that follow the pointer. Throws Error: outside of the
/// axis.
FormulaIndices placesOf(const FormulaTree& tree, const FormulaContext& context, const FormulaPlaces& at,
                        const FormulaIndices& hovered = {});

/// Compares both sides of every "=" within 1e-9 relative, where `at` says and at 64 random places of the free indices
/// (always the same). Empty when they agree, else one sentence: at which indices, both values. Throws Error as
/// formulaValue() does.
std::string formulaFailure(const FormulaTree& tree, const FormulaBindings& bindings, const LessonScope& scope,
                           const FormulaPlaces& at);

/// A sign that could be another and the formula would hold as well, so that nobody would notice a wrong one: the sum over
/// an axis of length 1 is also a product.
struct FormulaDoubt {
  std::string sign, other;  ///< "sum", "prod"
  LessonPlace place;
};
/// Of a formula that holds: signs + - \sum \prod \max \min whose change no scope notices.
std::vector<FormulaDoubt> formulaDoubts(const FormulaTree& tree, const FormulaBindings& bindings,
                                        const std::vector<const LessonScope*>& scopes, const FormulaPlaces& at);

/// The two sides of the first relation of a row: left, the relation, right; nulls when it has none.
struct FormulaSides {
  FormulaTree left, relation, right;
};
FormulaSides sidesOf(const FormulaTree& tree);

}  // namespace engine
