// The edit mode: gaps, residues, rows and columns by keys and mouse, undone, redone and saved.
#include <QFileDialog>

#include "engine/io/Format.h"
#include "tests/support/Files.h"
#include "tests/ui/views/alignment/AlignmentFixture.h"
#include "ui/views/alignment/edit/AlignmentEditor.h"
#include "ui/views/alignment/edit/EditQueue.h"
#include "ui/views/base/ViewHistory.h"

using namespace test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace edit_mode_test {

class EditMode : public test::AlignmentEdit {
 protected:
  void SetUp() override {
    test::AlignmentEdit::SetUp();
    history.watch(&view);
    editor().setOn(true);
  }
  std::string row(Index row) {
    std::string letters;
    const engine::Alignment& alignment = view.model().alignment();
    for (Index column = 0; column < alignment.numColumns; ++column)
      letters += alphabet::letterOf(alignment.at(row, column));
    return letters;
  }
  std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const engine::AlignmentRow& row : view.model().alignment().rows) names.push_back(row.name);
    return names;
  }
  ui::AlignmentEditor& editor() { return ui::AlignmentEditor::of(view); }
  void undo() {
    history.undo();
    settle();
  }
  void redo() {
    history.redo();
    settle();
  }

  ui::ViewHistory history{session.selection()};
};

TEST_F(EditMode, isOffUntilItsKeyIsPressed) {
  editor().setOn(false);
  click(cell(0, 2));
  key(Qt::Key_Space);
  EXPECT_EQ(row(0), "MKVLAGERND");
  EXPECT_FALSE(view.title().contains("editing"));
  key(Qt::Key_E, Qt::ControlModifier);
  EXPECT_TRUE(view.title().contains("editing"));
  key(Qt::Key_E, Qt::ControlModifier);
  EXPECT_FALSE(editor().isOn());
}

TEST_F(EditMode, theSpaceBarInsertsAGapThatUndoTakesBack) {
  click(cell(0, 2));
  key(Qt::Key_Space);
  key(Qt::Key_Space);
  settle();
  EXPECT_EQ(row(0), "MK--VLAGERND");
  EXPECT_EQ(row(1), "MKVLAGERNE--") << "the alignment became wider";
  EXPECT_EQ(view.selection().cursorColumn(), 4) << "it goes with its residue";
  undo();
  undo();
  EXPECT_EQ(view.model().alignment(), family());
  redo();
  EXPECT_EQ(row(0), "MK-VLAGERND");
}

TEST_F(EditMode, deleteAndBackspaceTakeGapsOutAndLeaveResidues) {
  click(cell(4, 3));
  key(Qt::Key_Delete);
  EXPECT_EQ(row(4), "MKV----ND-");
  click(cell(4, 7));
  key(Qt::Key_Backspace);
  EXPECT_EQ(row(4), "MKV---ND--");
  EXPECT_EQ(view.selection().cursorColumn(), 6);
  QStringList messages;
  const auto listening =
      QObject::connect(&session, &ui::Session::message, &view,
                       [&messages](ui::MessageKind, const QString& text) { messages << text; });
  click(cell(0, 3));
  key(Qt::Key_Delete);
  EXPECT_EQ(row(0), "MKVLAGERND");
  ASSERT_EQ(messages.size(), 1);
  EXPECT_THAT(messages[0].toStdString(), HasSubstr("residue in column 4"));
  QObject::disconnect(listening);
}

TEST_F(EditMode, keysEditTheGroupOfRowsThatTheCursorIsIn) {
  click(name(0));
  click(name(1), Qt::ShiftModifier);
  click(cell(1, 2));
  EXPECT_EQ(rows(), "1-2") << "a click into them keeps them";
  key(Qt::Key_Space);
  EXPECT_EQ(row(0), "MK-VLAGERND");
  EXPECT_EQ(row(1), "MK-VLAGERNE");
  EXPECT_EQ(row(3), "WWWWWWWWWW-");
}

