// Cost formulae: evaluated, shown, and their errors.
#include "engine/attention/Cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "tests/support/ErrorOf.h"

namespace cost_test {

using namespace engine;
using test::errorOf;

TEST(Cost, formulasAreComputedFromTheLettersOfTheirSizes) {
  EXPECT_DOUBLE_EQ(evaluateFormula("2*B*n*(d + v)", {{"B", 2}, {"n", 5}, {"d", 3}, {"v", 4}}), 140);
  const Cost cost = evaluateCost({"n^3/2", "w*n", "0"}, {{"n", 4}, {"w", 8}});
  EXPECT_DOUBLE_EQ(cost.flops, 32);
  EXPECT_DOUBLE_EQ(cost.bytes, 32);
  EXPECT_DOUBLE_EQ(cost.memory, 0);
}

TEST(Cost, unknownLettersAndBadFormulasAreErrorsThatShowTheFormula) {
  for (const char* formula : {"2*q", "2*(n", ""}) {
    EXPECT_THAT(errorOf([&] { evaluateFormula(formula, {{"n", 1}}); }),
                ::testing::HasSubstr(std::string("cost formula ") + formula));
  }
}

TEST(Cost, textsForTheEye) {
  EXPECT_EQ(formulaText("2*n*(d + v)"), "2·n·(d + v)");
  EXPECT_EQ(countText(0, "B"), "0 B");
  EXPECT_EQ(countText(999, "B"), "999 B");
  EXPECT_EQ(countText(1.5e9, "flop"), "1.5 Gflop");
}

}  // namespace cost_test
