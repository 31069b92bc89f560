// The main window as a whole: what a user drops, clicks and switches.
#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QTreeWidget>

#include <gtest/gtest.h>

#include "app/session/Settings.h"
#include "app/window/DeviceButton.h"
#include "app/window/MainWindow.h"
#include "app/window/RunOperation.h"
#include "app/window/ViewDock.h"
#include "app/window/start/StartPage.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/panels/MessagePanel.h"
#include "ui/panels/OperationForm.h"
#include "ui/panels/ParameterForm.h"
#include "ui/panels/start/WelcomePage.h"

namespace main_window_test {

constexpr int kPatience = 20000;

class MainWindowTest : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(m_folder.path().string()));
    app::Settings().setTheme(app::ThemeChoice::light);
    window = std::make_unique<app::MainWindow>(session);
    test::show(*window, {1440, 900});
  }
  void TearDown() override {
    window.reset();
    ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
  }
  void drop(const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    // Qt gives a drop to the widget that took the drag.
    QDragEnterEvent enter({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &enter);
    ASSERT_TRUE(enter.isAccepted());
    QDropEvent event({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &event);
  }
  QString writtenAlignment() {
    const auto path = m_folder.path() / "three.a3m";
    test::writeText(path, ">one\nACDEFGHIKL\n>two\nACDEFGHIKM\n>three\nAC-EFGHIKL\n");
    return QString::fromStdString(path.string());
  }
  bool waitForViews(size_t number) {
    return QTest::qWaitFor([&] { return window->workspace().views().size() == number; }, kPatience);
  }

  test::TemporaryFolder m_folder;
  ui::Session session;
  std::unique_ptr<app::MainWindow> window;
};

TEST_F(MainWindowTest, emptyWindowOffersFiles) {
  EXPECT_TRUE(window->start().page().isVisible());
  EXPECT_TRUE(window->start().page().openButton().isVisible());
}

TEST_F(MainWindowTest, droppedAlignmentIsListedAndShown) {
  drop(writtenAlignment());
  ASSERT_TRUE(waitForViews(1));
  EXPECT_EQ(window->workspace().views()[0]->kind(), QStringLiteral("alignment"));
  EXPECT_FALSE(window->start().page().isVisible());
  ASSERT_EQ(window->library().tree().topLevelItemCount(), 1);
  EXPECT_EQ(app::Settings().recentFiles().size(), 1);
}

TEST_F(MainWindowTest, aDroppedFolderOfWeightsIsAModelWhoseFactsTheInspectorTells) {
  drop(QString::fromStdString(test::dataFile("models/hf_esm_tiny").string()));
  QTreeWidget& tree = window->library().tree();
  ASSERT_TRUE(QTest::qWaitFor([&] { return tree.topLevelItemCount() == 1; }, kPatience));
  EXPECT_EQ(tree.topLevelItem(0)->text(0), QStringLiteral("Models"));
  QTreeWidgetItem* model = tree.topLevelItem(0)->child(0);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->text(0), QStringLiteral("hf_esm_tiny"));
  EXPECT_FALSE(model->icon(0).isNull());
  tree.setCurrentItem(model);
  QStringList told;
  const auto tell = [&] {
    told.clear();
    for (const QLabel* label : window->inspector().findChildren<QLabel*>())
      if (label->isVisibleTo(window.get())) told << label->text().simplified();  // lines are folded
    return told.contains(QStringLiteral("Heads from"));
  };
  EXPECT_TRUE(QTest::qWaitFor(tell, kPatience)) << told.join(u'|').toStdString();
  EXPECT_TRUE(told.contains(QStringLiteral("config.json")));
  EXPECT_FALSE(told.filter(QStringLiteral("3 layers × 6 heads")).isEmpty());
}

