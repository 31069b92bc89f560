// A lesson in the words of its translation: what is taken, what is told.
#include <gmock/gmock.h>

#include "engine/lessons/run/StepBlocks.h"
#include "tests/engine/lessons/words/Small.h"

using namespace engine;
using test::german;
using test::inWords;
using test::kSmall;
using test::lessonOf;
using test::told;
using test::with;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

const Lesson& small() {
  static const Lesson lesson = lessonOf(kSmall);
  return lesson;
}
std::vector<std::string> toldWith(const std::string& before, const std::string& now) {
  return told(small(), lessonOf(with(german(), before, now)));
}
StepBlocks blocksOfFirst(const Lesson& lesson) {
  LessonProblems problems;
  StepBlocks blocks = parseStepBlocks(lesson.steps[0], {}, problems);
  for (const LessonProblem& problem : problems.sorted()) ADD_FAILURE() << problemText("made", problem);
  return blocks;
}

}  // namespace

TEST(TranslateLesson, takesAllWordsAndNothingElse) {
  EXPECT_THAT(told(small(), lessonOf(german())), IsEmpty());
  const Lesson made = inWords(small(), lessonOf(german())).lesson;
  EXPECT_EQ(made.title, "Klein");
  EXPECT_EQ(made.language, "de");
  EXPECT_EQ(made.minutes, 3);
  EXPECT_EQ(made.introduction.markdown, "Damit beginnen.\n");
  EXPECT_EQ(made.steps[0].title, "Ein Ding");
  EXPECT_EQ(made.steps[0].slug, "one");
  EXPECT_EQ(made.steps[0].beats[1].title, "Und ein Teil");
  const StepBlocks blocks = blocksOfFirst(made), before = blocksOfFirst(small());
  EXPECT_EQ(blocks.controls[0][0].label, "Anteil davon");
  EXPECT_EQ(blocks.controls[0][0].help, "Geht von 0 bis 1");
  EXPECT_EQ(blocks.controls[0][0].start, 0.5);
  EXPECT_EQ(blocks.pictures[0].kind, "bars");
  EXPECT_EQ(blocks.pictures[0].settings[0].second.text, "Was da ist");
  EXPECT_EQ(blocks.goals[0].text, "Bis ans Ende schieben");
  EXPECT_EQ(blocks.goals[0].condition.text(), before.goals[0].condition.text());
  const LessonQuestion& question = blocks.questions[0];
  EXPECT_EQ(question.text, "Was ist die Summe von a?");
  EXPECT_EQ(question.options[1].text, "weniger");
  EXPECT_EQ(question.options[1].hint, "Dazu {a[1]:.1} addieren.");
  EXPECT_EQ(question.options[1].when.text(), before.questions[0].options[1].when.text());
  EXPECT_EQ(question.hints[0].text, "Nicht so viel.");
  EXPECT_EQ(question.hints[0].when->text(), before.questions[0].hints[0].when->text());
  EXPECT_EQ(question.because, "Hier ist sie {sum(a):.1}.");
  EXPECT_EQ(question.place, before.questions[0].place) << "blocks are where the original has them";
}

TEST(TranslateLesson, takesLabelsNotesAndWhatIsFolded) {
  const Lesson made = inWords(small(), lessonOf(german())).lesson;
  std::string all;
  for (const LessonBlock* block : blocksOf(made.steps[0]))
    for (const LessonLine& line : block->lines) all += line.text + "|";
  EXPECT_THAT(all, AllOf(HasSubstr("a = (1 2.5)|labels a = erster zweiter|"), HasSubstr("|Das laut sagen.|")));
  const LessonBlock& more = *made.steps[0].beats[1].parts.back().block;
  EXPECT_EQ(more.lines[0].text, "Warum ist das so?");
  ASSERT_EQ(more.parts.size(), 3u);
  EXPECT_EQ(more.parts[0].prose.markdown, "Weil es so ist.\n");
  EXPECT_EQ(more.parts[1].block->lines[0].text, "x^2") << "the formula is that of the original";
  EXPECT_EQ(more.parts[2].prose.markdown, "Und noch einmal.\n");
}

TEST(TranslateLesson, saysOfEachStepHowMuchIsTranslated) {
  const auto first = [](const std::string& text) {
    return inWords(small(), lessonOf(text)).lesson.steps[0].translated;
  };
  EXPECT_EQ(small().steps[0].translated, Translated::original);
  EXPECT_EQ(first(german()), Translated::whole);
  EXPECT_EQ(first(with(german(), "because \"Hier ist sie {sum(a):.1}.\"\n", "")), Translated::partly);
  EXPECT_EQ(first(with(german(), "Damit beginnen.\n", "")), Translated::partly) << "its page has the introduction";
  EXPECT_EQ(first(with(german(), "from=" + wordsHash(small().steps[0]), "from=00000000")), Translated::outdated);
  const std::string before = german(), without = before.substr(0, before.find("## Ein Ding"));
  EXPECT_EQ(first(without), Translated::not_yet);
  EXPECT_EQ(inWords(small(), lessonOf(without)).lesson.steps[0].title, "One thing")
      << "the original's words stand there";
}

TEST(TranslateLesson, anEmptyOneLeavesTheOriginal) {
  const Lesson none = lessonOf("---\nheadlight-lesson: 1\nof: small\nlanguage: de\n---\n");
  const Lesson made = inWords(small(), none).lesson;
  EXPECT_EQ(made.title, "Small");
  EXPECT_EQ(made.language, "de");
  EXPECT_EQ(made.steps[1].translated, Translated::not_yet);
  EXPECT_THAT(told(small(), none),
              ElementsAre("d:1:1: warning: the title is not translated", "d:1:1: warning: the goal is not translated",
                          "d:1:1: warning: the introduction is not translated",
                          HasSubstr("title, goal and introduction do not say what they translate: \"from: " +
                                    wordsHash(small()) + "\""),
                          "d:1:1: warning: the step \"one\" is not translated",
                          "d:1:1: warning: the step \"two\" is not translated"));
}

