// The strip of heads: where heads are, what a gesture chooses, what is painted, and thumbnails that come in the
// background.
#include "ui/views/attention/HeadStrip.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/heads/HeadNames.h"

namespace {

using engine::Array;
using engine::Index;
using ui::HeadStrip;

/// Head k attends to residue k alone: its picture is one bright column.
std::shared_ptr<engine::HeadSet> someHeads(Index layers, Index heads, Index length) {
  auto set = std::make_shared<engine::HeadSet>();
  set->numLayers = layers;
  set->numHeads = heads;
  set->numQueries = set->numKeys = length;
  for (Index k = 0; k < layers * heads; ++k) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = Array<float>({length, length}, 0.0F, "weights");
    for (Index i = 0; i < length; ++i) map->weights(i, k % std::max<Index>(length, 1)) = 1;
    set->maps.push_back(map);
  }
  return set;
}

/// Heads that take long, fail, or are never made.
class SlowSource : public engine::HeadSource {
 public:
  std::shared_ptr<const engine::AttentionMap> map(Index, Index) const override { engine::fail("not asked for"); }
  engine::PooledMap pooled(Index layer, Index head, Index) const override {
    if (layer == 1 && head == 1) engine::fail("file.npz, array attention: is damaged");
    QTest::qSleep(1);
    return engine::pooledMap(Array<float>({8, 8}, static_cast<float>(layer + 1)), 1);
  }
};

std::shared_ptr<engine::HeadSet> slowHeads(Index layers, Index heads) {
  auto set = std::make_shared<engine::HeadSet>();
  set->numLayers = layers;
  set->numHeads = heads;
  set->numQueries = set->numKeys = 8;
  set->source = std::make_shared<SlowSource>();
  return set;
}

class HeadStripTest : public testing::Test {
 protected:
  QImage paint(QSizeF size, HeadStrip::Head current = {}) {
    area = QRectF(QPointF(), size);
    QImage image(size.toSize(), QImage::Format_RGB32);
    image.fill(theme.window);
    QPainter painter(&image);
    strip.paint(painter, theme, area, current);
    return image;
  }
  QColor middleOf(const QImage& image, HeadStrip::Head head) const {
    return image.pixelColor(strip.rectOf(theme, area, head).center().toPoint());
  }

  ui::Theme theme = ui::Theme::light();
  QRectF area;
  HeadStrip strip;
};

TEST_F(HeadStripTest, gridHasLayersAsRowsAndHeadsAsColumns) {
  strip.setHeads(someHeads(3, 5, 8));
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
      strip.setHeads(someHeads(layers, heads, 2));
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
  strip.setHeads(someHeads(8, 8, 2));
  const QRectF dock(0, 0, 434, 818);
  const HeadStrip::Place tall = strip.placeIn(theme, dock, 1);
  EXPECT_EQ(tall.rest.width(), dock.width());
  EXPECT_GE(strip.rectOf(theme, tall.strip, {7, 7}).width(), 20) << "patterns can still be told";
  EXPECT_EQ(strip.placeIn(theme, dock.transposed(), 1).rest.height(), dock.width()) << "beside it in a wide one";
  EXPECT_EQ(strip.placeIn(theme, dock, 0.5).rest.height(), dock.height()) << "two maps below each other need the height";
}

TEST_F(HeadStripTest, thumbnailsGrowIntoTheRoomThatTheMapLeaves) {
  strip.setHeads(someHeads(4, 4, 2));
  const auto cell = [&](QSizeF window, double aspect) {
    const HeadStrip::Place place = strip.placeIn(theme, QRectF(QPointF(), window), aspect);
    return strip.rectOf(theme, place.strip, {0, 0}).width();
  };
  EXPECT_GT(cell({2400, 1500}, 1), 1.5 * cell({800, 500}, 1)) << "a large window";
  EXPECT_GT(cell({500, 1400}, 1), 80) << "a tall dock";
  EXPECT_GT(cell({1600, 400}, 1), 80) << "a wide dock";
  EXPECT_EQ(strip.placeIn(theme, QRectF(0, 0, 1600, 400), 1).rest.height(), 400);
  EXPECT_LE(cell({9000, 6000}, 1), 128);
  strip.setHeads(someHeads(1, 4, 2));
  const auto height = [&](QSizeF window) { return strip.placeIn(theme, QRectF(QPointF(), window)).strip.height(); };
  EXPECT_GT(height({700, 1400}), 100) << "a row in a tall dock";
  EXPECT_EQ(height({800, 400}), 40 + theme.space(2));
}

