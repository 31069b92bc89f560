// A shown head table driven with the pointer and the keys.
#include "ui/views/headtable/HeadTableView.h"

#include <gtest/gtest.h>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include "engine/base/Error.h"
#include "engine/datasets/SequenceSet.h"
#include "tests/ui/support/Gui.h"
#include "tests/ui/views/heads/HeadTableFixture.h"
#include "ui/views/heads/ChosenHeads.h"
#include "ui/views/headtable/HeadTableBar.h"
#include "ui/views/headtable/HeadTableCommands.h"
#include "ui/views/headtable/HeadTablePage.h"

namespace head_table_view_test {

using namespace test;
using ui::HeadArrangement;
using ui::HeadTableOptions;

class HeadTableViewTest : public ::testing::Test {
 protected:
  void showWith(const std::shared_ptr<const HeadTable>& table, QSize size = {1200, 600}) {
    view.setDataset(tableDataset(table));
    test::show(view, size);
    view.rows().setFocus();
  }
  void clickHeading(const char* key) {
    ui::HeadHeadings& header = view.rows().headings();
    const int section = view.shown().columnWith(key);
    ASSERT_GE(section, 0) << key;
    view.rows().scrollTo(view.rows().model()->index(0, section));
    QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                      {header.sectionViewportPosition(section) + header.sectionSize(section) / 2, header.height() - 5});
  }
  const ui::HeadGroup* group(const std::string& name) const {
    for (const ui::HeadGroup& each : view.shown().groups)
      if (each.name == name) return &each;
    return nullptr;
  }
  void clickGroup(const std::string& name) {
    ui::HeadHeadings& header = view.rows().headings();
    view.rows().scrollTo(view.rows().model()->index(0, group(name)->first));
    QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, header.groupRect(*group(name)).center());
  }
  void clickRow(int row, Qt::KeyboardModifiers modifiers = {}) {
    const QRect cell = view.rows().visualRect(view.rows().model()->index(row, 0));
    QTest::mouseClick(view.rows().viewport(), Qt::LeftButton, modifiers, cell.center());
  }
  Index chosenHead() { return session.selection().layer() * kHeadsPerLayer + session.selection().head(); }
  void press(Qt::Key key) { QTest::keyClick(&view.rows(), key); }

  ui::Session session;
  ui::HeadTableView view{session};
};

TEST_F(HeadTableViewTest, refusesOtherDatasets) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->value = std::make_shared<const engine::SequenceSet>();
  EXPECT_FALSE(view.accepts(*dataset));
  EXPECT_THROW(view.setDataset(dataset), engine::Error);
  EXPECT_FALSE(view.rows().isVisibleTo(&view)) << "an empty view shows what to do, not an empty table";
  EXPECT_TRUE(view.readout().empty());
}

TEST_F(HeadTableViewTest, clicksOnAHeadingSortBothWaysAndBack) {
  showWith(someTable());
  clickHeading("P_all_L");
  EXPECT_EQ(view.shown().rows.front(), kBestHead);
  EXPECT_EQ(view.shown().rows.back(), 11) << "without a number";
  clickHeading("P_all_L");
  EXPECT_EQ(view.shown().rows.front(), 0);
  EXPECT_EQ(view.shown().rows.back(), 11);
  clickHeading("P_all_L");
  EXPECT_EQ(view.shown().rows.front(), 0);
  EXPECT_TRUE(view.options().sortedBy.empty());
  clickHeading("entropy");
  EXPECT_EQ(view.shown().rows[1], 1);
  QTest::mouseClick(&view.rows().corner(), Qt::LeftButton);
  EXPECT_EQ(view.options(), HeadTableOptions{});
}

TEST_F(HeadTableViewTest, whoSortsSeesWhatComesFirst) {
  showWith(someTable(), {1200, 260});
  clickRow(0);
  clickHeading("P_all_L");
  ASSERT_GT(view.shown().rowOf(chosenHead()), 5) << "the chosen head has gone down";
  EXPECT_EQ(view.rows().rowAt(1), 0) << "and the view has not followed it";
  view.rows().scrollToBottom();
  const int bottom = view.rows().rowAt(1);
  ASSERT_GT(bottom, 0);
  view.setDataset(tableDataset(someTable()));
  EXPECT_EQ(view.rows().rowAt(1), bottom) << "the same order is looked at where it was";
}

