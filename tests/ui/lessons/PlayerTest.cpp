// The player: keys of the lesson, what is kept, the file while it is written.
#include <QFile>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <cmath>
#include <QToolButton>

#include "tests/ui/lessons/OpenLesson.h"
#include "ui/formula/FormulaWidget.h"
#include "ui/lessons/BlankScreen.h"
#include "ui/lessons/ProblemList.h"
#include "ui/lessons/SpeakerWindow.h"
#include "ui/lessons/StepDots.h"
#include "ui/lessons/StepStage.h"
#include "ui/lessons/pictures/ShownPicture.h"
#include "ui/lessons/text/FormulaPanel.h"
#include "ui/lessons/text/ProseView.h"

namespace {

constexpr const char* kLesson = R"(---
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
  /// The small lesson with a question of two options.
  void openVote() {
    QString voted = QString::fromUtf8(kLesson);
    voted.replace(QStringLiteral("number \"What is the sum?\"\nanswer sum(a) within 0.1\n"),
                  QStringLiteral("choose \"Which?\"\n- \"six\" when sum(a) = 6\n- \"five\" when sum(a) = 5\n"));
    path = folder.path() / "small.md";
    test::writeText(path, voted.toStdString());
    open(path);
  }
  void openSmall() {
    path = folder.path() / "small.md";
    test::writeText(path, kLesson);
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
  EXPECT_FALSE(player->blank().isOn());
  key(Qt::Key_PageDown);
  EXPECT_TRUE(text().contains(QStringLiteral("Second."))) << "a remote works everywhere";
}

TEST_F(Player, aDigitBeginsAnAnswerAndTheKeyboardComesBackWhenItIsRight) {
  openSmall();
  key(Qt::Key_5);
  auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_TRUE(line) << "it says: type its number";
  EXPECT_EQ(line->text(), QStringLiteral("5"));
  key(Qt::Key_Return);
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().memory().tries == 1; }, 5000));
  line->selectAll();
  type(QStringLiteral("6"));
  key(Qt::Key_Return);
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, 5000));
  EXPECT_EQ(QApplication::focusWidget(), player.get()) << "else the keys of a remote go nowhere";
  key(Qt::Key_B);
  EXPECT_TRUE(player->blank().isOn());
}

TEST_F(Player, goesToControlsByAKeyAndOnFromThere) {
  openSmall();
  player->goTo(1);
  ASSERT_TRUE(rest());
  key(Qt::Key_C);
  ASSERT_TRUE(qobject_cast<QSlider*>(QApplication::focusWidget()));
  key(Qt::Key_Right);
  EXPECT_EQ(player->step(), 1);
  EXPECT_TRUE(QTest::qWaitFor([this] { return !text().contains(QStringLiteral("It is 4.0 now.")); }, 5000));
  key(Qt::Key_C);
  EXPECT_TRUE(qobject_cast<QSlider*>(QApplication::focusWidget())) << "the only one";
  key(Qt::Key_PageUp);
  EXPECT_EQ(player->step(), 0);
  EXPECT_EQ(QApplication::focusWidget(), player.get()) << "not in a field of the step";
}

TEST_F(Player, scrollsToWhatIsBelowBeforeItGoesOn) {
  std::string lines;
  for (int k = 0; k < 40; ++k) lines += "Line " + std::to_string(k) + ".\n\n";
  std::string tall = kLesson;
  tall.replace(tall.find("First."), 6, lines);
  path = folder.path() / "small.md";
  test::writeText(path, tall);
  open(path);
  const QScrollBar& bar = *player->page()->findChild<QScrollArea*>(QStringLiteral("page"))->verticalScrollBar();
  ASSERT_GT(bar.maximum(), 0);
  int presses = 0;
  for (; !text().contains(QStringLiteral("Second.")) && presses < 20; ++presses) {
    const int before = bar.value();
    key(Qt::Key_PageDown);
    EXPECT_TRUE(bar.value() > before || text().contains(QStringLiteral("Second.")));
    EXPECT_EQ(player->step(), 0);
  }
  EXPECT_GE(presses, 2);
  ASSERT_TRUE(QTest::qWaitFor([&] { return bar.value() == bar.maximum(); }, 5000)) << "what is uncovered is seen";
  key(Qt::Key_PageDown);
  EXPECT_EQ(player->step(), 1);
}

