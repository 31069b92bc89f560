// Lessons in the window: opened from menu and file, left, taken into the workspace.
#include "app/window/lessons/Lessons.h"

#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>

#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/Settings.h"
#include "app/window/Panels.h"
#include "app/window/RunOperation.h"
#include "app/window/Workspace.h"
#include "app/window/lessons/LessonLinks.h"
#include "app/window/start/StartPage.h"
#include "tests/app/window/Rest.h"
#include "tests/app/window/SampleWindow.h"
#include "tests/support/Files.h"
#include "ui/lessons/BlankScreen.h"
#include "ui/lessons/StepPage.h"
#include "ui/lessons/controls/OwnDataLine.h"
#include "ui/look/Theme.h"
#include "ui/panels/OperationForm.h"
#include "ui/panels/start/WelcomePage.h"

namespace {

class LessonsInWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
    test::removeLeftOvers();
    window = std::make_unique<app::MainWindow>(session);
    test::show(*window, {1280, 720});
    test::activate(*window);
  }
  bool isOpen(int step) {
    return QTest::qWaitFor(
        [&] {
          const ui::LessonPlayer* player = window->lessons().player();
          return player && player->page() && player->step() == step && player->isAtRest() && player->page()->reading();
        },
        test::kPatience);
  }
  QString softmax() {
    return QString::fromStdString((test::sampleFile("").parent_path().parent_path() / "lessons/softmax.md").string());
  }

  test::TemporaryFolder folder;
  ui::Session session;
  std::unique_ptr<app::MainWindow> window;
};

}  // namespace

TEST_F(LessonsInWindow, openFromTheMenuAndAreLeftByEscape) {
  QMenu* learn = nullptr;
  for (QAction* action : window->menuBar()->actions())
    if (action->text() == QStringLiteral("&Learn")) learn = action->menu();
  ASSERT_TRUE(learn);
  Q_EMIT learn->aboutToShow();
  const QList<QAction*> actions = learn->actions();
  const auto softmaxAction = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
    return action->text() == QStringLiteral("From scores to weights");
  });
  ASSERT_NE(softmaxAction, actions.end());
  (*softmaxAction)->trigger();
  ASSERT_TRUE(isOpen(0));
  EXPECT_TRUE(window->lessons().isShown());
  EXPECT_FALSE(window->lessons().player()->page()->findChildren<QWidget*>().isEmpty());
  QTest::keyClick(window->lessons().player(), Qt::Key_Escape);
  EXPECT_FALSE(window->lessons().isShown());
  EXPECT_TRUE(window->start().page().isVisible());
}

TEST_F(LessonsInWindow, fillTheScreenWithTheKeysOfARemote) {
  window->lessons().open(softmax());
  ASSERT_TRUE(isOpen(0));
  ui::LessonPlayer& player = *window->lessons().player();
  QTest::keyClick(&player, Qt::Key_F5);
  EXPECT_TRUE(ui::ThemeModel::instance().isProjector());
  EXPECT_TRUE(window->isFullScreen());
  QTest::keyClick(&player, Qt::Key_Escape);
  EXPECT_FALSE(window->isFullScreen());
  EXPECT_TRUE(window->lessons().isShown()) << "first the screen, then the lesson";
  QTest::keyClick(&player, Qt::Key_F11);
  EXPECT_TRUE(window->isFullScreen()) << "once is enough, whatever left it before";
  QTest::keyClick(&player, Qt::Key_F5);
  EXPECT_FALSE(ui::ThemeModel::instance().isProjector());
  EXPECT_FALSE(window->isFullScreen());
}

TEST_F(LessonsInWindow, openAsFilesAtAStep) {
  window->openPaths({softmax() + QStringLiteral("#share")});
  ASSERT_TRUE(isOpen(1));
  EXPECT_TRUE(window->lessons().isShown());
  EXPECT_TRUE(session.document().datasets().empty()) << "the session is not touched";
}

