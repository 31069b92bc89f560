// Daily habits in the main window: palette, shortcuts, undo, sessions that reopen as they were, and after a crash.
#include <QApplication>
#include <QClipboard>
#include <QJsonDocument>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QTreeWidget>
#include <map>

#include <gtest/gtest.h>

#include "app/session/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/ShortcutEditor.h"
#include "app/window/Shortcuts.h"
#include "app/window/ViewDock.h"
#include "app/window/palette/CommandPalette.h"
#include "app/window/palette/Synonyms.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/base/ContextMenu.h"
#include "ui/views/base/ViewHistory.h"

namespace habits_test {

constexpr int kPatience = 20000;

class HabitsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(m_folder.path().string()));
    makeWindow();
  }
  void TearDown() override { window.reset(); }
  void makeWindow() {
    window.reset();
    session = std::make_unique<ui::Session>();
    window = std::make_unique<app::MainWindow>(*session);
    test::show(*window, {1440, 900});
    test::activate(*window);
  }
  ui::AlignmentView* openAlignment() {
    const auto path = m_folder.path() / "three.a3m";
    test::writeText(path, ">one\nACDEFGHIKL\n>two\nACDEFGHIKM\n>three\nAC-EFGHIKL\n");
    window->openPaths({QString::fromStdString(path.string())});
    EXPECT_TRUE(QTest::qWaitFor([&] { return !window->workspace().views().empty(); }, kPatience));
    return qobject_cast<ui::AlignmentView*>(window->workspace().views().at(0));
  }
  QString sessionPath() const { return QString::fromStdString((m_folder.path() / "kept.headlight").string()); }
  QAction* commandNamed(const QString& name) {
    for (const app::PaletteEntry& entry : window->commands(true))
      if (entry.action->objectName() == name) return entry.action;
    return nullptr;
  }

  test::TemporaryFolder m_folder;
  std::unique_ptr<ui::Session> session;
  std::unique_ptr<app::MainWindow> window;
};

TEST(PaletteFit, lettersMustOccurInOrderAndRunsCountMore) {
  EXPECT_EQ(app::fitOf(QStringLiteral("xz"), QStringLiteral("View: Grid layout")), -1);
  EXPECT_EQ(app::fitOf(QStringLiteral("dg"), QStringLiteral("Grid")), -1);
  EXPECT_GE(app::fitOf({}, QStringLiteral("Grid")), 0);
  EXPECT_GT(app::fitOf(QStringLiteral("grid"), QStringLiteral("View: Grid layout")),
            app::fitOf(QStringLiteral("grid"), QStringLiteral("Greedy ring of deeds")));
}

TEST(PaletteFit, aWordAsTypedCountsMoreThanLettersHereAndThere) {
  const QString save = QStringLiteral("File: Active view: Save as PNG, SVG or PDF");
  EXPECT_GT(app::fitOf(QStringLiteral("svg"), save),
            app::fitOf(QStringLiteral("svg"), QStringLiteral("Alignment: Select everything")));
  EXPECT_GT(app::fitOf(QStringLiteral("dark"), QStringLiteral("View: Theme: Dark")),
            app::fitOf(QStringLiteral("dark"), QStringLiteral("Operations: Attention: Nadaraya-Watson kernel")));
}

TEST_F(HabitsTest, paletteRunsTheCommandThatWasTyped) {
  openAlignment();
  window->openPalette();
  ASSERT_TRUE(window->palette().isVisible());
  QTest::keyClicks(&window->palette().field(), QStringLiteral("close view"));
  ASSERT_GT(window->palette().list().count(), 0);
  EXPECT_TRUE(window->palette().list().item(0)->text().contains(QStringLiteral("Close view")));
  QTest::keyClick(&window->palette().field(), Qt::Key_Return);
  EXPECT_FALSE(window->palette().isVisible());
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().empty(); }, kPatience));
}

