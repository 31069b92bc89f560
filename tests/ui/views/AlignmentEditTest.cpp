// What people do with an alignment: select, hide, sort, filter, find, go to, copy, with mouse and keys.
#include <gmock/gmock.h>

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

#include "tests/ui/support/Gui.h"
#include "ui/views/AlignmentView.h"
#include "ui/views/CanvasGestures.h"

namespace {

using engine::Index;
using testing::ElementsAre;
using testing::IsEmpty;
namespace alphabet = engine::alphabet;

engine::DatasetPtr dataset(engine::Alignment alignment, const std::string& id = "a") {
  auto result = std::make_shared<engine::Dataset>();
  result->id = result->title = id;
  result->value = std::make_shared<const engine::Alignment>(std::move(alignment));
  return result;
}

engine::Alignment alignmentOfRows(const std::vector<std::pair<std::string, std::string>>& rows) {
  engine::Alignment alignment;
  alignment.numColumns = rows.empty() ? 0 : static_cast<Index>(rows[0].second.size());
  for (const auto& [name, letters] : rows) {
    alignment.rows.emplace_back().name = name;
    for (char letter : letters) alignment.codes.push_back(alphabet::codeOf(letter));
  }
  return alignment;
}

/// Six rows of ten columns; row 3 has the insert "wy" before column 5.
engine::Alignment family() {
  engine::Alignment alignment = alignmentOfRows({{"query/11-20", "MKVLAGERND"},
                                                 {"b_human", "MKVLAGERNE"},
                                                 {"c_mouse", "M--LAGE--D"},
                                                 {"d_human", "WWWWWWWWWW"},
                                                 {"e_yeast", "MKV-----ND"},
                                                 {"a_worm", "MKILSGDRND"}});
  alignment.rows[2].inserts.push_back({4, {alphabet::codeOf('w'), alphabet::codeOf('y')}});
  return alignment;
}

class AlignmentEditTest : public ::testing::Test {
 protected:
  void SetUp() override { showAlignment(family()); }

  void showAlignment(engine::Alignment alignment, QSize size = {700, 460}) {
    session.document().publish(dataset(std::move(alignment)));
    view.setDataset(session.document().find("a"));
    test::show(view, size);
    view.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&view));
    view.canvas().setFocus();
    settle();
  }
  void settle() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 5000));
    test::waitForFrame(view.canvas());
  }
  QPoint cell(Index place, Index slot) const {
    const ui::AlignmentPicture picture = view.pictureFor(view.canvasSize());
    return QPointF(picture.xOf(static_cast<double>(slot) + 0.5), picture.yOf(static_cast<double>(place) + 0.5))
        .toPoint();
  }
  QPoint name(Index place) const {
    return {static_cast<int>(view.pictureFor(view.canvasSize()).layout.names.center().x()), cell(place, 0).y()};
  }
  QPoint ruler(Index slot) const {
    return {cell(0, slot).x(), static_cast<int>(view.pictureFor(view.canvasSize()).layout.ruler.center().y())};
  }
  void click(QPoint point, Qt::KeyboardModifiers modifiers = {}) {
    test::movePointer(view.canvas(), point);
    QTest::mouseClick(&view.canvas(), Qt::LeftButton, modifiers, point);
  }
  void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(&view.canvas(), button, modifiers, from);
    test::movePointer(view.canvas(), (from + to) / 2, button);
    test::movePointer(view.canvas(), to, button);
    QTest::mouseRelease(&view.canvas(), button, modifiers, to);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&view.canvas(), key, modifiers); }
  QAction* command(const char* id) {
    for (QAction* action : view.actions())
      if (action->objectName() == QLatin1String(id)) return action;
    return nullptr;
  }
  template <class Widget>
  Widget* child(const char* id) {
    return view.findChild<Widget*>(QLatin1String(id));
  }
  std::string rows() { return view.choices().selectedRows().text(); }
  std::string columns() { return view.choices().selectedColumns().text(); }
  QString clipboard() { return QGuiApplication::clipboard()->text(); }
  std::vector<Index> keptColumns() {
    std::vector<Index> result;
    for (const ui::Focus& focus : session.selection().kept()) result.push_back(focus.first.index);
    return result;
  }

  ui::Session session;
  struct TestView : ui::AlignmentView {
    using AlignmentView::AlignmentView;
    QSizeF canvasSize() const { return const_cast<TestView*>(this)->canvas().size(); }
  };
  TestView view{session};
};

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
  engine::Alignment large;
  large.numColumns = 300;
  large.rows.resize(200);
  large.codes.assign(300 * 200, 3);
  showAlignment(std::move(large));
  drag(cell(10, 20), cell(8, 17), Qt::MiddleButton);
  EXPECT_NEAR(view.viewport().firstColumn, 3, 0.2);
  EXPECT_FALSE(view.choices().hasSelection());
  QTest::keyPress(&view.canvas(), Qt::Key_Space);
  drag(cell(10, 20), cell(8, 17));
  QTest::keyRelease(&view.canvas(), Qt::Key_Space);
  EXPECT_NEAR(view.viewport().firstColumn, 6, 0.4);
  EXPECT_FALSE(view.choices().hasSelection());
}

