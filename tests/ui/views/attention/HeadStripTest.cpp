// The strip of heads: where heads are, what a gesture chooses, what is painted.
#include <QSignalSpy>
#include <cmath>

#include "tests/ui/views/attention/HeadStripFixture.h"
#include "ui/views/heads/HeadNames.h"

namespace head_strip_test {

using namespace test;

TEST_F(HeadStripTest, gridHasLayersAsRowsAndHeadsAsColumns) {
  strip.setHeads(stripHeads(3, 5, 8));
  paint({400, 300});
  for (int layer = 0; layer < 3; ++layer)
    for (int head = 0; head < 5; ++head) {
      const QRectF rect = strip.rectOf(theme, area, {layer, head});
      EXPECT_EQ(strip.headAt(theme, area, rect.center()), (HeadStrip::Head{layer, head}));
    }
  EXPECT_LT(strip.rectOf(theme, area, {0, 4}).top(), strip.rectOf(theme, area, {1, 0}).top());
  EXPECT_LT(strip.rectOf(theme, area, {2, 0}).left(), strip.rectOf(theme, area, {0, 1}).left());
  EXPECT_EQ(strip.headAt(theme, area, {399, 299}), std::nullopt);
}

TEST_F(HeadStripTest, everyGridFromOneToManyHeadsHasItsPlaceInEveryWindow) {
  const std::vector<std::pair<Index, Index>> shapes{{1, 1}, {1, 2}, {1, 64}, {2, 1}, {2, 8}, {33, 20}, {48, 64}};
  for (const auto& [layers, heads] : shapes)
    for (const QSizeF window : {QSizeF(300, 200), QSizeF(800, 500), QSizeF(2400, 1500)}) {
      SCOPED_TRACE(testing::Message() << layers << " x " << heads << " in " << window.width());
      strip.setHeads(stripHeads(layers, heads, 2));
      const QRectF whole(QPointF(), window);
      const HeadStrip::Place place = strip.placeIn(theme, whole);
      EXPECT_EQ(place.strip.isEmpty(), layers * heads < 2);
      EXPECT_TRUE(whole.contains(place.strip) || place.strip.isEmpty());
      EXPECT_FALSE(place.rest.intersects(place.strip));
      EXPECT_GE(place.rest.width(), 0.5 * window.width());
      EXPECT_GE(place.rest.height(), 0.5 * window.height());
      if (place.strip.isEmpty()) continue;
      const HeadStrip::Head last{static_cast<int>(layers) - 1, static_cast<int>(heads) - 1};
      strip.reveal(last, theme, place.strip);
      const QRectF rect = strip.rectOf(theme, place.strip, last);
      EXPECT_GE(rect.width(), 14) << "a head is large enough to be seen and hit";
      EXPECT_EQ(strip.headAt(theme, place.strip, rect.center()), last);
    }
}

TEST_F(HeadStripTest, aGridIsAboveTheMapWhereThatLeavesItMore) {
  strip.setHeads(stripHeads(8, 8, 2));
  const QRectF dock(0, 0, 434, 818);
  const HeadStrip::Place tall = strip.placeIn(theme, dock, 1);
  EXPECT_EQ(tall.rest.width(), dock.width());
  EXPECT_GE(strip.rectOf(theme, tall.strip, {7, 7}).width(), 20) << "patterns can still be told";
  EXPECT_EQ(strip.placeIn(theme, dock.transposed(), 1).rest.height(), dock.width()) << "beside it in a wide one";
  EXPECT_EQ(strip.placeIn(theme, dock, 0.5).rest.height(), dock.height()) << "two maps below each other need the height";
}

TEST_F(HeadStripTest, thumbnailsGrowIntoTheRoomThatTheMapLeaves) {
  strip.setHeads(stripHeads(4, 4, 2));
  const auto cell = [&](QSizeF window, double aspect) {
    const HeadStrip::Place place = strip.placeIn(theme, QRectF(QPointF(), window), aspect);
    return strip.rectOf(theme, place.strip, {0, 0}).width();
  };
  EXPECT_GT(cell({2400, 1500}, 1), 1.5 * cell({800, 500}, 1)) << "a large window";
  EXPECT_GT(cell({500, 1400}, 1), 80) << "a tall dock";
  EXPECT_GT(cell({1600, 400}, 1), 80) << "a wide dock";
  EXPECT_EQ(strip.placeIn(theme, QRectF(0, 0, 1600, 400), 1).rest.height(), 400);
  EXPECT_LE(cell({9000, 6000}, 1), 128);
  strip.setHeads(stripHeads(1, 4, 2));
  const auto height = [&](QSizeF window) { return strip.placeIn(theme, QRectF(QPointF(), window)).strip.height(); };
  EXPECT_GT(height({700, 1400}), 100) << "a row in a tall dock";
  EXPECT_EQ(height({800, 400}), 40 + theme.space(2));
}

TEST_F(HeadStripTest, whatHeadsDoStandsBelowThumbnailsWhereItWouldBeCutBesideThem) {
  const auto named = [](const char* label) {
    auto set = stripHeads(1, 6, 8);
    for (auto& map : set->maps) {
      auto copy = std::make_shared<engine::AttentionMap>(*map);
      copy->label = label;
      map = copy;
    }
    return set;
  };
  const QRectF whole(0, 0, 600, 700);
  strip.setHeads(named(""));
  const double plain = strip.placeIn(theme, whole).strip.height();
  strip.setHeads(named("Neighbours in space"));
  const QRectF place = strip.placeIn(theme, whole).strip;
  EXPECT_GT(place.height(), plain + 2 * QFontMetricsF(theme.labelFont()).height());
  EXPECT_EQ(strip.placeIn(theme, {0, 0, 600, 300}).strip.height(), 40 + theme.space(2)) << "no room for it";
  EXPECT_EQ(strip.placeIn(theme, {0, 0, 2400, 300}).strip.height(), 40 + theme.space(2)) << "it fits beside";
  const HeadStrip::Head last{0, 5};
  const QRectF chip = strip.rectOf(theme, place, last);
  EXPECT_EQ(strip.headAt(theme, place, chip.center() + QPointF(0, chip.height() / 3)), last) << "a click on the text";

  const auto wordsIn = [&](const char* label) {
    strip.setHeads(named(label));
    const QImage image = paint(place.size());
    const QRectF second = strip.rectOf(theme, area, {0, 1});
    const QRectF text(second.left() + 4, second.bottom() - 4 * QFontMetricsF(theme.labelFont()).height(),
                      second.width() - 12, 4 * QFontMetricsF(theme.labelFont()).height() - 4);
    return image.copy(text.toAlignedRect());
  };
  EXPECT_NE(wordsIn("Neighbours in space"), wordsIn("Neighbours in time")) << "its last word is there";
}

TEST_F(HeadStripTest, theHeadThatIsComparedWithIsMarked) {
  strip.setHeads(stripHeads(3, 3, 2));
  const QImage before = paint({300, 300});
  strip.setCompared(HeadStrip::Head{1, 2});
  const QImage after = paint({300, 300});
  EXPECT_NE(after, before);
  strip.setCompared(std::nullopt);
  EXPECT_EQ(paint({300, 300}), before);
}

TEST_F(HeadStripTest, aPageWithoutMarksMarksNeitherTheShownHeadNorTheOneItIsComparedWith) {
  theme.page.areMarksShown = false;
  strip.setHeads(stripHeads(3, 3, 2));
  const QImage before = paint({300, 300}, {0, 1});
  strip.setCompared(HeadStrip::Head{1, 2});
  EXPECT_EQ(paint({300, 300}, {2, 2}), before);
}

TEST_F(HeadStripTest, noHeadsAreNoStrip) {
  strip.setHeads(nullptr);
  EXPECT_TRUE(strip.placeIn(theme, QRectF(0, 0, 300, 200)).strip.isEmpty());
  paint({300, 200});
  strip.setHeads(stripHeads(1, 0, 0));
  paint({300, 200});
  strip.setHeads(stripHeads(2, 2, 0));
  paint({300, 200});
  EXPECT_EQ(strip.describe({5, 5}), QString());
}

TEST_F(HeadStripTest, shownHeadIsFramedInAccentAndChosenOnesInTheColorOfLocks) {
  strip.setHeads(stripHeads(4, 4, 8));
  EXPECT_EQ(test::countColor(paint({300, 300}), theme.locked), 0);
  strip.setChosen({{2, 1}});
  const QImage image = paint({300, 300}, {0, 3});
  EXPECT_GT(test::countColor(image.copy(strip.rectOf(theme, area, {2, 1}).toAlignedRect()), theme.locked), 40);
  EXPECT_GT(test::countColor(image.copy(strip.rectOf(theme, area, {0, 3}).toAlignedRect()), theme.accent), 40);
}

TEST_F(HeadStripTest, chosenHeadsAreASetInOrder) {
  strip.setHeads(stripHeads(3, 3, 2));
  QSignalSpy spy(&strip, &HeadStrip::chosenChanged);
  EXPECT_TRUE(strip.chosen().empty());
  strip.setChosen({{2, 0}});
  strip.setChosen({{2, 0}, {0, 1}});
  EXPECT_EQ(strip.chosen(), (std::vector<HeadStrip::Head>{{0, 1}, {2, 0}}));
  strip.setChosen({{0, 1}});
  EXPECT_EQ(strip.chosen(), (std::vector<HeadStrip::Head>{{0, 1}}));
  EXPECT_EQ(spy.count(), 3);
  strip.setChosen({{7, 7}, {1, 1}, {1, 1}, {-1, 0}});
  EXPECT_EQ(strip.chosen(), (std::vector<HeadStrip::Head>{{1, 1}})) << "heads that are not there are left out";
  strip.setHeads(stripHeads(3, 3, 4));
  EXPECT_EQ(strip.chosen().size(), 1u) << "the same heads computed again stay chosen";
  strip.setHeads(stripHeads(1, 3, 4));
  EXPECT_TRUE(strip.chosen().empty());
}

TEST_F(HeadStripTest, namesAHeadFromOneAndFromZero) {
  strip.setHeads(stripHeads(3, 5, 2));
  EXPECT_EQ(strip.describe({2, 4}), QStringLiteral("Layer 3, head 5 (L2H4 counted from 0)"));
  strip.setChosen({{2, 4}});
  EXPECT_TRUE(strip.describe({2, 4}).contains(QStringLiteral("chosen")));
  strip.setHeads(stripHeads(1, 5, 2));
  EXPECT_EQ(strip.describe({0, 4}), QStringLiteral("Head 5 (H4 counted from 0)"));
}

TEST_F(HeadStripTest, batchItemsRowsAndChannelsAreNotCalledLayersAndHeads) {
  auto items = std::make_shared<engine::HeadSet>(*stripHeads(3, 5, 2));
  items->about[engine::kLayerUnit] = engine::kBatchItem;
  strip.setHeads(items);
  EXPECT_EQ(strip.describe({2, 4}), QStringLiteral("Batch item 3, head 5"));
  auto alone = std::make_shared<engine::HeadSet>(*stripHeads(1, 5, 2));
  alone->about[engine::kHeadUnit] = engine::kBatchItem;
  strip.setHeads(alone);
  EXPECT_EQ(strip.describe({0, 4}), QStringLiteral("Batch item 5"));
  EXPECT_EQ(ui::headName(*alone, 0, 1), QStringLiteral("Batch item 2"));
  EXPECT_EQ(ui::zeroBasedName(*alone, 0, 1), QString());
  EXPECT_EQ(ui::layerTitle(*items) + ui::headTitle(*items), QStringLiteral("Batch itemHead"));
}

TEST_F(HeadStripTest, namesChangesOfAHeadByItsLayerToo) {
  auto changes = std::make_shared<engine::HeadSet>(*stripHeads(3, 5, 2));
  changes->areHeads = false;
  strip.setHeads(changes);
  EXPECT_EQ(strip.describe({2, 4}), QStringLiteral("Layer 3, head 5"));
}

TEST_F(HeadStripTest, scrollsWhereHeadsDoNotFit) {
  strip.setHeads(stripHeads(48, 4, 2));
  paint({200, 200});
  EXPECT_FALSE(strip.rectOf(theme, area, {0, 0}).isEmpty());
  EXPECT_TRUE(strip.rectOf(theme, area, {47, 0}).isEmpty());
  strip.scrollBy(100);
  EXPECT_TRUE(strip.rectOf(theme, area, {0, 0}).isEmpty());
  EXPECT_FALSE(strip.rectOf(theme, area, {47, 0}).isEmpty());
  strip.scrollBy(-100);
  EXPECT_FALSE(strip.rectOf(theme, area, {0, 0}).isEmpty());
  strip.reveal({20, 3}, theme, area);
  EXPECT_FALSE(strip.rectOf(theme, area, {20, 3}).isEmpty());
}

TEST_F(HeadStripTest, scrollsThroughHeadsWhereAllLayersAreInSight) {
  strip.setHeads(stripHeads(2, 60, 2));
  paint({200, 200});
  EXPECT_TRUE(strip.rectOf(theme, area, {1, 59}).isEmpty());
  strip.scrollBy(100);
  EXPECT_FALSE(strip.rectOf(theme, area, {1, 59}).isEmpty());
  EXPECT_FALSE(strip.rectOf(theme, area, {0, 59}).isEmpty());
}

TEST_F(HeadStripTest, hoverIsPaintedAndAnnouncedOnce) {
  strip.setHeads(stripHeads(3, 3, 2));
  const QImage before = paint({200, 200});
  QSignalSpy spy(&strip, &HeadStrip::changed);
  strip.setHover(HeadStrip::Head{1, 2});
  strip.setHover(HeadStrip::Head{1, 2});
  EXPECT_EQ(spy.count(), 1);
  EXPECT_NE(paint({200, 200}), before);
}

}  // namespace head_strip_test
