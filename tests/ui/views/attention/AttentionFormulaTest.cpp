// The formula behind a number of an attention map, with the numbers put in.
#include "ui/views/attention/AttentionFormula.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/ui/views/attention/ReadFormula.h"
#include "ui/views/readout/ShownNumber.h"

namespace attention_formula_test {

using engine::Array;
using ui::AttentionTransform;

TEST(SoftmaxFormula, putsTheScoresOfTheRowIntoTheFormula) {
  // exp(0) + exp(-1) + exp(-3) = 1.4177
  const Array<float> scores({2, 3}, {9, 9, 9, 2, 1, -1}, "scores");
  EXPECT_EQ(ui::softmaxFormula(scores, 1, 2, std::exp(-3.0) / 1.4177).toStdString(),
            "exp(S − m) / Σ exp(Sₖ − m), m = max Sₖ\n= exp(−1 − 2) / 1.42\n= 0.0351");
  EXPECT_EQ(ui::softmaxFormula(scores, 0, 0, 1 / 3.0).toStdString(),
            "exp(S − m) / Σ exp(Sₖ − m), m = max Sₖ\n= exp(9 − 9) / 3\n= 0.333");
}

TEST(SoftmaxFormula, bracketsALargestScoreBelowZeroAndShowsMaskedScores) {
  const Array<float> scores({1, 2}, {-2, -INFINITY}, "scores");
  EXPECT_TRUE(ui::softmaxFormula(scores, 0, 0, 1).endsWith(QStringLiteral("\n= exp(−2 − (−2)) / 1\n= 1")));
  EXPECT_TRUE(ui::softmaxFormula(scores, 0, 1, 0).endsWith(QStringLiteral("\n= exp(−∞ − (−2)) / 1\n= 0")));
}

TEST(SoftmaxFormula, isSilentWhereTheWeightIsNotThatSoftmax) {
  const Array<float> scores({1, 2}, {0, 0}, "scores");
  EXPECT_NE(ui::softmaxFormula(scores, 0, 0, 0.5), QString());
  EXPECT_NE(ui::softmaxFormula(scores, 0, 0, 0.5005), QString());  // 16 bits
  EXPECT_EQ(ui::softmaxFormula(scores, 0, 0, 0.55), QString());
  EXPECT_EQ(ui::softmaxFormula(scores, 0, 0, 0), QString());
  EXPECT_EQ(ui::softmaxFormula(scores, 0, 2, 0.5), QString());
  EXPECT_EQ(ui::softmaxFormula(Array<float>(), 0, 0, 0.5), QString());
  EXPECT_EQ(ui::softmaxFormula(Array<float>({1, 1}, {-INFINITY}, "scores"), 0, 0, 0), QString());
  EXPECT_EQ(ui::softmaxFormula(Array<float>({1, 2}, {NAN, 0}, "scores"), 0, 0, 0.5), QString());
}

TEST(TransformFormula, putsBothCellsIntoTheFormula) {
  const Array<float> raw({2, 2}, {1, 0.25F, -0.5F, 1}, "weights"), sum({2, 2}, {2, -0.25F, -0.25F, 2}, "sum");
  const auto text = [&](AttentionTransform transform, const Array<float>& values) {
    return ui::transformFormula(transform, raw, values, 0, 1, QStringLiteral("A")).toStdString();
  };
  EXPECT_EQ(text(AttentionTransform::sum, sum), "A(i, j) + A(j, i)\n= 0.25 + (−0.5)\n= −0.25");
  const Array<float> mean({2, 2}, {1, -0.125F, -0.125F, 1}, "mean");
  EXPECT_EQ(text(AttentionTransform::mean, mean), "(A(i, j) + A(j, i)) / 2\n= (0.25 + (−0.5)) / 2\n= −0.125");
  const Array<float> maximum({2, 2}, {1, 0.25F, 0.25F, 1}, "maximum");
  EXPECT_EQ(text(AttentionTransform::maximum, maximum), "max(A(i, j), A(j, i))\n= max(0.25, −0.5)\n= 0.25");
  EXPECT_EQ(text(AttentionTransform::none, raw), "");
  EXPECT_EQ(text(AttentionTransform::rollout, raw), "");
}

TEST(TransformFormula, tellsWhatTheAverageProductCorrectionTakesAway) {
  const Array<float> raw({1, 2}, {0.25F, 0.75F}, "weights"), corrected({1, 2}, {0, 0.25F}, "corrected");
  EXPECT_EQ(ui::transformFormula(AttentionTransform::apc, raw, corrected, 0, 1, QStringLiteral("S")).toStdString(),
            "S\n  − row mean · column mean / mean\n= 0.75 − 0.5\n= 0.25");
  EXPECT_EQ(ui::transformFormula(AttentionTransform::apc, raw, corrected, 1, 0, QStringLiteral("S")), QString());
}

/// The last two lines of a formula: what is put in gives what comes out, digit by digit. ln A has four digits.
void expectThatItComesOut(const QString& formula) {
  const QStringList lines = formula.split(QStringLiteral("\n= "));
  ASSERT_EQ(lines.size(), 3) << formula.toStdString();
  const QString result = lines[2].section(u' ', 0, 0);
  const int digits = lines[0].startsWith(QStringLiteral("ln")) ? 4 : 3;
  EXPECT_EQ(ui::shownNumber(test::ReadFormula(lines[1]).value(), digits), result) << formula.toStdString();
}

TEST(SoftmaxFormula, comesOutFromTheNumbersThatAreShown) {
  std::mt19937 random(5);
  for (const double spread : {0.01, 1.0, 8.0, 90.0, 900.0})
    for (const double middle : {0.0, -3.0, 12345.0}) {
      std::normal_distribution<float> score(static_cast<float>(middle), static_cast<float>(spread));
      Array<float> scores({1, 40}, 0.0F, "scores");
      for (float& value : scores) value = score(random);
      for (engine::Index key = 0; key < 40; ++key) {
        const double largest = *std::max_element(scores.begin(), scores.end());
        double total = 0;
        for (const float value : scores) total += std::exp(value - largest);
        const auto weight = static_cast<float>(std::exp(scores(0, key) - largest) / total);
        expectThatItComesOut(ui::softmaxFormula(scores, 0, key, weight));
      }
    }
}

TEST(SoftmaxFormula, tellsTinyWeightsByTheirLogarithm) {
  const Array<float> scores({1, 2}, {0, -1000}, "scores");
  EXPECT_EQ(ui::softmaxFormula(scores, 0, 1, 0).toStdString(),
            "ln A = S − m − ln Σ exp(Sₖ − m), m = max Sₖ\n= −1000 − 0 − 0\n= −1000");
}

TEST(SoftmaxFormula, saysWhatIsStoredWhereThatIsRounded) {
  const Array<float> scores({1, 2}, {0, 0.01F}, "scores");  // 0.4975
  EXPECT_TRUE(ui::softmaxFormula(scores, 0, 0, 0.497).endsWith(QStringLiteral("= 0.498 (stored: 0.497)")));
}

TEST(TransformFormula, comesOutFromTheNumbersThatAreShown) {
  std::mt19937 random(6);
  std::uniform_real_distribution<float> uniform(0, 1);
  for (int trial = 0; trial < 300; ++trial) {
    const float scale = std::pow(10.0F, static_cast<float>(trial % 7) - 5), a = uniform(random) * scale,
                b = uniform(random) * scale * (trial % 2 == 0 ? 1 : -1), c = a + b * (1 + 1e-3F * uniform(random));
    const Array<float> raw({2, 2}, {0, a, b, 0}, "weights"), corrected({2, 2}, {0, c, c, 0}, "corrected");
    for (const auto transform :
         {AttentionTransform::sum, AttentionTransform::mean, AttentionTransform::maximum, AttentionTransform::apc})
      expectThatItComesOut(ui::transformFormula(transform, raw, corrected, 0, 1, QStringLiteral("A")));
  }
}

TEST(ShownNumber, isReadAsItIsWritten) {
  for (const double value : {0.0, -1.5, 1e-7, -2e9, 0.125}) EXPECT_EQ(ui::readNumber(ui::shownNumber(value, 6)), value);
  EXPECT_EQ(ui::shownNumber(-1e-7), QStringLiteral("−1e−07"));
  EXPECT_EQ(ui::readNumber(ui::shownNumber(-INFINITY)), -INFINITY);
  EXPECT_TRUE(std::isnan(ui::readNumber(QStringLiteral("none"))));
}

}  // namespace attention_formula_test
