// The tree beside the rows: order, clades that are folded, the cut, groups, what tells them apart, state.
#include <QLayout>
#include <QListWidget>
#include <QPushButton>
#include <QSlider>
#include <cmath>

#include "engine/io/Format.h"
#include "tests/support/Files.h"
#include "tests/ui/views/alignment/AlignmentFixture.h"
#include "ui/views/alignment/edit/AlignmentEditor.h"
#include "ui/views/alignment/tree/AlignmentTree.h"
#include "ui/views/base/ViewHistory.h"

using namespace ui;
using namespace test;

namespace alignment_tree_test {

/// ((a:1,b:1):1,(c:1,d:1):1): nodes 0, 1 (a 2, b 3), 4 (c 5, d 6).
engine::Tree fourLeaves() {
  engine::Tree tree;
  tree.add(-1, 0);
  for (const auto& [first, second] : {std::pair("a", "c"), std::pair("b", "d")}) {
    const Index clade = tree.add(0, 1);
    tree.add(clade, 1, first);
    tree.add(clade, 1, second);
  }
  return tree;
}

/// Rows a and c have Gln where b and d have Arg, in column 2.
engine::Alignment twoSubfamilies() {
  return alignmentOfRows({{"a", "MKQL"}, {"b", "MKRL"}, {"c", "MKQI"}, {"d", "MKRL"}});
}

std::shared_ptr<const ShownTree> shownOf(const TreeOptions& options) {
  return shownTree(std::make_shared<const engine::Tree>(fourLeaves()), {-1, -1, 0, 2, -1, 1, 3}, 5, options);
}

TEST(ShownTree, putsRowsInTheOrderOfLeavesAndOthersBehind) {
  EXPECT_EQ(shownOf({})->order(), (std::vector<Index>{0, 2, 1, 3, 4}));
  EXPECT_TRUE(shownOf({})->groups.empty());
  EXPECT_TRUE(shownOf({})->folded().isEmpty());
}

TEST(ShownTree, foldsAllRowsOfACladeButTheFirst) {
  TreeOptions options;
  options.collapsed.add(4, 5);
  EXPECT_EQ(shownOf(options)->folded(), engine::IndexRanges(3, 4));
  const std::vector<double> places = placesOfNodes(*shownOf(options), {0, 2, 1, -1, 3});
  EXPECT_DOUBLE_EQ(places[1], 1.0);
  EXPECT_DOUBLE_EQ(places[4], 2.5);
  EXPECT_TRUE(std::isnan(places[5]));
  EXPECT_TRUE(std::isnan(places[6]));
}

TEST(ShownTree, coloursAndNamesTheGroupsOfTheCut) {
  TreeOptions options;
  options.cut = 0.25;
  options.names[4] = "Malate";
  const auto shown = shownOf(options);
  ASSERT_EQ(shown->groups.size(), 2U);
  EXPECT_EQ(shown->groups[0].name, "Group 1");
  EXPECT_EQ(shown->groups[1].name, "Malate");
  EXPECT_NE(shown->groups[0].color, shown->groups[1].color);
  EXPECT_EQ(shown->groupOfRow, (std::vector<Index>{0, 1, 0, 1, -1}));
  EXPECT_EQ(shown->colorOfNode(6), shown->groups[1].color);
  EXPECT_FALSE(shown->colorOfNode(0).isValid());
  options.cut = 0.75;
  EXPECT_EQ(shownOf(options)->numCompared(), 0);
  EXPECT_EQ(shownOf(options)->groups[0].name, "a");
}

TEST(ShownTree, makesOneGroupOfCladesWithTheSameName) {
  TreeOptions options;
  options.cut = 0.75;
  const auto leaves = shownOf(options);
  ASSERT_EQ(leaves->groups.size(), 4U);
  for (const Index leaf : {2, 5}) options.names[leaf] = "First";
  const auto shown = shownOf(options);
  ASSERT_EQ(shown->groups.size(), 3U);
  EXPECT_EQ(shown->groups[0].nodes, (std::vector<Index>{2, 5}));
  EXPECT_EQ(shown->groups[0].numRows, 2);
  EXPECT_EQ(shown->groupOfRow, (std::vector<Index>{0, 0, 1, 2, -1}));
  EXPECT_EQ(shown->groups[1].name, leaves->groups[1].name);
}

TEST(ShownTree, comparesNamedGroupsAloneOnceThereAreTwo) {
  TreeOptions options;
  options.cut = 0.25;
  EXPECT_EQ(shownOf(options)->numCompared(), 2);
  options.names[1] = "First";
  EXPECT_EQ(shownOf(options)->numCompared(), 2) << "one name tells nothing apart";
  options.cut = 0.75;
  options.names = {{2, "First"}, {3, "First"}, {5, "Second"}};
  EXPECT_EQ(shownOf(options)->numCompared(), 1) << "single rows are not compared";
}

TEST(ShownTree, keepsNumbersAndColoursOfGroupsThatLostRows) {
  TreeOptions options;
  options.cut = 0.25;
  const auto whole = shownOf(options);
  const auto less =
      shownTree(std::make_shared<const engine::Tree>(fourLeaves()), {-1, -1, -1, -1, -1, 0, 1}, 2, options);
  ASSERT_EQ(less->groups.size(), 2U);
  EXPECT_EQ(less->groups[0].numRows, 0);
  EXPECT_FALSE(less->groups[0].isCompared);
  EXPECT_EQ(less->groups[1].name, whole->groups[1].name);
  EXPECT_EQ(less->groups[1].color, whole->groups[1].color);
  EXPECT_EQ(less->order(), (std::vector<Index>{0, 1}));
  EXPECT_EQ(less->numWithoutRow(), 2);
  const std::vector<double> places = placesOfNodes(*less, {0, 1});
  EXPECT_TRUE(std::isnan(places[1]));
  EXPECT_DOUBLE_EQ(places[4], 1.0);
}

TEST(TreeOptions, areWrittenAndRead) {
  TreeOptions options;
  options.isShown = true;
  options.dataset = "t";
  options.cut = 0.3;
  options.collapsed.add(2, 4);
  options.names[3] = "Q";
  TreeOptions read;
  read.fromJson(options.toJson());
  EXPECT_EQ(read, options);
  read.fromJson({{"cut", 7}, {"width", "x"}, {"names", QJsonObject{{"no", "x"}, {"-1", "x"}}}});
  EXPECT_EQ(read.cut, 1);
  EXPECT_EQ(read.width, options.width);
  EXPECT_TRUE(read.names.empty());
}

class AlignmentTreeView : public AlignmentEdit {
 protected:
  void SetUp() override {
    showAlignment(twoSubfamilies());
    session.document().publish(dataset(fourLeaves(), "t"));
  }
  void showTree() {
    view.model().tree().show("t");
    settle();
  }
  void cut(double share) {
    view.model().tree().change([&](TreeOptions& options) { options.cut = share; });
    settle();
  }
  QPoint onTree(double depthShare, double place) const {
    const AlignmentPicture shown = picture();
    const double left = shown.layout.tree.left() + 8, right = shown.layout.tree.right() - 4;
    return QPointF(left + depthShare * (right - left), shown.yOf(place)).toPoint();
  }
};

TEST_F(AlignmentTreeView, showsATreeWhoseLeavesAreItsRowsAndNoOther) {
  EXPECT_EQ(order(), (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_TRUE(picture().layout.tree.isEmpty());
  view.setDataset(session.document().find("t"));
  settle();
  EXPECT_EQ(order(), (std::vector<Index>{0, 2, 1, 3}));
  EXPECT_FALSE(picture().layout.tree.isEmpty());
  EXPECT_EQ(picture().layout.tree.right(), picture().layout.names.left());
  engine::Tree other;
  other.add(-1, 0, "nobody");
  EXPECT_FALSE(view.accepts(*dataset(std::move(other), "o")));
  EXPECT_EQ(view.model().tree().candidates().size(), 1U);
}

TEST_F(AlignmentTreeView, goesBackToTheChosenOrderWithoutIt) {
  showTree();
  command("alignment.tree.show")->trigger();
  settle();
  EXPECT_EQ(order(), (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_EQ(view.model().tree().shown(), nullptr);
  command("alignment.tree.show")->trigger();
  session.document().remove("t");
  settle();
  EXPECT_EQ(view.model().tree().shown(), nullptr);
}

TEST_F(AlignmentTreeView, foldsACladeByAClickAndOpensItAgain) {
  showTree();
  click(onTree(0.5, 3.0));
  settle();
  EXPECT_EQ(order(), (std::vector<Index>{0, 2, 1}));
  command("alignment.tree.open")->trigger();
  settle();
  EXPECT_EQ(order(), (std::vector<Index>{0, 2, 1, 3}));
}

TEST_F(AlignmentTreeView, makesGroupsWhereTheCutIsDraggedTo) {
  showTree();
  EXPECT_TRUE(view.model().tree().shown()->groups.empty());
  drag(onTree(0, 0.5), onTree(0.3, 0.5));
  settle();
  EXPECT_NEAR(view.model().tree().options().cut, 0.3, 0.02);
  ASSERT_EQ(view.model().tree().shown()->groups.size(), 2U);
  EXPECT_TRUE(hasTrack("subfamilies"));
  EXPECT_TRUE(hasTrack("group:1:logo"));
  EXPECT_FALSE(hasTrack("group:1:consensus")) << "can be chosen, but logos say more while groups are few";
  EXPECT_GT(countColor(grab(picture().layout.names), view.model().tree().shown()->groups[0].color), 20);
}

TEST_F(AlignmentTreeView, listsTheColumnsThatTellGroupsApartAndGoesThere) {
  showTree();
  cut(0.3);
  ASSERT_FALSE(view.model().tree().columns().empty());
  EXPECT_EQ(view.model().tree().columns()[0].column, 2);
  EXPECT_FLOAT_EQ(view.model().tree().columns()[0].score, 1);
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  auto* list = form->findChild<QListWidget*>("treeColumns");
  ASSERT_EQ(list->count(), 4);
  form->resize(260, form->heightForWidth(260));
  form->layout()->activate();
  EXPECT_GT(list->width(), 200) << "residues of many groups are long";
  EXPECT_EQ(list->item(0)->text(), "3: 1.00  Q | R");
  EXPECT_TRUE(list->item(0)->toolTip().contains("Group 1: Q 100 %"));
  Q_EMIT list->itemClicked(list->item(0));
  EXPECT_EQ(session.selection().locked().first.index, 2);
  EXPECT_EQ(view.selection().cursorColumn(), 2);
  EXPECT_TRUE(view.captionText().contains("column 3 tells the groups apart most (1.00)"));
}

TEST_F(AlignmentTreeView, tellsOfGroupsAndCladesUnderThePointer) {
  showTree();
  cut(0.3);
  movePointer(view.canvas(), cell(1, 2));
  std::vector<std::pair<QString, QString>> lines;
  for (const ReadoutLine& line : view.readout()) lines.emplace_back(line.label, line.value);
  EXPECT_THAT(lines, testing::Contains(testing::Pair(QString("Group"), QString("Group 1"))));
  EXPECT_THAT(lines, testing::Contains(testing::Pair(QString("Group 1"), QString("Q 100 %"))));
  const auto rank = testing::Pair(QString("Tells groups apart"), QString("1.00 of 1, rank 1 of 4"));
  EXPECT_THAT(lines, testing::Contains(rank));
  const auto tipAt = [this](QPoint point) { return pointedAt(picture(), point).tip.value_or(QString()); };
  EXPECT_EQ(tipAt(onTree(0.5, 3.0)), "Clade of 2 rows, 1 from the root; a click closes it");
  EXPECT_TRUE(tipAt(onTree(0.3, 0.5)).startsWith("Drag"));
}

TEST_F(AlignmentTreeView, renamesGroupsInTheForm) {
  showTree();
  cut(0.3);
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  auto* list = form->findChild<QListWidget*>("treeGroups");
  ASSERT_EQ(list->count(), 2);
  list->item(0)->setText("Lactate");
  settle();
  EXPECT_EQ(view.model().tree().shown()->groups[0].name, "Lactate");
  EXPECT_TRUE(view.captionText().contains("Lactate (2 rows)"));
  list->item(1)->setText("Lactate");
  settle();
  EXPECT_TRUE(view.captionText().contains("Lactate (4 rows)"));
  EXPECT_TRUE(view.model().tree().columns().empty()) << "one group is like no other";
}

TEST_F(AlignmentTreeView, buildsATreeOfItsRows) {
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  form->findChild<QPushButton*>("treeBuild")->click();
  settle();
  ASSERT_TRUE(view.model().tree().shown());
  EXPECT_EQ(view.model().tree().shown()->tree->numLeaves(), 4);
  EXPECT_EQ(view.model().tree().candidates().size(), 2U);
}

TEST_F(AlignmentTreeView, keepsItsChoicesInTheState) {
  showTree();
  cut(0.3);
  const QJsonObject state = view.state();
  view.model().tree().change([](TreeOptions& options) { options = {}; });
  settle();
  view.setState(state);
  settle();
  EXPECT_EQ(view.state()["tree"], state["tree"]);
  EXPECT_EQ(view.model().tree().shown()->groups.size(), 2U);
}

TEST_F(AlignmentTreeView, showsFamiliesThatWereStackedAsGroups) {
  engine::Alignment stack = twoSubfamilies();
  for (size_t row = 0; row < 4; ++row) stack.rows[row].notes = {{"family", row < 2 ? "query" : "template"}};
  session.document().publish(dataset(std::move(stack), "stack"));
  view.setDataset(session.document().find("stack"));
  settle();
  ASSERT_TRUE(view.model().tree().shown());
  EXPECT_EQ(order(), (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_EQ(view.model().tree().shown()->groups[1].name, "template");
  EXPECT_EQ(view.model().tree().shown()->groupOfRow, (std::vector<Index>{0, 0, 1, 1}));
  EXPECT_TRUE(hasTrack("subfamilies"));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  EXPECT_EQ(form->findChild<QComboBox*>("tree")->currentText(), "Families");
}

TEST_F(AlignmentTreeView, keepsTreeCutAndGroupsWhenRowsAreDeletedAndUndoBringsAllBack) {
  ViewHistory history{session.selection()};
  history.watch(&view);
  QStringList messages;
  QObject::connect(&session, &Session::message, &view,
                   [&messages](MessageKind, const QString& text) { messages << text; });
  showTree();
  cut(0.3);
  view.model().tree().change([](TreeOptions& options) { options.names[4] = "Malate"; });
  settle();
  const auto before = *view.model().tree().shown();
  AlignmentEditor::of(view).setOn(true);
  click(name(0));
  key(Qt::Key_Delete, Qt::ShiftModifier);
  settle();
  ASSERT_EQ(view.model().alignment().numRows(), 3);
  ASSERT_TRUE(view.model().tree().shown());
  const ShownTree& after = *view.model().tree().shown();
  EXPECT_EQ(after.cut, before.cut);
  EXPECT_EQ(order(), (std::vector<Index>{1, 0, 2})) << "c, then b and d";
  ASSERT_EQ(after.groups.size(), 2U);
  EXPECT_EQ(after.groups[0].numRows, 1);
  EXPECT_EQ(after.groups[1].name, "Malate");
  EXPECT_EQ(after.groups[1].color, before.groups[1].color);
  EXPECT_EQ(after.groupOfRow, (std::vector<Index>{1, 0, 1}));
  ASSERT_EQ(messages.size(), 1);
  EXPECT_TRUE(messages[0].contains("1 of its 4 leaves have no row"));
  EXPECT_TRUE(view.captionText().contains("built before 1 of its 4 rows were removed"));
  EXPECT_EQ(view.model().tree().candidates().size(), 1U) << "it can still be chosen";
  history.undo();
  settle();
  ASSERT_TRUE(view.model().tree().shown());
  EXPECT_EQ(view.model().tree().shown()->groupOfRow, before.groupOfRow);
  EXPECT_EQ(order(), (std::vector<Index>{0, 2, 1, 3}));
  EXPECT_TRUE(hasTrack("subfamilies"));
}

TEST_F(AlignmentTreeView, keepsItsLeavesWhenRowsAreRenamed) {
  showTree();
  cut(0.3);
  AlignmentEditor::of(view).setOn(true);
  for (const char* name : {"human", "mouse"}) {
    EXPECT_EQ(AlignmentEditor::of(view).rename(2, name), QString());
    settle();
    ASSERT_TRUE(view.model().tree().shown());
    EXPECT_EQ(order(), (std::vector<Index>{0, 2, 1, 3}));
    EXPECT_EQ(view.model().tree().shown()->groupOfRow, (std::vector<Index>{0, 1, 0, 1}));
  }
  click(name(0));
  key(Qt::Key_Delete, Qt::ShiftModifier);
  settle();
  EXPECT_EQ(order(), (std::vector<Index>{1, 0, 2})) << "mouse is still in its clade";
}

TEST_F(AlignmentTreeView, familiesStayWhenARowOfOneIsDeleted) {
  engine::Alignment stack = twoSubfamilies();
  for (size_t row = 0; row < 4; ++row) stack.rows[row].notes = {{"family", row < 2 ? "query" : "template"}};
  session.document().publish(dataset(std::move(stack), "stack"));
  view.setDataset(session.document().find("stack"));
  settle();
  view.model().tree().change([](TreeOptions& options) { options.names[2] = "Hits"; });
  settle();
  AlignmentEditor::of(view).setOn(true);
  click(name(0));
  key(Qt::Key_Delete, Qt::ShiftModifier);
  settle();
  ASSERT_TRUE(view.model().tree().shown());
  ASSERT_EQ(view.model().tree().shown()->groups.size(), 2U);
  EXPECT_EQ(view.model().tree().shown()->groups[0].name, "query");
  EXPECT_EQ(view.model().tree().shown()->groups[1].name, "Hits");
}

TEST_F(AlignmentTreeView, familiesOfAnA3mFileAreShownAsGroups) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "both.a3m";
  engine::Alignment stack = twoSubfamilies();
  for (size_t row = 0; row < 4; ++row) stack.rows[row].notes = {{"family", row < 2 ? "query" : "template"}};
  engine::save(std::make_shared<const engine::Alignment>(stack), path);
  engine::Progress progress;
  engine::Diagnostics diagnostics;
  session.document().publish(std::make_shared<const engine::Dataset>(engine::load(path, diagnostics, progress)));
  view.setDataset(session.document().find("both"));
  settle();
  ASSERT_TRUE(view.model().tree().shown());
  EXPECT_EQ(view.model().tree().shown()->groups[1].name, "template");
  EXPECT_EQ(view.model().tree().shown()->groupOfRow, (std::vector<Index>{0, 0, 1, 1}));
}

TEST_F(AlignmentTreeView, isOnPages) {
  showTree();
  const QImage page = view.renderImage({600, 300}, 1);
  EXPECT_GT(numInk(page.copy(0, 40, 140, 100)), 20);
}

TEST_F(AlignmentTreeView, theCutEndsWithTheRowsInEveryBandOfAPage) {
  showTree();
  cut(0.3);
  const QSize size(1500, 1600);
  const QImage whole = view.renderImage(size, 1), page = QImage::fromData(view.pagePng(size, 1));
  ASSERT_EQ(page.size(), size);
  const QRect below(0, 400, picture().layout.tree.toRect().right(), 900);
  const int background = below.width() * below.height();
  EXPECT_EQ(countColor(whole.copy(below), ui::Theme::light().canvas), background);
  EXPECT_EQ(countColor(page.copy(below), ui::Theme::light().canvas), background);
}

TEST_F(AlignmentTreeView, takesNoTreeOfAnEmptyAlignment) {
  showTree();
  auto empty = std::make_shared<engine::Dataset>();
  empty->id = empty->title = "e";
  empty->value = std::make_shared<const engine::Alignment>();
  session.document().publish(empty);
  view.setDataset(empty);
  settle();
  EXPECT_EQ(view.model().tree().shown(), nullptr);
  command("alignment.tree.upgma")->trigger();
  settle();
  EXPECT_EQ(view.model().tree().shown(), nullptr);
}

}  // namespace alignment_tree_test
