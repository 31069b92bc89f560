// Nothing is lost silently: what is asked before something goes, what brings it back, and what a killed program leaves.
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include <gmock/gmock.h>

#include "app/session/Samples.h"
#include "app/session/SessionFiles.h"
#include "app/session/SessionKeeper.h"
#include "app/window/KeepDataset.h"
#include "app/window/RunOperation.h"
#include "app/window/start/StartPage.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/panels/start/WelcomePage.h"
#include "ui/views/alignment/AlignmentView.h"

namespace keeping_test {

using testing::ElementsAre;

/// A window with one small alignment, shown.
class KeepingTest : public testing::Test {
 protected:
  void SetUp() override {
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
    test::removeLeftOvers();
    test::writeText(folder.path() / "three.a3m", ">one\nACDEFGHIKL\n>two\nACDEFGHIKM\n>three\nAC-EFGHIKL\n");
    makeWindow();
  }
  void TearDown() override { window.reset(); }
  void makeWindow() {
    window.reset();
    session = std::make_unique<ui::Session>();
    window = std::make_unique<app::MainWindow>(*session);
    test::show(*window, {1200, 800});
    test::activate(*window);
  }
  QString path(const char* name) const { return QString::fromStdString((folder.path() / name).string()); }
  bool waitForViews(size_t number) {
    return QTest::qWaitFor(
        [&] { return window->workspace().views().size() == number && session->jobs().numActive() == 0; },
        test::kPatience);
  }
  void openAlignment() {
    window->openPaths({path("three.a3m")});
    ASSERT_TRUE(waitForViews(1));
    window->history().commit();
  }
  void computeProfile() {
    engine::Request request{"profile", {"three"}, {}, session->document().freeId("profile")};
    app::runAndShow(window->workspace(), request);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session->jobs().numActive() == 0; }, test::kPatience));
  }
  std::vector<std::string> ids() const {
    std::vector<std::string> all;
    for (const engine::DatasetPtr& dataset : session->document().datasets()) all.push_back(dataset->id);
    return all;
  }
  app::QuestionBar& question() { return window->keeper().question(); }
  void answer(app::QuestionBar& bar, const char* text) {
    for (QPushButton* button : bar.buttons())
      if (button->text().remove(u'&') == QLatin1String(text)) return QTest::mouseClick(button, Qt::LeftButton);
    FAIL() << text << " is no answer to: " << bar.text().toStdString();
  }
  void press(Qt::Key key) { QTest::keyClick(window.get(), key, Qt::ControlModifier); }
  void colourTheAlignment() {
    auto* view = qobject_cast<ui::AlignmentView*>(window->workspace().views().at(0));
    ASSERT_TRUE(view);
    view->setFocus();
    QTest::keyClick(&view->canvas(), Qt::Key_Plus);
    window->history().commit();
    EXPECT_FALSE(window->keeper().isUnsaved()) << "looking closer is no change";
    view->model().arranger().change([](ui::AlignmentChoices& choices) { choices.order = engine::RowOrder::identity; });
    window->history().commit();
  }

  test::TemporaryFolder folder;
  std::unique_ptr<ui::Session> session;
  std::unique_ptr<app::MainWindow> window;
};

TEST_F(KeepingTest, quittingAsksAboutResultsInTheWindowAndGoesOnMeanwhile) {
  openAlignment();
  computeProfile();
  press(Qt::Key_Q);
  ASSERT_TRUE(window->isVisible());
  ASSERT_TRUE(question().isVisible());
  EXPECT_FALSE(QApplication::activeModalWidget());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  EXPECT_FALSE(question().isVisible());
  EXPECT_TRUE(window->isVisible());
  press(Qt::Key_Q);
  answer(question(), "Quit without saving");
  EXPECT_FALSE(window->isVisible());
}

TEST_F(KeepingTest, filesThatWereOnlyLookedAtAreLetGoWithoutAQuestion) {
  openAlignment();
  window->workspace().closeActiveView();
  ASSERT_TRUE(waitForViews(0));
  press(Qt::Key_Q);
  EXPECT_FALSE(window->isVisible());
}

TEST_F(KeepingTest, whatIsStillBeingComputedIsAskedAboutToo) {
  openAlignment();
  ASSERT_TRUE(session->run({"profile", {"three"}, {}, "p"}));
  EXPECT_TRUE(window->keeper().isUnsaved());
}

