// The atlas without a view: places, sizes, clusters, who is near and within an outline.
#include <gtest/gtest.h>
#include <QJsonObject>

#include <cmath>

#include "engine/base/Nth.h"
#include "tests/ui/views/heads/HeadTableFixture.h"
#include "ui/views/atlas/AtlasShown.h"

namespace atlas_test {

using namespace test;
using ui::AtlasArrangement;
using ui::AtlasLayout;
using ui::AtlasOptions;
using ui::AtlasShown;

constexpr QSizeF kSize(600, 500);

AtlasShown shownWith(const AtlasOptions& options, const std::shared_ptr<const HeadTable>& table = someTable()) {
  return {table, options, ui::Theme::light()};
}

TEST(AtlasShown, pointsLieWhereTheLayoutPutsThemAndSizesAreShares) {
  const AtlasShown shown = shownWith({});
  ASSERT_EQ(shown.points.size(), 12U);
  EXPECT_EQ(shown.points[0].x, 0.6);
  EXPECT_DOUBLE_EQ(shown.points[kBestHead].size, 1);
  EXPECT_DOUBLE_EQ(shown.points[6].size, 0.10 / 0.52);
  EXPECT_EQ(shown.points[3].size, -1) << "it has no P@L";
  EXPECT_EQ(shown.sizeTitle, "P@L");
  EXPECT_EQ(shown.sizeHigh, 0.52);
}

TEST(AtlasShown, allDistancesOfPlacesInThePlaneAreShown) {
  auto table = someTable();
  auto atlas = someAtlas();
  double sumX = 0, sumY = 0;  // about the middle, as classical scaling leaves them
  for (size_t k = 0; k < atlas->x.size(); ++k) {
    sumX += atlas->x[k];
    sumY += atlas->y[k];
  }
  for (size_t k = 0; k < atlas->x.size(); ++k) {
    atlas->x[k] -= sumX / kAllHeads;
    atlas->y[k] -= sumY / kAllHeads;
  }
  table->atlas = atlas;
  EXPECT_NEAR(shownWith({}, table).share, 1, 1e-12);
  for (Index i = 0; i < kAllHeads; ++i)
    for (Index j = 0; j < kAllHeads; ++j) atlas->distance(i, j) *= 4;
  EXPECT_NEAR(shownWith({}, table).share, 0.25, 1e-12);
}

TEST(AtlasShown, clustersOfSeveralHeadsAreNamedAfterMostOfThem) {
  const AtlasShown shown = shownWith({});
  ASSERT_EQ(shown.clusters.size(), 1U);
  EXPECT_EQ(shown.clusters[0].heads, (std::vector<Index>{kBestHead, kSecondHead}));
  EXPECT_EQ(shown.clusters[0].name, "contacts (2)");
  auto table = someTable();
  auto atlas = someAtlas();
  atlas->cluster.assign(atlas->cluster.size(), 0);
  table->atlas = atlas;
  EXPECT_EQ(shownWith({}, table).clusters.at(0).name, "12 alike") << "most of them have no label";
  for (Index head = 0; head < 5; ++head) table->heads[static_cast<size_t>(head)].labels = someLabels(kBestHead);
  EXPECT_EQ(shownWith({}, table).clusters.at(0).name, "contacts (6 of 12)");
}

TEST(AtlasShown, withoutALayoutThereAreNoPoints) {
  const AtlasShown shown = shownWith({}, someTable(Structure::none, Layout::none));
  EXPECT_FALSE(shown.hasLayout());
  EXPECT_TRUE(shown.sizeTitle.isEmpty()) << "nobody has a P@L";
  EXPECT_FALSE(atlasLayout(ui::Theme::light(), shown, {}, kSize).grid.cells.isEmpty());
}

TEST(AtlasLayout, allPointsAreInSightAndPixelsGoBackToUnits) {
  const AtlasShown shown = shownWith({});
  for (const QSizeF size : {kSize, QSizeF(300, 900), QSizeF(1600, 400)}) {
    const AtlasLayout layout = atlasLayout(ui::Theme::light(), shown, {}, size);
    for (const ui::AtlasPoint& point : shown.points) {
      const QPointF pixel = layout.toPixel({point.x, point.y});
      EXPECT_TRUE(layout.panel.contains(pixel));
      const QPointF back = layout.toUnits(pixel);
      EXPECT_NEAR(back.x(), point.x, 1e-9);
      EXPECT_NEAR(back.y(), point.y, 1e-9);
    }
    const QPointF right = layout.toPixel({1, 0}) - layout.toPixel({0, 0});
    const QPointF up = layout.toPixel({0, 1}) - layout.toPixel({0, 0});
    EXPECT_NEAR(right.x(), -up.y(), 1e-9) << "distances are the same in all directions";
  }
}

TEST(Atlas, theHeadAtAPointIsTheNearestOne) {
  const AtlasOptions options;
  const AtlasShown shown = shownWith(options);
  const ui::Theme theme = ui::Theme::light();
  const AtlasLayout layout = atlasLayout(theme, shown, options, kSize);
  for (Index head = 0; head < kAllHeads; ++head) {
    const ui::AtlasPoint& point = engine::nth(shown.points, head);
    EXPECT_EQ(headNear(theme, shown, options, layout, layout.toPixel({point.x, point.y}) + QPointF(1, 1), 5), head);
  }
  EXPECT_EQ(headNear(theme, shown, options, layout, layout.panel.center(), 5), -1);
  AtlasOptions grid;
  grid.arrangement = AtlasArrangement::grid;
  const AtlasLayout cells = atlasLayout(theme, shown, grid, kSize);
  for (Index head = 0; head < kAllHeads; ++head)
    EXPECT_EQ(headNear(theme, shown, grid, cells, cells.grid.rectOf(head).center(), 5), head);
}

TEST(Atlas, anOutlineHoldsTheHeadsWithinIt) {
  const AtlasOptions options;
  const AtlasShown shown = shownWith(options);
  const AtlasLayout layout = atlasLayout(ui::Theme::light(), shown, options, kSize);
  const QRectF right(layout.toPixel({0, 10}), layout.toPixel({10, -10}));
  std::vector<Index> expected;
  for (Index head = 0; head < kAllHeads; ++head)
    if (engine::nth(shown.points, head).x > 0) expected.push_back(head);
  EXPECT_EQ(headsWithin(shown, options, layout, QPolygonF(right)), expected);
  EXPECT_TRUE(headsWithin(shown, options, layout, {}).empty());
}

TEST(Atlas, arrowsLeadToNeighbours) {
  const AtlasShown shown = shownWith({});
  EXPECT_EQ(headTowards(shown, 0, {0, -1}), 1) << "up the circle";
  EXPECT_EQ(headTowards(shown, 0, {1, 0}), 0) << "nothing further right";
  EXPECT_EQ(headTowards(shown, 3, {1, 0}), 2);
  EXPECT_EQ(headTowards(shown, -1, {1, 0}), -1);
}

TEST(Atlas, oneHeadAndHeadsInOnePlaceHaveALayout) {
  for (const Index count : {Index{1}, Index{3}}) {
    auto table = plainTable(1, count);
    auto atlas = std::make_shared<engine::HeadAtlas>();
    atlas->x.assign(static_cast<size_t>(count), 0);
    atlas->y = atlas->x;
    atlas->cluster.assign(static_cast<size_t>(count), 0);
    atlas->distance = engine::Array<double>({count, count}, 0);
    table->atlas = atlas;
    const AtlasShown shown = shownWith({}, table);
    const AtlasLayout layout = atlasLayout(ui::Theme::light(), shown, {}, kSize);
    EXPECT_TRUE(layout.panel.contains(layout.toPixel({0, 0})));
    EXPECT_EQ(shown.share, 1);
    EXPECT_EQ(headNear(ui::Theme::light(), shown, {}, layout, layout.toPixel({0, 0}), 5), 0);
  }
  const AtlasShown none = shownWith({}, plainTable(0, 0));
  EXPECT_FALSE(none.hasLayout());
  EXPECT_TRUE(atlasLayout(ui::Theme::light(), none, {}, kSize).grid.cells.isEmpty());
}

TEST(Atlas, twoSetsLieInOnePlaneAndEachHeadIsNamedByItsOwn) {
  auto second = std::make_shared<HeadTable>(*plainTable(2, 2));
  second->mapTitle = "other";
  auto joint = std::make_shared<engine::HeadAtlas>();
  const Index all = kAllHeads + 4;
  joint->distance = engine::Array<double>({all, all}, 1.0);
  for (Index k = 0; k < all; ++k) {
    joint->x.push_back(static_cast<double>(k));
    joint->y.push_back(static_cast<double>(k % 3));
    joint->cluster.push_back(k);
  }
  const AtlasShown shown(someTable(), {}, ui::Theme::light(), {second, joint, 60});
  ASSERT_EQ(static_cast<Index>(shown.points.size()), all);
  EXPECT_EQ(static_cast<Index>(shown.coloring.colors.size()), all);
  EXPECT_FALSE(shown.isOfCompanion(kAllHeads - 1));
  EXPECT_TRUE(shown.isOfCompanion(kAllHeads));
  EXPECT_TRUE(shown.nameOf(kAllHeads + 3).startsWith(QStringLiteral("Layer 2, head 2")));
  EXPECT_TRUE(shown.nameOf(kAllHeads + 3).contains(QStringLiteral("other")));
  EXPECT_EQ(shown.inModel(kAllHeads + 2), (ui::ChosenHead{1, 0}));
  EXPECT_EQ(shown.numbersWith({1, 1}), (std::vector<Index>{kHeadsPerLayer + 1, kAllHeads + 3}));
  EXPECT_EQ(shown.numbersWith({2, 3}), (std::vector<Index>{kAllHeads - 1})) << "the second set has no third layer";
  AtlasOptions grid;
  grid.arrangement = AtlasArrangement::grid;
  const AtlasShown cells(someTable(), grid, ui::Theme::light(), {second, joint, 60});
  EXPECT_EQ(cells.table->count(), kAllHeads) << "layers x heads are those of one model";
}

TEST(AtlasOptions, comeBackFromJson) {
  AtlasOptions options;
  options.arrangement = AtlasArrangement::grid;
  options.coloredBy = "entropy";
  options.sizedBy = "";
  options.areClustersShown = false;
  options.areThumbnailsShown = true;
  options.companion = "other-heads";
  options.window = {0.5, -0.25, 4};
  for (const AtlasOptions& each : {AtlasOptions{}, options}) {
    AtlasOptions read = each == options ? AtlasOptions{} : options;
    takeJson(read, toJson(each));
    EXPECT_EQ(read, each);
  }
  AtlasOptions kept = options;
  takeJson(kept, {{"arrangement", "ring"}, {"coloredBy", 1}, {"clusters", "no"}, {"x", "left"}});
  EXPECT_EQ(kept, options);
  takeJson(kept, {{"zoom", -3}});
  EXPECT_EQ(kept.window.zoom, 1);
  takeJson(kept, {{"zoom", 1e9}});
  EXPECT_EQ(kept.window.zoom, ui::kMostAtlasZoom);
}

}  // namespace atlas_test
