// Files of translations: written, brought up to their lessons, nothing lost.
#include "engine/lessons/words/TranslationText.h"

#include <gmock/gmock.h>

#include "engine/base/Error.h"
#include "engine/lessons/file/LessonShelf.h"
#include "tests/engine/lessons/words/Small.h"
#include "tests/support/Files.h"

using namespace engine;
using test::german;
using test::kSmall;
using test::lessonOf;
using test::told;
using test::with;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

std::string updated(const std::string& original, const std::string& words) {
  return updatedTranslation(lessonOf(original), words, "small.de.md");
}
std::string errorOf(const std::string& words) {
  try {
    updated(kSmall, words);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(TranslationText, aNewOneHasAllWordsInTheirPlaces) {
  const Lesson small = lessonOf(kSmall);
  const Lesson words = lessonOf(newTranslation(small, "de"), "small.de.md");
  EXPECT_THAT(told(small, words), ElementsAre(HasSubstr("d:13:1: warning: still reads as the original, as do"),
                                              HasSubstr("still reads as the original")));
  const Lesson made = test::inWords(small, words).lesson;
  EXPECT_EQ(made.steps[0].translated, Translated::not_yet);
  for (std::size_t step = 0; step < small.steps.size(); ++step)
    EXPECT_EQ(wordsHash(made.steps[step]), wordsHash(small.steps[step]));
}

TEST(TranslationText, ofEveryLessonOfTheProgramIsReadBackAsItsWords) {
  int numLessons = 0;
  for (const ShelvedLesson& one : lessonsIn(test::sampleFile("../lessons"))) {
    if (!one.lesson->translationOf.empty()) continue;
    ++numLessons;
    const std::string text = newTranslation(*one.lesson, "xx");
    const Lesson words = lessonOf(text, one.lesson->id + ".xx.md");
    EXPECT_THAT(told(*one.lesson, words), Each(HasSubstr("warning: still reads as the original"))) << one.path;
    const Lesson made = test::inWords(*one.lesson, words).lesson;
    for (std::size_t step = 0; step < made.steps.size(); ++step)
      EXPECT_EQ(wordsHash(made.steps[step]), wordsHash(one.lesson->steps[step])) << one.path << " step " << step + 1;
    EXPECT_EQ(updatedTranslation(*one.lesson, text, one.lesson->id + ".xx.md"), text) << one.path;
  }
  EXPECT_GE(numLessons, 16);
}

TEST(TranslationText, whatIsUpToDateStaysByteByByte) {
  EXPECT_EQ(updated(kSmall, german()), german());
  const std::string commented = with(german(), "label \"Anteil davon\"", "label \"Anteil davon\"  # oder Teil");
  EXPECT_EQ(updated(kSmall, commented), commented);
}

TEST(TranslationText, putsInWhatIsMissing) {
  const std::string words = with(german(), "because \"Hier ist sie {sum(a):.1}.\"\n", "");
  const std::string text = updated(kSmall, words);
  EXPECT_THAT(text, AllOf(HasSubstr("because \"It is {sum(a):.1} here.\""), HasSubstr("hint \"Nicht so viel.\""),
                          HasSubstr("Zweiter Text"), Not(HasSubstr("```original"))));
  EXPECT_THAT(told(lessonOf(kSmall), lessonOf(text)), ElementsAre(HasSubstr("still reads as the original")));
}

TEST(TranslationText, keepsWordsAndMarksWhatIsOutdated) {
  const std::string original = with(with(kSmall, "Second text behind", "Another text behind"), "```goal\n",
                                    "```note\nA second one to say.\n```\n\n```goal\n");
  const std::string before = wordsHash(lessonOf(kSmall).steps[0]), now = wordsHash(lessonOf(original).steps[0]);
  const std::string text = updated(original, german());
  EXPECT_THAT(text, AllOf(HasSubstr("{#one from=" + before + "}"), HasSubstr("```original " + now),
                          HasSubstr("Another text behind the data."), HasSubstr("Zweiter Text hinter den Daten."),
                          HasSubstr("{#two from=")));
  EXPECT_THAT(told(lessonOf(original), lessonOf(text)),
              testing::Contains(HasSubstr("bring the step up to them, set from=" + now)));
  EXPECT_EQ(updated(original, text), text) << "a second time changes nothing";
  // What a translator does then.
  const std::size_t from = text.find("`````original"), to = text.find("`````\n", from);
  ASSERT_NE(to, std::string::npos) << text;
  const std::string done = with(text.substr(0, from) + text.substr(to + 6), "from=" + before, "from=" + now);
  EXPECT_THAT(told(lessonOf(original), lessonOf(done)), Each(HasSubstr("still reads as")));
}

TEST(TranslationText, losesNothing) {
  const std::string original =
      with(with(kSmall, "```goal\nt > 0.9 \"Move it to the end\"\n```\n", ""), "{#two}", "{#zwei}");
  const std::string words = with(with(german(), "\"Bis ans Ende schieben\"", "\"Bis ans Ende schieben\"  # kürzer?"),
                                 "language: de", "# von Hand\nlanguage: de");
  const std::string text = updated(original, words);
  EXPECT_THAT(text, AllOf(HasSubstr("```unused\n"), HasSubstr("\"Bis ans Ende schieben\""), HasSubstr("# kürzer?"),
                          HasSubstr("{#zwei from="), HasSubstr("Hier steht nur ein Text."), HasSubstr("{#two from="),
                          HasSubstr("# von Hand")));
  EXPECT_EQ(updated(original, text), text);
}

TEST(TranslationText, bringsUpTitleGoalAndIntroduction) {
  const std::string original = with(kSmall, "goal: See what is there.", "goal: See more.");
  const std::string now = wordsHash(lessonOf(original)), text = updated(original, german());
  EXPECT_THAT(text, AllOf(HasSubstr("goal: Sehen, was da ist.\n"), HasSubstr("# original " + now),
                          HasSubstr("# goal: See more.")));
  EXPECT_EQ(updated(original, text), text);
  EXPECT_THAT(updated(kSmall, with(german(), "Damit beginnen.\n", "")), HasSubstr("---\nBegin with this.\n"));
}

TEST(TranslationText, ofAnEmptyOneIsAllOfIt) {
  const std::string text = updated(kSmall, "---\nheadlight-lesson: 1\nof: small\nlanguage: de\n---\n");
  EXPECT_THAT(text,
              AllOf(HasSubstr("title: Small"), HasSubstr("## One thing {#one from="), HasSubstr("## Two things")));
}

TEST(TranslationText, refusesWhatItCannotRead) {
  EXPECT_THAT(errorOf("# Hello\n"), HasSubstr("small.de.md:1:1: a lesson begins with"));
  EXPECT_THAT(errorOf(with(german(), "```goal", "```gaol")),
              AllOf(HasSubstr("small.de.md:"), HasSubstr("unknown block \"gaol\""), HasSubstr("nothing was written")));
  EXPECT_THAT(errorOf("---\nheadlight-lesson: 1\nof: other\nlanguage: de\n---\n"), HasSubstr("other"));
  EXPECT_THAT(errorOf(kSmall), Not(IsEmpty()));
}
