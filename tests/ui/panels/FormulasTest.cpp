// Formulae in the readout and in forms: set, not spelled.
#include <gtest/gtest.h>

#include <QLabel>

#include "engine/operations/Operation.h"
#include "tests/ui/support/Gui.h"
#include "ui/formula/FormulaWidget.h"
#include "ui/panels/OperationForm.h"
#include "ui/panels/ReadoutGrid.h"

namespace formulas_test {

TEST(ReadoutFormulas, standBelowTheirNamesAndGoWithTheirLine) {
  ui::ReadoutGrid grid;
  grid.resize(300, 200);
  grid.setLines({{"Weight", "0.5"}, {"As softmax", "exp(S) / Σ exp(Sₖ)\n= exp(0 − 0) / 2\n= 0.5", false, true}});
  grid.show();
  auto* formula = grid.findChild<ui::FormulaWidget*>("readoutFormula");
  ASSERT_NE(formula, nullptr);
  EXPECT_EQ(formula->formulas().size(), 3U);
  EXPECT_TRUE(formula->isVisible());
  EXPECT_TRUE(formula->accessibleName().contains("over the sum"));
  for (const QLabel* label : grid.findChildren<QLabel*>()) EXPECT_FALSE(label->text().contains("exp(")) << "twice";
  grid.setLines({{"Weight", "0.5"}, {"Rank in row", "1 of 2"}});
  EXPECT_FALSE(formula->isVisible());
  grid.setLines({{"Weight", "0.5"}, {"As softmax", "x = 1", false, true}});
  EXPECT_TRUE(formula->isVisible());
  EXPECT_EQ(formula->formulas().size(), 1U);
}

TEST(FormFormulas, areThoseOfTheOperationLineByLine) {
  ui::Session session;
  for (const auto& operation : engine::operations()) {
    const QString text = QString::fromStdString(operation->formula());
    ui::OperationForm form(*operation, session);
    const auto* formula = form.findChild<ui::FormulaWidget*>("formula");
    ASSERT_EQ(formula != nullptr, !text.isEmpty()) << operation->id();
    if (formula) {
      EXPECT_EQ(static_cast<int>(formula->formulas().size()), text.count(u'\n') + 1) << operation->id();
    }
  }
}

}  // namespace formulas_test
