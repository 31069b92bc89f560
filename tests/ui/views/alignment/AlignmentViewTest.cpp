// The alignment view: pixels, pointer, zoom, marks, orders and jobs.
#include <cmath>

#include "engine/attention/HeadAxes.h"
#include "tests/ui/views/alignment/AlignmentFixture.h"
#include "ui/views/alignment/AlignmentReadout.h"
#include "ui/views/attention/AttentionSubject.h"

namespace alphabet = engine::alphabet;

namespace alignment_view_test {

using namespace test;

class AlignmentViewTest : public test::AlignmentFixture {
 protected:
  void showAlignment(engine::Alignment alignment) { AlignmentFixture::showAlignment(std::move(alignment), {600, 400}); }
  double columnWidth() const { return picture().viewport.columnWidth; }
  double rowHeight() const { return picture().viewport.rowHeight; }
  QImage cells() {
    settle();
    return grab(picture().layout.cells);
  }
  static int numDark(const QImage& image) {
    return test::countPixels(image, [](QColor pixel) { return pixel.lightness() < 90; });
  }
};

TEST_F(AlignmentViewTest, lettersShowWhenZoomedInAndVanishWhenZoomedOut) {
  showAlignment(randomAlignment(60, 120));
  setScheme(ui::AlignmentScheme::none);
  view.setZoom({1.6, 1.6});
  EXPECT_GT(numDark(cells()), 1000);
  view.setZoom({0.4, 0.4});
  EXPECT_EQ(numDark(cells()), 0);
}

TEST_F(AlignmentViewTest, aLetterIsDrawnInItsOwnCell) {
  showAlignment(alignmentOfRows({{"one", "-----"}, {"two", "--W--"}}));
  setScheme(ui::AlignmentScheme::none);
  view.setZoom({3, 3});
  const QImage picture = view.grab().toImage();
  settle();
  const auto darkAround = [&](Index place, Index column) {
    const QPointF center = cellCenter(place, column);
    const QRectF box(center.x() - columnWidth() / 2, center.y() - rowHeight() / 2, columnWidth(), rowHeight());
    return numDark(view.grab().toImage().copy(box.toRect()));
  };
  EXPECT_GT(darkAround(1, 2), 20);
  EXPECT_EQ(darkAround(0, 2), 0);
  EXPECT_EQ(darkAround(1, 3), 0);
}

TEST_F(AlignmentViewTest, hoveringACellSetsColumnAndRow) {
  showAlignment(randomAlignment(30, 40));
  test::movePointer(view.canvas(), cellCenter(7, 11));
  const ui::Focus& focus = session.selection().hover();
  EXPECT_EQ(focus.first, (ui::Position{"a", 11}));
  EXPECT_EQ(focus.row, 7);
  EXPECT_FALSE(focus.isPair());
  test::movePointer(view.canvas(), QPointF(5, picture().layout.cells.bottom() - 2));
  EXPECT_TRUE(session.selection().hover().isEmpty());
}

TEST_F(AlignmentViewTest, hoverFollowsTheOrderOfRows) {
  showAlignment(alignmentOfRows({{"c", "AAAA"}, {"a", "CCCC"}, {"b", "DDDD"}}));
  sortBy(ui::RowOrder::name);
  settle();
  EXPECT_EQ(order(), (std::vector<Index>{1, 2, 0}));
  test::movePointer(view.canvas(), cellCenter(0, 1));
  EXPECT_EQ(session.selection().hover().row, 1);
}

TEST_F(AlignmentViewTest, sortingByIdentityKeepsTheFirstRowOnTop) {
  showAlignment(alignmentOfRows({{"a", "ARND"}, {"b", "WWWW"}, {"c", "ARNW"}, {"d", "ARND"}}));
  sortBy(ui::RowOrder::identity);
  settle();
  EXPECT_EQ(order(), (std::vector<Index>{0, 3, 2, 1}));
  sortBy(ui::RowOrder::original);
  settle();
  EXPECT_EQ(order(), (std::vector<Index>{0, 1, 2, 3}));
}

TEST_F(AlignmentViewTest, focusFromElsewhereMarksTheColumn) {
  showAlignment(randomAlignment(30, 40));
  setScheme(ui::AlignmentScheme::none);
  settle();
  const QPoint edge(static_cast<int>(cellCenter(5, 9).x() - columnWidth() / 2 + 1),
                    static_cast<int>(cellCenter(5, 9).y()));
  const QColor before = view.grab().toImage().pixelColor(edge);
  session.selection().setLocked({{"a", 9}, {}, -1});
  settle();
  const QColor after = view.grab().toImage().pixelColor(edge);
  EXPECT_EQ(before, QColor(Qt::white));
  EXPECT_LT(after.blue(), before.blue() - 20) << "locked marks are amber";
  EXPECT_GT(after.red(), after.blue());
}

/// A map of sequences of the alignment "a", computed of it.
engine::DatasetPtr mapOfSequences(const std::vector<std::string>& names) {
  auto heads = std::make_shared<engine::HeadSet>();
  const auto count = static_cast<Index>(names.size());
  heads->numHeads = 1;
  heads->numQueries = heads->numKeys = count;
  heads->queryTokens = heads->keyTokens = names;
  heads->queryUnit = heads->keyUnit = engine::kRowUnit;
  auto map = std::make_shared<engine::AttentionMap>();
  map->weights = engine::Array<float>({count, count}, 1.0F / static_cast<float>(count), "weights");
  heads->maps.push_back(std::move(map));
  auto maps = std::make_shared<engine::Dataset>(*test::dataset(std::move(*heads), "maps"));
  maps->provenance.request.inputs = {"a"};
  return maps;
}

TEST_F(AlignmentViewTest, bothSequencesOfAPairInAMapAreMarkedAndOneOfTheAlignmentMarksTheMap) {
  showAlignment(alignmentOfRows({{"one", "ARNDAR"}, {"two", "ARNDAR"}, {"three", "ARNDAR"}, {"four", "ARNDAR"}}));
  session.document().publish(mapOfSequences({"three", "one"}));  // others, and in another order
  setScheme(ui::AlignmentScheme::none);
  settle();
  const auto isMarked = [&](Index row) {
    const QPointF center = cellCenter(row, 2);
    const QPoint corner(static_cast<int>(center.x() - columnWidth() / 2 + 1),
                        static_cast<int>(center.y() - rowHeight() / 2 + 2));
    return view.grab().toImage().pixelColor(corner) != QColor(Qt::white);
  };
  session.selection().setLocked({{"maps", 0}, {"maps", 1}, -1});
  settle();
  for (const Index row : {0, 1, 2, 3}) EXPECT_EQ(isMarked(row), row == 0 || row == 2) << row;
  session.selection().clearLocked();
  settle();
  for (const Index row : {0, 1, 2, 3}) EXPECT_FALSE(isMarked(row)) << row;

  const ui::AttentionSubject subject(session.document().find("maps"), nullptr, {}, session.document());
  EXPECT_EQ(subject.cellOf({{"a", 5}, {}, 2}, session.document()), (ui::AttentionCell{0, 0})) << "row three";
  EXPECT_EQ(subject.cellOf({{"a", 5}, {}, 0}, session.document()), (ui::AttentionCell{1, 1})) << "row one";
  EXPECT_FALSE(subject.cellOf({{"a", 5}, {}, 1}, session.document()).isIn()) << "not among the sequences";
}

TEST_F(AlignmentViewTest, aPairInTheMapOfAColumnMarksTheColumnToo) {
  showAlignment(alignmentOfRows({{"one", "ARNDAR"}, {"two", "ARNDAR"}}));
  engine::Dataset maps = *mapOfSequences({"two", "one"});
  engine::HeadSet columns = *maps.as<engine::HeadSet>();
  columns.about[engine::kLayerUnit] = engine::kColumnUnit;
  columns.numLayers = 6;
  columns.maps.assign(6, columns.maps.front());
  maps.value = std::make_shared<const engine::HeadSet>(columns);
  session.document().publish(std::make_shared<const engine::Dataset>(maps));
  session.selection().setHead(3, 0);
  EXPECT_EQ(view.model().columnOf({"maps", 1}), 3);
  session.selection().setHead(6, 0);
  EXPECT_EQ(view.model().columnOf({"maps", 1}), -1) << "there are six";
  EXPECT_EQ(view.model().columnOf({"maps", -1}), -1);
  EXPECT_EQ(view.model().columnOf({"a", 2}), 2);
}

TEST_F(AlignmentViewTest, aMarkOutOfSightLeavesAnArrowInTheRuler) {
  showAlignment(randomAlignment(10, 400));
  const QRect ruler = picture().layout.ruler.toAlignedRect();
  const QColor amber = ui::ThemeModel::instance().theme().locked;
  EXPECT_EQ(test::countColor(view.grab().toImage().copy(ruler), amber), 0);
  session.selection().setLocked({{"a", 350}, {}, -1});
  settle();
  EXPECT_GT(test::countColor(view.grab().toImage().copy(ruler).copy(ruler.width() - 15, 0, 15, ruler.height()), amber),
            10);
}

TEST_F(AlignmentViewTest, numbersBesideARulerMarkAreWholeOrAbsent) {
  showAlignment(randomAlignment(10, 60));
  const ui::AlignmentLayout layout = picture().layout;
  const auto ruler = [&](Index from, Index to) {
    const double left = cellCenter(0, from).x() - columnWidth() / 2, right = cellCenter(0, to).x() - columnWidth() / 2;
    return view.grab().toImage().copy(QRectF(left, layout.ruler.y(), right - left, layout.ruler.height() - 4).toRect());
  };
  const QImage before = ruler(11, 18);  // the number 15 and what is around it
  const QColor paper = ui::ThemeModel::instance().theme().canvas;
  const auto numInk = [&](const QImage& image) {
    return image.width() * image.height() - test::countColor(image, paper, 40);
  };
  ASSERT_GT(numInk(before), 10);
  session.selection().setLocked({{"a", 13}, {}, -1});
  settle();
  EXPECT_EQ(numInk(ruler(16, 18)), 0) << "no rest of a number right of the mark";
  session.selection().setLocked({{"a", 20}, {}, -1});
  settle();
  EXPECT_EQ(ruler(11, 18), before) << "a mark that is far enough away changes nothing";
}

TEST_F(AlignmentViewTest, anotherSchemeChangesThePixels) {
  showAlignment(randomAlignment(30, 60));
  QImage last = cells();
  for (const auto& info : ui::alignmentSchemes()) {
    if (info.scheme == view.model().options().scheme) continue;
    setScheme(info.scheme);
    const QImage now = cells();
    EXPECT_NE(now, last) << info.title;
    last = now;
  }
}

TEST_F(AlignmentViewTest, aCellHasTheColourOfItsScheme) {
  showAlignment(alignmentOfRows({{"one", "DDDD"}, {"two", "DDDD"}}));
  setScheme(ui::AlignmentScheme::zappo);
  settle();
  const ui::Rgb expected =
      ui::alignmentPalette(ui::AlignmentScheme::zappo, nullptr, {}).color(0, alphabet::codeOf('D'));
  const QPointF corner = cellCenter(1, 2) - QPointF(columnWidth() / 2 - 1, rowHeight() / 2 - 1);
  const QColor found = view.grab().toImage().pixelColor(corner.toPoint());
  EXPECT_NEAR(found.red(), expected[0], 2);
  EXPECT_NEAR(found.green(), expected[1], 2);
  EXPECT_NEAR(found.blue(), expected[2], 2);
}

TEST_F(AlignmentViewTest, wheelZoomKeepsTheColumnUnderThePointer) {
  showAlignment(randomAlignment(300, 400));
  test::turnWheel(view.canvas(), cellCenter(5, 5), -20);
  test::turnWheel(view.canvas(), cellCenter(65, 5), -8, Qt::ShiftModifier);
  const QPointF point = picture().layout.cells.center();
  test::movePointer(view.canvas(), point);
  const ui::Focus before = session.selection().hover();
  ASSERT_GT(before.first.index, 20);
  for (const int steps : {3, -5, 4}) {
    test::turnWheel(view.canvas(), point, steps, Qt::ControlModifier);
    test::movePointer(view.canvas(), point);
    EXPECT_EQ(session.selection().hover(), before) << steps;
  }
}

TEST_F(AlignmentViewTest, wheelScrollsRowsAndShiftWheelColumns) {
  showAlignment(randomAlignment(300, 400));
  test::turnWheel(view.canvas(), cellCenter(3, 3), -1);
  EXPECT_GT(view.camera().viewport.firstRow, 0);
  EXPECT_EQ(view.camera().viewport.firstColumn, 0);
  test::turnWheel(view.canvas(), cellCenter(3, 3), 5);
  EXPECT_EQ(view.camera().viewport.firstRow, 0) << "does not scroll past the start";
  test::turnWheel(view.canvas(), cellCenter(3, 3), -1, Qt::ShiftModifier);
  EXPECT_GT(view.camera().viewport.firstColumn, 0);
}

TEST_F(AlignmentViewTest, middleDragPansByThePointersWay) {
  showAlignment(randomAlignment(300, 400));
  const QPoint start = cellCenter(10, 20).toPoint();
  QTest::mousePress(&view.canvas(), Qt::MiddleButton, {}, start);
  test::movePointer(view.canvas(), start - QPoint(30, 45), Qt::MiddleButton);
  QTest::mouseRelease(&view.canvas(), Qt::MiddleButton, {}, start - QPoint(30, 45));
  EXPECT_DOUBLE_EQ(view.camera().viewport.firstColumn, 3);
  EXPECT_DOUBLE_EQ(view.camera().viewport.firstRow, 3);
}

TEST_F(AlignmentViewTest, keysReachBothEnds) {
  showAlignment(randomAlignment(300, 400));
  const ui::AlignmentLayout layout = picture().layout;
  QTest::keyClick(&view.canvas(), Qt::Key_End, Qt::ControlModifier);
  EXPECT_NEAR(view.camera().viewport.firstRow + layout.cells.height() / rowHeight(), 300, 1e-9);
  QTest::keyClick(&view.canvas(), Qt::Key_End);
  EXPECT_NEAR(view.camera().viewport.firstColumn + layout.cells.width() / columnWidth(), 400, 1e-9);
  QTest::keyClick(&view.canvas(), Qt::Key_Home);
  EXPECT_EQ(view.camera().viewport.firstColumn, 0);
  QTest::keyClick(&view.canvas(), Qt::Key_PageUp);
  EXPECT_LT(view.camera().viewport.firstRow, 300 - 1.9 * layout.cells.height() / rowHeight());
}

TEST_F(AlignmentViewTest, fitShowsEverythingWithItsMeanColour) {
  // Left half D (red in Zappo), right half K (blue): the overview must show both, evenly.
  engine::Alignment alignment;
  alignment.numColumns = 2000;
  alignment.rows.resize(3000);
  for (Index row = 0; row < 3000; ++row)
    for (Index column = 0; column < 2000; ++column)
      alignment.codes.push_back(alphabet::codeOf(column < 1000 ? 'D' : 'K'));
  showAlignment(std::move(alignment));
  setScheme(ui::AlignmentScheme::zappo);
  view.setZoom(ui::kWholeAlignment);
  const QImage picture = cells();
  const auto palette = ui::alignmentPalette(ui::AlignmentScheme::zappo, nullptr, {});
  const ui::Rgb left = palette.color(0, alphabet::codeOf('D')), right = palette.color(0, alphabet::codeOf('K'));
  const double area = picture.width() * picture.height();
  EXPECT_GT(test::countColor(picture, QColor(left[0], left[1], left[2]), 3), 0.48 * area);
  EXPECT_GT(test::countColor(picture, QColor(right[0], right[1], right[2]), 3), 0.48 * area);
}

TEST_F(AlignmentViewTest, zoomedOutAveragesInsteadOfPickingCells) {
  // Columns D and K in turn: one pixel per many columns must be the mean of both colours everywhere.
  engine::Alignment alignment;
  alignment.numColumns = 4000;
  alignment.rows.resize(40);
  for (Index k = 0; k < 40 * 4000; ++k) alignment.codes.push_back(alphabet::codeOf(k % 2 ? 'D' : 'K'));
  showAlignment(std::move(alignment));
  setScheme(ui::AlignmentScheme::zappo);
  view.setZoom(ui::kWholeAlignment);
  const auto palette = ui::alignmentPalette(ui::AlignmentScheme::zappo, nullptr, {});
  const ui::Rgb mean = ui::mixed(palette.color(0, alphabet::codeOf('D')), palette.color(0, alphabet::codeOf('K')), 0.5);
  const QImage picture = cells();
  const double rowsShown = std::min<double>(picture.height(), 40 * rowHeight());
  EXPECT_GT(test::countColor(picture, QColor(mean[0], mean[1], mean[2]), 14), 0.97 * picture.width() * rowsShown);
}

TEST_F(AlignmentViewTest, resetGoesBackToTheStartAndIsNoChangeWhereOneIs) {
  showAlignment(randomAlignment(300, 400));
  view.setZoom({2, 0.5});
  test::turnWheel(view.canvas(), cellCenter(5, 5), -9);
  test::turnWheel(view.canvas(), cellCenter(12, 5), -9, Qt::ShiftModifier);
  ASSERT_GT(view.camera().viewport.firstColumn, 1);
  view.resetView();
  EXPECT_EQ(view.camera().zoom, ui::AlignmentZoom());
  EXPECT_EQ(view.camera().viewport.firstColumn, 0);
  EXPECT_EQ(view.camera().viewport.firstRow, 0);
  EXPECT_EQ(view.camera().namesWidth, -1);
  QSignalSpy changes(&view, &ui::View::stateChanged);
  view.resetView();
  EXPECT_EQ(changes.count(), 0);
}

TEST_F(AlignmentViewTest, insertsAreTicksThatCanBeSwitchedOff) {
  engine::Alignment alignment = alignmentOfRows({{"one", "--------"}, {"two", "--------"}});
  alignment.rows[1].inserts.push_back({4, {alphabet::codeOf('a'), alphabet::codeOf('r')}});
  showAlignment(std::move(alignment));
  setScheme(ui::AlignmentScheme::none);
  const int with = numDark(cells());
  ui::AlignmentLook look = view.model().options();
  look.inserts = ui::AlignmentInserts::hidden;
  view.model().setOptions(look);
  EXPECT_GT(with, numDark(cells()) + 5);
}

TEST_F(AlignmentViewTest, longNamesAreElidedAndTheColumnCanBeMadeWider) {
  showAlignment(alignmentOfRows({{std::string(200, 'W'), "ARND"}, {"b", "ARND"}}));
  const ui::AlignmentLayout before = picture().layout;
  EXPECT_LT(before.names.width(), 250);
  const QPoint edge(static_cast<int>(before.names.right()), static_cast<int>(before.cells.center().y()));
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, edge);
  test::movePointer(view.canvas(), edge + QPoint(60, 0), Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, edge + QPoint(60, 0));
  EXPECT_NEAR(picture().layout.names.width(), before.names.width() + 60, 1.5);
  EXPECT_EQ(view.camera().viewport.firstColumn, 0);
}

