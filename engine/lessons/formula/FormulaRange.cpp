// How far indices run: below large signs, and those that a formula leaves free.
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "engine/lessons/formula/FailAt.h"
#include "engine/lessons/formula/FormulaSymbols.h"
#include "engine/lessons/formula/FormulaValue.h"

namespace engine {

namespace {

using enum FormulaKind;

struct Length {
  Index length = 0;
  std::string symbol;
};
using Lengths = std::map<std::string, Length>;

/// The index that a subscript is when it is a letter alone.
std::string indexName(const std::vector<FormulaTree>& nodes) {
  const bool isLetter = nodes.size() == 1 && (nodes[0]->kind == symbol || nodes[0]->kind == scripts);
  return isLetter ? symbolName(nodes[0]) : "";
}

void addLength(Lengths& lengths, const std::string& name, const Length& found, LessonPlace place) {
  const auto [known, isNew] = lengths.emplace(name, found);
  if (isNew || known->second.length == found.length) return;
  failAt(place, "index ", name, " runs to ", known->second.length, " in ", known->second.symbol, " and to ",
         found.length, " in ", found.symbol);
}

void addOccurrence(Lengths& lengths, const FormulaOccurrence& occurrence, LessonPlace place) {
  const Index leftOut = axesLeftOut(occurrence), rank = occurrence.symbol->values.rank();
  for (std::size_t i = 0; i < occurrence.indices.size(); ++i) {
    const Index axis = leftOut + static_cast<Index>(i);
    if (axis >= rank)
      failAt(place, occurrence.symbol->name, " has ", rank - leftOut, " axes, found ", occurrence.indices.size(),
             " indices");
    const std::string name = indexName(occurrence.indices[i]);
    if (!name.empty())
      addLength(lengths, name, {occurrence.symbol->values.length(axis), occurrence.symbol->name}, place);
  }
}

/// Signs such as \sum with their scripts.
bool isLarge(const FormulaTree& node) {
  return node && (node->kind == large || (node->kind == scripts && node->children[0]->kind == large));
}

/// What runs below a large sign: letters before a relation, by commas or side by side; with a relation only the first.
std::vector<std::string> runningNames(const FormulaTree& node, const FormulaContext& context) {
  std::vector<std::string> names;
  if (node->kind != scripts || !node->children[1]) return names;
  const FormulaSpan below = spanOf(node->children[1]);
  for (const FormulaTree& part : below) {
    if (!part || part->kind == space) continue;
    if (part->kind == operation) break;
    if (part->kind == symbol && !context.find(part->text)) names.push_back(part->text);
  }
  return names;
}

/// Lengths of the indices that nothing in the tree runs over.
class FreeIndices {
 public:
  explicit FreeIndices(const FormulaContext& context) : m_context(context) {}

  void add(const FormulaTree& node, const std::set<std::string>& running) {
    if (!node) return;
    if (const auto occurrence = m_context.occurrence(node)) {
      Lengths found;
      addOccurrence(found, *occurrence, node->place);
      for (const auto& [name, length] : found)
        if (!running.contains(name) && !m_context.find(name)) addLength(lengths, name, length, node->place);
      return;
    }
    if (node->kind == row) return addRow(node->children, running);
    for (const FormulaTree& child : node->children) add(child, running);
  }

  Lengths lengths;

 private:
  /// What a large sign runs over is known until the term ends.
  void addRow(const std::vector<FormulaTree>& nodes, const std::set<std::string>& running) {
    std::set<std::string> inTerm = running;
    int depth = 0, begun = 0;
    for (const FormulaTree& node : nodes) {
      if (!node) continue;
      if (node->kind == open) ++depth;
      const bool isClose = node->kind == close || (node->kind == scripts && node->children[0]->kind == close);
      if (isClose) --depth;
      const bool ends = node->kind == operation && node->text != "/" && node->text != "cdot" && node->text != "times";
      if ((ends && depth <= begun) || depth < begun) inTerm = running;
      add(node, inTerm);
      if (!isLarge(node)) continue;
      for (std::string& name : runningNames(node, m_context)) inTerm.insert(std::move(name));
      begun = depth;
    }
  }

