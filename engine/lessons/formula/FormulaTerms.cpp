// How rows of signs fall into terms and factors.
#include <algorithm>
#include <set>

#include "engine/lessons/formula/FailAt.h"
#include "engine/lessons/formula/FormulaEvaluator.h"
#include "engine/lessons/formula/FormulaSymbols.h"

namespace engine {

namespace {

using enum FormulaKind;

/// The node itself, or what its scripts hang at.
const FormulaTree& baseOf(const FormulaTree& node) { return node->kind == scripts ? node->children[0] : node; }

bool isBar(const FormulaTree& node) {
  const FormulaTree& base = baseOf(node);
  return base->kind == punctuation && (base->text == "|" || base->text == "Vert");
}

bool isClosing(const FormulaTree& node) { return baseOf(node)->kind == close; }

bool isJoin(const FormulaTree& node) {
  static const std::set<std::string, std::less<>> kJoins{"cdot", "times", "/", "odot", "otimes", "oplus", "circ"};
  return node->kind == operation && kJoins.contains(node->text);
}

}  // namespace

bool isOpening(const FormulaTree& node) { return node->kind == open || (node->kind == punctuation && isBar(node)); }

std::size_t bracketCount(FormulaSpan nodes, std::size_t from) {
  const FormulaTree& first = nodes[from];
  if (first->kind == punctuation) {  // bars: to the next of the kind
    for (std::size_t i = from + 1; i < nodes.size(); ++i)
      if (nodes[i] && isBar(nodes[i]) && baseOf(nodes[i])->text == first->text) return i - from + 1;
    failAt(first->place, "this bar has no partner");
  }
  int depth = 0;
  for (std::size_t i = from; i < nodes.size(); ++i) {
    if (!nodes[i]) continue;
    if (nodes[i]->kind == open) ++depth;
    if (isClosing(nodes[i]) && --depth == 0) return i - from + 1;
  }
  failAt(first->place, "this bracket is not closed");
}

const FormulaNode* headOf(const FormulaTree& node, FormulaKind kind) {
  const FormulaTree& base = baseOf(node);
  return base->kind == kind ? base.get() : nullptr;
}

std::string functionName(const FormulaTree& node, const FormulaContext& context) {
  static const std::set<std::string, std::less<>> kKnown{"exp",     "log",      "ln",      "tanh", "cos",  "sin",
                                                         "softmax", "softplus", "sigmoid", "relu", "trace"};
  const FormulaTree& base = baseOf(node);
  if (base->kind != function && base->kind != styled) return "";
  std::string name = symbolName(base);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return kKnown.contains(name) && !context.occurrence(node) ? name : "";
}

std::vector<FormulaTerm> termsOf(FormulaSpan nodes) {
  std::vector<FormulaTerm> terms(1);
  std::size_t begin = 0;
  const auto finish = [&](std::size_t end) { terms.back().nodes = nodes.subspan(begin, end - begin); };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const FormulaTree& node = nodes[i];
    if (!node) continue;
    if (isOpening(node)) {
      i += bracketCount(nodes, i) - 1;
      continue;
    }
    const bool isComma = node->kind == punctuation && (node->text == "," || node->text == ";");
    if (!isComma && (node->kind != operation || isJoin(node))) continue;
    finish(i);
    const bool isBlank = std::all_of(terms.back().nodes.begin(), terms.back().nodes.end(),
                                     [](const FormulaTree& part) { return !part || part->kind == space; });
    if (!isBlank) terms.emplace_back();
    terms.back().signs.push_back(node);
    begin = i + 1;
  }
  finish(nodes.size());
  return terms;
}

std::vector<FormulaFactor> factorsOf(FormulaSpan term, const FormulaContext& context) {
  std::vector<FormulaFactor> factors;
  FormulaTree joined;
  for (std::size_t i = 0; i < term.size();) {
    if (!term[i] || term[i]->kind == space) {
      ++i;
      continue;
    }
    if (isJoin(term[i])) {
      if (joined || factors.empty()) failAt(term[i]->place, "expected a factor before this sign");
      joined = term[i++];
      continue;
    }
    std::size_t end = i + 1;
    const auto isSkipped = [&] { return end < term.size() && (!term[end] || term[end]->kind == space); };
    const FormulaNode* sign = headOf(term[i], large);
    const bool hasBody = sign && (sign->text == "sum" || sign->text == "prod" || term[i]->kind == scripts);
    const bool isFunction = (sign && !hasBody) || !functionName(term[i], context).empty();
    if (hasBody) end = term.size();
    if (isFunction) {
      while (isSkipped()) ++end;
      if (end < term.size() && isOpening(term[end]))
        end += bracketCount(term, end);
      else if (end < term.size() && term[end]->kind == fenced)
        ++end;
      else if (end < term.size() && (headOf(term[end], large) || !functionName(term[end], context).empty()))
        end = term.size();  // \log \sum ...: all that follows
      else
        while (end < term.size() && term[end] && !isOpening(term[end]) && !isJoin(term[end]) &&
               !headOf(term[end], large) && functionName(term[end], context).empty())
          ++end;
    } else if (isOpening(term[i])) {
      end = i + bracketCount(term, i);
    }
    if (end < term.size() && term[end] && term[end]->kind == punctuation && term[end]->text == "!") ++end;
    factors.push_back({i, end - i, joined});
    joined = nullptr;
    i = end;
  }
  if (joined) failAt(joined->place, "expected a factor after this sign");
  return factors;
}

}  // namespace engine
