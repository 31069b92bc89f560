// Symbols of formulae and what they are bound to; which indices they have.
#include <algorithm>
#include <cmath>

#include "engine/lessons/formula/FailAt.h"
#include "engine/lessons/formula/FormulaNumbers.h"
#include "engine/lessons/formula/FormulaSymbols.h"
#include "engine/lessons/formula/FormulaValue.h"

namespace engine {

namespace {

using enum FormulaKind;

std::shared_ptr<const LessonScope> withIndices(const LessonScope& scope, const FormulaPlaces& at) {
  std::map<std::string, LessonValue, std::less<>> values;
  for (const auto& [name, place] : at) values.emplace(name, place ? place->value(scope) : numberValue(1));
  return std::make_shared<NamedValues>(std::move(values), &scope);
}

/// The indices that stand below a symbol: by commas, else each letter is one, unless signs join them.
std::vector<std::vector<FormulaTree>> splitIndices(const FormulaTree& below) {
  std::vector<std::vector<FormulaTree>> indices;
  if (!below) return indices;
  const FormulaSpan nodes = spanOf(below);
  const auto isSign = [](const FormulaTree& node) { return node && node->kind == operation; };
  const auto isComma = [](const FormulaTree& node) { return node && node->kind == punctuation && node->text == ","; };
  const bool hasCommas = std::any_of(nodes.begin(), nodes.end(), isComma);
  const bool isOne = !hasCommas && std::any_of(nodes.begin(), nodes.end(), isSign);
  bool isNew = true;
  for (const FormulaTree& node : nodes) {
    if (!node || node->kind == space) continue;
    if (isComma(node)) {
      isNew = true;
      continue;
    }
    if (isNew || (!hasCommas && !isOne)) indices.emplace_back();
    isNew = false;
    indices.back().push_back(node);
  }
  return indices;
}

/// "12" at an array with two axes is 1, 2.
void splitDigits(FormulaOccurrence& occurrence) {
  const Index rank = occurrence.symbol->values.rank();
  if (occurrence.indices.size() != 1 || occurrence.indices[0].size() != 1) return;
  const FormulaTree node = occurrence.indices[0][0];
  if (node->kind != number || static_cast<Index>(node->text.size()) != rank || rank < 2) return;
  if (node->text.find('.') != std::string::npos) return;
  occurrence.indices.clear();
  for (const char digit : node->text)
    occurrence.indices.push_back(
        {std::make_shared<const FormulaNode>(FormulaNode{number, {digit}, {}, 0, node->place})});
}

}  // namespace

FormulaSpan spanOf(const FormulaTree& tree) {
  if (!tree) return {};
  return tree->kind == row ? FormulaSpan(tree->children) : FormulaSpan(&tree, 1);
}

FormulaTree rowOf(FormulaSpan nodes) {
  if (nodes.size() == 1) return nodes[0];
  FormulaNode made{row, "", {nodes.begin(), nodes.end()}, 0, {}};
  if (!nodes.empty() && nodes[0]) made.place = nodes[0]->place;
  return std::make_shared<const FormulaNode>(std::move(made));
}

std::string symbolName(const FormulaTree& node) {
  if (!node) return "";
  switch (node->kind) {
    case row: {
      std::string name;
      for (const FormulaTree& child : node->children) name += symbolName(child);
      return name;
    }
    case scripts: {
      std::string name = symbolName(node->children[0]);
      if (node->children[1]) name.append("_").append(symbolName(node->children[1]));
      if (node->children[2]) name.append("^").append(symbolName(node->children[2]));
      return name;
    }
    case accent:
      return std::string(node->text).append("(").append(symbolName(node->children[0])).append(")");
    case styled:
    case color:
    case mark:
      return symbolName(node->children[0]);
    case space:
      return "";
    default:
      return node->text;
  }
}

FormulaContext::FormulaContext(const FormulaBindings& bindings, const LessonScope& scope, const FormulaPlaces& at)
    : m_scope(withIndices(scope, at)) {
  auto symbols = std::make_shared<std::vector<BoundSymbol>>();
  for (const auto& [name, expression] : bindings) {
    LessonProblems problems;
    const FormulaTree key = parseFormula(name, expression.place(), problems);
    if (!key) failAt(expression.place(), "bind: \"", name, "\" is no symbol");
    const LessonValue value = expression.value(*m_scope);
    const auto* numbers = std::get_if<LessonArray>(&value);
    if (!numbers)
      failAt(expression.place(), "bind ", name, ": ", expression.text(), " is ", describeValue(value),
             ", expected numbers");
    symbols->push_back({symbolName(key), expression, *numbers});
  }
  m_symbols = std::move(symbols);
}

const BoundSymbol* FormulaContext::find(const std::string& canonical) const {
  for (const BoundSymbol& symbol : *m_symbols)
    if (symbol.name == canonical) return &symbol;
  return nullptr;
}

FormulaContext FormulaContext::rounded(int digits) const {
  FormulaContext copy = *this;
  copy.m_digits = digits;
  return copy;
}

FormulaMatrix FormulaContext::read(FormulaMatrix values) const {
  return m_digits > 0 ? asShown(values, m_digits) : std::move(values);
}

std::optional<FormulaOccurrence> FormulaContext::occurrence(const FormulaTree& node) const {
  if (!node || m_symbols->empty()) return std::nullopt;
  const bool mayBe = node->kind == symbol || node->kind == function || node->kind == accent || node->kind == styled ||
                     (node->kind == scripts && node->children[0]->kind != close);
  if (!mayBe) return std::nullopt;
  if (const BoundSymbol* whole = find(symbolName(node))) return FormulaOccurrence{whole, {}, nullptr};
  if (node->kind != scripts) return std::nullopt;
  const FormulaTree &base = node->children[0], &below = node->children[1], &above = node->children[2];
  const std::string name = symbolName(base);
  FormulaOccurrence found;
  if (below && (found.symbol = find(name + "_" + symbolName(below)))) {
    found.above = above;
    return found;
  }
  const bool hasName = above && (found.symbol = find(name + "^" + symbolName(above)));
  if (!hasName && !(found.symbol = find(name))) return std::nullopt;
  found.above = hasName ? nullptr : above;
  found.indices = splitIndices(below);
  splitDigits(found);
  return found;
}

Index axesLeftOut(const FormulaOccurrence& occurrence) {
  const Shape& shape = occurrence.symbol->values.shape();
  const auto rank = static_cast<Index>(shape.size()), count = static_cast<Index>(occurrence.indices.size());
  Index left = 0;
  while (count > 0 && rank - left > count && shape[static_cast<std::size_t>(left)] == 1) ++left;
  return left;
}

std::vector<Index> indicesOf(const FormulaOccurrence& occurrence, const FormulaContext& context,
                             const FormulaIndices& at) {
  const BoundSymbol& symbol = *occurrence.symbol;
  const Index leftOut = axesLeftOut(occurrence), rank = symbol.values.rank() - leftOut;
  std::vector<Index> indices;
  for (const std::vector<FormulaTree>& nodes : occurrence.indices) {
    const LessonPlace place = nodes.front()->place;
    if (static_cast<Index>(indices.size()) >= rank)
      failAt(place, symbol.name, " has ", rank, " axes, found ", occurrence.indices.size(), " indices");
    const FormulaMatrix value = formulaValue(rowOf(nodes), context, at);
    const double index = value.size() == 1 ? value(0, 0) : std::nan("");
    const Index length = symbol.values.length(leftOut + static_cast<Index>(indices.size()));
    if (index != std::floor(index)) failAt(place, "an index of ", symbol.name, " is no whole number");
    if (!(index >= 1 && index <= static_cast<double>(length)))
      failAt(place, "index ", index, " of ", symbol.name, " is outside of 1 to ", length);
    indices.push_back(static_cast<Index>(index));
  }
  return indices;
}

}  // namespace engine
