#include "ui/formula/FormulaPage.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "ui/look/MathFont.h"

namespace formula_page_test {

using namespace engine;
using ui::FormulaPage;

FormulaTree tree(const std::string& tex) {
  LessonProblems problems;
  FormulaTree tree = parseFormula(tex, {1, 1}, problems);
  EXPECT_NE(tree, nullptr) << tex;
  return tree;
}
const FormulaNode* child(const FormulaTree& tree, std::size_t i) { return tree->children.at(i).get(); }

const char* const kSoftmax = "A_{ij} = \\frac{\\exp(S_{ij})}{\\sum_{k} \\exp(S_{ik})}";

/// Pixels that are not the background.
int inkOf(const FormulaPage& page, const ui::Theme& theme, const ui::FormulaMarks& marks = {}) {
  QImage image(400, 200, QImage::Format_RGB32);
  image.fill(theme.panel);
  QPainter painter(&image);
  page.paint(painter, {20, 20}, theme, marks);
  painter.end();
  int ink = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) ink += image.pixelColor(x, y) != theme.panel ? 1 : 0;
  return ink;
}

TEST(FormulaPage, hasTheFaceOfFormulae) {
  EXPECT_TRUE(ui::mathFont().isMathematical) << ui::mathFont().family.toStdString();
}

TEST(FormulaPage, makesScriptsSmallerAndMovesThem) {
  const FormulaTree scripts = tree("x_y^z");
  const FormulaPage page(scripts, 100, true);
  const QRectF base = page.placeOf(child(scripts, 0)), below = page.placeOf(child(scripts, 1)),
               above = page.placeOf(child(scripts, 2));
  EXPECT_NEAR(below.height(), 0.72 * FormulaPage(tree("y"), 100, true).size().height(), 1);
  EXPECT_GT(below.left(), base.right() - 5);
  EXPECT_LT(above.bottom(), below.top());
  EXPECT_LT(above.top(), base.top());
  EXPECT_GT(below.bottom(), base.bottom());
  const FormulaPage deep(tree("x^{y^z}"), 100, true);
  const FormulaTree nested = tree("x^{y^z}");
  const FormulaPage nestedPage(nested, 100, true);
  EXPECT_NEAR(nestedPage.placeOf(nested->children[2]->children[2].get()).width(),
              0.55 * FormulaPage(tree("z"), 100, true).size().width(), 3);
}

TEST(FormulaPage, putsNumeratorOverDenominatorAboutTheAxis) {
  const FormulaTree fraction = tree("\\frac{a}{bb}");
  const FormulaPage page(fraction, 100, true);
  const QRectF upper = page.placeOf(child(fraction, 0)), lower = page.placeOf(child(fraction, 1));
  EXPECT_LT(upper.bottom(), lower.top());
  EXPECT_NEAR(upper.center().x(), lower.center().x(), 3);
  EXPECT_LT(FormulaPage(fraction, 100, false).size().height(), page.size().height());
}

TEST(FormulaPage, putsLimitsUnderSumsOnDisplayAlone) {
  const FormulaTree sum = tree("\\sum_k");
  const FormulaPage shown(sum, 100, true), inLine(sum, 100, false);
  EXPECT_GT(shown.placeOf(child(sum, 1)).top(), shown.placeOf(child(sum, 0)).bottom());
  EXPECT_LT(inLine.placeOf(child(sum, 1)).top(), inLine.placeOf(child(sum, 0)).bottom());
  EXPECT_GT(shown.placeOf(child(sum, 0)).height(), 1.3 * inLine.placeOf(child(sum, 0)).height());
}

TEST(FormulaPage, stretchesBracketsOverWhatTheyHold) {
  const FormulaTree fenced = tree("\\left( \\frac{a}{b} \\right]");
  const FormulaPage page(fenced, 100, true);
  EXPECT_GE(page.size().height(), 0.95 * page.placeOf(child(fenced, 0)).height());
  EXPECT_GT(page.placeOf(child(fenced, 0)).left(), 10);
  EXPECT_LT(page.placeOf(child(fenced, 0)).right(), page.size().width() - 10);
}

TEST(FormulaPage, spacesRelationsMoreThanSums) {
  const auto width = [](const char* tex) { return FormulaPage(tree(tex), 180, true).size().width(); };
  const double signs = width("=") - width("+");
  EXPECT_NEAR(width("a=b") - width("a+b") - signs, 2 * 10, 0.5);         // 5/18 against 4/18 on both sides
  EXPECT_NEAR(width("-b"), width("-") + width("b"), 0.5);                // a sign, not a difference
  EXPECT_LT(width("x_{a=b}") - width("x_{ab}") - 0.72 * width("="), 1);  // none in scripts
}

TEST(FormulaPage, breaksThenShrinksThenSaysThatItIsTooWide) {
  const FormulaTree sum = tree("a = bbbbbbbb + cccccccc + dddddddd");
  const double whole = FormulaPage(sum, 20, true).size().width();
  EXPECT_EQ(FormulaPage(sum, 20, true, whole + 1).numLines(), 1u);
  const FormulaPage broken(sum, 20, true, 0.6 * whole);
  EXPECT_GT(broken.numLines(), 1u);
  EXPECT_EQ(broken.scale(), 1);
  EXPECT_LE(broken.size().width(), 0.6 * whole);
  const FormulaTree solid = tree("\\frac{aaaaaaaaaaaaaaaaaaaaaaaaaaaa}{b}");
  const double wide = FormulaPage(solid, 20, true).size().width();
  const FormulaPage shrunk(solid, 20, true, 0.8 * wide);
  EXPECT_LT(shrunk.scale(), 1);
  EXPECT_FALSE(shrunk.isTooWide());
  const FormulaPage tooWide(solid, 20, true, 0.5 * wide);
  EXPECT_NEAR(tooWide.scale(), 0.7, 1e-9);
  EXPECT_TRUE(tooWide.isTooWide());
}

TEST(FormulaPage, findsTheInnermostNodeFirst) {
  const FormulaTree softmax = tree(kSoftmax);
  const FormulaPage page(softmax, 40, true);
  const FormulaNode* weight = child(softmax, 0);
  const std::vector<const FormulaNode*> nodes = page.nodesAt(page.placeOf(weight->children[0].get()).center());
  ASSERT_GE(nodes.size(), 2u);
  EXPECT_EQ(nodes.front(), weight->children[0].get());
  EXPECT_NE(std::find(nodes.begin(), nodes.end(), weight), nodes.end());
  EXPECT_TRUE(page.nodesAt({-5, -5}).empty());
}

TEST(FormulaPage, paintsLightAndDarkWithUnderlines) {
  for (const ui::Theme& theme : {ui::Theme::light(), ui::Theme::dark()}) {
    const FormulaTree softmax = tree(kSoftmax);
    const FormulaPage page(softmax, 30, true);
    const int plain = inkOf(page, theme);
    EXPECT_GT(plain, 500);
    ui::FormulaMarks marks;
    marks.underlined[softmax->children[0].get()] = theme.accent;
    EXPECT_GT(inkOf(page, theme, marks), plain + 20);
  }
}

TEST(FormulaPage, setsNothingAndHoles) {
  EXPECT_EQ(FormulaPage(nullptr, 20, true).size(), QSizeF(0, 0));
  EXPECT_EQ(FormulaPage(tree(""), 20, true, 1).size(), QSizeF(0, 0));
  EXPECT_GT(FormulaPage(tree("\\begin{matrix}a & b \\\\ c\\end{matrix}"), 20, true).size().width(), 0);
}

}  // namespace formula_page_test
