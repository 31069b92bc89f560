#include "engine/lessons/formula/FormulaShown.h"

#include <algorithm>

#include "engine/lessons/formula/FormulaCells.h"
#include "tests/engine/lessons/formula/FormulaBench.h"

namespace shown_test {

using namespace engine;
using test::bindings;
using test::fourKeys;
using test::tree;

const char* const kSoftmax = "A_{ij} = \\frac{\\exp(S_{ij})}{\\sum_{k} \\exp(S_{ik})}";

struct Shown {
  std::string numbers, value;
  std::vector<FormulaCell> cells;
  ShownFormula formula;
};
Shown shown(const std::string& tex, const std::vector<std::string>& bound, const FormulaIndices& at,
            const FormulaShowing& showing = {}) {
  const NamedValues scope = fourKeys();
  const FormulaContext context(bindings(bound), scope);
  Shown found;
  found.formula = showFormula(tree(tex), context, at, showing);
  found.numbers = linearFormula(found.formula.numbers);
  found.value = linearFormula(found.formula.value);
  for (const auto& [node, cell] : found.formula.cells) found.cells.push_back(cell);
  return found;
}

TEST(ShownFormula, putsNumbersIntoASoftmax) {
  const Shown found = shown(kSoftmax, {"A=A", "S=S"}, {{"i", 1}, {"j", 2}});
  EXPECT_EQ(found.numbers, "A_12 = (exp(1)) / (exp(2) + exp(1) + exp(0) + exp(−1))");
  EXPECT_EQ(found.value, "A_12 = 0.237");
}

TEST(ShownFormula, bracketsWhatIsNegative) {
  EXPECT_EQ(shown("S_{ij} = \\sum_c Q_{ic} K_{jc}", {"S=S", "Q=Q", "K=K"}, {{"i", 1}, {"j", 4}}).numbers,
            "S_14 = 1 ⋅ (−1) + 0 ⋅ 1");
  EXPECT_EQ(shown("x = 2 - S_{14}", {"x=3", "S=S"}, {}).numbers, "x = 2 − (−1)");
  EXPECT_EQ(shown("x = S_{14}^2", {"x=1", "S=S"}, {}).numbers, "x = (−1)^2");
  EXPECT_EQ(shown("x = -\\sum_j V_j", {"x=-15", "V=V"}, {}).numbers, "x = −(1 + 2 + 4 + 8)");
  EXPECT_EQ(shown("x = 2 \\sum_j V_j", {"x=30", "V=V"}, {}).numbers, "x = 2(1 + 2 + 4 + 8)");
  EXPECT_EQ(shown("x = \\max_j S_{1j}", {"x=2", "S=S"}, {}).numbers, "x = max(2, 1, 0, −1)");
  EXPECT_EQ(shown("x = \\prod_j V_j", {"x=64", "V=V"}, {}).numbers, "x = 1 ⋅ 2 ⋅ 4 ⋅ 8");
}

TEST(ShownFormula, tiesMarkedPartsToTheirCells) {
  const NamedValues scope = fourKeys();
  const FormulaContext context({}, scope);
  const auto cellOfTex = [&](const std::string& marked) {
    const FormulaTree formula = tree("x = \\mark{" + marked + "}{\\frac{a}{b}}");
    std::map<const FormulaNode*, FormulaCell> cells;
    addCells(formula, context, {{"i", 1}, {"j", 2}}, cells);
    EXPECT_EQ(cells.size(), 1u) << marked;
    return cells.empty() ? FormulaCell{} : cells.begin()->second;
  };
  EXPECT_EQ(cellOfTex("S[i,j+1]"), (FormulaCell{"", "S", {1, 3}}));
  EXPECT_EQ(cellOfTex("K[j]"), (FormulaCell{"", "K", {2}}));
  EXPECT_EQ(cellOfTex("K[2..3,1]"), (FormulaCell{"", "K", {}}));
  EXPECT_EQ(cellOfTex("A"), (FormulaCell{"", "A", {}}));
  EXPECT_EQ(cellOfTex("A[:,1]+1"), (FormulaCell{"", "A[:,1]+1", {}}));
  EXPECT_EQ(spokenFormula(tree("\\mark{S[1]}{x} + 1")), spokenFormula(tree("x + 1")));
}

TEST(ShownFormula, writesLongSumsWithDotsAndTheCount) {
  FormulaShowing showing;
  showing.terms = 3;
  const Shown found = shown("x = \\sum_j V_j", {"x=15", "V=V"}, {}, showing);
  EXPECT_EQ(found.numbers, "x = 1 + 2 + ⋯ + 8 {4 terms}");
  showing.terms = 4;
  EXPECT_EQ(shown("x = \\sum_j V_j", {"x=15", "V=V"}, {}, showing).numbers, "x = 1 + 2 + 4 + 8");
  EXPECT_EQ(shown("x = \\sum_{j=2}^1 V_j", {"x=0", "V=V"}, {}).value, "x = 0");
}

TEST(ShownFormula, saysWhenRoundedNumbersDoNotAddUp) {
  const Shown found = shown("x = a + b", {"x=0.2469", "a=0.12345", "b=0.12345"}, {});
  EXPECT_EQ(found.numbers, "x = 0.1235 + 0.1235");  // 0.123 + 0.123 would be 0.246
  EXPECT_EQ(found.value, "x ≈ 0.2469");
  EXPECT_EQ(shown("x = a + b", {"x=0.375", "a=0.25", "b=0.125"}, {}).value, "x = 0.375");
}

TEST(ShownFormula, writesNumbersAsPeopleDo) {
  EXPECT_EQ(shown("x = a", {"x=1/3", "a=1/3"}, {}).value, "x = 0.333");
  EXPECT_EQ(shown("x = a", {"x=1234.5678", "a=1234.5678"}, {}).value, "x = 1235");
  EXPECT_EQ(shown("x = a", {"x=0.00001234", "a=0.00001234"}, {}).value, "x = 1.23 ⋅ 10^−5");
  EXPECT_EQ(shown("x = a", {"x=-250000.5", "a=-250000.5"}, {}).value, "x = −2.50 ⋅ 10^5");
}

TEST(ShownFormula, showsSmallMatricesAsNumbersAndLargeOnesAsSymbols) {
  const Shown found = shown("O = A V", {"O=O", "A=A", "V=V"}, {});
  EXPECT_EQ(found.numbers, "O = [0.644 0.237 0.0871 0.0321][1; 2; 4; 8]");
  EXPECT_EQ(found.value, "O = 1.72");
  const Shown large = shown("x = y", {"x=range(1 9 1)", "y=range(1 9 1)"}, {});
  EXPECT_EQ(large.formula.numbers, nullptr);
  EXPECT_EQ(large.formula.value, nullptr);
}

TEST(ShownFormula, coversWhatMustNotBeSeen) {
  FormulaShowing showing;
  showing.isCovered = [](const LessonExpression& expression) { return expression.names().contains("A"); };
  const Shown found = shown(kSoftmax, {"A=A", "S=S"}, {{"i", 1}, {"j", 1}}, showing);
  EXPECT_EQ(found.numbers, "A_11 = (exp(2)) / (exp(2) + exp(1) + exp(0) + exp(−1))");
  EXPECT_EQ(found.value, "A_11 = ?");
  const Shown sum = shown("O_{i} = \\sum_{j} A_{ij} V_{j}", {"O=O[:,1]", "A=A", "V=V[:,1]"}, {{"i", 1}}, showing);
  EXPECT_EQ(sum.numbers, "O_1 = ? ⋅ 1 + ? ⋅ 2 + ? ⋅ 4 + ? ⋅ 8");
  EXPECT_EQ(sum.value, "O_1 = ?");
  EXPECT_EQ(spokenFormula(sum.formula.value), "O 1 equals covered");
}

TEST(ShownFormula, knowsTheCellOfEverySymbol) {
  const Shown found = shown(kSoftmax, {"A=H[2]", "S=G[2,:,:]"}, {{"i", 3}, {"j", 2}});
  const auto has = [&](const FormulaCell& cell) {
    return std::find(found.cells.begin(), found.cells.end(), cell) != found.cells.end();
  };
  EXPECT_TRUE(has({"A", "H", {2, 3, 2}}));
  EXPECT_TRUE(has({"S", "G", {2, 3, 2}}));
  EXPECT_TRUE(has({"S", "G", {2, 3}}));     // k runs
  EXPECT_TRUE(has({"S", "G", {2, 3, 4}}));  // its last term
  const Shown column = shown("x = \\sum_j V_j", {"x=15", "V=V[2..4,1]"}, {});
  EXPECT_NE(std::find(column.cells.begin(), column.cells.end(), FormulaCell{"V", "V", {4, 1}}), column.cells.end());
  const Shown flat = shown("x = \\sum_j s_j", {"x=4", "s=2*S"}, {});
  EXPECT_NE(std::find(flat.cells.begin(), flat.cells.end(), FormulaCell{"s", "2*S", {1, 4}}), flat.cells.end());
}

TEST(ShownFormula, leavesFormulaeThatAreNotExecutedAsTheyAre) {
  const ShownFormula plain = showFormula(tree("\\int x \\, dx"));
  EXPECT_NE(plain.symbols, nullptr);
  EXPECT_EQ(plain.numbers, nullptr);
  EXPECT_TRUE(plain.cells.empty());
}

}  // namespace shown_test
