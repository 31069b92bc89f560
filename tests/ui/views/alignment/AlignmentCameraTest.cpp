// Pictures of an alignment and how wheel, drags and keys move them, as values: no window, no session.
#include "ui/views/alignment/AlignmentCamera.h"

#include <gmock/gmock.h>

#include "ui/views/alignment/AlignmentReadout.h"

namespace alignment_camera_test {

using engine::Index;
using ui::AlignmentCamera;
using ui::AlignmentMedium;
using ui::AlignmentPicture;

constexpr QSizeF kWindow(700, 400);

class AlignmentCameraTest : public ::testing::Test {
 protected:
  void SetUp() override { fill(200, 300); }
  void fill(Index rows, Index columns) {
    auto alignment = std::make_shared<engine::Alignment>();
    alignment->numColumns = columns;
    for (Index row = 0; row < rows; ++row) alignment->rows.emplace_back().name = std::to_string(row) + "_s/11-900";
    alignment->codes.assign(static_cast<size_t>(rows * columns), engine::alphabet::codeOf('W'));
    arrange(std::move(alignment), {}, {});
  }
  void arrange(std::shared_ptr<const engine::Alignment> alignment, const engine::IndexRanges& hiddenColumns,
               const std::vector<engine::ExpandedInsert>& inserts) {
    auto arrangement =
        std::make_shared<engine::AlignmentArrangement>(alignment->numRows(), alignment->numColumns);
    arrangement->setColumns(hiddenColumns, inserts);
    content.neededNamesWidth = ui::neededNamesWidth(*alignment);
    content.cells = ui::alignmentCells(std::move(alignment), std::move(arrangement), content.look, nullptr);
  }
  AlignmentPicture shown(const AlignmentCamera& camera = {}) const {
    return alignmentPicture(content, camera, kWindow, AlignmentMedium::screen, theme);
  }
  static QPointF centerOf(const AlignmentPicture& picture, Index place, Index slot) {
    return {picture.xOf(static_cast<double>(slot) + 0.5), picture.yOf(static_cast<double>(place) + 0.5)};
  }
  static AlignmentCamera at(double firstColumn, double firstRow) {
    AlignmentCamera camera;
    camera.viewport.firstColumn = firstColumn;
    camera.viewport.firstRow = firstRow;
    return camera;
  }

