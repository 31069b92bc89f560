// Formulae of plain text as TeX.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <sstream>

#include "engine/lessons/formula/FormulaShown.h"
#include "engine/lessons/formula/PlainFormula.h"
#include "engine/operations/Operation.h"

namespace plain_test {

using namespace engine;

/// What is wrong with the TeX of a text; empty: nothing.
std::string problemOf(const std::string& text) {
  LessonProblems problems;
  const FormulaTree tree = parseFormula(texOfPlain(text), {1, 1}, problems);
  if (tree && !problems.hasErrors()) return {};
  return texOfPlain(text) + (problems.hasErrors() ? ": " + problems.sorted().front().text : "");
}

std::string linear(const std::string& text) {
  LessonProblems problems;
  return linearFormula(parseFormula(texOfPlain(text), {1, 1}, problems));
}

TEST(PlainFormula, hasScriptsSignsAndGreekLetters) {
  EXPECT_EQ(texOfPlain(""), "");
  EXPECT_EQ(texOfPlain("x"), "x");
  EXPECT_EQ(texOfPlain("S_ij = Q K^T"), "S_{ij}=QK^{\\top }");
  EXPECT_EQ(texOfPlain("q_{t+1}"), "q_{t+1}");
  EXPECT_EQ(texOfPlain("q^p_i − λ"), "q^{p}_{i}-\\lambda ");
  EXPECT_EQ(texOfPlain("exp(−x²)"), "\\exp (-x^{2})");
  EXPECT_EQ(texOfPlain("Σ exp(Sₖ − m)"), "\\sum \\exp (S_{k}-m)");
  EXPECT_EQ(texOfPlain("√(n!) + √a_ij v"), "\\sqrt{n!}+\\sqrt{a_{ij}}v");
}

TEST(PlainFormula, dividesTheProductBeforeBySumsOrOneFactor) {
  EXPECT_EQ(texOfPlain("A_ij = exp(S_ij) / Σ_j exp(S_ij)"), "A_{ij}=\\frac{\\exp (S_{ij})}{\\sum _{j}\\exp (S_{ij})}");
  EXPECT_EQ(texOfPlain("q · k / √d + b"), "\\frac{q\\cdot k}{\\sqrt{d}}+b");
  EXPECT_EQ(texOfPlain("(p + q) / 2 · x"), "\\frac{p+q}{2}\\cdot x");
  EXPECT_EQ(texOfPlain("a / (b c)"), "\\frac{a}{bc}");
  EXPECT_EQ(texOfPlain("(a / b)^2"), "\\left(\\frac{a}{b}\\right)^{2}");
  EXPECT_EQ(texOfPlain("10000^{2t/K}"), "10000^{2t/K}");
  EXPECT_EQ(texOfPlain("log2 Σ_a q t / n"), "\\log_2 \\sum _{a}\\frac{qt}{n}") << "not the logarithm over n";
  EXPECT_EQ(texOfPlain("exp(x) Σ_n x^n / n!"), "\\exp (x)\\sum _{n}\\frac{x^{n}}{n!}") << "n is the sum's";
  EXPECT_EQ(texOfPlain("path 2(n − 1) / (k − 1)"), "\\text{path }\\frac{2(n-1)}{k-1}");
  EXPECT_EQ(texOfPlain("row mean · column mean / mean"),
            "\\frac{\\text{row }\\text{mean}\\cdot \\text{column }\\text{mean}}{\\text{mean}}");
  EXPECT_EQ(texOfPlain("A ∂z / ∂A"), "A\\frac{\\partial z}{\\partial A}");
}

TEST(PlainFormula, tellsNamesFromWords) {
  EXPECT_EQ(texOfPlain("softmax_j(S)"), "\\operatorname{softmax}_{j}(S)");
  EXPECT_EQ(texOfPlain("LN x, for i > j"), "\\operatorname{LN}x,\\;\\text{for }i>j");
  EXPECT_EQ(texOfPlain("self-attention: one for all"), "\\text{self-attention}:\\text{one }\\text{for }\\text{all}");
  EXPECT_EQ(texOfPlain("J_iajb B_{i;nm}"), "J_{iajb}B_{i;nm}");
  EXPECT_EQ(texOfPlain("r_max W_out"), "r_{\\mathrm{max}}W_{\\mathrm{out}}");
  EXPECT_EQ(linear("S = scale · Q K^T"), "S = scale ⋅ Q K^⊤");
}

TEST(PlainFormula, takesTheFormulaOfEveryOperation) {
  int numFormulas = 0;
  for (const auto& operation : operations()) {
    std::istringstream lines(operation->formula());
    for (std::string line; std::getline(lines, line); ++numFormulas)
      EXPECT_EQ(problemOf(line), "") << operation->id() << ": " << line;
  }
  EXPECT_GT(numFormulas, 80);
}

TEST(PlainFormula, whatIsNoFormulaIsTextAllTheSame) {
  for (const char* text : {"(",           ")",   "a_",    "^",        "√",
                           "/",           "a /", "/ b",   "{",        "}",
                           "a_{b",        "|",   "x^2^3", "x_1_2''",  "\\",
                           "%",           "&",   "$",     "\xff\xfe", "((((((((((((((((((((1))))))))))))))))))))",
                           "a & b \\\\ c"})
    EXPECT_EQ(problemOf(text), "") << text;
}

RC_GTEST_PROP(PlainFormula, anyLineGivesTeXOfTheSubset, ()) {
  const auto part =
      rc::gen::element<std::string>("a", "A_ij", "^", "_", "{", "}", "(", ")", "|", "/", "√", "Σ", " ", "²", "ₖ", "max",
                                    "word", "LN", "−", "·", ",", "3.5", "½", "'", "\\", "&");
  std::string text;
  for (const std::string& one : *rc::gen::container<std::vector<std::string>>(part)) text += one;
  RC_ASSERT(problemOf(text).empty());
}

}  // namespace plain_test