TEST_F(AlignmentViewTest, readoutNamesResidueConsensusAndNumbers) {
  showAlignment(alignmentOfRows({{"x/17-19", "A-RD"}, {"y", "AWRD"}}));
  test::movePointer(view.canvas(), cellCenter(0, 2));
  QMap<QString, QString> lines;
  for (const ui::ReadoutLine& line : view.readout()) lines[line.label] = line.value;
  EXPECT_EQ(lines["Column"], "3 of 4");
  EXPECT_EQ(lines["Residue"], "Arg 18");
  EXPECT_EQ(lines["Consensus"], "R in 100.0 %");
  EXPECT_EQ(lines["Conservation"], "4.32 bits");
  EXPECT_EQ(lines["Occupancy"], "100.0 %");
  test::movePointer(view.canvas(), cellCenter(0, 1));
  lines.clear();
  for (const ui::ReadoutLine& line : view.readout()) lines[line.label] = line.value;
  EXPECT_EQ(lines["Residue"], "gap");
  EXPECT_EQ(lines["Occupancy"], "50.0 %");
}

TEST_F(AlignmentViewTest, emptyAndSingleCellAlignmentsAreDrawn) {
  showAlignment(engine::Alignment{});
  test::movePointer(view.canvas(), QPointF(300, 200));
  EXPECT_TRUE(session.selection().hover().isEmpty());
  EXPECT_TRUE(view.readout().empty());
  view.setZoom(ui::kWholeAlignment);
  test::turnWheel(view.canvas(), QPointF(300, 200), 3, Qt::ControlModifier);
  engine::Alignment noRows;
  noRows.numColumns = 5;
  view.setDataset(dataset(noRows));
  settle();
  view.setDataset(dataset(alignmentOfRows({{"one", "W"}})));
  settle();
  test::movePointer(view.canvas(), cellCenter(0, 0));
  EXPECT_EQ(session.selection().hover().first.index, 0);
}

