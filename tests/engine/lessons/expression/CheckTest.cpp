// Lines of `check`.
#include "engine/lessons/expression/Check.h"

#include <gtest/gtest.h>

#include "tests/engine/lessons/expression/Evaluated.h"

using namespace engine;
using namespace engine::test;

namespace check_test {

const LessonScope& settable() {
  static const NamedValues scope({{"T", numberValue(1)}, {"A", matrixOf({1, 2}, {0.25, 0.75})}});
  return scope;
}

std::string failureOfCheck(const std::string& line) {
  LessonProblems problems;
  const auto check = parseCheck(line, {1, 1}, problems);
  if (!check) return "no check: " + problemText("", problems.sorted().at(0));
  return check->failure(settable());
}

std::string problemOfCheck(const std::string& line) {
  LessonProblems problems;
  parseCheck(line, {7, 3}, problems);
  if (problems.sorted().empty()) return "";
  return problemText("f", problems.sorted()[0]);
}

TEST(Check, HoldsWithinItsTolerance) {
  EXPECT_EQ(failureOfCheck("A[1,1] = 0.25"), "");
  EXPECT_EQ(failureOfCheck("A[1,1] = 0.2501 ± 2e-4"), "");
  EXPECT_EQ(failureOfCheck("A[1,1] = 0.2501 +- 2e-4"), "");
  EXPECT_EQ(failureOfCheck("A[1,1] = 0.2503 ± 2e-4"), "A[1,1] is 0.25, expected 0.2503 ± 0.0002");
  EXPECT_EQ(failureOfCheck("A[1,1] = 0.2501"), "A[1,1] is 0.25, expected 0.2501");
}

TEST(Check, VectorsCompareElementByElement) {
  EXPECT_EQ(failureOfCheck("A[1] = (0.25 0.75) ± 1e-9"), "");
  EXPECT_EQ(failureOfCheck("A[1] = (0.25 0.5) ± 0.1"), "element 2 of A[1] is 0.75, expected 0.5 ± 0.1");
  EXPECT_EQ(failureOfCheck("A = [0 0] ± 0.3"), "element 1,2 of A is 0.75, expected 0 ± 0.3");
  EXPECT_EQ(failureOfCheck("A[1] = (1 2 3)"), "A[1] is 2 numbers, expected 3 numbers");
  EXPECT_EQ(failureOfCheck("A[1] = 0.5 ± 0.25"), "");
}

TEST(Check, ConditionsHoldOrDoNot) {
  EXPECT_EQ(failureOfCheck("A[1,1] < A[1,2]"), "");
  EXPECT_EQ(failureOfCheck("A[1,1] >= A[1,2]"), "A[1,1] >= A[1,2] does not hold");
  EXPECT_EQ(failureOfCheck("T = 1 and A[1,1] = 0.25"), "");
  EXPECT_EQ(failureOfCheck("T != 1"), "T != 1 does not hold");
  EXPECT_EQ(failureOfCheck("\"a\" = \"b\""), "\"a\" is \"a\", expected \"b\"");
}

TEST(Check, SettingsAreTriedOneByOne) {
  EXPECT_EQ(failureOfCheck("at T=2: T = 2"), "");
  EXPECT_EQ(failureOfCheck("at T=2: T = 1"), "at T=2: T is 2, expected 1");
  EXPECT_EQ(failureOfCheck("at T=0.25..4 by 0.25: 4 * T = sum(T) * 4"), "");
  EXPECT_EQ(failureOfCheck("at T=1..4: T < 3"), "at T=3: T < 3 does not hold");
  EXPECT_EQ(failureOfCheck("at T=1..2, A[1,1]=3..4: T + A[1,1] < 6"), "at A[1,1]=4, T=2: T + A[1,1] < 6 does not hold");
  EXPECT_EQ(failureOfCheck("at A=[1 2]: A[1] = (1 2)"), "");
  EXPECT_EQ(failureOfCheck("at T=4..1 by -1: T > 0"), "");
}

TEST(Check, NotANumberNeverHolds) {
  EXPECT_EQ(failureOfCheck("log(-1) = 0 ± 1"), "log(-1) is undefined, expected 0 ± 1");
}

TEST(Check, WhatCannotBeComputedFails) {
  EXPECT_EQ(failureOfCheck("B = 1"), "cannot be computed: \"B\" is not defined here; did you mean \"A\"?");
  EXPECT_EQ(failureOfCheck("at U=1: T = 1"), "at U=1: \"U\" is not defined here; did you mean \"A\"?");
}

TEST(Check, ProblemsHavePlaces) {
  EXPECT_EQ(problemOfCheck("T = "), "f:7:6: expected a number, a name or a bracket, but the expression ends here");
  EXPECT_EQ(problemOfCheck("at T=2 T = 1"), "f:7:3: expected \":\" behind the settings of the check");
  EXPECT_EQ(problemOfCheck("at T: T = 1"), "f:7:6: expected a setting such as T=2");
  EXPECT_EQ(problemOfCheck("at T=1..0: T = 1"), "f:7:8: the range has no values, or more than 10000");
  EXPECT_EQ(problemOfCheck("at T=x: T = 1"), "f:7:8: \"x\" is not defined here");
  EXPECT_EQ(problemOfCheck("T > 1 ± 2"), "f:7:9: a tolerance needs \"=\" before it");
  EXPECT_EQ(problemOfCheck("T = 1 ± )"), "f:7:11: expected a number, a name or a bracket, found \")\"");
}

TEST(Check, DigitsThatMightBeOthersAreFound) {
  const auto looseOf = [](const std::string& line) {
    LessonProblems problems;
    const auto check = parseCheck(line, {7, 3}, problems);
    EXPECT_TRUE(check && check->failure(settable()).empty()) << line;
    return check ? check->looseDigit(settable()) : "";
  };
  EXPECT_EQ(looseOf("sqrt(2) = 1.4142 ± 1e-3"), "1.4143");
  EXPECT_EQ(looseOf("sqrt(2) = 1.4142 ± 9e-5"), "1.4143");
  EXPECT_EQ(looseOf("sqrt(2) = 1.4142 ± 6e-5"), "");
  EXPECT_EQ(looseOf("(1 2) = (1 2.00) ± 0.01"), "(1 2.01)");
  EXPECT_EQ(looseOf("-(1 2) = (-1 -2e0) ± 0.5"), "");
  EXPECT_EQ(looseOf("sqrt(2)/1000 = 1.4142e-3 ± 9e-8"), "1.4143e-3");
  EXPECT_EQ(looseOf("0.455 = 0.46 ± 6e-3"), "");  // 0.45 too, but that is how it was rounded
  EXPECT_EQ(looseOf("T = T ± 9"), "");
  EXPECT_EQ(looseOf("1 = 1"), "");
}

}  // namespace check_test
