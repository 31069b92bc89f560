#include "engine/lessons/formula/FormulaValue.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

#include "engine/lessons/formula/FailAt.h"
#include "engine/lessons/formula/FormulaEvaluator.h"

namespace engine {

namespace {

using enum FormulaKind;

FormulaMatrix oneNumber(double value) { return FormulaMatrix::Constant(1, 1, value); }
bool isNumber(const FormulaMatrix& value) { return value.size() == 1; }

FormulaMatrix product(const FormulaMatrix& left, const FormulaMatrix& right, LessonPlace place) {
  if (isNumber(left)) return left(0, 0) * right;
  if (isNumber(right)) return left * right(0, 0);
  if (left.cols() != right.rows())
    failAt(place, "a product of ", left.rows(), " × ", left.cols(), " and ", right.rows(), " × ", right.cols(),
           " numbers: the lengths between do not agree");
  return left * right;
}

FormulaMatrix softmaxOfRows(FormulaMatrix scores) {
  const bool isColumn = scores.cols() == 1;
  if (isColumn) scores.transposeInPlace();
  for (Index row = 0; row < scores.rows(); ++row) {
    const Eigen::ArrayXd weights = (scores.row(row).array() - scores.row(row).maxCoeff()).exp();
    scores.row(row) = (weights / weights.sum()).matrix().transpose();
  }
  if (isColumn) scores.transposeInPlace();
  return scores;
}

FormulaMatrix applied(const std::string& name, const FormulaMatrix& of, LessonPlace place) {
  if (name == "softmax") return of.size() == 0 ? of : softmaxOfRows(of);
  if (name == "trace") return oneNumber(of.trace());
  const auto each = [&](auto function) { return FormulaMatrix(of.unaryExpr(function)); };
  if (name == "exp") return each([](double x) { return std::exp(x); });
  if (name == "log" || name == "ln") return each([](double x) { return std::log(x); });
  if (name == "tanh") return each([](double x) { return std::tanh(x); });
  if (name == "cos") return each([](double x) { return std::cos(x); });
  if (name == "sin") return each([](double x) { return std::sin(x); });
  if (name == "softplus") return each([](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); });
  if (name == "sigmoid") return each([](double x) { return 1 / (1 + std::exp(-x)); });
  if (name == "relu") return each([](double x) { return std::max(x, 0.0); });
  failAt(place, "\\", name, " cannot be computed");
}

bool holds(const FormulaTree& relation, const FormulaMatrix& left, const FormulaMatrix& right) {
  const std::string& name = relation->text;
  if (left.rows() != right.rows() || left.cols() != right.cols())
    failAt(relation->place, "compares ", left.rows(), " × ", left.cols(), " with ", right.rows(), " × ", right.cols(),
           " numbers");
  const auto a = left.array(), b = right.array();
  if (name == "=" || name == "equiv") return (a == b).all();
  if (name == "neq") return (a != b).any();
  if (name == "<") return (a < b).all();
  if (name == ">") return (a > b).all();
  if (name == "le") return (a <= b).all();
  if (name == "ge") return (a >= b).all();
  if (name == "approx") return ((a - b).abs() <= 1e-3 * a.abs().max(b.abs())).all();
  failAt(relation->place, "\"", name, "\" cannot be computed: the block needs the line \"plain\"");
}

double choose(double n, double k) {
  return std::round(std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)));
}
FormulaMatrix quotient(const FormulaMatrix& left, const FormulaMatrix& right, LessonPlace place) {
  if (!isNumber(right)) failAt(place, "divides by ", right.rows(), " × ", right.cols(), " numbers");
  return left / right(0, 0);
}
FormulaMatrix elementwise(const FormulaMatrix& left, const FormulaMatrix& right, LessonPlace place) {
  if (left.rows() != right.rows() || left.cols() != right.cols()) failAt(place, "\\odot of different shapes");
  return left.cwiseProduct(right);
}

/// Computes at some values of the indices.
class Evaluator {
 public:
  Evaluator(const FormulaContext& context, FormulaIndices at) : m_context(context), m_at(std::move(at)) {}

  /// Terms added up; truth where relations or commas stand between them.
  FormulaMatrix row(FormulaSpan nodes) {
    const std::vector<FormulaTerm> terms = termsOf(nodes);
    std::vector<FormulaMatrix> sides;
    std::vector<FormulaTree> relations;
    for (const FormulaTerm& term : terms) addTerm(term, sides, relations);
    if (relations.empty()) return sides.back();
    for (std::size_t i = 0; i < relations.size(); ++i)
      if (relations[i]->kind == operation && !holds(relations[i], sides[i], sides[i + 1])) return oneNumber(0);
    return oneNumber(1);
  }