  const FormulaContext& m_context;
};

/// The length of the axis that an index has in what a large sign is of.
Index lengthOf(const std::string& name, const FormulaTree& sign, FormulaSpan body, const FormulaContext& context) {
  Lengths lengths;
  const std::function<void(const FormulaTree&)> look = [&](const FormulaTree& node) {
    if (!node) return;
    if (const auto occurrence = context.occurrence(node)) {
      Lengths found;
      addOccurrence(found, *occurrence, node->place);
      if (const auto known = found.find(name); known != found.end())
        addLength(lengths, name, known->second, node->place);
      return;
    }
    for (const FormulaTree& child : node->children) look(child);
  };
  for (const FormulaTree& node : body) look(node);
  if (lengths.empty()) failAt(sign->place, "nothing that is bound tells how far ", name, " runs");
  return lengths.begin()->second.length;
}

Index wholeNumber(const FormulaTree& node, const FormulaContext& context, const FormulaIndices& at) {
  const FormulaMatrix value = formulaValue(node, context, at);
  if (value.size() != 1 || value(0, 0) != std::floor(value(0, 0)) || std::abs(value(0, 0)) > 1e9)
    failAt(node->place, "a limit is no whole number");
  return static_cast<Index>(value(0, 0));
}

/// Whether what stands below a sign is a condition on its index other than where it begins.
bool hasCondition(const FormulaTree& below) {
  const FormulaTree relation = sidesOf(below).relation;
  return relation && relation->text != "=";
}

}  // namespace

std::vector<FormulaRun> runsOf(const FormulaTree& node, FormulaSpan body, const FormulaContext& context,
                               const FormulaIndices& at) {
  const FormulaTree below = node->kind == scripts ? node->children[1] : nullptr;
  const FormulaTree above = node->kind == scripts ? node->children[2] : nullptr;
  std::vector<std::string> names = runningNames(node, context);
  if (names.empty()) failAt(node->place, "expected below this sign what it runs over, as in \\sum_{k}");
  const FormulaSides sides = sidesOf(below);
  if (!sides.relation) {
    std::vector<FormulaRun> runs;
    for (const std::string& name : names) runs.push_back({name, 1, lengthOf(name, node, body, context)});
    return runs;
  }
  if (hasCondition(below)) {
    // Of "j < i" the one runs that has no value yet.
    std::erase_if(names, [&](const std::string& name) { return names.size() > 1 && at.contains(name); });
    return {{names.front(), 1, lengthOf(names.front(), node, body, context)}};
  }
  if (!above) failAt(node->place, "expected above this sign where ", names.front(), " ends");
  return {{names.front(), wholeNumber(sides.right, context, at), wholeNumber(above, context, at)}};
}

std::vector<FormulaIndices> placesOfRuns(const FormulaTree& node, FormulaSpan body, const FormulaContext& context,
                                         const FormulaIndices& at) {
  constexpr std::size_t kMost = 1'000'000;
  std::vector<FormulaIndices> places{at};
  for (const FormulaRun& run : runsOf(node, body, context, at)) {
    std::vector<FormulaIndices> more;
    for (const FormulaIndices& place : places)
      for (Index i = run.first; i <= run.last; ++i) {
        if (more.size() >= kMost) failAt(node->place, "more than ", kMost, " terms");
        more.push_back(place);
        more.back()[run.index] = i;
      }
    places = std::move(more);
  }
  const FormulaTree below = node->children[1];
  if (hasCondition(below))
    std::erase_if(places, [&](const FormulaIndices& place) { return formulaValue(below, context, place)(0, 0) == 0; });
  return places;
}

std::map<std::string, Index> freeIndices(const FormulaTree& tree, const FormulaContext& context) {
  FreeIndices free(context);
  free.add(tree, {});
  std::map<std::string, Index> lengths;
  for (const auto& [name, found] : free.lengths) lengths[name] = found.length;
  return lengths;
}

FormulaIndices placesOf(const FormulaTree& tree, const FormulaContext& context, const FormulaPlaces& at,
                        const FormulaIndices& hovered) {
  FormulaIndices places;
  const std::map<std::string, Index> free = freeIndices(tree, context);
  for (const auto& [name, length] : free) {
    const auto known = hovered.find(name);
    if (length < 1) failAt(tree->place, "index ", name, " has nothing to run over");
    places[name] = known == hovered.end() ? 1 : std::clamp<Index>(known->second, 1, length);
  }
  for (const auto& [name, expression] : at) {
    if (!expression) continue;
    const double value = expression->number(context.scope());
    const auto length = free.find(name);
    const double last = length == free.end() ? 1e9 : static_cast<double>(length->second);
    if (value != std::floor(value) || !(value >= 1 && value <= last))
      failAt(expression->place(), "at ", name, " = ", value, ": expected a whole number from 1 to ", last);
    places[name] = static_cast<Index>(value);
  }
  return places;
}

FormulaSides sidesOf(const FormulaTree& tree) {
  const FormulaSpan nodes = spanOf(tree);
  int depth = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const FormulaTree& node = nodes[i];
    if (!node) continue;
    if (node->kind == open) ++depth;
    if (node->kind == close || (node->kind == scripts && node->children[0]->kind == close)) --depth;
    const FormulaSymbol* known = node->kind == operation ? findFormulaSymbol(node->text) : nullptr;
    if (depth == 0 && known && known->spacing == FormulaClass::relation)
      return {rowOf(nodes.first(i)), node, rowOf(nodes.subspan(i + 1))};
  }
  return {};
}

}  // namespace engine
