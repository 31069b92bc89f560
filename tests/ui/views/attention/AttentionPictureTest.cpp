// Pixels and gestures of the pictures of attention: split triangle, arcs, guides, margins, kept marks, words on it.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>

#include "tests/ui/views/attention/AttentionFixture.h"
#include "ui/views/attention/ArcPicture.h"
#include "ui/views/maps/MapMarginPlot.h"

namespace attention_picture_test {

using namespace test;
using engine::MapCell;
using ui::AttentionOptions;

const ui::Theme& theme() { return ui::ThemeModel::instance().theme(); }

int distance(QColor a, QColor b) {
  return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

class AttentionPictureTest : public AttentionViewTest {
 protected:
  QImage picture() {
    test::waitForFrame(view.canvas());
    return view.grab().toImage();
  }
  void showArcs() {
    view.change([](AttentionOptions& options) { options.picture = ui::AttentionPicture::arcs; });
    test::waitForFrame(view.canvas());
  }
};

TEST_F(AttentionPictureTest, belowTheDiagonalIsTheDistanceAndAboveItTheAttention) {
  showWith({headsDataset(someHeads(kLength, 1)), geometryDataset(kLength)});
  view.change([](AttentionOptions& options) { options.companionPlace = ui::CompanionPlace::lowerTriangle; });
  const QColor attention = colorAt(attentionPoint(1, 9)), distanceColor = colorAt(attentionPoint(9, 1));
  const QColor zero = ui::toColor(ui::colorOf(view.shown().look, 0));
  EXPECT_LE(distance(attention, zero), 6);
  const QColor expected = ui::toColor(ui::colorOf({"magma", 0, 44}, 32));
  EXPECT_LE(distance(distanceColor, expected), 12) << distanceColor.name().toStdString();
  EXPECT_EQ(view.layoutIn(view.canvas().size()).attention.panel,
            view.layoutIn(view.canvas().size()).companion.panel);
}

TEST_F(AttentionPictureTest, oneStrongPairPerBlockIsAsBrightInASmallMapAsInALargeOne) {
  constexpr Index kBlock = 50, kBlocks = 16;
  auto heads = someHeads(kLength, 1);
  heads->numQueries = heads->numKeys = kBlock * kBlocks;
  heads->queryLetters = heads->keyLetters = {};
  auto map = std::make_shared<engine::AttentionMap>();
  map->isStochastic = false;
  map->weights = engine::Array<float>({kBlock * kBlocks, kBlock * kBlocks}, 0.001F, "weights");
  for (Index i = 0; i < kBlocks; ++i)
    for (Index j = 0; j < kBlocks; ++j) map->weights(kBlock * i + (7 * j + i) % kBlock, kBlock * j + 13) = 0.95F;
  heads->maps = {map};
  showWith({headsDataset(heads)});
  view.change([](AttentionOptions& options) { options.scale = ui::ScaleChoice::linear; });
  for (const QSize size : {QSize(260, 300), QSize(420, 400), QSize(800, 620)}) {
    const QImage image = view.renderImage(size, 1);
    const ui::Rect panel = view.layoutIn(size).attention.panel;
    const ui::MapViewport viewport = ui::viewportIn(view.shown(), view.layoutIn(size));
    const QColor bright = ui::toColor(ui::colorOf(view.shown().look, 0.95));
    for (Index i = 0; i < kBlocks; ++i)
      for (Index j = 0; j < kBlocks; ++j) {
        const ui::PixelPoint first = viewport.toPixel(panel, double(kBlock * i), double(kBlock * j));
        const ui::PixelPoint last = viewport.toPixel(panel, double(kBlock * (i + 1)), double(kBlock * (j + 1)));
        const QRect block(QPointF(first.x, first.y).toPoint() - QPoint(1, 1), QPointF(last.x, last.y).toPoint());
        EXPECT_GE(test::countColor(image.copy(block), bright, 4), 1) << i << " " << j << " of " << size.width();
      }
  }
}

TEST_F(AttentionPictureTest, contactMapsHaveTwoColors) {
  showWith({headsDataset(someHeads(kLength, 1)), geometryDataset(kLength)});
  view.change([](AttentionOptions& options) { options.companion = ui::Companion::contacts; });
  EXPECT_LT(colorAt(pointOf(&ui::AttentionLayout::companion, 5, 6)).lightness(), 30) << "4 Å";
  EXPECT_GT(colorAt(pointOf(&ui::AttentionLayout::companion, 5, 7)).lightness(), 220) << "8 Å is none";
}

TEST_F(AttentionPictureTest, diagonalGuidesLieOnTheirOffset) {
  showWith({headsDataset(someHeads(20, 1))});  // cells too small for a grid
  const auto brightOn = [&](double offset) {
    const QImage image = picture();
    int bright = 0;
    for (int k = 0; k <= 400; ++k) {
      const double at = 0.5 + k * (19 - offset) / 400;
      const QPointF point = pointOf(&ui::AttentionLayout::attention, at - 0.5, at + offset - 0.5);
      bright += image.pixelColor(point.toPoint()).lightness() > 120 ? 1 : 0;
    }
    return bright;
  };
  EXPECT_EQ(brightOn(4), 0);
  view.change([](AttentionOptions& options) { options.diagonals = {4}; });
  EXPECT_GT(brightOn(4), 100);
  EXPECT_LT(brightOn(6), 20);
}

TEST_F(AttentionPictureTest, diagonalGuidesAreSeenOnWhatAFilterLeaves) {
  showWith({headsDataset(someHeads(kLength, 1))});
  view.change([](AttentionOptions& options) {
    options.diagonals = {4};
    options.filter.topPerRow = 1;
  });
  const ui::Rect panel = view.layoutIn(view.canvas().size()).attention.panel;
  test::waitForFrame(view.canvas());
  const QImage map = view.grab().toImage().copy(QRectF(panel.x, panel.y, panel.width, panel.height).toAlignedRect());
  EXPECT_GT(test::countColor(map, ui::ThemeModel::instance().theme().accent, 30), 50);
}

TEST_F(AttentionPictureTest, marginsTakeTheirPlaceAndArePainted) {
  showWith({headsDataset(someHeads(kLength, 1))});
  const ui::Rect before = view.layoutIn(view.canvas().size()).attention.panel;
  view.change([](AttentionOptions& options) { options.isColumnMarginShown = true; });
  const ui::Rect after = view.layoutIn(view.canvas().size()).attention.panel;
  EXPECT_LT(after.height, before.height);
  const QImage image = picture();
  const QRect below(static_cast<int>(after.x), static_cast<int>(after.bottom()) + 3, static_cast<int>(after.width), 25);
  EXPECT_GT(test::countColor(image.copy(below), theme().muted), below.width() * below.height() / 2)
      << "every residue receives the same";
}

TEST(MarginPlot, theLongestBarIsTheLargestValueAndZeroHasNone) {
  QImage image(200, 160, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  ui::MapFrame frame;
  frame.panel = {40, 40, 100, 100};
  frame.rows = frame.columns = 4;
  frame.viewport.fit(frame.panel, 4, 4);
  ui::paintMargin(painter, theme(), frame, {140, 40, 48, 100},
                  {ui::MarginPlot::Side::right, {0, 1, 2, 4}, QStringLiteral("t"), {}, 3});
  painter.end();
  const auto lengthOf = [&](int y) {
    int length = 0;
    for (int x = 140; x < 200; ++x) length += image.pixelColor(x, y) != QColor(Qt::white) ? 1 : 0;
    return length;
  };
  EXPECT_EQ(lengthOf(52), 0);
  EXPECT_NEAR(lengthOf(102), 2 * lengthOf(77), 2);
  EXPECT_NEAR(lengthOf(127), 2 * lengthOf(102), 2);
  EXPECT_EQ(image.pixelColor(146, 127), theme().accent) << "the marked row";
}

TEST_F(AttentionPictureTest, lockedCellsSayHowToUnlockAndAClickBesideTheMapUnlocks) {
  showWith({headsDataset(someHeads(kLength, 1))});
  const QRect header(0, 0, view.width(), 60);
  const auto words = [&] { return test::countColor(picture().copy(header), theme().warning, 40); };
  EXPECT_EQ(words(), 0);
  test::movePointer(view.canvas(), attentionPoint(3, 7));
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, attentionPoint(3, 7));
  EXPECT_GT(words(), 20);
  test::movePointer(view.canvas(), QPoint(view.width() - 4, view.height() - 4));
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, QPoint(view.width() - 4, view.height() - 4));
  EXPECT_TRUE(session.selection().locked().isEmpty());
}

TEST_F(AttentionPictureTest, keptPairsAreMarked) {
  showWith({headsDataset(someHeads(kLength, 1))});
  const QImage row = cellAt(6, 1), outside = cellAt(2, 3);
  session.selection().keep({{"heads", 6}, {"heads", 9}});
  EXPECT_NE(cellAt(6, 1), row);
  EXPECT_EQ(cellAt(2, 3), outside);
}

TEST_F(AttentionPictureTest, arcsShowTheStrongestPairsAndTheCountFollowsTheControl) {
  showWith({headsDataset(someHeads(kLength, 3))});
  session.selection().setHead(0, 2);
  showArcs();
  EXPECT_EQ(view.shown().data().arcs.size(), static_cast<size_t>(kLength));
  EXPECT_TRUE(view.layoutIn(view.canvas().size()).attention.panel.isEmpty());
  std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  auto* count = controls->findChild<QSlider*>(QStringLiteral("Arcs"));
  ASSERT_NE(count, nullptr);
  EXPECT_EQ(count->value(), 50);
  count->setValue(3);
  EXPECT_EQ(view.shown().data().arcs.size(), 3U);
}

TEST_F(AttentionPictureTest, pointingAtTheLineMeansAResidueAndAtAnArcAPair) {
  showWith({headsDataset(someHeads(kLength, 5))});
  session.selection().setHead(0, 4);
  showArcs();
  const ui::ArcFrame frame = ui::arcFrameOf(view.shown(), view.layoutIn(view.canvas().size()));
  test::movePointer(view.canvas(), QPointF(frame.xOf(5), frame.lineY()));
  EXPECT_EQ(session.selection().hover().first.index, 5);
  EXPECT_FALSE(session.selection().hover().isPair());
  // The top of the arc from 2 to 6, found by going upwards from the line.
  const double x = (frame.xOf(2) + frame.xOf(6)) / 2;
  bool isFound = false;
  for (double y = frame.lineY() - 20; y > frame.panel.y && !isFound; y -= 2) {
    test::movePointer(view.canvas(), QPointF(x, y));
    const ui::Focus& hover = session.selection().hover();
    isFound = hover.isPair() && hover.first.index == 2 && hover.second.index == 6;
  }
  EXPECT_TRUE(isFound);
}

TEST_F(AttentionPictureTest, arcsZoomAtThePointerAndComeBack) {
  showWith({headsDataset(someHeads(kLength, 1))});
  showArcs();
  view.resize(300, 300);
  QCoreApplication::processEvents();
  const auto frame = [&] { return ui::arcFrameOf(view.shown(), view.layoutIn(view.canvas().size())); };
  const ui::ArcFrame before = frame();
  const QPointF point(before.xOf(8), before.lineY());
  test::turnWheel(view.canvas(), point, 2);
  const ui::ArcFrame after = frame();
  EXPECT_GT(after.pixelsPerResidue, before.pixelsPerResidue);
  EXPECT_NEAR(after.xOf(8), before.xOf(8), 0.6 * after.pixelsPerResidue);
  QTest::keyClick(&view.canvas(), Qt::Key_0);
  EXPECT_EQ(frame().pixelsPerResidue, before.pixelsPerResidue);
}

struct ArcPaint : ::testing::Test {
  QImage paint(const std::vector<MapCell>& arcs, const std::vector<ui::ArcMark>& marks) {
    QImage image(400, 200, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    ui::paintArcs(painter, theme(), frame, arcs, {"greys", 0, 1}, marks);
    painter.end();
    return image;
  }
  static int dark(const QImage& image, const QRect& part) {
    return test::countPixels(image.copy(part), [](QColor color) { return color.lightness() < 100; });
  }
  ui::ArcFrame frame{{0, 0, 400, 160}, 0, 40, 10, {}, {}};
  const QRect above{0, 0, 400, 65}, below{0, 95, 400, 60};
};

TEST_F(ArcPaint, attentionToLaterResiduesIsAboveTheLineAndToEarlierOnesBelow) {
  const QImage forwards = paint({{1, 8, 1.0F}}, {}), backwards = paint({{8, 1, 1.0F}}, {});
  EXPECT_GT(dark(forwards, above), 100);
  EXPECT_EQ(dark(forwards, below), 0);
  EXPECT_GT(dark(backwards, below), 100);
  EXPECT_EQ(dark(backwards, above), 0);
}

TEST_F(ArcPaint, arcsStandOnTheEdgesOfTheirRuler) {
  const QImage image = paint({{1, 8, 1.0F}}, {});
  const int foot = static_cast<int>(frame.xOf(1));
  const int edge = static_cast<int>(frame.lineY() - ui::arcLineHalfHeight(theme()));
  for (int y = edge - 6; y < edge; ++y)  // the pixel of the edge is shared with the ruler
    EXPECT_GT(test::countPixels(image.copy(foot - 3, y, 8, 1), [](QColor color) { return color.lightness() < 160; }), 0)
        << y << ": no gap";
}

TEST_F(ArcPaint, strongerArcsAreThicker) {
  const int strong = dark(paint({{1, 8, 1.0F}}, {}), above);
  const QImage both = paint({{1, 8, 1.0F}, {8, 1, 0.8F}}, {});
  EXPECT_EQ(dark(both, above), strong);
  EXPECT_LT(dark(both, below), strong);
}

TEST_F(ArcPaint, arcsOfOthersThanTheMarkedResidueAreFaint) {
  const std::vector<MapCell> arcs{{1, 8, 1.0F}, {8, 2, 1.0F}};
  EXPECT_EQ(dark(paint(arcs, {{1, 1, theme().locked}}), below), 0);
  EXPECT_GT(dark(paint(arcs, {{8, 8, theme().locked}}), below), 100);
}

TEST_F(ArcPaint, helicesAreColoredOnTheLineAndLettersAppearWhenThereIsRoom) {
  frame.states = "--HHHH----";
  const QImage image = paint({}, {});
  EXPECT_GT(test::countColor(image, ui::toColor(ui::kHelixColor)), 500);
  frame.states.clear();
  const int without = test::countPixels(paint({}, {}), [](QColor color) { return color.lightness() < 150; });
  frame.letters = "ACDEFGHIKL";
  const int with = test::countPixels(paint({}, {}), [](QColor color) { return color.lightness() < 150; });
  EXPECT_GT(with, without + 50);
  frame.pixelsPerResidue = 8;
  const QImage small = paint({}, {});
  frame.letters.clear();
  EXPECT_EQ(small, paint({}, {})) << "too narrow for letters";
}

TEST_F(ArcPaint, nothingToPaintIsNoTrouble) {
  frame.length = 0;
  EXPECT_EQ(dark(paint({}, {}), above), 0);
  EXPECT_FALSE(ui::arcAt(frame, theme(), {}, 10, 10).has_value());
  EXPECT_EQ(frame.residueAt(10), -1);
}

TEST_F(AttentionPictureTest, commandsChangeThePictureFromTheKeyboard) {
  showWith({headsDataset(someHeads(kLength, 1)), geometryDataset(kLength)});
  test::giveFocus(view.canvas());
  QTest::keyClick(&view.canvas(), Qt::Key_A);
  EXPECT_EQ(view.options().picture, ui::AttentionPicture::arcs);
  QTest::keyClick(&view.canvas(), Qt::Key_A);
  QTest::keyClick(&view.canvas(), Qt::Key_L);
  EXPECT_EQ(view.options().scale, ui::ScaleChoice::linear);
  QTest::keyClick(&view.canvas(), Qt::Key_S);
  EXPECT_EQ(view.options().companionPlace, ui::CompanionPlace::lowerTriangle);
  QTest::keyClick(&view.canvas(), Qt::Key_T);
  EXPECT_EQ(view.options().transform, ui::AttentionTransform::sum);
}

TEST_F(AttentionPictureTest, everyControlHasANameAndTakesTheKeyboard) {
  showWith({headsDataset(someHeads(kLength, 2)), geometryDataset(kLength)});
  std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  int count = 0;
  for (QWidget* control : controls->findChildren<QWidget*>()) {
    const bool isControl = qobject_cast<QComboBox*>(control) || qobject_cast<QSlider*>(control) ||
                           qobject_cast<QCheckBox*>(control) || qobject_cast<QLineEdit*>(control);
    if (!isControl) continue;
    ++count;
    const auto* box = qobject_cast<QCheckBox*>(control);
    EXPECT_FALSE(control->accessibleName().isEmpty() && (!box || box->text().isEmpty()))
        << control->objectName().toStdString();
    EXPECT_TRUE(control->focusPolicy() & Qt::TabFocus) << control->objectName().toStdString();
  }
  EXPECT_GE(count, 14);
}

TEST_F(AttentionPictureTest, controlsSayWhatIsDrawnWhereThatIsNotWhatWasChosen) {
  auto heads = someHeads(kLength, 1);
  auto map = std::make_shared<engine::AttentionMap>(*heads->maps[0]);
  map->weights(0, 1) = -0.5F;
  map->isStochastic = false;
  heads->maps = {map};
  showWith({headsDataset(heads), geometryDataset(kLength)});
  view.change([](AttentionOptions& options) {
    options.scale = ui::ScaleChoice::logarithmic;
    options.range = ui::WeightRange::zeroToOne;
  });
  std::unique_ptr<QWidget> controls(view.makeControls(nullptr));
  const auto said = [&](const char* name) {
    const auto* box = controls->findChild<QComboBox*>(QString::fromLatin1(name));
    return box ? box->currentText() + (box->isEnabled() ? QString() : QStringLiteral("!")) : QString();
  };
  EXPECT_EQ(said("Colours"), QString::fromStdString(ui::colorMap("diverging").title) + u'!');
  EXPECT_EQ(said("Scale"), QStringLiteral("Linear!"));
  EXPECT_EQ(said("Range"), QStringLiteral("This map's largest!"));
  EXPECT_EQ(said("Place"), QStringLiteral("Beside the map"));
  int numOutdated = 0;
  QObject::connect(&view, &ui::View::controlsOutdated, [&] { ++numOutdated; });
  view.resize(240, 460);
  ASSERT_TRUE(QTest::qWaitFor([&] { return numOutdated > 0; }, 5000));
  controls.reset(view.makeControls(nullptr));
  EXPECT_EQ(said("Place"), QStringLiteral("Beside the map: no room"));
  view.setDataset(headsDataset(someHeads(kLength, 1)));
  controls.reset(view.makeControls(nullptr));
  EXPECT_EQ(said("Colours"), QString::fromStdString(ui::colorMap("viridis").title));
  EXPECT_EQ(said("Scale"), QStringLiteral("Logarithmic"));
}

TEST_F(AttentionPictureTest, aTallDockHasTheSecondMapBelowTheFirstAndAWideOneBesideIt) {
  showWith({headsDataset(someHeads(kLength, 3)), geometryDataset(kLength)});
  const auto resized = [&](QSize size) {
    view.resize(size);
    test::waitForFrame(view.canvas());
    return view.layoutIn(view.canvas().size());
  };
  const ui::AttentionLayout tall = resized({500, 1100});
  EXPECT_EQ(tall.companion.panel.x, tall.attention.panel.x);
  EXPECT_GT(tall.companion.header.y, tall.attention.bar.bottom());
  EXPECT_EQ(tall.companion.panel.width, tall.attention.panel.width);
  EXPECT_GT(tall.attention.panel.width, 0.6 * 500) << "beside each other they had half of that";
  EXPECT_LT(tall.companion.bar.bottom(), 1100);
  test::movePointer(view.canvas(), pointOf(&ui::AttentionLayout::companion, 3, 11).toPoint());
  EXPECT_TRUE(readoutOf("Key").contains(QStringLiteral("12"))) << "the map below is pointed at as well";

  const ui::AttentionLayout wide = resized({1500, 450});
  EXPECT_EQ(wide.companion.panel.y, wide.attention.panel.y);
  const double left = wide.attention.header.x, right = 1500 - wide.companion.panel.right();
  EXPECT_GT(left, 200);
  EXPECT_LT(std::abs(left - right), 200) << "both in the middle";
  EXPECT_LT(wide.companion.panel.x - wide.attention.panel.right(), 300) << "side by side";
}

TEST_F(AttentionPictureTest, oneMapInAWideDockStandsInTheMiddle) {
  showWith({headsDataset(someHeads(kLength, 3))});
  view.resize(1400, 450);
  test::waitForFrame(view.canvas());
  const ui::AttentionLayout layout = view.layoutIn(view.canvas().size());
  const ui::Rect& panel = layout.attention.panel;
  EXPECT_NEAR(panel.x + panel.width / 2, 700, 40);
  EXPECT_LE(layout.attention.header.x, panel.x);
  EXPECT_EQ(layout.attention.bar.x, panel.x);
}

TEST_F(AttentionPictureTest, smallAndLargePicturesKeepAMapInsideThem) {
  showWith({headsDataset(someHeads(kLength, 3)), geometryDataset(kLength)});
  view.change([](AttentionOptions& options) {
    options.isColumnMarginShown = true;
    options.rowMargin = ui::RowMargin::entropy;
    options.range = ui::WeightRange::ownLargest;
    options.filter.topPerRow = 3;
  });
  for (const QSize size : {QSize(300, 260), QSize(800, 500), QSize(2400, 1500)})
    for (const auto place : {ui::CompanionPlace::beside, ui::CompanionPlace::lowerTriangle}) {
      view.change([place](AttentionOptions& options) { options.companionPlace = place; });
      const ui::Rect panel = view.layoutIn(size).attention.panel;
      EXPECT_GT(panel.width, 20) << size.width();
      EXPECT_LT(panel.bottom(), size.height()) << size.width();
      EXPECT_LT(panel.right(), size.width()) << size.width();
      EXPECT_EQ(view.renderImage(size, 1).size(), size);
    }
}

}  // namespace attention_picture_test
