// A shown atlas driven with the pointer and the keys.
#include "ui/views/atlas/AtlasView.h"

#include <gtest/gtest.h>
#include <QAction>
#include <QFile>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/SequenceSet.h"
#include "tests/ui/support/Gui.h"
#include "tests/ui/views/heads/HeadTableFixture.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/base/ChoiceLine.h"
#include "ui/views/heads/ChosenHeads.h"

namespace atlas_view_test {

using namespace test;
using ui::AtlasArrangement;
using ui::AtlasOptions;

constexpr QSize kSize(700, 560);

class AtlasViewTest : public ::testing::Test {
 protected:
  void showWith(const std::shared_ptr<const HeadTable>& table) {
    view.setDataset(tableDataset(table));
    test::show(view, kSize);
    test::giveFocus(view.canvas());
  }
  QPointF placeOf(Index head) {
    const ui::AtlasPoint& point = engine::nth(view.shown().points, head);
    return view.layoutIn(view.canvas().size()).toPixel({point.x, point.y});
  }
  /// With the left button through these points.
  void drag(const std::vector<QPointF>& points, Qt::KeyboardModifiers modifiers = {},
            Qt::MouseButton button = Qt::LeftButton) {
    QTest::mousePress(&view.canvas(), button, modifiers, points.front().toPoint());
    for (const QPointF& point : points) test::movePointer(view.canvas(), point, button);
    QTest::mouseRelease(&view.canvas(), button, modifiers, points.back().toPoint());
  }
  /// Around both contact heads and nobody else.
  std::vector<QPointF> aroundContacts() {
    const QPointF a = placeOf(kBestHead), b = placeOf(kSecondHead);
    const double r = 14;
    const QRectF box = QRectF(a, b).normalized().adjusted(-r, -r, r, r);
    return {box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft(), box.topLeft() + QPointF(0, 5)};
  }
  std::vector<Index> chosen() { return ui::ChosenHeads::of(session).numbersIn(*view.shown().table); }
  Index chosenHead() { return session.selection().layer() * kHeadsPerLayer + session.selection().head(); }

  ui::Session session;
  ui::AtlasView view{session};
};

TEST_F(AtlasViewTest, refusesOtherDatasets) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->value = std::make_shared<const engine::SequenceSet>();
  EXPECT_FALSE(view.accepts(*dataset));
  EXPECT_THROW(view.setDataset(dataset), engine::Error);
  EXPECT_TRUE(view.readout().empty());
}

TEST_F(AtlasViewTest, aClickOnAPointChoosesTheHeadEverywhere) {
  showWith(someTable());
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, placeOf(kBestHead).toPoint());
  EXPECT_EQ(chosenHead(), kBestHead);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, view.layoutIn(view.canvas().size()).panel.center().toPoint());
  EXPECT_EQ(chosenHead(), kBestHead) << "there is no head";
}

TEST_F(AtlasViewTest, pointingTellsWhatTheHeadDoes) {
  showWith(someTable());
  test::movePointer(view.canvas(), placeOf(6));
  EXPECT_EQ(view.statusText(), "Layer 2, head 3: helix");
  ASSERT_GE(view.readout().size(), 2U);
  EXPECT_EQ(view.readout()[0].value, "Layer 2, head 3");
  EXPECT_EQ(view.readout()[1].value, "one turn of a helix away");
}

TEST_F(AtlasViewTest, aLassoChoosesTheHeadsWithinIt) {
  showWith(someTable());
  drag(aroundContacts());
  EXPECT_EQ(chosen(), (std::vector<Index>{kBestHead, kSecondHead}));
  EXPECT_EQ(chosenHead(), 0) << "the one head is another matter";
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(chosen().empty());
}

TEST_F(AtlasViewTest, shiftDrawsABoxAndControlAdds) {
  showWith(someTable());
  const std::vector<QPointF> around = aroundContacts();
  drag({around[0], around[2]}, Qt::ShiftModifier);
  EXPECT_EQ(chosen(), (std::vector<Index>{kBestHead, kSecondHead}));
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, Qt::ControlModifier, placeOf(9).toPoint());
  EXPECT_EQ(chosen(), (std::vector<Index>{kBestHead, kSecondHead, 9}));
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, Qt::ControlModifier, placeOf(9).toPoint());
  EXPECT_EQ(chosen(), (std::vector<Index>{kBestHead, kSecondHead}));
  const QPointF place = placeOf(9);
  drag({place - QPointF(12, 12), place + QPointF(12, 12)}, Qt::ShiftModifier | Qt::ControlModifier);
  EXPECT_EQ(chosen(), (std::vector<Index>{kBestHead, kSecondHead, 9}));
}

TEST_F(AtlasViewTest, aLassoGoesWhenTheButtonIsLetGo) {
  showWith(someTable());
  const auto amber = [&] { return test::countColor(view.renderImage(kSize, 1), ui::Theme::light().locked, 30); };
  drag(aroundContacts());
  ui::ChosenHeads::of(session).set({});
  EXPECT_EQ(amber(), 0);
}

TEST_F(AtlasViewTest, attentionShowsTheMeanOfWhatTheLassoChose) {
  ui::AttentionView attention(session);
  attention.setDataset(mapsDataset());
  showWith(someTable());
  drag(aroundContacts());
  const std::vector<ui::HeadStrip::Head> expected = {{1, 0}, {1, 1}};
  EXPECT_EQ(attention.strip().chosen(), expected);
}

