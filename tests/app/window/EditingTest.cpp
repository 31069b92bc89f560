// Alignments edited in the window: one undo for all, what is stale says so, and nothing is lost.
#include <QToolButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include <gmock/gmock.h>

#include "app/window/RunOperation.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/panels/TitleBar.h"
#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/alignment/edit/AlignmentEditor.h"

namespace editing_test {

class EditingTest : public testing::Test {
 protected:
  void SetUp() override {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
    test::removeLeftOvers();
    test::writeText(folder.path() / "three.a3m", ">one\nACDEFGHIKL\n>two\nACDEFGHIKM\n>three\nAC-EFGHIKL\n");
    window = std::make_unique<app::MainWindow>(session);
    test::show(*window, {1200, 800});
    test::activate(*window);
    window->openPaths({QString::fromStdString((folder.path() / "three.a3m").string())});
    ASSERT_TRUE(QTest::qWaitFor([&] { return view() && isIdle(); }, test::kPatience));
    ui::AlignmentEditor::of(*view()).setOn(true);
    view()->canvas().setFocus();
  }
  ui::AlignmentView* view() {
    for (ui::View* each : window->workspace().views())
      if (auto* alignment = qobject_cast<ui::AlignmentView*>(each)) return alignment;
    return nullptr;
  }
  bool isIdle() { return session.jobs().numActive() == 0; }
  bool waitIdle() {
    return QTest::qWaitFor([this] { return isIdle(); }, test::kPatience);
  }
  void computeProfile() {
    app::runAndShow(window->workspace(), {"profile", {"three"}, {}, "profile"});
    ASSERT_TRUE(waitIdle());
    view()->canvas().setFocus();
  }
  void type(Qt::Key key) {
    view()->goToCell(0, 0);
    QTest::keyClick(&view()->canvas(), key);
    ASSERT_TRUE(waitIdle());
  }
  engine::ResidueCode first() { return session.document().find("three")->as<engine::Alignment>()->at(0, 0); }
  QStringList listed() {
    QStringList texts;
    auto* tree = window->findChild<ui::LibraryPanel*>()->findChild<QTreeWidget*>();
    for (QTreeWidgetItemIterator item(tree); *item; ++item) texts << (*item)->text(0);
    return texts;
  }
  qsizetype numStale() { return listed().filter(QStringLiteral("(stale)")).size(); }
  QToolButton* again(ui::View* shown) {
    return window->workspace().dockOf(shown)->titleBar().findChild<QToolButton*>(QStringLiteral("run"));
  }

  test::TemporaryFolder folder;
  ui::Session session;
  std::unique_ptr<app::MainWindow> window;
};

TEST_F(EditingTest, oneUndoTakesBackEditsAndChangesOfViewsInTheirOrder) {
  type(Qt::Key_W);
  view()->model().arranger().change([](ui::AlignmentChoices& choices) { choices.order = engine::RowOrder::name; });
  ASSERT_TRUE(waitIdle());
  window->history().commit();
  window->history().undo();
  EXPECT_EQ(view()->model().arranger().options().order, engine::RowOrder::original);
  EXPECT_EQ(first(), engine::alphabet::codeOf('W'));
  window->history().undo();
  EXPECT_EQ(first(), engine::alphabet::codeOf('A'));
  window->history().redo();
  EXPECT_EQ(first(), engine::alphabet::codeOf('W'));
}

TEST_F(EditingTest, whatIsStaleSaysSoAndIsComputedAgainByAButton) {
  computeProfile();
  ui::View* profile = nullptr;
  for (ui::View* each : window->workspace().views())
    if (each->datasetIds() == std::vector<engine::DatasetId>{"profile"}) profile = each;
  ASSERT_TRUE(profile);
  EXPECT_FALSE(again(profile)->isVisibleTo(window->workspace().dockOf(profile)));
  type(Qt::Key_W);
  EXPECT_EQ(numStale(), 1);
  EXPECT_FALSE(again(view())->isVisibleTo(window->workspace().dockOf(view())));
  ASSERT_TRUE(again(profile)->isVisibleTo(window->workspace().dockOf(profile)));
  again(profile)->click();
  ASSERT_TRUE(waitIdle());
  EXPECT_EQ(numStale(), 0);
  EXPECT_FALSE(again(profile)->isVisibleTo(window->workspace().dockOf(profile)));
  for (int step = 0; step < 5 && first() != engine::alphabet::codeOf('A'); ++step) window->history().undo();
  EXPECT_EQ(numStale(), 1) << "undone is another version than it was computed from";
}

TEST_F(EditingTest, theCopyThatSurvivesAKillHoldsTheEdits) {
  EXPECT_FALSE(window->keeper().isUnsaved());
  type(Qt::Key_W);
  EXPECT_TRUE(window->keeper().isUnsaved());
  window->keeper().autosave().save();
  ui::Session other;
  engine::Progress progress;
  other.openSessionAndWait(window->keeper().autosave().path().toStdString(), progress);
  EXPECT_EQ(*other.document().find("three")->as<engine::Alignment>(),
            *session.document().find("three")->as<engine::Alignment>());
}

}  // namespace editing_test
