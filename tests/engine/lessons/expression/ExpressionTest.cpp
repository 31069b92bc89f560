// Values of expressions, computed by hand.
#include "engine/lessons/expression/Expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/engine/lessons/expression/Evaluated.h"

using namespace engine;
using namespace engine::test;

namespace expression_test {

TEST(Expression, NumbersHaveFractionsAndExponents) {
  EXPECT_DOUBLE_EQ(numberOf("42"), 42);
  EXPECT_DOUBLE_EQ(numberOf("0.25"), 0.25);
  EXPECT_DOUBLE_EQ(numberOf(".5"), 0.5);
  EXPECT_DOUBLE_EQ(numberOf("1e-9"), 1e-9);
  EXPECT_DOUBLE_EQ(numberOf("1e−9"), 1e-9);
  EXPECT_DOUBLE_EQ(numberOf("1/2"), 0.5);
}

TEST(Expression, OperatorsBindAsInArithmetic) {
  EXPECT_DOUBLE_EQ(numberOf("1 + 2 * 3"), 7);
  EXPECT_DOUBLE_EQ(numberOf("(1 + 2) * 3"), 9);
  EXPECT_DOUBLE_EQ(numberOf("2 - 3 - 4"), -5);
  EXPECT_DOUBLE_EQ(numberOf("12 / 3 / 2"), 2);
  EXPECT_DOUBLE_EQ(numberOf("2 ^ 3 ^ 2"), 512);
  EXPECT_DOUBLE_EQ(numberOf("-2 ^ 2"), -4);
  EXPECT_DOUBLE_EQ(numberOf("2 ^ -1"), 0.5);
  EXPECT_DOUBLE_EQ(numberOf("- -2"), 2);
  EXPECT_DOUBLE_EQ(numberOf("3 · 2 × 2 ÷ 4 − 1"), 2);
}

TEST(Expression, ConditionsAreOneOrZero) {
  EXPECT_EQ(numberOf("2 > 1 and 1 ≤ 1"), 1);
  EXPECT_EQ(numberOf("2 < 1 or 1 != 1"), 0);
  EXPECT_EQ(numberOf("not 0"), 1);
  EXPECT_EQ(numberOf("not 1 = 2"), 1);
  EXPECT_EQ(numberOf("1 == 1"), 1);
  EXPECT_EQ(numberOf("3 ≥ 3"), 1);
  EXPECT_EQ(numberOf("1 ≠ 2"), 1);
  EXPECT_EQ(numberOf("1 ≠ 1 or 2 >= 3 or 3 ≥ 3"), 1);
  EXPECT_EQ(numberOf("\"abc\" = \"abc\""), 1);
  EXPECT_EQ(numberOf("\"abc\" != \"abc\""), 0);
}

TEST(Expression, AndAndOrStopWhereTheyAreDecided) {
  EXPECT_EQ(numberOf("1 or nothing"), 1);
  EXPECT_EQ(numberOf("0 and nothing"), 0);
}

TEST(Expression, BracketsListElementsOrHoldOne) {
  EXPECT_EQ(arrayOf("(0 1 2)"), vectorOf({0, 1, 2}));
  EXPECT_EQ(arrayOf("(2 1 0 -1)"), vectorOf({2, 1, 0, -1}));
  EXPECT_EQ(arrayOf("(2 - 1 5)"), vectorOf({1, 5}));
  EXPECT_EQ(arrayOf("(2-1 5)"), vectorOf({1, 5}));
  EXPECT_EQ(arrayOf("(1, 2, 3)"), vectorOf({1, 2, 3}));
  EXPECT_EQ(arrayOf("(1/2 2*3)"), vectorOf({0.5, 6}));
  EXPECT_EQ(arrayOf("((1 2) 3)"), vectorOf({1, 2, 3}));
  EXPECT_EQ(arrayOf("()"), LessonArray(Shape{0}));
  EXPECT_EQ(arrayOf("(7)"), vectorOf({7}));
  EXPECT_EQ(arrayOf("(-7)"), vectorOf({-7}));
  EXPECT_EQ(arrayOf("(3 + 4)"), LessonArray(Shape{}, 7.0));
  EXPECT_EQ(arrayOf("(7) + 1"), LessonArray(Shape{}, 8.0));
  EXPECT_DOUBLE_EQ(numberOf("abs(2 -5)"), 3);
}

TEST(Expression, SquareBracketsAreMatricesAndBracesStack) {
  EXPECT_EQ(arrayOf("[1 0; 0 -1]"), matrixOf({2, 2}, {1, 0, 0, -1}));
  EXPECT_EQ(arrayOf("[5]"), matrixOf({1, 1}, {5}));
  EXPECT_EQ(arrayOf("[ ]"), matrixOf({0, 0}, {}));
  EXPECT_EQ(arrayOf("[(1 2); (3 4)]"), matrixOf({2, 2}, {1, 2, 3, 4}));
  EXPECT_EQ(arrayOf("{[1 2], [3 4]}"), matrixOf({2, 1, 2}, {1, 2, 3, 4}));
  EXPECT_EQ(arrayOf("{1, 2}"), vectorOf({1, 2}));
}

TEST(Expression, IndicesCountFromOne) {
  EXPECT_EQ(numberOf("A[1,2]"), 2);
  EXPECT_EQ(arrayOf("A[2]"), vectorOf({4, 5, 6}));
  EXPECT_EQ(arrayOf("A[:,2]"), vectorOf({2, 5}));
  EXPECT_EQ(arrayOf("A[1..2,:]"), matrixOf({2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(arrayOf("A[1,2..3]"), vectorOf({2, 3}));
  EXPECT_EQ(arrayOf("A[1,3..2]"), LessonArray(Shape{0}));
  EXPECT_EQ(arrayOf("A[:,(3 1)]"), matrixOf({2, 2}, {3, 1, 6, 4}));
  EXPECT_EQ(numberOf("A[2][3]"), 6);
  EXPECT_EQ(numberOf("A'[3,1]"), 3);
  EXPECT_EQ(numberOf("order(x)[1]"), 3);
}

TEST(Expression, ProductsAndTransposes) {
  EXPECT_EQ(arrayOf("A @ x"), vectorOf({1 * 5 + 2 * 6 + 3 * 7, 4 * 5 + 5 * 6 + 6 * 7}));
  EXPECT_EQ(arrayOf("(1 1) @ A"), vectorOf({5, 7, 9}));
  EXPECT_EQ(arrayOf("A @ A'"), matrixOf({2, 2}, {14, 32, 32, 77}));
  EXPECT_EQ(numberOf("x @ x"), 110);
  EXPECT_EQ(arrayOf("x'"), vectorOf({5, 6, 7}));
  EXPECT_EQ(arrayOf("{[1 2], [3 4]} @ [1; 1]"), matrixOf({2, 1, 1}, {3, 7}));
  EXPECT_EQ(arrayOf("[ ] @ [ ]"), matrixOf({0, 0}, {}));
}

TEST(Expression, ArithmeticBroadcasts) {
  EXPECT_EQ(arrayOf("A + 1"), matrixOf({2, 3}, {2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(arrayOf("A * (1 0 2)"), matrixOf({2, 3}, {1, 0, 6, 4, 0, 12}));
  EXPECT_EQ(arrayOf("A - [1; 2]"), matrixOf({2, 3}, {0, 1, 2, 2, 3, 4}));
  EXPECT_EQ(arrayOf("-x"), vectorOf({-5, -6, -7}));
  EXPECT_EQ(arrayOf("x > 5"), vectorOf({0, 1, 1}));
  EXPECT_EQ(arrayOf("() + 1"), LessonArray(Shape{0}));
}

TEST(Expression, IfTakesOnlyWhatIsAskedFor) {
  EXPECT_EQ(numberOf("if(1, 2, nothing)"), 2);
  EXPECT_EQ(numberOf("if(0, nothing, 3)"), 3);
  EXPECT_EQ(arrayOf("if(x > 5, x, 0)"), vectorOf({0, 6, 7}));
}

TEST(Expression, AtGivesValuesOfOtherSettings) {
  const NamedValues scope({{"T", numberValue(1)}, {"Q", matrixOf({1, 2}, {1, 0})}});
  EXPECT_EQ(numberOf("at(T=2: 10 * T) + T", scope), 21);
  EXPECT_EQ(arrayOf("at(Q=[0 1]: Q)", scope), matrixOf({1, 2}, {0, 1}));
  EXPECT_EQ(arrayOf("at(Q[1,2]=3: Q)", scope), matrixOf({1, 2}, {1, 3}));
  EXPECT_EQ(arrayOf("at(Q[1]=(7 8): Q)", scope), matrixOf({1, 2}, {7, 8}));
  EXPECT_EQ(numberOf("at(T=2, Q[1,1]=5: T * Q[1,1])", scope), 10);
  EXPECT_EQ(numberOf("at(T=2: at(T=T+1: T))", scope), 3);
  EXPECT_EQ(numberOf("at(T=3: max(at(T=4: T) - T))", scope), 1);
}

TEST(Expression, SettingsOfALayerLeaveThoseBelowToThoseBelow) {
  const NamedValues below({{"T", numberValue(1)}, {"U", numberValue(2)}});
  const NamedValues scope({{"value", numberValue(9)}}, &below);
  EXPECT_EQ(numberOf("at(T=5, value=3: 100 * T + 10 * U + value)", scope), 523);
  EXPECT_EQ(numberOf("at(T=5: value)", scope), 9);
  EXPECT_EQ(failureOf("at(V=5: value)", scope), "\"V\" is not defined here; did you mean \"T\"?");
}

TEST(Expression, TellsNamesInsideAndOutsideOfAt) {
  LessonProblems problems;
  const auto parsed = LessonExpression::parse("max(S) + at(T=a, Q[1,2]=3, K[i]=b: A[1,j])", {1, 1}, problems);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->names(), (std::set<std::string>{"S", "a", "b", "i"}));
  EXPECT_EQ(parsed->namesInsideAt(), (std::set<std::string>{"A", "j"}));
  EXPECT_EQ(parsed->namesSetByAt(), (std::set<std::string>{"T", "Q[1,2]", "K"}));
  EXPECT_FALSE(parsed->isCondition());
}

TEST(Expression, ASingleNumberIsRequiredWhereOneIs) {
  LessonProblems problems;
  const auto parsed = LessonExpression::parse("(1 2)", {1, 1}, problems);
  EXPECT_THROW(parsed->number(noNames()), Error);
  EXPECT_TRUE(parsed->holds(noNames()));
  EXPECT_FALSE(LessonExpression::parse("(1 0)", {1, 1}, problems)->holds(noNames()));
  EXPECT_THROW(LessonExpression::parse("\"a\"", {1, 1}, problems)->holds(noNames()), Error);
}

}  // namespace expression_test