TEST_F(HeadStripTest, whatHeadsDoStandsBelowThumbnailsWhereItWouldBeCutBesideThem) {
  const auto named = [](const char* label) {
    auto set = someHeads(1, 6, 8);
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
  strip.setHeads(someHeads(3, 3, 2));
  const QImage before = paint({300, 300});
  strip.setCompared(HeadStrip::Head{1, 2});
  const QImage after = paint({300, 300});
  EXPECT_NE(after, before);
  strip.setCompared(std::nullopt);
  EXPECT_EQ(paint({300, 300}), before);
}

TEST_F(HeadStripTest, aPageWithoutMarksMarksNeitherTheShownHeadNorTheOneItIsComparedWith) {
  theme.page.areMarksShown = false;
  strip.setHeads(someHeads(3, 3, 2));
  const QImage before = paint({300, 300}, {0, 1});
  strip.setCompared(HeadStrip::Head{1, 2});
  EXPECT_EQ(paint({300, 300}, {2, 2}), before);
}

TEST_F(HeadStripTest, noHeadsAreNoStrip) {
  strip.setHeads(nullptr);
  EXPECT_TRUE(strip.placeIn(theme, QRectF(0, 0, 300, 200)).strip.isEmpty());
  paint({300, 200});
  strip.setHeads(someHeads(1, 0, 0));
  paint({300, 200});
  strip.setHeads(someHeads(2, 2, 0));
  paint({300, 200});
  EXPECT_EQ(strip.describe({5, 5}), QString());
}

TEST_F(HeadStripTest, thumbnailShowsTheHeadTheRightWayUp) {
  Array<float> matrix({100, 100}, 0.0F, "m");
  for (Index i = 0; i < 40; ++i)
    for (Index j = 60; j < 100; ++j) matrix(i, j) = 1;
  const ui::ColorLookup greys({"greys", 0, 1});
  const QImage image = ui::thumbnailOf(engine::pooledMap(matrix, 2), ui::Pooling::mean, greys, 40);
  EXPECT_EQ(image.size(), QSize(40, 40));
  EXPECT_LT(qGray(image.pixel(34, 5)), 40);
  EXPECT_GT(qGray(image.pixel(5, 34)), 215);
  EXPECT_TRUE(ui::thumbnailOf({}, ui::Pooling::mean, greys, 40).isNull());
}

TEST_F(HeadStripTest, thumbnailKeepsTheShapeOfTheMap) {
  const ui::ColorLookup greys({"greys", 0, 1});
  const Array<float> wide({10, 40}, 1.0F, "m");
  EXPECT_EQ(ui::thumbnailOf(engine::pooledMap(wide, 1), ui::Pooling::mean, greys, 40).size(), QSize(40, 10));
}

TEST_F(HeadStripTest, largestKeepsALoneContactThatTheMeanLoses) {
  Array<float> matrix({256, 256}, 0.0F, "m");
  matrix(100, 100) = 1;
  const ui::ColorLookup greys({"greys", 0, 1});
  const engine::PooledMap pooled = engine::pooledMap(matrix, 4);
  const auto darkest = [](const QImage& image) {
    int least = 255;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) least = std::min(least, qGray(image.pixel(x, y)));
    return least;
  };
  EXPECT_LT(darkest(ui::thumbnailOf(pooled, ui::Pooling::largest, greys, 24)), 20);
  EXPECT_GT(darkest(ui::thumbnailOf(pooled, ui::Pooling::mean, greys, 24)), 200);
}

TEST_F(HeadStripTest, colorsBySearchAreThoseOfTheFormula) {
  for (const ui::MapLook& look : {ui::MapLook{"viridis", 0, 1}, ui::MapLook{"magma", -2, 3},
                                  ui::MapLook{"viridis", 1e-4, 1, ui::ValueScale::logarithmic}}) {
    const ui::ColorLookup lookup(look);
    for (int k = -20; k <= 220; ++k) {
      const auto value = static_cast<float>(k) * 0.0173F;
      const ui::Rgb exact = ui::colorOf(look, value);
      const QRgb found = lookup.of(value);
      EXPECT_NEAR(qRed(found), exact[0], 3) << value;
      EXPECT_NEAR(qGreen(found), exact[1], 3) << value;
      EXPECT_NEAR(qBlue(found), exact[2], 3) << value;
    }
    EXPECT_EQ(qRed(lookup.of(NAN)), look.notANumber[0]);
  }
}

