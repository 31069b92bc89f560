// The start page: doors, samples, files opened last, the way there and back.
#include "app/window/start/StartPage.h"

#include <QEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/Samples.h"
#include "app/session/SessionFiles.h"
#include "app/session/SessionKeeper.h"
#include "app/window/Panels.h"
#include "tests/app/window/Geometry.h"
#include "tests/app/window/Rest.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/panels/OperationForm.h"
#include "ui/panels/start/PictureCard.h"
#include "ui/panels/start/WelcomePage.h"

namespace start_page_test {

class StartPageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
    test::removeLeftOvers();
    window = std::make_unique<app::MainWindow>(session);
    test::show(*window, {1280, 720});
    test::activate(*window);
  }
  void TearDown() override {
    window.reset();
    ui::ThemeModel::instance().setProjector(false);
  }
  ui::WelcomePage& page() { return window->start().page(); }
  ui::PictureCard* card(const QString& title) {
    for (ui::PictureCard* card : page().cards())
      if (card->text() == title) return card;
    return nullptr;
  }
  bool waitForViews(size_t number) {
    return QTest::qWaitFor([&] { return window->workspace().views().size() == number; }, test::kPatience);
  }
  QString openAlignment() {
    const auto path = folder.path() / "three.a3m";
    test::writeText(path, ">one\nACDEFGHIKL\n>two\nACDEFGHIKM\n>three\nAC-EFGHIKL\n");
    window->openPaths({QString::fromStdString(path.string())});
    EXPECT_TRUE(waitForViews(1));
    return QString::fromStdString(path.string());
  }

  test::TemporaryFolder folder;
  ui::Session session;
  std::unique_ptr<app::MainWindow> window;
};

TEST_F(StartPageTest, samplesStandBehindThreeDoorsWithoutScrolling) {
  const std::vector<app::Sample> samples = app::findSamples();
  EXPECT_GE(samples.size(), 5u);
  for (const app::Sample& sample : samples) {
    EXPECT_EQ(card(sample.title) == nullptr, sample.door == QStringLiteral("menu")) << sample.title.toStdString();
    if (!card(sample.title)) continue;  // in the menu File alone
    EXPECT_FALSE(sample.shows.isEmpty()) << sample.title.toStdString();
    EXPECT_TRUE(card(sample.title)->accessibleDescription().contains(sample.shows));
  }
  for (const char* door : {"Learn", "Inspect heads", "Explore alignments"}) {
    const auto labels = page().findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
      return label->text() == QLatin1String(door);
    })) << door;
  }
  EXPECT_TRUE(QTest::qWaitFor([&] { return page().overflow() == 0; }, 2000));
}

TEST_F(StartPageTest, everyCardIsInsideThePageAtAnySize) {
  for (const QSize size : {QSize(800, 600), QSize(1600, 1000), QSize(1280, 720)}) {
    window->resize(size);
    QTest::qWait(200);
    for (ui::PictureCard* card : page().cards()) {
      if (!card->isVisible()) continue;
      EXPECT_TRUE(card->parentWidget()->rect().contains(card->geometry())) << size.width();
      EXPECT_LE(card->mapTo(&page(), card->rect().bottomRight()).x(), page().width()) << size.width();
    }
    EXPECT_EQ(test::cutOffIn(page()), QStringList()) << size.width();
    for (const ui::DoorFrame* door : page().doors())
      for (const QPushButton* button : door->findChildren<QPushButton*>())
        EXPECT_FALSE(button->geometry().intersects(door->cards().back()->geometry())) << size.width();
  }
}

TEST_F(StartPageTest, aDoorMovesWhileThePointerIsThere) {
  QApplication::setEffectEnabled(Qt::UI_General, true);
  QApplication::setEffectEnabled(Qt::UI_AnimateMenu, true);
  ui::DoorFrame& door = *page().doors().front();
  EXPECT_FALSE(door.picture().isMoving());
  const double before = door.picture().phase();
  QEnterEvent enter({5, 5}, {5, 5}, {5, 5});
  QCoreApplication::sendEvent(&door, &enter);
  EXPECT_TRUE(QTest::qWaitFor([&] { return door.picture().phase() != before; }, 2000));
  EXPECT_FALSE(page().doors().back()->picture().isMoving());
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(&door, &leave);
  EXPECT_FALSE(door.picture().isMoving());
  QApplication::setEffectEnabled(Qt::UI_AnimateMenu, false);
  QCoreApplication::sendEvent(&door, &enter);
  EXPECT_FALSE(door.picture().isMoving()) << "nobody who wants no motion gets any";
  QApplication::setEffectEnabled(Qt::UI_General, false);
}

