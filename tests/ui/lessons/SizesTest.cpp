// Two lessons in the sizes of screens and projectors, light and dark: nothing is cut, pictures have room.
#include <QDir>
#include <QProcess>
#include <QScrollBar>
#include <algorithm>

#include "tests/ui/lessons/OpenLesson.h"
#include "tests/ui/lessons/WholePage.h"
#include "ui/lessons/StepStage.h"

namespace {

using test::Stand;

constexpr auto kLight = ui::ThemeKind::light, kDark = ui::ThemeKind::dark;

std::string nameOf(const Stand& stand, size_t step) {
  return std::to_string(stand.size.width()) + "x" + std::to_string(stand.size.height()) +
         (stand.isProjector ? "-projector" : "") + (stand.theme == kDark ? "-dark-" : "-") + std::to_string(step + 1);
}

class Sizes : public test::OpenLesson {
 protected:
  /// Steps as they open and with everything told.
  void checkAll(const std::string& lesson, const std::vector<Stand>& stands) {
    for (const Stand& stand : stands) {
      test::apply(stand);
      open(test::sampleFile("").parent_path().parent_path() / "lessons" / lesson, stand.size, {{}, {}, true, false});
      for (size_t step = 0; step < player->lesson()->steps.size(); ++step) {
        player->setReading(false);
        player->goTo(static_cast<int>(step));
        check(nameOf(stand, step));
        for (ui::QuestionCard* card : player->page()->questions()) card->giveUp();
        player->setReading(true);
        check(nameOf(stand, step) + "-shown");
      }
    }
  }
  bool isLaidOut() {
    const std::vector<QWidget*> parts = player->page()->shownParts();
    return std::all_of(parts.begin(), parts.end(), [](const QWidget* part) {
      return !part->hasHeightForWidth() || part->height() + 1 >= part->heightForWidth(part->width());
    });
  }
  void check(const std::string& name) {
    ASSERT_TRUE(rest());
    // What arrives late is laid out again, which a large page takes a while for.
    (void)QTest::qWaitFor([this] { return isLaidOut(); }, 3000);
    QTest::qWait(100);
    test::checkWholePage(*player, name);
    const QString pictures = qEnvironmentVariable("HEADLIGHT_PICTURES");  // to be looked at
    if (pictures.isEmpty()) return;
    QDir().mkpath(pictures);
    player->grab().save(QStringLiteral("%1/%2-%3.png")
                            .arg(pictures, QString::fromStdString(player->lesson()->id), QString::fromStdString(name)));
  }
};

}  // namespace

TEST_F(Sizes, softmaxIsWholeInAll) {
  checkAll("softmax.md", {{{1024, 700}, false, kLight},
                          {{1024, 700}, false, kDark},
                          {{1280, 720}, false, kLight},
                          {{1280, 720}, false, kDark},
                          {{1024, 768}, true, kLight},
                          {{1400, 1050}, true, kDark},
                          {{1920, 1080}, true, kLight},
                          {{1920, 1080}, true, kDark},
                          {{3840, 2160}, true, kLight},
                          {{3840, 2160}, false, kDark}});
}

TEST_F(Sizes, aLongLessonIsWholeInAll) {
  checkAll("frames.md", {{{1024, 700}, false, kDark},
                         {{1280, 720}, false, kLight},
                         {{1024, 768}, true, kLight},
                         {{1400, 1050}, true, kDark},
                         {{1920, 1080}, true, kLight},
                         {{3840, 2160}, true, kDark}});
}

TEST_F(Sizes, textStandsAboveThePicturesWhereTheWindowIsNarrow) {
  for (const int width : {860, 940}) {
    openSoftmax({width, 760});
    QTest::qWait(60);
    const auto* picture = player->page()->pictures().front();
    const int text = player->page()->scrollBar().parentWidget()->parentWidget()->mapTo(player.get(), QPoint()).y();
    const int stage = picture->mapTo(player.get(), QPoint()).y();
    EXPECT_EQ(stage > text + 50, width < 900) << width;
    test::checkWholePage(*player, std::to_string(width));
  }
}

TEST_F(Sizes, lettersAsTheDesktopHasThemAreWhole) {
  checkAll("softmax.md", {{{1920, 1080}, false, kLight}, {{1920, 1080}, false, kDark}});
}

/// Desktops that enlarge text tell programs of more dots per inch, which has to be known when a program starts.
TEST(TextOfTwiceTheSize, isWhole) {
  QProcess again;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_FONT_DPI"), QStringLiteral("192"));
  again.setProcessEnvironment(environment);
  again.setProcessChannelMode(QProcess::MergedChannels);
  again.start(QCoreApplication::applicationFilePath(),
              {QStringLiteral("--gtest_filter=Sizes.lettersAsTheDesktopHasThemAreWhole")});
  ASSERT_TRUE(again.waitForFinished(test::kLessonPatience));
  EXPECT_EQ(again.exitCode(), 0) << again.readAll().toStdString();
}