TEST_F(MainWindowTest, wrongFileGivesOneMessageAndKeepsWhatIsLoaded) {
  drop(writtenAlignment());
  ASSERT_TRUE(waitForViews(1));
  const auto path = m_folder.path() / "wrong.pdb";
  test::writeText(path, "this is no structure\n");
  drop(QString::fromStdString(path.string()));
  QListWidget& list = window->messages().list();
  const auto mentions = [&] {
    int count = 0;
    for (int row = 0; row < list.count(); ++row) count += list.item(row)->text().contains(QStringLiteral("wrong.pdb"));
    return count;
  };
  ASSERT_TRUE(QTest::qWaitFor([&] { return mentions() > 0; }, kPatience));
  EXPECT_EQ(mentions(), 1);
  EXPECT_EQ(window->workspace().views().size(), 1u);
}

TEST_F(MainWindowTest, inspectorShowsTheReadoutOfTheViewUnderThePointer) {
  drop(writtenAlignment());
  ASSERT_TRUE(waitForViews(1));
  ui::View* view = window->workspace().views()[0];
  test::waitForFrame(view->canvas());
  for (int y = 20; y < view->canvas().height() && session.selection().hover().isEmpty(); y += 6) {
    for (int x = 20; x < view->canvas().width() && session.selection().hover().isEmpty(); x += 20) {
      test::movePointer(view->canvas(), QPointF(x, y));
    }
  }
  ASSERT_FALSE(session.selection().hover().isEmpty());
  EXPECT_FALSE(window->inspector().readoutText().isEmpty());
}

TEST_F(MainWindowTest, themeSwitchChangesThePixels) {
  const QColor before = window->grab().toImage().pixelColor(300, 120);
  ui::ThemeModel::instance().setKind(ui::ThemeKind::dark);
  QCoreApplication::processEvents();
  const QColor after = window->grab().toImage().pixelColor(300, 120);
  EXPECT_GT(before.lightness(), 200);
  EXPECT_LT(after.lightness(), 60);
}

TEST_F(MainWindowTest, closingTheLastViewBringsTheWelcomeBack) {
  drop(writtenAlignment());
  ASSERT_TRUE(waitForViews(1));
  window->workspace().dockOf(window->workspace().views()[0])->close();
  ASSERT_TRUE(waitForViews(0));
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->start().page().isVisible(); }, kPatience));
}

TEST_F(MainWindowTest, aRunWithCurvesShowsThemBesideItsMap) {
  auto* form = app::openOperation(*window, engine::findOperation("attention nadaraya-watson"));
  QTest::mouseClick(&form->runButton(), Qt::LeftButton);
  ASSERT_TRUE(waitForViews(2));
  QStringList kinds;
  for (const ui::View* view : window->workspace().views()) kinds << view->kind();
  EXPECT_EQ(kinds, (QStringList{QStringLiteral("attention"), QStringLiteral("plot")}));
}

TEST_F(MainWindowTest, removedDatasetClosesItsViews) {
  drop(writtenAlignment());
  ASSERT_TRUE(waitForViews(1));
  session.document().remove(session.document().datasets()[0]->id);
  EXPECT_TRUE(waitForViews(0));
}

TEST_F(MainWindowTest, savedPicturesFollowTheSuffixAndOthersAreRefused) {
  drop(writtenAlignment());
  ASSERT_TRUE(waitForViews(1));
  ui::View& view = *window->workspace().views()[0];
  for (const char* name : {"a.png", "a.svg", "a.pdf"}) {
    const auto path = m_folder.path() / name;
    app::savePicture(view, QString::fromStdString(path.string()));
    EXPECT_GT(std::filesystem::file_size(path), 500u) << name;
  }
  EXPECT_THROW(app::savePicture(view, QStringLiteral("a.gif")), engine::Error);
}

TEST_F(MainWindowTest, severalDroppedFilesAreAllShown) {
  QMimeData data;
  QList<QUrl> urls;
  for (const char* name : {"a.a3m", "b.a3m", "c.fasta"}) {
    test::writeText(m_folder.path() / name, ">one\nACDEFGHIKL\n>two\nACDEFGHIKM\n");
    urls << QUrl::fromLocalFile(QString::fromStdString((m_folder.path() / name).string()));
  }
  data.setUrls(urls);
  QDragEnterEvent enter({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window.get(), &enter);
  QDropEvent event({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window.get(), &event);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.document().datasets().size() == 3; }, kPatience));
  EXPECT_EQ(app::Settings().recentFiles().size(), 3);
  EXPECT_GE(window->workspace().views().size(), 2u);
}