TEST_F(HabitsTest, paletteFindsCommandsByOtherWords) {
  openAlignment();
  const std::vector<std::pair<QString, QString>> wanted = {
      {QStringLiteral("aside"), QStringLiteral("Put aside what is marked")},
      {QStringLiteral("load"), QStringLiteral("Open files")},
      {QStringLiteral("split"), QStringLiteral("Show twice")},
      {QStringLiteral("dark mode"), QStringLiteral("Theme: Dark")},
      {QStringLiteral("zoom in"), QStringLiteral("Zoom in")},
      {QStringLiteral("close tab"), QStringLiteral("Close view")},
      {QStringLiteral("softmax"), QStringLiteral("Scaled dot-product attention")},
      {QStringLiteral("rename"), QStringLiteral("Rename the dataset")},
      {QStringLiteral("welcome"), QStringLiteral("Start page")}};
  for (const auto& [typed, command] : wanted) {
    window->openPalette();
    QTest::keyClicks(&window->palette().field(), typed);
    ASSERT_GT(window->palette().list().count(), 0) << typed.toStdString();
    EXPECT_TRUE(window->palette().list().item(0)->text().contains(command))
        << typed.toStdString() << ": " << window->palette().list().item(0)->text().toStdString();
    QTest::keyClick(&window->palette().field(), Qt::Key_Escape);
  }
  window->openPalette();
  QTest::keyClicks(&window->palette().field(), QStringLiteral("bahdanau"));
  EXPECT_FALSE(window->palette().list().findItems(QStringLiteral("Additive attention"), Qt::MatchContains).empty())
      << "beside the layer that bears the name";
}

TEST_F(HabitsTest, thePaletteZoomsAndRenames) {
  ui::View* view = openAlignment();
  const QJsonObject before = view->state();
  const auto run = [this](const char* typed) {
    window->openPalette();
    QTest::keyClicks(&window->palette().field(), QLatin1String(typed));
    QTest::keyClick(&window->palette().field(), Qt::Key_Return);
  };
  run("zoom in");
  EXPECT_NE(view->state(), before);
  run("rename");
  auto* line = window->library().tree().findChild<QLineEdit*>();
  ASSERT_TRUE(line) << "the title is edited in place";
  line->setText(QStringLiteral("Another title"));
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_TRUE(QTest::qWaitFor(
      [&] { return session->document().find(view->datasetIds().front())->title == "Another title"; }, kPatience));
}

TEST_F(HabitsTest, otherWordsBelongToCommandsThatThereAre) {
  openAlignment();
  app::ShortcutEditor* editor = app::openShortcuts(*window);
  QStringList names;
  for (int k = 0; k < editor->list().topLevelItemCount(); ++k)
    names << editor->list().topLevelItem(k)->data(0, Qt::UserRole).toString();
  for (const auto& [name, words] : app::synonyms()) EXPECT_TRUE(names.contains(name)) << name.toStdString();
}

TEST_F(HabitsTest, aCommandHasOneTextInMenusPaletteAndContextMenus) {
  ui::View* view = openAlignment();
  window->openPalette();
  QTest::keyClick(&window->palette().field(), Qt::Key_Escape);
  std::map<QString, QString> nameOf;  // by text
  for (const app::PaletteEntry& entry : window->commands(false)) {
    const QString text = app::shortcuts::plainText(entry.action->text()), name = entry.action->objectName();
    if (name.isEmpty()) continue;
    const auto [before, isNew] = nameOf.emplace(text, name);
    EXPECT_TRUE(isNew) << name.toStdString() << " and " << before->second.toStdString() << " are called "
                       << text.toStdString();
  }
  // What menus of a view offer is one of these.
  QMenu ofDock;
  window->workspace().dockOf(view)->fillMenu(ofDock);
  for (const QAction* action : ofDock.actions()) {
    if (action->isSeparator()) continue;
    EXPECT_TRUE(nameOf.count(app::shortcuts::plainText(action->text()))) << action->text().toStdString();
  }
  const QStringList palette = [&] {
    QStringList texts;
    for (const app::PaletteEntry& entry : window->commands(false)) texts << entry.text;
    return texts;
  }();
  EXPECT_EQ(palette.filter(QStringLiteral("Export a figure")).size(), 1);
  EXPECT_EQ(palette.filter(QStringLiteral("Copy picture")).size(), 1);
}

