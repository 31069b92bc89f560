// Heads with cells that are not numbers: the others are drawn, these are cross-hatched and said to be none.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/ui/views/attention/AttentionFixture.h"

namespace attention_gaps_test {

using namespace test;
using ui::AttentionOptions;
using ui::HeadComparison;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// A head of `someHeads` without row 2 and without cell (0, 3).
std::shared_ptr<engine::HeadSet> headsWithGaps(Index length, Index numHeads = 2) {
  auto heads = someHeads(length, numHeads);
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
  for (Index column = 0; column < length; ++column) map->weights(2, column) = kNaN;
  map->weights(0, 3) = kNaN;
  map->isStochastic = engine::hasStochasticRows(map->weights, map->rowTolerance);
  map->notice = "gaps.npz, layer 1, head 1: 13 of 144 weights are not finite";
  heads->maps[0] = map;
  return heads;
}

class AttentionGapsTest : public AttentionViewTest {
 protected:
  /// Of the stroke pixels in the upper part of a cell, where no number is.
  int strokesIn(double row, double column) {
    waitForFrame(view.canvas());
    const QImage image = view.grab().toImage();
    const QPointF from = pointOf(&ui::AttentionLayout::attention, row - 0.4, column - 0.4);
    const QPointF to = pointOf(&ui::AttentionLayout::attention, row - 0.15, column + 0.4);
    return test::countPixels(image.copy(QRectF(from, to).toRect()),
                             [](QColor color) { return color.lightness() < 220; });
  }
  void showSmall() {
    showWith({headsDataset(headsWithGaps(6))});
    view.change([](AttentionOptions& options) { options.colorMap = QStringLiteral("greys"); });
  }
};

TEST_F(AttentionGapsTest, finiteCellsAreDrawnAndTheOthersAreCrossHatched) {
  auto heads = headsWithGaps(6);
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
  map->mask = Array<engine::Bool>({6, 6});
  map->mask(5, 0) = engine::Bool{1};
  heads->maps[0] = map;
  showWith({headsDataset(heads)});
  view.change([](AttentionOptions& options) { options.colorMap = QStringLiteral("greys"); });
  EXPECT_EQ(view.shown().data().range.high, 1) << "of the finite cells";
  EXPECT_TRUE(view.shown().numbers.areThere());
  EXPECT_EQ(strokesIn(4, 0), 0) << "a zero has no hatching";
  EXPECT_LT(colorAt(attentionPoint(1.3, 1.3)).lightness(), 60) << "a weight of 1 has its colour";
  EXPECT_GT(strokesIn(5, 0), 10) << "masked";
  EXPECT_GT(strokesIn(2, 4), 1.4 * strokesIn(5, 0)) << "lines in two directions are not those of a mask";
  EXPECT_GT(strokesIn(0, 3), 1.4 * strokesIn(5, 0));
  EXPECT_TRUE(noteText().contains(QStringLiteral("cross-hatched: not a number (7 of 36 cells)")))
      << noteText().toStdString();
  EXPECT_TRUE(noteText().contains(QStringLiteral("hatched: masked")));
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("not a number"))) << view.captionText().toStdString();
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("each row without gaps sums to 1")));
}

TEST_F(AttentionGapsTest, aRowOfZerosIsNotSaidToSumToOne) {
  auto heads = someHeads(6, 2);
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[1]);
  map->weights(4, 5) = 0;
  heads->maps[1] = map;
  showWith({headsDataset(heads)});
  EXPECT_FALSE(view.captionText().contains(QStringLiteral("all 0"))) << view.captionText().toStdString();
  view.change([](AttentionOptions& options) {
    options.comparison = HeadComparison::beside;
    options.second = {{}, 0, 1};
  });
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("each row sums to 1 or is all 0")))
      << "of either head: " << view.captionText().toStdString();
}

TEST_F(AttentionGapsTest, aMapOfZerosSumsToNothingAndAQueryThatSeesNothingIsToldSo) {
  auto heads = someHeads(6, 1);
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
  std::fill(&map->weights(4, 0), &map->weights(4, 0) + 6, 0.0F);
  heads->maps[0] = map;
  showWith({headsDataset(heads)});
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("each row sums to 1 or is all 0")));
  test::movePointer(view.canvas(), attentionPoint(4, 1));
  EXPECT_EQ(readoutOf(QStringLiteral("Row")), QStringLiteral("all 0: this residue sees nothing"));
  test::movePointer(view.canvas(), attentionPoint(3, 1));
  EXPECT_EQ(readoutOf(QStringLiteral("Row")), QString());
  auto none = std::make_shared<engine::HeadSet>(*heads);
  auto zeros = std::make_shared<engine::AttentionMap>(*map);
  std::fill(zeros->weights.begin(), zeros->weights.end(), 0.0F);
  none->maps[0] = zeros;
  view.setDataset(headsDataset(none));
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("every row is all 0"))) << view.captionText().toStdString();
  EXPECT_FALSE(view.captionText().contains(QStringLiteral("sums to 1")));
}

