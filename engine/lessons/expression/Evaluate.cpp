#include "engine/lessons/expression/Evaluate.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/base/Nth.h"
#include "engine/lessons/expression/ArrayMath.h"
#include "engine/lessons/expression/Expression.h"
#include "engine/lessons/expression/SettingTarget.h"

namespace engine {

namespace {

/// A value of the scope, which is not copied, or one that was computed.
class Held {
 public:
  explicit Held(const LessonValue* borrowed) : m_borrowed(borrowed) {}
  explicit Held(LessonValue own) : m_own(std::move(own)) {}
  const LessonValue& operator*() const { return m_borrowed ? *m_borrowed : m_own; }
  const LessonValue* operator->() const { return &**this; }
  LessonValue take() && { return m_borrowed ? *m_borrowed : std::move(m_own); }

 private:
  const LessonValue* m_borrowed = nullptr;
  LessonValue m_own;
};

constexpr double kRounding = 1e-9;

double truth(bool holds) { return holds ? 1 : 0; }

/// Errors of `work` with the place of a node.
template <class Work>
auto placed(const ExpressionNode& node, const Work& work) {
  try {
    return work();
  } catch (const ExpressionError&) {
    throw;
  } catch (const Error& error) {
    throw ExpressionError(node.place, error.what());
  }
}

class ExpressionEvaluator {
 public:
  explicit ExpressionEvaluator(const LessonScope& scope, std::string* tie) : m_scope(&scope), m_tie(tie) {}

  Held value(const ExpressionNode& node) {
    return placed(node, [&] { return valueUnplaced(node); });
  }

 private:
  Held valueUnplaced(const ExpressionNode& node) {
    switch (node.kind) {
      case NodeKind::number:
        return Held(numberValue(node.number));
      case NodeKind::text:
        return Held(LessonValue(node.text));
      case NodeKind::name:
        return named(node);
      case NodeKind::sum:
      case NodeKind::product:
        return chain(node);
      case NodeKind::power:
        return Held(elementwise(array(node.children[0]), array(node.children[1]), m_budget,
                                [](double base, double exponent) { return std::pow(base, exponent); }));
      case NodeKind::negative:
        return Held(elementwise(array(node.children[0]), m_budget, [](double x) { return -x; }));
      case NodeKind::negation:
        return Held(elementwise(array(node.children[0]), m_budget, [](double x) { return truth(x == 0); }));
      case NodeKind::comparison:
        return comparison(node);
      case NodeKind::conjunction:
      case NodeKind::disjunction:
        return logic(node);
      case NodeKind::postfix:
        return postfix(node);
      case NodeKind::call:
        return call(node);
      case NodeKind::vector:
        return Held(LessonValue(row(node)));
      case NodeKind::matrix:
        return matrix(node);
      case NodeKind::stack:
        return stack(node);
      case NodeKind::at:
        return at(node);
      default:
        fail("this is no value");
    }
  }

  Held named(const ExpressionNode& node) {
    if (const LessonValue* found = m_scope->find(node.text)) return Held(found);
    failUnknownName(node.text, m_scope->names());
  }

  LessonArray array(const ExpressionNode& node) {
    Held held = value(node);
    requireNumbers(node, *held);
    return std::get<LessonArray>(std::move(held).take());
  }

  static void requireNumbers(const ExpressionNode& node, const LessonValue& value) {
    if (!std::holds_alternative<LessonArray>(value))
      throw ExpressionError(node.place, "this is " + describeValue(value) + ", expected numbers");
  }

  Held chain(const ExpressionNode& node) {
    LessonArray result = array(node.children[0]);
    for (std::size_t k = 1; k + 1 < node.children.size(); k += 2)
      result = combined(node.children[k].text.at(0), result, array(node.children[k + 1]));
    return Held(LessonValue(std::move(result)));
  }

  LessonArray combined(char sign, const LessonArray& a, const LessonArray& b) {
    switch (sign) {
      case '+':
        return elementwise(a, b, m_budget, [](double x, double y) { return x + y; });
      case '-':
        return elementwise(a, b, m_budget, [](double x, double y) { return x - y; });
      case '*':
        return elementwise(a, b, m_budget, [](double x, double y) { return x * y; });
      case '/':
        return elementwise(a, b, m_budget, [](double x, double y) { return x / y; });
      default:
        return matrixProduct(a, b, m_budget);
    }
  }

  Held comparison(const ExpressionNode& node) {
    const std::string& sign = node.children[1].text;
    const Held left = value(node.children[0]), right = value(node.children[2]);
    const auto *one = std::get_if<std::string>(&*left), *other = std::get_if<std::string>(&*right);
    if (one && other && (sign == "=" || sign == "!="))
      return Held(numberValue(truth((*one == *other) == (sign == "="))));
    requireNumbers(node.children[0], *left);
    requireNumbers(node.children[2], *right);
    const auto &a = std::get<LessonArray>(*left), &b = std::get<LessonArray>(*right);
    if (m_tie && sign != "=" && sign != "!=" && !isCount(node.children[0]) && !isCount(node.children[2])) noteTie(a, b);
    const auto compared = [&](auto holds) {
      return Held(LessonValue(elementwise(a, b, m_budget, [&](double x, double y) { return truth(holds(x, y)); })));
    };
    if (sign == "<") return compared(std::less<>{});
    if (sign == ">") return compared(std::greater<>{});
    if (sign == "<=") return compared(std::less_equal<>{});
    if (sign == ">=") return compared(std::greater_equal<>{});
    if (sign == "=") return compared(std::equal_to<>{});
    return compared(std::not_equal_to<>{});
  }