TEST_F(KeepingTest, settingsAndPlacesPutAsideAreChanges) {
  openAlignment();
  EXPECT_FALSE(window->keeper().isUnsaved());
  colourTheAlignment();
  EXPECT_TRUE(window->keeper().isUnsaved());
  window->history().undo();
  EXPECT_FALSE(window->keeper().isUnsaved()) << "taken back";
  ui::Focus focus;
  focus.first = {"three", 2};
  session->selection().keep(focus);
  EXPECT_TRUE(window->keeper().isUnsaved());
}

TEST_F(KeepingTest, savingFromTheQuestionWritesTheFileAndGoesOn) {
  openAlignment();
  ASSERT_TRUE(window->saveSession(path("mine.headlight")));
  EXPECT_FALSE(window->keeper().isUnsaved());
  computeProfile();
  press(Qt::Key_Q);
  answer(question(), "Save");
  EXPECT_FALSE(window->isVisible());
  EXPECT_EQ(ui::readSessionFile(path("mine.headlight").toStdString()).requests.size(), 1U);
}

TEST_F(KeepingTest, savingFromTheQuestionAsksForAFileWhereThereIsNone) {
  openAlignment();
  computeProfile();
  press(Qt::Key_Q);
  answer(question(), "Save");
  auto* dialog = window->findChild<QFileDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_TRUE(window->isVisible());
  dialog->findChild<QLineEdit*>()->setText(path("new.headlight"));
  QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
  EXPECT_TRUE(QTest::qWaitFor([&] { return !window->isVisible(); }, test::kPatience));
  EXPECT_TRUE(QFile::exists(path("new.headlight")));
}

TEST_F(KeepingTest, aSessionThatWasJustOpenedOrSavedIsNotAskedAbout) {
  openAlignment();
  computeProfile();
  ASSERT_TRUE(window->saveSession(path("mine.headlight")));
  makeWindow();
  window->openPaths({path("mine.headlight")});
  ASSERT_TRUE(waitForViews(2));
  QTest::qWait(300);  // views settle
  EXPECT_FALSE(window->keeper().isUnsaved());
  window->workspace().closeActiveView();
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->keeper().isUnsaved(); }, test::kPatience)) << "it had two views";
}

TEST_F(KeepingTest, aNewSessionBeginsWithNothingAndAsksBefore) {
  openAlignment();
  computeProfile();
  press(Qt::Key_N);
  ASSERT_TRUE(question().isVisible());
  EXPECT_EQ(ids().size(), 2U);
  answer(question(), "Begin without saving");
  EXPECT_TRUE(ids().empty());
  EXPECT_TRUE(window->workspace().views().empty());
  EXPECT_TRUE(window->start().page().isVisible());
  EXPECT_FALSE(window->history().canUndo());
  EXPECT_EQ(window->workspace().reopenClosedView(), nullptr);
  EXPECT_FALSE(window->keeper().isUnsaved());
}

TEST_F(KeepingTest, theStartPageBeginsANewSessionToo) {
  EXPECT_TRUE(window->start().page().newButton().isHidden()) << "nothing is open";
  openAlignment();
  window->workspace().closeActiveView();
  ASSERT_TRUE(waitForViews(0));
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->start().page().isVisible(); }, test::kPatience));
  QTest::mouseClick(&window->start().page().newButton(), Qt::LeftButton);
  EXPECT_TRUE(ids().empty());
}

TEST_F(KeepingTest, aSampleTakesThePlaceOfResultsOnlyWhenAllowed) {
  openAlignment();
  computeProfile();
  window->files().openSample();
  ASSERT_TRUE(question().isVisible());
  EXPECT_EQ(session->jobs().numActive(), 0);
  answer(question(), "Cancel");
  EXPECT_EQ(ids().size(), 2U);
  window->files().openSample();
  answer(question(), "Open without saving");
  ASSERT_TRUE(waitForViews(4));
  EXPECT_FALSE(session->document().find("three"));
  EXPECT_TRUE(window->windowTitle().contains(QStringLiteral("proteins")));
  QTest::qWait(300);
  EXPECT_FALSE(window->keeper().isUnsaved());
}

