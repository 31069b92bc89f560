// What the DP view shows, laid out and painted without a window.
#include "ui/views/dp/DpPicture.h"

#include <QPainter>

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "tests/ui/views/dp/DpFixture.h"
#include "ui/views/dp/DpCellText.h"
#include "ui/views/dp/DpFigure.h"
#include "ui/views/dp/DpNavigation.h"
#include "ui/views/dp/DpPaint.h"
#include "ui/views/dp/DpReadout.h"
#include "ui/views/dp/paths/DpLines.h"
#include "ui/views/maps/MapAxes.h"

namespace dp_picture_test {

using engine::PairState;
using ui::DpCell;
using ui::DpLayout;
using ui::DpMoment;
using ui::DpPicture;
using ui::PlaneArrangement;

/// Two paths, five Viterbi planes and the posterior of MM, 10 x 14.
engine::DatasetPtr someDataset() {
  auto alignment = test::someAlignment(10, 14);
  alignment->paths.push_back(alignment->paths[0]);
  for (engine::PathStep& step : alignment->paths[1].steps) step.j += 4;
  alignment->posterior.kind = engine::DpKind::posterior;
  alignment->posterior.states = {PairState::MM};
  alignment->posterior.planes.emplace_back(engine::Shape{11, 15}, 0.5F, "MM");
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "aligned";
  dataset->axes = {"query", "template"};
  dataset->value = std::shared_ptr<const engine::ProfileAlignment>(alignment);
  return dataset;
}

class DpPictureTest : public ::testing::Test {
 protected:
  DpPictureTest() { picture.open(someDataset()); }
  template <class Edit>
  void change(const Edit& edit) {
    ui::DpOptions options = picture.options();
    edit(options);
    picture.setOptions(options);
  }
  DpLayout layout(QSize size, bool isStepping = false) {
    return ui::layoutOf(picture, navigation, isStepping, theme, size);
  }
  QImage painted(const DpMoment& moment, QSize size) {
    picture.color(ui::Rgb{200, 200, 200});
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::red);
    QPainter painter(&image);
    const std::vector<engine::Index> cellsPerPixel(picture.planes().size(), 1);
    ui::paintPicture(painter, theme, picture, moment, layout(size, moment.stepper != nullptr), cellsPerPixel);
    return image;
  }

  DpPicture picture;
  ui::MapNavigation navigation;
  ui::Theme theme = ui::Theme::light();
};

TEST_F(DpPictureTest, optionsAreClampedToWhatTheAlignmentHolds) {
  change([](ui::DpOptions& options) {
    options.mainPlane = 99;
    options.path = 99;
    options.firstEntry = 99;
    options.textOffset = 99;
    options.kind = engine::DpKind::forward;
  });
  EXPECT_EQ(picture.options().mainPlane, 4);
  EXPECT_EQ(picture.options().path, 1);
  EXPECT_EQ(picture.options().firstEntry, 1);
  EXPECT_EQ(picture.options().textOffset, 10);
  EXPECT_EQ(picture.options().kind, engine::DpKind::viterbi) << "there are no forward sums";
  change([](ui::DpOptions& options) { options.kind = engine::DpKind::posterior; });
  EXPECT_EQ(picture.options().mainPlane, 0) << "its only plane";
  change([](ui::DpOptions& options) { options.path = options.firstEntry = -3, options.textOffset = -3; });
  EXPECT_EQ(picture.options().path, 0);
  EXPECT_EQ(picture.options().firstEntry, 0);
  EXPECT_EQ(picture.options().textOffset, 0);
}

TEST_F(DpPictureTest, anUnknownColourMapIsRefusedAndNothingChanges) {
  const ui::DpOptions before = picture.options();
  ui::DpOptions options = before;
  options.colorMap = QStringLiteral("no such map");
  options.mainPlane = 2;
  EXPECT_THROW(picture.setOptions(options), engine::Error);
  EXPECT_EQ(picture.options(), before);
}

