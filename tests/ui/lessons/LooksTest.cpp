// Every step of every lesson that comes with the program, in the sizes in which it is shown.
#include <QDir>

#include "tests/ui/lessons/OpenLesson.h"
#include "tests/ui/lessons/WholePage.h"

namespace looks_test {

/// With HEADLIGHT_PICTURES=folder every step in every look is written there, as it is met and with its answers; with
/// HEADLIGHT_LESSON=id those of one lesson.
class Looks : public test::OpenLesson {
 protected:
  struct Look {
    const char* name;
    test::Stand stand;
  };
  static std::vector<Look> looks() {
    return {{"1024x700", {{1024, 700}, false, ui::ThemeKind::light}},
            {"projector", {{1920, 1080}, true, ui::ThemeKind::light}},
            {"projector-dark", {{1920, 1080}, true, ui::ThemeKind::dark}},
            {"projector-4-3", {{1440, 1080}, true, ui::ThemeKind::light}}};
  }
  /// Every step of the open lesson in one look.
  void lookAtSteps(const std::string& lesson, const Look& look, bool isAnswered) {
    const QString pictures = qEnvironmentVariable("HEADLIGHT_PICTURES");
    test::apply(look.stand);
    player->resize(look.stand.size);
    for (int step = 0; step < static_cast<int>(player->lesson()->steps.size()); ++step) {
      player->goTo(step);
      ASSERT_TRUE(rest()) << lesson << " step " << step + 1;
      for (ui::QuestionCard* card : player->page()->questions())
        if (isAnswered && !card->isDone()) card->giveUp();
      player->page()->setReading(isAnswered);
      ASSERT_TRUE(rest()) << lesson << " step " << step + 1;
      QTest::qWait(pictures.isEmpty() ? 30 : 200);  // layouts follow
      const std::string name = lesson + "-" + std::to_string(step + 1) + "-" + look.name;
      test::checkWholePage(*player, name);
      if (!pictures.isEmpty())
        player->grab().save(
            QStringLiteral("%1/%2%3.png")
                .arg(pictures, QString::fromStdString(name), isAnswered ? QStringLiteral("-shown") : QString()));
    }
  }
};

TEST_F(Looks, everyStepIsWholeInEverySizeCoveredAndAnswered) {
  const std::filesystem::path folder = test::sampleFile("").parent_path().parent_path() / "lessons";
  const std::string only = qEnvironmentVariable("HEADLIGHT_LESSON").toStdString();
  QDir().mkpath(qEnvironmentVariable("HEADLIGHT_PICTURES", QStringLiteral(".")));
  size_t numSteps = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string id = entry.path().stem().string();
    if (entry.path().extension() != ".md" || id == "README" || (!only.empty() && id != only)) continue;
    open(entry.path(), looks()[0].stand.size, {{}, {}, true, false});
    numSteps += player->lesson()->steps.size();
    for (const bool isAnswered : {false, true})
      for (const Look& look : looks()) {
        // Nothing stands elsewhere in the dark.
        const bool isForPeople = look.stand.theme == ui::ThemeKind::dark;
        if (!isForPeople || qEnvironmentVariableIsSet("HEADLIGHT_PICTURES")) lookAtSteps(id, look, isAnswered);
      }
  }
  EXPECT_GE(numSteps, only.empty() ? 100U : 1U);
}

}  // namespace looks_test
