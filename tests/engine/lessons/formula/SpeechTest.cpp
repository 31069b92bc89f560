#include <gtest/gtest.h>

#include "engine/lessons/formula/FormulaShown.h"

namespace speech_test {

using namespace engine;

FormulaTree tree(const std::string& tex) {
  LessonProblems problems;
  FormulaTree tree = parseFormula(tex, {1, 1}, problems);
  EXPECT_NE(tree, nullptr) << tex << ": " << (problems.hasErrors() ? problems.sorted().front().text : "");
  return tree;
}
std::string spoken(const std::string& tex) { return spokenFormula(tree(tex)); }
std::string line(const std::string& tex) { return linearFormula(tree(tex)); }

const char* const kSoftmax = "A_{ij} = \\frac{\\exp(S_{ij})}{\\sum_{k} \\exp(S_{ik})}";

TEST(FormulaSpeech, readsAsALecturerWould) {
  EXPECT_EQ(spoken("x"), "x");
  EXPECT_EQ(spoken(""), "");
  EXPECT_EQ(spoken("A_{ij}"), "A i j");
  EXPECT_EQ(spoken(kSoftmax), "A i j equals the fraction e to the S i j over the sum over k of e to the S i k");
  EXPECT_EQ(spoken("\\sum_{k=1}^n a_k^2"), "the sum from k equals 1 to n of a k squared");
  EXPECT_EQ(spoken("O = A V, Q K^\\top"), "O equals A V, Q K transposed");
  EXPECT_EQ(spoken("\\frac{1}{\\sqrt{d}} x'"), "the fraction 1 over the root of d end fraction x prime");
  EXPECT_EQ(spoken("\\tanh(x) + \\log x"), "hyperbolic tangent of x plus log x");
  EXPECT_EQ(spoken("\\hat y \\in \\mathbb{R}"), "y hat in R");
  EXPECT_EQ(spoken("\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}"), "matrix of 2 by 2: 1, 2; 3, 4");
  EXPECT_EQ(spoken("x^{-1}y^{a+b}"), "x inverse y to the power a plus b end power");
}

TEST(FormulaLine, isOneLineOfText) {
  EXPECT_EQ(line(kSoftmax), "A_ij = (exp(S_ij)) / (∑_k exp(S_ik))");
  EXPECT_EQ(line("-x + y = -1"), "−x + y = −1");
  EXPECT_EQ(line("QK^\\top / \\sqrt{d}"), "Q K^⊤/√d");
  EXPECT_EQ(line("x_{i+1}^2, \\alpha'"), "x_{i + 1}^2, α′");
  EXPECT_EQ(line("\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}"), "[1 2; 3 4]");
  EXPECT_EQ(line("\\begin{cases}1 & x>0 \\\\ 0\\end{cases}"), "{1, x > 0; 0, }");
  EXPECT_EQ(line("\\left\\|x\\right\\| \\binom{n}{k}"), "‖x‖binom(n, k)");
  EXPECT_EQ(line(""), "");
}

}  // namespace speech_test
