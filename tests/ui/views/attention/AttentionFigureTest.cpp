// Figures of heads: two maps on narrow pages, axes of small panels, and captions that say what is on the page.
#include <QRegularExpression>

#include "tests/support/Files.h"
#include "tests/ui/views/attention/AttentionFixture.h"
#include "ui/panels/figure/FigurePanels.h"
#include "ui/views/base/figure/Figure.h"

namespace attention_figure_test {

using namespace test;
using ui::AttentionOptions;
using ui::FigureContent;
using ui::FigureOptions;
using ui::HeadComparison;

class AttentionFigureTest : public AttentionViewTest {
 protected:
  void showBeside() {
    showWith({headsDataset(someHeads(kLength, 3))});
    view.change([](AttentionOptions& options) {
      options.comparison = HeadComparison::beside;
      options.second = {{}, 0, 1};
    });
  }
  ui::Figure figureOf(const FigureOptions& options) { return ui::Figure({{&view, {}, {}}}, options); }
  QString svgOf(const ui::Figure& figure) {
    const auto path = folder.path() / "figure.svg";
    figure.save(QString::fromStdString(path.string()));
    return QString::fromStdString(test::readText(path));
  }
  /// Pixels in the colour of a weight of 0, from one share of the height to another.
  int cellPixels(const QImage& image, double from, double to) {
    const QColor zero = ui::toColor(ui::colorOf(view.shown().look, 0));
    const int top = static_cast<int>(from * image.height()), bottom = static_cast<int>(to * image.height());
    return test::countColor(image.copy(0, top, image.width(), bottom - top), zero, 12);
  }
  const test::TemporaryFolder folder;
};

TEST_F(AttentionFigureTest, bothMapsOfAComparisonAreOnThePageAtEveryWidth) {
  showBeside();
  for (const double width : {40.0, 60.0, ui::kSingleColumn, 120.0, ui::kDoubleColumn})
    for (const auto content : {FigureContent::whole, FigureContent::picture}) {
      FigureOptions options;
      options.width = width;
      options.content = content;
      const ui::Figure figure = figureOf(options);
      const QString caption = figure.caption();
      EXPECT_TRUE(caption.contains(QStringLiteral("B: Head 2"))) << width << ": " << caption.toStdString();
      const QString svg = svgOf(figure);
      EXPECT_TRUE(svg.contains(QStringLiteral("A: Head 1"))) << width;
      EXPECT_TRUE(svg.contains(QStringLiteral("B: Head 2"))) << width;
      EXPECT_EQ(svg.count(QStringLiteral("weight, linear")), 2) << width << ": a colour bar each";
    }
}

TEST_F(AttentionFigureTest, narrowPagesHaveTheSecondMapBelowTheFirstAndWideOnesBesideIt) {
  showBeside();
  FigureOptions options;
  options.content = FigureContent::picture;
  options.width = ui::kSingleColumn;
  const QImage narrow = figureOf(options).image(1);
  EXPECT_GT(narrow.height(), 1.5 * narrow.width());
  EXPECT_GT(cellPixels(narrow, 0, 0.5), narrow.width() * narrow.width() / 3);
  EXPECT_GT(cellPixels(narrow, 0.5, 1), narrow.width() * narrow.width() / 3);
  options.width = ui::kDoubleColumn;
  const QImage wide = figureOf(options).image(1);
  EXPECT_LT(wide.height(), 0.8 * wide.width());
}

TEST_F(AttentionFigureTest, theCaptionOfALowPageNamesWhatIsDrawn) {
  showWith({headsDataset(someHeads(kLength, 3)), geometryDataset(kLength)});
  FigureOptions options;
  options.content = FigureContent::picture;
  const QString alone = figureOf(options).caption();
  EXPECT_FALSE(alone.contains(QStringLiteral("Distance"))) << alone.toStdString();
  options.content = FigureContent::whole;
  const ui::Figure whole = figureOf(options);
  EXPECT_EQ(whole.caption().contains(QStringLiteral("Second map: Distance")),
            svgOf(whole).contains(QStringLiteral("Distance")));
  EXPECT_TRUE(svgOf(whole).contains(QStringLiteral("Distance"))) << "88 mm are enough";
}

TEST_F(AttentionFigureTest, smallPanelsShareTheNamesOfTheirAxesAndLargeOnesHaveTheirOwn) {
  showWith({headsDataset(someHeads(kLength, 8))});
  FigureOptions options;
  options.content = FigureContent::heads;
  ui::FigurePanels panels(view);
  panels.choose(options);
  ASSERT_TRUE(QTest::qWaitFor([&] { return panels.isReady(); }, 10000));
  const QString small = svgOf(ui::Figure(panels.panels(), options));
  EXPECT_EQ(small.count(QStringLiteral(">query residue<")), 1);
  EXPECT_EQ(small.count(QStringLiteral(">key residue<")), 1);
  EXPECT_GE(small.count(QStringLiteral(">10<")), 16) << "ticks of each panel";
  options.heads = {1, 2};
  options.width = ui::kDoubleColumn;
  panels.choose(options);
  ASSERT_TRUE(QTest::qWaitFor([&] { return panels.isReady(); }, 10000));
  const QString large = svgOf(ui::Figure(panels.panels(), options));
  EXPECT_EQ(large.count(QStringLiteral(">query residue<")), 2);
  EXPECT_EQ(large.count(QStringLiteral(">key residue<")), 2);
}

TEST_F(AttentionFigureTest, panelsShowTheHeadsThatTheyAreCalledByWhateverIsCompared) {
  showBeside();
  FigureOptions options;
  options.content = FigureContent::heads;
  ui::FigurePanels panels(view);
  panels.choose(options);
  ASSERT_TRUE(QTest::qWaitFor([&] { return panels.isReady(); }, 10000));
  const ui::Figure figure(panels.panels(), options);
  EXPECT_FALSE(figure.caption().contains(QStringLiteral("B: "))) << figure.caption().toStdString();
  EXPECT_LT(figure.size().height(), figure.size().width());
}

TEST_F(AttentionFigureTest, theCaptionOfPanelsSaysOfWhichWhatHoldsForSomeAlone) {
  auto heads = someHeads(kLength, 3);
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[1]);
  for (Index column = 0; column < kLength; ++column) map->weights(4, column) = 0;
  heads->maps[1] = map;
  showWith({headsDataset(heads)});
  FigureOptions options;
  options.content = FigureContent::heads;
  ui::FigurePanels panels(view);
  panels.choose(options);
  ASSERT_TRUE(QTest::qWaitFor([&] { return panels.isReady(); }, 10000));
  const QString caption = ui::Figure(panels.panels(), options).caption();
  EXPECT_TRUE(caption.contains(QStringLiteral("(A, C) Rows are queries, each row sums to 1."))) << caption.toStdString();
  EXPECT_TRUE(caption.contains(QStringLiteral("(B) Rows are queries, each row sums to 1 or is all 0.")))
      << caption.toStdString();
  EXPECT_EQ(caption.count(QStringLiteral("Colours: ")), 1) << "the same for all: " << caption.toStdString();
  EXPECT_FALSE(caption.contains(QStringLiteral(") Colours: "))) << caption.toStdString();
}

