// The player: keys of the lesson, what is kept, the file while it is written.
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include "tests/ui/lessons/OpenLesson.h"
#include "ui/lessons/ProblemList.h"
#include "ui/lessons/SpeakerWindow.h"
#include "ui/lessons/StepDots.h"
#include "ui/lessons/text/FormulaPanel.h"
#include "ui/lessons/text/ProseView.h"

namespace {

constexpr const char* kText = R"(---
headlight-lesson: 1
id: small
title: Small
goal: See.
minutes: 3
needs: []
level: first
language: en
sources: [none]
---
Begin.

## One {#one}

First.

```data
a = (1 2 3)
```

```predict sum
number "What is the sum?"
answer sum(a) within 0.1
hint "Add."
because "It is {sum(a):.0}."
```

### Beat

Second.

```note
Say **this**.
```

## Two {#two}

```control t
slider t from 0 to 10 start 4
```

It is {t:.1} now.
)";

class Player : public test::OpenLesson {
 protected:
  void openSmall() {
    path = folder.path() / "small.md";
    test::writeText(path, kText);
    open(path);
  }
  QString text() {
    QString all;
    for (const ui::ProseView* prose : player->page()->findChildren<ui::ProseView*>())
      if (prose->isVisible()) all += prose->toPlainText() + u'\n';
    return all;
  }
  std::filesystem::path path;
};

}  // namespace

TEST_F(Player, uncoversBeatsThenGoesOnAndBackTheSameWay) {
  openSmall();
  EXPECT_FALSE(text().contains(QStringLiteral("Second.")));
  key(Qt::Key_PageDown);
  EXPECT_EQ(player->step(), 0);
  EXPECT_TRUE(text().contains(QStringLiteral("Second.")));
  key(Qt::Key_N);
  EXPECT_EQ(player->step(), 1);
  key(Qt::Key_Space, Qt::ShiftModifier);
  EXPECT_EQ(player->step(), 0);
  EXPECT_TRUE(text().contains(QStringLiteral("Second."))) << "as it was left";
  key(Qt::Key_PageUp);
  EXPECT_FALSE(text().contains(QStringLiteral("Second.")));
  key(Qt::Key_End);
  EXPECT_EQ(player->step(), 1);
  key(Qt::Key_Home);
  EXPECT_EQ(player->step(), 0);
  key(Qt::Key_G);
  auto* field = qobject_cast<QSpinBox*>(QApplication::focusWidget());
  ASSERT_TRUE(field);
  type(QStringLiteral("2"));
  key(Qt::Key_Return);
  EXPECT_EQ(player->step(), 1);
}

TEST_F(Player, lettersStayLettersWhereOneTypes) {
  openSmall();
  for (int k = 0; k < 40 && !qobject_cast<QLineEdit*>(QApplication::focusWidget()); ++k) key(Qt::Key_Tab);
  auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_TRUE(line);
  type(QStringLiteral("b n"));
  EXPECT_EQ(line->text(), QStringLiteral("b n"));
  EXPECT_FALSE(player->isBlank());
  key(Qt::Key_PageDown);
  EXPECT_TRUE(text().contains(QStringLiteral("Second."))) << "a remote works everywhere";
}

TEST_F(Player, blanksAndShowsNotesWithWhatComesNext) {
  openSmall();
  key(Qt::Key_Period);
  EXPECT_TRUE(player->isBlank());
  key(Qt::Key_B);
  EXPECT_FALSE(player->isBlank());
  key(Qt::Key_S);
  ASSERT_TRUE(player->speaker());
  EXPECT_TRUE(player->speaker()->isVisible());
  QString told;
  for (const QLabel* label : player->speaker()->findChildren<QLabel*>()) told += label->text() + u'\n';
  EXPECT_TRUE(told.contains(QStringLiteral("Two"))) << told.toStdString();
  EXPECT_TRUE(told.contains(QStringLiteral("3 minutes")));
  EXPECT_TRUE(player->speaker()->findChild<ui::ProseView*>()->toPlainText().contains(QStringLiteral("Say this.")));
  player->toggleSpeaker();
  EXPECT_FALSE(player->speaker()->isVisible());
}

