// The tree of an expression, as its grammar cut the text.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/lessons/file/Problem.h"

namespace engine {

/// What a node is. Chains are flat, so that long ones are no deep trees: children are operands and signs in turn.
enum class NodeKind {
  number,
  text,
  name,
  sign,        ///< an operator between operands of a chain; `text` in ASCII
  sum,         ///< chain of + -
  product,     ///< chain of * / @
  power,       ///< base, exponent
  negative,    ///< -x; one child
  comparison,  ///< chain of two operands
  conjunction,
  disjunction,  ///< chains of `and`, `or`
  negation,     ///< not x
  postfix,      ///< base, then index and transpose nodes
  index,        ///< children: slots
  whole,        ///< the slot ":"
  range,        ///< from, to: "2..4"
  transpose,
  call,       ///< `text`: the function; children: arguments
  selection,  ///< "rows 1 38 40"; `text`: rows or columns
  group,      ///< an argument of several elements, as in range(0 1 0.1)
  vector,
  matrix,
  row,
  stack,
  at,       ///< settings, then the body
  setting,  ///< `text`: the name; children: perhaps an index, then the value
};

struct ExpressionNode {
  NodeKind kind = NodeKind::number;
  std::string text;
  double number = 0;
  int function = -1;  ///< number in the list of functions
  LessonPlace place;
  std::vector<ExpressionNode> children;
};

/// A parsed expression with what can be told without computing it.
struct ExpressionTree {
  ExpressionNode root;
  std::string text;
  LessonPlace place;
  std::set<std::string> names, namesInsideAt, namesSetByAt;
};

/// The grammar. Null after a problem.
std::shared_ptr<const ExpressionTree> parseExpressionTree(std::string_view text, LessonPlace place,
                                                          LessonProblems& problems);

}  // namespace engine