TEST_F(DpPictureTest, thePosteriorStandsBesideViterbi) {
  change([](ui::DpOptions& options) {
    options.kind = engine::DpKind::posterior;
    options.arrangement = PlaneArrangement::withPosterior;
  });
  EXPECT_EQ(picture.options().kind, engine::DpKind::viterbi);
  ASSERT_EQ(picture.planes().size(), 6U);
  EXPECT_EQ(picture.planes().back().kind, engine::DpKind::posterior);
  EXPECT_FALSE(picture.lacksPosterior());
  change([](ui::DpOptions& options) { options.mainPlane = 1; });
  EXPECT_TRUE(picture.lacksPosterior()) << "there is that of MM only";
}

TEST_F(DpPictureTest, theOtherPathIsTheOneBefore) {
  EXPECT_EQ(picture.otherPath(), 1) << "the next best";
  change([](ui::DpOptions& options) { options.path = 1; });
  EXPECT_EQ(picture.otherPath(), 0);
}

TEST_F(DpPictureTest, linesAreThoseOfThePathsThatAreShown) {
  const auto count = [&](int plane, const ui::DpStepper* stepper = nullptr) {
    return ui::linesOver(picture, plane, stepper, theme).size();
  };
  const size_t both = count(0);
  change([](ui::DpOptions& options) { options.areRivalsShown = false; });
  EXPECT_EQ(count(0), both - 1);
  ui::DpStepper stepper;
  stepper.setSize(10, 14, 10);
  EXPECT_EQ(count(0, &stepper), 0U) << "nothing is traced yet";
  stepper.setPosition(stepper.numPositions());
  EXPECT_EQ(count(0, &stepper), both - 1);
  change([](ui::DpOptions& options) { options.isPathShown = false; });
  EXPECT_EQ(count(0), 0U);
}

TEST_F(DpPictureTest, theLargePlaneIsNeverSmallerThanTheSmallOnes) {
  change([](ui::DpOptions& options) { options.arrangement = PlaneArrangement::oneLarge; });
  for (int width = 200; width <= 3840; width += 260)
    for (int height = 150; height <= 2160; height += 201) {
      const DpLayout places = layout({width, height});
      const double large = places.panel(picture.options().mainPlane).height;
      for (size_t plane = 0; plane < places.panels.size(); ++plane)
        EXPECT_LE(places.panels[plane].height, large) << width << " x " << height;
    }
}

TEST_F(DpPictureTest, inATallDockTheSmallPlanesStandBelowTheLargeOne) {
  const DpLayout tall = layout({480, 1100}), wide = layout({1500, 420});
  EXPECT_GT(tall.panel(0).width, 0.7 * 480);
  for (int plane = 1; plane < picture.numPlanes(); ++plane) {
    EXPECT_GT(tall.panel(plane).y, tall.bar.bottom());
    EXPECT_GT(wide.panel(plane).x, wide.panel(0).right());
    EXPECT_LE(tall.panel(plane).height, tall.panel(0).height);
  }
  theme.page.mayElide = false;  // the height of a page follows from its width
  EXPECT_GT(layout({480, 1100}).panel(1).x, layout({480, 1100}).panel(0).right());
}

TEST_F(DpPictureTest, withoutRoomForSmallPlanesTheirNamesStandInOneLineAndAreExplained) {
  for (const double scale : {1.0, 1.6}) {
    theme.scale = scale;
    const DpLayout places = layout(QSizeF(QSizeF(300, 240) * scale).toSize());
    EXPECT_FALSE(places.panel(0).isEmpty());
    for (int plane = 1; plane < picture.numPlanes(); ++plane) {
      const ui::Rect& name = places.headers[static_cast<size_t>(plane)];
      ASSERT_TRUE(places.panel(plane).isEmpty()) << plane;
      ASSERT_FALSE(name.isEmpty()) << plane;
      EXPECT_LE(name.bottom(), places.headers[0].y) << "above the large one";
      EXPECT_EQ(name.y, places.headers[1].y);
      const QPointF middle = ui::toRectF(name).center();
      EXPECT_EQ(places.planeAt(middle), plane) << "a click makes it the large one";
      const QString tip = ui::planeTip(picture, places, middle);
      EXPECT_TRUE(tip.startsWith(ui::stateText(picture.planes()[static_cast<size_t>(plane)].state)));
      EXPECT_TRUE(tip.contains(QString::number(plane + 1))) << "and its key";
    }
  }
  theme.scale = 1;
  const QSize size(300, 240);
  const QImage image = painted({}, size);
  const ui::Rect name = layout(size).headers[1];
  const QColor swatch = ui::toColor(ui::stateColor(picture.planes()[1].state));
  EXPECT_GT(test::countColor(image.copy(ui::toRectF(name).toRect()), swatch), 20);
  theme.page.mayElide = false;
  EXPECT_TRUE(layout(size).headers[1].isEmpty() || !layout(size).panel(1).isEmpty()) << "on paper no names alone";
}