  FormulaMatrix node(const FormulaTree& tree) {
    if (!tree) return oneNumber(0);
    if (const auto found = m_context.occurrence(tree)) return powered(bound(*found, tree), found->above);
    switch (tree->kind) {
      case FormulaKind::row:
        return row(tree->children);
      case symbol:
        return letter(*tree);
      case FormulaKind::number:
        return oneNumber(std::strtod(tree->text.c_str(), nullptr));
      case scripts:
        return withScripts(*tree);
      case fraction:
        return quotient(node(tree->children[0]), node(tree->children[1]), tree->place);
      case binomial:
        return oneNumber(choose(scalar(tree->children[0]), scalar(tree->children[1])));
      case root: {
        const double degree = tree->children[1] ? scalar(tree->children[1]) : 2;
        const double of = scalar(tree->children[0]);
        return oneNumber(degree == 2 ? std::sqrt(of) : std::pow(of, 1 / degree));
      }
      case fenced:
        return inBrackets(spanOf(tree->children[0]), tree->text.substr(0, tree->text.find(' ')));
      case brace:
      case mark:
      case color:
        return node(tree->children[0]);
      case styled:
        if (tree->text != "text") return node(tree->children[0]);
        break;
      case table:
        return cells(*tree);
      default:
        break;
    }
    failAt(tree->place, "\"", tree->text, "\" cannot be computed: the block needs the line \"plain\"");
  }

 private:
  void addTerm(const FormulaTerm& term, std::vector<FormulaMatrix>& sides, std::vector<FormulaTree>& relations) {
    double sign = 1;
    bool isNew = sides.empty();
    for (const FormulaTree& before : term.signs) {
      if (before->text == "-")
        sign = -sign;
      else if (before->text != "+") {
        if (sides.empty()) failAt(before->place, "expected something before \"", before->text, "\"");
        relations.push_back(before);
        isNew = true;
      }
    }
    FormulaMatrix value = sign * this->term(term.nodes, term.signs.empty() ? LessonPlace{} : term.signs.back()->place);
    if (isNew) {
      sides.push_back(std::move(value));
      return;
    }
    FormulaMatrix& sum = sides.back();
    if (isNumber(sum) && !isNumber(value)) sum = FormulaMatrix::Constant(value.rows(), value.cols(), sum(0, 0));
    if (isNumber(value) && !isNumber(sum)) value = FormulaMatrix::Constant(sum.rows(), sum.cols(), value(0, 0));
    if (sum.rows() != value.rows() || sum.cols() != value.cols())
      failAt(term.signs.back()->place, "a sum of ", sum.rows(), " × ", sum.cols(), " and ", value.rows(), " × ",
             value.cols(), " numbers");
    sum += value;
  }

  FormulaMatrix term(FormulaSpan nodes, LessonPlace after) {
    FormulaMatrix result;
    for (const FormulaFactor& factor : factorsOf(nodes, m_context)) {
      const FormulaSpan span = nodes.subspan(factor.from, factor.count);
      FormulaMatrix value = this->factor(span);
      if (result.size() == 0) {
        result = std::move(value);
        continue;
      }
      const std::string join = factor.joined ? factor.joined->text : "";
      const LessonPlace place = factor.joined ? factor.joined->place : span[0]->place;
      if (join == "/")
        result = quotient(result, value, place);
      else if (join == "odot")
        result = elementwise(result, value, place);
      else if (join.empty() || join == "cdot" || join == "times")
        result = product(result, value, place);
      else
        failAt(place, "\"\\", join, "\" cannot be computed: the block needs the line \"plain\"");
    }
    if (result.size() == 0)
      failAt(nodes.empty() || !nodes[0] ? after : nodes[0]->place, "expected something to compute");
    return result;
  }

  FormulaMatrix factor(FormulaSpan span) {
    const FormulaTree& last = span.back();
    if (span.size() > 1 && last && last->kind == punctuation && last->text == "!") {
      const FormulaMatrix of = factor(span.first(span.size() - 1));
      if (!isNumber(of)) failAt(last->place, "a factorial of more than one number");
      return oneNumber(std::tgamma(of(0, 0) + 1));
    }
    if (const FormulaNode* sign = headOf(span[0], large)) return largeSign(*sign, span);
    if (const std::string name = functionName(span[0], m_context); !name.empty()) return called(name, span);
    if (!isOpening(span[0])) return node(span[0]);
    const FormulaMatrix inner = inBrackets(span.subspan(1, span.size() - 2), span[0]->text);
    return last->kind == scripts ? powered(inner, last->children[2]) : inner;
  }