TEST_F(MainWindowTest, savedSessionOpensWithTheSameViews) {
  drop(writtenAlignment());
  ASSERT_TRUE(waitForViews(1));
  const std::vector<engine::DatasetId> ids = window->workspace().views()[0]->datasetIds();
  const QString path = QString::fromStdString((m_folder.path() / "mine.headlight").string());
  window->saveSession(path);
  EXPECT_TRUE(window->windowTitle().contains(QStringLiteral("mine")));
  EXPECT_EQ(app::Settings().recentFiles().value(0), path);

  ui::Session other;
  app::MainWindow reopened(other);
  test::show(reopened, {1200, 800});
  reopened.openPaths({path});
  ASSERT_TRUE(QTest::qWaitFor([&] { return reopened.workspace().views().size() == 1; }, kPatience));
  EXPECT_EQ(reopened.workspace().views()[0]->kind(), QStringLiteral("alignment"));
  EXPECT_EQ(reopened.workspace().views()[0]->datasetIds(), ids);
}

TEST_F(MainWindowTest, emptyViewHasTheButtonThatFillsIt) {
  drop(writtenAlignment());
  ASSERT_TRUE(waitForViews(1));
  ui::View* empty = window->workspace().openView(QStringLiteral("alignment"), {});
  ASSERT_NE(empty, nullptr);
  QCoreApplication::processEvents();
  EXPECT_TRUE(empty->startButton().isVisible());
  Q_EMIT empty->startButton().menu()->aboutToShow();
  empty->startButton().menu()->actions().front()->trigger();
  EXPECT_FALSE(empty->datasetIds().empty());
  EXPECT_FALSE(empty->startButton().isVisible());

  ui::View* dp = window->workspace().openView(QStringLiteral("dp"), {});
  ASSERT_NE(dp, nullptr);
  Q_EMIT dp->startButton().menu()->aboutToShow();
  EXPECT_FALSE(dp->startButton().menu()->actions().front()->isEnabled());
  for (QAction* action : dp->startButton().menu()->actions())
    if (action->text().startsWith(QStringLiteral("Align two profiles"))) action->trigger();
  EXPECT_EQ(window->findChildren<ui::OperationForm*>().size(), 1);
}

TEST_F(MainWindowTest, closedViewCanBeOpenedAgain) {
  drop(writtenAlignment());
  ASSERT_TRUE(waitForViews(1));
  const std::vector<engine::DatasetId> ids = window->workspace().views()[0]->datasetIds();
  window->workspace().closeActiveView();
  ASSERT_TRUE(waitForViews(0));
  ui::View* view = window->workspace().reopenClosedView();
  ASSERT_NE(view, nullptr);
  EXPECT_EQ(view->datasetIds(), ids);
  EXPECT_EQ(window->workspace().reopenClosedView(), nullptr);
}

TEST_F(MainWindowTest, deviceChoiceIsRemembered) {
  EXPECT_EQ(app::Settings().device(), QStringLiteral("auto"));
  auto* button = window->findChild<app::DeviceButton*>();
  ASSERT_NE(button, nullptr);
  for (QAction* action : button->menu()->actions()) {
    if (action->text() == QStringLiteral("Native CPU")) action->trigger();
  }
  EXPECT_EQ(app::Settings().device(), QStringLiteral("cpu"));
}

TEST_F(MainWindowTest, everyButtonAndListHasANameForScreenReaders) {
  drop(writtenAlignment());
  ASSERT_TRUE(waitForViews(1));
  for (const QAbstractButton* button : window->findChildren<QAbstractButton*>()) {
    if (!button->isVisible() || button->objectName() == QStringLiteral("qt_menubar_ext_button")) continue;
    EXPECT_FALSE((button->accessibleName() + button->text()).isEmpty())
        << button->metaObject()->className() << " in " << button->parent()->metaObject()->className();
  }
  for (const QComboBox* list : window->findChildren<QComboBox*>()) {
    EXPECT_FALSE(list->accessibleName().isEmpty()) << list->objectName().toStdString();
  }
  for (ui::View* view : window->workspace().views())
    EXPECT_FALSE(view->canvas().accessibleName().isEmpty()) << view->kind().toStdString();
}