TEST_F(StartPageTest, panelsComeWithTheFirstFileAndGoWithANewSession) {
  const auto areShown = [this] {
    const auto docks = window->panels().docks();
    return std::any_of(docks.begin(), docks.end(), [](const QDockWidget* dock) { return dock->isVisible(); });
  };
  EXPECT_FALSE(areShown());
  EXPECT_GT(page().width(), 1200);
  openAlignment();
  QTest::qWait(200);
  EXPECT_TRUE(window->panels().docks()[0]->isVisible()) << "library";
  EXPECT_TRUE(window->panels().docks()[1]->isVisible()) << "inspector";
  const int width = window->panels().docks()[0]->width();
  window->start().show();
  EXPECT_FALSE(areShown()) << "the page has the window";
  window->files().beginNew();
  ASSERT_TRUE(waitForViews(0));
  EXPECT_FALSE(areShown());
  openAlignment();
  QTest::qWait(200);
  EXPECT_NEAR(window->panels().docks()[0]->width(), width, 4);
}

TEST_F(StartPageTest, panelsGiveWayToThePageOverViewsAndComeBackExactlyAsTheyWere) {
  openAlignment();
  test::waitForRest(*window, session);
  const auto docks = window->panels().docks();
  docks[3]->hide();
  docks[2]->setFloating(true);
  docks[2]->setGeometry(300, 200, 320, 240);
  window->resizeDocks({docks[0], docks[1]}, {310, 330}, Qt::Horizontal);
  test::waitForRest(*window, session);
  const auto places = [&] {
    std::vector<std::pair<bool, QRect>> all;
    for (const QDockWidget* dock : docks) all.emplace_back(dock->isVisible(), dock->geometry());
    all.emplace_back(true, window->workspace().geometry());
    return all;
  };
  const auto before = places();
  ASSERT_TRUE(docks[2]->isVisible());
  QTest::mouseClick(window->findChild<QToolButton*>(QStringLiteral("home")), Qt::LeftButton);
  test::waitForRest(*window, session);
  for (const QDockWidget* dock : docks) EXPECT_FALSE(dock->isVisible()) << dock->objectName().toStdString();
  EXPECT_GT(page().width(), 1200);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  test::waitForRest(*window, session);
  EXPECT_EQ(places(), before);
  EXPECT_TRUE(docks[2]->isFloating());
}

TEST_F(StartPageTest, aPanelThatIsOpenedOverThePageStaysAndALayoutLeadsToTheViews) {
  openAlignment();
  test::waitForRest(*window, session);
  const auto docks = window->panels().docks();
  docks[1]->hide();
  window->start().show();
  docks[1]->toggleViewAction()->trigger();
  EXPECT_TRUE(docks[1]->isVisible());
  QTest::keyClick(window.get(), Qt::Key_1, Qt::ControlModifier);
  EXPECT_FALSE(page().isVisible());
  EXPECT_TRUE(docks[0]->isVisible());
  EXPECT_TRUE(docks[1]->isVisible());
}

TEST_F(StartPageTest, aLibraryWithoutViewsStaysInSight) {
  openAlignment();
  window->workspace().closeActiveView();
  ASSERT_TRUE(waitForViews(0));
  test::waitForRest(*window, session);
  EXPECT_TRUE(page().isVisible());
  EXPECT_TRUE(window->panels().docks()[0]->isVisible());
}

TEST_F(StartPageTest, openingTheDeviceBringsNoPanels) {
  session.chooseDevice(QStringLiteral("cpu"));
  test::waitForRest(*window, session);
  for (const QDockWidget* dock : window->panels().docks()) EXPECT_FALSE(dock->isVisible());
}

TEST_F(StartPageTest, everySampleHasItsPictureInEachTheme) {
  for (const ui::ThemeKind kind : {ui::ThemeKind::dark, ui::ThemeKind::light}) {
    ui::ThemeModel::instance().setKind(kind);
    page().showPictures();
    for (const ui::PictureCard* shown : page().cards())
      EXPECT_TRUE(QTest::qWaitFor([&] { return shown->hasPicture(); }, test::kPatience)) << shown->text().toStdString();
  }
}

TEST_F(StartPageTest, aFailureBringsTheMessages) {
  window->openPaths({QStringLiteral("/no/such/file.a3m")});
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->panels().docks()[3]->isVisible(); }, test::kPatience));
}

TEST_F(StartPageTest, aClickOnACardOpensItsSample) {
  ui::PictureCard* search = card(QStringLiteral("A search among four families"));
  ASSERT_TRUE(search);
  QTest::mouseClick(search, Qt::LeftButton);
  ASSERT_TRUE(waitForViews(2));
  EXPECT_EQ(window->workspace().views()[0]->kind(), QStringLiteral("hits"));
  EXPECT_FALSE(page().isVisible());
}

TEST_F(StartPageTest, returnOpensALessonInTheLayoutToTeach) {
  ui::PictureCard* lesson = card(QStringLiteral("Attention, number by number"));
  ASSERT_TRUE(lesson);
  lesson->setFocus();
  QTest::keyClick(lesson, Qt::Key_Return);
  ASSERT_TRUE(waitForViews(2));
  EXPECT_TRUE(QTest::qWaitFor(
      [&] {
        return window->workspace().arrangement()[QStringLiteral("layout")].toInt() ==
               static_cast<int>(app::Layout::teach);
      },
      5000));
}