  static bool areClose(double a, double b) { return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b)); }

  /// Counts and places do not change a little.
  static bool isCount(const ExpressionNode& node) {
    static const std::set<std::string> kCounts = {"count", "len",   "size",   "argmax", "argmin",
                                                  "rank",  "order", "length", "where"};
    if (node.kind == NodeKind::postfix) return isCount(node.children[0]);
    return node.kind == NodeKind::call && kCounts.contains(node.text);
  }

  void noteTie(const LessonArray& a, const LessonArray& b) {
    elementwise(a, b, m_budget, [&](double x, double y) {
      if (areClose(x, y) && m_tie->empty()) *m_tie = "both sides of a comparison are " + numberText(numberValue(x), "");
      return 0.0;
    });
  }

  /// Of argmax and argmin: whether another element is as good.
  void noteRivals(const ExpressionNode& node, const LessonValue& value) {
    const auto* array = std::get_if<LessonArray>(&value);
    if ((node.text != "argmax" && node.text != "argmin") || !array || array->empty() || node.children.size() > 1)
      return;
    const auto [least, most] = std::minmax_element(array->begin(), array->end());
    const double best = node.text == "argmax" ? *most : *least;
    const auto rivals = std::count_if(array->begin(), array->end(), [&](double x) { return areClose(x, best); });
    if (rivals > 1 && m_tie->empty())
      *m_tie = node.text + " has " + std::to_string(rivals) + " equal values, " + numberText(numberValue(best), "");
  }

  /// A side is left out when the numbers before it decide.
  Held logic(const ExpressionNode& node) {
    const bool isAnd = node.kind == NodeKind::conjunction;
    LessonArray result = elementwise(array(node.children[0]), m_budget, [](double x) { return truth(x != 0); });
    for (std::size_t k = 2; k < node.children.size(); k += 2) {
      if (result.rank() == 0 && (result[0] == 0) == isAnd) break;
      result = elementwise(result, array(node.children[k]), m_budget,
                           [&](double x, double y) { return truth(isAnd ? x != 0 && y != 0 : x != 0 || y != 0); });
    }
    return Held(LessonValue(std::move(result)));
  }

  Held postfix(const ExpressionNode& node) {
    Held current = value(node.children[0]);
    const ExpressionNode& base = node.children[0];
    const std::string name = base.kind == NodeKind::name ? base.text : "the array";
    requireNumbers(base, *current);
    for (std::size_t k = 1; k < node.children.size(); ++k) {
      const ExpressionNode& part = node.children[k];
      const auto& whole = std::get<LessonArray>(*current);
      if (part.kind == NodeKind::transpose) {
        current = Held(LessonValue(transposed(whole, m_budget)));
        continue;
      }
      std::vector<IndexSlot> slots;
      for (std::size_t axis = 0; axis < part.children.size(); ++axis) slots.push_back(slot(part.children[axis]));
      current = Held(LessonValue(placed(part, [&] { return partOf(whole, slots, name, m_budget); })));
    }
    return current;
  }

  Index wholeNumber(const ExpressionNode& node, double number) const {
    const double rounded = std::round(number);
    if (!(std::abs(number - rounded) <= 1e-9) || std::abs(rounded) > 1e15)
      throw ExpressionError(node.place,
                            "an index is " + numberText(numberValue(number), "") + ", expected a whole number");
    return static_cast<Index>(rounded);
  }

  IndexSlot slot(const ExpressionNode& node) {
    if (node.kind == NodeKind::whole) return {{}, true, false};
    if (node.kind == NodeKind::range) return {placed(node, [&] { return rangeOf(node); }), false, false};
    const LessonArray indices = array(node);
    if (indices.rank() > 1)
      throw ExpressionError(node.place, "an index is " + describeValue(indices) + ", expected a number or a vector");
    IndexSlot slot{{}, false, indices.rank() == 0};
    for (const double index : indices) slot.indices.push_back(wholeNumber(node, index));
    return slot;
  }

  std::vector<Index> rangeOf(const ExpressionNode& node) {
    const Index from = single(node.children[0]), to = single(node.children[1]);
    m_budget.spend(std::max(0.0, static_cast<double>(to) - static_cast<double>(from) + 1));
    std::vector<Index> indices;
    for (Index k = from; k <= to; ++k) indices.push_back(k);
    return indices;
  }

  Index single(const ExpressionNode& node) {
    const LessonArray number = array(node);
    if (number.size() != 1)
      throw ExpressionError(node.place, "this is " + describeValue(number) + ", expected a number");
    return wholeNumber(node, number[0]);
  }