TEST_F(AlignmentViewTest, controlsDriveTheView) {
  showAlignment(randomAlignment(10, 10));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  auto* scheme = form->findChild<QComboBox*>("scheme");
  ASSERT_NE(scheme, nullptr);
  scheme->setCurrentIndex(scheme->findText("Taylor"));
  EXPECT_EQ(view.model().options().scheme, ui::AlignmentScheme::taylor);
  auto* order = form->findChild<QComboBox*>("order");
  ASSERT_NE(order, nullptr);
  order->setCurrentIndex(1);
  EXPECT_EQ(view.model().arranger().options().order, ui::RowOrder::name);
}

TEST_F(AlignmentViewTest, darkThemeHasADarkCanvasAndLightLetters) {
  showAlignment(randomAlignment(30, 60));
  setScheme(ui::AlignmentScheme::none);
  ui::ThemeModel::instance().setKind(ui::ThemeKind::dark);
  const QImage picture = cells();
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
  EXPECT_GT(test::countColor(picture, ui::Theme::dark().canvas, 3), picture.width() * picture.height() / 3);
  EXPECT_GT(test::countPixels(picture, [](QColor pixel) { return pixel.lightness() > 180; }), 500);
}

TEST(RulerStep, numbersNeverOverlap) {
  for (const double width : {0.01, 0.3, 1.0, 7.0, 10.0, 48.0}) {
    const Index step = ui::rulerStep(width, 40);
    EXPECT_GE(static_cast<double>(step) * width, 40) << width;
    EXPECT_TRUE(step <= 5 || static_cast<double>(step) * width < 110) << "and are not needlessly far apart: " << width;
  }
}

}  // namespace alignment_view_test