TEST_F(AlignmentEditTest, aDragBeyondTheEdgeScrolls) {
  engine::Alignment large;
  large.numColumns = 300;
  large.rows.resize(20);
  large.codes.assign(300 * 20, 3);
  showAlignment(std::move(large));
  const QPoint outside(view.canvas().width() - 1, cell(2, 0).y());
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, cell(2, 3));
  for (int step = 0; step < 10; ++step) test::movePointer(view.canvas(), outside + QPoint(step % 2, 0), Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, outside);
  EXPECT_GT(view.viewport().firstColumn, 4);
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

TEST_F(AlignmentEditTest, escapeClears) {
  click(name(1));
  key(Qt::Key_Escape);
  EXPECT_FALSE(view.choices().hasSelection());
}

TEST_F(AlignmentEditTest, arrowKeysMoveACursor) {
  click(cell(1, 2));
  key(Qt::Key_Right);
  key(Qt::Key_Down);
  EXPECT_EQ(view.choices().cursorRow(), 2);
  EXPECT_EQ(view.choices().cursorColumn(), 3);
  key(Qt::Key_End);
  EXPECT_EQ(view.choices().cursorColumn(), 9);
  key(Qt::Key_Home);
  EXPECT_EQ(view.choices().cursorColumn(), 0);
  key(Qt::Key_PageDown);
  EXPECT_EQ(view.choices().cursorRow(), 5);
  key(Qt::Key_Home, Qt::ControlModifier);
  EXPECT_EQ(view.choices().cursorRow(), 0);
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
  view.choices().setSelection({}, {0, 8000});
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
  EXPECT_THAT(view.order(), ElementsAre(0, 3, 4, 5));
  test::movePointer(view.canvas(), cell(1, 0));
  EXPECT_EQ(session.selection().hover().row, 3);
  key(Qt::Key_H, Qt::ShiftModifier);
  EXPECT_EQ(view.order().size(), 6u);
}

TEST_F(AlignmentEditTest, hiddenColumnsLeaveAFoldAndColumnNumbersStay) {
  drag(ruler(2), ruler(4));
  key(Qt::Key_H);
  const auto arrangement = view.choices().arrangement();
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
  EXPECT_EQ(view.order().size(), 6u);
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
    EXPECT_EQ(view.order(), order) << id;
  }
  command("alignment.sort.tree")->trigger();
  settle();
  EXPECT_EQ(view.order().back(), 3) << "the row that is like no other";
  command("alignment.sort.weight")->trigger();
  settle();
  EXPECT_EQ(view.order().front(), 3);
}

TEST_F(AlignmentEditTest, anotherReferenceSortsByIdentityToIt) {
  click(cell(3, 0));
  command("alignment.reference")->trigger();
  command("alignment.sort.identity")->trigger();
  settle();
  EXPECT_EQ(view.order().front(), 3);
}

TEST_F(AlignmentEditTest, theFilterBarHidesRowsAndSaysHowMany) {
  command("alignment.filter")->trigger();
  auto* identity = child<QDoubleSpinBox>("filterIdentity");
  ASSERT_NE(identity, nullptr);
  ASSERT_TRUE(identity->isVisible());
  identity->setValue(50);
  settle();
  EXPECT_THAT(view.order(), ElementsAre(0, 1, 2, 4, 5));
  EXPECT_EQ(child<QLabel>("filterCount")->text(), "5 of 6 rows");
  child<QDoubleSpinBox>("filterCoverage")->setValue(90);
  settle();
  EXPECT_THAT(view.order(), ElementsAre(0, 1, 5));
  key(Qt::Key_H, Qt::ShiftModifier);
  settle();
  EXPECT_EQ(view.order().size(), 6u);
  EXPECT_EQ(identity->value(), 0);
}

TEST_F(AlignmentEditTest, namesAreFilteredByTextAndExpression) {
  command("alignment.filter")->trigger();
  QTest::keyClicks(child<QLineEdit>("filterName"), "human");
  settle();
  EXPECT_THAT(view.order(), ElementsAre(0, 1, 3)) << "the reference stays";
  child<QLineEdit>("filterName")->setText("^[ab]_");
  settle();
  EXPECT_THAT(view.order(), ElementsAre(0));
  child<QCheckBox>("filterExpression")->setChecked(true);
  settle();
  EXPECT_THAT(view.order(), ElementsAre(0, 1, 5));
}

