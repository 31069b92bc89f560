// The attention view: ranges, ranks, contact outlines, ticks, and a shown view driven with the pointer and the keys.
#include "ui/views/attention/AttentionView.h"

#include <QComboBox>
#include <QSignalSpy>
#include <cmath>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "engine/datasets/SequenceSet.h"
#include "tests/ui/views/attention/AttentionFixture.h"
#include "ui/views/attention/AttentionReadout.h"

namespace attention_view_test {

using namespace test;

constexpr QSize kSize = test::kViewSize;

TEST(TickNumbers, neverOverlapAndAlwaysLieOnTheAxis) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int k = 0; k < 3000; ++k) {
    const auto count = static_cast<Index>(std::pow(10.0, unit(random) * 5));
    const double pixels = std::pow(10.0, unit(random) * 4.5 - 2), spacing = 8 + 60 * unit(random);
    const double first = (unit(random) * 1.4 - 0.2) * static_cast<double>(count), last = first + 900 / pixels;
    const auto numbers = ui::tickNumbers(count, first, last, pixels, spacing);
    for (size_t n = 0; n < numbers.size(); ++n) {
      EXPECT_GE(numbers[n], 1);
      EXPECT_LE(numbers[n], count);
      if (n > 0) {
        EXPECT_GE(static_cast<double>(numbers[n] - numbers[n - 1]) * pixels, spacing - 1e-9);
      }
    }
  }
}

TEST(TickNumbers, areRoundAndBeginWithOne) {
  EXPECT_EQ(ui::tickNumbers(300, 0, 300, 1, 45), (std::vector<Index>{1, 50, 100, 150, 200, 250, 300}));
  EXPECT_EQ(ui::tickNumbers(5, 0, 5, 50, 45), (std::vector<Index>{1, 2, 3, 4, 5}));
  EXPECT_EQ(ui::tickNumbers(300, 101.2, 138, 10, 45), (std::vector<Index>{105, 110, 115, 120, 125, 130, 135}));
}

TEST(TickNumbers, sizesZeroAndOne) {
  EXPECT_TRUE(ui::tickNumbers(0, 0, 10, 5, 20).empty());
  EXPECT_EQ(ui::tickNumbers(1, 0, 1, 5, 20), std::vector<Index>{1});
  EXPECT_TRUE(ui::tickNumbers(10, 3, 3, 5, 20).empty());
}

TEST(ColorBar, saysWhatAPixelShowsOfTheCellsThatShareIt) {
  EXPECT_EQ(ui::shrinkingText(ui::Shrinking::largest, 4), QStringLiteral("maximum of 4 × 4 cells"));
  EXPECT_EQ(ui::shrinkingText(ui::Shrinking::mean, 2), QStringLiteral("mean of 2 × 2 cells"));
  EXPECT_EQ(ui::shrinkingText(ui::Shrinking::largestMagnitude, 16),
            QStringLiteral("largest magnitude of 16 × 16 cells"));
  EXPECT_EQ(ui::shrinkingText(ui::Shrinking::largest, 1), QString());
}

