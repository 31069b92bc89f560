#include "engine/lessons/formula/Formula.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/lessons/formula/FormulaSymbols.h"

namespace formula_test {

using namespace engine;

/// The tree as nested brackets: "(scripts A (row i j) -)".
std::string shape(const FormulaTree& tree) {
  static const std::vector<std::string> kNames{"row",   "symbol", "number", "function", "operation", "punctuation",
                                               "open",  "close",  "space",  "scripts",  "fraction",  "binomial",
                                               "root",  "large",  "fenced", "accent",   "brace",     "styled",
                                               "table", "color",  "mark"};
  if (!tree) return "-";
  if (tree->children.empty() && !tree->text.empty()) return tree->text;
  std::string text = "(" + kNames[static_cast<std::size_t>(tree->kind)];
  if (!tree->text.empty()) text += ":" + tree->text;
  for (const FormulaTree& child : tree->children) text.append(" ").append(shape(child));
  return text + ")";
}

std::string parsed(const std::string& tex) {
  LessonProblems problems;
  const FormulaTree tree = parseFormula(tex, {3, 5}, problems);
  EXPECT_EQ(tree == nullptr, problems.hasErrors()) << tex;
  if (problems.hasErrors()) return problemText("f", problems.sorted().front());
  return shape(tree);
}

TEST(FormulaParser, readsLettersNumbersAndSigns) {
  EXPECT_EQ(parsed("x"), "x");
  EXPECT_EQ(parsed(""), "(row)");
  EXPECT_EQ(parsed("  "), "(row)");
  EXPECT_EQ(parsed("2x + 3.25 = -y"), "(row 2 x + 3.25 = - y)");
  EXPECT_EQ(parsed("\\alpha\\Omega \\ell"), "(row alpha Omega ell)");
  EXPECT_EQ(parsed("a\\,b\\;c\\quad d\\!e"), "(row a thin b thick c quad d back e)");
  EXPECT_EQ(parsed("\\|x\\| \\{y\\}"), "(row Vert x Vert { y })");
  EXPECT_EQ(parsed("[j = 1]"), "(row [ j = 1 ])");
}

TEST(FormulaParser, readsScriptsInAnyOrder) {
  EXPECT_EQ(parsed("A_{ij}"), "(scripts A (row i j) -)");
  EXPECT_EQ(parsed("A^2_i"), "(scripts A i 2)");
  EXPECT_EQ(parsed("A _i ^2"), "(scripts A i 2)");
  EXPECT_EQ(parsed("x_12"), "(row (scripts x 1 -) 2)");  // as TeX has it: one digit
  EXPECT_EQ(parsed("x_{y_{z^2}}"), "(scripts x (scripts y (scripts z - 2) -) -)");
  EXPECT_EQ(parsed("x''"), "(scripts x - (row prime prime))");
  EXPECT_EQ(parsed("x'^2"), "(scripts x - (row prime 2))");
  EXPECT_EQ(parsed("QK^\\top"), "(row Q (scripts K - top))");
  EXPECT_EQ(parsed("\\sum_{k=1}^n a_k"), "(row (scripts sum (row k = 1) n) (scripts a k -))");
  EXPECT_EQ(parsed("x^\\frac12"), "(scripts x - (fraction:frac 1 2))");
}

TEST(FormulaParser, readsWhatTakesArguments) {
  EXPECT_EQ(parsed("\\frac{a+b}{2}"), "(fraction:frac (row a + b) 2)");
  EXPECT_EQ(parsed("\\tfrac12"), "(fraction:tfrac 1 2)");
  EXPECT_EQ(parsed("\\binom n k"), "(binomial:binom n k)");
  EXPECT_EQ(parsed("\\sqrt x\\sqrt[4]{d}"), "(row (root:sqrt x -) (root:sqrt d 4))");
  EXPECT_EQ(parsed("\\left( \\frac a b \\right."), "(fenced:( . (fraction:frac a b))");
  EXPECT_EQ(parsed("\\left\\| x \\right\\}"), "(fenced:Vert } x)");
  EXPECT_EQ(parsed("\\hat y\\overline{ab}"), "(row (accent:hat y) (accent:overline (row a b)))");
  EXPECT_EQ(parsed("\\underbrace{a+b}_{c}^2"), "(scripts (brace:underbrace (row a + b) c) - 2)");
  EXPECT_EQ(parsed("\\overbrace{a}^{c}"), "(brace:overbrace a c)");
  EXPECT_EQ(parsed("\\mathbf x \\mathbb{R}\\mathcal N"),
            "(row (styled:mathbf x) (styled:mathbb R) (styled:mathcal N))");
  EXPECT_EQ(parsed("\\text{if {x} > 1}"), "(styled:text if {x} > 1)");
  EXPECT_EQ(parsed("\\operatorname{softmax}(x)"), "(row softmax ( x ))");
  EXPECT_EQ(parsed("\\color{good}{x}\\mark{A[1,2]}{y}"), "(row (color:good x) (mark:A[1,2] y))");
}

TEST(FormulaParser, readsTables) {
  EXPECT_EQ(parsed("\\begin{bmatrix}1 & 2\\\\3 & 4\\end{bmatrix}"), "(table:bmatrix 1 2 3 4)");
  EXPECT_EQ(parsed("\\begin{cases}1 & x\\\\ 2 \\\\ \\end{cases}"), "(table:cases 1 x 2 -)");
  EXPECT_EQ(parsed("\\begin{matrix}\\end{matrix}"), "(table:matrix (row))");
  LessonProblems problems;
  EXPECT_EQ(parseFormula("\\begin{aligned}a&b&c\\\\d\\end{aligned}", {}, problems)->columns, 3);
}

TEST(FormulaParser, readsEveryCommandOfTheList) {
  for (const FormulaSymbol& one : formulaSymbols()) {
    if (one.kind == FormulaKind::space || one.name.size() == 1 || one.name == "Vert") continue;
    const std::string name(one.name);
    EXPECT_EQ(parsed("\\" + name + " x"), "(row " + name + " x)");
    EXPECT_FALSE(one.sign.empty()) << name;
    EXPECT_FALSE(one.spoken.empty()) << name;
  }
}

TEST(FormulaParser, tellsTheColumnOfWhatItDoesNotKnow) {
  EXPECT_EQ(parsed("a + \\alpa"), "f:3:9: \"\\alpa\" is not a command of formulae: did you mean \\alpha?");
  EXPECT_EQ(parsed("α x"), "f:3:5: \"α\" is not a character of formulae: write \\alpha");
  EXPECT_EQ(parsed("x − y"), "f:3:7: \"−\" is not a character of formulae: write -");
  EXPECT_EQ(parsed("a*b"), "f:3:6: \"*\" is not a character of formulae: write \\cdot");
  EXPECT_EQ(parsed("a\n b \\def"), "f:4:4: \"\\def\" is not a command of formulae: did you mean \\det?");
  EXPECT_EQ(parsed("\\color{red}{x}"),
            "f:3:12: color \"red\" is not known: there are accent, mark, good, muted, MM, MI, IM, DG, GD");
  EXPECT_EQ(parsed("\\mathbb{x}"), "f:3:12: expected one capital letter after \\mathbb");
  EXPECT_EQ(parsed("x_1_2"), "f:3:8: a second \"_\" at the same symbol");
  EXPECT_EQ(parsed("\\text{ }"), "f:3:5: \\text is empty");
}

TEST(FormulaParser, tellsTheColumnOfWhatIsNotClosed) {
  EXPECT_EQ(parsed("\\frac{a}{b"), "f:3:15: a brace is not closed: expected \"}\", found the end");
  EXPECT_EQ(parsed("a}"), "f:3:6: this has nothing before it that it belongs to, found \"}\"");
  EXPECT_EQ(parsed("_2"), "f:3:5: this has nothing before it that it belongs to, found \"_\"");
  EXPECT_EQ(parsed("a & b"), "f:3:7: this has nothing before it that it belongs to, found \"&\"");
  EXPECT_EQ(parsed("a \\right)"), "f:3:7: this has nothing before it that it belongs to, found \"\\right\"");
  EXPECT_EQ(parsed("\\left( x"), "f:3:13: \\left has no \\right: expected \\right, found the end");
  EXPECT_EQ(parsed("\\left x"), "f:3:11: expected one of ( ) [ ] | \\| \\{ \\} . after \\left or \\right, found \"x\"");
  EXPECT_EQ(parsed("\\begin{cases} x"), "f:3:20: \\begin has no \\end: expected \\end{...}, found the end");
  EXPECT_EQ(parsed("\\begin{array}x\\end{array}"),
            "f:3:12: environment \"array\" is not known: there are matrix, bmatrix, pmatrix, cases, aligned");
  EXPECT_EQ(parsed("\\begin{cases}x\\end{matrix}"), "f:3:24: \\begin{cases} is closed by \\end{matrix}");
  EXPECT_EQ(parsed("\\sqrt[3 x"), "f:3:14: the degree of a root is not closed: expected \"]\", found the end");
  EXPECT_EQ(parsed("\\frac{a}"),
            "f:3:13: expected what the command before it is about (a letter, a digit, or {...}), found the end");
}

TEST(FormulaParser, boundsTheDepth) {
  for (const std::string open :
       {"{", "x_{", "\\frac", "\\bar", "\\left(", "\\text{", "\\begin{cases}", "\\sqrt[", "^"}) {
    std::string deep = "x";
    for (int i = 0; i < 100000; ++i) deep += open;
    LessonProblems problems;
    EXPECT_EQ(parseFormula(deep, {1, 1}, problems), nullptr) << open;
    EXPECT_EQ(problems.numErrors(), 1u) << open;
  }
}

TEST(FormulaParser, survivesAnything) {
  const std::vector<std::string> pieces{"{",
                                        "}",
                                        "_",
                                        "^",
                                        "\\frac",
                                        "\\left",
                                        "\\right",
                                        "(",
                                        ")",
                                        "&",
                                        "\\\\",
                                        "x",
                                        "1",
                                        ".",
                                        "\\begin{cases}",
                                        "\\end{cases}",
                                        "'",
                                        "[",
                                        "]",
                                        "\\sqrt",
                                        "\\text",
                                        "\\mark",
                                        "\\",
                                        "\xff",
                                        "é",
                                        " ",
                                        "\\sum",
                                        "\\color{good}",
                                        "=",
                                        "\\underbrace"};
  std::mt19937 random(7);
  int numRead = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (unsigned i = random() % 12; i > 0; --i) text += pieces[random() % pieces.size()];
    LessonProblems problems;
    const FormulaTree tree = parseFormula(text, {2, 1}, problems);
    EXPECT_EQ(tree == nullptr, problems.hasErrors()) << text;
    for (const LessonProblem& problem : problems.sorted()) {
      EXPECT_GE(problem.place.line, 2);
      EXPECT_GE(problem.place.column, 1);
      EXPECT_FALSE(problem.text.empty());
    }
    numRead += tree ? 1 : 0;
  }
  EXPECT_GT(numRead, 1000);
}

}  // namespace formula_test