  /// What stands in brackets: a condition in [ ] counts 1 or 0 (Iverson).
  FormulaMatrix inBrackets(FormulaSpan inner, const std::string& open) {
    FormulaMatrix value = row(inner);
    if (open == "Vert") return oneNumber(value.norm());
    if (open == "|") return value.cwiseAbs();
    return value;
  }

  FormulaMatrix called(const std::string& name, FormulaSpan span) {
    const FormulaTree& head = span[0];
    const FormulaSpan argument = span.subspan(1);
    if (argument.empty()) failAt(head->place, "expected what \"", name, "\" is of");
    FormulaMatrix result = applied(name, term(argument, head->place), head->place);
    if (head->kind != scripts) return result;
    if (head->children[1]) result /= std::log(scalar(head->children[1]));  // the base of a logarithm
    return powered(result, head->children[2]);
  }

  FormulaMatrix largeSign(const FormulaNode& sign, FormulaSpan span) {
    const FormulaSpan body = span.subspan(1);
    if (sign.text == "det") return oneNumber(determinant(body, span[0]->place));
    if (span[0]->kind != scripts) return overList(sign, body);
    if (sign.text == "int" || sign.text == "lim")
      failAt(sign.place, "\"\\", sign.text, "\" cannot be computed: the block needs the line \"plain\"");
    const std::vector<FormulaIndices> places = placesOfRuns(span[0], body, m_context, m_at);
    const FormulaTree below = span[0]->children[1];
    FormulaMatrix result;
    double best = 0;
    for (const FormulaIndices& place : places) {
      const FormulaMatrix value = Evaluator(m_context, place).term(body, span[0]->place);
      if (result.size() == 0)
        result = sign.text == "argmax" ? oneNumber(0) : value;
      else if (sign.text == "sum")
        result += value;
      else if (sign.text == "prod")
        result = product(result, value, sign.place);
      else if (sign.text == "max")
        result = result.cwiseMax(value);
      else if (sign.text == "min")
        result = result.cwiseMin(value);
      if (sign.text != "argmax") continue;
      if (!isNumber(value)) failAt(sign.place, "\\argmax of more than one number");
      const FormulaRun run = runsOf(span[0], body, m_context, m_at).front();
      if (result(0, 0) == 0 || value(0, 0) > best) {
        best = value(0, 0);
        result = oneNumber(static_cast<double>(place.at(run.index)));
      }
    }
    if (result.size() > 0) return result;
    if (sign.text == "sum" || sign.text == "prod") return oneNumber(sign.text == "sum" ? 0 : 1);
    failAt(sign.place, "\\", sign.text, " of nothing");
  }

  double determinant(FormulaSpan body, LessonPlace place) {
    const FormulaMatrix of = term(body, place);
    if (of.rows() != of.cols()) failAt(place, "a determinant of ", of.rows(), " × ", of.cols(), " numbers");
    return of.determinant();
  }

  /// \max(a, b, ...)
  FormulaMatrix overList(const FormulaNode& sign, FormulaSpan body) {
    if (body.empty() || (sign.text != "max" && sign.text != "min"))
      failAt(sign.place, "expected below \"\\", sign.text, "\" what it runs over, as in \\", sign.text, "_{k}");
    FormulaSpan inner = body;
    if (isOpening(body[0]))
      inner = body.subspan(1, body.size() - 2);
    else if (body[0]->kind == fenced)
      inner = spanOf(body[0]->children[0]);
    double best =
        sign.text == "max" ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    std::size_t from = 0;
    const auto take = [&](std::size_t end) {
      const FormulaMatrix value = row(inner.subspan(from, end - from));
      best = sign.text == "max" ? std::max(best, value.maxCoeff()) : std::min(best, value.minCoeff());
      from = end + 1;
    };
    for (std::size_t i = 0; i < inner.size(); ++i) {
      if (inner[i] && isOpening(inner[i]))
        i += bracketCount(inner, i) - 1;
      else if (inner[i] && inner[i]->kind == punctuation && inner[i]->text == ",")
        take(i);
    }
    take(inner.size());
    return oneNumber(best);
  }