TEST_F(AlignmentEditTest, findIgnoresGapsAndEnterGoesToTheNextMatch) {
  key(Qt::Key_F, Qt::ControlModifier);
  auto* text = child<QLineEdit>("findText");
  ASSERT_NE(text, nullptr);
  ASSERT_TRUE(text->isVisible());
  QTest::keyClicks(text, "vnd");
  settle();
  EXPECT_EQ(child<QLabel>("findSummary")->text(), "1 match");
  QTest::keyClick(text, Qt::Key_Return);
  EXPECT_EQ(view.choices().cursorRow(), 4);
  EXPECT_EQ(view.choices().cursorColumn(), 2);
}

TEST_F(AlignmentEditTest, f3StepsRoundTheMatchesInTheOrderOfTheView) {
  view.finder().find({ui::FindRequest::Where::residues, "rn", false});
  settle();
  std::vector<Index> visited;
  for (int step = 0; step < 4; ++step) {
    key(Qt::Key_F3);
    visited.push_back(view.choices().cursorRow());
  }
  EXPECT_THAT(visited, ElementsAre(0, 1, 5, 0));
  key(Qt::Key_F3, Qt::ShiftModifier);
  EXPECT_EQ(view.choices().cursorRow(), 5);
}

TEST_F(AlignmentEditTest, expressionsFindMotifsAndMistakesAreTold) {
  key(Qt::Key_F, Qt::ControlModifier);
  child<QCheckBox>("findExpression")->setChecked(true);
  child<QLineEdit>("findText")->setText("L[AS].[DE]");
  settle();
  EXPECT_EQ(view.finder().result().numFound, 3) << "L, the insert wy and A are no match in row 3";
  child<QLineEdit>("findText")->setText("L[");
  settle();
  EXPECT_FALSE(view.finder().problem().isEmpty());
  EXPECT_EQ(child<QLabel>("findSummary")->text(), view.finder().problem());
}

TEST_F(AlignmentEditTest, namesAreFoundToo) {
  key(Qt::Key_F, Qt::ControlModifier);
  child<QComboBox>("findWhere")->setCurrentIndex(1);
  child<QLineEdit>("findText")->setText("HUMAN");
  settle();
  EXPECT_EQ(view.finder().result().numFound, 2);
  view.stepToMatch(1);
  EXPECT_EQ(view.choices().cursorRow(), 1);
}

TEST_F(AlignmentEditTest, matchesAreMarkedInThePicture) {
  const QImage before = view.grab().toImage();
  view.finder().find({ui::FindRequest::Where::residues, "GERN", false});
  settle();
  const QImage after = view.grab().toImage();
  EXPECT_NE(before.pixelColor(cell(1, 7) + QPoint(4, 5)), after.pixelColor(cell(1, 7) + QPoint(4, 5)));
  EXPECT_EQ(before.pixelColor(cell(3, 7) + QPoint(4, 5)), after.pixelColor(cell(3, 7) + QPoint(4, 5)));
}

TEST_F(AlignmentEditTest, escapeClosesTheFindBarAndTheCanvasHasTheKeysAgain) {
  key(Qt::Key_F, Qt::ControlModifier);
  QTest::keyClick(child<QLineEdit>("findText"), Qt::Key_Escape);
  EXPECT_FALSE(child<QLineEdit>("findText")->isVisible());
}

TEST_F(AlignmentEditTest, barsLeaveTheRoomToThePicture) {
  const int before = view.canvas().height();
  key(Qt::Key_F, Qt::ControlModifier);
  key(Qt::Key_G, Qt::ControlModifier);
  QCoreApplication::processEvents();
  settle();
  EXPECT_LT(view.canvas().height(), before);
  EXPECT_GT(view.canvas().height(), before - 120);
}

TEST_F(AlignmentEditTest, mGoesToTheNextMismatchAndDifference) {
  click(cell(5, 0));
  key(Qt::Key_M);
  EXPECT_EQ(view.choices().cursorColumn(), 2) << "I for V";
  key(Qt::Key_M);
  EXPECT_EQ(view.choices().cursorColumn(), 4) << "S for A";
  click(cell(0, 7));
  key(Qt::Key_M, Qt::ShiftModifier);
  EXPECT_EQ(view.choices().cursorColumn(), 8);
}

TEST_F(AlignmentEditTest, goToColumnAndResidueAndNoFurther) {
  key(Qt::Key_G, Qt::ControlModifier);
  auto* text = child<QLineEdit>("goToText");
  ASSERT_NE(text, nullptr);
  text->setText("7");
  QTest::keyClick(text, Qt::Key_Return);
  EXPECT_EQ(view.choices().cursorColumn(), 6);
  child<QComboBox>("goToKind")->setCurrentIndex(1);
  text->setText("14");
  QTest::keyClick(text, Qt::Key_Return);
  EXPECT_EQ(view.choices().cursorColumn(), 3) << "query/11-20: residue 14 is in column 4";
  text->setText("300");
  QTest::keyClick(text, Qt::Key_Return);
  EXPECT_TRUE(child<QLabel>("goToProblem")->text().contains("300"));
  EXPECT_EQ(view.choices().cursorColumn(), 3);
}