TEST_F(AttentionFigureTest, theCaptionOfPanelsPutsTheirNumbersIntoOneSentence) {
  auto heads = someHeads(6, 3);
  heads->queryLetters.clear();
  heads->keyLetters.clear();
  showWith({headsDataset(heads)});
  view.change([](AttentionOptions& options) { options.ends = ui::EndTokens::both; });
  FigureOptions options;
  options.content = FigureContent::heads;
  ui::FigurePanels panels(view);
  panels.choose(options);
  ASSERT_TRUE(QTest::qWaitFor([&] { return panels.isReady(); }, 10000));
  const QString caption = ui::Figure(panels.panels(), options).caption();
  EXPECT_TRUE(caption.contains(QStringLiteral("tokens hidden: 0.0 (A), 25 (B), 50 (C) % of the attention of a row")))
      << caption.toStdString();
  EXPECT_EQ(caption.count(QStringLiteral("tokens hidden")), 1);
}

TEST_F(AttentionFigureTest, nothingAndOneCellAreFigures) {
  for (const Index length : {0, 1}) {
    view.setDataset(headsDataset(someHeads(length, 1)));
    view.change([](AttentionOptions& options) { options.comparison = HeadComparison::beside; });
    EXPECT_FALSE(figureOf({}).image(1).isNull());
  }
}

}  // namespace attention_figure_test
