// Find in an alignment, go to places in it, copy from it.
#include "tests/ui/views/alignment/AlignmentFixture.h"

using engine::Index;
using test::alignmentOfRows;
using testing::ElementsAre;
namespace alphabet = engine::alphabet;

namespace alignment_find_test {

class AlignmentFindTest : public test::AlignmentEdit {};

TEST_F(AlignmentFindTest, findIgnoresGapsAndEnterGoesToTheNextMatch) {
  key(Qt::Key_F, Qt::ControlModifier);
  auto* text = child<QLineEdit>("findText");
  ASSERT_NE(text, nullptr);
  ASSERT_TRUE(text->isVisible());
  QTest::keyClicks(text, "vnd");
  settle();
  EXPECT_EQ(child<QLabel>("findSummary")->text(), "1 match");
  QTest::keyClick(text, Qt::Key_Return);
  EXPECT_EQ(view.selection().cursorRow(), 4);
  EXPECT_EQ(view.selection().cursorColumn(), 2);
}

TEST_F(AlignmentFindTest, f3StepsRoundTheMatchesInTheOrderOfTheView) {
  view.finder().find({ui::FindRequest::Where::residues, "rn", false});
  settle();
  std::vector<Index> visited;
  for (int step = 0; step < 4; ++step) {
    key(Qt::Key_F3);
    visited.push_back(view.selection().cursorRow());
  }
  EXPECT_THAT(visited, ElementsAre(0, 1, 5, 0));
  key(Qt::Key_F3, Qt::ShiftModifier);
  EXPECT_EQ(view.selection().cursorRow(), 5);
}

TEST_F(AlignmentFindTest, matchesAreCountedInTheOrderOfTheRowsOnTheScreen) {
  command("alignment.sort.name")->trigger();
  settle();
  view.finder().find({ui::FindRequest::Where::residues, "rn", false});
  settle();
  ASSERT_EQ(order().front(), 5) << "a_worm";
  std::vector<std::pair<Index, std::string>> visited;
  for (int step = 0; step < 3; ++step) {
    key(Qt::Key_F3);
    visited.emplace_back(view.selection().cursorRow(), view.finder().summary().toStdString());
  }
  EXPECT_THAT(visited, ElementsAre(std::pair(5, "1 of 3"), std::pair(1, "2 of 3"), std::pair(0, "3 of 3")));
  command("alignment.sort.original")->trigger();
  settle();
  EXPECT_EQ(view.finder().summary(), "1 of 3") << "the same match, now in the first row";
}

TEST_F(AlignmentFindTest, matchesOfHiddenRowsAreToldApart) {
  view.finder().find({ui::FindRequest::Where::residues, "rn", false});
  settle();
  view.selection().select({1, 2}, {});
  key(Qt::Key_H);
  settle();
  EXPECT_EQ(view.finder().summary(), "2 matches · 1 hidden");
  key(Qt::Key_F3);
  key(Qt::Key_F3);
  EXPECT_EQ(view.finder().summary(), "2 of 2 · 1 hidden");
}

TEST_F(AlignmentFindTest, aSearchThatIsCancelledSaysSoAndEnterStartsItAgain) {
  key(Qt::Key_F, Qt::ControlModifier);
  auto* text = child<QLineEdit>("findText");
  text->setText("rn");
  ASSERT_TRUE(view.finder().isSearching());
  session.jobs().cancelAll();
  EXPECT_FALSE(view.finder().isSearching());
  EXPECT_EQ(child<QLabel>("findSummary")->text(), "search stopped");
  QTest::keyClick(text, Qt::Key_Return);
  settle();
  EXPECT_EQ(child<QLabel>("findSummary")->text(), "3 matches");
}

TEST_F(AlignmentFindTest, expressionsFindMotifsAndMistakesAreTold) {
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

TEST_F(AlignmentFindTest, namesAreFoundToo) {
  key(Qt::Key_F, Qt::ControlModifier);
  child<QComboBox>("findWhere")->setCurrentIndex(1);
  child<QLineEdit>("findText")->setText("HUMAN");
  settle();
  EXPECT_EQ(view.finder().result().numFound, 2);
  command("alignment.findNext")->trigger();
  EXPECT_EQ(view.selection().cursorRow(), 1);
}

TEST_F(AlignmentFindTest, aPieceOfAnAlignmentIsFoundWithItsGaps) {
  view.finder().find({ui::FindRequest::Where::residues, "kv-----n. d", false});
  settle();
  EXPECT_EQ(view.finder().result().numFound, 1);
}

TEST_F(AlignmentFindTest, namesInAnyAlphabetAreFoundInEitherCase) {
  showAlignment(alignmentOfRows({{"Müller_1", "ARND"}, {"muller", "ARND"}, {"Σίσυφος", "ARND"}}));
  const auto numFound = [&](const char* text, bool isExpression) {
    view.finder().find({ui::FindRequest::Where::names, QString::fromUtf8(text), isExpression});
    settle();
    return view.finder().result().numFound;
  };
  EXPECT_EQ(numFound("MÜLLER", false), 1);
  EXPECT_EQ(numFound("m.ller", true), 2) << "one letter, two bytes";
  EXPECT_EQ(numFound("σίσ", false), 1);
  EXPECT_EQ(numFound("m.ller", false), 0);
}

TEST_F(AlignmentFindTest, theNextMatchIsTheOneBehindTheCursorThatWasMoved) {
  view.finder().find({ui::FindRequest::Where::residues, "rn", false});
  settle();
  key(Qt::Key_F3);
  EXPECT_EQ(view.selection().cursorRow(), 0);
  click(cell(4, 0));
  key(Qt::Key_F3);
  EXPECT_EQ(view.selection().cursorRow(), 5);
}

TEST_F(AlignmentFindTest, aMatchInHiddenColumnsIsPassed) {
  drag(ruler(8), ruler(9));
  key(Qt::Key_H);
  view.finder().find({ui::FindRequest::Where::residues, "nd", false});
  settle();
  std::vector<Index> visited;
  for (int step = 0; step < 3; ++step) {
    key(Qt::Key_F3);
    visited.push_back(view.selection().cursorRow());
  }
  EXPECT_THAT(visited, ElementsAre(0, 4, 5)) << "the cursor stands beside it";
}

TEST_F(AlignmentFindTest, aMatchThatEndsInAHiddenColumnIsMarkedUpToThere) {
  drag(ruler(9), ruler(9) + QPoint(4, 0));
  key(Qt::Key_H);
  settle();
  const QImage before = view.grab().toImage();
  view.finder().find({ui::FindRequest::Where::residues, "GERND", false});
  settle();
  EXPECT_NE(before.pixelColor(cell(0, 7) + QPoint(4, 5)), view.grab().toImage().pixelColor(cell(0, 7) + QPoint(4, 5)));
}

TEST_F(AlignmentFindTest, matchesAreMarkedInThePicture) {
  const QImage before = view.grab().toImage();
  view.finder().find({ui::FindRequest::Where::residues, "GERN", false});
  settle();
  const QImage after = view.grab().toImage();
  EXPECT_NE(before.pixelColor(cell(1, 7) + QPoint(4, 5)), after.pixelColor(cell(1, 7) + QPoint(4, 5)));
  EXPECT_EQ(before.pixelColor(cell(3, 7) + QPoint(4, 5)), after.pixelColor(cell(3, 7) + QPoint(4, 5)));
}

TEST_F(AlignmentFindTest, matchesStandOutInEverySchemeLightAndDark) {
  const auto distance = [](const QImage& a, const QImage& b) {
    double sum = 0;
    for (int y = 0; y < a.height(); ++y)
      for (int x = 0; x < a.width(); ++x) sum += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y)));
    return sum / (a.width() * a.height());
  };
  key(Qt::Key_F, Qt::ControlModifier);
  for (const ui::ThemeKind kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    for (const ui::AlignmentScheme scheme :
         {ui::AlignmentScheme::clustal, ui::AlignmentScheme::zappo, ui::AlignmentScheme::taylor,
          ui::AlignmentScheme::hydrophobicity, ui::AlignmentScheme::identity}) {
      setScheme(scheme);
      child<QLineEdit>("findText")->setText("");
      settle();
      const QRect found = cellBox(picture(), 1, 7).toRect(), other = cellBox(picture(), 3, 7).toRect();
      const QImage before = view.grab().toImage();
      child<QLineEdit>("findText")->setText("GERN");
      settle();
      const QImage after = view.grab().toImage();
      EXPECT_GT(distance(before.copy(found), after.copy(found)), 60) << static_cast<int>(scheme);
      EXPECT_EQ(before.copy(other), after.copy(other));
    }
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

TEST_F(AlignmentFindTest, escapeClosesTheFindBarAndTheCanvasHasTheKeysAgain) {
  key(Qt::Key_F, Qt::ControlModifier);
  QTest::keyClick(child<QLineEdit>("findText"), Qt::Key_Escape);
  EXPECT_FALSE(child<QLineEdit>("findText")->isVisible());
}

TEST_F(AlignmentFindTest, marksEndWithTheFindBarAndComeBackWithIt) {
  const auto pixel = [&] { return view.grab().toImage().pixelColor(cell(1, 7) + QPoint(4, 5)); };
  const QColor before = pixel();
  key(Qt::Key_F, Qt::ControlModifier);
  child<QLineEdit>("findText")->setText("GERN");
  settle();
  EXPECT_TRUE(view.finder().areMatchesMarked());
  QTest::keyClick(child<QLineEdit>("findText"), Qt::Key_Escape);
  settle();
  EXPECT_FALSE(view.finder().areMatchesMarked());
  EXPECT_EQ(pixel(), before);
  key(Qt::Key_F, Qt::ControlModifier);
  EXPECT_TRUE(view.finder().areMatchesMarked());
}

TEST_F(AlignmentFindTest, theWholeMatchComesIntoTheMiddleOfThePicture) {
  const engine::Alignment alignment = test::randomAlignment(200, 900);
  QString piece;
  for (size_t column = 500; column < 512; ++column)
    piece += QLatin1Char(alphabet::letterOf(alignment.codes[150 * 900 + column]));
  showAlignment(alignment);
  key(Qt::Key_F, Qt::ControlModifier);
  child<QLineEdit>("findText")->setText(piece);
  settle();
  QTest::keyClick(child<QLineEdit>("findText"), Qt::Key_Return);
  settle();
  ASSERT_EQ(view.selection().cursorColumn(), 500);
  const ui::AlignmentPicture shown = picture();
  const QRectF match = cellBox(shown, 150, 500).united(cellBox(shown, 150, 511)), cells = shown.layout.cells;
  EXPECT_TRUE(cells.contains(match));
  EXPECT_NEAR(match.center().x(), cells.center().x(), 2 * shown.viewport.columnWidth);
  EXPECT_NEAR(match.center().y(), cells.center().y(), 2 * shown.viewport.rowHeight);
}

TEST_F(AlignmentFindTest, escapeInThePictureClosesTheFindBarToo) {
  key(Qt::Key_F, Qt::ControlModifier);
  child<QLineEdit>("findText")->setText("GERN");
  settle();
  view.canvas().setFocus();
  key(Qt::Key_Escape);
  EXPECT_FALSE(child<QLineEdit>("findText")->isVisible());
  EXPECT_FALSE(view.finder().areMatchesMarked());
}

TEST_F(AlignmentFindTest, barsLeaveTheRoomToThePicture) {
  const int before = view.canvas().height();
  key(Qt::Key_F, Qt::ControlModifier);
  key(Qt::Key_G, Qt::ControlModifier);
  QCoreApplication::processEvents();
  settle();
  EXPECT_LT(view.canvas().height(), before);
  EXPECT_GT(view.canvas().height(), before - 120);
}

TEST_F(AlignmentFindTest, barsTakeMoreLinesInANarrowWindowInsteadOfMakingItWider) {
  command("alignment.filter")->trigger();
  command("alignment.find")->trigger();
  QCoreApplication::processEvents();
  auto* filter = child<QWidget>("filterBar");
  view.resize(1500, 600);
  settle();
  const int oneLine = filter->height();
  EXPECT_LT(view.minimumSizeHint().width(), 400);
  view.resize(420, 600);
  settle();
  EXPECT_EQ(view.width(), 420);
  EXPECT_GT(filter->height(), 2 * oneLine);
  for (QWidget* field : filter->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
    EXPECT_TRUE(filter->rect().contains(field->geometry())) << field->objectName().toStdString();
    EXPECT_GE(field->width(), std::min(60, field->sizeHint().width())) << field->objectName().toStdString();
  }
}

TEST_F(AlignmentFindTest, mGoesToTheNextMismatchAndDifference) {
  click(cell(5, 0));
  key(Qt::Key_M);
  EXPECT_EQ(view.selection().cursorColumn(), 2) << "I for V";
  key(Qt::Key_M);
  EXPECT_EQ(view.selection().cursorColumn(), 4) << "S for A";
  click(cell(0, 7));
  key(Qt::Key_M, Qt::ShiftModifier);
  EXPECT_EQ(view.selection().cursorColumn(), 8);
}

TEST_F(AlignmentFindTest, goToColumnAndResidueAndNoFurther) {
  key(Qt::Key_G, Qt::ControlModifier);
  auto* text = child<QLineEdit>("goToText");
  ASSERT_NE(text, nullptr);
  text->setText("7");
  QTest::keyClick(text, Qt::Key_Return);
  EXPECT_EQ(view.selection().cursorColumn(), 6);
  child<QComboBox>("goToKind")->setCurrentIndex(1);
  text->setText("14");
  QTest::keyClick(text, Qt::Key_Return);
  EXPECT_EQ(view.selection().cursorColumn(), 3) << "query/11-20: residue 14 is in column 4";
  text->setText("300");
  QTest::keyClick(text, Qt::Key_Return);
  EXPECT_TRUE(child<QLabel>("goToProblem")->text().contains("300"));
  EXPECT_EQ(view.selection().cursorColumn(), 3);
}

TEST_F(AlignmentFindTest, goToWhatIsHiddenSaysSo) {
  drag(ruler(3), ruler(5));
  key(Qt::Key_H);
  click(cell(1, 0));
  view.selection().select({1, 2}, {});
  key(Qt::Key_H);
  key(Qt::Key_G, Qt::ControlModifier);
  const auto problem = [&](int kind, const char* number) {
    child<QComboBox>("goToKind")->setCurrentIndex(kind);
    child<QLineEdit>("goToText")->setText(number);
    QTest::keyClick(child<QLineEdit>("goToText"), Qt::Key_Return);
    return child<QLabel>("goToProblem")->text().toStdString();
  };
  EXPECT_EQ(problem(1, "2"), "b_human is hidden.");
  EXPECT_EQ(problem(0, "5"), "Column 5 is hidden.");
  EXPECT_EQ(view.selection().cursorColumn(), 6) << "beside it";
  EXPECT_EQ(problem(0, "8"), "");
}

TEST_F(AlignmentFindTest, goToAStructureNumberWithAnInsertionCode) {
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
  session.document().publish(test::dataset(structure, "s"));
  key(Qt::Key_G, Qt::ControlModifier);
  child<QComboBox>("goToKind")->setCurrentIndex(2);
  child<QLineEdit>("goToText")->setText("B:53A");
  QTest::keyClick(child<QLineEdit>("goToText"), Qt::Key_Return);
  EXPECT_EQ(view.selection().cursorColumn(), 4);
  test::movePointer(view.canvas(), cell(0, 4));
  const QString status = view.statusText();
  EXPECT_TRUE(status.contains("Column 5")) << status.toStdString();
  EXPECT_TRUE(status.contains("Ala 15")) << status.toStdString();
  EXPECT_TRUE(status.contains("53A")) << status.toStdString();
}

TEST_F(AlignmentFindTest, aResidueOfAnExpandedInsertHasItsNumber) {
  change([](auto& look) { look.inserts = ui::AlignmentInserts::expanded; });
  const auto pointAt = [&](Index place, Index slot) {
    test::movePointer(view.canvas(), cell(place, slot));
    QString text;
    for (const ui::ReadoutLine& line : view.readout()) text += line.label + u' ' + line.value + u'|';
    return text.toStdString();
  };
  QSignalSpy changes(&view, &ui::View::readoutChanged);
  EXPECT_EQ(pointAt(2, 4), "Insert after column 4 of 10|Row c_mouse (3 of 6)|Residue Trp 3|");
  EXPECT_EQ(changes.count(), 1);
  EXPECT_EQ(pointAt(2, 5), "Insert after column 4 of 10|Row c_mouse (3 of 6)|Residue Tyr 4|");
  EXPECT_TRUE(view.statusText().contains("c_mouse Tyr 4")) << view.statusText().toStdString();
  EXPECT_NE(pointAt(0, 4).find("Residue gap"), std::string::npos) << "the row has no insert";
  EXPECT_NE(pointAt(2, 6).find("Residue Ala 5"), std::string::npos) << "the column behind it goes on counting";
  test::movePointer(view.canvas(), QPointF(2, 2));
  EXPECT_TRUE(view.readout().empty());
}

TEST_F(AlignmentFindTest, controlCCopiesTheBlockAsFasta) {
  drag(cell(1, 3), cell(2, 5));
  key(Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(clipboard(), ">b_human/4-6\nL..AG\n>c_mouse/2-6\nLwyAG\n");
  key(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(clipboard(), ">b_human/4-6\nLAG\n>c_mouse/2-6\nLwyAG\n");
  command("alignment.copyText")->trigger();
  EXPECT_EQ(clipboard(), "LAG\nLAG\n");
}

TEST_F(AlignmentFindTest, aCopyFollowsTheOrderOfTheViewAndLeavesOutWhatIsHidden) {
  click(name(0));
  key(Qt::Key_H);
  command("alignment.sort.name")->trigger();
  settle();
  drag(ruler(0), ruler(1));
  command("alignment.copyText")->trigger();
  EXPECT_EQ(clipboard(), "MK\nMK\nM-\nWW\nMK\n");
}

TEST_F(AlignmentFindTest, nothingIsCopiedWhenNothingOfTheSelectionIsShown) {
  QGuiApplication::clipboard()->setText("before");
  filterBy({0, 0, 100, 100, "human", false});
  settle();
  view.selection().select({5, 6}, {});
  QSignalSpy messages(&session, &ui::Session::message);
  key(Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(clipboard(), "before");
  EXPECT_EQ(messages.count(), 1);
}

TEST_F(AlignmentFindTest, largeCopiesAreJobs) {
  showAlignment(test::randomAlignment(2100, 600));
  QGuiApplication::clipboard()->setText("before");
  key(Qt::Key_A, Qt::ControlModifier);
  command("alignment.copyText")->trigger();
  EXPECT_EQ(clipboard(), "before") << "the call comes back at once";
  settle();
  EXPECT_EQ(clipboard().size(), 2100 * 601);
}

TEST_F(AlignmentFindTest, searchingAMillionResiduesDoesNotStopTheWindow) {
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

}  // namespace alignment_find_test