TEST_F(Player, givesTextItsShareOfEverySizeUntilSomebodyMovesIt) {
  openSmall();
  player->goTo(1);
  ASSERT_TRUE(rest());
  auto* splitter = player->page()->findChild<QSplitter*>();
  const auto share = [&] { return static_cast<double>(splitter->sizes()[0]) / splitter->width(); };
  const auto resizeTo = [&](int width) {
    player->resize(width, 720);
    return QTest::qWaitFor([&] { return std::abs(splitter->width() - width) < 100; }, 5000);
  };
  const double usual = share();
  ASSERT_TRUE(resizeTo(1800));
  EXPECT_NEAR(share(), usual, 0.02) << "a lesson grows when it is projected";
  QWidget* handle = splitter->handle(1);
  const QPoint at = handle->rect().center();
  QTest::mousePress(handle, Qt::LeftButton, {}, at);
  QTest::mouseMove(handle, at + QPoint(300, 0));
  QTest::mouseRelease(handle, Qt::LeftButton, {}, at + QPoint(300, 0));
  const double moved = share();
  EXPECT_GT(moved, usual + 0.1);
  ASSERT_TRUE(resizeTo(1300));
  EXPECT_NEAR(share(), moved, 0.02);
}

TEST_F(Player, blanksAndShowsNotesWithWhatComesNext) {
  openSmall();
  key(Qt::Key_Period);
  EXPECT_TRUE(player->blank().isOn());
  key(Qt::Key_B);
  EXPECT_FALSE(player->blank().isOn());
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
  test::writeText(path, kLesson);
  open(path, {1280, 720}, {QStringLiteral("two"), {{"t", "2.5"}}, false, false});
  EXPECT_EQ(player->step(), 1);
  EXPECT_TRUE(text().contains(QStringLiteral("It is 2.5 now.")));
}