TEST_F(HeadTableViewTest, aClickOnTheNameOfAGroupUnfoldsIt) {
  showWith(someTable());
  EXPECT_EQ(view.shown().columnWith("P_short_L"), -1);
  clickGroup("Contacts");
  EXPECT_GE(view.shown().columnWith("P_short_L"), 0);
  EXPECT_EQ(view.rows().model()->columnCount(), static_cast<int>(view.shown().shown.size()));
  clickGroup("Contacts");
  EXPECT_EQ(view.shown().columnWith("P_short_L"), -1);
  EXPECT_TRUE(view.options().sortedBy.empty()) << "the click sorted nothing";
}

TEST_F(HeadTableViewTest, typedConditionsFilterAndTheCountTells) {
  showWith(someTable());
  view.bar().filter().setFocus();
  QTest::keyClicks(&view.bar().filter(), "P@L > 0.2");
  EXPECT_EQ(view.shown().rows, (std::vector<Index>{kBestHead, kSecondHead}));
  EXPECT_EQ(view.rows().model()->rowCount(), 2);
  EXPECT_EQ(view.shown().countText(), "2 of 12 heads");
  view.bar().filter().clear();
  EXPECT_EQ(view.rows().model()->rowCount(), 12);
}

TEST_F(HeadTableViewTest, aClickOnARowChoosesTheHeadEverywhere) {
  showWith(someTable());
  QSignalSpy spy(&session.selection(), &ui::SelectionModel::headChanged);
  clickRow(6);
  EXPECT_EQ(chosenHead(), 6);
  EXPECT_EQ(spy.size(), 1);
  EXPECT_EQ(view.rows().state().current, 6);
  ASSERT_FALSE(view.readout().empty());
  EXPECT_EQ(view.readout().front().value, "Layer 2, head 3");
}

TEST_F(HeadTableViewTest, aHeadChosenElsewhereIsBroughtIntoSight) {
  showWith(plainTable(33, 20), {900, 400});
  const auto isInSight = [&](Index head) {
    const QRect cell = view.rows().visualRect(view.rows().model()->index(static_cast<int>(head), 0));
    return view.rows().viewport()->rect().contains(cell.center());
  };
  ASSERT_FALSE(isInSight(600));
  session.selection().setHead(30, 0);
  EXPECT_EQ(view.rows().currentHead(), 600);
  EXPECT_TRUE(isInSight(600));
}

TEST_F(HeadTableViewTest, aHeadThatTheFilterHidesOrTheTableLacksMarksNoRow) {
  showWith(someTable());
  view.bar().filter().setText("contacts");
  session.selection().setHead(0, 2);
  EXPECT_EQ(view.rows().currentHead(), -1);
  EXPECT_EQ(view.rows().model()->rowCount(), 2);
  session.selection().setHead(7, 9);
  EXPECT_EQ(view.rows().currentHead(), -1);
  EXPECT_TRUE(view.readout().empty());
}

TEST_F(HeadTableViewTest, keysWalkThroughTheRowsOfTheOrder) {
  showWith(someTable());
  clickHeading("P_all_L");
  press(Qt::Key_Home);
  EXPECT_EQ(chosenHead(), kBestHead);
  press(Qt::Key_Down);
  EXPECT_EQ(chosenHead(), kSecondHead);
  press(Qt::Key_Up);
  EXPECT_EQ(chosenHead(), kBestHead);
  press(Qt::Key_End);
  EXPECT_EQ(chosenHead(), 11);
  press(Qt::Key_Escape);
  EXPECT_EQ(chosenHead(), 11) << "there was nothing to let go";
}

TEST_F(HeadTableViewTest, typingFindsHeadsByNameAndLabel) {
  showWith(someTable());
  test::activate(view);
  view.rows().setFocus();
  clickRow(0);
  QTest::keyClicks(&view.rows(), "2.3");
  EXPECT_EQ(chosenHead(), 6);
  QTest::qWait(QApplication::keyboardInputInterval() + 50);
  QTest::keyClicks(&view.rows(), "cont");
  EXPECT_EQ(chosenHead(), kBestHead) << "the search goes round";
  QTest::qWait(QApplication::keyboardInputInterval() + 50);
  QTest::keyClicks(&view.rows(), "zzz");
  EXPECT_EQ(chosenHead(), kBestHead);
}