TEST_F(DpPictureTest, smallPlanesAreExplainedUnderThePointerAndTheLargeOneByItsName) {
  const DpLayout places = layout({900, 500});
  EXPECT_FALSE(ui::planeTip(picture, places, ui::toRectF(places.panel(2)).center()).isEmpty());
  EXPECT_TRUE(ui::planeTip(picture, places, ui::toRectF(places.panel(0)).center()).isEmpty());
  EXPECT_FALSE(ui::planeTip(picture, places, ui::toRectF(places.headers[0]).center()).contains("click"));
  EXPECT_TRUE(ui::planeTip(picture, places, QPointF(-5, -5)).isEmpty());
}

TEST_F(DpPictureTest, whatIsLaidOutStaysInThePictureAndApart) {
  for (const auto arrangement : {PlaneArrangement::oneLarge, PlaneArrangement::sideBySide,
                                 PlaneArrangement::withPosterior, PlaneArrangement::lanes})
    for (const QSize size : {QSize(300, 200), QSize(620, 430), QSize(1600, 900)}) {
      change([&](ui::DpOptions& options) { options.arrangement = arrangement; });
      const DpLayout places = layout(size);
      ASSERT_EQ(places.panels.size(), picture.planes().size());
      ASSERT_EQ(places.viewports.size(), places.panels.size());
      for (size_t a = 0; a < places.panels.size(); ++a) {
        if (places.panels[a].isEmpty()) continue;
        EXPECT_LE(places.panels[a].right(), size.width());
        EXPECT_LE(places.panels[a].bottom(), places.text.bottom());
        for (size_t b = 0; b < a; ++b)
          EXPECT_FALSE(ui::toRectF(places.panels[a]).intersects(ui::toRectF(places.panels[b]))) << a << " over " << b;
      }
      EXPECT_EQ(places.lanes.isEmpty(), arrangement != PlaneArrangement::lanes);
    }
}

TEST_F(DpPictureTest, figuresHaveTheirBarsAtTheRightOrNone) {
  theme.page.mayElide = false;
  for (const auto arrangement :
       {PlaneArrangement::oneLarge, PlaneArrangement::sideBySide, PlaneArrangement::withPosterior})
    for (const QSize size : {QSize(340, 300), QSize(480, 360), QSize(560, 400), QSize(900, 600)}) {
      change([&](ui::DpOptions& options) { options.arrangement = arrangement; });
      theme.page.colorBar = ui::ColorBarPlace::none;
      EXPECT_TRUE(layout(size).bar.isEmpty());
      theme.page.colorBar = ui::ColorBarPlace::right;
      const DpLayout shown = layout(size);
      EXPECT_EQ(shown.bar.width, ui::colorBarWidth(theme));
      EXPECT_GT(shown.bar.height, 2 * theme.space(2)) << "the strip of colours is upright";
      for (const ui::Rect& bar : {shown.bar, shown.posteriorBar}) {
        EXPECT_LE(bar.right(), size.width());
        for (const ui::Rect& panel : shown.panels)
          // They touch, but for rounding.
          EXPECT_FALSE(ui::toRectF(bar).adjusted(1e-6, 0, 0, 0).intersects(ui::toRectF(panel)))
              << static_cast<int>(arrangement) << ": bar from " << bar.x << " to " << bar.right() << ", panel from "
              << panel.x << " to " << panel.right();
      }
    }
}