TEST_F(HabitsTest, keysThatTheUserGivesToCommandsOfThePictureWork) {
  openAlignment();
  QAction* copy = commandNamed(QStringLiteral("view.copy-picture"));
  ASSERT_TRUE(copy);
  app::shortcuts::choose(*copy, QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_P));
  QGuiApplication::clipboard()->clear();
  ui::View* view = window->workspace().views()[0];
  view->setFocus();
  QTest::keyClick(&view->canvas(), Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
  EXPECT_FALSE(QGuiApplication::clipboard()->image().isNull());
}

TEST_F(HabitsTest, noMenuOfADatasetHasMoreThanTwelveEntries) {
  ui::View* view = openAlignment();
  const std::unique_ptr<QMenu> menu(window->library().makeMenu(session->document().find(view->datasetIds()[0])));
  ui::limitEntries(*menu);
  EXPECT_LE(ui::numEntries(*menu), ui::kMostMenuEntries);
  for (const QMenu* inner : menu->findChildren<QMenu*>())
    EXPECT_LE(ui::numEntries(*inner), ui::kMostMenuEntries) << inner->title().toStdString();
}

TEST_F(HabitsTest, escapeLetsGoWhereverTheKeyboardIs) {
  ui::AlignmentView* view = openAlignment();
  ui::Focus focus;
  focus.first = {view->datasetIds()[0], 3};
  session->selection().setLocked(focus);
  session->selection().keep(focus);
  window->library().tree().setFocus();
  QTest::keyClick(&window->library().tree(), Qt::Key_Escape);
  EXPECT_TRUE(session->selection().locked().isEmpty());
  EXPECT_EQ(session->selection().kept().size(), 1u);
  QTest::keyClick(&window->library().tree(), Qt::Key_Escape);
  EXPECT_TRUE(session->selection().kept().empty());
}

TEST_F(HabitsTest, tabsNameDatasetAndKindShortestFirst) {
  ui::View* view = openAlignment();
  const engine::DatasetId id = view->datasetIds()[0];
  EXPECT_EQ(window->workspace().dockOf(view)->windowTitle(), QStringLiteral("three · Alignment"));
  ui::View* twin = window->workspace().openView(QStringLiteral("alignment"), {id});
  EXPECT_EQ(window->workspace().dockOf(twin)->windowTitle(), QStringLiteral("three · Alignment (2)"));
  ui::View* empty = window->workspace().openView(QStringLiteral("structure"), {});
  EXPECT_EQ(window->workspace().dockOf(empty)->windowTitle(), QStringLiteral("Structure"));
}

TEST_F(HabitsTest, aTabDoesNotEndWithTheSignBetweenTwoNames) {
  ui::View* view = openAlignment();
  const auto path = m_folder.path() / "more.a3m";
  test::writeText(path, ">one\nACDE\n>two\nACDF\n");
  window->openPaths({QString::fromStdString(path.string())});
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 2; }, kPatience));
  ui::View* merged = window->workspace().views().at(0) == view ? window->workspace().views().at(1)
                                                               : window->workspace().views().at(0);
  session->rename(view->datasetIds()[0], "Malate dehydrogenases");
  session->rename(merged->datasetIds()[0], "Malate dehydrogenases + 1ldm_A");
  const auto titleOf = [&](ui::View* shown) { return window->workspace().dockOf(shown)->windowTitle(); };
  EXPECT_TRUE(QTest::qWaitFor(
      [&] { return titleOf(merged) == QStringLiteral("Malate dehydrogenases + 1ldm_A · Alignment"); }, kPatience))
      << titleOf(merged).toStdString();
  EXPECT_EQ(titleOf(view), QStringLiteral("Malate dehydrogenases · Alignment"));
}

