// Equations as rich text.
#include "ui/panels/FormulaText.h"

#include <gtest/gtest.h>

namespace {

TEST(FormulaText, setsScriptsAndSymbols) {
  EXPECT_EQ(ui::formulaHtml("").toStdString(), "");
  EXPECT_EQ(ui::formulaHtml("S_ij = Q K^T").toStdString(), "<i>S</i><sub>ij</sub> = <i>Q</i> <i>K</i><sup>T</sup>");
  EXPECT_EQ(ui::formulaHtml("q_{t+1} = tanh(x)\ny").toStdString(),
            "<i>q</i><sub>t+1</sub> = tanh(<i>x</i>)<br><i>y</i>");
  EXPECT_EQ(ui::formulaHtml("a < b & c_").toStdString(), "<i>a</i> &lt; <i>b</i> &amp; <i>c</i><sub></sub>");
  EXPECT_EQ(ui::formulaHtml("a_{b").toStdString(), "<i>a</i><sub></sub>{<i>b</i>");
}

}  // namespace