TEST_F(MainWindowTest, everyOperationHasAFormThatSaysWhatItNeeds) {
  for (const auto& operation : engine::operations()) {
    ui::OperationForm* form = app::openOperation(*window, *operation);
    EXPECT_EQ(form->windowTitle(), QString::fromStdString(operation->title()));
    const auto inputs = operation->inputs();
    const bool needsNone =
        std::all_of(inputs.begin(), inputs.end(), [](const auto& input) { return input.isOptional; });
    EXPECT_EQ(form->runButton().isEnabled(), needsNone) << operation->id();
    form->close();
  }
}

TEST_F(MainWindowTest, anOperationOfTheMenuTakesWhatIsSelectedInTheLibrary) {
  drop(writtenAlignment());
  ASSERT_TRUE(waitForViews(1));
  const auto path = m_folder.path() / "second.a3m";
  test::writeText(path, ">a\nACDE\n>b\nACDF\n");
  drop(QString::fromStdString(path.string()));
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.document().datasets().size() == 2; }, kPatience));
  QTreeWidget& tree = window->library().tree();
  for (const char* title : {"second", "three"}) {
    const auto found = tree.findItems(QString::fromLatin1(title), Qt::MatchStartsWith | Qt::MatchRecursive);
    ASSERT_FALSE(found.isEmpty()) << title;
    tree.scrollToItem(found.front());
    QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualItemRect(found.front()).center());
    const QString selected = window->library().selectedId();
    ASSERT_FALSE(selected.isEmpty());
    QAction* asked = nullptr;
    for (QAction* action : window->findChildren<QAction*>())
      if (action->text().startsWith(QStringLiteral("Coevolution of columns"))) asked = action;
    ASSERT_NE(asked, nullptr);
    asked->trigger();
    auto* form = window->findChild<ui::OperationForm*>();
    ASSERT_NE(form, nullptr);
    EXPECT_EQ(form->input(0).currentData().toString(), selected);
    delete form;
  }
}

TEST_F(MainWindowTest, aMechanismStatesItsCostAndShowsTheMapOfItsSample) {
  ui::OperationForm* form = app::openOperation(*window, engine::findOperation("attention dot"));
  EXPECT_EQ(form->input(0).currentText(), QStringLiteral("the sample arrays"));
  EXPECT_TRUE(form->estimate().text().startsWith(QStringLiteral("Operations: 2·B·H·n·m·(d + v)")));
  engine::ParameterValues values;
  values.set("maps", false);
  form->parameters().setValues(values);
  EXPECT_TRUE(form->estimate().text().endsWith(QStringLiteral("B·H·n·(v + 1) = 768 B")))
      << form->estimate().text().toStdString();
  form->close();

  form = app::openOperation(*window, engine::findOperation("attention multi-head"));
  QTest::mouseClick(&form->runButton(), Qt::LeftButton);
  ASSERT_TRUE(waitForViews(1));
  EXPECT_EQ(window->workspace().views()[0]->kind(), QStringLiteral("attention"));
}

TEST_F(MainWindowTest, nothingIsCutOffAtTheSmallestSize) {
  window->resize(1024, 700);
  QCoreApplication::processEvents();
  EXPECT_LE(window->width(), 1024);
  EXPECT_LE(window->height(), 700);
}

TEST_F(MainWindowTest, closingWhileAJobRunsCancelsIt) {
  ui::Job* job = session.jobs().start(
      QStringLiteral("Endless"), {}, ui::JobQueue::Pool::cpu, {},
      [](engine::Progress& progress) -> std::any {
        for (;;) {
          progress.update(0.5, "turning");
          QThread::msleep(5);
        }
      },
      [](const std::any&) {});
  ASSERT_TRUE(QTest::qWaitFor([&] { return job->state() == ui::JobState::running; }, kPatience));
  window->close();
  EXPECT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, kPatience));
  EXPECT_EQ(job->state(), ui::JobState::cancelled);
}

}  // namespace main_window_test