TEST_F(HabitsTest, aDatasetIsRenamedByF2AndTheSessionKeepsIt) {
  ui::View* view = openAlignment();
  const engine::DatasetId id = view->datasetIds()[0];
  QTreeWidget& tree = window->library().tree();
  tree.setCurrentItem(tree.topLevelItem(0)->child(0));
  tree.setFocus();
  QTest::keyClick(&tree, Qt::Key_F2);
  auto* field = tree.findChild<QLineEdit*>();
  ASSERT_TRUE(field);
  field->setText(QStringLiteral("Kinases of yeast"));
  QTest::keyClick(field, Qt::Key_Return);
  // Qt takes the text once the field has had the key.
  EXPECT_TRUE(QTest::qWaitFor([&] { return session->document().find(id)->title == "Kinases of yeast"; }, kPatience));
  EXPECT_EQ(window->workspace().dockOf(view)->windowTitle(), QStringLiteral("Kinases · Alignment"));
  window->history().undo();
  EXPECT_EQ(session->document().find(id)->title, "three");
  window->history().redo();
  window->saveSession(sessionPath());
  makeWindow();
  window->openPaths({sessionPath()});
  ASSERT_TRUE(QTest::qWaitFor([&] { return session->document().find(id) != nullptr; }, kPatience));
  EXPECT_EQ(session->document().find(id)->title, "Kinases of yeast");
}

TEST_F(HabitsTest, aWindowMayGoWhileATitleIsTyped) {
  openAlignment();
  QTreeWidget& tree = window->library().tree();
  tree.setCurrentItem(tree.topLevelItem(0)->child(0));
  tree.setFocus();
  QTest::keyClick(&tree, Qt::Key_F2);
  auto* field = tree.findChild<QLineEdit*>();
  ASSERT_TRUE(field);
  field->setText(QStringLiteral("Kinases of yeast"));
  window.reset();
  EXPECT_FALSE(session->document().datasets().empty());
}

TEST_F(HabitsTest, whatIsShownTwiceStandsSideBySide) {
  ui::View* view = openAlignment();
  app::ViewDock* dock = window->workspace().dockOf(view);
  QTest::qWait(200);
  Q_EMIT dock->duplicateRequested();
  ASSERT_EQ(window->workspace().views().size(), 2u);
  app::ViewDock* twin = window->workspace().dockOf(window->workspace().views()[1]);
  EXPECT_TRUE(QTest::qWaitFor(
      [&] { return dock->isVisible() && twin->isVisible() && !dock->geometry().intersects(twin->geometry()); }, 2000));
  EXPECT_TRUE(window->workspace().tabifiedDockWidgets(dock).isEmpty());
}

TEST_F(HabitsTest, noContextMenuHasMoreThanTwelveEntries) {
  ui::View* view = openAlignment();
  QTest::mouseClick(&view->canvas(), Qt::RightButton, {}, {100, 100});
  auto* menu = view->findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
  ASSERT_TRUE(menu);
  EXPECT_LE(ui::numEntries(*menu), ui::kMostMenuEntries);
  for (const QMenu* inner : menu->findChildren<QMenu*>()) EXPECT_LE(ui::numEntries(*inner), ui::kMostMenuEntries);
  menu->close();
}

TEST_F(HabitsTest, paletteOpensByItsKeyOffersTheViewsCommandsAndLeavesByEscape) {
  openAlignment();
  QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(window->palette().isVisible());
  QTest::keyClicks(&window->palette().field(), QStringLiteral("put aside what is marked"));
  ASSERT_GT(window->palette().list().count(), 0);
  EXPECT_TRUE(window->palette().list().item(0)->text().contains(QStringLiteral("Alignment")));
  QTest::keyClick(&window->palette().field(), Qt::Key_Escape);
  EXPECT_FALSE(window->palette().isVisible());
}