TEST_F(Player, rereadsItsFileAndKeepsTheLastGoodStateWhileItIsBroken) {
  openSmall();
  question().input().setAnswer({{6}, {}});
  question().check();
  ASSERT_TRUE(QTest::qWaitFor([this] { return text().contains(QStringLiteral("It is 6.")); }, 5000));
  QString other = QString::fromUtf8(kLesson);
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
  test::writeText(path, kLesson);
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
  openVote();
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

TEST_F(Player, staysWhereItIsWhileItsFileIsWritten) {
  std::string text = kLesson;
  for (int k = 0; k < 40; ++k) text += "\nOne more paragraph, of which there are many.\n";
  path = folder.path() / "small.md";
  test::writeText(path, text);
  open(path);
  player->goTo(1);
  ASSERT_TRUE(rest());
  player->page()->findChild<QDoubleSpinBox*>()->setValue(7);
  ASSERT_TRUE(QTest::qWaitFor([this] { return this->text().contains(QStringLiteral("It is 7.0 now.")); }, 5000));
  QScrollBar& bar = player->page()->scrollBar();
  ASSERT_GT(bar.maximum(), 300);
  bar.setValue(250);
  player->page()->findChild<QDoubleSpinBox*>()->setFocus();
  test::writeText(path, text + "\nThe last one.\n");
  ASSERT_TRUE(QTest::qWaitFor([this] { return this->text().contains(QStringLiteral("The last one.")); }, 10'000));
  ASSERT_TRUE(rest());
  EXPECT_EQ(player->step(), 1);
  EXPECT_TRUE(this->text().contains(QStringLiteral("It is 7.0 now.")));
  ASSERT_TRUE(QTest::qWaitFor([this] { return player->page()->scrollBar().value() == 250; }, 2000))
      << player->page()->scrollBar().value();
  EXPECT_TRUE(player->isAncestorOf(QApplication::focusWidget()) || player->hasFocus());
  key(Qt::Key_Home);
  EXPECT_EQ(player->step(), 0) << "keys are keys of the lesson";
}

TEST_F(Player, rereadsTheDataThatItsLessonReads) {
  const auto family = folder.path() / "data" / "family.a3m";
  std::filesystem::create_directory(family.parent_path());
  std::string text = kLesson;
  text += "\n```data\nm = file data/family.a3m\n```\n\nThere {fraction(m, 1, \"K\"):.2} are K.\n";
  path = folder.path() / "small.md";
  test::writeText(path, text);
  test::writeText(family, ">a\nKAC\n>b\nKAC\n");
  open(path, {1280, 720}, {QStringLiteral("two"), {}, false, false});
  EXPECT_TRUE(this->text().contains(QStringLiteral("There 1.00 are K."))) << this->text().toStdString();
  test::writeText(folder.path() / "new.a3m", ">a\nKAC\n>b\nAAC\n>c\nCCC\n>d\nCCC\n");
  std::filesystem::rename(folder.path() / "new.a3m", family);
  EXPECT_TRUE(QTest::qWaitFor([this] { return this->text().contains(QStringLiteral("There 0.25 are K.")); }, 10'000))
      << this->text().toStdString();
}

TEST_F(Player, opensTheEditorAtTheLineOfAProblem) {
  std::string text = kLesson;
  text.replace(text.find("sum(a) within"), 3, "smu");
  path = folder.path() / "small.md";
  test::writeText(path, text);
  const auto told = folder.path() / "told";
  const auto editor = folder.path() / "editor.sh";
  test::writeText(editor, "#!/bin/sh\necho \"$@\" > " + told.string() + ".new\nmv " + told.string() + ".new " +
                              told.string() + "\n");
  std::filesystem::permissions(editor, std::filesystem::perms::owner_all);
  qputenv("VISUAL", QByteArray::fromStdString(editor.string() + " --wait"));
  open(path);
  auto* problems = player->findChild<ui::ProblemList*>();
  ASSERT_EQ(problems->count(), 1);
  QTest::mouseClick(problems->viewport(), Qt::LeftButton, {}, problems->visualItemRect(problems->item(0)).center());
  ASSERT_TRUE(QTest::qWaitFor([&] { return std::filesystem::exists(told); }, 10'000));
  qunsetenv("VISUAL");
  const int line = static_cast<int>(std::count(text.begin(), text.begin() + text.find("smu"), '\n')) + 1;
  EXPECT_EQ(test::readText(told), "--wait +" + std::to_string(line) + " " + path.string() + "\n");
}

TEST_F(Player, remotesWorkWhileAControlHasTheKeyboard) {
  openSmall();
  player->goTo(1);
  ASSERT_TRUE(rest());
  auto* slider = player->page()->findChild<QSlider*>();
  ASSERT_TRUE(slider);
  slider->setFocus();
  key(Qt::Key_Period);
  EXPECT_TRUE(player->blank().isOn());
  key(Qt::Key_Period);
  EXPECT_FALSE(player->blank().isOn());
  key(Qt::Key_PageUp);
  EXPECT_EQ(player->step(), 0);
  player->goTo(1);
  slider->setFocus();
  key(Qt::Key_Escape);
  EXPECT_TRUE(player->hasFocus());
  auto* field = player->page()->findChild<QDoubleSpinBox*>();
  field->setFocus();
  field->selectAll();
  type(QStringLiteral("2.5"));
  key(Qt::Key_Return);
  EXPECT_EQ(field->value(), 2.5) << "a point is a point where numbers have one";
  EXPECT_FALSE(player->blank().isOn());
}

TEST_F(Player, escapeInGoToGoesNowhere) {
  openSmall();
  key(Qt::Key_G);
  type(QStringLiteral("2"));
  key(Qt::Key_Escape);
  EXPECT_EQ(player->step(), 0);
  EXPECT_TRUE(player->hasFocus());
}

/// With Shift the key of 2 is another sign, on each keyboard its own.
TEST_F(Player, takesHandsAwayWithTheKeysOfAnyKeyboard) {
  openVote();
  constexpr quint32 kKeyOfTwo = 11;
  const auto press = [&](int key, Qt::KeyboardModifiers modifiers) {
    QKeyEvent event(QEvent::KeyPress, key, modifiers, kKeyOfTwo, 0, 0);
    QCoreApplication::sendEvent(player.get(), &event);
  };
  key(Qt::Key_V);
  press(Qt::Key_2, {});
  press(Qt::Key_Eacute, {});  // a French one
  press(Qt::Key_2, {});
  EXPECT_EQ(question().memory().votes, (std::vector<int>{0, 3}));
  press(Qt::Key_At, Qt::ShiftModifier);
  press(Qt::Key_QuoteDbl, Qt::ShiftModifier);
  EXPECT_EQ(question().memory().votes, (std::vector<int>{0, 1}));
}

TEST_F(Player, notesHaveNumbersAndLinks) {
  QString text = QString::fromUtf8(kLesson);
  text.replace(QStringLiteral("Say **this**."),
               QStringLiteral("The sum is {sum(a):.0}. Then `lesson:small#two`, or [that](lesson:kernel#end)."));
  path = folder.path() / "small.md";
  test::writeText(path, text.toStdString());
  open(path);
  QString wanted;
  QObject::connect(player.get(), &ui::LessonPlayer::lessonWanted, player.get(),
                   [&](const QString& lesson, const QString& step) { wanted = lesson + u'#' + step; });
  player->toggleSpeaker();
  ui::ProseView& notes = player->speaker()->notes();
  EXPECT_TRUE(QTest::qWaitFor([&] { return notes.toPlainText().contains(QStringLiteral("The sum is 6.")); }, 5000));
  Q_EMIT notes.anchorClicked(QUrl(QStringLiteral("lesson:kernel#end")));
  EXPECT_EQ(wanted, QStringLiteral("kernel#end"));
  EXPECT_TRUE(notes.toHtml().contains(QStringLiteral("href=\"lesson:small#two\""))) << "also where it stands as code";
  Q_EMIT notes.anchorClicked(QUrl(QStringLiteral("lesson:small#two")));
  EXPECT_EQ(player->step(), 1);
}

TEST_F(Player, moreHasFormulaeAndAPicture) {
  std::string text = kLesson;
  text +=
      "\n```data\nA = [1 2; 3 4]\n```\n\n````more\nWhy\nBecause.\n```formula\nA_{ij}\nbind A=A\nat i=1 j=2\n```\n"
      "```picture inner\nflow\nof A\n```\n````\n";
  path = folder.path() / "small.md";
  test::writeText(path, text);
  open(path, {1280, 720}, {QStringLiteral("two"), {}, false, false});
  EXPECT_EQ(player->findChild<ui::ProblemList*>()->count(), 0);
  ASSERT_EQ(player->page()->pictures().size(), 1u);
  EXPECT_FALSE(player->page()->pictures()[0]->isVisible());
  for (auto* button : player->page()->findChildren<QToolButton*>())
    if (button->text() == QStringLiteral("Why")) button->click();
  EXPECT_TRUE(player->page()->pictures()[0]->isVisible());
  EXPECT_GT(player->page()->pictures()[0]->height(), 150);
  EXPECT_EQ(player->page()->pictures()[0]->failure().toStdString(), "");
  const auto formulas = player->page()->findChild<ui::FormulaPanel*>()->widgets();
  ASSERT_EQ(formulas.size(), 1u);
  EXPECT_TRUE(formulas[0]->isVisible());
  EXPECT_TRUE(formulas[0]->spokenText().contains(u'2')) << formulas[0]->spokenText().toStdString();
}
