// Select, hide, sort and filter an alignment with mouse and keys; the state of all that.
#include "tests/ui/views/alignment/AlignmentFixture.h"

using engine::Index;
using test::alignmentOfRows;
using testing::ElementsAre;

namespace alignment_edit_test {

class AlignmentEditTest : public test::AlignmentEdit {};

TEST_F(AlignmentEditTest, aClickInTheNamesSelectsARow) {
  click(name(1));
  EXPECT_EQ(rows(), "2");
  EXPECT_EQ(columns(), "");
}

TEST_F(AlignmentEditTest, aDragInTheNamesSelectsRows) {
  drag(name(1), name(3));
  EXPECT_EQ(rows(), "2-4");
}

TEST_F(AlignmentEditTest, shiftExtendsAndControlToggles) {
  click(name(1));
  click(name(4), Qt::ShiftModifier);
  EXPECT_EQ(rows(), "2-5");
  click(name(2), Qt::ControlModifier);
  EXPECT_EQ(rows(), "2,4-5");
  click(name(5), Qt::ControlModifier);
  EXPECT_EQ(rows(), "2,4-6");
}

TEST_F(AlignmentEditTest, aDragInTheRulerSelectsColumns) {
  drag(ruler(2), ruler(5));
  EXPECT_EQ(columns(), "3-6");
  EXPECT_EQ(rows(), "");
}

TEST_F(AlignmentEditTest, aLeftDragInTheCellsSelectsABlock) {
  drag(cell(1, 2), cell(3, 6));
  EXPECT_EQ(rows(), "2-4");
  EXPECT_EQ(columns(), "3-7");
}

TEST_F(AlignmentEditTest, theSelectedBlockIsMarkedInThePicture) {
  const QImage before = view.grab().toImage();
  drag(cell(1, 2), cell(3, 6));
  settle();
  const QImage after = view.grab().toImage();
  const QPoint corner(4, 5);  // beside the letter
  EXPECT_NE(before.pixelColor(cell(2, 4) + corner), after.pixelColor(cell(2, 4) + corner));
  EXPECT_EQ(before.pixelColor(cell(2, 8) + corner), after.pixelColor(cell(2, 8) + corner));
}

TEST_F(AlignmentEditTest, middleDragAndSpaceDragPan) {
  showAlignment(test::randomAlignment(200, 300));
  drag(cell(10, 20), cell(8, 17), Qt::MiddleButton);
  EXPECT_NEAR(view.camera().viewport.firstColumn, 3, 0.2);
  EXPECT_TRUE(view.selection().isEmpty());
  QTest::keyPress(&view.canvas(), Qt::Key_Space);
  drag(cell(10, 20), cell(8, 17));
  QTest::keyRelease(&view.canvas(), Qt::Key_Space);
  EXPECT_NEAR(view.camera().viewport.firstColumn, 6, 0.4);
  EXPECT_TRUE(view.selection().isEmpty());
}

TEST_F(AlignmentEditTest, aDragBeyondTheEdgeScrolls) {
  showAlignment(test::randomAlignment(20, 300));
  const QPoint outside(view.canvas().width() - 1, cell(2, 0).y());
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, cell(2, 3));
  for (int step = 0; step < 10; ++step) test::movePointer(view.canvas(), outside + QPoint(step % 2, 0), Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, outside);
  EXPECT_GT(view.camera().viewport.firstColumn, 4);
}

TEST_F(AlignmentEditTest, controlASelectsAllAndControlIInverts) {
  key(Qt::Key_A, Qt::ControlModifier);
  EXPECT_EQ(rows(), "1-6");
  EXPECT_EQ(columns(), "1-10");
  click(name(1));
  key(Qt::Key_I, Qt::ControlModifier);
  EXPECT_EQ(rows(), "1,3-6");
  drag(ruler(2), ruler(5));
  key(Qt::Key_I, Qt::ControlModifier);
  EXPECT_EQ(columns(), "1-2,7-10");
}

TEST_F(AlignmentEditTest, theInverseOfEverythingIsNothing) {
  key(Qt::Key_A, Qt::ControlModifier);
  key(Qt::Key_I, Qt::ControlModifier);
  EXPECT_TRUE(view.selection().isEmpty());
  view.selection().select({0, 6}, {2, 4});
  key(Qt::Key_I, Qt::ControlModifier);
  EXPECT_EQ(rows() + "|" + columns(), "|1-2,5-10");
}

TEST_F(AlignmentEditTest, shiftGoesOnFromThePressedRowAlsoInAnotherOrder) {
  click(name(1));
  command("alignment.sort.name")->trigger();
  settle();
  click(name(3), Qt::ShiftModifier);
  EXPECT_EQ(rows(), "2-4") << "b, c and d: places 2 to 4";
}

