// Signs of a formula that might as well be others.
#include <algorithm>

#include "engine/lessons/formula/FormulaValue.h"

namespace engine {

namespace {

const std::map<std::string, std::string> kOther = {{"sum", "prod"}, {"prod", "sum"}, {"+", "-"},
                                                   {"-", "+"},      {"max", "min"},  {"min", "max"}};

/// The tree with another sign in the place of `wanted`.
FormulaTree withOther(const FormulaTree& tree, const FormulaNode* wanted, const std::string& sign) {
  if (!tree) return nullptr;
  auto changed = std::make_shared<FormulaNode>(*tree);
  if (tree.get() == wanted) changed->text = sign;
  for (FormulaTree& child : changed->children) child = withOther(child, wanted, sign);
  return changed;
}

void addSigns(const FormulaTree& tree, std::vector<const FormulaNode*>& signs) {
  if (!tree) return;
  if ((tree->kind == FormulaKind::operation || tree->kind == FormulaKind::large) && kOther.contains(tree->text))
    signs.push_back(tree.get());
  for (const FormulaTree& child : tree->children) addSigns(child, signs);
}

bool holds(const FormulaTree& tree, const FormulaBindings& bindings, const LessonScope& scope,
           const FormulaPlaces& at) {
  try {
    return formulaFailure(tree, bindings, scope, at).empty();
  } catch (const Error&) {  // "a = - - b": no formula any more
    return false;
  }
}

}  // namespace

std::vector<FormulaDoubt> formulaDoubts(const FormulaTree& tree, const FormulaBindings& bindings,
                                        const std::vector<const LessonScope*>& scopes, const FormulaPlaces& at) {
  std::vector<const FormulaNode*> signs;
  addSigns(tree, signs);
  std::vector<FormulaDoubt> doubts;
  for (const FormulaNode* sign : signs) {
    const std::string& other = kOther.at(sign->text);
    const FormulaTree changed = withOther(tree, sign, other);
    if (std::all_of(scopes.begin(), scopes.end(),
                    [&](const LessonScope* scope) { return holds(changed, bindings, *scope, at); }))
      doubts.push_back({sign->text, other, sign->place});
  }
  return doubts;
}

}  // namespace engine