TEST(ScaleTicks, areRoundAndInsideTheRange) {
  EXPECT_EQ(ui::scaleTicks({"viridis", 0, 1}, 5), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  const auto powers = ui::scaleTicks({"viridis", 1e-4, 1, ui::ValueScale::logarithmic}, 10);
  ASSERT_EQ(powers.size(), 5U);
  EXPECT_DOUBLE_EQ(powers.front(), 1e-4);
  EXPECT_EQ(ui::scaleTicks({"viridis", 3, 3}, 5), std::vector<double>{3});
  for (const double high : {1e-9, 0.037, 83.2, 1e7})
    for (const double tick : ui::scaleTicks({"viridis", 0, high}, 6)) EXPECT_LE(tick, high * 1.000001);
}

TEST(ScaleTicks, ofAnglesArePartsOfTheCircle) {
  EXPECT_EQ(ui::scaleTicks({"twilight", -180, 180}, 3), (std::vector<double>{-180, 0, 180}));
  EXPECT_EQ(ui::scaleTicks({"twilight", -180, 180}, 5), (std::vector<double>{-180, -90, 0, 90, 180}));
  EXPECT_EQ(ui::scaleTicks({"viridis", 0, 180}, 3), (std::vector<double>{0, 60, 120, 180}));
}

TEST(AttentionReadout, rankCountsLargerValues) {
  const Array<float> weights({2, 4}, {0.1F, 0.4F, 0.4F, 0.1F, 0, 0, 0, 1}, "w");
  EXPECT_EQ(ui::rankInRow(weights, 0, 1), 1);
  EXPECT_EQ(ui::rankInRow(weights, 0, 2), 1);
  EXPECT_EQ(ui::rankInRow(weights, 0, 0), 3);
  EXPECT_EQ(ui::largestInRow(weights, 1, 2), (std::vector<Index>{3, 0}));
  EXPECT_EQ(ui::largestInRow(weights, 1, 99).size(), 4U);
}

TEST(AttentionReadout, rangeIgnoresWhatIsNotFinite) {
  const ui::ValueRange range = ui::rangeOf(Array<float>({4}, {NAN, 2, -INFINITY, 5}, "v"));
  EXPECT_EQ(range.low, 2);
  EXPECT_EQ(range.high, 5);
  EXPECT_EQ(ui::rangeOf(Array<float>({0}, 0.0F, "v")).high, 0);
}

TEST(AttentionReadout, outlineOfOneContactIsItsFourBorders) {
  Array<engine::Bool> contacts({10, 10});
  contacts(1, 8) = engine::Bool{1};
  contacts(4, 5) = engine::Bool{1};  // too near along the chain
  const auto lines = ui::contactOutlines(contacts, 6, {1, 2, 3}, 1);
  ASSERT_EQ(lines.size(), 4U);
  double total = 0;
  for (const auto& line : lines)
    total +=
        std::abs(line.points[0].row - line.points[1].row) + std::abs(line.points[0].column - line.points[1].column);
  EXPECT_EQ(total, 4);
  EXPECT_TRUE(ui::contactOutlines(Array<engine::Bool>({0, 0}), 6, {}, 1).empty());
}

TEST(AttentionReadout, neighbouringContactsShareOneOutline) {
  Array<engine::Bool> contacts({10, 10});
  contacts(0, 8) = contacts(0, 9) = engine::Bool{1};
  EXPECT_EQ(ui::contactOutlines(contacts, 6, {}, 1).size(), 4U);
}

TEST_F(AttentionViewTest, refusesOtherDatasets) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->value = std::make_shared<const engine::SequenceSet>();
  EXPECT_FALSE(view.accepts(*dataset));
  EXPECT_THROW(view.setDataset(dataset), engine::Error);
  EXPECT_THROW(view.setDataset(nullptr), engine::Error);
}

TEST_F(AttentionViewTest, hotCellsAreBrightAndOthersDark) {
  showWith({headsDataset(someHeads(kLength, 2))});
  EXPECT_GT(colorAt(attentionPoint(4, 4)).lightness(), 120);
  EXPECT_LT(colorAt(attentionPoint(4, 6)).lightness(), 60);
}

TEST_F(AttentionViewTest, hoverSelectsThePairOnTheAxisDataset) {
  showWith({headsDataset(someHeads(kLength, 1), {"protein"})});
  test::movePointer(view.canvas(), attentionPoint(3, 7));
  const ui::Focus& hover = session.selection().hover();
  EXPECT_EQ(hover.first, (ui::Position{"protein", 3}));
  EXPECT_EQ(hover.second, (ui::Position{"protein", 7}));
  test::movePointer(view.canvas(), QPoint(2, 2));
  EXPECT_TRUE(session.selection().hover().isEmpty());
}

TEST_F(AttentionViewTest, aCellIsNamedAsLessonsWriteIt) {
  showWith({headsDataset(someHeads(kLength, 2))});
  const ui::Focus focus{{"heads", 3}, {"heads", 7}};
  const auto expression = [&] { return ui::lessonExpressionOf(view.shown(), focus, session.document()); };
  EXPECT_EQ(expression(), QStringLiteral("A[1,4,8]")) << "head, query, key";
  session.selection().setHead(0, 1);
  EXPECT_EQ(expression(), QStringLiteral("A[2,4,8]"));
  EXPECT_EQ(ui::lessonExpressionOf(view.shown(), {}, session.document()), QString());
  ui::AttentionOptions options = view.options();
  options.transform = ui::AttentionTransform::sum;
  view.setOptions(options);
  EXPECT_EQ(expression(), QString()) << "a sum is no cell of the array";
}

TEST_F(AttentionViewTest, companionMapIsLinked) {
  showWith({headsDataset(someHeads(kLength, 1)), geometryDataset(kLength)});
  test::movePointer(view.canvas(), pointOf(&ui::AttentionLayout::companion, 5, 2));
  EXPECT_EQ(session.selection().hover().first.index, 5);
  EXPECT_EQ(session.selection().hover().second.index, 2);
}

TEST_F(AttentionViewTest, hoverFromElsewhereDrawsACrosshair) {
  showWith({headsDataset(someHeads(kLength, 1))});
  const QImage row = cellAt(6, 1), column = cellAt(1, 9), outside = cellAt(1, 3);
  const QColor value = colorAt(attentionPoint(6, 1));
  session.selection().setHover({{"heads", 6}, {"heads", 9}});
  EXPECT_NE(cellAt(6, 1), row);
  EXPECT_NE(cellAt(1, 9), column);
  EXPECT_EQ(cellAt(1, 3), outside);
  EXPECT_EQ(colorAt(attentionPoint(6, 1)), value) << "outlines leave the values their colours";
}

