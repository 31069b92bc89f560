// Formulae as one line of text, for consoles.
#include <algorithm>

#include "engine/lessons/formula/FormulaShown.h"
#include "engine/lessons/formula/FormulaSymbols.h"

namespace engine {

namespace {

using enum FormulaKind;

std::string line(const FormulaTree& node);

std::string signOf(const FormulaNode& node) {
  const FormulaSymbol* known = findFormulaSymbol(node.text);
  return known ? std::string(known->sign) : node.text;
}

bool isOneSign(const FormulaTree& node) {
  return node && (node->kind == symbol || node->kind == number || node->kind == punctuation);
}

/// What stands beside a slash or behind "^" without brackets.
bool isTight(const FormulaTree& node) {
  if (!node) return true;
  if (node->kind == styled || node->kind == mark || node->kind == color) return isTight(node->children[0]);
  return isOneSign(node) || node->kind == accent || node->kind == root || node->kind == fenced || node->kind == table ||
         (node->kind == scripts && node->children[0]->kind != large);
}
std::string tight(const FormulaTree& node) {
  return isTight(node) ? line(node) : std::string("(").append(line(node)).append(")");
}

/// Indices stand close together: "ij", "1,2".
std::string script(const FormulaTree& node) {
  if (isOneSign(node)) return line(node);
  std::string text;
  for (const FormulaTree& child : node->kind == row ? node->children : std::vector<FormulaTree>{}) {
    if (!isOneSign(child)) return std::string("{").append(line(node)).append("}");
    text += line(child);
  }
  return node->kind == row ? text : std::string("{").append(line(node)).append("}");
}

std::string scriptsLine(const FormulaNode& node) {
  std::string text = line(node.children[0]);
  if (node.children[1]) text.append("_").append(script(node.children[1]));
  const FormulaTree& above = node.children[2];
  if (!above) return text;
  return above->text == "prime" ? text + signOf(*above) : text.append("^").append(script(above));
}

std::string fencedLine(const FormulaNode& node) {
  const std::size_t blank = node.text.find(' ');
  const auto sign = [](const std::string& name) {
    return name == "." ? std::string() : name == "Vert" ? std::string("‖") : name;
  };
  return sign(node.text.substr(0, blank)) + line(node.children[0]) + sign(node.text.substr(blank + 1));
}

std::string tableLine(const FormulaNode& node) {
  const bool isBracketed = node.text != "aligned";
  std::string text = isBracketed ? (node.text == "cases" ? "{" : "[") : "";
  const auto columns = static_cast<std::size_t>(node.columns);
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    if (i > 0) text += i % columns == 0 ? "; " : node.text == "cases" ? ", " : " ";
    text += line(node.children[i]);
  }
  return isBracketed ? text + (node.text == "cases" ? "}" : "]") : text;
}

/// Whether words would run together.
bool isWord(const FormulaTree& node) {
  if (!node) return false;
  if (node->kind == scripts || node->kind == mark || node->kind == color) return isWord(node->children[0]);
  if (node->kind == styled) return node->text == "text" || isWord(node->children[0]);
  return node->kind == function || node->kind == large || node->kind == symbol || node->kind == number;
}

std::string rowLine(const FormulaNode& node) {
  std::string text;
  bool hasOperand = false, wasWord = false;
  for (const FormulaTree& child : node.children) {
    if (!child) continue;
    if (child->kind == space) {
      if (!text.empty() && text.back() != ' ') text += child->text == "back" ? "" : " ";
      continue;
    }
    if (child->kind == operation && child->text != "/") {
      // A sign without anything on its left belongs to what follows.
      const bool joins = hasOperand || findFormulaSymbol(child->text)->spacing == FormulaClass::relation;
      if (joins && !text.empty() && text.back() != ' ') text += ' ';
      text += signOf(*child) + (joins ? " " : "");
      hasOperand = wasWord = false;
      continue;
    }
    const bool separates = child->kind == punctuation && (child->text == "," || child->text == ";");
    if (wasWord && isWord(child) && !text.empty() && text.back() != ' ') text += ' ';
    text += line(child) + (separates ? " " : "");
    hasOperand = !separates && child->kind != open;
    wasWord = isWord(child);
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string line(const FormulaTree& node) {
  if (!node) return "";
  switch (node->kind) {
    case row:
      return rowLine(*node);
    case space:
      return " ";
    case scripts:
      return scriptsLine(*node);
    case fraction:
      return tight(node->children[0]) + " / " + tight(node->children[1]);
    case binomial:
      return "binom(" + line(node->children[0]) + ", " + line(node->children[1]) + ")";
    case root:
      return (node->children[1] ? line(node->children[1]) : "") + "√" + tight(node->children[0]);
    case fenced:
      return fencedLine(*node);
    case accent:
      return node->text + "(" + line(node->children[0]) + ")";
    case brace: {
      const std::string inner = line(node->children[0]);
      return node->children[1] ? inner + " {" + line(node->children[1]) + "}" : inner;
    }
    case styled:
    case color:
    case mark:
      return line(node->children[0]);
    case table:
      return tableLine(*node);
    default:
      return signOf(*node);
  }
}

}  // namespace

std::string linearFormula(const FormulaTree& tree) { return line(tree); }

}  // namespace engine