TEST_F(AttentionGapsTest, theReadoutSaysNotANumberAndCountsWhatIsOne) {
  showSmall();
  test::movePointer(view.canvas(), attentionPoint(0, 3));
  EXPECT_EQ(readoutOf(QStringLiteral("Weight")), QStringLiteral("not a number"));
  EXPECT_EQ(readoutOf(QStringLiteral("Rank in row")), QString());
  EXPECT_TRUE(view.statusText().endsWith(QStringLiteral("not a number"))) << view.statusText().toStdString();
  test::movePointer(view.canvas(), attentionPoint(0, 0));
  EXPECT_EQ(readoutOf(QStringLiteral("Weight")), QStringLiteral("1"));
  EXPECT_EQ(readoutOf(QStringLiteral("Rank in row")), QStringLiteral("1 of 5"));
}

TEST_F(AttentionGapsTest, everyTransformScaleAndComparisonKeepsTheFiniteCells) {
  showSmall();
  using ui::AttentionTransform;
  for (const auto transform : {AttentionTransform::none, AttentionTransform::sum, AttentionTransform::mean,
                               AttentionTransform::maximum, AttentionTransform::apc})
    for (const auto comparison : {HeadComparison::none, HeadComparison::difference, HeadComparison::halves,
                                  HeadComparison::beside})
      for (const auto scale : {ui::ScaleChoice::linear, ui::ScaleChoice::logarithmic, ui::ScaleChoice::rank}) {
        view.change([=](AttentionOptions& options) {
          options.transform = transform;
          options.comparison = comparison;
          options.second = {{}, 0, 1};
          options.scale = scale;
          options.rowMargin = ui::RowMargin::entropy;
          options.isColumnMarginShown = true;
        });
        const ui::AttentionMapData& data = view.shown().data();
        ASSERT_TRUE(data.values);
        EXPECT_TRUE(std::isfinite((*data.shown)(4, 5)));
        EXPECT_FALSE(std::isfinite((*data.shown)(0, 3)));
        ASSERT_TRUE(data.notNumbers);
        EXPECT_TRUE(static_cast<bool>((*data.notNumbers)(0, 3)));
        EXPECT_FALSE(static_cast<bool>((*data.notNumbers)(4, 5)));
        EXPECT_TRUE(std::isfinite(view.shown().look.high) && std::isfinite(view.shown().look.low));
        for (const double sum : data.margins->rowSum) EXPECT_TRUE(std::isfinite(sum));
        for (const double sum : data.margins->columnSum) EXPECT_TRUE(std::isfinite(sum));
      }
}

TEST_F(AttentionGapsTest, aMeanIsThatOfTheHeadsThatHaveANumber) {
  showSmall();
  view.strip().setChosen({{0, 0}, {0, 1}});
  EXPECT_EQ((*view.shown().data().values)(2, 3), 1) << "head 2 alone";
  EXPECT_EQ((*view.shown().data().values)(4, 4), 0.5F);
  EXPECT_FALSE(view.shown().data().notNumbers);
}

TEST_F(AttentionGapsTest, theFileIsToldOnceHoweverManyViewsShowTheHead) {
  QStringList messages;
  QObject::connect(&session, &ui::Session::message, &view,
                   [&](ui::MessageKind, const QString& text) { messages << text; });
  showWith({headsDataset(headsWithGaps(kLength))});
  session.selection().setHead(0, 1);
  session.selection().setHead(0, 0);
  AttentionView other(session);
  other.setDataset(headsDataset(headsWithGaps(kLength)));
  ASSERT_EQ(messages.size(), 1);
  EXPECT_TRUE(messages.front().contains(QStringLiteral("layer 1, head 1: 13 of 144")));
}

TEST_F(AttentionGapsTest, aMapWithoutAnyNumberIsHatchedAsAWhole) {
  for (const Index length : {1, 6}) {
    auto heads = someHeads(length, 1);
    auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
    std::fill(map->weights.begin(), map->weights.end(), kNaN);
    map->isStochastic = false;
    heads->maps[0] = map;
    view.setDataset(headsDataset(heads));
    EXPECT_EQ(view.shown().data().numNotNumbers, length * length);
    EXPECT_EQ(view.renderImage({400, 300}, 1).size(), QSize(400, 300));
    EXPECT_TRUE(std::isfinite(view.shown().look.high));
  }
}

TEST(MapReadout, theLargestOfARowAreNumbers) {
  const Array<float> weights({1, 5}, {0.1F, kNaN, 0.4F, kNaN, 0.2F});
  EXPECT_EQ(ui::largestInRow(weights, 0, 9), (std::vector<Index>{2, 4, 0}));
}

}  // namespace attention_gaps_test
