// Numbers as prose shows them.
#include <gtest/gtest.h>

#include <limits>

#include "tests/engine/lessons/expression/Evaluated.h"

using namespace engine;
using namespace engine::test;

namespace number_text_test {

std::string shown(double value, const std::string& format = "") { return numberText(numberValue(value), format); }

TEST(NumberText, ThreeSignificantDigitsByDefault) {
  EXPECT_EQ(shown(0.643914), "0.644");
  EXPECT_EQ(shown(12.3456), "12.3");
  EXPECT_EQ(shown(2), "2");
  EXPECT_EQ(shown(2.5), "2.5");
  EXPECT_EQ(shown(1357775104), "1357775104");
  EXPECT_EQ(shown(1234.6), "1235");
  EXPECT_EQ(shown(0.00123456), "0.00123");
  EXPECT_EQ(shown(0), "0");
  EXPECT_EQ(shown(-0.5), "−0.5");
  EXPECT_EQ(shown(1e-9), "1 × 10⁻⁹");
  EXPECT_EQ(shown(-1.25e20), "−1.25 × 10²⁰");
}

TEST(NumberText, DecimalsAsAskedFor) {
  EXPECT_EQ(shown(0.643914, ".2"), "0.64");
  EXPECT_EQ(shown(34, ".0"), "34");
  EXPECT_EQ(shown(-1.5, ".2"), "−1.50");
  EXPECT_EQ(shown(-0.001, ".2"), "0.00");
  EXPECT_EQ(shown(-0.0, ""), "0");
}

TEST(NumberText, PercentsBitsAndPowers) {
  EXPECT_EQ(shown(0.319825, "%"), "32 %");
  EXPECT_EQ(shown(0.0321, "%"), "3.2 %");
  EXPECT_EQ(shown(0.319825, ".1%"), "32.0 %");
  EXPECT_EQ(shown(-0.00001, ".0%"), "0 %");
  EXPECT_EQ(shown(1.367, "bits"), "1.37 bits");
  EXPECT_EQ(shown(1, "bits"), "1 bit");
  EXPECT_EQ(shown(1.367, ".1 bits"), "1.4 bits");
  EXPECT_EQ(shown(0.0012345, "e"), "1.23 × 10⁻³");
  EXPECT_EQ(shown(0, "e"), "0");
}

TEST(NumberText, WhatIsNoFiniteNumberIsSaid) {
  EXPECT_EQ(shown(std::numeric_limits<double>::infinity(), ".2"), "∞");
  EXPECT_EQ(shown(-std::numeric_limits<double>::infinity()), "−∞");
  EXPECT_EQ(shown(std::numeric_limits<double>::quiet_NaN(), "%"), "undefined");
}

TEST(NumberText, ArraysStandInBrackets) {
  EXPECT_EQ(numberText(vectorOf({0.644, -0.237}), ".2"), "(0.64 −0.24)");
  EXPECT_EQ(numberText(vectorOf({}), ""), "()");
  EXPECT_EQ(numberText(vectorOf({1, 2}), "bits"), "(1 2) bits");
  EXPECT_EQ(numberText(matrixOf({2, 2}, {1, 0, 0, 1}), ""), "[1 0; 0 1]");
  EXPECT_EQ(numberText(arrayOf("range(20)"), ""), "(1 2 3 4 5 6 7 8 9 10 … 20)");
  EXPECT_EQ(numberText(matrixOf({1, 1, 1}, {1}), ""), "1 × 1 × 1 numbers");
  EXPECT_EQ(numberText(std::string("MAKW"), ".2"), "MAKW");
}

TEST(NumberText, LiveNumbersHaveAFormatBehindTheirColon) {
  LessonProblems problems;
  const auto plain = parseLiveNumber("A[1,:]", {1, 1}, problems);
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->format, "");
  const auto set = parseLiveNumber("at(T=2: A[1]):.2", {1, 1}, problems);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->format, ".2");
  EXPECT_EQ(set->expression.text(), "at(T=2: A[1])");
  EXPECT_FALSE(parseLiveNumber("A:two", {2, 4}, problems));
  EXPECT_EQ(problemText("f", problems.sorted().at(0)),
            "f:2:4: the number's format is \"two\", expected one such as .2, %, .1%, e or bits");
}

}  // namespace number_text_test