TEST_F(EditMode, lettersAreTypedThatAreCommandsOtherwise) {
  click(cell(0, 0));
  key(Qt::Key_H);
  key(Qt::Key_M);
  key(Qt::Key_Minus);
  EXPECT_EQ(row(0), "HM-LAGERND");
  EXPECT_EQ(view.selection().cursorColumn(), 3);
  EXPECT_EQ(view.model().arranger().arrangement()->numPlaces(), 6) << "nothing is hidden";
}

TEST_F(EditMode, residuesAreDraggedOverGapsWithTheirInserts) {
  const auto residues = view.model().alignment().ungapped(2).codes;
  drag(cell(2, 3), cell(2, 0));
  settle();
  EXPECT_EQ(row(2), "MLAGE----D") << "as far as there are gaps";
  EXPECT_EQ(view.model().alignment().ungapped(2).codes, residues);
  undo();
  EXPECT_EQ(view.model().alignment(), family());
}

TEST_F(EditMode, aDragWithShiftOpensAndClosesGapsInARowOrAGroup) {
  drag(cell(0, 2), cell(0, 5), Qt::LeftButton, Qt::ShiftModifier);
  settle();
  EXPECT_EQ(row(0), "MK---VLAGERND");
  EXPECT_EQ(row(1), "MKVLAGERNE---");
  drag(cell(0, 5), cell(0, 3), Qt::LeftButton, Qt::ShiftModifier);
  settle();
  EXPECT_EQ(row(0), "MK-VLAGERND--");
  drag(cell(0, 3), cell(0, 0), Qt::LeftButton, Qt::ShiftModifier);
  settle();
  EXPECT_EQ(row(0), "MKVLAGERND---") << "as far as there are gaps";
  click(name(0));
  click(name(1), Qt::ShiftModifier);
  drag(cell(1, 4), cell(1, 5), Qt::LeftButton, Qt::ShiftModifier);
  settle();
  EXPECT_EQ(row(0), "MKVL-AGERND--");
  EXPECT_EQ(row(1), "MKVL-AGERNE--");
  for (int step = 0; step < 9 && view.model().alignment() != family(); ++step) undo();
  EXPECT_EQ(view.model().alignment(), family());
}

TEST_F(EditMode, aClickWithShiftSelectsAsEver) {
  click(cell(0, 1));
  click(cell(2, 3), Qt::ShiftModifier);
  EXPECT_EQ(rows(), "1-3");
  EXPECT_EQ(columns(), "2-4");
}

TEST_F(EditMode, escapeLetsGoOfWhatIsDragged) {
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, cell(2, 3));
  movePointer(view.canvas(), cell(2, 1), Qt::LeftButton);
  EXPECT_EQ(editor().drag().by, -2);
  key(Qt::Key_Escape);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, cell(2, 1));
  EXPECT_EQ(row(2), "M--LAGE--D");
}

TEST_F(EditMode, rowsAreMovedByTheirNamesAndByKeys) {
  drag(name(0), name(2) + QPoint(0, 12));
  settle();
  EXPECT_THAT(names(), ElementsAre("b_human", "c_mouse", "query/11-20", "d_human", "e_yeast", "a_worm"));
  click(cell(2, 0));
  key(Qt::Key_Up, Qt::AltModifier);
  EXPECT_THAT(names(), ElementsAre("b_human", "query/11-20", "c_mouse", "d_human", "e_yeast", "a_worm"));
  EXPECT_EQ(view.selection().cursorRow(), 1) << "the cursor goes with it";
  key(Qt::Key_Down, Qt::AltModifier);
  settle();
  // The cursor was put elsewhere in between, which is a step of its own.
  for (int step = 0; step < 6 && names()[0] != "query/11-20"; ++step) undo();
  EXPECT_EQ(view.model().alignment(), family());
}

TEST_F(EditMode, rowsThatAreSortedAreNotMoved) {
  sortBy(ui::RowOrder::name);
  settle();
  click(cell(2, 0));
  key(Qt::Key_Up, Qt::AltModifier);
  EXPECT_EQ(names()[0], "query/11-20");
}

