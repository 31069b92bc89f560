// A lesson in another language: chosen by mouse and by key, nothing of what was done is lost.
#include <QMenu>
#include <QSlider>

#include "tests/ui/lessons/OpenLesson.h"
#include "ui/lessons/LanguageButton.h"
#include "ui/lessons/ProblemList.h"
#include "ui/lessons/text/ProseView.h"

namespace {

constexpr const char* kOriginal = R"(---
headlight-lesson: 1
id: small
title: Small
goal: See.
minutes: 3
---

## One {#one}

Only in English yet.

## Two {#two}

```control t
slider t from 0 to 10 start 4
label "How much"
```

It is {t:.1} now.

```predict half
choose "Is it half?"
- "yes" when t == 5 hint "No."
- "no"  when t == 4
because "It is {t:.2}."
```
)";
constexpr const char* kGerman = R"(---
headlight-lesson: 1
of: small
language: de
title: Klein
goal: Sehen.
---

## Zwei {#two}

```control t
label "Wie viel"
```

Jetzt ist es {t:.1}.

```predict half
choose "Ist es die Hälfte?"
- "ja" hint "Nein."
- "nein"
because "Es ist {t:.2}."
```
)";

class LessonLanguage : public test::OpenLesson {
 protected:
  void openSmall(const ui::LessonTarget& target = {}, const QStringList& wanted = {}) {
    path = folder.path() / "small.md";
    test::writeText(path, kOriginal);
    test::writeText(folder.path() / "small.de.md", kGerman);
    player = std::make_unique<ui::LessonPlayer>(QString::fromStdString(test::sampleFile("").parent_path().string()),
                                                QString::fromStdString((folder.path() / "progress.json").string()));
    player->languages = wanted;
    player->languageChosen = [this](const QString& language) { chosen << language; };
    player->open(QString::fromStdString(path.string()), target);
    test::show(*player, {1280, 720});
    test::activate(*player);
    player->setFocus();
    ASSERT_TRUE(rest());
  }
  QString text() {
    QString all;
    for (const QWidget* widget : player->page()->findChildren<QWidget*>()) {
      if (!widget->isVisible()) continue;
      if (const auto* prose = qobject_cast<const ui::ProseView*>(widget)) all += prose->toPlainText() + u'\n';
      if (const auto* label = qobject_cast<const QLabel*>(widget)) all += label->text() + u'\n';
    }
    return all;
  }
  QString note() {
    const auto* label = player->page()->findChild<QLabel*>(QStringLiteral("translationNote"));
    return label ? label->text() : QString();
  }
  bool isIn(const char* language) {
    return QTest::qWaitFor([&] { return player->lesson()->language == language && player->isAtRest(); },
                           test::kLessonPatience) &&
           rest();
  }

  std::filesystem::path path;
  QStringList chosen;
};

}  // namespace

TEST_F(LessonLanguage, isChosenByMouseAndByKeyAndKeepsWhatWasDone) {
  openSmall({QStringLiteral("two"), {}, false, false});
  EXPECT_TRUE(text().contains(QStringLiteral("It is 4.0 now.")));
  player->page()->findChild<QSlider*>()->setFocus();
  key(Qt::Key_End);
  ASSERT_TRUE(
      QTest::qWaitFor([this] { return text().contains(QStringLiteral("It is 10.0 now.")); }, test::kLessonPatience));
  ui::LanguageButton& button = *player->findChild<ui::LanguageButton*>();
  EXPECT_TRUE(button.isVisible());
  EXPECT_EQ(button.text(), QStringLiteral("en"));
  EXPECT_TRUE(button.accessibleName().contains(QStringLiteral("English")));
  QTest::mouseClick(&button, Qt::LeftButton, {}, {4, button.height() / 2});
  ASSERT_TRUE(isIn("de"));
  EXPECT_EQ(player->step(), 1);
  EXPECT_TRUE(text().contains(QStringLiteral("Jetzt ist es 10,0."))) << text().toStdString();
  EXPECT_TRUE(text().contains(QStringLiteral("Wie viel")));
  EXPECT_TRUE(button.accessibleName().contains(QStringLiteral("Deutsch")));
  player->setFocus();
  key(Qt::Key_L);
  ASSERT_TRUE(isIn("en"));
  EXPECT_TRUE(text().contains(QStringLiteral("It is 10.0 now.")));
  EXPECT_EQ(chosen, QStringList({QStringLiteral("de"), QStringLiteral("en")}));
  button.menu()->actions().at(1)->trigger();
  ASSERT_TRUE(isIn("de"));
}

TEST_F(LessonLanguage, sharesAnswersAndProgress) {
  openSmall({QStringLiteral("two"), {}, false, false});
  key(Qt::Key_2);
  ASSERT_TRUE(QTest::qWaitFor([this] { return question().isDone(); }, test::kLessonPatience));
  player->setFocus();
  key(Qt::Key_L);
  ASSERT_TRUE(isIn("de"));
  EXPECT_TRUE(question().isDone());
  EXPECT_TRUE(
      QTest::qWaitFor([this] { return text().contains(QStringLiteral("Es ist 4,00.")); }, test::kLessonPatience))
      << text().toStdString();
  EXPECT_EQ(player->progress().numAnswered("small"), 1);
}

TEST_F(LessonLanguage, thatIsWantedIsTakenAndWhatItLacksIsMarked) {
  openSmall({}, {QStringLiteral("de-at"), QStringLiteral("en")});
  EXPECT_EQ(player->lesson()->language, "de");
  EXPECT_TRUE(text().contains(QStringLiteral("Only in English yet.")));
  EXPECT_EQ(note(), QStringLiteral("This step has not been translated yet."));
  key(Qt::Key_End);
  EXPECT_EQ(note(), QStringLiteral("The original of this step has changed since it was translated."));
  EXPECT_TRUE(player->findChild<ui::ProblemList*>()->isVisible()) << "it says of nothing what it translates";
  key(Qt::Key_L);
  ASSERT_TRUE(isIn("en"));
  EXPECT_EQ(note(), QString());
  EXPECT_FALSE(player->findChild<ui::ProblemList*>()->isVisible());
}

TEST_F(LessonLanguage, itsFileIsReadAgainWhenItIsWritten) {
  openSmall({QStringLiteral("two"), {}, false, false, false, {}, QStringLiteral("de")});
  EXPECT_EQ(player->lesson()->language, "de");
  QString words = QString::fromUtf8(kGerman);
  words.replace(QStringLiteral("Jetzt ist es"), QStringLiteral("Nun ist es"));
  test::writeText(folder.path() / "small.de.md", words.toStdString());
  EXPECT_TRUE(
      QTest::qWaitFor([this] { return text().contains(QStringLiteral("Nun ist es 4,0.")); }, test::kLessonPatience));
}

TEST_F(LessonLanguage, hasNoButtonWhereThereIsOneLanguage) {
  path = folder.path() / "small.md";
  test::writeText(path, kOriginal);
  open(path);
  EXPECT_FALSE(player->findChild<ui::LanguageButton*>()->isVisible());
  player->setFocus();
  key(Qt::Key_L);
  EXPECT_EQ(player->lesson()->language, "en");
}
