// What is wrong with expressions, and where.
#include <gtest/gtest.h>

#include "tests/engine/lessons/expression/Evaluated.h"

using namespace engine;
using namespace engine::test;

namespace expression_error_test {

TEST(ExpressionError, GrammarTellsThePlace) {
  EXPECT_EQ(problemOf(""), "3:5 expected a number, a name or a bracket, but the expression ends here");
  EXPECT_EQ(problemOf("1 +"), "3:8 expected a number, a name or a bracket, but the expression ends here");
  EXPECT_EQ(problemOf("(1 2"), "3:9 expected \")\", but the expression ends here");
  EXPECT_EQ(problemOf("A[1,"), "3:9 expected an index, a range such as 2..4, or \":\", but the expression ends here");
  EXPECT_EQ(problemOf("2x"), "3:6 a number is followed by a letter; write 2*x for a product, found \"x\"");
  EXPECT_EQ(problemOf("a b"), "3:7 expected an operator or the end, found \"b\"");
  EXPECT_EQ(problemOf("1 < 2 < 3"), "3:11 expected an operator or the end, found \"< 3\"");
  EXPECT_EQ(problemOf("\"abc"), "3:9 the text lacks its closing quotation mark, but the expression ends here");
  EXPECT_EQ(problemOf("at(T 2: x)"), "3:10 expected \"=\" in the setting, found \"2: x)\"");
  EXPECT_EQ(problemOf("at(T=2 x)"), "3:12 expected \",\" or \":\" behind the setting, found \"x)\"");
}

TEST(ExpressionError, ColumnsAreCharactersAndLinesGoOn) {
  EXPECT_EQ(problemOf("α − β + $"), "3:13 expected a number, a name or a bracket, found \"$\"");
  EXPECT_EQ(problemOf("a +\n  $"), "4:3 expected a number, a name or a bracket, found \"$\"");
}

TEST(ExpressionError, FunctionsAreKnownAndHaveTheirArguments) {
  EXPECT_TRUE(
      problemOf("1 + summ(x)").starts_with("3:9 there is no function \"summ\", did you mean \"sum\"? (known: at, if, "))
      << problemOf("1 + summ(x)");
  EXPECT_TRUE(problemOf("column(x, 1)").find(", argmax, ") != std::string::npos) << problemOf("column(x, 1)");
  EXPECT_EQ(problemOf("sum()"), "3:5 expected sum(x) or sum(x, axis), found 0 arguments");
  EXPECT_EQ(problemOf("if(1, 2)"), "3:5 expected if(condition, then, else), found 2 arguments");
}

TEST(ExpressionError, DepthAndLengthAreBounded) {
  EXPECT_EQ(problemOf(std::string(30, '(') + "1" + std::string(30, ')')), "");
  EXPECT_NE(problemOf(std::string(10000, '(')), "");
  EXPECT_NE(problemOf(std::string(10000, '-') + "1"), "");
  EXPECT_NE(problemOf(std::string(10000, '[')), "");
  std::string nots;
  for (int k = 0; k < 3000; ++k) nots += "not ";
  EXPECT_NE(problemOf(nots + "1"), "");
  std::string powers = "1";
  for (int k = 0; k < 3000; ++k) powers += "^1";
  EXPECT_NE(problemOf(powers), "");
  EXPECT_NE(problemOf(std::string(30000, ' ') + "1"), "");
  std::string chain = "1";
  for (int k = 0; k < 5000; ++k) chain += "+1";
  EXPECT_EQ(numberOf(chain), 5001);
}

TEST(ExpressionError, ValuesTellWhatDoesNotFit) {
  EXPECT_EQ(failureOf("A[3,1]"), "index 3 of axis 1 of A is outside of 1 to 2 (A is 2 × 3 numbers)");
  EXPECT_EQ(failureOf("A[1,0]"), "index 0 of axis 2 of A is outside of 1 to 3 (A is 2 × 3 numbers)");
  EXPECT_EQ(failureOf("x[4]"), "index 4 of x is outside of 1 to 3 (x is 3 numbers)");
  EXPECT_EQ(failureOf("()[1]"), "index 1 of the array: it is empty");
  EXPECT_EQ(failureOf("A[1,2,3]"), "A is 2 × 3 numbers, but has 3 indices");
  EXPECT_EQ(failureOf("x[1.5]"), "an index is 1.5, expected a whole number");
  EXPECT_EQ(failureOf("A + (1 2)"), "shapes 2 × 3 and 2 do not fit element by element");
  EXPECT_EQ(failureOf("A @ A"), "the product a @ b does not fit: a is 2 × 3 numbers, b is 2 × 3 numbers");
  EXPECT_EQ(failureOf("1 + \"a\""), "this is a text, expected numbers");
  EXPECT_EQ(failureOf("[1 2; 3]"), "this row has 1 elements, the first has 2");
  EXPECT_EQ(failureOf("{1, x}"), "this is 3 numbers, the first of the stack is a number");
  EXPECT_EQ(failureOf("letter(x, 1, 1)"), "letter: argument 1 is 3 numbers, expected an alignment");
}

TEST(ExpressionError, UnknownNamesTellTheNearest) {
  const NamedValues scope({{"temperature", numberValue(1)}});
  EXPECT_EQ(failureOf("2 * temprature", scope), "\"temprature\" is not defined here; did you mean \"temperature\"?");
  LessonProblems problems;
  const auto parsed = LessonExpression::parse("1 +\n  nothing", {5, 3}, problems);
  try {
    parsed->value(noNames());
    FAIL();
  } catch (const ExpressionError& error) {
    EXPECT_EQ(error.place(), (LessonPlace{6, 3}));
  }
}

}  // namespace expression_error_test
