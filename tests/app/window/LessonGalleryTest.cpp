// The lessons as cards: pictures, paths, keys, what was done, the way in and out.
#include "ui/panels/start/LessonGallery.h"

#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStandardPaths>
#include <QToolButton>

#include <gtest/gtest.h>

#include "app/session/Lessons.h"
#include "app/window/lessons/Lessons.h"
#include "app/window/start/StartPage.h"
#include "engine/lessons/file/LessonTemplate.h"
#include "tests/app/window/Geometry.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/lessons/StepPage.h"
#include "ui/panels/start/PictureCard.h"
#include "ui/panels/start/WelcomePage.h"

namespace {

class LessonGalleryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
    test::removeLeftOvers();
    forget();
    window = std::make_unique<app::MainWindow>(session);
    test::show(*window, {1280, 720});
    test::activate(*window);
  }
  void TearDown() override {
    window.reset();
    ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
    forget();
  }
  /// What other tests have done, and lessons of the user.
  static void forget() {
    QFile::remove(ui::LessonProgress::userPath());
    QFile::remove(app::userLessonFolder() + QStringLiteral("/softmax.md"));
  }
  ui::LessonGallery& show() {
    for (QPushButton* button : window->start().page().findChildren<QPushButton*>())
      if (button->text() == QStringLiteral("Lessons")) QTest::mouseClick(button, Qt::LeftButton);
    return *window->lessons().gallery();
  }
  bool isOpen() {
    return QTest::qWaitFor(
        [&] {
          const ui::LessonPlayer* player = window->lessons().player();
          return player && window->lessons().isShown() && player->isAtRest() && player->page() &&
                 player->page()->reading();
        },
        test::kPatience);
  }
  bool arePicturesThere() {
    return QTest::qWaitFor([&] { return !window->lessons().covers().isBusy(); }, test::kPatience);
  }
  void keep(const QString& name) {
    const QString to = qEnvironmentVariable("HEADLIGHT_PICTURES");
    if (!to.isEmpty()) window->grab().save(to + u'/' + name + QStringLiteral(".png"));
  }

  test::TemporaryFolder folder;
  ui::Session session;
  std::unique_ptr<app::MainWindow> window;
};

bool isInOneColor(const QImage& image) {
  return test::countColor(image, image.pixelColor(0, 0), 2) == image.width() * image.height();
}

}  // namespace

TEST_F(LessonGalleryTest, hasACardForEachLessonWithGoalMinutesAndPicture) {
  const ui::LessonGallery& gallery = show();
  ASSERT_TRUE(gallery.isVisible());
  const std::vector<app::LessonEntry> lessons = app::findLessons();
  ASSERT_GE(lessons.size(), 12u);
  ASSERT_EQ(gallery.cards().size(), lessons.size());
  EXPECT_EQ(lessons[0].id, QStringLiteral("softmax")) << "one begins at the beginning";
  ASSERT_TRUE(arePicturesThere());
  for (size_t k = 0; k < lessons.size(); ++k) {
    const ui::PictureCard* card = gallery.cards()[k];
    EXPECT_EQ(card->accessibleName(), lessons[k].title);
    EXPECT_TRUE(card->accessibleDescription().contains(lessons[k].goal));
    EXPECT_TRUE(card->accessibleDescription().contains(QStringLiteral("%1 minutes").arg(lessons[k].minutes)));
    EXPECT_TRUE(card->hasPicture()) << lessons[k].id.toStdString();
    EXPECT_FALSE(isInOneColor(window->lessons().covers().of(lessons[k].path))) << lessons[k].id.toStdString();
  }
}

TEST_F(LessonGalleryTest, drawsItsPicturesInTheColoursOfTheTheme) {
  show();
  ASSERT_TRUE(arePicturesThere());
  const QString softmax = app::lessonPath(QStringLiteral("softmax"));
  const QImage light = window->lessons().covers().of(softmax);
  ui::ThemeModel::instance().setKind(ui::ThemeKind::dark);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window->lessons().covers().of(softmax).isNull(); }, test::kPatience));
  ASSERT_TRUE(arePicturesThere());
  EXPECT_NE(window->lessons().covers().of(softmax), light);
  EXPECT_EQ(light.pixelColor(0, 0), ui::Theme::light().canvas);
  EXPECT_EQ(window->lessons().covers().of(softmax).pixelColor(0, 0), ui::Theme::dark().canvas);
}

TEST_F(LessonGalleryTest, fitsEverySizeInEachTheme) {
  const ui::LessonGallery& gallery = show();
  for (const ui::ThemeKind kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    ui::ThemeModel::instance().applyTo(*qApp);
    for (const QSize size : {QSize(1024, 700), QSize(1920, 1080), QSize(800, 600)}) {
      window->resize(size);
      ASSERT_TRUE(arePicturesThere());
      QTest::qWait(100);
      EXPECT_EQ(test::cutOffIn(*window->lessons().gallery()), QStringList()) << size.width();
      for (const ui::PictureCard* card : gallery.cards())
        EXPECT_LE(card->mapTo(&gallery, card->rect().bottomRight()).x(), gallery.width()) << size.width();
      keep(QStringLiteral("gallery-%1-%2").arg(size.width()).arg(kind == ui::ThemeKind::dark ? "dark" : "light"));
    }
  }
}