TEST_F(HeadStripTest, commonRangeComparesHeadsAndOwnRangeDoesNot) {
  auto set = someHeads(2, 1, 4);
  auto weak = std::make_shared<engine::AttentionMap>();
  weak->weights = Array<float>({4, 4}, 0.05F, "weak");
  auto strong = std::make_shared<engine::AttentionMap>();
  strong->weights = Array<float>({4, 4}, 1.0F, "strong");
  set->maps = {weak, strong};
  strip.setHeads(set);
  strip.setLook({"greys", 0, 1}, ui::ThumbnailRange::own);
  QImage image = paint({200, 200}, {1, 0});
  EXPECT_EQ(middleOf(image, {0, 0}), middleOf(image, {1, 0}));
  strip.setLook({"greys", 0, 1}, ui::ThumbnailRange::common);
  image = paint({200, 200}, {1, 0});
  EXPECT_GT(qGray(middleOf(image, {0, 0}).rgb()), 200);
  EXPECT_LT(qGray(middleOf(image, {1, 0}).rgb()), 40);
}

TEST_F(HeadStripTest, shownHeadIsFramedInAccentAndChosenOnesInTheColorOfLocks) {
  strip.setHeads(someHeads(4, 4, 8));
  EXPECT_EQ(test::countColor(paint({300, 300}), theme.locked), 0);
  strip.setChosen({{2, 1}});
  const QImage image = paint({300, 300}, {0, 3});
  EXPECT_GT(test::countColor(image.copy(strip.rectOf(theme, area, {2, 1}).toAlignedRect()), theme.locked), 40);
  EXPECT_GT(test::countColor(image.copy(strip.rectOf(theme, area, {0, 3}).toAlignedRect()), theme.accent), 40);
}

TEST_F(HeadStripTest, chosenHeadsAreASetInOrder) {
  strip.setHeads(someHeads(3, 3, 2));
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
  strip.setHeads(someHeads(3, 3, 4));
  EXPECT_EQ(strip.chosen().size(), 1u) << "the same heads computed again stay chosen";
  strip.setHeads(someHeads(1, 3, 4));
  EXPECT_TRUE(strip.chosen().empty());
}

TEST_F(HeadStripTest, namesAHeadFromOneAndFromZero) {
  strip.setHeads(someHeads(3, 5, 2));
  EXPECT_EQ(strip.describe({2, 4}), QStringLiteral("Layer 3, head 5 (L2H4 counted from 0)"));
  strip.setChosen({{2, 4}});
  EXPECT_TRUE(strip.describe({2, 4}).contains(QStringLiteral("chosen")));
  strip.setHeads(someHeads(1, 5, 2));
  EXPECT_EQ(strip.describe({0, 4}), QStringLiteral("Head 5 (H4 counted from 0)"));
}

TEST_F(HeadStripTest, batchItemsRowsAndChannelsAreNotCalledLayersAndHeads) {
  auto items = std::make_shared<engine::HeadSet>(*someHeads(3, 5, 2));
  items->about[engine::kLayerUnit] = engine::kBatchItem;
  strip.setHeads(items);
  EXPECT_EQ(strip.describe({2, 4}), QStringLiteral("Batch item 3, head 5"));
  auto alone = std::make_shared<engine::HeadSet>(*someHeads(1, 5, 2));
  alone->about[engine::kHeadUnit] = engine::kBatchItem;
  strip.setHeads(alone);
  EXPECT_EQ(strip.describe({0, 4}), QStringLiteral("Batch item 5"));
  EXPECT_EQ(ui::headName(*alone, 0, 1), QStringLiteral("Batch item 2"));
  EXPECT_EQ(ui::zeroBasedName(*alone, 0, 1), QString());
  EXPECT_EQ(ui::layerTitle(*items) + ui::headTitle(*items), QStringLiteral("Batch itemHead"));
}

TEST_F(HeadStripTest, namesChangesOfAHeadByItsLayerToo) {
  auto changes = std::make_shared<engine::HeadSet>(*someHeads(3, 5, 2));
  changes->areHeads = false;
  strip.setHeads(changes);
  EXPECT_EQ(strip.describe({2, 4}), QStringLiteral("Layer 3, head 5"));
}

TEST_F(HeadStripTest, scrollsWhereHeadsDoNotFit) {
  strip.setHeads(someHeads(48, 4, 2));
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
  strip.setHeads(someHeads(2, 60, 2));
  paint({200, 200});
  EXPECT_TRUE(strip.rectOf(theme, area, {1, 59}).isEmpty());
  strip.scrollBy(100);
  EXPECT_FALSE(strip.rectOf(theme, area, {1, 59}).isEmpty());
  EXPECT_FALSE(strip.rectOf(theme, area, {0, 59}).isEmpty());
}