TEST_F(AlignmentEditTest, shiftAndArrowsWithoutACursorBeginWhereTheyAre) {
  showAlignment(test::randomAlignment(20, 400));
  test::turnWheel(view.canvas(), cell(3, 3), -40, Qt::ShiftModifier);
  const Index first = picture().firstSlot();
  ASSERT_GT(first, 50);
  key(Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_GE(view.selection().columns().ranges().front().begin, first);
}

TEST_F(AlignmentEditTest, oneSelectedRowOfVeryManyIsSeen) {
  engine::Alignment tall;
  tall.numColumns = 3;
  tall.rows.resize(20011);
  tall.codes.assign(3 * 20011, 3);
  showAlignment(std::move(tall));
  view.setZoom(ui::kWholeAlignment);
  settle();
  const QImage before = grab(picture().layout.names);
  view.selection().select({10006, 10007}, {});
  settle();
  EXPECT_NE(grab(picture().layout.names), before);
}

TEST_F(AlignmentEditTest, escapeClears) {
  click(name(1));
  key(Qt::Key_Escape);
  EXPECT_TRUE(view.selection().isEmpty());
}

TEST_F(AlignmentEditTest, arrowKeysMoveACursor) {
  click(cell(1, 2));
  key(Qt::Key_Right);
  key(Qt::Key_Down);
  EXPECT_EQ(view.selection().cursorRow(), 2);
  EXPECT_EQ(view.selection().cursorColumn(), 3);
  key(Qt::Key_End);
  EXPECT_EQ(view.selection().cursorColumn(), 9);
  key(Qt::Key_Home);
  EXPECT_EQ(view.selection().cursorColumn(), 0);
  key(Qt::Key_PageDown);
  EXPECT_EQ(view.selection().cursorRow(), 5);
  key(Qt::Key_Home, Qt::ControlModifier);
  EXPECT_EQ(view.selection().cursorRow(), 0);
}

TEST_F(AlignmentEditTest, shiftAndArrowsSelectABlockWithoutAMouse) {
  click(cell(1, 2));
  key(Qt::Key_Right, Qt::ShiftModifier);
  key(Qt::Key_Down, Qt::ShiftModifier);
  key(Qt::Key_Down, Qt::ShiftModifier);
  EXPECT_EQ(rows(), "2-4");
  EXPECT_EQ(columns(), "3-4");
}

TEST_F(AlignmentEditTest, selectedColumnsArePublishedAndForgottenWithTheOthers) {
  const ui::Focus other{{"elsewhere", 4}, {}, -1};
  session.selection().keep(other);
  drag(ruler(2), ruler(4));
  EXPECT_THAT(keptColumns(), ElementsAre(4, 2, 3, 4));
  EXPECT_EQ(session.selection().kept().back().first.dataset, "a");
  drag(ruler(7), ruler(8));
  EXPECT_THAT(keptColumns(), ElementsAre(4, 7, 8));
  session.selection().clearKept();
  EXPECT_EQ(columns(), "");
}

TEST_F(AlignmentEditTest, neverMoreThanAFewThousandColumnsArePublished) {
  engine::Alignment wide;
  wide.numColumns = 9000;
  wide.rows.resize(1);
  wide.codes.assign(9000, 3);
  showAlignment(std::move(wide));
  view.selection().select({}, {0, 8000});
  EXPECT_LE(session.selection().kept().size(), 3000u);
  EXPECT_GT(session.selection().kept().size(), 0u);
}

TEST_F(AlignmentEditTest, columnsKeptElsewhereAreMarkedHere) {
  const QImage before = view.grab().toImage();
  session.selection().keep({{"a", 6}, {}, 3});
  settle();
  const QImage after = view.grab().toImage();
  EXPECT_NE(before.pixelColor(cell(5, 6) + QPoint(4, 5)), after.pixelColor(cell(5, 6) + QPoint(4, 5)));
}

TEST_F(AlignmentEditTest, hHidesSelectedRowsAndShiftHShowsThem) {
  drag(name(1), name(2));
  key(Qt::Key_H);
  EXPECT_THAT(order(), ElementsAre(0, 3, 4, 5));
  test::movePointer(view.canvas(), cell(1, 0));
  EXPECT_EQ(session.selection().hover().row, 3);
  key(Qt::Key_H, Qt::ShiftModifier);
  EXPECT_EQ(order().size(), 6u);
}

TEST_F(AlignmentEditTest, hiddenColumnsLeaveAFoldAndColumnNumbersStay) {
  drag(ruler(2), ruler(4));
  key(Qt::Key_H);
  const auto arrangement = view.model().arranger().arrangement();
  EXPECT_EQ(arrangement->numSlots(), 7);
  EXPECT_THAT(arrangement->columnFolds(), ElementsAre(engine::Fold{2, 2, 3}));
  test::movePointer(view.canvas(), cell(0, 2));
  EXPECT_EQ(session.selection().hover().first.index, 5);
  EXPECT_TRUE(view.statusText().contains("Column 6")) << view.statusText().toStdString();
}

TEST_F(AlignmentEditTest, theLastRowCannotBeHidden) {
  QSignalSpy messages(&session, &ui::Session::message);
  key(Qt::Key_A, Qt::ControlModifier);
  key(Qt::Key_H);
  EXPECT_EQ(order().size(), 6u);
  EXPECT_EQ(messages.count(), 1);
}

TEST_F(AlignmentEditTest, everySortOrderIsACommand) {
  const std::vector<std::pair<const char*, std::vector<Index>>> expected = {
      {"alignment.sort.name", {5, 1, 2, 3, 4, 0}},
      {"alignment.sort.identity", {0, 2, 4, 1, 5, 3}},
      {"alignment.sort.length", {0, 1, 3, 5, 2, 4}},
      {"alignment.sort.original", {0, 1, 2, 3, 4, 5}}};
  for (const auto& [id, order] : expected) {
    ASSERT_NE(command(id), nullptr) << id;
    command(id)->trigger();
    settle();
    EXPECT_EQ(this->order(), order) << id;
  }
  command("alignment.sort.tree")->trigger();
  settle();
  EXPECT_EQ(order().back(), 3) << "the row that is like no other";
  command("alignment.sort.weight")->trigger();
  settle();
  EXPECT_EQ(order().front(), 3);
}

TEST_F(AlignmentEditTest, anApproximateTreeSaysSo) {
  engine::Alignment large;
  large.numColumns = 4;
  large.rows.resize(static_cast<size_t>(engine::kMostTreeRows) + 10);
  for (size_t k = 0; k < 4 * large.rows.size(); ++k) large.codes.push_back(static_cast<engine::ResidueCode>(k % 19));
  showAlignment(std::move(large));
  QSignalSpy messages(&session, &ui::Session::message);
  command("alignment.sort.tree")->trigger();
  settle();
  ASSERT_EQ(messages.count(), 1);
  EXPECT_TRUE(messages[0][1].toString().contains("approximate"));
  EXPECT_TRUE(view.captionText().contains("tree (approximate)")) << view.captionText().toStdString();
}

TEST_F(AlignmentEditTest, theCaptionTellsWhatIsHidden) {
  drag(ruler(2), ruler(4));
  key(Qt::Key_H);
  click(name(1));
  key(Qt::Key_H);
  EXPECT_TRUE(view.captionText().contains("1 rows not shown, 3 columns folded")) << view.captionText().toStdString();
}

TEST_F(AlignmentEditTest, anotherReferenceSortsByIdentityToIt) {
  click(cell(3, 0));
  command("alignment.reference")->trigger();
  command("alignment.sort.identity")->trigger();
  settle();
  EXPECT_EQ(order().front(), 3);
}

TEST_F(AlignmentEditTest, theFilterBarHidesRowsAndSaysHowMany) {
  command("alignment.filter")->trigger();
  auto* identity = child<QDoubleSpinBox>("filterIdentity");
  ASSERT_NE(identity, nullptr);
  ASSERT_TRUE(identity->isVisible());
  identity->setValue(50);
  settle();
  EXPECT_THAT(order(), ElementsAre(0, 1, 2, 4, 5));
  EXPECT_EQ(child<QLabel>("filterCount")->text(), "5 of 6 rows");
  child<QDoubleSpinBox>("filterCoverage")->setValue(90);
  settle();
  EXPECT_THAT(order(), ElementsAre(0, 1, 5));
  key(Qt::Key_H, Qt::ShiftModifier);
  settle();
  EXPECT_EQ(order().size(), 6u);
  EXPECT_EQ(identity->value(), 0);
}

TEST_F(AlignmentEditTest, namesAreFilteredByTextAndExpression) {
  command("alignment.filter")->trigger();
  QTest::keyClicks(child<QLineEdit>("filterName"), "human");
  settle();
  EXPECT_THAT(order(), ElementsAre(0, 1, 3)) << "the reference stays";
  child<QLineEdit>("filterName")->setText("^[ab]_");
  settle();
  EXPECT_THAT(order(), ElementsAre(0));
  child<QCheckBox>("filterExpression")->setChecked(true);
  settle();
  EXPECT_THAT(order(), ElementsAre(0, 1, 5));
}

TEST_F(AlignmentEditTest, aWrongExpressionKeepsTheRowsAndIsTold) {
  command("alignment.filter")->trigger();
  child<QCheckBox>("filterExpression")->setChecked(true);
  child<QLineEdit>("filterName")->setText("(human");
  settle();
  EXPECT_EQ(order().size(), 6u);
  EXPECT_EQ(child<QLabel>("filterCount")->text(), ui::filterProblem(view.model().arranger().options().filter));
  EXPECT_FALSE(ui::filterProblem(view.model().arranger().options().filter).isEmpty());
}

TEST_F(AlignmentEditTest, whatWasTakenBackBeforeItWasDoneStaysUndone) {
  sortBy(ui::RowOrder::name);
  sortBy(ui::RowOrder::original);
  filterBy({0, 0, 100, 100, "human", false});
  command("alignment.showAll")->trigger();
  settle();
  EXPECT_THAT(order(), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST_F(AlignmentEditTest, theReferenceOfSortingIsTheOneOfTheDots) {
  click(cell(3, 0));
  command("alignment.reference")->trigger();
  EXPECT_EQ(view.model().options().reference, (ui::AlignmentReference{ui::AlignmentReference::Kind::row, 3}));
  change([](auto& look) { look.reference = {ui::AlignmentReference::Kind::row, 1}; });
  EXPECT_EQ(view.model().arranger().options().reference, 1);
  change([](auto& look) { look.reference = {}; });
  EXPECT_EQ(view.model().arranger().options().reference, 0);
}

TEST_F(AlignmentEditTest, theStateBringsEverythingBack) {
  click(cell(2, 3));
  drag(name(1), name(2));
  key(Qt::Key_H);
  drag(ruler(4), ruler(6));
  sortBy(ui::RowOrder::name);
  filterBy({30, 0, 100, 100, "", false});
  view.finder().find({ui::FindRequest::Where::residues, "MK", false});
  view.setZoom({1.5, 1.2});
  settle();
  const QJsonObject state = view.state();
  ui::AlignmentView other(session);
  other.setDataset(session.document().find("a"));
  other.setState(state);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 5000));
  EXPECT_EQ(other.state(), state);
  EXPECT_EQ(other.model().arranger().arrangement()->rows(), order());
  EXPECT_EQ(other.finder().result().numFound, view.finder().result().numFound);
}

TEST_F(AlignmentEditTest, nonsenseInAStateDoesNoHarm) {
  const QJsonObject before = view.state();
  view.setState({{"choices", QJsonObject{{"order", "upside down"},
                                         {"hiddenRows", 7},
                                         {"reference", "x"},
                                         {"selectedColumns", "a-b,,-3"},
                                         {"filter", QJsonArray{}}}},
                 {"rowZoom", "large"},
                 {"find", 3},
                 {"unknown", true}});
  settle();
  EXPECT_EQ(view.state(), before);
  view.setState({{"choices", QJsonObject{{"reference", 1e300}, {"cursorRow", -1e300}, {"hiddenRows", "900-901"}}},
                 {"firstRow", 1e300}});
  settle();
  EXPECT_EQ(view.model().arranger().options().reference, 5);
  EXPECT_EQ(view.selection().cursorRow(), -1);
}

TEST_F(AlignmentEditTest, everyChangeIsAnnounced) {
  QSignalSpy changes(&view, &ui::View::stateChanged);
  const auto announces = [&](auto act) {
    changes.clear();
    act();
    settle();
    return changes.count() > 0;
  };
  EXPECT_TRUE(announces([&] { click(name(1)); }));
  EXPECT_TRUE(announces([&] { key(Qt::Key_H); }));
  EXPECT_TRUE(announces([&] { sortBy(ui::RowOrder::length); }));
  EXPECT_TRUE(announces([&] { filterBy({10, 0, 100, 100, "", false}); }));
  EXPECT_TRUE(announces([&] { view.finder().find({ui::FindRequest::Where::names, "x", false}); }));
  EXPECT_TRUE(announces([&] { view.goToCell(0, 3); }));
}

TEST_F(AlignmentEditTest, nothingAndASingleCellCanBeUsed) {
  showAlignment(engine::Alignment{});
  for (const Qt::Key pressed : {Qt::Key_Right, Qt::Key_PageDown, Qt::Key_End, Qt::Key_H, Qt::Key_M, Qt::Key_F3})
    key(pressed);
  key(Qt::Key_A, Qt::ControlModifier);
  key(Qt::Key_C, Qt::ControlModifier);
  showAlignment(alignmentOfRows({{"one", "W"}}));
  key(Qt::Key_Right);
  EXPECT_EQ(view.selection().cursorColumn(), 0);
  key(Qt::Key_A, Qt::ControlModifier);
  key(Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(clipboard(), ">one\nW\n");
}

}  // namespace alignment_edit_test