TEST_F(Player, remembersControlsUntilTheStepIsReset) {
  openSmall();
  player->goTo(1);
  ASSERT_TRUE(rest());
  EXPECT_TRUE(text().contains(QStringLiteral("It is 4.0 now.")));
  player->page()->findChild<QDoubleSpinBox*>()->setValue(7);
  ASSERT_TRUE(QTest::qWaitFor([this] { return text().contains(QStringLiteral("It is 7.0 now.")); }, 5000));
  player->goTo(0);
  player->goTo(1);
  ASSERT_TRUE(rest());
  EXPECT_TRUE(text().contains(QStringLiteral("It is 7.0 now.")));
  key(Qt::Key_R);
  ASSERT_TRUE(QTest::qWaitFor([this] { return text().contains(QStringLiteral("It is 4.0 now.")); }, 5000));
}

TEST_F(Player, opensWhereALinkSays) {
  path = folder.path() / "small.md";
  test::writeText(path, kText);
  open(path, {1280, 720}, {QStringLiteral("two"), {{"t", "2.5"}}, false, false});
  EXPECT_EQ(player->step(), 1);
  EXPECT_TRUE(text().contains(QStringLiteral("It is 2.5 now.")));
}

TEST_F(Player, rereadsItsFileAndKeepsTheLastGoodStateWhileItIsBroken) {
  openSmall();
  question().input().setAnswer({{6}, {}});
  question().check();
  ASSERT_TRUE(QTest::qWaitFor([this] { return text().contains(QStringLiteral("It is 6.")); }, 5000));
  QString other = QString::fromUtf8(kText);
  other.replace(QStringLiteral("First."), QStringLiteral("Better."));
  // As editors do it: a new file in the place of the old one.
  const QString aside = QString::fromStdString((folder.path() / "small.new").string());
  test::writeText(aside.toStdString(), other.toStdString());
  std::filesystem::rename(aside.toStdString(), path);
  ASSERT_TRUE(QTest::qWaitFor([this] { return text().contains(QStringLiteral("Better.")); }, 10'000));
  ASSERT_TRUE(rest());
  EXPECT_TRUE(question().isDone()) << "answers stay";
  other.replace(QStringLiteral("sum(a) within"), QStringLiteral("smu(a) within"));
  test::writeText(path, other.toStdString());
  ASSERT_TRUE(QTest::qWaitFor([this] { return player->findChild<ui::ProblemList*>()->count() > 0; }, 10'000));
  EXPECT_TRUE(text().contains(QStringLiteral("Better.")));
  const QString told = player->findChild<ui::ProblemList*>()->item(0)->text();
  EXPECT_TRUE(told.startsWith(QStringLiteral("small.md:"))) << told.toStdString();
  EXPECT_TRUE(told.contains(QStringLiteral("smu"))) << told.toStdString();
  EXPECT_TRUE(player->findChild<ui::ProblemList*>()->isVisible());
  test::writeText(path, kText);
  ASSERT_TRUE(QTest::qWaitFor([this] { return text().contains(QStringLiteral("First.")); }, 10'000));
  EXPECT_FALSE(player->findChild<ui::ProblemList*>()->isVisible());
}

TEST_F(Player, saysWhatIsWrongWithAFileThatIsNotThere) {
  player = std::make_unique<ui::LessonPlayer>(QString(), QString::fromStdString((folder.path() / "p.json").string()));
  QString told;
  QObject::connect(player.get(), &ui::LessonPlayer::failed, player.get(), [&](const QString& text) { told = text; });
  player->open(QString::fromStdString((folder.path() / "none.md").string()));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !told.isEmpty(); }, 10'000));
  EXPECT_TRUE(told.contains(QStringLiteral("none.md"))) << told.toStdString();
  EXPECT_EQ(player->lesson(), nullptr);
}

TEST_F(Player, countsHandsInAVote) {
  QString voted = QString::fromUtf8(kText);
  voted.replace(QStringLiteral("number \"What is the sum?\"\nanswer sum(a) within 0.1\n"),
                QStringLiteral("choose \"Which?\"\n- \"six\" when sum(a) = 6\n- \"five\" when sum(a) = 5\n"));
  path = folder.path() / "small.md";
  test::writeText(path, voted.toStdString());
  open(path);
  key(Qt::Key_V);
  key(Qt::Key_1);
  key(Qt::Key_2);
  key(Qt::Key_2);
  EXPECT_EQ(question().memory().votes, (std::vector<int>{1, 2}));
  EXPECT_FALSE(question().isDone());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_2, Qt::ShiftModifier);
  EXPECT_EQ(question().memory().votes, (std::vector<int>{1, 1}));
  key(Qt::Key_V);
  key(Qt::Key_1);
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, 5000));
  EXPECT_TRUE(question().memory().isRight);
}