TEST_F(DpPictureTest, inNarrowFiguresPlanesStandBelowEachOther) {
  theme.page.mayElide = false;
  theme.page.colorBar = ui::ColorBarPlace::right;
  change([](ui::DpOptions& options) { options.arrangement = PlaneArrangement::withPosterior; });
  const DpLayout narrow = layout({340, 600}), wide = layout({900, 600});
  EXPECT_GT(narrow.posteriorBar.y, narrow.bar.bottom());
  EXPECT_EQ(narrow.posteriorBar.x, narrow.bar.x);
  EXPECT_EQ(wide.posteriorBar.y, wide.bar.y);
  for (const DpLayout& each : {narrow, wide}) EXPECT_GT(each.panel(0).width, 60);

  change([](ui::DpOptions& options) { options.arrangement = PlaneArrangement::sideBySide; });
  EXPECT_GT(layout({340, 600}).panel(2).y, layout({340, 600}).panel(0).y);
  EXPECT_EQ(layout({900, 600}).panel(2).y, layout({900, 600}).panel(0).y);
}

TEST_F(DpPictureTest, cellsAreFoundInEveryPanelAlsoZoomed) {
  const QSize size(800, 500);
  ui::setZoomState({{"row", 5.5}, {"column", 6.5}, {"columnsAcross", 5}}, navigation, picture, layout(size).panel(0));
  EXPECT_EQ(ui::zoomState(navigation, picture, layout(size).panel(0))["columnsAcross"].toDouble(), 5);
  const DpLayout places = layout(size);
  for (size_t plane = 0; plane < 5; ++plane) {
    const ui::PixelPoint point = places.viewports[plane].toPixel(places.panels[plane], 5.5, 6.5);
    EXPECT_EQ(places.cellAt(picture, {point.x, point.y}), (DpCell{5, 6}));
    EXPECT_EQ(places.planeAt({point.x, point.y}), static_cast<int>(plane));
  }
  EXPECT_EQ(places.cellAt(picture, {-5, -5}), DpCell{});
}

TEST_F(DpPictureTest, panningASmallPlaneMovesAllByTheSameCells) {
  const QSize size(800, 500);
  const DpLayout before = layout(size);
  ui::panPlane(navigation, picture, before, 3, {-before.viewports[3].pixelsPerCell, 0});
  const DpLayout after = layout(size);
  for (size_t plane = 0; plane < 5; ++plane)
    EXPECT_NEAR(after.viewports[plane].centerColumn, before.viewports[plane].centerColumn + 1, 1e-9) << plane;
}

TEST_F(DpPictureTest, whatIsNotFilledIsBlank) {
  const QSize size(800, 500);
  ui::DpStepper stepper;
  stepper.setSize(10, 14, 10);
  stepper.setPosition(5 * 14);
  DpMoment moment;
  moment.stepper = &stepper;
  const QImage image = painted(moment, size);
  const DpLayout places = layout(size, true);
  const auto colorAt = [&](double i, double j) {
    const ui::PixelPoint point = places.viewports[0].toPixel(places.panels[0], i + 0.5, j + 0.5);
    return image.pixelColor(QPointF(point.x, point.y).toPoint());
  };
  EXPECT_EQ(colorAt(7, 3), theme.canvas);
  EXPECT_EQ(colorAt(2, 11), QColor(Qt::red)) << "the plane is left to the scene";
}

TEST_F(DpPictureTest, wordsAndNumbersSpeakOfTheSameCell) {
  EXPECT_TRUE(ui::readoutOf(picture, {}).empty());
  EXPECT_TRUE(ui::statusOf(picture, {3, 14}).isEmpty()) << "outside";
  EXPECT_EQ(ui::readoutOf(picture, {3, -1}).size(), 1U) << "a query column alone";
  EXPECT_TRUE(ui::statusOf(picture, {3, 3}).contains(QStringLiteral("step 4 of 10 of the path")));
  const auto tables = ui::numbersOf(picture);
  ASSERT_EQ(tables.size(), 2U) << "the large plane and the path";
  EXPECT_EQ(tables[0].name, "MM viterbi");
  EXPECT_EQ(tables[1].values.length(0), 10);
  EXPECT_TRUE(ui::captionOf(picture, QStringLiteral("aligned")).startsWith("Dynamic programming of aligned, MM"));
  EXPECT_TRUE(ui::captionOf(DpPicture{}, QStringLiteral("none")).isEmpty());
}

}  // namespace dp_picture_test