TEST_F(EditMode, aRowIsRenamedInTheBarBelow) {
  click(cell(1, 0));
  key(Qt::Key_F2);
  auto* field = child<QLineEdit>("rowName");
  ASSERT_TRUE(field && field->isVisible());
  EXPECT_EQ(field->text(), "b_human");
  field->setText("c_mouse");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_TRUE(child<QLabel>("rowNameProblem")->text().contains("has this name"));
  field->setText("human");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(names()[1], "human");
  EXPECT_FALSE(field->isVisible());
  undo();
  EXPECT_EQ(names()[1], "b_human");
}

TEST_F(EditMode, theNameThatWasClickedIsTheOneToRename) {
  click(cell(1, 0));
  click(name(3));
  key(Qt::Key_F2);
  auto* field = child<QLineEdit>("rowName");
  ASSERT_TRUE(field && field->isVisible());
  EXPECT_EQ(field->text(), "d_human") << "not that of the cursor";
  field->setText("dog");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(names()[3], "dog");
  click(name(2));
  click(name(4), Qt::ShiftModifier);
  key(Qt::Key_F2);
  EXPECT_EQ(field->text(), "e_yeast") << "the last one that was clicked";
  QTest::keyClick(field, Qt::Key_Escape);
  click(cell(3, 1));
  key(Qt::Key_F2);
  EXPECT_EQ(field->text(), "dog") << "the cursor went elsewhere since, into the selected rows";
  QTest::keyClick(field, Qt::Key_Escape);
  view.selection().select({5, 6}, {});
  key(Qt::Key_F2);
  EXPECT_EQ(field->text(), "a_worm") << "selected, by whatever means";
}

TEST_F(EditMode, aSelectionThatIsDraggedOverTheRulerIsOneStep) {
  constexpr int kPause = 450;  // longer than what ends a step otherwise
  click(cell(0, 2));
  key(Qt::Key_Space);
  settle();
  history.commit();
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, ruler(1));
  for (const Index slot : {2, 4, 6}) {
    movePointer(view.canvas(), ruler(slot), Qt::LeftButton);
    QTest::qWait(kPause);
  }
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, ruler(6));
  QTest::qWait(kPause);
  EXPECT_EQ(columns(), "2-7");
  undo();
  EXPECT_EQ(columns(), "");
  EXPECT_TRUE(keptColumns().empty()) << "what other views were told is of the same step";
  EXPECT_EQ(row(0), "MK-VLAGERND");
  undo();
  EXPECT_EQ(view.model().alignment(), family()) << "the edit is the step before";
  redo();
  redo();
  EXPECT_EQ(columns(), "2-7");
}

TEST_F(EditMode, deletingWithoutASelectionSaysWhatIsMissing) {
  QStringList messages;
  QObject::connect(&session, &ui::Session::message, &view,
                   [&messages](ui::MessageKind, const QString& text) { messages << text; });
  click(cell(1, 2));
  key(Qt::Key_Delete, Qt::ShiftModifier);
  key(Qt::Key_Delete, Qt::ControlModifier);
  EXPECT_EQ(view.model().alignment(), family());
  ASSERT_EQ(messages.size(), 2);
  EXPECT_THAT(messages[0].toStdString(), HasSubstr("No rows are selected"));
  EXPECT_THAT(messages[1].toStdString(), HasSubstr("No columns are selected"));
}

TEST_F(EditMode, selectedRowsAndColumnsAreDeleted) {
  click(name(3));
  key(Qt::Key_Delete, Qt::ShiftModifier);
  EXPECT_EQ(view.model().alignment().numRows(), 5);
  drag(ruler(2), ruler(4));
  key(Qt::Key_Delete, Qt::ControlModifier);
  EXPECT_EQ(row(0), "MKGERND");
  EXPECT_TRUE(view.selection().isEmpty());
  settle();
  for (int step = 0; step < 6 && view.model().alignment() != family(); ++step) undo();
  EXPECT_EQ(view.model().alignment(), family());
}

