// Where things are: minimap, wrapped blocks, inserts, ruler, zoom, and alignments of hardly any cells.
#include <cmath>

#include "tests/ui/views/alignment/AlignmentFixture.h"

namespace alphabet = engine::alphabet;

namespace alignment_layout_test {

using namespace test;

class AlignmentLayoutTest : public test::AlignmentFixture {};

TEST_F(AlignmentLayoutTest, theMinimapShowsTheViewportAndMovesIt) {
  showAlignment(randomAlignment(800, 400));
  const QRectF map = picture().layout.minimap;
  ASSERT_FALSE(map.isEmpty());
  EXPECT_LT(ui::minimapFrame(picture()).height(), map.height() / 4);
  const QPoint low(static_cast<int>(map.center().x()), static_cast<int>(map.bottom() - 3));
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, low);
  EXPECT_GT(view.camera().viewport.firstRow, 700);
  test::movePointer(view.canvas(), QPointF(map.center().x(), map.top() + map.height() / 2), Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, map.center().toPoint());
  const double visible = picture().layout.cells.height() / picture().viewport.rowHeight;
  const double middle = view.camera().viewport.firstRow + visible / 2;
  EXPECT_NEAR(middle, 400, 8);
  change([](auto& look) { look.hasMinimap = false; });
  EXPECT_TRUE(picture().layout.minimap.isEmpty());
}

TEST_F(AlignmentLayoutTest, whatFitsAsAWholeHasNoMinimap) {
  showAlignment(randomAlignment(5, 6));
  EXPECT_TRUE(picture().layout.minimap.isNull());
  showAlignment(randomAlignment(5, 800));
  EXPECT_FALSE(picture().layout.minimap.isNull());
}

TEST_F(AlignmentLayoutTest, aWrappedAlignmentRepeatsRulerAndNamesAndFindsItsCells) {
  showAlignment(randomAlignment(4, 150), {700, 500});
  change([](auto& look) {
    look.isWrapped = true;
    look.tracks = {{"conservation", false}, {"occupancy", false}, {"consensus", true}};
  });
  const auto blocks = ui::blocksOf(picture());
  ASSERT_GE(blocks.size(), 3u);
  const Index perBlock = picture().wrapping.slotsPerBlock;
  EXPECT_EQ(blocks[1].firstSlot(), perBlock);
  for (const ui::AlignmentPicture& block : {blocks[0], blocks[1]}) {
    EXPECT_GT(numInk(grab(block.layout.ruler)) +
                  test::countColor(grab(block.layout.ruler), view.palette().color(QPalette::Text), 200),
              20);
    EXPECT_GT(numInk(grab(block.layout.cells)), 100);
  }
  test::movePointer(view.canvas(), cellBox(blocks[1], 2, perBlock + 5).center());
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"a", perBlock + 5}));
  EXPECT_EQ(session.selection().hover().row, 2);
  const QRectF named = blocks[1].layout.names;
  const int before = numInk(grab(named));
  EXPECT_GT(before + test::countColor(grab(named), ui::ThemeModel::instance().theme().muted, 60), 20) << "names again";
}

TEST_F(AlignmentLayoutTest, aWrappedPageScrollsToItsLastColumn) {
  showAlignment(randomAlignment(20, 300), {500, 300});
  change([](auto& look) { look.isWrapped = true; });
  test::turnWheel(view.canvas(), QPointF(250, 150), -500);
  settle();
  const auto blocks = ui::blocksOf(picture());
  ASSERT_FALSE(blocks.empty());
  EXPECT_EQ(blocks.back().lastSlot(), 300);
  EXPECT_LE(blocks.back().layout.cells.bottom(), picture().area.bottom());
}

TEST_F(AlignmentLayoutTest, pageDownGoesThroughAllBlocksAndBack) {
  for (const Index rows : {Index{4}, Index{60}}) {
    showAlignment(randomAlignment(rows, 150), {700, 500});
    change([](auto& look) {
      look.isWrapped = true;
      look.hasLegend = false;
    });
    for (int page = 0; page < 30; ++page) QTest::keyClick(&view.canvas(), Qt::Key_PageDown);
    EXPECT_EQ(ui::blocksOf(picture()).back().lastSlot(), 150) << rows;
    EXPECT_LE(ui::blocksOf(picture()).back().layout.cells.bottom(), picture().area.bottom());
    for (int page = 0; page < 30; ++page) QTest::keyClick(&view.canvas(), Qt::Key_PageUp);
    EXPECT_EQ(ui::blocksOf(picture()).front().firstSlot(), 0) << rows;
    EXPECT_EQ(view.selection().cursorRow(), 0);
  }
}