TEST_F(HabitsTest, everyCommandHasANameAndNoTwoOfTheWindowShareOneOrAKey) {
  QStringList names, keys;
  for (const app::PaletteEntry& entry : window->commands(false)) {
    EXPECT_FALSE(entry.action->objectName().isEmpty()) << entry.text.toStdString();
    EXPECT_FALSE(names.contains(entry.action->objectName())) << entry.action->objectName().toStdString();
    names << entry.action->objectName();
    if (entry.action->shortcut().isEmpty()) continue;
    EXPECT_FALSE(keys.contains(entry.action->shortcut().toString())) << entry.text.toStdString();
    keys << entry.action->shortcut().toString();
  }
}

TEST_F(HabitsTest, changedShortcutWorksIsRememberedAndCanBeTakenBack) {
  app::ShortcutEditor* editor = app::openShortcuts(*window);
  const auto find = [&](const QString& text) {
    for (int k = 0; k < editor->list().topLevelItemCount(); ++k)
      if (editor->list().topLevelItem(k)->text(0).contains(text)) return editor->list().topLevelItem(k);
    return static_cast<QTreeWidgetItem*>(nullptr);
  };
  QTreeWidgetItem* item = find(QStringLiteral("Next view"));
  ASSERT_TRUE(item);
  editor->list().setCurrentItem(item);
  editor->keys().setKeySequence(QKeySequence(Qt::CTRL | Qt::Key_J));
  Q_EMIT editor->keys().editingFinished();
  EXPECT_EQ(item->text(1), QStringLiteral("Ctrl+J"));
  makeWindow();
  QAction* next = commandNamed(QStringLiteral("view.next-view"));
  ASSERT_TRUE(next);
  EXPECT_EQ(next->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_J));
  editor = app::openShortcuts(*window);
  editor->list().setCurrentItem(find(QStringLiteral("Next view")));
  editor->resetButton().click();
  EXPECT_EQ(next->shortcut(), QKeySequence(Qt::Key_F6));
}

TEST_F(HabitsTest, takenKeysAreRefusedWithTheirOwner) {
  app::ShortcutEditor* editor = app::openShortcuts(*window);
  QAction* next = commandNamed(QStringLiteral("view.next-view"));
  ASSERT_TRUE(next);
  for (int k = 0; k < editor->list().topLevelItemCount(); ++k)
    if (editor->list().topLevelItem(k)->text(0).contains(QStringLiteral("Next view")))
      editor->list().setCurrentItem(editor->list().topLevelItem(k));
  editor->keys().setKeySequence(QKeySequence(Qt::CTRL | Qt::Key_W));
  Q_EMIT editor->keys().editingFinished();
  EXPECT_TRUE(editor->note().text().contains(QStringLiteral("Close view")));
  EXPECT_EQ(next->shortcut(), QKeySequence(Qt::Key_F6));
}

TEST_F(HabitsTest, commandsOfEveryKindOfViewAreListedOnce) {
  app::ShortcutEditor* editor = app::openShortcuts(*window);
  QStringList listed;
  for (int k = 0; k < editor->list().topLevelItemCount(); ++k)
    listed << editor->list().topLevelItem(k)->data(0, Qt::UserRole).toString();
  for (const ui::ViewKind& kind : ui::viewKinds()) {
    const std::unique_ptr<ui::View> view(kind.make(*session, nullptr));
    for (const QAction* action : view->actions())
      EXPECT_EQ(listed.count(action->objectName()), 1) << action->objectName().toStdString();
  }
}

TEST_F(HabitsTest, undoAndRedoBringTheSelectionBack) {
  openAlignment();
  ui::Focus focus;
  focus.first = {window->workspace().views()[0]->datasetIds()[0], 3};
  session->selection().setLocked(focus);
  window->history().commit();
  session->selection().clearLocked();
  window->history().commit();
  QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(session->selection().locked(), focus);
  QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(session->selection().locked().isEmpty());
  window->history().redo();
  EXPECT_EQ(session->selection().locked(), focus);
}

