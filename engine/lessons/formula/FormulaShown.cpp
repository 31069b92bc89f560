#include "engine/lessons/formula/FormulaShown.h"

#include <algorithm>
#include <cmath>

#include "engine/lessons/formula/FormulaCells.h"
#include "engine/lessons/formula/FormulaEvaluator.h"
#include "engine/lessons/formula/FormulaNumbers.h"
#include "engine/lessons/formula/FormulaSymbols.h"

namespace engine {

namespace {

using enum FormulaKind;
using Nodes = std::vector<FormulaTree>;

constexpr int kDigits = 3;
constexpr Index kLargestMatrix = 4;  ///< rows and columns that are shown as numbers

FormulaTree sign(const std::string& name) { return makeNode(operation, name); }
FormulaTree inBrackets(FormulaTree inner) { return makeNode(fenced, "( )", {std::move(inner)}); }

/// Nodes of one factor after numbers were put in.
struct Put {
  Nodes nodes;
  bool isNumber = false;    ///< beside another a sign is needed
  bool isNegative = false;  ///< in brackets unless it stands first
  bool isSum = false;       ///< in brackets beside other factors
};

class Substitution {
 public:
  Substitution(const FormulaContext& context, const FormulaShowing& showing, int digits,
               std::map<const FormulaNode*, FormulaCell>& cells)
      : m_context(context), m_showing(showing), m_digits(digits), m_cells(cells) {}

  bool hasNumbers() const { return m_hasNumbers; }

  FormulaTree in(const FormulaTree& tree, const FormulaIndices& at) {
    if (!tree) return nullptr;
    return rowOf(row(spanOf(tree), at));
  }

  Nodes row(FormulaSpan nodes, const FormulaIndices& at) {
    Nodes result;
    for (const FormulaTerm& part : termsOf(nodes)) {
      result.insert(result.end(), part.signs.begin(), part.signs.end());
      const bool followsRelation = part.signs.empty() || !isPlusOrMinus(part.signs.back());
      const bool isNegated = !part.signs.empty() && part.signs.back()->text == "-";
      Put made = term(part.nodes, at, followsRelation);
      if (made.isSum && isNegated) made.nodes = {inBrackets(rowOf(made.nodes))};
      result.insert(result.end(), made.nodes.begin(), made.nodes.end());
    }
    return result;
  }

  /// What stands left of the relation: the symbol with its indices as numbers.
  FormulaTree left(const FormulaTree& tree, const FormulaIndices& at) {
    const auto found = m_context.occurrence(tree);
    if (!found) return in(tree, at);
    FormulaTree made = tree;
    const std::vector<Index> indices = indicesOf(*found, m_context, at);
    if (!indices.empty()) {
      const bool isTight = std::all_of(indices.begin(), indices.end(), [](Index index) { return index < 10; });
      Nodes below;
      for (const Index index : indices) {
        if (!below.empty() && !isTight) below.push_back(makeNode(punctuation, ","));
        below.push_back(makeNode(number, std::to_string(index)));
      }
      made = makeNode(scripts, "", {tree->children[0], rowOf(below), tree->children[2]});
    } else {
      made = std::make_shared<const FormulaNode>(*tree);
    }
    m_cells[made.get()] = cellOf(*found, indices, m_context.scope());
    return made;
  }

 private:
  static bool isPlusOrMinus(const FormulaTree& node) { return node->text == "+" || node->text == "-"; }

  /// Factors with what joins them. `isFirst`: a negative number needs no brackets.
  Put term(FormulaSpan nodes, const FormulaIndices& at, bool isFirst) {
    Put result;
    const std::vector<FormulaFactor> factors = factorsOf(nodes, m_context);
    bool wasNumber = false;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      Put made = factor(nodes.subspan(factors[i].from, factors[i].count), at);
      if (factors[i].joined)
        result.nodes.push_back(factors[i].joined);
      else if (wasNumber && made.isNumber)
        result.nodes.push_back(sign("cdot"));
      const bool isBracketed = (made.isNegative && !(isFirst && i == 0)) || (made.isSum && factors.size() > 1);
      if (isBracketed) made.nodes = {inBrackets(rowOf(made.nodes))};
      result.isSum = made.isSum && factors.size() == 1;
      wasNumber = made.isNumber;
      result.nodes.insert(result.nodes.end(), made.nodes.begin(), made.nodes.end());
    }
    return result;
  }

