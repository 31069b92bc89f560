// Layouts of the window: what the one to teach shows and hides, and the way back from each.
#include <QLineEdit>
#include <QListWidget>
#include <QSplitter>

#include "app/window/palette/CommandPalette.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/panels/InspectorPanel.h"

namespace layouts_test {

class LayoutsTest : public test::SampleWindow {
 protected:
  int numVisibleViews() const {
    int count = 0;
    for (ui::View* each : window->workspace().views()) count += each->canvas().visibleRegion().isEmpty() ? 0 : 1;
    return count;
  }
  void choose(const char* name) {
    QAction* action = command(QLatin1String(name));
    ASSERT_TRUE(action) << name;
    action->trigger();
    settle();
  }
};

TEST_F(LayoutsTest, teachingGivesTheRoomToOneViewAndTheInspectorInLargeType) {
  const QSize before = view("attention")->canvas().size();
  choose("view.teach-layout");
  EXPECT_TRUE(ui::ThemeModel::instance().isProjector());
  for (const char* name : {"library", "jobs", "messages"}) EXPECT_FALSE(isPanelShown(name)) << name;
  EXPECT_TRUE(isPanelShown("inspector"));
  EXPECT_GE(window->inspector().width(), window->width() * 3 / 10);
  EXPECT_EQ(numVisibleViews(), 1);
  EXPECT_FALSE(view("attention")->canvas().visibleRegion().isEmpty()) << "the one that was active";
  const QSize now = view("attention")->canvas().size();
  EXPECT_GT(now.width() * now.height(), 2 * before.width() * before.height());
}

TEST_F(LayoutsTest, noViewFloatsOverTheOneThatIsTaughtAndUndoLetsItFloatAgain) {
  app::ViewDock* dock = window->workspace().dockOf(view("structure"));
  dock->setFloating(true);
  settle();
  window->workspace().setActiveView(view("attention"));
  choose("view.teach-layout");
  EXPECT_FALSE(dock->isFloating());
  EXPECT_EQ(numVisibleViews(), 1);
  EXPECT_FALSE(view("attention")->canvas().visibleRegion().isEmpty());
  window->history().undo();
  settle();
  EXPECT_TRUE(dock->isFloating());
}

TEST_F(LayoutsTest, undoOfTheTeachLayoutBringsPanelsTextAndPlacesBackAndRedoTeaches) {
  const QSize before = view("attention")->canvas().size();
  choose("view.teach-layout");
  QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
  settle();
  EXPECT_FALSE(ui::ThemeModel::instance().isProjector());
  EXPECT_TRUE(isPanelShown("library"));
  EXPECT_EQ(numVisibleViews(), 4);
  EXPECT_NEAR(view("attention")->canvas().width(), before.width(), 8);
  EXPECT_NEAR(view("attention")->canvas().height(), before.height(), 8);
  window->history().redo();
  settle();
  EXPECT_TRUE(ui::ThemeModel::instance().isProjector());
  EXPECT_EQ(numVisibleViews(), 1);
}

TEST_F(LayoutsTest, anotherLayoutEndsTeachingWithThePanelsThatWereThere) {
  window->findChild<QDockWidget*>(QStringLiteral("inspector"))->hide();
  choose("view.teach-layout");
  EXPECT_TRUE(isPanelShown("inspector"));
  choose("view.alignment-layout");
  EXPECT_FALSE(ui::ThemeModel::instance().isProjector());
  EXPECT_TRUE(isPanelShown("library"));
  EXPECT_FALSE(isPanelShown("inspector"));
  EXPECT_EQ(numVisibleViews(), 4);
}

TEST_F(LayoutsTest, everyLayoutCanBeTakenBackInOneStep) {
  for (const char* name : {"view.attention-layout", "view.alignment-layout", "view.structure-layout"}) {
    std::vector<QSize> before;
    for (ui::View* each : window->workspace().views()) before.push_back(each->canvas().size());
    choose(name);
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    settle();
    for (size_t k = 0; k < before.size(); ++k) {
      EXPECT_NEAR(window->workspace().views()[k]->canvas().width(), before[k].width(), 8) << name << k;
      EXPECT_NEAR(window->workspace().views()[k]->canvas().height(), before[k].height(), 8) << name << k;
    }
  }
}

TEST_F(LayoutsTest, theActiveViewStaysActiveThroughLayoutsAndUndo) {
  ui::View* structure = view("structure");
  structure->setFocus();
  ASSERT_EQ(window->workspace().activeView(), structure);
  for (const char* name : {"view.teach-layout", "view.alignment-layout", "view.grid-layout"}) {
    choose(name);
    EXPECT_EQ(window->workspace().activeView(), structure) << name;
    EXPECT_TRUE(structure->canvas().hasFocus()) << name;
    EXPECT_FALSE(structure->canvas().visibleRegion().isEmpty()) << name;
  }
  for (int k = 0; k < 3; ++k) {
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    settle();
    EXPECT_EQ(window->workspace().activeView(), structure) << "undo " << k;
  }
}

TEST_F(LayoutsTest, thePaletteAndAKeyTeach) {
  window->openPalette();
  QTest::keyClicks(&window->palette().field(), QStringLiteral("teach"));
  EXPECT_TRUE(window->palette().list().item(0)->text().contains(QStringLiteral("Teach layout")));
  QTest::keyClick(&window->palette().field(), Qt::Key_Escape);
  QTest::keyClick(window.get(), Qt::Key_5, Qt::ControlModifier);
  settle();
  EXPECT_TRUE(ui::ThemeModel::instance().isProjector());
}

TEST_F(LayoutsTest, aWindowClosedWhileTeachingOpensWithItsPanels) {
  choose("view.teach-layout");
  window->close();
  window.reset();
  ui::ThemeModel::instance().setProjector(false);
  window = std::make_unique<app::MainWindow>(session);
  test::show(*window, {1440, 900});
  EXPECT_TRUE(isPanelShown("library"));
  EXPECT_TRUE(isPanelShown("jobs") || isPanelShown("messages"));
}

TEST_F(LayoutsTest, aSessionSavedWhileTeachingOpensAsItWasLeft) {
  window->workspace().setActiveView(view("structure"));
  choose("view.teach-layout");
  const QString path = QString::fromStdString((folder.path() / "taught.headlight").string());
  ASSERT_TRUE(window->saveSession(path));
  window->close();
  window.reset();
  session.clear();
  ui::ThemeModel::instance().setProjector(false);
  window = std::make_unique<app::MainWindow>(session);
  test::show(*window, {1440, 900});
  test::activate(*window);
  window->openPaths({path});
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 4; }, test::kPatience));
  settle();
  EXPECT_TRUE(ui::ThemeModel::instance().isProjector());
  for (const char* name : {"library", "jobs", "messages"}) EXPECT_FALSE(isPanelShown(name)) << name;
  EXPECT_EQ(numVisibleViews(), 1);
  EXPECT_EQ(window->workspace().activeView(), view("structure"));
  EXPECT_FALSE(view("structure")->canvas().visibleRegion().isEmpty());
  EXPECT_FALSE(window->keeper().isUnsaved());
  choose("view.grid-layout");
  EXPECT_FALSE(ui::ThemeModel::instance().isProjector());
  EXPECT_TRUE(isPanelShown("library"));
  EXPECT_EQ(numVisibleViews(), 4);
}

