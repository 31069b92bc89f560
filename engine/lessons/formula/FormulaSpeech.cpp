// Formulae in words, for screen readers.
#include <algorithm>

#include "engine/lessons/formula/FormulaShown.h"
#include "engine/lessons/formula/FormulaSymbols.h"

namespace engine {

namespace {

using enum FormulaKind;

std::string spoken(const FormulaTree& node, bool isLast);

/// Words joined by blanks; commas stand at what is before them.
void say(std::string& text, const std::string& words) {
  if (words.empty()) return;
  if (!text.empty() && words != "," && words != ";") text += ' ';
  text += words;
}

bool isOneWord(const FormulaTree& node) {
  return node && (node->kind == symbol || node->kind == number || node->kind == function);
}

/// Whether it needs no words to say where it ends: a symbol with letters below it.
bool isSimple(const FormulaTree& node) {
  if (isOneWord(node)) return true;
  return node && node->kind == scripts && isOneWord(node->children[0]) && !node->children[2];
}

std::string power(const FormulaTree& above) {
  if (above->kind == number && above->text == "2") return "squared";
  if (above->kind == number && above->text == "3") return "cubed";
  if (above->kind == symbol && (above->text == "top" || above->text == "T")) return "transposed";
  const auto isPrime = [](const FormulaTree& child) { return child && child->text == "prime"; };
  if (isPrime(above)) return "prime";
  if (above->kind == row && std::all_of(above->children.begin(), above->children.end(), isPrime)) {
    std::string primes;
    for (std::size_t i = 0; i < above->children.size(); ++i) say(primes, "prime");
    return primes;
  }
  if (spokenFormula(above) == "minus 1") return "inverse";
  return isSimple(above) ? "to the " + spoken(above, true) : "to the power " + spoken(above, true) + " end power";
}

std::string spokenLarge(const FormulaNode& base, const FormulaTree& below, const FormulaTree& above) {
  std::string text = "the ";
  text += findFormulaSymbol(base.text)->spoken;
  if (below)
    say(text, (above || base.text == "lim" ? (base.text == "lim" ? "as " : "from ") : "over ") + spoken(below, true));
  if (above) say(text, "to " + spoken(above, true));
  say(text, "of");
  return text;
}

std::string spokenScripts(const FormulaNode& node) {
  const FormulaTree &base = node.children[0], &below = node.children[1], &above = node.children[2];
  if (base->kind == large) return spokenLarge(*base, below, above);
  std::string text = spoken(base, false);
  if (base->kind == function && below) say(text, "base");
  if (below) say(text, spoken(below, true));
  if (above) say(text, power(above));
  return text;
}

std::string spokenTable(const FormulaNode& node) {
  const auto columns = static_cast<std::size_t>(node.columns);
  std::string text;
  if (node.text == "cases")
    say(text, "by cases:");
  else if (node.text != "aligned")
    text.append("matrix of ")
        .append(std::to_string(node.children.size() / columns))
        .append(" by ")
        .append(std::to_string(columns))
        .append(":");
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    if (i > 0) text += i % columns == 0 ? ";" : node.text == "aligned" ? "" : ",";
    say(text, spoken(node.children[i], true));
  }
  return text;
}

std::string spokenFraction(const FormulaNode& node, bool isLast) {
  const std::string upper = spoken(node.children[0], true), lower = spoken(node.children[1], true);
  if (node.kind == binomial) return upper + " choose " + lower;
  // Where nothing follows, the end of the formula is the end of the fraction.
  if (isLast && isSimple(node.children[0])) return upper + " over " + lower;
  if (isSimple(node.children[0]) && isSimple(node.children[1])) return upper + " over " + lower;
  const std::string text = "the fraction " + upper + " over " + lower;
  return isLast ? text : text + " end fraction";
}

std::string spokenFenced(const FormulaNode& node) {
  const std::string inner = spoken(node.children[0], true);
  if (node.text == "| |") return "the absolute value of " + inner + " end value";
  if (node.text == "Vert Vert") return "the norm of " + inner + " end norm";
  const std::size_t blank = node.text.find(' ');
  std::string text;
  const FormulaSymbol* left = findFormulaSymbol(node.text.substr(0, blank));
  const FormulaSymbol* right = findFormulaSymbol(node.text.substr(blank + 1));
  if (left && left->name != ".") say(text, std::string(left->spoken));
  say(text, inner);
  if (right && right->name != ".") say(text, std::string(right->spoken));
  return text;
}

/// "e to the S i j": the index behind the bracket that closes what a function is of, when brackets hold no more than a
/// symbol; else `from`.
std::size_t endOfPlainArgument(const std::vector<FormulaTree>& nodes, std::size_t from) {
  const bool isPlain = from + 2 < nodes.size() && nodes[from] && nodes[from]->kind == open &&
                       isSimple(nodes[from + 1]) && nodes[from + 2] && nodes[from + 2]->kind == close;
  return isPlain ? from + 3 : from;
}

std::string spokenRow(const FormulaNode& node, bool isLast) {
  std::string text;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const FormulaTree& child = node.children[i];
    if (!child) continue;
    const bool endsHere = isLast && i + 1 == node.children.size();
    say(text, spoken(child, endsHere));
    if (child->kind != function) continue;
    const std::size_t end = endOfPlainArgument(node.children, i + 1);
    if (child->text != "exp" && end > i + 1) say(text, "of");
    if (end == i + 1) continue;
    say(text, spoken(node.children[i + 2], false));
    i = end - 1;
  }
  return text;
}

std::string spokenSign(const FormulaNode& node) {
  if (node.kind == punctuation && (node.text == "," || node.text == ";")) return node.text;
  if (node.kind == punctuation && node.text == "?") return "covered";
  const FormulaSymbol* known = findFormulaSymbol(node.text);
  if (node.kind == number && node.text.starts_with("−")) return std::string("minus ").append(node.text.substr(3));
  return known ? std::string(known->spoken) : node.text;
}

std::string spoken(const FormulaTree& node, bool isLast) {
  if (!node) return "";
  switch (node->kind) {
    case row:
      return spokenRow(*node, isLast);
    case space:
      return "";
    case scripts:
      return spokenScripts(*node);
    case fraction:
    case binomial:
      return spokenFraction(*node, isLast);
    case root: {
      const std::string inner = spoken(node->children[0], true);
      std::string text = "the root";
      if (node->children[1]) say(text, "of degree " + spoken(node->children[1], true));
      say(text, "of " + inner);
      return isSimple(node->children[0]) ? text : text + " end root";
    }
    case large:
      return spokenLarge(*node, nullptr, nullptr);
    case fenced:
      return spokenFenced(*node);
    case accent:
      return spoken(node->children[0], false) + " " + (node->text == "vec" ? "vector" : node->text);
    case brace: {
      const std::string inner = spoken(node->children[0], false);
      return node->children[1] ? inner + ", that is " + spoken(node->children[1], true) + "," : inner;
    }
    case styled:
    case color:
    case mark:
      return spoken(node->children[0], isLast);
    case table:
      return spokenTable(*node);
    default:
      return spokenSign(*node);
  }
}

}  // namespace

std::string spokenFormula(const FormulaTree& tree) { return spoken(tree, true); }

}  // namespace engine