TEST_F(EditMode, aBlockIsRealignedToTheOtherRows) {
  showAlignment(alignmentOfRows({{"a", "MKWVLAGERNDC-"},
                                 {"b", "MKWVLAGERNDC-"},
                                 {"c", "MKWVIAGERNDC-"},
                                 {"d", "-MKWVLAGERNDC"}}));
  click(name(3));
  key(Qt::Key_R, Qt::ControlModifier);
  settle();
  EXPECT_EQ(row(3), "MKWVLAGERNDC-");
  undo();
  EXPECT_EQ(row(3), "-MKWVLAGERNDC");
}

TEST_F(EditMode, whatIsSavedIsTheFileInItsFormat) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "small.a3m";
  engine::writeFileWhole(path, ">one\nARwyND\n>two\nCQE-\n");
  engine::Progress progress;
  engine::Diagnostics diagnostics;
  session.document().publish(std::make_shared<const engine::Dataset>(engine::load(path, diagnostics, progress)));
  view.setDataset(session.document().find("small"));
  settle();
  click(cell(1, 0));
  key(Qt::Key_W);
  EXPECT_EQ(session.document().find("small")->provenance.edits.size(), 1u);
  command("alignment.save")->trigger();
  settle();
  EXPECT_EQ(engine::readFileWhole(path), ">one\nARwyND\n>two\nWQE-\n");
  EXPECT_TRUE(session.document().find("small")->provenance.edits.empty());
  undo();
  EXPECT_EQ(session.document().find("small")->provenance.edits.size(), 1u) << "the file is ahead of what is shown";
}

TEST_F(EditMode, saveAsStartsWithTheFormatTheAlignmentCameFromAndTakesAnother) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "small.sto", other = folder.path() / "other.a3m";
  engine::writeFileWhole(path, "# STOCKHOLM 1.0\n\none ARND\ntwo CQE-\n//\n");
  engine::Progress progress;
  engine::Diagnostics diagnostics;
  session.document().publish(std::make_shared<const engine::Dataset>(engine::load(path, diagnostics, progress)));
  view.setDataset(session.document().find("small"));
  settle();
  command("alignment.saveAs")->trigger();
  auto* dialog = view.findChild<QFileDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_TRUE(dialog->nameFilters().front().contains(".sto")) << dialog->nameFilters().front().toStdString();
  EXPECT_TRUE(dialog->nameFilters().filter(".a3m").size() == 1);
  EXPECT_EQ(dialog->selectedFiles().value(0), QString::fromStdString(path.string()));
  Q_EMIT dialog->fileSelected(QString::fromStdString(other.string()));
  dialog->close();
  settle();
  EXPECT_EQ(engine::readFileWhole(other), ">one\nARND\n>two\nCQE-\n");
  EXPECT_EQ(session.document().find("small")->source, other.string()) << "which it now comes from";
}

TEST_F(EditMode, theSmallestAlignmentsAreEdited) {
  showAlignment(alignmentOfRows({{"one", "A"}}));
  click(cell(0, 0));
  key(Qt::Key_Space);
  EXPECT_EQ(row(0), "-A");
  key(Qt::Key_Backspace);
  EXPECT_EQ(row(0), "A");
  key(Qt::Key_R, Qt::ControlModifier);
  click(name(0));
  key(Qt::Key_Delete, Qt::ShiftModifier);
  settle();
  EXPECT_EQ(row(0), "A") << "the last row stays";
  showAlignment({});
  for (const Qt::Key each : {Qt::Key_Space, Qt::Key_Delete, Qt::Key_A, Qt::Key_F2}) key(each);
  EXPECT_EQ(view.model().alignment().numRows(), 0);
}

TEST_F(EditMode, largeAlignmentsAreEditedInJobsOneAfterTheOther) {
  showAlignment(randomAlignment(ui::kEditedAtOnce / 1064 + 1, 1000));
  const std::string before = row(0);
  click(cell(0, 1));
  key(Qt::Key_Space);
  key(Qt::Key_Space);
  EXPECT_EQ(row(0), before) << "not yet";
  settle();
  EXPECT_EQ(row(0).substr(0, 4), before.substr(0, 1) + "--" + before.substr(1, 1));
}

}  // namespace edit_mode_test