  Held call(const ExpressionNode& node) {
    const LessonFunction& function = nth(lessonFunctions(), node.function);
    if (!function.compute) return choice(node);
    std::vector<Held> held;
    for (const ExpressionNode& child : node.children) {
      if (child.kind == NodeKind::selection)
        held.emplace_back(LessonValue(selection(child)));
      else if (child.kind == NodeKind::group)
        held.emplace_back(LessonValue(row(child)));
      else
        held.push_back(value(child));
    }
    FunctionArguments arguments{{}, m_budget};
    for (const Held& one : held) arguments.values.push_back(&*one);
    if (m_tie && !held.empty()) noteRivals(node, *held[0]);
    try {
      return Held(function.compute(arguments));
    } catch (const Error& error) {
      throw ExpressionError(node.place, std::string(function.name) + ": " + error.what());
    }
  }

  /// if(c, a, b): only what is asked for where the condition is one number.
  Held choice(const ExpressionNode& node) {
    const LessonArray condition = array(node.children[0]);
    if (condition.rank() == 0) return value(node.children[condition[0] != 0 ? 1 : 2]);
    const LessonArray chosen = array(node.children[1]), other = array(node.children[2]);
    const Shape shape = broadcastShape(broadcastShape(condition.shape(), chosen.shape()), other.shape());
    m_budget.spend(static_cast<double>(elementCount(shape)));
    LessonArray result(shape, Untouched{});
    BroadcastOffsets first(condition.shape(), shape), second(chosen.shape(), shape), third(other.shape(), shape);
    for (Index k = 0; k < result.size(); ++k, first.next(), second.next(), third.next())
      result[k] = condition[first.offset()] != 0 ? chosen[second.offset()] : other[third.offset()];
    return Held(LessonValue(std::move(result)));
  }

  /// "rows 1 38 40..42": indices, in an array of that name.
  LessonArray selection(const ExpressionNode& node) {
    std::vector<double> indices;
    for (const ExpressionNode& child : node.children) {
      const std::vector<Index> some =
          child.kind == NodeKind::range ? rangeOf(child) : std::vector<Index>{single(child)};
      indices.insert(indices.end(), some.begin(), some.end());
    }
    return LessonArray({static_cast<Index>(indices.size())}, indices, node.text);
  }

  /// The numbers and vectors of a list, one behind the other.
  LessonArray row(const ExpressionNode& node) {
    std::vector<double> elements;
    for (const ExpressionNode& child : node.children) {
      const LessonArray element = array(child);
      if (element.rank() > 1)
        throw ExpressionError(child.place, "this is " + describeValue(element) + ", expected a number or a vector");
      m_budget.spend(static_cast<double>(element.size()));
      elements.insert(elements.end(), element.begin(), element.end());
    }
    return LessonArray({static_cast<Index>(elements.size())}, elements);
  }

  Held matrix(const ExpressionNode& node) {
    std::vector<double> elements;
    Index columns = 0;
    for (const ExpressionNode& child : node.children) {
      const LessonArray one = row(child);
      if (&child == &node.children.front()) columns = one.size();
      if (one.size() != columns)
        throw ExpressionError(child.place, "this row has " + std::to_string(one.size()) + " elements, the first has " +
                                               std::to_string(columns));
      elements.insert(elements.end(), one.begin(), one.end());
    }
    return Held(LessonValue(LessonArray({static_cast<Index>(node.children.size()), columns}, elements)));
  }

  Held stack(const ExpressionNode& node) {
    std::vector<double> elements;
    Shape shape;
    for (const ExpressionNode& child : node.children) {
      const LessonArray one = array(child);
      if (&child == &node.children.front()) shape = one.shape();
      if (one.shape() != shape)
        throw ExpressionError(child.place, "this is " + describeValue(one) + ", the first of the stack is " +
                                               describeValue(LessonArray(shape)));
      m_budget.spend(static_cast<double>(one.size()));
      elements.insert(elements.end(), one.begin(), one.end());
    }
    shape.insert(shape.begin(), static_cast<Index>(node.children.size()));
    return Held(LessonValue(LessonArray(shape, elements)));
  }

  Held at(const ExpressionNode& node) {
    LessonSettings settings;
    for (std::size_t k = 0; k + 1 < node.children.size(); ++k) {
      const ExpressionNode& child = node.children[k];
      SettingTarget target{child.text, {}};
      if (child.children.size() > 1)
        for (const ExpressionNode& index : child.children[0].children) target.indices.push_back(single(index));
      settings[settingKey(target)] = value(child.children.back()).take();
    }
    m_scopes.push_back(m_scope->at(settings));
    const LessonScope* const before = m_scope;
    m_scope = m_scopes.back().get();
    Held result = value(node.children.back());
    m_scope = before;
    return result;
  }

  const LessonScope* m_scope;
  std::string* m_tie;                                        ///< null: nobody asks
  std::vector<std::shared_ptr<const LessonScope>> m_scopes;  ///< of at(...): values of theirs are held
  OperationBudget m_budget;
};

}  // namespace

LessonValue evaluate(const ExpressionTree& tree, const LessonScope& scope, std::string* tie) {
  return ExpressionEvaluator(scope, tie).value(tree.root).take();
}

}  // namespace engine
