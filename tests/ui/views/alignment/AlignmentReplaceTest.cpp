// What a view forgets when its alignment, or what it is linked to, is replaced or rearranged.
#include <QSpinBox>
#include <QToolTip>

#include "engine/io/Format.h"
#include "tests/support/Files.h"
#include "tests/ui/views/alignment/AlignmentFixture.h"

using namespace test;
using testing::ElementsAre;
namespace alphabet = engine::alphabet;

namespace alignment_replace_test {

class AlignmentReplaceTest : public test::AlignmentEdit {};

TEST_F(AlignmentReplaceTest, anotherStructureOfTheSameNameBringsItsOwnStates) {
  engine::Progress progress;
  engine::Diagnostics diagnostics;
  const engine::Dataset loaded = engine::load(test::sampleFile("1A0J_A.pdb.gz"), diagnostics, progress);
  engine::Structure structure = *loaded.as<engine::Structure>();
  std::string letters;
  for (const engine::Residue& residue : structure.chains[0].residues) letters += residue.letter;
  showAlignment(alignmentOfRows({{"one", letters}}));
  const auto numStrands = [&] {
    settle();
    for (const ui::AlignmentTrack& track : view.model().tracks())
      if (track.id == "structure:s") return std::count(track.symbols.begin(), track.symbols.end(), 'E');
    return std::ptrdiff_t{-1};
  };
  session.document().publish(dataset(structure, "s"));
  EXPECT_GT(numStrands(), 50);
  for (engine::Residue& residue : structure.chains[0].residues)
    std::erase_if(residue.atoms, [](const engine::Atom& atom) { return atom.name != "CA"; });
  session.document().publish(dataset(structure, "s"));
  EXPECT_EQ(numStrands(), 0) << "nothing is known of a trace of CA atoms";
  session.document().remove("s");
  EXPECT_EQ(numStrands(), -1);
}

TEST_F(AlignmentReplaceTest, columnsPutAsideByTheOldAlignmentAreTakenBack) {
  drag(ruler(2), ruler(4));
  ASSERT_THAT(keptColumns(), ElementsAre(2, 3, 4));
  view.setDataset(dataset(test::family(), "b"));
  EXPECT_THAT(keptColumns(), ElementsAre());
  view.selection().select({}, {5, 6});
  EXPECT_THAT(keptColumns(), ElementsAre(5));
}

TEST_F(AlignmentReplaceTest, rowsOfTheOldAlignmentMeanNothingInAnother) {
  change([](auto& look) {
    look.reference = {ui::AlignmentReference::Kind::row, 3};
    look.rulerRow = 2;
    look.expandedInserts = {4};
  });
  session.document().publish(dataset(test::family()));
  settle();
  EXPECT_EQ(view.model().options().rulerRow, 2) << "a new version of the same one";
  view.setDataset(dataset(alignmentOfRows({{"one", "ARND"}, {"two", "ARND"}}), "b"));
  EXPECT_EQ(view.model().options().reference, ui::AlignmentReference());
  EXPECT_EQ(view.model().options().rulerRow, -1);
  EXPECT_TRUE(view.model().options().expandedInserts.empty());
}

TEST_F(AlignmentReplaceTest, aRowMayBeChosenAmongAllRowsAlsoHiddenOnes) {
  view.selection().select({3, 6}, {});
  key(Qt::Key_H);
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  EXPECT_EQ(form->findChild<QSpinBox*>("rulerRow")->maximum(), 6);
  session.document().publish(dataset(test::randomAlignment(40, 10)));
  settle();
  EXPECT_EQ(form->findChild<QSpinBox*>("rulerRow")->maximum(), 40);
}

TEST_F(AlignmentReplaceTest, aRowUnderThePointerThatIsGoneIsNotMarked) {
  const QRectF box = cellBox(picture(), 5, 0).adjusted(0, -1, 60, 1);
  test::movePointer(view.canvas(), name(5));
  view.selection().select({1, 6}, {});
  key(Qt::Key_H);
  settle();
  EXPECT_EQ(test::countColor(grab(box), ui::ThemeModel::instance().theme().canvas, 0),
            box.toAlignedRect().width() * box.toAlignedRect().height());
}

TEST_F(AlignmentReplaceTest, aDragFromBelowTheNamesSelectsNothing) {
  click(name(1));
  key(Qt::Key_Escape);
  drag(name(5) + QPoint(0, 60), name(3));
  EXPECT_EQ(rows(), "");
}

TEST_F(AlignmentReplaceTest, oddAlignmentsCanBeUsedInEveryLook) {
  engine::Alignment insertsAlone = alignmentOfRows({{"one", ""}, {"two", ""}});
  insertsAlone.rows[1].inserts = {{0, {alphabet::codeOf('w'), alphabet::codeOf('y')}}};
  engine::Alignment noRows;
  noRows.numColumns = 5;
  for (const engine::Alignment& odd : {engine::Alignment{}, noRows, insertsAlone, alignmentOfRows({{"", "-"}}),
                                       alignmentOfRows({{"a", "----"}, {"a", "...~"}}),
                                       alignmentOfRows({{"é", "BZXUOJ*.~-"}, {"é", "bzxuojmkva"}, {"", "*********B"}})})
    for (const bool isWrapped : {false, true}) {
      showAlignment(odd, {300, 200});
      change([&](auto& look) {
        look.isWrapped = isWrapped;
        look.inserts = ui::AlignmentInserts::expanded;
        look.hasOnlyDifferences = look.hasLegend = look.hasWeights = look.isFadedByConservation = true;
        look.tracks = {{"logo", true}, {"entropy", true}};
      });
      for (const Qt::Key pressed : {Qt::Key_Right, Qt::Key_End, Qt::Key_PageDown, Qt::Key_Home, Qt::Key_M, Qt::Key_H})
        for (const Qt::KeyboardModifiers with : {Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier})
          key(pressed, with);
      for (const char* id : {"alignment.selectAll", "alignment.copy", "alignment.invert", "alignment.sort.tree",
                             "alignment.sort.weight", "alignment.fit", "alignment.nextDifference"})
        command(id)->trigger();
      view.finder().find({ui::FindRequest::Where::residues, "B", false});
      drag(QPoint(20, 120), QPoint(280, 30));
      settle();
      EXPECT_EQ(order().size(), odd.rows.size());
      EXPECT_EQ(view.finder().result().numFound,
                std::count(odd.codes.begin(), odd.codes.end(), alphabet::codeOf('B')) +
                    std::count(odd.codes.begin(), odd.codes.end(), alphabet::codeOf('b')));
      EXPECT_FALSE(view.renderImage(view.wholeSize(), 1).isNull());
      view.setState(view.state());
    }
}

TEST_F(AlignmentReplaceTest, namesAreShownAsTheyAreHoweverLong) {
  const std::string name = "<b>sp</b>|" + std::string(2000, 'x') + "|é\xc3";
  showAlignment(alignmentOfRows({{name, "ARND"}, {name, "ARND"}, {"", "ARND"}}));
  test::movePointer(view.canvas(), test::AlignmentEdit::name(0));
  EXPECT_TRUE(QToolTip::text().contains("&lt;b&gt;sp&lt;/b&gt;|xxx")) << QToolTip::text().toStdString();
  EXPECT_LT(QToolTip::text().size(), 400);
  EXPECT_LE(picture().layout.names.width(), 200);
  EXPECT_GT(numInk(grab(picture().layout.cells)), 20);
  sortBy(ui::RowOrder::name);
  settle();
  EXPECT_THAT(order(), ElementsAre(2, 0, 1)) << "equal names keep the order of the file";
}

}  // namespace alignment_replace_test