TEST_F(AtlasViewTest, theWheelZoomsAtThePointerAndTheMiddleButtonMoves) {
  showWith(someTable());
  const QPointF before = placeOf(kBestHead);
  test::turnWheel(view.canvas(), before, 4);
  EXPECT_GT(view.options().window.zoom, 2);
  EXPECT_NEAR(placeOf(kBestHead).x(), before.x(), 0.5);
  EXPECT_NEAR(placeOf(kBestHead).y(), before.y(), 0.5);
  drag({{300, 300}, {320, 310}}, {}, Qt::MiddleButton);
  EXPECT_NEAR(placeOf(kBestHead).x(), before.x() + 20, 0.5);
  EXPECT_NEAR(placeOf(kBestHead).y(), before.y() + 10, 0.5);
  QTest::keyClick(&view.canvas(), Qt::Key_0);
  EXPECT_EQ(view.options().window, ui::AtlasWindow{});
  test::turnWheel(view.canvas(), before, -3);
  EXPECT_EQ(view.options().window.zoom, 1) << "all is in sight already";
}

TEST_F(AtlasViewTest, keysWalkFromHeadToHead) {
  showWith(someTable());
  QTest::keyClick(&view.canvas(), Qt::Key_Up);
  EXPECT_EQ(chosenHead(), 1);
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  EXPECT_EQ(chosenHead(), 0);
  QTest::keyClick(&view.canvas(), Qt::Key_Plus);
  EXPECT_GT(view.options().window.zoom, 1);
}

TEST_F(AtlasViewTest, coloursAndSizesFollowTheirColumns) {
  showWith(someTable());
  const QImage byLabel = view.renderImage(kSize, 1);
  const QColor contacts = ui::ruleColor(HeadRule::contacts, ui::Theme::light());
  EXPECT_GT(test::countColor(byLabel, contacts, 24), 300);
  view.change([](AtlasOptions& options) { options.coloredBy = "entropy"; });
  EXPECT_LT(test::countColor(view.renderImage(kSize, 1), contacts, 24), 30);
  view.change([](AtlasOptions& options) { options.sizedBy = ""; });
  EXPECT_TRUE(view.shown().sizeTitle.isEmpty());
}

TEST_F(AtlasViewTest, theOtherArrangementIsAGridWithTheSameGestures) {
  showWith(someTable());
  QTest::keyClick(&view.canvas(), Qt::Key_G);
  ASSERT_EQ(view.options().arrangement, AtlasArrangement::grid);
  const ui::HeadGridLayout grid = view.layoutIn(view.canvas().size()).grid;
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, grid.rectOf(9).center().toPoint());
  EXPECT_EQ(chosenHead(), 9);
  QTest::keyClick(&view.canvas(), Qt::Key_Up);
  EXPECT_EQ(chosenHead(), 5);
  drag({grid.rectOf(4).topLeft() + QPointF(2, 2), grid.rectOf(6).bottomRight() - QPointF(2, 2)}, Qt::ShiftModifier);
  EXPECT_EQ(chosen(), (std::vector<Index>{4, 5, 6}));
}

TEST_F(AtlasViewTest, mapsOfLoadedHeadsStandForPoints) {
  session.document().publish(mapsDataset());
  showWith(someTable());
  const QImage points = view.renderImage(kSize, 1);
  view.change([](AtlasOptions& options) { options.areThumbnailsShown = true; });
  const QImage maps = view.renderImage(kSize, 1);
  const QColor yellow(253, 231, 37);  // the end of viridis: a weight of 1
  EXPECT_EQ(test::countColor(points, yellow, 10), 0);
  EXPECT_GT(test::countColor(maps, yellow, 10), 500);
}

TEST_F(AtlasViewTest, withoutALayoutAGridIsShownAndOneIsOffered) {
  showWith(someTable(Structure::given, Layout::none));
  auto* line = view.findChild<ui::ChoiceLine*>();
  ASSERT_TRUE(line);
  EXPECT_TRUE(line->isVisible());
  EXPECT_FALSE(view.layoutIn(view.canvas().size()).grid.cells.isEmpty());
  EXPECT_TRUE(view.visibleNumbers().empty());
  showWith(someTable());
  EXPECT_FALSE(line->isVisible());
}

TEST_F(AtlasViewTest, stateComesBack) {
  showWith(someTable());
  view.change([](AtlasOptions& options) { options.coloredBy = "entropy"; });
  view.zoomAt(placeOf(kBestHead), 3);
  const QJsonObject state = view.state();
  view.setOptions({});
  view.setState(state);
  EXPECT_EQ(view.state(), state);
}

TEST_F(AtlasViewTest, pagesAreVectorsAndNumbersAreThoseOfTheLayout) {
  showWith(someTable());
  const QTemporaryDir folder;
  view.exportVector(folder.filePath(QStringLiteral("atlas.svg")), kSize);
  QFile file(folder.filePath(QStringLiteral("atlas.svg")));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QString page = QString::fromUtf8(file.readAll());
  for (const char* text : {"contacts (2)", "Size: P@L", "sink at 1"})
    EXPECT_TRUE(page.contains(QLatin1String(text))) << text;
  EXPECT_FALSE(page.contains(QStringLiteral("<image")));
  const auto numbers = view.visibleNumbers();
  ASSERT_EQ(numbers.size(), 1U);
  EXPECT_EQ(numbers[0].values(0, 0), 0.6F);
  EXPECT_EQ(numbers[0].values(kSecondHead, 2), 1) << "clusters are counted from 1";
}

TEST_F(AtlasViewTest, noHeadAndOneHeadAreShown) {
  showWith(plainTable(0, 0));
  EXPECT_FALSE(view.grab().isNull());
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  showWith(plainTable(1, 1));
  EXPECT_FALSE(view.grab().isNull());
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  EXPECT_FALSE(view.renderImage({400, 300}, 1).isNull());
}

}  // namespace atlas_view_test