TEST_F(KeepingTest, aSessionJoinsFilesThatAreOpenOnlyWhenAsked) {
  openAlignment();
  ASSERT_TRUE(window->saveSession(path("mine.headlight")));
  makeWindow();
  openAlignment();
  window->openPaths({path("mine.headlight")});
  ASSERT_TRUE(question().isVisible());
  EXPECT_THAT(ids(), ElementsAre("three"));
  answer(question(), "Add to what is open");
  ASSERT_TRUE(waitForViews(2));
  EXPECT_THAT(ids(), ElementsAre("three", "three-2"));
  EXPECT_EQ(window->workspace().activeView()->datasetIds(), std::vector<engine::DatasetId>{"three-2"});
  EXPECT_TRUE(window->keeper().path().isEmpty()) << "Save must not write into the file that joined";
}

TEST_F(KeepingTest, aSavedSessionMakesRoomForAnotherWithoutAQuestion) {
  openAlignment();
  ASSERT_TRUE(window->saveSession(path("mine.headlight")));
  test::writeText(folder.path() / "other.headlight",
                  R"({"headlight-session": 1, "sources": [{"id": "other", "path": "three.a3m"}]})");
  window->openPaths({path("other.headlight")});
  EXPECT_FALSE(question().isVisible());
  ASSERT_TRUE(QTest::qWaitFor([&] { return session->jobs().numActive() == 0; }, test::kPatience));
  EXPECT_THAT(ids(), ElementsAre("other"));
}

TEST_F(KeepingTest, removedInTheLibraryComesBackWithItsViews) {
  openAlignment();
  computeProfile();
  ASSERT_TRUE(waitForViews(2));
  const QJsonObject state = window->workspace().views()[0]->state();
  const engine::DatasetPtr dataset = session->document().find("three");
  std::unique_ptr<QMenu> menu(window->library().makeMenu(dataset));
  for (QAction* action : menu->actions())
    if (action->text() == QStringLiteral("Remove")) action->trigger();
  EXPECT_THAT(ids(), ElementsAre("profile"));
  ASSERT_TRUE(waitForViews(1));
  press(Qt::Key_Z);
  EXPECT_THAT(ids(), ElementsAre("three", "profile"));
  ASSERT_TRUE(waitForViews(2));
  EXPECT_EQ(window->workspace().views()[1]->state(), state);
  EXPECT_EQ(window->workspace().views()[1]->datasetIds(), std::vector<engine::DatasetId>{"three"});
  window->history().redo();
  EXPECT_THAT(ids(), ElementsAre("profile"));
}

TEST_F(KeepingTest, aSessionSavedAfterItsSourceWasRemovedCanBeOpened) {
  openAlignment();
  computeProfile();
  app::removeDataset(window->workspace(), window->history(), session->document().find("three"));
  ASSERT_TRUE(waitForViews(1));
  ASSERT_TRUE(window->saveSession(path("mine.headlight")));
  EXPECT_EQ(ui::readSessionFile(path("mine.headlight").toStdString()).requests.size(), 1U);
}

/// The copies of other runs; none while they run.
class LeftOverTest : public KeepingTest {
 protected:
  /// As another process would have left it, beside the copy of this one.
  QString leave(const char* name) {
    window->keeper().autosave().save();
    const QString own = window->keeper().autosave().path();
    const QString left = QFileInfo(own).dir().filePath(QLatin1String(name));
    EXPECT_TRUE(QFile::copy(own, left));
    return left;
  }
  app::QuestionBar& bar() { return window->keeper().leftOver(); }
};

TEST_F(LeftOverTest, theCopyIsOnlyForItsOwner) {
  openAlignment();
  window->keeper().autosave().save();
  const QFileInfo copy(window->keeper().autosave().path());
  EXPECT_EQ(copy.permissions() & 0x77, QFile::Permissions()) << "neither group nor others";
  EXPECT_EQ(QFileInfo(copy.path()).permissions() & 0x77, QFile::Permissions());
}

TEST_F(LeftOverTest, theCopyOfAWindowThatRunsIsOfferedToNobody) {
  openAlignment();
  window->keeper().autosave().save();
  ASSERT_TRUE(QFile::exists(window->keeper().autosave().path()));
  EXPECT_FALSE(app::LeftOver::newest());
}

TEST_F(LeftOverTest, aProperEndTakesTheCopyAway) {
  openAlignment();
  window->keeper().autosave().save();
  const QString own = window->keeper().autosave().path();
  makeWindow();
  EXPECT_FALSE(QFile::exists(own));
  window->keeper().autosave().save();
  EXPECT_FALSE(QFile::exists(window->keeper().autosave().path())) << "an empty window leaves nothing";
}

