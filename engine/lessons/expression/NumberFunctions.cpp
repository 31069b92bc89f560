// Functions of single numbers, sums, and of rows as shares. Axes count from 1; without one all elements count.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/lessons/expression/ArrayMath.h"
#include "engine/lessons/expression/AxisLines.h"
#include "engine/lessons/expression/Functions.h"

namespace engine {

namespace {

using Arguments = FunctionArguments;

template <double (*Function)(double)>
LessonValue applied(const Arguments& arguments) {
  return elementwise(arguments.array(0), arguments.budget, Function);
}

double absolute(double x) { return std::abs(x); }
double power(double x) { return std::exp(x); }
double logarithm(double x) { return std::log(x); }
double binaryLogarithm(double x) { return std::log2(x); }
double root(double x) { return std::sqrt(x); }
double hyperbolicTangent(double x) { return std::tanh(x); }
double sine(double x) { return std::sin(x); }
double cosine(double x) { return std::cos(x); }
double arcTangent(double x) { return std::atan(x); }
/// log(1 + e^x) without overflow.
double softened(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

/// One number of every line along the axis of argument 2, or of all elements. Reduce: double(const AxisLine&).
template <class Reduce>
LessonValue reduced(const Arguments& arguments, const Reduce& reduce) {
  const LessonArray& array = arguments.array(0);
  arguments.budget.spend(static_cast<double>(array.size()));
  if (arguments.size() == 1) return numberValue(reduce(AxisLine{array.data(), array.size(), 1}));
  const AxisLines lines(array, arguments.index(1));
  LessonArray result(lines.outerShape(), Untouched{});
  for (Index k = 0; k < result.size(); ++k) result[k] = reduce(lines.line(k));
  return result;
}

double sumOf(const AxisLine& line) {
  double sum = 0;
  for (Index k = 0; k < line.length; ++k) sum += line[k];
  return sum;
}

Index placeOfLargest(const AxisLine& line, double sign) {
  if (line.length == 0) fail("there is nothing among no numbers");
  Index best = 0;
  for (Index k = 1; k < line.length; ++k)
    if (sign * line[k] > sign * line[best] || (std::isnan(line[best]) && !std::isnan(line[k]))) best = k;
  return best;
}

LessonValue sum(const Arguments& arguments) { return reduced(arguments, sumOf); }
LessonValue mean(const Arguments& arguments) {
  return reduced(arguments, [](const AxisLine& line) {
    if (line.length == 0) fail("there is no mean of no numbers");
    return sumOf(line) / static_cast<double>(line.length);
  });
}
LessonValue largest(const Arguments& arguments) {
  return reduced(arguments, [](const AxisLine& line) { return line[placeOfLargest(line, 1)]; });
}
LessonValue smallest(const Arguments& arguments) {
  return reduced(arguments, [](const AxisLine& line) { return line[placeOfLargest(line, -1)]; });
}
LessonValue count(const Arguments& arguments) {
  return reduced(arguments, [](const AxisLine& line) {
    double found = 0;
    for (Index k = 0; k < line.length; ++k) found += line[k] != 0 ? 1 : 0;
    return found;
  });
}

/// The index of the extreme; of several axes an index for each.
LessonValue placeOfExtreme(const Arguments& arguments, double sign) {
  const LessonArray& array = arguments.array(0);
  if (arguments.size() == 2 || array.rank() <= 1)
    return reduced(arguments,
                   [&](const AxisLine& line) { return static_cast<double>(placeOfLargest(line, sign) + 1); });
  arguments.budget.spend(static_cast<double>(array.size()));
  Index flat = placeOfLargest(AxisLine{array.data(), array.size(), 1}, sign);
  LessonArray indices({array.rank()}, 0.0);
  for (Index axis = array.rank(); axis-- > 0; flat /= array.length(axis))
    indices[axis] = static_cast<double>(flat % array.length(axis) + 1);
  return indices;
}
LessonValue argmax(const Arguments& arguments) { return placeOfExtreme(arguments, 1); }
LessonValue argmin(const Arguments& arguments) { return placeOfExtreme(arguments, -1); }

/// Bits of the shares of every row, as engine/analysis/MATHEMATICS.md 3.1 says.
LessonValue entropy(const Arguments& arguments) {
  const LessonArray& array = arguments.array(0);
  if (array.rank() == 0) fail("expected a row of shares, found a number");
  arguments.budget.spend(static_cast<double>(array.size()));
  const AxisLines rows(array, array.rank());
  LessonArray bits(rows.outerShape(), Untouched{});
  for (Index k = 0; k < bits.size(); ++k) {
    const AxisLine row = rows.line(k);
    double total = 0, weighted = 0;
    for (Index j = 0; j < row.length; ++j) {
      if (row[j] < 0) fail("a share is negative: ", row[j]);
      total += row[j];
      if (row[j] > 0) weighted += row[j] * std::log2(row[j]);
    }
    bits[k] = total > 0 ? std::log2(total) - weighted / total : 0;
  }
  return bits;
}

/// Of every row.
LessonValue softmax(const Arguments& arguments) {
  const LessonArray& array = arguments.array(0);
  if (array.rank() == 0) fail("expected a row of scores, found a number");
  arguments.budget.spend(2 * static_cast<double>(array.size()));
  LessonArray shares(array.shape(), Untouched{});
  const Index columns = array.length(array.rank() - 1);
  for (Index begin = 0; begin < array.size(); begin += columns) {
    const double top = *std::max_element(array.data() + begin, array.data() + begin + columns);
    double total = 0;
    for (Index k = begin; k < begin + columns; ++k) total += shares[k] = std::exp(array[k] - top);
    for (Index k = begin; k < begin + columns; ++k) shares[k] /= total;
  }
  return shares;
}

LessonValue dot(const Arguments& arguments) {
  const LessonArray &a = arguments.array(0), &b = arguments.array(1);
  if (a.rank() != 1 || a.shape() != b.shape())
    fail("expected two vectors of one length, found ", describeValue(a), " and ", describeValue(b));
  arguments.budget.spend(static_cast<double>(a.size()));
  double sum = 0;
  for (Index k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return numberValue(sum);
}

LessonValue norm(const Arguments& arguments) {
  return reduced(arguments, [](const AxisLine& line) {
    double squares = 0;
    for (Index k = 0; k < line.length; ++k) squares += line[k] * line[k];
    return std::sqrt(squares);
  });
}

const LessonArray& squareMatrix(const Arguments& arguments) {
  const LessonArray& matrix = arguments.array(0);
  if (matrix.rank() != 2 || matrix.length(0) != matrix.length(1))
    fail("expected a square matrix, found ", describeValue(matrix));
  return matrix;
}

LessonValue determinant(const Arguments& arguments) {
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const LessonArray& matrix = squareMatrix(arguments);
  const Index length = matrix.length(0);
  arguments.budget.spend(static_cast<double>(length) * static_cast<double>(matrix.size()));
  if (length == 0) return numberValue(1);
  return numberValue(Eigen::Map<const Matrix>(matrix.data(), length, length).determinant());
}

LessonValue trace(const Arguments& arguments) {
  const LessonArray& matrix = squareMatrix(arguments);
  double sum = 0;
  for (Index k = 0; k < matrix.length(0); ++k) sum += matrix(k, k);
  return numberValue(sum);
}

}  // namespace

std::vector<LessonFunction> numberFunctions() {
  return {{"sum", 1, 2, "sum(x) or sum(x, axis)", sum},
          {"mean", 1, 2, "mean(x) or mean(x, axis)", mean},
          {"max", 1, 2, "max(x) or max(x, axis)", largest},
          {"min", 1, 2, "min(x) or min(x, axis)", smallest},
          {"argmax", 1, 2, "argmax(x) or argmax(x, axis)", argmax},
          {"argmin", 1, 2, "argmin(x) or argmin(x, axis)", argmin},
          {"count", 1, 2, "count(condition) or count(condition, axis)", count},
          {"entropy", 1, 1, "entropy(rows)", entropy},
          {"softmax", 1, 1, "softmax(rows)", softmax},
          {"dot", 2, 2, "dot(x, y)", dot},
          {"norm", 1, 2, "norm(x) or norm(x, axis)", norm},
          {"det", 1, 1, "det(matrix)", determinant},
          {"trace", 1, 1, "trace(matrix)", trace},
          {"abs", 1, 1, "abs(x)", applied<absolute>},
          {"exp", 1, 1, "exp(x)", applied<power>},
          {"log", 1, 1, "log(x)", applied<logarithm>},
          {"log2", 1, 1, "log2(x)", applied<binaryLogarithm>},
          {"sqrt", 1, 1, "sqrt(x)", applied<root>},
          {"tanh", 1, 1, "tanh(x)", applied<hyperbolicTangent>},
          {"sin", 1, 1, "sin(x)", applied<sine>},
          {"cos", 1, 1, "cos(x)", applied<cosine>},
          {"atan", 1, 1, "atan(x)", applied<arcTangent>},
          {"softplus", 1, 1, "softplus(x)", applied<softened>}};
}

}  // namespace engine