TEST_F(LessonsInWindow, haveTheWindowToThemselvesInProjectorSizeAndBlank) {
  window->lessons().open(softmax(), {});
  ASSERT_TRUE(isOpen(0));
  for (const bool isProjector : {true, false}) {
    ui::ThemeModel::instance().setProjector(isProjector);
    QTest::qWait(50);
    for (const QDockWidget* dock : window->panels().docks()) EXPECT_TRUE(dock->isHidden()) << isProjector;
  }
  QWidget* player = window->lessons().player();
  const auto atMenus = [this] { return window->childAt(window->menuBar()->geometry().center()); };
  EXPECT_EQ(atMenus(), window->menuBar());
  QTest::keyClick(player, Qt::Key_B);
  EXPECT_TRUE(window->lessons().player()->blank().isOn());
  EXPECT_NE(atMenus(), window->menuBar()) << "menus shine on the wall as well";
  QTest::keyClick(player, Qt::Key_B);
  EXPECT_EQ(atMenus(), window->menuBar());
}

TEST_F(LessonsInWindow, areLeftForTheWorkspaceWithTheDatasetsOfTheStep) {
  ui::LessonTarget target;
  target.step = QStringLiteral("protein");
  window->lessons().open(softmax(), target);
  ASSERT_TRUE(isOpen(6));
  window->lessons().openInWorkspace();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 2; }, test::kPatience));
  EXPECT_FALSE(window->lessons().isShown());
  EXPECT_TRUE(window->workspace().isVisible());
  EXPECT_GE(session.document().datasets().size(), 2u);
}

TEST_F(LessonsInWindow, areOfferedByTheFormOfWhatTheyExplain) {
  ui::OperationForm* form = app::openOperation(*window, engine::findOperation("attention volume-preserving"));
  const auto buttons = form->findChildren<QPushButton*>();
  const auto button = std::find_if(buttons.begin(), buttons.end(),
                                   [](const QPushButton* one) { return one->text() == QStringLiteral("Lesson"); });
  ASSERT_NE(button, buttons.end());
  EXPECT_EQ((*button)->accessibleDescription(),
            QStringLiteral("Attention that loses nothing: Cayley: from skew to rotation"));
  QTest::mouseClick(*button, Qt::LeftButton);
  ASSERT_TRUE(isOpen(2));
  EXPECT_EQ(window->lessons().player()->page()->step().slug, "cayley");
  ui::OperationForm* other = app::openOperation(*window, engine::findOperation("gram-schmidt"));
  for (const QPushButton* one : other->findChildren<QPushButton*>()) EXPECT_NE(one->text(), QStringLiteral("Lesson"));
}

TEST_F(LessonsInWindow, areOfferedByViewsByWhatComputedThemAndByTheLabelOfAHead) {
  const auto texts = [this](const std::vector<std::string>& subjects) {
    QMenu menu;
    app::addLessonsOn(menu, *window, subjects);
    QStringList all;
    for (const QAction* action : menu.actions())
      if (!action->isSeparator()) all << action->text();
    return all;
  };
  EXPECT_EQ(texts({"view dp"}), QStringList{QStringLiteral("Lesson “The best path: A cell”")});
  EXPECT_EQ(texts({"label sink at 12"}),
            QStringList{QStringLiteral("Lesson “Reading heads honestly: Rows, not columns”")});
  EXPECT_EQ(texts({"label previous residue"}),
            QStringList{QStringLiteral("Lesson “Several questions at once: Head 2: the one before”")});
  EXPECT_EQ(texts({"label offset +7", "label other", "view plot", ""}), QStringList());
  EXPECT_EQ(texts({"align"}).size(), 2) << "two lessons explain it";
  const auto path = folder.path() / "three.a3m";
  test::writeText(path, ">one\nACDEFGHIKL\n>two\nACDEFGHIKM\n");
  window->openPaths({QString::fromStdString(path.string())});
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 1; }, test::kPatience));
  ui::View* view = window->workspace().views()[0];
  QMenu ofView, learn;
  view->extendMenu(ofView);
  window->lessons().fillMenu(learn);
  for (const QMenu* menu : {&ofView, &learn}) {
    const QList<QAction*> actions = menu->actions();
    EXPECT_TRUE(std::any_of(actions.begin(), actions.end(), [](const QAction* action) {
      return action->text() == QStringLiteral("Lesson “Attention on alignments: Three kinds of columns”");
    }));
  }
}