TEST_F(AlignmentLayoutTest, theCursorMovesOverBlocksInSightWithoutScrolling) {
  showAlignment(randomAlignment(4, 400), {700, 600});
  change([](auto& look) { look.isWrapped = true; });
  view.goToCell(2, picture().wrapping.slotsPerBlock + 3);
  EXPECT_EQ(view.camera().viewport.firstRow, 0);
  QTest::keyClick(&view.canvas(), Qt::Key_Right);
  QTest::keyClick(&view.canvas(), Qt::Key_Up);
  EXPECT_EQ(view.camera().viewport.firstRow, 0);
  EXPECT_EQ(view.selection().cursorColumn(), picture().wrapping.slotsPerBlock + 4);
}

TEST_F(AlignmentLayoutTest, minimapAndScrollBarsLeaveTheLockAlone) {
  showAlignment(randomAlignment(800, 400));
  session.selection().setLocked({{"a", 3}, {}, -1});
  const auto click = [&](QPointF point) {
    test::movePointer(view.canvas(), point);
    QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, point.toPoint());
    return session.selection().locked().first.index;
  };
  EXPECT_EQ(click(picture().layout.minimap.center()), 3);
  EXPECT_EQ(click(picture().layout.verticalBar.center()), 3);
  EXPECT_EQ(click(picture().layout.horizontalBar.center()), 3);
}

TEST_F(AlignmentLayoutTest, aPressBesideTheHandleOfAScrollBarTurnsAPage) {
  showAlignment(randomAlignment(800, 400));
  const QRectF vertical = picture().layout.verticalBar, horizontal = picture().layout.horizontalBar;
  const double rows = ui::extentOf(picture()).visibleRows, columns = ui::extentOf(picture()).visibleColumns;
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {},
                    QPointF(vertical.center().x(), vertical.bottom() - 3).toPoint());
  EXPECT_DOUBLE_EQ(view.camera().viewport.firstRow, rows);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {},
                    QPointF(horizontal.right() - 3, horizontal.center().y()).toPoint());
  EXPECT_DOUBLE_EQ(view.camera().viewport.firstColumn, columns);
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, QPointF(vertical.center().x(), vertical.top() + 1).toPoint());
  EXPECT_EQ(view.camera().viewport.firstRow, 0);
}

TEST_F(AlignmentLayoutTest, cellsLargerThanTheWindowAreReached) {
  showAlignment(randomAlignment(30, 30), {300, 110});
  view.setZoom({ui::kLargestZoom, ui::kLargestZoom});
  ASSERT_LT(ui::extentOf(picture()).visibleRows, 1);
  view.goToCell(20, 20);
  EXPECT_EQ(picture().viewport.firstRow, 20);
}

TEST_F(AlignmentLayoutTest, insertsOpenAsColumnsAndNumbersStay) {
  engine::Alignment alignment = alignmentOfRows({{"1", "ARND"}, {"2", "ARND"}});
  alignment.rows[1].inserts.push_back({2, {alphabet::codeOf('w'), alphabet::codeOf('w')}});
  showAlignment(std::move(alignment));
  change([](auto& look) { look.inserts = ui::AlignmentInserts::expanded; });
  EXPECT_EQ(picture().arrangement().numSlots(), 6);
  EXPECT_EQ(picture().rulerNumber(1), 2);
  EXPECT_EQ(picture().rulerNumber(2), 0) << "an insert has no column number";
  EXPECT_EQ(picture().rulerNumber(4), 3);
  test::movePointer(view.canvas(), cellBox(picture(), 0, 4).center());
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"a", 2}));
  change([](auto& look) {
    look.inserts = ui::AlignmentInserts::ticks;
    look.expandedInserts = {2};
  });
  EXPECT_EQ(picture().arrangement().numSlots(), 6) << "one by one";
  const auto toggleInsertAt = [&](Index column) {
    session.selection().setLocked({{"a", column}, {}, -1});
    command("alignment.insert")->trigger();
  };
  toggleInsertAt(1);
  EXPECT_EQ(picture().arrangement().numSlots(), 4) << "and closes again";
  toggleInsertAt(2);
  EXPECT_EQ(view.model().options().expandedInserts, std::vector<Index>{2}) << "also from the column behind it";
}

