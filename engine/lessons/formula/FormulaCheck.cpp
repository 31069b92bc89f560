// Whether a formula says what the arrays say.
#include <cmath>
#include <random>
#include <sstream>

#include "engine/lessons/formula/FailAt.h"
#include "engine/lessons/formula/FormulaEvaluator.h"
#include "engine/lessons/formula/FormulaSymbols.h"
#include "engine/lessons/formula/FormulaValue.h"

namespace engine {

namespace {

constexpr int kRandomPlaces = 64;
constexpr double kRelative = 1e-9;
/// Below this the difference counts, not its share: what ought to cancel leaves a rounding.
constexpr double kSmallest = 1e-4;

/// Two sides with the relation between.
struct Claim {
  FormulaTree left, relation, right;
};

/// Everything that a formula claims: each relation of a chain, each part between commas.
std::vector<Claim> claimsOf(const FormulaTree& tree) {
  std::vector<Claim> claims;
  const FormulaSpan nodes = spanOf(tree);
  std::size_t begin = 0;
  const auto addChain = [&](FormulaSpan chain) {
    FormulaTree rest = rowOf(chain);
    for (FormulaSides sides = sidesOf(rest); sides.relation; sides = sidesOf(rest)) {
      const FormulaSides next = sidesOf(sides.right);
      claims.push_back({sides.left, sides.relation, next.relation ? next.left : sides.right});
      rest = sides.right;
    }
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i]) continue;
    if (isOpening(nodes[i]))
      i += bracketCount(nodes, i) - 1;
    else if (nodes[i]->kind == FormulaKind::punctuation && (nodes[i]->text == "," || nodes[i]->text == ";")) {
      addChain(nodes.subspan(begin, i - begin));
      begin = i + 1;
    }
  }
  addChain(nodes.subspan(begin));
  return claims;
}

bool areAlike(double left, double right) {
  if (left == right || (std::isnan(left) && std::isnan(right))) return true;
  return std::abs(left - right) <= kRelative * std::max({std::abs(left), std::abs(right), kSmallest});
}

std::string placeText(const FormulaIndices& at) {
  std::ostringstream text;
  for (const auto& [name, index] : at) text << (text.tellp() == 0 ? " at " : ", ") << name << " = " << index;
  return text.str();
}

/// Empty: it holds at these indices.
std::string failureOf(const Claim& claim, const FormulaContext& context, const FormulaIndices& at) {
  std::ostringstream text;
  text.precision(10);
  if (claim.relation->text != "=" && claim.relation->text != "equiv") {
    const FormulaTree whole = rowOf(std::vector<FormulaTree>{claim.left, claim.relation, claim.right});
    if (formulaValue(whole, context, at)(0, 0) != 0) return "";
    text << "the formula does not hold" << placeText(at);
    return text.str();
  }
  const FormulaMatrix left = formulaValue(claim.left, context, at), right = formulaValue(claim.right, context, at);
  if (left.rows() != right.rows() || left.cols() != right.cols())
    failAt(claim.relation->place, "left are ", left.rows(), " × ", left.cols(), " numbers, right ", right.rows(), " × ",
           right.cols());
  for (Index row = 0; row < left.rows(); ++row)
    for (Index column = 0; column < left.cols(); ++column) {
      if (areAlike(left(row, column), right(row, column))) continue;
      text << "the formula does not hold" << placeText(at);
      if (left.size() > 1) text << " in row " << row + 1 << ", column " << column + 1;
      text << ": left " << left(row, column) << ", right " << right(row, column);
      return text.str();
    }
  return "";
}

}  // namespace

std::string formulaFailure(const FormulaTree& tree, const FormulaBindings& bindings, const LessonScope& scope,
                           const FormulaPlaces& at) {
  const FormulaContext context(bindings, scope, at);
  const std::vector<Claim> claims = claimsOf(tree);
  if (claims.empty()) failAt(tree->place, "nothing to compare: expected \"=\", or the line \"plain\"");
  std::mt19937 random(20261);
  for (const Claim& claim : claims) {
    const FormulaTree whole = rowOf(std::vector<FormulaTree>{claim.left, claim.relation, claim.right});
    FormulaIndices places = placesOf(whole, context, at);
    const std::map<std::string, Index> free = freeIndices(whole, context);
    for (int round = 0; round <= (free.empty() ? 0 : kRandomPlaces); ++round) {
      if (std::string failure = failureOf(claim, context, places); !failure.empty()) return failure;
      for (const auto& [name, length] : free)
        places[name] = 1 + static_cast<Index>(random() % static_cast<std::uint64_t>(length));
    }
  }
  return "";
}

}  // namespace engine