TEST(TranslateLesson, ofALessonOfOneStepWithoutBlocks) {
  const Lesson one = lessonOf(
      "---\nheadlight-lesson: 1\nid: one\ntitle: T\ngoal: G.\nminutes: 3\n---\n## A single step here {#a}\nText of "
      "it.\n");
  const Lesson words =
      lessonOf("---\nheadlight-lesson: 1\nof: one\nlanguage: de\ntitle: T\ngoal: G.\nfrom: " + wordsHash(one) +
               "\n---\n## A {#a from=" + wordsHash(one.steps[0]) + "}\nSein Text.\n");
  EXPECT_THAT(told(one, words), IsEmpty());
  EXPECT_EQ(inWords(one, words).lesson.steps[0].beats[0].parts[0].prose.markdown, "Sein Text.\n");
}

TEST(TranslateLesson, tellsWhatTheOriginalHasNot) {
  EXPECT_THAT(toldWith("{#two", "{#tow"),
              ElementsAre("d:1:1: warning: the step \"two\" is not translated",
                          HasSubstr("the original has no step \"tow\", did you mean \"two\"? (known: one, two)")));
  EXPECT_THAT(toldWith("```predict sum", "```predict some"),
              Contains(HasSubstr("the original has no block \"predict some\" in this step (it has: \"data\", ")));
  EXPECT_THAT(toldWith("because \"Hier", "hint \"Auch.\"\nbecause \"Hier"),
              ElementsAre(HasSubstr("the original has no further line \"hint\" in \"predict sum\"")));
  EXPECT_THAT(toldWith("- \"dreieinhalb\"", "- \"dreieinhalb\" hint \"Nein.\""),
              ElementsAre(HasSubstr("the original has no hint at this option")));
  EXPECT_THAT(toldWith("Hier steht nur ein Text.\n", "Hier.\n\n```data\n```\n\nNoch ein Text.\n"),
              ElementsAre(HasSubstr("the original has no block \"data\" in this step"),
                          HasSubstr("the original has 1 text between its blocks here, this is one more")));
  EXPECT_THAT(toldWith("Hier steht nur ein Text.\n", "Hier.\n\n### Neu\n"),
              ElementsAre(HasSubstr("the original has 0 beats in this step, this is one more")));
}

TEST(TranslateLesson, tellsCodeInItsPlace) {
  EXPECT_THAT(toldWith("labels a = erster zweiter", "a = (1 2)\nlabels a = erster zweiter"),
              ElementsAre(HasSubstr("a translation has only the words of \"data\", found \"a = (1 2)\"")));
  EXPECT_THAT(toldWith("- \"dreieinhalb\"", "- \"dreieinhalb\" when sum(a) == 4"),
              Contains(HasSubstr("a translation has only the words of \"predict sum\", found \"when sum(a) == 4\"")));
  EXPECT_THAT(toldWith("\"Bis ans", "t > 0.9 \"Bis ans"),
              Contains(HasSubstr("only the words of \"goal\", found \"t > 0.9\"")));
  EXPECT_THAT(toldWith("title Was da ist", "bars\nof a\ntitle Was da ist"),
              ElementsAre(HasSubstr("found \"bars\""), HasSubstr("found \"of a\"")));
  EXPECT_THAT(toldWith("```formula\n```", "```formula\ny^2\n```"),
              ElementsAre(HasSubstr("the original has no words in a further block \"formula\"")));
  EXPECT_THAT(toldWith("erster zweiter", "eins zwei drei"), Contains(HasSubstr("found 3 labels, the original has 2")));
}

TEST(TranslateLesson, tellsWhatIsMissingAndWhatStillReadsAsBefore) {
  EXPECT_THAT(toldWith("help \"Geht von 0 bis 1\"\n", ""),
              ElementsAre(HasSubstr("warning: \"help\" of \"control\" is not translated")));
  EXPECT_THAT(toldWith(" hint \"Dazu {a[1]:.1} addieren.\"", ""), ElementsAre(HasSubstr("the hint is not translated")));
  EXPECT_THAT(toldWith("```goal\n\"Bis ans Ende schieben\"\n```\n", ""),
              ElementsAre(HasSubstr("the block \"goal\" is not translated")));
  EXPECT_THAT(toldWith("Zweiter Text hinter den Daten.\n", ""),
              ElementsAre(HasSubstr("a text between the blocks, \"Second text behind the data.\" is not translated")));
  EXPECT_THAT(toldWith("Das laut sagen.", "Say this aloud."),
              ElementsAre(HasSubstr("warning: still reads as the original")));
}

TEST(TranslateLesson, hashesFollowWordsNotCode) {
  const auto hash = [](const std::string& before, const std::string& now) {
    return wordsHash(lessonOf(with(kSmall, before, now)).steps[0]);
  };
  const std::string before = wordsHash(small().steps[0]);
  EXPECT_EQ(before.size(), 8u);
  EXPECT_EQ(hash("First text, {sum(a):.2} in all.\n", "First text, {sum(a):.2} in all.  \n\n"), before);
  EXPECT_EQ(hash("a = (1 2.5)", "a = (1 2)"), before);
  EXPECT_EQ(hash("when value > 1", "when value > 2"), before);
  for (const char* text : {"First text", "One thing", "And a beat", "Share of it", "What there is", "less than that",
                           "Not so much", "Move it", "first second", "Say this", "Because it is", "Why is"})
    EXPECT_NE(hash(text, std::string(text) + "x"), before) << text;
}
