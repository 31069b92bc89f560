#include "ui/formula/FormulaWidget.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <cmath>

#include "engine/lessons/formula/FormulaCells.h"
#include "tests/engine/lessons/formula/FormulaBench.h"
#include "tests/ui/support/Gui.h"

namespace formula_widget_test {

using namespace engine;
using ui::FormulaWidget;

ShownFormula softmax(const FormulaIndices& at = {{"i", 1}, {"j", 2}}) {
  const NamedValues scope = test::fourKeys();
  const FormulaContext context(test::bindings({"A=A", "S=S"}), scope);
  return showFormula(test::tree("A_{ij} = \\frac{\\exp(S_{ij})}{\\sum_{k} \\exp(S_{ik})}"), context, at);
}

/// What the widget last told; the signal carries a type of the engine.
struct Told {
  explicit Told(FormulaWidget& widget) {
    QObject::connect(&widget, &FormulaWidget::cellHovered, [this](const auto& cell) { hovered = cell; });
    QObject::connect(&widget, &FormulaWidget::cellKept, [this](const auto& cell) { kept = cell; });
  }
  std::optional<FormulaCell> hovered, kept;
};

TEST(FormulaWidget, tellsWhichCellIsPointedAtAndKept) {
  FormulaWidget widget;
  widget.setFormulas({softmax()});
  test::show(widget, {600, 300});
  Told told(widget);
  const FormulaCell cell{"S", "S", {1, 2}};
  const std::vector<QRectF> places = widget.placesOf(cell);
  ASSERT_GE(places.size(), 3u);  // among the symbols, above the bar, in the sum
  for (const QRectF& place : places) {
    test::movePointer(widget, place.center());
    EXPECT_EQ(told.hovered, cell);
  }
  QTest::mouseClick(&widget, Qt::LeftButton, {}, places.front().center().toPoint());
  EXPECT_EQ(told.kept, cell);
  EXPECT_EQ(widget.kept(), cell);
  test::movePointer(widget, {1, 1});
  EXPECT_FALSE(told.hovered);
  QTest::keyClick(&widget, Qt::Key_Escape);
  EXPECT_FALSE(told.kept);
}

TEST(FormulaWidget, isWalkedByKeys) {
  FormulaWidget widget;
  widget.setFormulas({softmax()});
  test::show(widget, {600, 300});
  test::giveFocus(widget);
  Told told(widget);
  QTest::keyClick(&widget, Qt::Key_Right);
  EXPECT_EQ(told.hovered, (FormulaCell{"A", "A", {1, 2}}));
  QTest::keyClick(&widget, Qt::Key_Right);
  EXPECT_EQ(told.hovered, (FormulaCell{"S", "S", {1, 2}}));
  QTest::keyClick(&widget, Qt::Key_Return);
  EXPECT_EQ(told.kept, told.hovered);
  QTest::keyClick(&widget, Qt::Key_Left);
  EXPECT_EQ(told.hovered, (FormulaCell{"A", "A", {1, 2}}));
  QTest::keyClick(&widget, Qt::Key_Left);
  EXPECT_EQ(told.hovered, (FormulaCell{"A", "A", {1, 2}}));
}

TEST(FormulaWidget, speaksWhatItShows) {
  FormulaWidget widget;
  widget.setFormulas({softmax()});
  QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&widget);
  const QString text = accessible->text(QAccessible::Name);
  EXPECT_TRUE(text.startsWith(QStringLiteral("A i j equals"))) << text.toStdString();
  EXPECT_TRUE(text.endsWith(QStringLiteral("0.237"))) << text.toStdString();
  widget.setNumbersShown(false);
  EXPECT_FALSE(accessible->text(QAccessible::Name).contains(QStringLiteral("0.237")));
}

TEST(FormulaWidget, growsWithNumbersAndProjector) {
  FormulaWidget widget;
  widget.setFormulas({softmax()});
  const int withNumbers = widget.heightForWidth(500);
  widget.setNumbersShown(false);
  const int without = widget.heightForWidth(500);
  EXPECT_LT(without, withNumbers);
  ui::ThemeModel::instance().setProjector(true);
  EXPECT_NEAR(widget.heightForWidth(800), 1.6 * without, 4);
  ui::ThemeModel::instance().setProjector(false);
  EXPECT_EQ(widget.heightForWidth(500), without);
  widget.setFormulas({});
  EXPECT_EQ(widget.heightForWidth(500), 0);
}

TEST(FormulaWidget, marksCellsThatAreMarkedElsewhere) {
  FormulaWidget widget;
  widget.setFormulas({softmax()});
  test::show(widget, {600, 300});
  const QImage plain = widget.grab().toImage();
  widget.setMarkedCells({{"S", "S", {1, 2}}});
  EXPECT_NE(widget.grab().toImage(), plain);
  widget.setMarkedCells({{"S", "S", {4, 4}}});
  const QImage other = widget.grab().toImage();
  widget.setMarkedCells({});
  EXPECT_EQ(widget.grab().toImage(), plain);
  EXPECT_EQ(other, plain);
  widget.setColors({{"A", Qt::red}});
  EXPECT_NE(widget.grab().toImage(), plain);
}

TEST(FormulaWidget, underlinesMarkedPartsAndTellsTheirCells) {
  const NamedValues scope = test::fourKeys();
  const FormulaContext context({}, scope);
  FormulaWidget plain, marked;
  plain.setFormulas({showFormula(test::tree("x = \\frac{a + b}{2}"))});
  ShownFormula formula = showFormula(test::tree("x = \\mark{S[1,j]}{\\frac{a + b}{2}}"));
  addCells(formula.symbols, context, {{"j", 3}}, formula.cells);
  marked.setFormulas({formula});
  for (FormulaWidget* widget : {&plain, &marked}) test::show(*widget, {400, 120});
  EXPECT_NE(plain.grab().toImage(), marked.grab().toImage());
  EXPECT_EQ(plain.sizeHint(), marked.sizeHint());
  const FormulaCell cell{"", "S", {1, 3}};
  ASSERT_EQ(marked.placesOf(cell).size(), 1u);
  Told told(marked);
  test::movePointer(marked, marked.placesOf(cell).front().center());
  EXPECT_EQ(told.hovered, cell);
}

TEST(FormulaWidget, breaksWhatIsTooWideAndSaysWhatStaysSo) {
  FormulaWidget widget;
  widget.setFormulas({softmax()});
  widget.resize(2000, 300);
  EXPECT_FALSE(widget.isTooWide());
  widget.resize(60, 300);
  test::show(widget, {60, 300});
  EXPECT_TRUE(widget.isTooWide());
}

TEST(FormulaWidget, isVectorsWithTextOnPages) {
  FormulaWidget widget;
  widget.setFormulas({softmax()});
  QBuffer buffer;
  QSvgGenerator svg;
  svg.setOutputDevice(&buffer);
  svg.setViewBox(QRect(0, 0, 500, 300));
  QPainter painter(&svg);
  widget.paintOn(painter, {0, 0, 500, 300}, ui::Theme::light());
  painter.end();
  const QString page = QString::fromUtf8(buffer.data());
  EXPECT_TRUE(page.contains(QStringLiteral(">0.237</text>")));
  EXPECT_FALSE(page.contains(QStringLiteral("<image")));
  EXPECT_TRUE(page.contains(QStringLiteral("exp")));
}

}  // namespace formula_widget_test