TEST_F(LessonsInWindow, areReadAsTheMenuSaysAlsoTheNextTime) {
  app::Settings().setLessonRead(false);
  window->lessons().open(softmax());
  ASSERT_TRUE(isOpen(0));
  const auto reading = [this] {
    QMenu menu;
    window->lessons().fillMenu(menu);
    for (QAction* action : menu.actions())
      if (action->text().startsWith(QStringLiteral("Reading mode"))) action->trigger();
  };
  reading();
  EXPECT_FALSE(window->lessons().player()->page()->uncoverBeat()) << "there is nothing to uncover";
  EXPECT_TRUE(app::Settings().isLessonRead());
  QTest::keyClick(window->lessons().player(), Qt::Key_A);
  EXPECT_FALSE(app::Settings().isLessonRead());
  reading();
  window.reset();
  window = std::make_unique<app::MainWindow>(session);
  test::show(*window, {1280, 720});
  window->lessons().open(softmax());
  ASSERT_TRUE(isOpen(0));
  EXPECT_FALSE(window->lessons().player()->page()->uncoverBeat());
  app::Settings().setLessonRead(false);
}

TEST_F(LessonsInWindow, takeOpenDatasetsInThePlaceOfTheirSamples) {
  window->openPaths({QString::fromStdString(test::sampleFile("1A0J_A.pdb.gz").string())});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !session.document().datasets().empty(); }, test::kPatience));
  ui::LessonTarget target;
  target.step = QStringLiteral("protein");
  window->lessons().open(softmax(), target);
  ASSERT_TRUE(isOpen(6));
  auto* line = window->lessons().player()->page()->findChild<ui::OwnDataLine*>();
  ASSERT_TRUE(line);
  QMenu& menu = line->menu();
  Q_EMIT menu.aboutToShow();
  ASSERT_FALSE(menu.actions().isEmpty());
  menu.actions()[0]->trigger();
  ASSERT_TRUE(isOpen(6));
  EXPECT_TRUE(line->text().contains(QStringLiteral("1A0J"))) << line->text().toStdString();
  EXPECT_TRUE(line->text().contains(QStringLiteral("does not apply")));
}

TEST_F(LessonsInWindow, arePrintedAndSayWhere) {
  QString told;
  QObject::connect(&session, &ui::Session::message, window.get(),
                   [&](ui::MessageKind, const QString& text) { told = text; });
  const QString path = QString::fromStdString((folder.path() / "softmax.pdf").string());
  window->lessons().printHandout(path, true);
  EXPECT_FALSE(window->lessons().isPrinting()) << "there is no lesson yet";
  window->lessons().open(softmax());
  ASSERT_TRUE(isOpen(0));
  QMenu menu;
  window->lessons().fillMenu(menu);
  int numEntries = 0;
  for (const QAction* action : menu.actions())
    numEntries += action->text().startsWith(QStringLiteral("Print handout")) && action->isEnabled() ? 1 : 0;
  EXPECT_EQ(numEntries, 2);
  window->lessons().printHandout(path, true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window->lessons().isPrinting(); }, test::kPatience));
  EXPECT_TRUE(told.contains(path)) << told.toStdString();
  EXPECT_TRUE(test::readText(folder.path() / "softmax.pdf").starts_with("%PDF"));
}

TEST_F(LessonsInWindow, sayWhatIsNotThere) {
  QString told;
  QObject::connect(&session, &ui::Session::message, window.get(),
                   [&](ui::MessageKind, const QString& text) { told = text; });
  window->lessons().open(QStringLiteral("nope"));
  EXPECT_TRUE(told.contains(QStringLiteral("nope")));
  EXPECT_FALSE(window->lessons().isShown());
}
