// The lesson "From scores to weights", played: by keyboard, by mouse, by what screen readers are told.
#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>

#include "tests/ui/lessons/OpenLesson.h"
#include "ui/formula/FormulaWidget.h"
#include "ui/lessons/StepDots.h"
#include "ui/lessons/StepStage.h"
#include "ui/lessons/answers/GoalLine.h"
#include "ui/lessons/pictures/ShownPicture.h"
#include "ui/lessons/pictures/TeachingFrame.h"
#include "ui/lessons/text/FormulaPanel.h"
#include "ui/lessons/text/ProseView.h"

namespace {

class Softmax : public test::OpenLesson {
 protected:
  /// Tab until a line is there to type into.
  void tabToLine() {
    for (int k = 0; k < 80 && !qobject_cast<QLineEdit*>(QApplication::focusWidget()); ++k) key(Qt::Key_Tab);
    ASSERT_TRUE(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
  }
  void answerByKeys(const QString& text) {
    tabToLine();
    type(text);
    key(Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, 5000));
    EXPECT_TRUE(question().memory().isRight) << player->page()->step().slug;
    key(Qt::Key_Escape);
  }
  void toNextStep() {
    const int here = player->step();
    for (int k = 0; k < 9 && player->step() == here; ++k) key(Qt::Key_Space);
    ASSERT_EQ(player->step(), here + 1);
    ASSERT_TRUE(rest());
  }
};

}  // namespace

TEST_F(Softmax, isPlayedFromStartToEndByTheKeyboardAlone) {
  openSoftmax();
  ASSERT_EQ(player->lesson()->steps.size(), 7u);
  answerByKeys(QStringLiteral("1"));
  toNextStep();
  answerByKeys(QStringLiteral("0.64"));
  toNextStep();
  key(Qt::Key_3);
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, 5000));
  toNextStep();
  answerByKeys(QStringLiteral("1/2"));
  toNextStep();
  key(Qt::Key_3);
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, 5000));
  toNextStep();
  key(Qt::Key_1);
  key(Qt::Key_2);
  EXPECT_FALSE(question().isDone()) << "several may be true: nothing is answered before it is asked for";
  key(Qt::Key_Return);
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, 5000));
  EXPECT_TRUE(question().memory().isRight);
  toNextStep();
  answerByKeys(QStringLiteral("32 %"));
  key(Qt::Key_Space);
  EXPECT_EQ(player->step(), 6) << "the last step stays";
  const auto& lesson = *player->lesson();
  EXPECT_EQ(player->progress().numSeen(lesson.id), 7);
  EXPECT_EQ(player->progress().numAnswered(lesson.id), 7);
}

TEST_F(Softmax, isPlayedByTheMouse) {
  openSoftmax();
  const auto clickCell = [this](const char* array, engine::Index index) {
    for (ui::ShownPicture* picture : player->page()->pictures()) {
      auto* frame = dynamic_cast<ui::TeachingFrame*>(picture);
      if (!frame) continue;
      ui::PictureWidget& widget = frame->widget();
      for (int y = 2; y < widget.height(); y += 4)
        for (int x = 2; x < widget.width(); x += 4) {
          const auto cell = widget.picture().cellAt(ui::ThemeModel::instance().theme(), widget.rect(), QPointF(x, y));
          if (!cell || cell->array != array || cell->at.empty() || cell->at.back() != index) continue;
          QTest::mouseClick(&widget, Qt::LeftButton, {}, {x, y});
          return true;
        }
    }
    return false;
  };
  ASSERT_TRUE(clickCell("S", 3)) << "scores can be pointed at before they are told";
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().memory().tries == 1; }, 5000));
  EXPECT_FALSE(question().isDone());
  ASSERT_TRUE(clickCell("S", 0));
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, 5000));
  EXPECT_TRUE(question().memory().isRight);
  QTest::mouseClick(player->findChild<ui::StepDots*>()->dots()[2], Qt::LeftButton);
  ASSERT_EQ(player->step(), 2);
  ASSERT_TRUE(rest());
  for (QAbstractButton* option : question().input().findChildren<QAbstractButton*>())
    if (option->text() == QStringLiteral("nothing")) QTest::mouseClick(option, Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, 5000));
  EXPECT_TRUE(question().memory().isRight);
}