TEST_F(LessonGalleryTest, pathsShowTheirLessonsInOrderAndLeaveOutWhatThereIsNot) {
  ui::LessonGallery& gallery = show();
  ASSERT_GE(gallery.pathButtons().size(), 3u);  // all, attention, alignments
  QToolButton* alignments = nullptr;
  for (QToolButton* button : gallery.pathButtons())
    if (button->text() == QStringLiteral("Alignments")) alignments = button;
  ASSERT_TRUE(alignments);
  EXPECT_EQ(alignments->accessibleDescription(), QStringLiteral("3 lessons, 51 minutes"));
  QTest::mouseClick(alignments, Qt::LeftButton);
  ASSERT_EQ(gallery.cards().size(), 3u);
  EXPECT_EQ(gallery.cards()[0]->text(), QStringLiteral("1. A family as a model"));
  EXPECT_EQ(gallery.cards()[2]->text(), QStringLiteral("3. How sure is an alignment"));
  QTest::mouseClick(gallery.pathButtons()[0], Qt::LeftButton);
  EXPECT_EQ(gallery.cards().size(), app::findLessons().size());
}

TEST_F(LessonGalleryTest, isWalkedByKeysOpenedByReturnAndLeftByEscape) {
  ui::LessonGallery& gallery = show();
  ASSERT_EQ(QApplication::focusWidget(), gallery.cards()[0]);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
  EXPECT_EQ(QApplication::focusWidget(), gallery.cards()[1]);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  EXPECT_EQ(QApplication::focusWidget(), gallery.cards()[2]);
  gallery.cards().back()->setFocus();
  const QWidget* shown = gallery.findChild<QScrollArea*>()->viewport();
  EXPECT_LT(gallery.cards().back()->mapTo(shown, QPoint()).y(), shown->height()) << "it is scrolled to";
  const QString path = gallery.cards().back()->property("lesson").toString();
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  ASSERT_TRUE(isOpen());
  EXPECT_EQ(QFileInfo(QString::fromStdString(window->lessons().player()->lesson()->file)), QFileInfo(path));
  QTest::keyClick(window->lessons().player(), Qt::Key_Escape);
  EXPECT_TRUE(gallery.isVisible()) << "one comes back to where the lesson was opened";
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  EXPECT_TRUE(window->start().page().isVisible());
}

TEST_F(LessonGalleryTest, tellsWhatWasDoneInEachLesson) {
  ui::LessonGallery& gallery = show();
  const QString before = gallery.cards()[0]->accessibleDescription();
  QTest::mouseClick(gallery.cards()[0], Qt::LeftButton);
  ASSERT_TRUE(isOpen());
  window->lessons().player()->goTo(1);
  ASSERT_TRUE(isOpen());
  window->lessons().leave();
  EXPECT_FALSE(before.contains(QStringLiteral("seen")));
  EXPECT_TRUE(gallery.cards()[0]->accessibleDescription().contains(QStringLiteral("2 seen")));
}

TEST_F(LessonGalleryTest, showsTheUsersLessonInThePlaceOfOneWithItsIdAndSaysSo) {
  ASSERT_TRUE(QDir().mkpath(app::userLessonFolder()));
  std::string text = engine::lessonTemplate("softmax");
  const std::filesystem::path file = (app::userLessonFolder() + QStringLiteral("/softmax.md")).toStdString();
  test::writeText(file, text);
  const ui::LessonGallery& gallery = show();
  int numOwn = 0;
  for (const ui::PictureCard* card : gallery.cards()) {
    if (!card->accessibleDescription().contains(QStringLiteral("your own"))) continue;
    ++numOwn;
    EXPECT_EQ(card->property("lesson").toString().toStdString(), file.string());
  }
  EXPECT_EQ(numOwn, 1);
  EXPECT_EQ(gallery.cards().size(), app::findLessons().size());
}

TEST_F(LessonGalleryTest, isInTheMenuAndGivesWayToAViewThatOpens) {
  QMenu* learn = nullptr;
  for (QAction* action : window->menuBar()->actions())
    if (action->text() == QStringLiteral("&Learn")) learn = action->menu();
  ASSERT_TRUE(learn);
  Q_EMIT learn->aboutToShow();
  learn->actions().front()->trigger();
  ASSERT_TRUE(window->lessons().gallery() && window->lessons().gallery()->isVisible());
  const auto path = folder.path() / "three.a3m";
  test::writeText(path, ">one\nACDEFGHIKL\n>two\nACDEFGHIKM\n");
  window->openPaths({QString::fromStdString(path.string())});
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->workspace().isVisible(); }, test::kPatience));
  EXPECT_FALSE(window->lessons().gallery()->isVisible());
}

TEST_F(LessonGalleryTest, readsNoLessonBeforeItIsAskedFor) {
  EXPECT_EQ(window->lessons().gallery(), nullptr);
  EXPECT_FALSE(window->lessons().covers().isBusy());
}