TEST_F(AlignmentEditTest, goToAStructureNumberWithAnInsertionCode) {
  engine::Structure structure;
  engine::Chain chain{"B", {}};
  for (int k = 0; k < 10; ++k) {
    engine::Residue residue;
    residue.name = alphabet::threeLetter("MKVLAGERND"[k]);
    residue.letter = "MKVLAGERND"[k];
    residue.number = 50 + (k > 3 ? 3 : k);
    residue.insertionCode = k > 3 ? static_cast<char>('A' + k - 4) : ' ';
    chain.residues.push_back(residue);
  }
  structure.chains.push_back(chain);
  auto held = std::make_shared<engine::Dataset>();
  held->id = held->title = "s";
  held->value = std::make_shared<const engine::Structure>(structure);
  session.document().publish(held);
  key(Qt::Key_G, Qt::ControlModifier);
  child<QComboBox>("goToKind")->setCurrentIndex(2);
  child<QLineEdit>("goToText")->setText("B:53A");
  QTest::keyClick(child<QLineEdit>("goToText"), Qt::Key_Return);
  EXPECT_EQ(view.choices().cursorColumn(), 4);
  test::movePointer(view.canvas(), cell(0, 4));
  const QString status = view.statusText();
  EXPECT_TRUE(status.contains("Column 5")) << status.toStdString();
  EXPECT_TRUE(status.contains("Ala 15")) << status.toStdString();
  EXPECT_TRUE(status.contains("53A")) << status.toStdString();
}

TEST_F(AlignmentEditTest, controlCCopiesTheBlockAsFasta) {
  drag(cell(1, 3), cell(2, 5));
  key(Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(clipboard(), ">b_human/4-6\nL..AG\n>c_mouse/2-6\nLwyAG\n");
  key(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(clipboard(), ">b_human/4-6\nLAG\n>c_mouse/2-6\nLwyAG\n");
  command("alignment.copyText")->trigger();
  EXPECT_EQ(clipboard(), "LAG\nLAG\n");
}

TEST_F(AlignmentEditTest, aCopyFollowsTheOrderOfTheViewAndLeavesOutWhatIsHidden) {
  click(name(0));
  key(Qt::Key_H);
  command("alignment.sort.name")->trigger();
  settle();
  drag(ruler(0), ruler(1));
  command("alignment.copyText")->trigger();
  EXPECT_EQ(clipboard(), "MK\nMK\nM-\nWW\nMK\n");
}

TEST_F(AlignmentEditTest, theStateBringsEverythingBack) {
  click(cell(2, 3));
  drag(name(1), name(2));
  key(Qt::Key_H);
  drag(ruler(4), ruler(6));
  view.setRowOrder(ui::RowOrder::name);
  view.choices().setFilter({30, 0, 100, 100, "", false});
  view.finder().find({ui::FindRequest::Where::residues, "MK", false});
  view.setZoom({1.5, 1.2});
  settle();
  const QJsonObject state = view.state();
  TestView other(session);
  other.setDataset(session.document().find("a"));
  other.setState(state);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 5000));
  EXPECT_EQ(other.state(), state);
  EXPECT_EQ(other.order(), view.order());
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
  EXPECT_EQ(view.choices().reference(), 5);
  EXPECT_EQ(view.choices().cursorRow(), -1);
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
  EXPECT_TRUE(announces([&] { view.setRowOrder(ui::RowOrder::length); }));
  EXPECT_TRUE(announces([&] { view.choices().setFilter({10, 0, 100, 100, "", false}); }));
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
  EXPECT_EQ(view.choices().cursorColumn(), 0);
  key(Qt::Key_A, Qt::ControlModifier);
  key(Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(clipboard(), ">one\nW\n");
}

TEST_F(AlignmentEditTest, searchingAMillionResiduesDoesNotStopTheWindow) {
  engine::Alignment large;
  large.numColumns = 500;
  large.rows.resize(2000);
  for (Index k = 0; k < 500 * 2000; ++k) large.codes.push_back(static_cast<engine::ResidueCode>(k * 7 % 19));
  showAlignment(std::move(large));
  view.finder().find({ui::FindRequest::Where::residues, "A", false});
  EXPECT_TRUE(view.finder().isSearching()) << "the call comes back before the search is over";
  settle();
  EXPECT_GT(view.finder().result().numFound, 40000);
}

}  // namespace