TEST_F(HeadTableViewTest, selectedRowsAreCopiedAndOthersLearnOfThem) {
  showWith(someTable());
  clickRow(2);
  clickRow(4, Qt::ShiftModifier);
  EXPECT_EQ(view.rows().selectedHeads(), (std::vector<Index>{2, 3, 4}));
  ASSERT_TRUE(QTest::qWaitFor([&] { return ui::ChosenHeads::of(session).heads().size() == 3; }, 2000));
  QTest::keyClick(&view.rows(), Qt::Key_C, Qt::ControlModifier);
  const QString text = QGuiApplication::clipboard()->text();
  EXPECT_EQ(text.count(u'\n'), 4) << "a line of names and three heads";
  EXPECT_TRUE(text.startsWith("layer\thead\tlabel"));
}

TEST_F(HeadTableViewTest, headsChosenElsewhereAreSelectedRows) {
  showWith(someTable());
  ui::ChosenHeads::of(session).setNumbers({7, 1, 11}, *view.shown().table);
  EXPECT_EQ(view.rows().selectedHeads(), (std::vector<Index>{1, 7, 11}));
  ui::ChosenHeads::of(session).set({});
  EXPECT_EQ(view.rows().selectedHeads(), (std::vector<Index>{0})) << "the chosen one is left";
}

TEST_F(HeadTableViewTest, theGridChoosesAndTellsValues) {
  showWith(someTable());
  view.change([](HeadTableOptions& options) { options.coloredBy = "P_all_L"; });
  const ui::HeadGridLayout grid =
      ui::headGridOn(ui::ThemeModel::instance().theme(), view.shown(), view.canvas().size());
  test::movePointer(view.canvas(), grid.rectOf(kSecondHead).center());
  EXPECT_EQ(view.statusText(), "Layer 2, head 2: P@L 0.310");
  QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, grid.rectOf(kSecondHead).center().toPoint());
  EXPECT_EQ(chosenHead(), kSecondHead);
  EXPECT_EQ(view.rows().currentHead(), kSecondHead);
  test::movePointer(view.canvas(), {1, 1});
  EXPECT_TRUE(view.statusText().isEmpty());
  view.canvas().setFocus();
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  EXPECT_EQ(chosenHead(), kSecondHead + kHeadsPerLayer);
  QTest::keyClick(&view.canvas(), Qt::Key_Down);
  EXPECT_EQ(chosenHead(), kSecondHead + kHeadsPerLayer) << "the last layer";
}

TEST_F(HeadTableViewTest, cellsHaveTheColoursOfTheirValues) {
  showWith(someTable());
  view.change([](HeadTableOptions& options) {
    options.coloredBy = "P_all_L";
    options.arrangement = HeadArrangement::grid;
  });
  const QSize size(500, 400);
  const QImage image = view.renderImage(size, 1);
  const ui::HeadColoring& coloring = view.shown().coloring;
  EXPECT_EQ(coloring.look.high, 0.52);
  EXPECT_NE(coloring.colors[kBestHead], coloring.colors[0]);
  for (const Index head : {kBestHead, Index{0}, Index{3}})
    EXPECT_GT(test::countColor(image, coloring.colors[static_cast<size_t>(head)], 2), 100) << head;
}

TEST_F(HeadTableViewTest, theChoiceOfColoursOffersColumnsWithNumbersOnly) {
  showWith(someTable(Structure::none));
  const auto* box = view.findChild<QComboBox*>(QStringLiteral("color"));
  ASSERT_TRUE(box);
  EXPECT_GE(box->findData("entropy"), 0);
  EXPECT_EQ(box->findData("P_all_L"), -1) << "no structure";
  EXPECT_EQ(box->itemData(0).toString(), "") << "what tells most";
  EXPECT_EQ(box->itemData(1).toString(), "label");
}

TEST_F(HeadTableViewTest, theMenuOfAColumnColoursAndKeepsHeadsLikeTheChosenOne) {
  showWith(someTable());
  session.selection().setHead(1, 1);
  const auto choose = [&](const char* text) {
    showColumnMenu(view, view.shown().columnWith("P_all_L"), view.mapToGlobal(QPoint(50, 50)));
    auto* menu = view.findChild<QMenu*>();
    ASSERT_TRUE(menu);
    for (QAction* action : menu->actions())
      if (action->text() == QString::fromUtf8(text)) action->trigger();
    delete menu;
  };
  choose("Colour heads by P@L");
  EXPECT_EQ(view.options().coloredBy, "P_all_L");
  choose("Only heads with P@L ≥ 0.310");
  EXPECT_EQ(view.shown().rows, (std::vector<Index>{kBestHead, kSecondHead}));
  choose("Only heads with P@L ≤ 0.310");
  EXPECT_EQ(view.shown().rows, (std::vector<Index>{kSecondHead})) << "both conditions hold";
}