TEST_F(AttentionViewTest, oneResidueMarksItsRowAndItsColumn) {
  showWith({headsDataset(someHeads(kLength, 1))});
  const QImage row = cellAt(6, 1), column = cellAt(1, 6);
  ui::Focus focus;
  focus.first = {"heads", 6};
  session.selection().setHover(focus);
  EXPECT_NE(cellAt(6, 1), row);
  EXPECT_NE(cellAt(1, 6), column);
  EXPECT_FALSE(readoutOf("Attends to").isEmpty());
}

TEST_F(AttentionViewTest, clickLocksAndEscapeUnlocks) {
  showWith({headsDataset(someHeads(kLength, 1))});
  test::movePointer(view.canvas(), attentionPoint(3, 7));
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, attentionPoint(3, 7));
  EXPECT_EQ(session.selection().locked().first.index, 3);
  EXPECT_EQ(session.selection().locked().second.index, 7);
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(session.selection().locked().isEmpty());
}

TEST_F(AttentionViewTest, clickOnAThumbnailAndArrowKeysChooseTheHead) {
  showWith({headsDataset(someHeads(kLength, 3))});
  const QRectF strip = view.layoutIn(view.canvas().size()).strip;
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, QPoint(static_cast<int>(strip.left()) + 20 + 2 * 230, 30));
  EXPECT_EQ(session.selection().head(), 2);
  EXPECT_GT(colorAt(attentionPoint(4, 6)).lightness(), 120) << "the map of head 3";
  QTest::keyClick(&view.canvas(), Qt::Key_Left);
  EXPECT_EQ(session.selection().head(), 1);
  for (int k = 0; k < 5; ++k) QTest::keyClick(&view.canvas(), Qt::Key_Right);
  EXPECT_EQ(session.selection().head(), 2);
}

TEST_F(AttentionViewTest, wheelZoomKeepsTheCellAndDragMovesIt) {
  showWith({headsDataset(someHeads(kLength, 1))});
  const QPoint point = attentionPoint(3, 7);
  for (int k = 0; k < 5; ++k) test::turnWheel(view.canvas(), point, 1);
  EXPECT_LT((QPointF(attentionPoint(3, 7)) - QPointF(point)).manhattanLength(), 4);
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, point);
  QTest::mouseMove(&view.canvas(), point + QPoint(20, 10));
  QTest::mouseMove(&view.canvas(), point + QPoint(30, 20));
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, point + QPoint(30, 20));
  EXPECT_LT((QPointF(attentionPoint(3, 7)) - QPointF(point + QPoint(30, 20))).manhattanLength(), 4);
  QTest::keyClick(&view.canvas(), Qt::Key_0);
  EXPECT_EQ(attentionPoint(3, 7), point);
}

TEST_F(AttentionViewTest, readoutNamesBothResiduesAndTheNumbers) {
  showWith({headsDataset(someHeads(kLength, 2)), geometryDataset(kLength)});
  ui::Focus focus;
  focus.first = {"heads", 3};
  focus.second = {"heads", 11};
  session.selection().setHover(focus);
  EXPECT_EQ(readoutOf("Query"), QStringLiteral("Asp (D) 4, PDB 104 chain B"));
  EXPECT_EQ(readoutOf("Key"), QStringLiteral("Lys (K) 12, PDB 112C chain B"));
  EXPECT_EQ(readoutOf("Weight"), QStringLiteral("0"));
  EXPECT_EQ(readoutOf("Rank in row"), QStringLiteral("2 of 12"));
  EXPECT_EQ(readoutOf("Distance Cβ–Cβ"), QStringLiteral("32.00 Å"));
  EXPECT_EQ(readoutOf("Head"), QStringLiteral("Head 1 · L0H0 (0-based): head label 0"));
}

TEST_F(AttentionViewTest, rangeFollowsTheChoice) {
  auto heads = someHeads(kLength, 2);
  auto weak = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
  for (float& value : weak->weights) value *= 0.25F;
  heads->maps[0] = weak;
  showWith({headsDataset(heads)});
  view.change([](auto& options) { options.scale = ui::ScaleChoice::linear; });
  EXPECT_DOUBLE_EQ(view.shown().look.high, 0.25) << "0 to the largest unless asked otherwise";
  view.change([](auto& options) { options.range = ui::WeightRange::zeroToOne; });
  EXPECT_EQ(view.shown().look.low, 0);
  EXPECT_EQ(view.shown().look.high, 1);
  view.change([](auto& options) { options.range = ui::WeightRange::ownLargest; });
  EXPECT_DOUBLE_EQ(view.shown().look.high, 0.25);
  view.change([](auto& options) { options.range = ui::WeightRange::largestOfHeads; });
  EXPECT_TRUE(QTest::qWaitFor([&] { return view.shown().look.high == 1; }, 5000));
}