TEST_F(HabitsTest, undoOfAClosedViewIsPassedOver) {
  openAlignment();
  window->workspace().closeActiveView();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().empty(); }, kPatience));
  window->history().undo();
  window->history().redo();
  EXPECT_FALSE(window->history().canUndo());
}

TEST_F(HabitsTest, sessionReopensWithSelectionStatesAndPlaces) {
  ui::AlignmentView* view = openAlignment();
  const engine::DatasetId id = view->datasetIds()[0];
  window->workspace().openView(QStringLiteral("alignment"), {id});
  window->workspace().openView(QStringLiteral("alignment"), {id});
  ui::Focus focus;
  focus.first = {id, 4};
  session->selection().setLocked(focus);
  session->selection().keep(focus);
  QTest::qWait(300);  // the views have reached their places and sizes
  window->saveSession(sessionPath());
  const ui::SessionFile saved = window->sessionFile();

  makeWindow();
  window->openPaths({sessionPath()});
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 3; }, kPatience));
  ASSERT_TRUE(QTest::qWaitFor([&] { return session->selection().locked() == focus; }, kPatience));
  EXPECT_EQ(session->selection().kept().size(), 1u);
  const ui::SessionFile reopened = window->sessionFile();
  ASSERT_EQ(reopened.views.size(), saved.views.size());
  for (size_t k = 0; k < saved.views.size(); ++k) EXPECT_EQ(reopened.views[k].state, saved.views[k].state);
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->sessionFile().window == saved.window; }, 2000))
      << "every view is where it was:\n"
      << QJsonDocument(saved.window).toJson().toStdString()
      << QJsonDocument(window->sessionFile().window).toJson().toStdString();
}

TEST_F(HabitsTest, closedViewComesBackAsItWas) {
  ui::AlignmentView* view = openAlignment();
  const QJsonObject state = view->state();
  window->workspace().closeActiveView();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().empty(); }, kPatience));
  ui::View* again = window->workspace().reopenClosedView();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->state(), state);
}

TEST_F(HabitsTest, viewIsShownTwiceWithTheSameState) {
  ui::View* view = openAlignment();
  Q_EMIT window->workspace().dockOf(view)->duplicateRequested();
  ASSERT_EQ(window->workspace().views().size(), 2u);
  EXPECT_EQ(window->workspace().views()[1]->state(), view->state());
}

TEST_F(HabitsTest, namedWorkspaceComesBack) {
  openAlignment();
  const engine::DatasetId id = window->workspace().views()[0]->datasetIds()[0];
  window->workspace().openView(QStringLiteral("alignment"), {id});
  app::Settings().saveWorkspace(QStringLiteral("mine"), window->workspace().arrangement());
  const QJsonObject before = window->workspace().arrangement();
  app::ViewDock* dock = window->workspace().dockOf(window->workspace().views()[1]);
  dock->setFloating(true);
  EXPECT_NE(window->workspace().arrangement(), before);
  QAction* back = nullptr;
  window->openPalette();  // fills the menus that are filled when they are opened
  for (const app::PaletteEntry& entry : window->commands(false))
    if (entry.text.endsWith(QStringLiteral(": mine")) && !entry.text.contains(QStringLiteral("Forget")))
      back = entry.action;
  ASSERT_TRUE(back);
  back->trigger();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !dock->isFloating(); }, 2000));
}

TEST_F(HabitsTest, captionIsCopiedWithTheOriginOfTheData) {
  ui::View* view = openAlignment();
  QMenu menu;
  window->workspace().dockOf(view)->fillMenu(menu);
  for (QAction* action : menu.actions())
    if (action->text() == QStringLiteral("Copy caption")) action->trigger();
  EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("three.a3m")));
}

}  // namespace habits_test
