// The formula behind a number of an attention map, with the numbers put in.
#include "ui/views/attention/AttentionFormula.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

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

}  // namespace