TEST_F(LeftOverTest, aRestoredCopyIsKeptUntilThisRunHasItsOwn) {
  openAlignment();
  computeProfile();
  const QString left = leave("left.headlight");
  makeWindow();
  window->keeper().offerLeftOver();
  ASSERT_TRUE(bar().isVisible());
  answer(bar(), "Open it again");
  EXPECT_TRUE(QFile::exists(left)) << "nothing has been read yet";
  EXPECT_FALSE(app::LeftOver::newest()) << "and nobody else is offered it";
  ASSERT_TRUE(waitForViews(2));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !QFile::exists(left); }, test::kPatience));
  EXPECT_EQ(ui::readSessionFile(window->keeper().autosave().path().toStdString()).requests.size(), 1U);
  EXPECT_TRUE(window->keeper().isUnsaved());
  EXPECT_FALSE(bar().isVisible());
}

TEST_F(LeftOverTest, aCopyWhoseFilesAreMissingIsKept) {
  openAlignment();
  const QString left = leave("left.headlight");
  makeWindow();
  QFile::remove(path("three.a3m"));
  window->keeper().offerLeftOver();
  answer(bar(), "Open it again");
  ASSERT_TRUE(QTest::qWaitFor([&] { return session->jobs().numActive() == 0; }, test::kPatience));
  window->keeper().autosave().save();
  QCoreApplication::processEvents();
  EXPECT_TRUE(QFile::exists(left));
  QFile::remove(left);
}

TEST_F(LeftOverTest, aDamagedCopyIsKept) {
  openAlignment();
  const QString left = leave("left.headlight");
  test::writeText(left.toStdString(), "{");
  makeWindow();
  window->keeper().offerLeftOver();
  answer(bar(), "Open it again");
  window->keeper().autosave().save();
  QCoreApplication::processEvents();
  EXPECT_TRUE(QFile::exists(left));
  QFile::remove(left);
}

TEST_F(LeftOverTest, oneCopyIsDiscardedAtATime) {
  openAlignment();
  const QString one = leave("one.headlight"), two = leave("two.headlight");
  makeWindow();
  window->keeper().offerLeftOver();
  answer(bar(), "Discard");
  EXPECT_TRUE(QFile::exists(one) != QFile::exists(two));
  ASSERT_TRUE(QTest::qWaitFor([&] { return bar().isVisible(); }, test::kPatience));
  answer(bar(), "Later");
  EXPECT_FALSE(bar().isVisible());
  EXPECT_TRUE(QFile::exists(one) != QFile::exists(two));
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  window->keeper().offerLeftOver();
  answer(bar(), "Discard");
  EXPECT_FALSE(QFile::exists(one) || QFile::exists(two));
}

TEST_F(LeftOverTest, aKilledProgramLeavesACopyOfWhatItHadJustDone) {
  QProcess other;
  other.setProcessEnvironment(test::environmentOfOneTest());
  other.start(QCoreApplication::applicationFilePath(),
              {QStringLiteral("--gtest_also_run_disabled_tests"),
               QStringLiteral("--gtest_filter=KeepingTest.DISABLED_computesAndWaits")});
  ASSERT_TRUE(other.waitForStarted());
  const QDir place = QFileInfo(window->keeper().autosave().path()).dir();
  const auto hasLanded = [&] {
    for (const QFileInfo& copy : place.entryInfoList({QStringLiteral("*.headlight")}, QDir::Files))
      if (test::readText(copy.filePath().toStdString()).find("\"profile\"") != std::string::npos) return true;
    return false;
  };
  ASSERT_TRUE(QTest::qWaitFor(hasLanded, test::kPatience)) << "a copy soon after the change";
  EXPECT_FALSE(app::LeftOver::newest()) << "it still runs";
  other.kill();
  ASSERT_TRUE(other.waitForFinished());
  window->keeper().offerLeftOver();
  ASSERT_TRUE(bar().isVisible());
  answer(bar(), "Open it again");
  ASSERT_TRUE(waitForViews(2));
  EXPECT_THAT(ids(), ElementsAre("three", "profile"));
  // What is killed leaves its files.
  std::filesystem::remove_all(std::filesystem::path(session->document().find("three")->source).parent_path());
}

/// Run by the test above in a process of its own, which is killed.
TEST_F(KeepingTest, DISABLED_computesAndWaits) {
  window->keeper().offerLeftOver();
  openAlignment();
  computeProfile();
  QTest::qWait(test::kPatience);
}

}  // namespace keeping_test
