// Options, layout and words of pair geometry, without a view.
#include <QFontMetricsF>
#include <QJsonObject>
#include <limits>

#include <gtest/gtest.h>

#include "ui/views/geometry/GeometryLayout.h"
#include "ui/views/geometry/GeometryPicture.h"
#include "ui/views/maps/ColorBar.h"

namespace geometry_picture_test {

using ui::GeometryLayout;
using ui::GeometryOptions;
using ui::GeometryQuantity;

const ui::Theme& theme() { return ui::ThemeModel::instance().theme(); }

TEST(GeometryOptions, comeBackFromJson) {
  const GeometryOptions defaults;
  GeometryOptions options;
  options.arrangement = ui::GeometryArrangement::oneLarge;
  options.main = GeometryQuantity::theta;
  options.low = 2.5;
  options.high = 17;
  options.contactLine = ui::ContactLine::onAll;
  options.contactThreshold = 6.5;
  options.colorMap = QStringLiteral("magma");
  for (const GeometryOptions& each : {defaults, options}) {
    GeometryOptions read = each == defaults ? options : defaults;
    takeJson(read, toJson(each));
    EXPECT_EQ(read, each);
  }
}

TEST(GeometryOptions, nonsenseLeavesWhatIs) {
  GeometryOptions options;
  options.main = GeometryQuantity::phi;
  options.high = 12;
  const GeometryOptions before = options;
  takeJson(options, {{"arrangement", 2}, {"map", "psi"}, {"distanceLow", "near"}, {"distanceHigh", QJsonObject{}},
                     {"contactLine", true}, {"contactDistance", "8"}, {"colors", "twilight"}});
  EXPECT_EQ(options, before);
}

TEST(GeometryOptions, numbersOutOfRangeBecomeTheNearest) {
  GeometryOptions options;
  options.low = 20;
  options.high = 10;
  options.contactThreshold = 1e9;
  GeometryOptions valid = withinLimits(options);
  EXPECT_EQ(valid.low, 20);
  EXPECT_EQ(valid.high, 20 + ui::kLeastDistanceSpan);
  EXPECT_EQ(valid.contactThreshold, ui::kMostContactThreshold);
  options.low = -5;
  options.high = 1e12;
  options.contactThreshold = -1;
  valid = withinLimits(options);
  EXPECT_EQ(valid.low, 0);
  EXPECT_EQ(valid.high, ui::kMostShownDistance);
  EXPECT_EQ(valid.contactThreshold, ui::kLeastContactThreshold);
  options.high = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(withinLimits(options).high, 0) << "all distances";
}

TEST(GeometryLooks, distancesReachFromZeroToTheLargestUnlessChosen) {
  GeometryOptions options;
  const auto distances = [&] { return ui::geometryLooks(options, 42, theme())[0]; };
  EXPECT_EQ(distances().low, 0);
  EXPECT_EQ(distances().high, 42);
  options.low = 3;
  options.high = 9;
  EXPECT_EQ(distances().low, 3);
  EXPECT_EQ(distances().high, 9);
}

TEST(GeometryLayout, fourMapsStandApartAndOneTakesTheRoom) {
  GeometryOptions options;
  const QSize size(900, 760);
  const GeometryLayout four = ui::geometryLayout(theme(), 30, options, size);
  EXPECT_FALSE(four.isOne);
  for (const GeometryQuantity quantity : ui::kGeometryQuantities) {
    const ui::Rect& panel = four.panelOf(quantity);
    EXPECT_EQ(four.panelAt({panel.x + 1, panel.y + 1}), &panel);
  }
  EXPECT_EQ(four.panelAt({-1, -1}), nullptr);
  options.arrangement = ui::GeometryArrangement::oneLarge;
  options.main = GeometryQuantity::omega;
  const GeometryLayout one = ui::geometryLayout(theme(), 30, options, size);
  EXPECT_TRUE(one.isOne);
  EXPECT_TRUE(one.panelOf(GeometryQuantity::distance).isEmpty());
  EXPECT_GT(one.panelOf(GeometryQuantity::omega).width, 1.5 * four.panelOf(GeometryQuantity::omega).width);
}

TEST(GeometryLayout, captionsBesideSmallMapsSayWhatCellsShareAPixel) {
  const GeometryLayout layout = ui::geometryLayout(theme(), 329, {}, {800, 600});
  for (const GeometryQuantity quantity : ui::kGeometryQuantities) {
    const auto k = static_cast<size_t>(quantity);
    const ui::Rect& bar = layout.bars[k];
    ASSERT_GT(bar.x, layout.panels[k].right()) << "beside the map";
    EXPECT_GT(bar.height, ui::colorBarHeight(theme())) << "a second line";
    EXPECT_LE(bar.bottom(), layout.panels[k].bottom()) << "and none over what is below";
    const QStringList caption =
        ui::captionLines(QFontMetricsF(theme().labelFont()), QStringLiteral("d in Å, linear"),
                         ui::shrinkingText(ui::Shrinking::mean, 2), layout.headers[k].right() - bar.x, 2);
    EXPECT_TRUE(caption.join(u' ').contains(QStringLiteral("mean of 2 × 2"))) << caption.join(u'|').toStdString();
  }
}

TEST(GeometryLayout, aFigureHasAllFourMapsHoweverSmall) {
  ui::Theme page = ui::Theme::light();
  EXPECT_TRUE(ui::geometryLayout(page, 80, {}, {330, 340}).isOne);
  page.page.mayElide = false;
  EXPECT_FALSE(ui::geometryLayout(page, 80, {}, {330, 340}).isOne);
}

TEST(GeometryLayout, figuresHaveTheirBarsAtTheRightOrNone) {
  for (const auto arrangement : {ui::GeometryArrangement::allFour, ui::GeometryArrangement::oneLarge})
    for (const QSize size : {QSize(333, 400), QSize(900, 500)}) {
      GeometryOptions options;
      options.arrangement = arrangement;
      ui::Theme page = ui::Theme::light();
      page.page.colorBar = ui::ColorBarPlace::right;
      const GeometryLayout right = ui::geometryLayout(page, 80, options, size);
      page.page.colorBar = ui::ColorBarPlace::none;
      const GeometryLayout none = ui::geometryLayout(page, 80, options, size);
      for (size_t k = 0; k < right.panels.size(); ++k) {
        EXPECT_TRUE(none.bars[k].isEmpty());
        if (right.panels[k].isEmpty()) continue;
        EXPECT_EQ(right.bars[k].x, right.panels[k].right());
        EXPECT_LE(right.bars[k].right(), size.width());
        for (const ui::Rect& other : right.panels)
          EXPECT_FALSE(ui::toRectF(right.bars[k]).intersects(ui::toRectF(other))) << k;
      }
    }
}

}  // namespace geometry_picture_test