TEST_F(AlignmentLayoutTest, insertTicksCarryTheirCountWhereThereIsRoom) {
  engine::Alignment alignment = alignmentOfRows({{"1", "--------"}, {"2", "--------"}});
  alignment.rows[1].inserts.push_back({4, std::vector<engine::ResidueCode>(8, alphabet::codeOf('w'))});
  showAlignment(std::move(alignment));
  setScheme(ui::AlignmentScheme::none);
  view.setZoom({3, 3});
  settle();
  const QRectF box = cellBox(picture(), 1, 4);
  const QRectF count(box.x() - box.width() / 2, box.y(), box.width(), box.height() * 0.55);
  const int with = numInk(grab(count));
  change([](auto& look) { look.inserts = ui::AlignmentInserts::hidden; });
  EXPECT_GT(with, numInk(grab(count)) + 10);
}

TEST_F(AlignmentLayoutTest, anOpenInsertBeforeTheFirstColumnHasNoTick) {
  engine::Alignment alignment = alignmentOfRows({{"1", "--------"}, {"2", "--------"}});
  alignment.rows[1].inserts.push_back({0, {alphabet::codeOf('w')}});
  showAlignment(std::move(alignment));
  setScheme(ui::AlignmentScheme::none);
  change([](auto& look) { look.inserts = ui::AlignmentInserts::expanded; });
  const double x = picture().xOf(1), y = picture().yOf(1);
  EXPECT_EQ(numInk(grab(QRectF(x - 1, y + 10, 2, 4))), 0);
}

TEST_F(AlignmentLayoutTest, theRulerFollowsAReferenceRow) {
  showAlignment(alignmentOfRows({{"x/17-22", "A-RNDCQ"}, {"y", "AARNDCQ"}}));
  EXPECT_EQ(picture().rulerNumber(2), 3);
  change([](auto& look) { look.rulerRow = 0; });
  EXPECT_EQ(picture().rulerNumber(0), 17);
  EXPECT_EQ(picture().rulerNumber(1), 0) << "a gap";
  EXPECT_EQ(picture().rulerNumber(2), 18);
}

TEST_F(AlignmentLayoutTest, bothAxesZoomOnTheirOwn) {
  showAlignment(randomAlignment(300, 300));
  view.setZoom({2, 0.5});
  EXPECT_EQ(picture().viewport.columnWidth, 20);
  EXPECT_EQ(picture().viewport.rowHeight, 8);
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  form->findChild<QSlider*>("rowZoom")->setValue(30);
  EXPECT_EQ(picture().viewport.columnWidth, 20);
  EXPECT_NEAR(view.camera().zoom.rows, std::pow(10, 0.3), 1e-9);
}

TEST_F(AlignmentLayoutTest, rowsScrollWhileTheTracksStay) {
  showAlignment(randomAlignment(300, 100));
  const QImage before = grab(picture().layout.tracks[0]), cells = grab(picture().layout.cells);
  QTest::keyClick(&view.canvas(), Qt::Key_PageDown);
  settle();
  EXPECT_EQ(grab(picture().layout.tracks[0]), before);
  EXPECT_NE(grab(picture().layout.cells), cells);
}

TEST_F(AlignmentLayoutTest, tinyAndEmptyAlignmentsAreDrawnInEveryLook) {
  for (const bool isWrapped : {false, true}) {
    showAlignment(engine::Alignment{}, {300, 200});
    change([&](auto& look) {
      look.isWrapped = isWrapped;
      look.hasOnlyDifferences = look.hasLegend = look.hasWeights = true;
    });
    EXPECT_TRUE(ui::hitAt(picture(), QPointF(200, 150)).slot < 0);
    session.document().publish(dataset(alignmentOfRows({{"one", "W"}})));
    settle();
    EXPECT_EQ(picture().arrangement().numSlots(), 1);
    view.setZoom(ui::kWholeAlignment);
    settle();
  }
}

}  // namespace alignment_layout_test