  const ui::Theme theme = ui::Theme::light();
  ui::AlignmentContent content;
};

TEST_F(AlignmentCameraTest, comesBackFromJsonAndIgnoresNonsense) {
  const AlignmentCamera camera{{0.5, 2}, {3.5, 7.25, 10, 15}, 120};
  QJsonObject state{{"look", QJsonObject()}};
  writeJson(camera, state);
  EXPECT_EQ(state.size(), 6) << "beside other keys";
  AlignmentCamera read;
  readJson(state, read);
  EXPECT_EQ(read, camera);
  readJson({{"columnZoom", "large"}, {"rowZoom", true}, {"firstRow", QJsonValue()}}, read);
  EXPECT_EQ(read, camera);
  readJson({{"columnZoom", 900}, {"rowZoom", -1}, {"firstRow", 1e300}, {"firstColumn", -2}, {"namesWidth", -9}}, read);
  EXPECT_EQ(read.zoom.columns, ui::kLargestZoom);
  EXPECT_GT(read.zoom.rows, 0);
  EXPECT_EQ(read.viewport.firstRow, 1e9);
  EXPECT_EQ(read.viewport.firstColumn, 0);
  EXPECT_EQ(read.namesWidth, -1);
}

TEST_F(AlignmentCameraTest, aPictureNeverLooksPastTheEnds) {
  const AlignmentPicture picture = shown(at(1e6, -5));
  EXPECT_EQ(picture.viewport.firstRow, 0);
  EXPECT_EQ(picture.lastSlot(), 300);
  EXPECT_LT(picture.firstSlot(), 300);
}

TEST_F(AlignmentCameraTest, aPictureWithoutAnAlignmentHasALayout) {
  content = {};
  EXPECT_FALSE(shown().layout.cells.isEmpty());
}

TEST_F(AlignmentCameraTest, zoomKeepsTheCellUnderThePoint) {
  const AlignmentPicture before = shown(at(40, 60));
  const QPointF point = centerOf(before, 65, 50);
  for (const double zoom : {1.5, 0.7, 4.0}) {
    const AlignmentPicture after = shown(zoomed(before, at(40, 60), point, {zoom, zoom}));
    EXPECT_EQ(hitAt(after, point).place, 65) << zoom;
    EXPECT_EQ(hitAt(after, point).slot, 50) << zoom;
  }
}

TEST_F(AlignmentCameraTest, zoomEndsWhereAllIsSeenAndWhereLettersAreLargest) {
  const AlignmentPicture whole = shown(zoomed(shown(), {}, {300, 200}, ui::kWholeAlignment));
  EXPECT_EQ(whole.lastSlot() - whole.firstSlot(), 300);
  EXPECT_EQ(whole.lastPlace() - whole.firstPlace(), 200);
  EXPECT_EQ(zoomed(shown(), {}, {300, 200}, {99, 99}).zoom, (ui::AlignmentZoom{ui::kLargestZoom, ui::kLargestZoom}));
}

TEST_F(AlignmentCameraTest, theWheelScrollsRowsWithShiftColumnsWithControlItZooms) {
  const auto turned = [&](Qt::KeyboardModifiers with) { return wheeled(shown(), {}, {300, 200}, -1, with); };
  EXPECT_GT(turned({}).viewport.firstRow, 0);
  EXPECT_EQ(turned({}).viewport.firstColumn, 0);
  EXPECT_GT(turned(Qt::ShiftModifier).viewport.firstColumn, 0);
  EXPECT_EQ(turned(Qt::ShiftModifier).viewport.firstRow, 0);
  EXPECT_LT(turned(Qt::ControlModifier).zoom.columns, 1);
  EXPECT_LT(turned(Qt::ControlModifier).zoom.rows, 1);
  EXPECT_EQ(turned(Qt::ControlModifier | Qt::ShiftModifier).zoom.rows, 1);
  EXPECT_EQ(turned(Qt::ControlModifier | Qt::AltModifier).zoom.columns, 1);
}

TEST_F(AlignmentCameraTest, whatAPressBeginsDependsOnWhereItIs) {
  using ui::DragTarget;
  const AlignmentPicture picture = shown();
  const ui::AlignmentLayout& layout = picture.layout;
  const auto target = [&](QPointF point, bool maySelect = true) { return dragFrom(picture, point, maySelect).target; };
  EXPECT_EQ(target(centerOf(picture, 3, 4)), DragTarget::block);
  EXPECT_EQ(target(centerOf(picture, 3, 4), false), DragTarget::pan);
  EXPECT_EQ(target(layout.names.center()), DragTarget::rows);
  EXPECT_EQ(target({picture.xOf(4.5), layout.ruler.center().y()}), DragTarget::columns);
  EXPECT_EQ(target({layout.names.right(), layout.cells.center().y()}), DragTarget::namesEdge);
  EXPECT_EQ(target(layout.minimap.center()), DragTarget::minimap);
  EXPECT_EQ(target(layout.verticalBar.center()), DragTarget::verticalBar);
  EXPECT_EQ(target(layout.horizontalBar.center()), DragTarget::horizontalBar);
}

TEST_F(AlignmentCameraTest, dragsMoveWhatTheyHold) {
  using ui::DragTarget;
  const AlignmentPicture picture = shown(at(40, 60));
  const QPointF from = centerOf(picture, 65, 50), to = from + QPointF(-30, -45);
  const auto dragTo = [&](DragTarget target, QPointF end) { return dragged(picture, at(40, 60), target, from, end); };
  EXPECT_DOUBLE_EQ(dragTo(DragTarget::pan, to).viewport.firstColumn, 43);
  EXPECT_DOUBLE_EQ(dragTo(DragTarget::pan, to).viewport.firstRow, 63);
  EXPECT_EQ(dragTo(DragTarget::namesEdge, {222, 200}).namesWidth, 222);
  EXPECT_LT(dragTo(DragTarget::namesEdge, {690, 200}).namesWidth, 500) << "cells keep their room";
  EXPECT_EQ(dragTo(DragTarget::block, to).viewport, picture.viewport) << "inside of the cells";
  const QPointF outside = picture.layout.cells.bottomRight() + QPointF(5, 5);
  EXPECT_EQ(dragTo(DragTarget::block, outside).viewport.firstColumn, 41);
  EXPECT_EQ(dragTo(DragTarget::rows, outside).viewport.firstColumn, 40);
  EXPECT_EQ(dragTo(DragTarget::rows, outside).viewport.firstRow, 61);
}

TEST_F(AlignmentCameraTest, aCellIsShownWithTheLeastScrolling) {
  const AlignmentPicture before = shown(at(40, 60));
  EXPECT_EQ(showing(before, {}, 65, 50).viewport, before.viewport) << "it is seen";
  const AlignmentPicture after = shown(showing(before, {}, 199, 0));
  EXPECT_EQ(after.firstSlot(), 0);
  EXPECT_EQ(after.lastPlace(), 200);
  EXPECT_EQ(showing(before, {}, -1, 5).viewport, before.viewport);
}

TEST_F(AlignmentCameraTest, keysMoveTheCursorByCellsWindowsAndToTheEnds) {
  const AlignmentPicture picture = shown(at(40, 60));
  const auto after = [&](int key, Qt::KeyboardModifiers with = {}) {
    const auto move = cursorMove(picture, key, with, 65, 50);
    return move ? std::pair(move->place, move->slot) : std::pair<Index, Index>(-9, -9);
  };
  EXPECT_EQ(after(Qt::Key_Left), std::pair(Index{65}, Index{49}));
  EXPECT_EQ(after(Qt::Key_Down), std::pair(Index{66}, Index{50}));
  EXPECT_EQ(after(Qt::Key_Home), std::pair(Index{65}, Index{0}));
  EXPECT_EQ(after(Qt::Key_End), std::pair(Index{65}, Index{299}));
  EXPECT_EQ(after(Qt::Key_Home, Qt::ControlModifier), std::pair(Index{0}, Index{50}));
  EXPECT_GT(after(Qt::Key_PageDown).first, 70);
  EXPECT_EQ(after(Qt::Key_PageDown), after(Qt::Key_Down, Qt::ControlModifier));
  EXPECT_GT(after(Qt::Key_Right, Qt::ControlModifier).second, 70);
  EXPECT_EQ(after(Qt::Key_X).first, -9) << "no key of the cursor";
  EXPECT_EQ(cursorMove(picture, Qt::Key_Right, {}, -1, -1)->slot, 41) << "from the first cell in sight";
}

TEST_F(AlignmentCameraTest, aStepToTheLeftPassesAnExpandedInsert) {
  arrange(content.cells.alignment, {}, {{5, 3}});
  EXPECT_EQ(cursorMove(shown(), Qt::Key_Left, {}, 0, 8)->slot, 4);
  EXPECT_EQ(cursorMove(shown(), Qt::Key_Right, {}, 0, 4)->slot, 5);
}

TEST_F(AlignmentCameraTest, whatIsUnderThePointerIsTold) {
  arrange(content.cells.alignment, {}, {{5, 3}});
  const AlignmentPicture picture = shown();
  const ui::AlignmentPointed cell = pointedAt(picture, centerOf(picture, 2, 9));
  EXPECT_EQ(cell.column, 6) << "behind three slots of an insert";
  EXPECT_EQ(cell.row, 2);
  EXPECT_FALSE(cell.isOnInsert());
  const ui::AlignmentPointed insert = pointedAt(picture, centerOf(picture, 2, 6));
  EXPECT_TRUE(insert.isOnInsert());
  EXPECT_EQ(insert.insertRow, 2);
  EXPECT_EQ(insert.insert, (engine::SlotContent{5, 1}));
  EXPECT_EQ(insert.column, -1);
  const ui::AlignmentPointed name = pointedAt(picture, {20, picture.yOf(3.5)});
  EXPECT_EQ(name.namedPlace, 3);
  EXPECT_EQ(name.tip, "<b>3_s/11-900</b>");
}

TEST_F(AlignmentCameraTest, onlyDifferencesAreToTheRowOfTheLook) {
  content.look.hasOnlyDifferences = true;
  content.look.reference = {ui::AlignmentReference::Kind::row, 900};
  arrange(content.cells.alignment, {}, {});
  EXPECT_EQ(content.cells.referenceRow, 199) << "the last one that there is";
  EXPECT_EQ(content.cells.reference.size(), 300u);
  content.look.reference.kind = ui::AlignmentReference::Kind::consensus;
  arrange(content.cells.alignment, {}, {});
  EXPECT_TRUE(content.cells.reference.empty()) << "until the consensus is known";
}

TEST_F(AlignmentCameraTest, theRulerCountsResiduesOfARow) {
  auto alignment = std::make_shared<engine::Alignment>();
  alignment->numColumns = 3;
  alignment->rows.emplace_back().name = "x/17-18";
  for (const char letter : {'A', '-', 'R'}) alignment->codes.push_back(engine::alphabet::codeOf(letter));
  EXPECT_THAT(ui::rulerNumbersOf(*alignment, 0), testing::ElementsAre(17, 0, 18));
  EXPECT_THAT(ui::rulerNumbersOf(*alignment, -1), testing::IsEmpty());
  EXPECT_THAT(ui::rulerNumbersOf(*alignment, 1), testing::IsEmpty());
}

TEST_F(AlignmentCameraTest, theWholePageGrowsWithTheAlignment) {
  AlignmentCamera camera;
  camera.namesWidth = 100;
  content.look.hasLegend = false;  // takes more lines where the page is narrow
  const QSize large = wholePageSize(content, camera, theme);
  fill(20, 30);
  const QSize small = wholePageSize(content, camera, theme);
  EXPECT_EQ(large.width() - small.width(), 270 * 10);
  EXPECT_EQ(large.height() - small.height(), 180 * 15);
}

}  // namespace alignment_camera_test
