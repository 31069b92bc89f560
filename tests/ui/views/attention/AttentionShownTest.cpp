// What is prepared for a picture of attention, where its parts are and what it says: no window is needed.
#include "ui/views/attention/AttentionShown.h"

#include <QPainter>

#include <gtest/gtest.h>

#include "tests/ui/views/attention/AttentionFixture.h"
#include "ui/views/attention/AttentionGestures.h"
#include "ui/views/attention/AttentionPainting.h"
#include "ui/views/attention/AttentionReadout.h"

namespace attention_shown_test {

using namespace test;
using ui::AttentionCell;
using ui::AttentionStage;

constexpr QSize kSize(800, 600);

struct AttentionShownTest : ::testing::Test {
  void show(engine::DatasetPtr heads, engine::DatasetPtr geometry) {
    shown.subject = {std::move(heads), std::move(geometry), shown.options, document};
    const auto* set = shown.subject.heads();
    strip.setHeads(set ? shown.subject.headsDataset()->share<engine::HeadSet>() : nullptr);
    engine::Progress none;
    if (set) shown.numbers.data = ui::attentionMapData(ui::requestOf(shown), 1, none);
    ui::updateLooks(shown, theme);
  }
  void showBoth() { show(headsDataset(someHeads(kLength, 1), {"protein"}), geometryDataset(kLength)); }
  ui::AttentionLayout layout(QSize size = kSize) const { return ui::layoutOf(shown, strip, theme, size); }
  static ui::Focus pair(const std::string& axis, Index row, Index column) {
    ui::Focus focus;
    focus.first = {axis, row};
    focus.second = {axis, column};
    return focus;
  }

