// Every function of numbers, by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/Random.h"
#include "engine/lessons/expression/Functions.h"
#include "tests/engine/lessons/expression/Evaluated.h"

using namespace engine;
using namespace engine::test;

namespace functions_test {

TEST(Functions, SumsAndMeansOfAllOrAlongAnAxis) {
  EXPECT_EQ(numberOf("sum(A)"), 21);
  EXPECT_EQ(arrayOf("sum(A, 1)"), vectorOf({5, 7, 9}));
  EXPECT_EQ(arrayOf("sum(A, 2)"), vectorOf({6, 15}));
  EXPECT_EQ(numberOf("mean(A)"), 3.5);
  EXPECT_EQ(arrayOf("mean(A, 1)"), vectorOf({2.5, 3.5, 4.5}));
  EXPECT_EQ(arrayOf("sum({A, 10 * A}, 1)"), matrixOf({2, 3}, {11, 22, 33, 44, 55, 66}));
  EXPECT_EQ(numberOf("sum(())"), 0);
  EXPECT_EQ(numberOf("sum(7)"), 7);
  EXPECT_EQ(failureOf("mean(())"), "mean: there is no mean of no numbers");
  EXPECT_EQ(arrayOf("sum([], 1)"), LessonArray(Shape{0}));
}

TEST(Functions, LargestSmallestAndTheirPlaces) {
  EXPECT_EQ(numberOf("max(A)"), 6);
  EXPECT_EQ(numberOf("min(A)"), 1);
  EXPECT_EQ(arrayOf("max(A, 2)"), vectorOf({3, 6}));
  EXPECT_EQ(arrayOf("min(A, 1)"), vectorOf({1, 2, 3}));
  EXPECT_EQ(numberOf("argmax((1 3 3))"), 2);
  EXPECT_EQ(numberOf("argmin((1 3 -3))"), 3);
  EXPECT_EQ(arrayOf("argmax(A)"), vectorOf({2, 3}));
  EXPECT_EQ(arrayOf("argmax(A, 2)"), vectorOf({3, 3}));
  EXPECT_EQ(numberOf("argmax(5)"), 1);
  EXPECT_EQ(failureOf("max(())"), "max: there is nothing among no numbers");
  EXPECT_EQ(failureOf("max(1, 2)"),
            "max: argument 2 is the axis: expected 1 to 0, found 2 (for the largest of two numbers write max((a b)))");
}

TEST(Functions, OrdersAreLargestFirst) {
  EXPECT_EQ(arrayOf("sort((1 3 2))"), vectorOf({3, 2, 1}));
  EXPECT_EQ(arrayOf("order((1 3 2 3))"), vectorOf({2, 4, 3, 1}));
  EXPECT_EQ(arrayOf("rank((1 3 2 3))"), vectorOf({4, 1, 3, 1}));
  EXPECT_EQ(arrayOf("sort(A)"), matrixOf({2, 3}, {3, 2, 1, 6, 5, 4}));
  EXPECT_EQ(arrayOf("order(())"), LessonArray(Shape{0}));
  EXPECT_EQ(arrayOf("sort([])"), matrixOf({0, 0}, {}));
  EXPECT_EQ(arrayOf("order((0/0 1))"), vectorOf({2, 1}));
}

TEST(Functions, WhereAndCountFindWhatHolds) {
  EXPECT_EQ(arrayOf("where(x > 5)"), vectorOf({2, 3}));
  EXPECT_EQ(arrayOf("where(A > 4)"), matrixOf({2, 2}, {2, 2, 2, 3}));
  EXPECT_EQ(arrayOf("where(x > 9)"), LessonArray(Shape{0}));
  EXPECT_EQ(numberOf("count(A > 2)"), 4);
  EXPECT_EQ(arrayOf("count(A > 2, 2)"), vectorOf({1, 3}));
}

TEST(Functions, EntropyIsInBitsOfTheShares) {
  EXPECT_DOUBLE_EQ(numberOf("entropy((1/4 1/4 1/4 1/4))"), 2);
  EXPECT_DOUBLE_EQ(numberOf("entropy((1 0))"), 0);
  EXPECT_DOUBLE_EQ(numberOf("entropy((2 2))"), 1);
  EXPECT_DOUBLE_EQ(numberOf("entropy((0 0))"), 0);
  EXPECT_EQ(arrayOf("entropy([1 1; 1 0])"), vectorOf({1, 0}));
  EXPECT_EQ(failureOf("entropy((1 -1))"), "entropy: a share is negative: -1");
}

TEST(Functions, SoftmaxSharesEveryRow) {
  const LessonArray shares = arrayOf("softmax((2 1 0 -1))");
  EXPECT_NEAR(shares[0], 0.64391426, 5e-9);
  EXPECT_NEAR(shares[3], 0.03205860, 5e-9);
  EXPECT_EQ(arrayOf("softmax([1000 1000; 0 0])"), matrixOf({2, 2}, {0.5, 0.5, 0.5, 0.5}));
  EXPECT_EQ(arrayOf("softmax([5])"), matrixOf({1, 1}, {1}));
  EXPECT_EQ(arrayOf("softmax(())"), LessonArray(Shape{0}));
  EXPECT_EQ(failureOf("softmax(5)"), "softmax: expected a row of scores, found a number");
}

TEST(Functions, ProductsAndMatrices) {
  EXPECT_EQ(numberOf("dot((1 2 3), (4 5 6))"), 32);
  EXPECT_EQ(failureOf("dot((1 2), (1 2 3))"), "dot: expected two vectors of one length, found 2 numbers and 3 numbers");
  EXPECT_EQ(numberOf("norm((3 4))"), 5);
  EXPECT_EQ(arrayOf("norm([3 4; 0 2], 2)"), vectorOf({5, 2}));
  EXPECT_DOUBLE_EQ(numberOf("det([2 1; 1 3])"), 5);
  EXPECT_EQ(numberOf("det([])"), 1);
  EXPECT_EQ(numberOf("trace([2 1; 1 3])"), 5);
  EXPECT_EQ(numberOf("trace([])"), 0);
  EXPECT_EQ(failureOf("det(A)"), "det: expected a square matrix, found 2 × 3 numbers");
}

TEST(Functions, OfEachElement) {
  EXPECT_EQ(arrayOf("abs((-1 2))"), vectorOf({1, 2}));
  EXPECT_DOUBLE_EQ(numberOf("exp(1)"), 2.718281828459045);
  EXPECT_DOUBLE_EQ(numberOf("log(exp(2))"), 2);
  EXPECT_DOUBLE_EQ(numberOf("log2(8)"), 3);
  EXPECT_DOUBLE_EQ(numberOf("sqrt(2.25)"), 1.5);
  EXPECT_DOUBLE_EQ(numberOf("tanh(1)"), 0.7615941559557649);
  EXPECT_DOUBLE_EQ(numberOf("sin(0) + cos(0)"), 1);
  EXPECT_DOUBLE_EQ(numberOf("4*atan(1)"), 3.141592653589793);
  EXPECT_DOUBLE_EQ(numberOf("softplus(0)"), 0.6931471805599453);
  EXPECT_DOUBLE_EQ(numberOf("softplus(1000)"), 1000);
  EXPECT_DOUBLE_EQ(numberOf("softplus(-1000)"), 0);
}

TEST(Functions, SizesAndLengths) {
  EXPECT_EQ(arrayOf("size(A)"), vectorOf({2, 3}));
  EXPECT_EQ(numberOf("size(A, 2)"), 3);
  EXPECT_EQ(arrayOf("size(1)"), LessonArray(Shape{0}));
  EXPECT_EQ(numberOf("len(A)"), 2);
  EXPECT_EQ(numberOf("len(())"), 0);
  EXPECT_EQ(numberOf("len(5)"), 1);
  EXPECT_EQ(numberOf("len(\"αβγ\")"), 3);
}

TEST(Functions, MakeArrays) {
  EXPECT_EQ(arrayOf("onehot(2, 3)"), vectorOf({0, 1, 0}));
  EXPECT_EQ(arrayOf("onehot((2 1), 2)"), matrixOf({2, 2}, {0, 1, 1, 0}));
  EXPECT_EQ(failureOf("onehot(4, 3)"), "onehot: the place 4 is none of 1 to 3");
  EXPECT_EQ(arrayOf("range(3)"), vectorOf({1, 2, 3}));
  EXPECT_EQ(arrayOf("range(0 1 0.25)"), vectorOf({0, 0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(arrayOf("range(0, 4.5, 0.5)").size(), 10);
  EXPECT_EQ(arrayOf("range(0 1 0.01)").size(), 101);
  EXPECT_EQ(arrayOf("range(3 1 -1)"), vectorOf({3, 2, 1}));
  EXPECT_EQ(arrayOf("range(2 1)"), LessonArray(Shape{0}));
  EXPECT_EQ(arrayOf("fixed(501; 2 3; 1.5)"), deterministicArray<double>(501, {2, 3}, 1.5));
  EXPECT_EQ(arrayOf("fixed(1; 0; 1)"), LessonArray(Shape{0}));
  EXPECT_EQ(numberOf("fixed(1; (); 1)"), deterministicNumber(1, 0));
}

TEST(Functions, WorkIsBounded) {
  EXPECT_EQ(failureOf("fixed(1; 10000 10000; 1)"), "fixed: the expression takes more than 10000000 operations");
  EXPECT_EQ(failureOf("range(1e9)"), "range: the expression takes more than 10000000 operations");
  EXPECT_EQ(failureOf("range(1e6) + range(1e6)'[1..3]"), "shapes 1000000 and 3 do not fit element by element");
  EXPECT_EQ(failureOf("onehot(range(1e4), 1e4)"), "onehot: the expression takes more than 10000000 operations");
  EXPECT_EQ(failureOf("(fixed(1; 300 300; 1) @ fixed(1; 300 300; 1))"),
            "the expression takes more than 10000000 operations");
}

TEST(Functions, EveryOneHasItsUsage) {
  for (const LessonFunction& function : lessonFunctions()) {
    EXPECT_TRUE(std::string(function.usage).starts_with(std::string(function.name) + "(")) << function.name;
    EXPECT_LE(function.fewest, function.most) << function.name;
  }
}

}  // namespace functions_test