TEST_F(Softmax, coversWhatAQuestionAsksUntilItIsAnswered) {
  openSoftmax();
  player->goTo(1);
  ASSERT_TRUE(rest());
  const auto& values = *player->page()->reading()->values;
  EXPECT_TRUE(values.isCovered("A"));
  EXPECT_FALSE(values.isCovered("S"));
  const QString spoken = player->page()->findChild<ui::FormulaPanel*>()->widgets().front()->spokenText();
  EXPECT_FALSE(spoken.contains(QStringLiteral("0.64")));
  question().giveUp();
  ASSERT_TRUE(rest());
  EXPECT_FALSE(player->page()->reading()->values->isCovered("A"));
  EXPECT_TRUE(question().memory().isShown);
}

TEST_F(Softmax, tellsAHintForAWrongAnswerAndShowsAfterTwoTries) {
  openSoftmax();
  player->goTo(1);
  ASSERT_TRUE(rest());
  const auto buttonNamed = [this](const QString& text) -> QAbstractButton* {
    for (QAbstractButton* button : question().findChildren<QAbstractButton*>())
      if (button->text() == text) return button;
    return nullptr;
  };
  for (const char* wrong : {"3", "0.9"}) {
    question().input().setAnswer({{QString::fromLatin1(wrong).toDouble()}, {}});
    question().check();
    ASSERT_TRUE(rest());
  }
  EXPECT_EQ(question().memory().tries, 2);
  QStringList told;
  for (const ui::ProseView* text : question().findChildren<ui::ProseView*>())
    if (text->isVisible()) told << text->toPlainText();
  EXPECT_TRUE(told.join(u' ').contains(QStringLiteral("factor of 2.72"))) << told.join(u'|').toStdString();
  ASSERT_TRUE(buttonNamed(QStringLiteral("Show")));
  EXPECT_TRUE(buttonNamed(QStringLiteral("Show"))->isVisible());
}

TEST_F(Softmax, followsAControlInPictureFormulaAndText) {
  openSoftmax();
  player->goTo(4);
  ASSERT_TRUE(rest());
  question().giveUp();
  ASSERT_TRUE(rest());
  const auto textOf = [this] {
    QString text;
    for (const ui::ProseView* prose : player->page()->findChildren<ui::ProseView*>()) text += prose->toPlainText();
    return text;
  };
  ui::FormulaWidget& formula = *player->page()->findChild<ui::FormulaPanel*>()->widgets().front();
  const QString before = textOf();
  const QString spokenBefore = formula.spokenText();
  EXPECT_TRUE(before.contains(QStringLiteral("1.37"))) << before.toStdString();
  auto* slider = player->page()->stage().control(QStringLiteral("T"))->findChild<QSlider*>();
  slider->setFocus();
  QTest::keyClick(slider, Qt::Key_Right);
  ASSERT_TRUE(QTest::qWaitFor([&] { return textOf() != before; }, 5000));
  EXPECT_NE(formula.spokenText(), spokenBefore);
  key(Qt::Key_Escape);
  key(Qt::Key_R);
  EXPECT_FALSE(player->page()->questions()[0]->isDone());
}

TEST_F(Softmax, ticksAGoalThatWasReached) {
  openSoftmax();
  auto* goal = player->page()->findChild<ui::GoalLine*>();
  ASSERT_TRUE(goal);
  question().giveUp();
  ASSERT_TRUE(rest());
  EXPECT_FALSE(goal->isReached());
  auto* control = player->page()->stage().control(QStringLiteral("Q[1,1]"));
  auto* other = player->page()->stage().control(QStringLiteral("Q[1,2]"));
  ASSERT_TRUE(control && other);
  control->move(-4000);
  other->move(4000);
  ASSERT_TRUE(QTest::qWaitFor([&] { return goal->isReached(); }, 5000));
  control->move(4000);
  ASSERT_TRUE(rest());
  EXPECT_TRUE(goal->isReached()) << "reached once counts";
  player->goTo(1);
  ASSERT_TRUE(rest());
  player->goTo(0);
  ASSERT_TRUE(rest());
  EXPECT_EQ(std::get<engine::LessonArray>(*player->page()->reading()->values->find("Q"))[0], 2) << "left as it was";
}

TEST_F(Softmax, hasANameForEverythingThatCanBeReached) {
  openSoftmax();
  for (int step = 0; step < 7; ++step) {
    player->goTo(step);
    ASSERT_TRUE(rest());
    for (QWidget* widget : player->findChildren<QWidget*>()) {
      if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus)) continue;
      const QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(widget);
      const bool isPart = qobject_cast<QLineEdit*>(widget) && qobject_cast<QAbstractSpinBox*>(widget->parentWidget());
      ASSERT_TRUE(heard);
      EXPECT_FALSE(heard->text(QAccessible::Name).isEmpty() && !isPart)
          << widget->metaObject()->className() << " of step " << step + 1;
    }
  }
}
