// What holds for any expression: printed and read again it has the same value; broadcasting is a loop over indices.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "engine/lessons/expression/ArrayMath.h"
#include "tests/engine/lessons/expression/Evaluated.h"

using namespace engine;
using namespace engine::test;

namespace expression_property_test {

/// Text of an expression with what it is worth, made level by level, loosest operators first.
struct Written {
  std::string text;
  double value;
  double size;  ///< of the same with all signs +, by which roundings are judged
};

std::string blanks() { return std::string(*rc::gen::inRange<std::size_t>(0, 3), ' '); }

Written sumOfProducts(int depth);

Written atom(int depth) {
  const int kind = *rc::gen::inRange(0, depth > 0 ? 4 : 1);
  if (kind == 0) {
    const int tenths = *rc::gen::inRange(0, 100);
    const std::string text = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
    return {text, std::stod(text), std::stod(text)};
  }
  const Written inner = sumOfProducts(depth - 1);
  // A number alone in brackets is a vector of one.
  const bool isAlone = inner.text.find_first_not_of("0123456789.−") == std::string::npos;
  if (kind == 1) return {"(" + blanks() + (isAlone ? "1*" : "") + inner.text + blanks() + ")", inner.value, inner.size};
  if (kind == 2) return {"abs(" + inner.text + ")", std::abs(inner.value), inner.size};
  return {"[7" + std::string(" ") + "(" + inner.text + ")][1" + blanks() + ",2]", inner.value, inner.size};
}

Written powered(int depth) {
  const Written base = atom(depth);
  if (*rc::gen::inRange(0, 4) != 0) return base;
  return {base.text + blanks() + "^" + blanks() + "2", std::pow(base.value, 2), std::pow(base.size, 2)};
}

Written signedPower(int depth) {
  const Written power = powered(depth);
  return *rc::gen::inRange(0, 5) == 0 ? Written{"−" + power.text, -power.value, power.size} : power;
}

Written product(int depth) {
  Written result = signedPower(depth);
  for (int k = *rc::gen::inRange(0, 3); k > 0; --k) {
    const Written next = signedPower(depth);
    result = {result.text + blanks() + "*" + blanks() + next.text, result.value * next.value, result.size * next.size};
  }
  return result;
}

/// Signs have blanks on both sides, or on none, so that brackets list no more elements than one.
Written sumOfProducts(int depth) {
  Written result = product(depth);
  for (int k = *rc::gen::inRange(0, 3); k > 0; --k) {
    const Written next = product(depth);
    const bool isMinus = *rc::gen::arbitrary<bool>();
    const std::string blank = *rc::gen::arbitrary<bool>() ? " " : "";
    result = {result.text + blank + (isMinus ? "-" : "+") + blank + next.text,
              isMinus ? result.value - next.value : result.value + next.value, result.size + next.size};
  }
  return result;
}

RC_GTEST_PROP(ExpressionProperty, WhatIsPrintedIsReadAgain, ()) {
  const Written written = sumOfProducts(3);
  RC_LOG(written.text);
  RC_ASSERT(!(std::abs(numberOf(written.text) - written.value) > 1e-12 * written.size));
}

RC_GTEST_PROP(ExpressionProperty, AnyTextIsReadOrHasAPlace, (const std::vector<unsigned char>& picks)) {
  static const char* const kPieces[] = {"1",  "2.5", "A",      "x",   "(",     ")",    "[",    "]",     "{",    "}",
                                        ",",  ";",   ":",      "..",  "=",     "+",    "-",    "−",     "*",    "/",
                                        "@",  "^",   "'",      "<",   "≥",     "and ", "not ", " ",     "sum(", "at(",
                                        "T=", "\"",  "range(", "if(", "rows ", "e",    "\n",   "order("};
  std::string text;
  for (const unsigned char pick : picks) text += kPieces[pick % std::size(kPieces)];
  LessonProblems problems;
  const auto parsed = LessonExpression::parse(text, {1, 1}, problems);
  RC_ASSERT(parsed.has_value() != problems.hasErrors());
  for (const LessonProblem& problem : problems.sorted()) RC_ASSERT(problem.place.line > 0 && problem.place.column > 0);
  if (!parsed) return;
  try {
    parsed->value(someNames());
  } catch (const Error&) {
    // Only these may come.
  }
}

Shape randomShape() {
  Shape shape(*rc::gen::inRange<std::size_t>(0, 4));
  for (Index& length : shape) length = *rc::gen::inRange<Index>(0, 4);
  return shape;
}

/// The shape with some axes of length 1 or left out in front, which broadcasts to it.
Shape narrowed(const Shape& shape) {
  Shape narrow(shape.begin() + static_cast<std::ptrdiff_t>(*rc::gen::inRange<std::size_t>(0, shape.size() + 1)),
               shape.end());
  for (Index& length : narrow)
    if (*rc::gen::arbitrary<bool>()) length = 1;
  return narrow;
}

LessonArray counted(const Shape& shape, double first) {
  LessonArray array(shape, 0.0);
  for (Index k = 0; k < array.size(); ++k) array[k] = first + static_cast<double>(k);
  return array;
}

/// The element at the last axes' indices, those of axes of length 1 taken as 0.
double elementAt(const LessonArray& array, const std::vector<Index>& indices) {
  Index flat = 0;
  const std::size_t skipped = indices.size() - array.shape().size();
  for (std::size_t axis = 0; axis < array.shape().size(); ++axis)
    flat = flat * array.shape()[axis] + (array.shape()[axis] == 1 ? 0 : indices[axis + skipped]);
  return array[flat];
}

RC_GTEST_PROP(ExpressionProperty, BroadcastingIsALoopOverIndices, ()) {
  const Shape shape = randomShape();
  const LessonArray a = counted(shape, 1), b = counted(narrowed(shape), 100);
  const NamedValues scope({{"a", a}, {"b", b}});
  const LessonArray one = arrayOf("a - 3 * b", scope), other = arrayOf("b - 3 * a", scope);
  RC_ASSERT(one.shape() == broadcastShape(a.shape(), b.shape()));
  RC_ASSERT(other.shape() == one.shape());
  for (Index k = 0; k < one.size(); ++k) {
    std::vector<Index> indices(one.shape().size());
    Index flat = k;
    for (std::size_t axis = indices.size(); axis-- > 0; flat /= one.shape()[axis])
      indices[axis] = flat % one.shape()[axis];
    RC_ASSERT(one[k] == elementAt(a, indices) - 3 * elementAt(b, indices));
    RC_ASSERT(other[k] == elementAt(b, indices) - 3 * elementAt(a, indices));
  }
}

RC_GTEST_PROP(ExpressionProperty, ProductsAreSumsOverTheInnerAxis, ()) {
  const Index rows = *rc::gen::inRange<Index>(0, 5), inner = *rc::gen::inRange<Index>(0, 5);
  const Index columns = *rc::gen::inRange<Index>(0, 5);
  const LessonArray a = counted({rows, inner}, -3), b = counted({inner, columns}, 2);
  const LessonArray c = arrayOf("a @ b", NamedValues({{"a", a}, {"b", b}}));
  RC_ASSERT(c.shape() == (Shape{rows, columns}));
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) {
      double sum = 0;
      for (Index k = 0; k < inner; ++k) sum += a(i, k) * b(k, j);
      RC_ASSERT(c(i, j) == sum);
    }
}

}  // namespace expression_property_test