TEST_F(HeadStripTest, hoverIsPaintedAndAnnouncedOnce) {
  strip.setHeads(someHeads(3, 3, 2));
  const QImage before = paint({200, 200});
  QSignalSpy spy(&strip, &HeadStrip::changed);
  strip.setHover(HeadStrip::Head{1, 2});
  strip.setHover(HeadStrip::Head{1, 2});
  EXPECT_EQ(spy.count(), 1);
  EXPECT_NE(paint({200, 200}), before);
}

TEST_F(HeadStripTest, thumbnailsOfAFileComeInAJobThatBlocksNobody) {
  ui::JobQueue jobs;
  strip.useJobs(&jobs);
  strip.setHeads(slowHeads(10, 10));
  QSignalSpy spy(&strip, &HeadStrip::changed);
  strip.startThumbnails();
  EXPECT_LT(strip.thumbnails().numReady(), 100) << "came back before they were there";
  EXPECT_EQ(strip.thumbnails().largestValue(), std::nullopt);
  EXPECT_EQ(jobs.numActive(), 1);
  ASSERT_TRUE(QTest::qWaitFor([&] { return strip.thumbnails().isComplete() && jobs.numActive() == 0; }, 10000));
  EXPECT_GE(spy.count(), 1);
  EXPECT_EQ(strip.thumbnails().largestValue(), 10);
  strip.startThumbnails();
  EXPECT_EQ(jobs.jobs().size(), 1u) << "made once";
}

TEST_F(HeadStripTest, anExportedPictureHasAllOfThem) {
  ui::JobQueue jobs;
  strip.useJobs(&jobs);
  strip.setHeads(slowHeads(10, 10));
  strip.startThumbnails();
  paint({300, 300});
  EXPECT_TRUE(strip.thumbnails().isComplete());
  EXPECT_EQ(strip.thumbnails().numReady(), 100);
  EXPECT_EQ(jobs.numActive(), 0);
}

TEST_F(HeadStripTest, aHeadThatFailsIsCrossedOutAndSaysWhy) {
  strip.setHeads(slowHeads(4, 4));
  const QImage image = paint({200, 200});
  EXPECT_TRUE(strip.describe({1, 1}).contains(QStringLiteral("is damaged")));
  EXPECT_GT(test::countColor(image.copy(strip.rectOf(theme, area, {1, 1}).toAlignedRect()), theme.error, 60), 10);
  EXPECT_EQ(test::countColor(image.copy(strip.rectOf(theme, area, {3, 3}).toAlignedRect()), theme.error, 60), 0);
}

TEST_F(HeadStripTest, otherHeadsEndTheWorkOnThoseBefore) {
  ui::JobQueue jobs;
  strip.useJobs(&jobs);
  strip.setHeads(slowHeads(40, 40));
  strip.startThumbnails();
  strip.setHeads(someHeads(2, 2, 4));
  EXPECT_EQ(jobs.numActive(), 0);
  paint({300, 300});
  EXPECT_TRUE(strip.thumbnails().isComplete());
  EXPECT_EQ(strip.thumbnails().numReady(), 4);
}

TEST_F(HeadStripTest, moreLayersOfTheSameHeadsLeaveWhatThereIs) {
  const auto all = someHeads(3, 2, 4);
  auto some = std::make_shared<engine::HeadSet>(*all);
  some->numLayers = 2;
  some->maps.resize(4);
  strip.setHeads(some);
  paint({300, 300});
  strip.setChosen({{1, 1}});
  ASSERT_TRUE(strip.thumbnails().isComplete());
  const float* const made = strip.thumbnails().at(3)->largest.data();
  strip.setHeads(all);
  EXPECT_EQ(strip.thumbnails().numReady(), 4) << "those of the last layer are missing";
  EXPECT_EQ(strip.thumbnails().at(3)->largest.data(), made) << "the same picture, not one like it";
  EXPECT_EQ(strip.chosen().size(), 1u);
  paint({300, 300});
  EXPECT_TRUE(strip.thumbnails().isComplete());
  strip.setHeads(someHeads(3, 2, 4));
  EXPECT_EQ(strip.thumbnails().numReady(), 0) << "other maps";
}

TEST(HeadThumbnails, saysNothingWhileItGoes) {
  ui::JobQueue queue;
  auto thumbnails = std::make_unique<ui::HeadThumbnails>();
  QSignalSpy arrivals(thumbnails.get(), &ui::HeadThumbnails::arrived);
  thumbnails->setHeads(slowHeads(20, 20));
  thumbnails->start(&queue);
  QTest::qSleep(30);  // some are made, and nobody has looked
  thumbnails.reset();
  EXPECT_EQ(arrivals.count(), 0);
}

}  // namespace
