// Thumbnails of the strip of heads: what they show, and how they come in the background.
#include <QSignalSpy>
#include <cmath>

#include "tests/ui/views/attention/HeadStripFixture.h"

namespace head_thumbnails_test {

using namespace test;

using HeadThumbnailsTest = HeadStripTest;

TEST_F(HeadThumbnailsTest, thumbnailShowsTheHeadTheRightWayUp) {
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

TEST_F(HeadThumbnailsTest, thumbnailKeepsTheShapeOfTheMap) {
  const ui::ColorLookup greys({"greys", 0, 1});
  const Array<float> wide({10, 40}, 1.0F, "m");
  EXPECT_EQ(ui::thumbnailOf(engine::pooledMap(wide, 1), ui::Pooling::mean, greys, 40).size(), QSize(40, 10));
}

TEST_F(HeadThumbnailsTest, largestKeepsALoneContactThatTheMeanLoses) {
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

TEST_F(HeadThumbnailsTest, colorsBySearchAreThoseOfTheFormula) {
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

TEST_F(HeadThumbnailsTest, commonRangeComparesHeadsAndOwnRangeDoesNot) {
  auto set = stripHeads(2, 1, 4);
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

TEST_F(HeadThumbnailsTest, thumbnailsOfAFileComeInAJobThatBlocksNobody) {
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

TEST_F(HeadThumbnailsTest, anExportedPictureHasAllOfThem) {
  ui::JobQueue jobs;
  strip.useJobs(&jobs);
  strip.setHeads(slowHeads(10, 10));
  strip.startThumbnails();
  paint({300, 300});
  EXPECT_TRUE(strip.thumbnails().isComplete());
  EXPECT_EQ(strip.thumbnails().numReady(), 100);
  EXPECT_EQ(jobs.numActive(), 0);
}

TEST_F(HeadThumbnailsTest, aHeadThatFailsIsCrossedOutAndSaysWhy) {
  strip.setHeads(slowHeads(4, 4));
  const QImage image = paint({200, 200});
  EXPECT_TRUE(strip.describe({1, 1}).contains(QStringLiteral("is damaged")));
  EXPECT_GT(test::countColor(image.copy(strip.rectOf(theme, area, {1, 1}).toAlignedRect()), theme.error, 60), 10);
  EXPECT_EQ(test::countColor(image.copy(strip.rectOf(theme, area, {3, 3}).toAlignedRect()), theme.error, 60), 0);
}

TEST_F(HeadThumbnailsTest, otherHeadsEndTheWorkOnThoseBefore) {
  ui::JobQueue jobs;
  strip.useJobs(&jobs);
  strip.setHeads(slowHeads(40, 40));
  strip.startThumbnails();
  strip.setHeads(stripHeads(2, 2, 4));
  EXPECT_EQ(jobs.numActive(), 0);
  paint({300, 300});
  EXPECT_TRUE(strip.thumbnails().isComplete());
  EXPECT_EQ(strip.thumbnails().numReady(), 4);
}

TEST_F(HeadThumbnailsTest, moreLayersOfTheSameHeadsLeaveWhatThereIs) {
  const auto all = stripHeads(3, 2, 4);
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
  strip.setHeads(stripHeads(3, 2, 4));
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

}  // namespace head_thumbnails_test
