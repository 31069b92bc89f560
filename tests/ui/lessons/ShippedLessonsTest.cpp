// The lessons that come with the program, as they are seen: every step shows its pictures.
#include <QDoubleSpinBox>
#include <QSpinBox>
#include <algorithm>

#include "engine/lessons/expression/Functions.h"
#include "tests/ui/lessons/OpenLesson.h"
#include "ui/lessons/KnownPictures.h"
#include "ui/lessons/pictures/PictureProblems.h"
#include "ui/lessons/pictures/ShownPicture.h"
#include "ui/views/base/View.h"

namespace shipped_lessons_test {

class ShippedLessons : public test::OpenLesson {
 protected:
  static std::filesystem::path lessons() { return test::sampleFile("").parent_path().parent_path() / "lessons"; }
};

TEST_F(ShippedLessons, showEveryPictureOfEveryStep) {
  int numLessons = 0, numPictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(lessons())) {
    if (entry.path().extension() != ".md" || entry.path().filename() == "README.md") continue;
    ++numLessons;
    open(entry.path(), {1280, 720}, {{}, {}, true, false});
    for (int step = 0;; ++step) {
      player->goTo(step);
      ASSERT_TRUE(rest()) << entry.path() << " step " << step + 1;
      if (player->step() != step) break;
      for (const ui::ShownPicture* picture : player->page()->findChildren<ui::ShownPicture*>()) {
        ++numPictures;
        EXPECT_EQ(picture->failure().toStdString(), "")
            << entry.path() << " step " << step + 1 << ", picture " << picture->picture().kind;
      }
    }
  }
  EXPECT_GE(numLessons, 11);
  EXPECT_GE(numPictures, 70);
}

TEST_F(ShippedLessons, aStepperOfHeadsChoosesTheHeadOfItsPictures) {
  open(lessons() / "reading.md", {1280, 720}, {{}, {}, true, false});
  ui::View* view = player->page()->findChild<ui::View*>();
  ASSERT_NE(view, nullptr);
  EXPECT_EQ(view->session().selection().head(), 0);
  auto* stepper = player->page()->findChild<QSpinBox*>();
  if (stepper) {
    stepper->setValue(3);
  } else {
    auto* number = player->page()->findChild<QDoubleSpinBox*>();
    ASSERT_NE(number, nullptr);
    number->setValue(3);
  }
  EXPECT_TRUE(QTest::qWaitFor([&] { return view->session().selection().head() == 2; }, test::kLessonPatience));
}

/// What authors are told to choose from is what there is.
TEST_F(ShippedLessons, areDescribedWithAllFunctionsAndPictures) {
  const std::string readme = test::readText(lessons() / "README.md");
  std::vector<std::string> words = engine::functionNames();
  for (const std::string& kind : ui::knownPictures().pictureKinds) words.push_back(kind);
  EXPECT_GE(words.size(), 80u);
  for (const std::string& word : words)
    EXPECT_TRUE(readme.find("`" + word + "`") != std::string::npos ||
                readme.find("`" + word + "(") != std::string::npos)
        << word;
}

TEST_F(ShippedLessons, aPictureRefusesAHeadThatThereIsNot) {
  std::string text = test::readText(lessons() / "example/what-a-mask-costs.md");
  const auto refusals = [&] {
    engine::LessonProblems unread;
    auto lesson = std::make_shared<const engine::Lesson>(engine::parseLesson(text, "what-a-mask-costs.md", unread));
    engine::LessonRun run(lesson, test::sampleFile("").parent_path(), engine::Compute{}, ui::knownPictures());
    std::string told;
    for (const engine::LessonProblem& problem : ui::pictureProblems(run, {})) told += problem.text + '\n';
    return told;
  };
  EXPECT_EQ(refusals(), "");
  text.replace(text.find("head 1\n"), 7, "head 7\n");
  EXPECT_NE(refusals().find("head of picture attention: found 7, there are 1 layer of 6 heads"), std::string::npos)
      << refusals();
}

}  // namespace shipped_lessons_test