  const ui::Theme& theme = ui::ThemeModel::instance().theme();
  ui::Document document;
  ui::HeadStrip strip;
  ui::AttentionShown shown;
};

TEST_F(AttentionShownTest, nothingHasNoCellsAndNoWords) {
  EXPECT_EQ(shown.subject.numRows(), 0);
  EXPECT_TRUE(shown.subject.datasetIds().empty());
  EXPECT_TRUE(ui::noteText(shown).isEmpty());
  EXPECT_TRUE(ui::warningText(shown).isEmpty());
  EXPECT_TRUE(ui::readoutOf(shown, pair("protein", 0, 0), document).empty());
  EXPECT_TRUE(layout().attention.panel.isEmpty());
}

TEST_F(AttentionShownTest, cellsAreThePositionsOfTheAxis) {
  showBoth();
  EXPECT_EQ(shown.subject.cellOf(pair("protein", 3, 7), document), (AttentionCell{3, 7}));
  EXPECT_EQ(shown.subject.focusOf({3, 7}, 0, document), pair("protein", 3, 7));
  EXPECT_EQ(shown.subject.cellOf(pair("another", 3, 7), document), AttentionCell{});
  ui::Focus one;
  one.first = {"protein", 5};
  EXPECT_EQ(shown.subject.cellOf(one, document), (AttentionCell{5, 5})) << "its row and its column";
}

TEST_F(AttentionShownTest, geometryOfAnotherLengthIsNoCompanion) {
  show(headsDataset(someHeads(kLength, 1), {"protein"}), geometryDataset(kLength + 3));
  EXPECT_FALSE(shown.subject.geometry());
  EXPECT_FALSE(shown.companion.matrix);
  EXPECT_TRUE(ui::warningText(shown).contains(QStringLiteral("15 residues"))) << ui::warningText(shown).toStdString();
}

TEST_F(AttentionShownTest, partsDoNotOverlapAndStayInside) {
  shown.options.rowMargin = ui::RowMargin::entropy;
  shown.options.isColumnMarginShown = true;
  showBoth();
  for (const QSize size : {QSize(420, 340), QSize(800, 600), QSize(2000, 900)}) {
    const ui::AttentionLayout found = layout(size);
    const QRectF whole(0, 0, size.width(), size.height());
    for (const ui::Rect& part : {found.attention.panel, found.companion.panel, found.rowMargin, found.columnMargin})
      EXPECT_TRUE(whole.contains(ui::toRectF(part))) << size.width();
    EXPECT_FALSE(ui::toRectF(found.attention.panel).intersects(ui::toRectF(found.companion.panel)));
    EXPECT_FALSE(ui::toRectF(found.attention.panel).intersects(ui::toRectF(found.rowMargin)));
    EXPECT_LE(found.attention.panel.bottom(), found.attention.bar.y);
  }
}

TEST_F(AttentionShownTest, belowTheDiagonalBothMapsShareAPanelAndHaveABarEach) {
  shown.options.companionPlace = ui::CompanionPlace::lowerTriangle;
  showBoth();
  ASSERT_TRUE(shown.isSplit());
  EXPECT_EQ(layout().attention.panel, layout().companion.panel);
  EXPECT_GE(layout().companion.bar.x, layout().attention.bar.right());
}

TEST_F(AttentionShownTest, aCellStaysUnderThePointerThatZoomsIn) {
  showBoth();
  const ui::Rect panel = layout().attention.panel;
  const QPointF position(panel.x + 0.7 * panel.width, panel.y + 0.2 * panel.height);
  const auto before = ui::cellAt(shown, layout(), theme, position);
  ASSERT_TRUE(before);
  ui::zoomAt(shown, layout(), theme, position, 3);
  EXPECT_EQ(ui::cellAt(shown, layout(), theme, position), before);
  EXPECT_NEAR(ui::viewportIn(shown, layout()).pixelsPerCell, 3 * panel.width / kLength, 1e-6);
  ui::panBy(shown, layout(), {-panel.width / 4, 0});
  EXPECT_EQ(ui::cellAt(shown, layout(), theme, position)->column, before->column + 1);
  EXPECT_FALSE(ui::cellAt(shown, layout(), theme, {1, 1}));
}

TEST_F(AttentionShownTest, theRegionComesBackFromJson) {
  shown.region.arcZoom = 3;
  shown.region.arcCenter = 0.25;
  shown.region.map.set({0, 0, 200, 100}, {4.5, 6.5, 25});
  QJsonObject json;
  ui::writeJson(shown.region, json);
  ui::AttentionRegion other;
  ui::readJson(json, kLength, kLength, other);
  QJsonObject again;
  ui::writeJson(other, again);
  EXPECT_EQ(again, json);
  ui::readJson({{"region", 5}, {"arcRegion", QJsonObject{{"zoom", "far"}, {"center", 7}}}}, kLength, kLength, other);
  EXPECT_EQ(other.arcZoom, 3);
  EXPECT_EQ(other.arcCenter, 1);
}

TEST_F(AttentionShownTest, thumbnailsOfMapsWithoutAnEndAreColouredByTheirOwnRange) {
  auto heads = someHeads(20, 1);
  show(headsDataset(heads, {}), nullptr);
  EXPECT_EQ(ui::thumbnailRange(shown), ui::ThumbnailRange::common) << "weights end at 1";
  auto map = std::make_shared<engine::AttentionMap>();
  map->isStochastic = false;
  map->weights = engine::Array<float>({20, 20}, 1.0F, "information");
  map->weights(3, 15) = 4;
  heads->maps = {map};
  show(headsDataset(heads, {}), nullptr);
  EXPECT_EQ(ui::thumbnailRange(shown), ui::ThumbnailRange::own);
  EXPECT_EQ(ui::thumbnailLook(shown).scale, ui::ValueScale::linear) << "as the map itself";
  shown.options.range = ui::WeightRange::zeroToOne;
  EXPECT_EQ(ui::thumbnailRange(shown), ui::ThumbnailRange::common) << "asked for";
}

TEST_F(AttentionShownTest, aPictureIsPaintedWithoutAWindow) {
  showBoth();
  const auto paint = [&](const ui::AttentionOverlay& overlay) {
    QImage image(kSize, QImage::Format_RGB32);
    image.fill(theme.canvas);
    QPainter painter(&image);
    ui::paintAttention(painter, theme, shown, layout(), overlay);
    painter.end();
    return image;
  };
  const QImage plain = paint({});
  EXPECT_GT(test::countColor(plain, theme.text), 50) << "titles";
  ui::SelectionModel selection;
  selection.setLocked(pair("protein", 3, 7));
  const ui::AttentionOverlay overlay = ui::overlayOf(shown, selection, document, true);
  EXPECT_EQ(overlay.locked, (AttentionCell{3, 7}));
  EXPECT_TRUE(overlay.lockText.isEmpty()) << "nobody can click on a page";
  EXPECT_FALSE(ui::overlayOf(shown, selection, document, false).lockText.isEmpty());
  EXPECT_NE(paint(overlay), plain);
}

TEST(AttentionStages, onlyWhatDependsOnAChoiceIsMadeAgain) {
  const auto stage = [](const std::function<void(ui::AttentionOptions&)>& edit) {
    ui::AttentionOptions options;
    edit(options);
    return ui::stageOf({}, options);
  };
  using Options = ui::AttentionOptions;
  EXPECT_EQ(stage([](Options&) {}), AttentionStage::look);
  EXPECT_EQ(stage([](Options& options) { options.colorMap = "magma"; }), AttentionStage::look);
  EXPECT_EQ(stage([](Options& options) { options.scale = ui::ScaleChoice::linear; }), AttentionStage::look);
  EXPECT_EQ(stage([](Options& options) { options.scale = ui::ScaleChoice::rank; }), AttentionStage::filter);
  EXPECT_EQ(stage([](Options& options) { options.filter.topPerRow = 1; }), AttentionStage::filter);
  EXPECT_EQ(stage([](Options& options) { options.isColumnMarginShown = true; }), AttentionStage::filter);
  EXPECT_EQ(stage([](Options& options) { options.transform = ui::AttentionTransform::sum; }), AttentionStage::values);
  EXPECT_EQ(stage([](Options& options) { options.ends = ui::EndTokens::both; }), AttentionStage::values);
}

TEST(HeadBeside, goesOnToTheNextLayerAndStopsAtTheEnds) {
  engine::HeadSet heads;
  heads.numLayers = 2;
  heads.numHeads = 3;
  heads.maps.resize(6);
  EXPECT_EQ(ui::headBeside(heads, {0, 2}, 1), (ui::HeadStrip::Head{1, 0}));
  EXPECT_EQ(ui::headBeside(heads, {0, 1}, 3), (ui::HeadStrip::Head{1, 1}));
  EXPECT_EQ(ui::headBeside(heads, {1, 2}, 1), (ui::HeadStrip::Head{1, 2}));
  EXPECT_EQ(ui::headBeside(heads, {0, 0}, -3), (ui::HeadStrip::Head{0, 0}));
  heads.numHeads = 0;
  heads.maps.clear();
  EXPECT_EQ(ui::headBeside(heads, {0, 0}, 1), (ui::HeadStrip::Head{0, 0}));
}

}  // namespace attention_shown_test
