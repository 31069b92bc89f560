// Layers and paths: how far the signal has come, how its way is chosen, and what is said of it.
#include "ui/views/layers/LayersView.h"

#include <gtest/gtest.h>

#include "tests/support/ErrorOf.h"
#include "tests/ui/support/Gui.h"
#include "tests/ui/views/layers/LayerPathsSample.h"

namespace layers_view_test {

using engine::Array;
using engine::Index;
using test::layerPaths;
using ui::LayersOptions;

constexpr QSize kSize(1000, 640);

class LayersViewTest : public ::testing::Test {
 protected:
  void SetUp() override { showTokens(16); }
  void showTokens(std::int64_t tokens) {
    session.document().publish(layerPaths(tokens));
    view.setDataset(session.document().find("layers"));
    test::show(view, kSize);
    test::giveFocus(view.canvas());
  }
  QPointF nodeOf(size_t panel, Index token) {
    return view.layoutIn(view.canvas().size()).panels[panel].node({0, token});
  }
  /// Pixels of the signal in the drawing of one panel.
  int blueIn(size_t panel) {
    const QImage image = view.renderImage(kSize, 1).copy(view.layoutIn(kSize).panels[panel].drawing.toRect());
    return test::countPixels(image, [](QColor pixel) { return pixel.blue() - pixel.red() > 60; });
  }

  ui::Session session;
  ui::LayersView view{session};
};

TEST_F(LayersViewTest, aClickOrADragMovesTheNearerEnd) {
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, nodeOf(2, 11).toPoint());
  EXPECT_EQ(view.options().to, 11);
  EXPECT_EQ(view.options().from, 0);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, nodeOf(0, 3).toPoint());
  EXPECT_EQ(view.options().from, 3);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, nodeOf(1, 15).toPoint());
  EXPECT_EQ(view.options().to, ui::kLastOfLayers) << "stays the last when there are more tokens";
}

TEST_F(LayersViewTest, keysWalkTheSignalAndMoveItsEnds) {
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  EXPECT_EQ(view.options().step, 15) << "one before the recurrence has arrived";
  view.walk(-100);
  EXPECT_EQ(view.options().step, 0);
  view.walk(100);
  EXPECT_EQ(view.options().step, ui::kLastOfLayers);
  QTest::keyClick(&view.canvas(), Qt::Key_Left);
  EXPECT_EQ(view.options().to, 14);
  QTest::keyClick(&view.canvas(), Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_EQ(view.options().from, 1);
  view.resetView();
  EXPECT_EQ(view.options(), LayersOptions{});
}

TEST_F(LayersViewTest, pointingTellsWhatIsRead) {
  test::movePointer(view.canvas(), nodeOf(1, 6));
  ASSERT_EQ(view.readout().size(), 4U);
  EXPECT_EQ(view.readout()[2].value, QStringLiteral("token 7 and the state of 6"));
  EXPECT_EQ(view.readout()[3].value, QStringLiteral("7 steps"));
  test::movePointer(view.canvas(), nodeOf(0, 6));
  EXPECT_EQ(view.readout()[2].value, QStringLiteral("tokens 6 to 8"));
  EXPECT_NE(view.statusText().indexOf(QStringLiteral("token 7 reads")), -1);
}

TEST_F(LayersViewTest, theSignalSpreadsAsTheStepsGo) {
  for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    view.walk(-100);
    const int atFirst[] = {blueIn(0), blueIn(1), blueIn(2)};
    view.walk(1);
    const int after[] = {blueIn(0), blueIn(1), blueIn(2)};
    EXPECT_GT(after[2], 4 * atFirst[2]) << "attention arrives at once";
    EXPECT_GT(after[2], 2 * after[0]);
    EXPECT_GT(after[2], 2 * after[1]);
    view.walk(100);
    EXPECT_GT(blueIn(0), 4 * after[0]);
    EXPECT_GT(blueIn(1), 1.5 * after[1]);
    EXPECT_EQ(blueIn(2), after[2]) << "is there already";
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

TEST_F(LayersViewTest, manyTokensAreAreas) {
  showTokens(128);
  EXPECT_TRUE(view.layoutIn(kSize).panels[0].isDense);
  const int all = blueIn(0);
  view.walk(-64);
  EXPECT_LT(blueIn(0), all / 2);
  EXPECT_GT(blueIn(0), 100);
}

TEST_F(LayersViewTest, givesNumbersForFilesAndACaption) {
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].rowLabels[2], "self-attention");
  EXPECT_FLOAT_EQ(tables[0].values(0, 2), 15);
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("token 16 (convolution 15 steps")))
      << view.captionText().toStdString();
}

TEST_F(LayersViewTest, refusesOtherDatasets) {
  auto other = std::make_shared<engine::Dataset>();
  other->title = "other";
  other->value = std::make_shared<const engine::ArrayBundle>(engine::ArrayBundle{{"x", Array<double>({2}, 1.0)}});
  EXPECT_FALSE(view.accepts(*other));
  EXPECT_NE(test::errorOf([&] { view.setDataset(other); }).find("no layers that carry a signal"), std::string::npos);
  EXPECT_NE(view.title().indexOf(QStringLiteral("n = 16")), -1);
}

}  // namespace layers_view_test