TEST_F(StartPageTest, whatOpensBeforeTheWindowIsInFrontHasTheKeyboard) {
  window = std::make_unique<app::MainWindow>(session);
  window->show();
  openAlignment();
  test::activate(*window);
  const ui::View* view = window->workspace().activeView();
  ASSERT_TRUE(view);
  EXPECT_TRUE(QTest::qWaitFor([&] { return view->isAncestorOf(QApplication::focusWidget()); }, 5000));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_F, Qt::ControlModifier);
  EXPECT_TRUE(qobject_cast<QLineEdit*>(QApplication::focusWidget())) << "it is searched at once";
}

TEST_F(StartPageTest, isReachedFromTheViewsAndLeftByEscape) {
  openAlignment();
  auto* home = window->findChild<QToolButton*>(QStringLiteral("home"));
  ASSERT_TRUE(home && home->isVisible());
  QTest::mouseClick(home, Qt::LeftButton);
  ASSERT_TRUE(page().isVisible());
  EXPECT_TRUE(page().backButton().isVisible());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  EXPECT_FALSE(page().isVisible());
  QTest::keyClick(window.get(), Qt::Key_Home, Qt::AltModifier);
  ASSERT_TRUE(page().isVisible());
  QTest::mouseClick(&page().backButton(), Qt::LeftButton);
  EXPECT_FALSE(page().isVisible());
  EXPECT_EQ(window->workspace().views().size(), 1u);
}

TEST_F(StartPageTest, filesOpenedLastHaveTheirPictureAndOpenAgain) {
  const QString path = openAlignment();
  QTest::qWait(300);
  window->start().show();
  ui::PictureCard* recent = card(QStringLiteral("three.a3m"));
  ASSERT_TRUE(recent && recent->isVisible());
  EXPECT_TRUE(QTest::qWaitFor([&] { return recent->hasPicture(); }, test::kPatience));
  EXPECT_EQ(recent->toolTip(), path);
  window->files().beginNew();
  ASSERT_TRUE(waitForViews(0));
  recent = card(QStringLiteral("three.a3m"));
  ASSERT_TRUE(recent);
  QTest::mouseClick(recent, Qt::LeftButton);
  EXPECT_TRUE(waitForViews(1));
}

TEST_F(StartPageTest, noDoorEndsInADeadButton) {
  for (const QPushButton* button : page().findChildren<QPushButton*>())
    EXPECT_FALSE(button->menu() && button->menu()->isEmpty()) << button->text().toStdString();
  for (QPushButton* button : page().findChildren<QPushButton*>()) {
    if (button->text() != QStringLiteral("Search a database…")) continue;
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_FALSE(window->findChildren<ui::OperationForm*>().isEmpty());
  }
}

class SampleOfStartPage : public StartPageTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(SampleOfStartPage, opensByAClickWithoutFailures) {
  QStringList failures;
  QObject::connect(&session, &ui::Session::message, &session, [&](ui::MessageKind kind, const QString& text) {
    if (kind != ui::MessageKind::information) failures << text;
  });
  const std::vector<app::Sample> samples = app::findSamples();
  const auto sample = std::find_if(samples.begin(), samples.end(), [](const app::Sample& each) {
    return each.path.endsWith(QStringLiteral("/") + QLatin1String(GetParam()));
  });
  ASSERT_NE(sample, samples.end());
  ui::PictureCard* chosen = card(sample->title);
  ASSERT_TRUE(chosen);
  const size_t numViews = ui::readSessionFile(sample->path.toStdString()).views.size();
  QTest::mouseClick(chosen, Qt::LeftButton);
  ASSERT_TRUE(waitForViews(numViews));
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, test::kPatience));
  EXPECT_EQ(failures, QStringList());
  for (const ui::View* view : window->workspace().views()) EXPECT_FALSE(view->datasetIds().empty());
  EXPECT_FALSE(window->keeper().isUnsaved()) << "a sample that was only looked at is nothing to save";
  QTest::qWait(100);  // of two views in tabs one is in front now
  QTest::keyClick(window.get(), Qt::Key_N, Qt::ControlModifier);
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().empty(); }));
  QTest::qWait(50);
  EXPECT_EQ(window->workspace().activeView(), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Every, SampleOfStartPage,
                         ::testing::Values("proteins.headlight", "search.headlight", "subfamilies.headlight",
                                           "attention.headlight", "kernel.headlight", "positions.headlight",
                                           "equivariant.headlight", "trypsin.headlight", "heads.headlight",
                                           "antibody.headlight", "dhfr.headlight", "s1a.headlight"),
                         [](const auto& info) {
                           return std::string(info.param).substr(0, std::string(info.param).find('.'));
                         });

}  // namespace start_page_test
