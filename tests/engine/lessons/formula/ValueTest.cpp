#include <cmath>
#include <random>

#include "engine/lessons/formula/FormulaShown.h"
#include "tests/engine/lessons/formula/FormulaBench.h"

namespace value_test {

using namespace engine;
using test::bindings;
using test::errorOf;
using test::fourKeys;
using test::places;
using test::tree;

FormulaBindings everything() { return bindings({"Q=Q", "K=K", "V=V", "S=S", "A=A", "O=O", "H=H", "G=G", "T=T"}); }

FormulaMatrix matrix(const std::string& tex, const FormulaIndices& at = {}) {
  const NamedValues scope = fourKeys();
  const FormulaContext context(everything(), scope);
  return formulaValue(tree(tex), context, at);
}
double value(const std::string& tex, const FormulaIndices& at = {}) {
  const FormulaMatrix found = matrix(tex, at);
  EXPECT_EQ(found.size(), 1) << tex;
  return found(0, 0);
}
std::string failure(const std::string& tex, const std::vector<std::string>& bound, const std::vector<std::string>& at) {
  const NamedValues scope = fourKeys();
  return errorOf([&] {
    const std::string found = formulaFailure(tree(tex), bindings(bound), scope, places(at));
    if (!found.empty()) fail(found);
  });
}

TEST(FormulaValue, computesByHand) {
  EXPECT_DOUBLE_EQ(value("1 + 2 \\cdot 3 - 4 / 8"), 6.5);
  EXPECT_DOUBLE_EQ(value("-2^2 + (1 + 2)^2"), 5);
  EXPECT_DOUBLE_EQ(value("2 (3 - 1) \\frac{1}{4}"), 1);
  EXPECT_DOUBLE_EQ(value("\\sqrt{16} + \\sqrt[3]{27} + \\binom{5}{2} + 3!"), 4 + 3 + 10 + 6);
  EXPECT_DOUBLE_EQ(value("|1 - 3| + \\left| -2 \\right|"), 4);
  EXPECT_DOUBLE_EQ(value("\\exp(0) + e^{2} - \\ln(e)"), std::exp(2));
  EXPECT_DOUBLE_EQ(value("\\log_2 8 + \\cos^2 \\pi"), 4);
  EXPECT_DOUBLE_EQ(value("\\max(1, 3, 2) - \\min(4, (5))"), -1);
  EXPECT_DOUBLE_EQ(value("[j = 1] + 2 [j > 1]", {{"j", 2}}), 2);
  EXPECT_DOUBLE_EQ(
      value("\\begin{cases} 1 & \\text{if } j \\le 2 \\\\ j^2 & \\text{otherwise} \\end{cases}", {{"j", 3}}), 9);
  EXPECT_DOUBLE_EQ(value("\\color{good}{2}\\mark{A[1]}{3}\\underbrace{4}_{x}"), 24);
}

TEST(FormulaValue, readsIndicesInTheOrderOfSubscripts) {
  EXPECT_DOUBLE_EQ(value("K_{jc}", {{"j", 4}, {"c", 1}}), -1);
  EXPECT_DOUBLE_EQ(value("K_{41} + K_{4,2} + K_{j-1,1}", {{"j", 2}}), -1 + 1 + 2);
  EXPECT_DOUBLE_EQ(value("S_j V_j", {{"j", 2}}), 2);  // of 1 x 4 and 4 x 1
  EXPECT_DOUBLE_EQ(value("G_{hij}", {{"h", 2}, {"i", 1}, {"j", 2}}), 0.3 * 3 - 0.7 + 0.33);
  EXPECT_EQ(matrix("K").rows(), 4);
  EXPECT_EQ(matrix("K_j", {{"j", 1}}).rows(), 2);  // a column
  EXPECT_DOUBLE_EQ(value("K_j^\\top K_j", {{"j", 4}}), 2);
  EXPECT_DOUBLE_EQ(value("\\| K_2 \\|^2"), 2);
}

TEST(FormulaValue, runsOverAxes) {
  EXPECT_DOUBLE_EQ(value("\\sum_j V_j"), 15);
  EXPECT_DOUBLE_EQ(value("\\sum_{j=2}^{3} V_j + 1"), 7);
  EXPECT_DOUBLE_EQ(value("\\sum_{j \\neq i} V_j", {{"i", 4}}), 7);
  EXPECT_DOUBLE_EQ(value("\\sum_{j,c} K_{jc}"), 6);
  EXPECT_DOUBLE_EQ(value("\\sum_{jc} K_{jc}"), 6);
  EXPECT_DOUBLE_EQ(value("\\prod_j V_j"), 64);
  EXPECT_DOUBLE_EQ(value("\\max_j S_j + 1"), 3);
  EXPECT_DOUBLE_EQ(value("\\argmax_j V_j"), 4);
  EXPECT_DOUBLE_EQ(value("\\sum_{j=3}^{2} V_j"), 0);
  EXPECT_DOUBLE_EQ(value("\\sum_i \\sum_j V_i V_j"), 225);
}

TEST(FormulaValue, multipliesMatrices) {
  const FormulaMatrix scores = matrix("Q K^\\top");
  ASSERT_EQ(scores.cols(), 4);
  EXPECT_EQ(scores(0, 3), -1);
  EXPECT_NEAR(value("\\operatorname{softmax}(Q K^\\top) V - O"), 0, 1e-15);
  EXPECT_DOUBLE_EQ(value("\\det \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}"), -2);
  EXPECT_EQ(matrix("\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}^{-1}").rows(), 2);
}

TEST(FormulaValue, tellsWhatIsWrongWithItsPlace) {
  const auto error = [](const std::string& tex) { return errorOf([&] { matrix(tex, {{"i", 1}}); }); };
  EXPECT_EQ(error("x + 1"), "symbol \"x\" is not bound (Q, K, V, S, A, O, H, G, T is)");
  EXPECT_EQ(error("S_{iii}"), "S has 2 axes, found 3 indices");
  EXPECT_EQ(error("S_{i,5}"), "index 5 of S is outside of 1 to 4");
  EXPECT_EQ(error("V_{1/2}"), "an index of V is no whole number");
  EXPECT_EQ(error("H_{1}^{-1}"), "a power of 3 × 4 numbers");
  EXPECT_EQ(error("\\sum_k A_{1k} K_{1k}"), "index k runs to 4 in A and to 2 in K");
  EXPECT_EQ(error("\\sum_k 1"), "nothing that is bound tells how far k runs");
  EXPECT_EQ(error("\\sum V_1"), "expected below \"\\sum\" what it runs over, as in \\sum_{k}");
  EXPECT_EQ(error("K V"), "a product of 4 × 2 and 4 × 1 numbers: the lengths between do not agree");
  EXPECT_EQ(error("K + V"), "a sum of 4 × 2 and 4 × 1 numbers");
  EXPECT_EQ(error("1 \\otimes 2"), "\"\\otimes\" cannot be computed: the block needs the line \"plain\"");
  EXPECT_EQ(error("(1 + 2"), "this bracket is not closed");
  EXPECT_EQ(error("1 +"), "expected something to compute");
  EXPECT_EQ(error(""), "expected something to compute");
  EXPECT_EQ(error("H"), "H has 3 axes, found 0 indices");
  try {
    matrix("1 + x");
    FAIL();
  } catch (const ExpressionError& found) {
    EXPECT_EQ(found.place(), (LessonPlace{1, 5}));
  }
}

/// The bound formulae of the lesson on the softmax, with what they are bound to.
struct Claim {
  std::string tex;
  std::vector<std::string> bound, at;
};
const std::vector<Claim> kClaims{
    {"S_{ij} = \\sum_{c} Q_{ic} K_{jc}", {"S=S", "Q=Q", "K=K"}, {"i=1"}},
    {"A_{ij} = \\frac{\\exp(S_{ij})}{\\sum_{k} \\exp(S_{ik})}", {"A=A", "S=S"}, {"i=1", "j=1"}},
    {"A_{ij} = \\frac{\\exp(s_j / T)}{\\sum_k \\exp(s_k / T)}", {"A=A", "s=[2 1 0 -1]", "T=T"}, {"i=1", "j=1"}},
    {"O_{i} = \\sum_{j} A_{ij} V_{j}", {"O=O[:,1]", "A=A", "V=V[:,1]"}, {"i=1"}},
    {"A_{hij} = \\frac{\\exp(S_{hij})}{\\sum_{k} \\exp(S_{hik})}",
     {"A=H", "S=G"},
     {"h=1", "i=2", "j=order(H[1,2])[2]"}},
    {"O = A V", {"O=O", "A=A", "V=V"}, {}},
    {"S = QK^\\top", {"S=S", "Q=Q", "K=K"}, {}},
    {"A_{ij} = \\frac{\\exp(S_{ij})}{\\sum_{k} \\exp(S_{ik})}", {"A=H[h,:,:]", "S=G[h,:,:]"}, {"h=2"}},
};

TEST(FormulaFailure, findsThatTheFormulaeOfTheLessonHold) {
  for (const Claim& claim : kClaims) EXPECT_EQ(failure(claim.tex, claim.bound, claim.at), "no error") << claim.tex;
}

TEST(FormulaFailure, findsEveryOperatorThatIsChanged) {
  const std::vector<std::pair<std::string, std::string>> changes{{"\\sum", "\\prod"},
                                                                 {"\\sum", "\\max"},
                                                                 {"\\exp", "\\cos"},
                                                                 {"\\frac", "\\binom"},
                                                                 {"= ", "= -"},
                                                                 {"/ T", "+ T"},
                                                                 {"K_{jc}", "+ K_{jc}"},
                                                                 {"= \\frac", "= 1 - \\frac"},
                                                                 {"A V", "A + V"},
                                                                 {"^\\top", ""},
                                                                 {"_{k} \\exp(S_{ik})", "_{k} \\exp(S_{kk})"},
                                                                 {"A_{ij} V", "A_{ij} - V"},
                                                                 {"V_{j}", "V_{j}^2"},
                                                                 {"QK", "-QK"}};
  int numChanged = 0;
  for (const Claim& claim : kClaims)
    for (const auto& [from, to] : changes) {
      for (std::size_t at = claim.tex.find(from); at != std::string::npos; at = claim.tex.find(from, at + 1)) {
        std::string changed = claim.tex;
        changed.replace(at, from.size(), to);
        EXPECT_NE(failure(changed, claim.bound, claim.at), "no error") << changed;
        ++numChanged;
      }
    }
  EXPECT_GT(numChanged, 40);
}

TEST(FormulaFailure, saysWhereAndBothValues) {
  EXPECT_EQ(failure("V_j = j", {"V=V"}, {"j=1"}), "the formula does not hold at j = 3: left 4, right 3");
  EXPECT_EQ(failure("V_j = S_j", {"V=V", "S=S"}, {"j=2"}), "the formula does not hold at j = 2: left 2, right 1");
  EXPECT_EQ(failure("V = 2 V", {"V=V"}, {}), "the formula does not hold in row 1, column 1: left 1, right 2");
  EXPECT_EQ(failure("V_j \\le 7", {"V=V"}, {"j=4"}), "the formula does not hold at j = 4");
  EXPECT_EQ(failure("a_j = b_j = V_j", {"a=V", "b=V", "V=2*V"}, {"j=1"}),
            "the formula does not hold at j = 1: left 1, right 2");
  EXPECT_EQ(failure("V_j = V_j, \\quad V_j = 0", {"V=V"}, {}), "the formula does not hold at j = 1: left 1, right 0");
  EXPECT_EQ(failure("V_j", {"V=V"}, {}), "nothing to compare: expected \"=\", or the line \"plain\"");
  EXPECT_EQ(failure("V = V", {"V=W"}, {}).substr(0, 5), "\"W\" i");
  EXPECT_EQ(failure("V_j = V_j", {"V=V"}, {"j=5"}), "at j = 5: expected a whole number from 1 to 4");
  EXPECT_EQ(failure("V = K", {"V=V", "K=K"}, {}), "left are 4 × 1 numbers, right 4 × 2");
}

TEST(FormulaFailure, takesNamesThatAreMoreThanALetter) {
  EXPECT_EQ(failure("\\mathrm{lse} = \\log \\sum_j \\exp(S_j)", {"lse=log(sum(exp(S)))", "S=S"}, {}), "no error");
  EXPECT_EQ(failure("w_r x' = \\hat{y} + \\alpha", {"w_r=2", "x'=3", "\\hat y=5", "\\alpha=1"}, {}), "no error");
  EXPECT_EQ(failure("W^Q_{jc} = K_{jc}", {"W^Q=K", "K=K"}, {}), "no error");
}

TEST(FormulaValue, survivesAnyFormula) {
  const std::vector<std::string> pieces{"S_{ij}",
                                        "V_j",
                                        "K",
                                        "\\sum_k",
                                        "\\max_j",
                                        "(",
                                        ")",
                                        "+",
                                        "-",
                                        "=",
                                        "/",
                                        "|",
                                        "\\exp",
                                        "\\frac{V_j}{2}",
                                        "^2",
                                        "^\\top",
                                        "!",
                                        ",",
                                        "[",
                                        "]",
                                        "i",
                                        "3",
                                        "\\cdot",
                                        "\\log",
                                        "\\begin{matrix}1&2\\\\3\\end{matrix}",
                                        "\\det",
                                        "<"};
  std::mt19937 random(11);
  const NamedValues scope = fourKeys();
  const FormulaContext context(everything(), scope);
  int numComputed = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (unsigned i = random() % 8; i > 0; --i) text += pieces[random() % pieces.size()] + " ";
    LessonProblems problems;
    const FormulaTree read = parseFormula(text, {1, 1}, problems);
    if (!read) continue;
    try {
      const FormulaIndices at = placesOf(read, context, {});
      formulaValue(read, context, at);
      showFormula(read, context, at);
      ++numComputed;
      formulaFailure(read, everything(), scope, {});
    } catch (const Error& error) {
      EXPECT_STRNE(error.what(), "");
    }
  }
  EXPECT_GT(numComputed, 300);
}

}  // namespace value_test