  FormulaMatrix bound(const FormulaOccurrence& found, const FormulaTree& tree) {
    const LessonArray& values = found.symbol->values;
    const std::vector<Index> indices = indicesOf(found, m_context, m_at);
    const Index leftOut = axesLeftOut(found), given = leftOut + static_cast<Index>(indices.size());
    const Index open = values.rank() - given;
    if (open > 2)
      failAt(tree->place, found.symbol->name, " has ", values.rank(), " axes, found ", indices.size(), " indices");
    Index flat = 0;
    for (std::size_t i = 0; i < indices.size(); ++i)
      flat = flat * values.length(leftOut + static_cast<Index>(i)) + indices[i] - 1;
    // A vector is a column.
    const Index rows = open > 0 ? values.length(given) : 1, columns = open > 1 ? values.length(given + 1) : 1;
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return m_context.read(Eigen::Map<const RowMajor>(values.data() + flat * rows * columns, rows, columns));
  }

  FormulaMatrix letter(const FormulaNode& node) {
    if (const auto index = m_at.find(node.text); index != m_at.end())
      return oneNumber(static_cast<double>(index->second));
    if (node.text == "pi") return oneNumber(std::numbers::pi);
    if (node.text == "e") return oneNumber(std::numbers::e);
    if (node.text == "infty") return oneNumber(std::numeric_limits<double>::infinity());
    std::string known;
    for (const BoundSymbol& symbol : m_context.symbols()) known.append(known.empty() ? "" : ", ").append(symbol.name);
    failAt(node.place, "symbol \"", node.text, "\" is not bound (", known.empty() ? "nothing" : known, " is)");
  }

  FormulaMatrix withScripts(const FormulaNode& tree) {
    if (tree.children[1]) failAt(tree.place, "symbol \"", symbolName(tree.children[0]), "\" is not bound");
    return powered(node(tree.children[0]), tree.children[2]);
  }

  FormulaMatrix powered(const FormulaMatrix& base, const FormulaTree& above) {
    if (!above) return base;
    const bool isT = above->kind == symbol && above->text == "T" && !m_context.find("T") && !m_at.contains("T");
    if (isT || (above->kind == symbol && above->text == "top")) return base.transpose();
    const double exponent = scalar(above);
    if (isNumber(base)) return oneNumber(std::pow(base(0, 0), exponent));
    if (exponent == -1 && base.rows() == base.cols()) return base.inverse();
    if (exponent == 2 && base.rows() == base.cols()) return base * base;
    failAt(above->place, "a power of ", base.rows(), " × ", base.cols(), " numbers");
  }

  FormulaMatrix cells(const FormulaNode& table) {
    if (table.text == "aligned") failAt(table.place, "aligned lines cannot be computed: write one formula a line");
    if (table.text == "cases") return byCases(table);
    const auto columns = static_cast<Index>(table.columns);
    FormulaMatrix values(static_cast<Index>(table.children.size()) / columns, columns);
    for (std::size_t i = 0; i < table.children.size(); ++i)
      values(static_cast<Index>(i) / columns, static_cast<Index>(i) % columns) = scalar(table.children[i]);
    return values;
  }

  /// The first line whose condition holds; "\text{if}" is passed over, "\text{otherwise}" and nothing always hold.
  FormulaMatrix byCases(const FormulaNode& table) {
    const auto columns = static_cast<std::size_t>(table.columns);
    for (std::size_t i = 0; i < table.children.size(); i += columns) {
      std::vector<FormulaTree> condition;
      if (columns > 1)
        for (const FormulaTree& part : spanOf(table.children[i + 1]))
          if (part && part->kind != space && !(part->kind == styled && part->text == "text")) condition.push_back(part);
      if (condition.empty() || row(condition)(0, 0) != 0) return node(table.children[i]);
    }
    failAt(table.place, "none of the cases holds");
  }

  double scalar(const FormulaTree& tree) {
    const FormulaMatrix value = node(tree);
    if (!isNumber(value)) failAt(tree->place, "expected a number, found ", value.rows(), " × ", value.cols());
    return value(0, 0);
  }

  const FormulaContext& m_context;
  FormulaIndices m_at;
};

}  // namespace

FormulaMatrix formulaValue(const FormulaTree& tree, const FormulaContext& context, const FormulaIndices& at) {
  if (!tree) failAt({}, "expected something to compute");
  if (tree->kind == FormulaKind::row) return Evaluator(context, at).row(tree->children);
  // Through a row, so that a function or sign alone is told as such.
  return Evaluator(context, at).row(FormulaSpan(&tree, 1));
}

}  // namespace engine