TEST_F(AttentionViewTest, signedMapsUseTheDivergingColorsAroundZero) {
  auto heads = someHeads(4, 1);
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
  map->weights(0, 3) = -3;
  map->isStochastic = false;
  heads->maps[0] = map;
  showWith({headsDataset(heads)});
  EXPECT_EQ(view.shown().look.colorMapId, "diverging");
  EXPECT_EQ(view.shown().look.low, -3);
  EXPECT_EQ(view.shown().look.high, 3);
}

TEST_F(AttentionViewTest, geometryOfAnotherLengthIsNotShownAndNothingBreaks) {
  showWith({headsDataset(someHeads(kLength, 1)), geometryDataset(kLength + 3)});
  EXPECT_TRUE(view.layoutIn(kSize).companion.panel.isEmpty());
  EXPECT_EQ(view.datasetIds().size(), 2U);
}

TEST_F(AttentionViewTest, sizesZeroAndOneAndMissingHeadsAreShown) {
  auto missing = someHeads(3, 2);
  missing->maps[0] = nullptr;
  showWith({headsDataset(missing)});
  for (const Index length : {0, 1}) {
    view.setDataset(headsDataset(someHeads(length, length)));
    test::waitForFrame(view.canvas());
    EXPECT_TRUE(view.readout().empty());
  }
}

TEST_F(AttentionViewTest, geometryAloneIsAMap) {
  showWith({geometryDataset(kLength)});
  test::movePointer(view.canvas(), pointOf(&ui::AttentionLayout::companion, 5, 2));
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"geometry", 5}));
}

TEST_F(AttentionViewTest, contactOverlayDrawsLines) {
  const auto geometry = geometryDataset(kLength);
  const_cast<engine::Bool&>(geometry->as<engine::ChainGeometry>()->geometry.contacts(1, 9)).value = 1;
  showWith({headsDataset(someHeads(kLength, 1)), geometry});
  const QPointF border =
      (pointOf(&ui::AttentionLayout::attention, 1, 9) + pointOf(&ui::AttentionLayout::attention, 1, 8)) / 2;
  const QRect around(border.toPoint() - QPoint(2, 2), QSize(5, 5));
  const auto brightPixels = [&] {
    test::waitForFrame(view.canvas());
    return test::countPixels(view.grab().toImage().copy(around), [](QColor color) { return color.lightness() > 250; });
  };
  EXPECT_EQ(brightPixels(), 0);
  view.change([](auto& options) { options.areContactsShown = true; });
  EXPECT_GT(brightPixels(), 3);
  view.change([](auto& options) { options.contactMarks = ui::ContactMarks::lowerHalf; });
  EXPECT_EQ(brightPixels(), 0) << "it is above the diagonal";
  view.change([](auto& options) { options.contactMarks = ui::ContactMarks::dots; });
  EXPECT_EQ(brightPixels(), 0) << "a dot covers no border";
  EXPECT_GT(colorAt(attentionPoint(1, 9)).lightness(), 200);
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("dots: contacts")));
}

TEST_F(AttentionViewTest, controlsChangeTheView) {
  showWith({headsDataset(someHeads(kLength, 1)), geometryDataset(kLength)});
  std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  auto* scale = controls->findChild<QComboBox*>(QStringLiteral("Scale"));
  ASSERT_NE(scale, nullptr);
  scale->setCurrentIndex(scale->findData(static_cast<int>(ui::ScaleChoice::linear)));
  test::waitForFrame(view.canvas());
  EXPECT_EQ(view.shown().look.scale, ui::ValueScale::linear);
  auto* structure = controls->findChild<QComboBox*>(QStringLiteral("Structure"));
  ASSERT_NE(structure, nullptr);
  structure->setCurrentIndex(structure->findData(static_cast<int>(ui::Companion::none)));
  EXPECT_TRUE(view.layoutIn(kSize).companion.panel.isEmpty());
  EXPECT_THROW(view.change([](auto& options) { options.colorMap = QStringLiteral("rainbow"); }), engine::Error);
}

TEST_F(AttentionViewTest, pictureOfAnotherSizeIsFittedAgain) {
  showWith({headsDataset(someHeads(kLength, 1))});
  const QSize large(1440, 900);
  const QImage image = view.renderImage(large, 1);
  EXPECT_EQ(image.size(), large);
  const ui::PixelPoint hot =
      ui::viewportIn(view.shown(), view.layoutIn(large)).toPixel(view.layoutIn(large).attention.panel, 4.1, 4.1);
  EXPECT_GT(image.pixelColor(QPointF(hot.x, hot.y).toPoint()).lightness(), 120);
}

}  // namespace attention_view_test