  Put factor(FormulaSpan span, const FormulaIndices& at) {
    const FormulaTree& first = span[0];
    if (const FormulaNode* head = headOf(first, large); head && first->kind == scripts && head->text != "int")
      return ranOver(*head, span, at);
    if (span.size() == 1) return single(first, at);
    Put made;
    if (isOpening(first)) {
      made.isNumber = true;
      made.nodes.push_back(first);
      const Nodes inner = row(span.subspan(1, span.size() - 2), at);
      made.nodes.insert(made.nodes.end(), inner.begin(), inner.end());
      made.nodes.push_back(closing(span.back(), at));
      return made;
    }
    // A function with what it is of, or something with "!".
    made.nodes = single(first, at).nodes;
    const FormulaSpan rest = span.subspan(1);
    if (rest.size() > 1 && isOpening(rest[0])) {
      const Put argument = factor(rest, at);
      made.nodes.insert(made.nodes.end(), argument.nodes.begin(), argument.nodes.end());
    } else if (rest[0] && rest[0]->kind == punctuation) {
      made.nodes.push_back(rest[0]);
    } else {
      const Put argument = term(rest, at, false);
      made.nodes.insert(made.nodes.end(), argument.nodes.begin(), argument.nodes.end());
    }
    return made;
  }

  FormulaTree closing(const FormulaTree& node, const FormulaIndices& at) {
    if (node->kind != scripts) return node;
    return makeNode(scripts, "", {node->children[0], in(node->children[1], at), power(node->children[2], at)});
  }

  /// Scripts above: transpositions stay letters.
  FormulaTree power(const FormulaTree& above, const FormulaIndices& at) {
    const bool isLetter = above && above->kind == symbol && !m_context.occurrence(above) && !at.contains(above->text);
    return isLetter ? above : in(above, at);
  }

  Put single(const FormulaTree& node, const FormulaIndices& at) {
    if (const auto found = m_context.occurrence(node)) return bound(node, *found, at);
    switch (node->kind) {
      case symbol: {
        const auto index = at.find(node->text);
        if (index == at.end()) return {{node}};
        return {{makeNode(number, std::to_string(index->second))}, true};
      }
      case number:
        return {{node}, true};
      case scripts: {
        const FormulaTree base = node->children[0];
        if (base->kind == function || base->kind == large) return {{node}};
        Put inner = single(base, at);
        if (inner.isNegative || inner.nodes.size() > 1) inner.nodes = {inBrackets(rowOf(inner.nodes))};
        return {{makeNode(scripts, "", {rowOf(inner.nodes), in(node->children[1], at), power(node->children[2], at)})},
                inner.isNumber};
      }
      case fraction:
      case binomial:
      case FormulaKind::root:
      case fenced:
      case brace:
      case table: {
        Nodes children;
        for (const FormulaTree& child : node->children) children.push_back(isWords(child) ? child : in(child, at));
        return {{makeNode(node->kind, node->text, std::move(children), node->columns)}, node->kind != table};
      }
      case color:
      case mark:
        return {{makeNode(node->kind, node->text, {in(node->children[0], at)})}, true};
      case FormulaKind::row:
        return {{in(node, at)}, true};
      default:
        return {{node}};
    }
  }
  /// Conditions of cases, labels of braces.
  static bool isWords(const FormulaTree& node) {
    if (!node) return true;
    const FormulaSpan nodes = spanOf(node);
    return std::any_of(nodes.begin(), nodes.end(),
                       [](const FormulaTree& part) { return part && part->kind == styled && part->text == "text"; });
  }

  Put bound(const FormulaTree& node, const FormulaOccurrence& found, const FormulaIndices& at) {
    FormulaOccurrence plain = found;
    plain.above = nullptr;
    const std::vector<Index> indices = indicesOf(found, m_context, at);
    Put made;
    if (m_showing.isCovered && m_showing.isCovered(found.symbol->expression)) {
      made = {{makeNode(punctuation, "?")}, true};
    } else {
      const FormulaMatrix values = formulaValue(withoutPower(node, found), m_context, at);
      if (values.rows() > kLargestMatrix || values.cols() > kLargestMatrix) return {{node}};
      m_hasNumbers = true;
      const bool isNumber = values.size() == 1;
      made = {{matrixNode(values, m_digits)}, isNumber, isNumber && values(0, 0) < 0};
    }
    m_cells[made.nodes[0].get()] = cellOf(plain, indices, m_context.scope());
    if (!found.above) return made;
    const bool isLong = made.isNegative || made.nodes[0]->kind == FormulaKind::row;
    const FormulaTree base = isLong ? inBrackets(made.nodes[0]) : made.nodes[0];
    return {{makeNode(scripts, "", {base, nullptr, power(found.above, at)})}, made.isNumber};
  }
  static FormulaTree withoutPower(const FormulaTree& node, const FormulaOccurrence& found) {
    if (!found.above) return node;
    if (!node->children[1]) return node->children[0];
    return makeNode(scripts, "", {node->children[0], node->children[1], nullptr});
  }