TEST_F(HeadTableViewTest, arrangementsShowTableGridOrBoth) {
  showWith(someTable());
  EXPECT_TRUE(view.rows().isVisible());
  EXPECT_TRUE(view.canvas().isVisible());
  QTest::keyClick(&view.bar().arrangement(), Qt::Key_Down);
  EXPECT_FALSE(view.canvas().isVisible());
  QTest::keyClick(&view.bar().arrangement(), Qt::Key_Down);
  EXPECT_FALSE(view.rows().isVisible());
  EXPECT_TRUE(view.canvas().isVisible());
  QTest::keyClick(&view.bar().arrangement(), Qt::Key_Home);
  EXPECT_TRUE(view.rows().isVisible());
}

TEST_F(HeadTableViewTest, withoutAStructureOneIsOffered) {
  showWith(someTable(Structure::none));
  EXPECT_TRUE(view.bar().structureButton().isVisible());
  EXPECT_TRUE(structureHelp(view).contains("not loaded"));
  session.document().publish(mapsDataset());
  session.document().publish(tableDataset(someTable(Structure::none)));
  EXPECT_TRUE(structureHelp(view).contains("open one"));
  QSignalSpy asked(&view, &ui::View::openFilesRequested);
  QTest::mouseClick(&view.bar().structureButton(), Qt::LeftButton);
  EXPECT_EQ(asked.size(), 1);
  showWith(someTable());
  EXPECT_FALSE(view.bar().structureButton().isVisible());
}

TEST_F(HeadTableViewTest, stateComesBack) {
  showWith(someTable());
  clickHeading("entropy");
  clickGroup("Offsets");
  view.bar().filter().setText("contacts");
  const QJsonObject state = view.state();
  view.resetView();
  EXPECT_EQ(view.options(), HeadTableOptions{});
  EXPECT_TRUE(view.bar().filter().text().isEmpty());
  QSignalSpy changed(&view, &ui::View::stateChanged);
  view.setState(state);
  EXPECT_EQ(view.state(), state);
  EXPECT_EQ(changed.size(), 1);
  EXPECT_EQ(view.bar().filter().text(), "contacts");
  view.setState({{"filter", 3}, {"arrangement", "nothing"}});
  EXPECT_EQ(view.state(), state);
}

TEST_F(HeadTableViewTest, pagesAreVectorsWithRowsGridAndWords) {
  showWith(someTable());
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("heads.svg"));
  view.exportVector(path, {1300, 500});
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QString page = QString::fromUtf8(file.readAll());
  for (const char* text : {"previous residue", "0.520", "12 heads", "by chance"})
    EXPECT_TRUE(page.contains(QLatin1String(text))) << text;
  EXPECT_FALSE(page.contains(QStringLiteral("<image")));
  EXPECT_TRUE(view.caption().contains("12 heads of planted"));
  EXPECT_TRUE(view.caption().contains("1LDM"));
}

TEST_F(HeadTableViewTest, numbersAndTablesAreSaved) {
  showWith(someTable());
  view.bar().filter().setText("contacts");
  const auto numbers = view.visibleNumbers();
  ASSERT_EQ(numbers.size(), 1U);
  EXPECT_EQ(numbers[0].values.length(0), 2);
  EXPECT_EQ(numbers[0].rowLabels[0], "Layer 2, head 1");
  const QTemporaryDir folder;
  saveHeadRows(view, folder.filePath(QStringLiteral("heads.tsv")));
  QFile file(folder.filePath(QStringLiteral("heads.tsv")));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(QString::fromUtf8(file.readAll()).count(u'\n'), 3);
}

TEST_F(HeadTableViewTest, noHeadAndOneHeadAreShown) {
  showWith(plainTable(0, 0));
  EXPECT_FALSE(view.grab().isNull());
  press(Qt::Key_Home);
  press(Qt::Key_Down);
  EXPECT_TRUE(view.visibleNumbers().empty());
  showWith(plainTable(1, 1));
  EXPECT_FALSE(view.grab().isNull());
  press(Qt::Key_End);
  EXPECT_EQ(view.rows().currentHead(), 0);
  EXPECT_FALSE(view.renderImage({400, 300}, 1).isNull());
}

}  // namespace head_table_view_test