TEST_F(LayoutsTest, theSizeThatTheUserChoseLastHoldsThroughLayoutsAndUndo) {
  const auto press = [this](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(window.get(), key, modifiers);
    settle();
  };
  const auto isLarge = [] { return ui::ThemeModel::instance().isProjector(); };
  press(Qt::Key_F5);
  press(Qt::Key_5, Qt::ControlModifier);
  EXPECT_TRUE(isLarge());
  press(Qt::Key_F5);
  EXPECT_FALSE(isLarge());
  press(Qt::Key_1, Qt::ControlModifier);
  EXPECT_FALSE(isLarge()) << "F5 was off";
  press(Qt::Key_5, Qt::ControlModifier);
  press(Qt::Key_F5);
  press(Qt::Key_F5);
  press(Qt::Key_1, Qt::ControlModifier);
  EXPECT_TRUE(isLarge()) << "F5 was on";
  press(Qt::Key_5, Qt::ControlModifier);
  press(Qt::Key_F5);
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_FALSE(isLarge()) << "undo takes back the layout, not F5";
}

TEST_F(LayoutsTest, aGridThatHasNoRoomSaysSo) {
  std::vector<std::string> told;
  QObject::connect(&session, &ui::Session::message, window.get(),
                   [&](ui::MessageKind, const QString& text) { told.push_back(text.toStdString()); });
  choose("view.grid-layout");
  EXPECT_FALSE(QTest::qWaitFor([&] { return !told.empty(); }, 600)) << told.front();
  ui::ThemeModel::instance().setProjector(true);
  settle();
  choose("view.grid-layout");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !told.empty(); }, test::kPatience));
  EXPECT_NE(told.front().find("F5"), std::string::npos) << told.front();
}

TEST_F(LayoutsTest, theInspectorIsSplitAsItWasInASessionAndInTheNextRun) {
  const auto splitter = [this] { return window->inspector().findChild<QSplitter*>(); };
  const auto shareOfReadout = [&] {
    const QList<int> sizes = splitter()->sizes();
    return double(sizes[0]) / (sizes[0] + sizes[1]);
  };
  splitter()->setSizes({600, 200});
  settle();
  EXPECT_NEAR(shareOfReadout(), 0.75, 0.02);
  const QString path = QString::fromStdString((folder.path() / "split.headlight").string());
  ASSERT_TRUE(window->saveSession(path));
  splitter()->setSizes({400, 400});
  window->openPaths({path});
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 4; }, test::kPatience));
  settle();
  EXPECT_NEAR(shareOfReadout(), 0.75, 0.02) << "as the session was saved";
  window->close();
  window.reset();
  window = std::make_unique<app::MainWindow>(session);
  test::show(*window, {1440, 900});
  settle();
  EXPECT_NEAR(shareOfReadout(), 0.75, 0.02) << "as the window was closed";
}

TEST_F(LayoutsTest, closingByKeyClosesOneViewAfterTheOther) {
  for (size_t left = 4; left > 0; --left) {
    QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == left - 1; }, 5000)) << left;
  }
}

TEST_F(LayoutsTest, viewsThatFitThemselvesToANewSizeAreNoStepOfUndo) {
  EXPECT_FALSE(window->history().canUndo());
  window->resize(1300, 800);
  settle();
  window->history().commit();
  EXPECT_FALSE(window->history().canUndo());
}

}  // namespace layouts_test