  /// Sums and products written out, extremes as a list.
  Put ranOver(const FormulaNode& head, FormulaSpan span, const FormulaIndices& at) {
    const FormulaSpan body = span.subspan(1);
    const std::vector<FormulaIndices> places = placesOfRuns(span[0], body, m_context, at);
    m_hasNumbers = true;
    const std::string between = head.text == "sum" ? "+" : head.text == "prod" ? "cdot" : ",";
    const bool isList = between == ",";
    const auto join = [&] { return isList ? makeNode(punctuation, ",") : sign(between); };
    if (places.empty()) return {{makeNode(number, head.text == "prod" ? "1" : "0")}, true};
    const bool isWhole = places.size() <= std::max<std::size_t>(m_showing.terms, 1);
    Nodes nodes;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const bool isShown = isWhole || i < 2 || i + 1 == places.size();
      if (!isShown && i > 2) continue;
      if (i > 0) nodes.push_back(join());
      if (!isShown) {
        nodes.push_back(makeNode(symbol, isList ? "dots" : "cdots"));
        continue;
      }
      Put one = term(body, places[i], isList || i == 0);
      if (one.isSum && between == "cdot") one.nodes = {inBrackets(rowOf(one.nodes))};
      nodes.insert(nodes.end(), one.nodes.begin(), one.nodes.end());
    }
    if (!isWhole) nodes = {counted(rowOf(nodes), places.size(), isList ? " values" : " terms")};
    if (isList) return {{makeNode(large, head.text), inBrackets(rowOf(nodes))}};
    // A brace holds its terms together only where it stands alone.
    return {nodes, places.size() == 1, false, places.size() > 1 && between == "+"};
  }
  static FormulaTree counted(FormulaTree inner, std::size_t count, const std::string& what) {
    FormulaTree words = makeNode(styled, "text", {makeNode(symbol, std::to_string(count) + what)});
    return makeNode(brace, "underbrace", {std::move(inner), std::move(words)});
  }

  const FormulaContext& m_context;
  const FormulaShowing& m_showing;
  int m_digits;
  std::map<const FormulaNode*, FormulaCell>& m_cells;
  bool m_hasNumbers = false;
};

bool readsCovered(const FormulaTree& tree, const FormulaContext& context, const FormulaShowing& showing) {
  if (!tree || !showing.isCovered) return false;
  if (const auto found = context.occurrence(tree)) return showing.isCovered(found->symbol->expression);
  return std::any_of(tree->children.begin(), tree->children.end(),
                     [&](const FormulaTree& child) { return readsCovered(child, context, showing); });
}

/// Whether computing with the numbers on show gives the value on show.
bool addsUp(const FormulaTree& right, const FormulaMatrix& value, const FormulaContext& context,
            const FormulaIndices& at) {
  try {
    const FormulaMatrix again = formulaValue(right, context.rounded(kDigits), at);
    return again.rows() == value.rows() && again.cols() == value.cols() &&
           asShown(again, kDigits) == asShown(value, kDigits);
  } catch (const Error&) {
    return false;  // a rounded number served as an index
  }
}

}  // namespace

ShownFormula showFormula(const FormulaTree& tree, const FormulaContext& context, const FormulaIndices& at,
                         const FormulaShowing& showing) {
  ShownFormula shown{tree, nullptr, nullptr, {}};
  addCells(tree, context, at, shown.cells);
  FormulaSides sides = sidesOf(tree);
  const FormulaTree right = sides.relation ? sides.right : tree;
  const bool isChain = sides.relation && sidesOf(right).relation;
  FormulaMatrix value = formulaValue(sides.relation ? sides.left : tree, context, at);
  const bool isRounded = isChain || addsUp(right, value, context, at);
  const int digits = isRounded ? kDigits : kDigits + 1;

  Substitution put(context, showing, digits, shown.cells);
  const FormulaTree equals = sides.relation ? sides.relation : sign("=");
  Nodes numbers = put.row(spanOf(right), at);
  if (!put.hasNumbers() && !readsCovered(right, context, showing)) return shown;
  if (sides.relation) {
    const Nodes left{put.left(sides.left, at), equals};
    numbers.insert(numbers.begin(), left.begin(), left.end());
  }
  shown.numbers = rowOf(numbers);
  const bool isEquation = equals->text == "=" || equals->text == "equiv";
  if (isChain || !isEquation || value.rows() > kLargestMatrix || value.cols() > kLargestMatrix) return shown;
  const bool isCovered = readsCovered(tree, context, showing);
  const FormulaTree result = isCovered ? makeNode(punctuation, "?") : matrixNode(value, digits);
  Nodes line;
  if (sides.relation) line.push_back(put.left(sides.left, at));
  if (const auto found = context.occurrence(sides.left))
    shown.cells[result.get()] = cellOf(*found, indicesOf(*found, context, at), context.scope());
  line.push_back(isRounded || isCovered ? sign("=") : sign("approx"));
  line.push_back(result);
  shown.value = rowOf(line);
  return shown;
}

ShownFormula showFormula(const FormulaTree& tree) { return {tree, nullptr, nullptr, {}}; }

}  // namespace engine
