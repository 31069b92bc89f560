// A lesson from its start to its end with the mouse alone: dots, controls, options, bars and buttons.
#include <QAbstractButton>
#include <QPushButton>
#include <QSlider>
#include <algorithm>

#include "tests/ui/lessons/OpenLesson.h"
#include "ui/lessons/StepDots.h"
#include "ui/lessons/pictures/ShownPicture.h"

namespace {

class MousePlay : public test::OpenLesson {
 protected:
  static void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton); }
  /// The options in the order that is seen.
  std::vector<QAbstractButton*> options() {
    std::vector<QAbstractButton*> found;
    for (QAbstractButton* button : question().input().findChildren<QAbstractButton*>()) found.push_back(button);
    std::sort(found.begin(), found.end(), [](const auto* one, const auto* other) { return one->y() < other->y(); });
    return found;
  }
  QPushButton* button(const QString& text) {
    for (QPushButton* one : question().findChildren<QPushButton*>())
      if (one->text() == text) return one;
    return nullptr;
  }
  /// A wrong option first, then those that are true.
  void choose(const std::vector<double>& truth) {
    const auto all = options();
    const auto isTrue = [&](size_t k) {
      return std::find(truth.begin(), truth.end(), static_cast<double>(k + 1)) != truth.end();
    };
    if (truth.size() == 1) {
      click(all[isTrue(0) ? 1 : 0]);
      ASSERT_TRUE(QTest::qWaitFor([this] { return question().memory().tries == 1; }, test::kLessonPatience));
      EXPECT_FALSE(question().isDone());
    }
    for (size_t k = 0; k < all.size(); ++k)
      if (isTrue(k)) click(all[k]);
    if (truth.size() > 1) click(button(QStringLiteral("Check")));
    ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, test::kLessonPatience));
    EXPECT_TRUE(question().memory().isRight);
  }
  /// Two wrong guesses, then Show.
  void missBars() {
    for (int tries = 1; tries <= 2; ++tries) {
      QTest::mouseClick(&question().input(), Qt::LeftButton, {}, {question().input().width() - 20, 30 + tries});
      click(button(QStringLiteral("Check")));
      ASSERT_TRUE(QTest::qWaitFor([&] { return question().memory().tries == tries; }, test::kLessonPatience));
    }
    ASSERT_TRUE(button(QStringLiteral("Show"))->isVisible());
    click(button(QStringLiteral("Show")));
    ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, test::kLessonPatience));
    EXPECT_FALSE(question().memory().isRight);
  }
  /// Every slider and box that is free goes somewhere and back.
  void moveControls() {
    for (QSlider* slider : player->page()->findChildren<QSlider*>()) {
      if (!slider->isVisible() || !slider->isEnabled()) continue;
      const int before = slider->value();
      QTest::mouseClick(slider, Qt::LeftButton, {}, {slider->width() - 2, slider->height() / 2});
      if (slider->value() == before) QTest::mouseClick(slider, Qt::LeftButton, {}, {2, slider->height() / 2});
      EXPECT_NE(slider->value(), before) << player->page()->step().slug;
      ASSERT_TRUE(rest());
    }
  }
};

}  // namespace

TEST_F(MousePlay, goesThroughALessonFromItsStartToItsEnd) {
  open(test::sampleFile("").parent_path().parent_path() / "lessons/order.md", {1280, 900}, {{}, {}, true, false});
  const auto& lesson = *player->lesson();
  const auto& dots = player->findChild<ui::StepDots*>()->dots();
  ASSERT_EQ(dots.size(), lesson.steps.size());
  int numQuestions = 0, numRight = 0;
  for (size_t step = 0; step < dots.size(); ++step) {
    click(dots[step]);
    ASSERT_EQ(player->step(), static_cast<int>(step));
    ASSERT_TRUE(rest());
    player->page()->setReading(true);  // as somebody does who has no keys
    ASSERT_TRUE(rest());
    if (!player->page()->questions().empty()) {
      ++numQuestions;
      const auto truth = player->page()->reading()->answers.at(0);
      ASSERT_TRUE(truth) << step + 1;
      if (question().question().kind == engine::QuestionKind::choose)
        choose(truth->numbers);
      else
        missBars();
      numRight += question().memory().isRight ? 1 : 0;
      ASSERT_TRUE(rest());
    }
    moveControls();
    for (const ui::ShownPicture* picture : player->page()->pictures())
      EXPECT_EQ(picture->failure().toStdString(), "") << step + 1;
  }
  EXPECT_GE(numQuestions, 6);
  EXPECT_EQ(numRight, numQuestions - 1) << "the bars were shown";
  EXPECT_EQ(player->progress().numSeen(lesson.id), static_cast<int>(dots.size()));
  EXPECT_EQ(player->progress().numAnswered(lesson.id), numRight) << "shown is not answered";
}
