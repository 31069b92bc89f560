#include "engine/lessons/file/Lesson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/base/Error.h"
#include "engine/base/Random.h"
#include "engine/lessons/file/LinePlace.h"
#include "tests/support/Files.h"

using namespace engine;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

const std::string kFront =
    "---\nheadlight-lesson: 1\nid: tiny\ntitle: Tiny\ngoal: Say it.\nminutes: 3\n---\n";  // 7 lines

std::vector<std::string> problemsOf(const std::string& text, const std::string& file = "tiny.md") {
  LessonProblems problems;
  parseLesson(text, file, problems);
  std::vector<std::string> texts;
  for (const LessonProblem& problem : problems.sorted()) texts.push_back(problemText(file, problem));
  return texts;
}

Lesson parsed(const std::string& text) {
  LessonProblems problems;
  Lesson lesson = parseLesson(text, "tiny.md", problems);
  for (const LessonProblem& problem : problems.sorted()) ADD_FAILURE() << problemText("tiny.md", problem);
  return lesson;
}

}  // namespace

TEST(Lesson, namesTheStepThatIsItsCoverAndPerhapsAPicture) {
  const std::string front = kFront.substr(0, kFront.size() - 4);
  EXPECT_EQ(parsed(kFront + "## One {#one}\nProse.\n").cover.slug, "");
  EXPECT_EQ(parsed(front + "cover: one\n---\n## One {#one}\nProse.\n").cover.slug, "one");
  const LessonCover cover = parsed(front + "cover: one  map\n---\n## One {#one}\nProse.\n").cover;
  EXPECT_EQ(cover.slug, "one");
  EXPECT_EQ(cover.picture, "map");
  EXPECT_THAT(problemsOf(front + "cover: (one)\n---\n## One {#one}\nProse.\n"),
              ElementsAre(HasSubstr("tiny.md:7:8: \"cover\" is \"(one)\", expected the name of a step")));
}

TEST(Lesson, hasFrontMatterIntroductionStepsBeatsAndBlocks) {
  const Lesson lesson =
      parsed(kFront +
             "What is it?\n\n## One {#one}\nProse.\n\n```data d\nA = [1 2;\n  3 4]\nB = 2 # two\n```\n"
             "### Then\nMore.\n## Two {#two}\nEnd\n");
  EXPECT_EQ(lesson.id, "tiny");
  EXPECT_EQ(lesson.minutes, 3);
  EXPECT_EQ(lesson.language, "en");
  EXPECT_EQ(lesson.introduction.markdown, "What is it?\n");
  EXPECT_EQ(lesson.introduction.place, (LessonPlace{8, 1}));
  ASSERT_EQ(lesson.steps.size(), 2u);
  const LessonStep& step = lesson.steps[0];
  EXPECT_EQ(step.title, "One");
  EXPECT_EQ(step.slug, "one");
  ASSERT_EQ(step.beats.size(), 2u);
  EXPECT_EQ(step.beats[1].title, "Then");
  ASSERT_EQ(step.beats[0].parts.size(), 2u);
  EXPECT_EQ(step.beats[0].parts[0].prose.markdown, "Prose.\n");
  const LessonBlock& block = *step.beats[0].parts[1].block;
  EXPECT_EQ(block.kind, "data");
  EXPECT_EQ(block.name, "d");
  ASSERT_EQ(block.lines.size(), 2u);
  EXPECT_EQ(block.lines[0].text, "A = [1 2;\n  3 4]");
  EXPECT_EQ(block.lines[1].text, "B = 2");
  EXPECT_EQ(block.lines[1].place, (LessonPlace{16, 1}));
  EXPECT_EQ(placeIn(block.lines[0], block.lines[0].text.find('3')), (LessonPlace{15, 3}));
  EXPECT_EQ(lesson.stepNumber("two"), 1);
  EXPECT_EQ(lesson.stepNumber("2"), 1);
  EXPECT_EQ(lesson.stepNumber("3"), -1);
  EXPECT_EQ(lesson.stepNumber("0"), -1);
  EXPECT_EQ(lesson.stepNumber(""), -1);
}

TEST(Lesson, tellsAllThatIsWrongWithPlacesAndSpellings) {
  EXPECT_THAT(
      problemsOf("---\nheadlight-lesson: 2\nid: Tiny\ntitel: T\ngoal:\nminutes: soon\n---\n"
                 "## No name\n```pictre x\n```\n```data a b\nA = 1\n```\n```data a\nB = 1\n```\n"),
      ElementsAre("tiny.md:2:19: format version \"2\", expected 1",
                  HasSubstr("tiny.md:3:5: \"id\" is \"Tiny\", expected letters"),
                  HasSubstr("tiny.md:3:5: the file is called \"tiny.md\", expected \"Tiny.md\""),
                  HasSubstr("tiny.md:4:1: unknown key \"titel\", did you mean \"title\"?"),
                  "tiny.md:5:6: \"goal\" has no value", "tiny.md:6:10: \"minutes\" is \"soon\", expected 1 to 600",
                  "tiny.md:7:1: front matter lacks \"title\"",
                  "tiny.md:8:11: a step needs a name, \"## Title {#slug}\"",
                  HasSubstr("tiny.md:9:4: unknown block \"pictre\", did you mean \"picture\"? (known: data, run"),
                  "tiny.md:11:11: found \"b\" behind the name of a block, expected the end of the line",
                  "tiny.md:14:4: two blocks \"data\" of this step are called \"a\""));
}

TEST(Lesson, countsColumnsInCharacters) {
  EXPECT_THAT(problemsOf(kFront + "## Größe ohne Namen\n"),
              ElementsAre("tiny.md:8:20: a step needs a name, \"## Title {#slug}\""));
}

TEST(Lesson, seesABlockThatIsNotClosedWhereTheNextBegins) {
  EXPECT_THAT(problemsOf(kFront + "## A {#a}\n```data\nA = 1\n```run\nalign\n```\n"),
              ElementsAre("tiny.md:9:4: the block \"data\" is not closed by ```"));
  EXPECT_THAT(problemsOf(kFront + "## A {#a}\n```data\nA = 1\n## B {#b}\n"),
              ElementsAre("tiny.md:9:4: the block \"data\" is not closed by ```"));
  EXPECT_THAT(problemsOf(kFront + "## A {#a}\n~~~\ncode\n"),
              ElementsAre("tiny.md:9:1: code in the text is not closed by ~~~"));
}

TEST(Lesson, keepsCodeOfMarkdownAsProse) {
  const Lesson lesson = parsed(kFront + "## A {#a}\n~~~\n## no step\n```data\n~~~\nend\n");
  ASSERT_EQ(lesson.steps.size(), 1u);
  EXPECT_EQ(lesson.steps[0].beats[0].parts[0].prose.markdown, "~~~\n## no step\n```data\n~~~\nend\n");
}

TEST(Lesson, foldsFormulaeAndAPictureIntoMore) {
  const Lesson lesson = parsed(kFront + "## A {#a}\n````more\nWhy?\nBecause\n```formula\nx = 1 # no\n```\n````\n");
  const LessonBlock& more = *lesson.steps[0].beats[0].parts[0].block;
  EXPECT_TRUE(more.isFree);
  EXPECT_EQ(more.lines[0].text, "Why?");
  ASSERT_EQ(more.parts.size(), 2u);
  EXPECT_EQ(more.parts[0].prose.markdown, "Because\n");
  EXPECT_EQ(more.parts[1].block->lines[0].text, "x = 1");
  EXPECT_EQ(more.parts[1].block->lines[0].place, (LessonPlace{13, 1}));
  EXPECT_THAT(problemsOf(kFront + "## A {#a}\n````more\nWhy?\n```data\nA = 1\n```\n````\n"),
              ElementsAre(HasSubstr("tiny.md:11:4: \"data\" inside of \"more\"")));
}

TEST(Lesson, keepsAHashInQuotationMarks) {
  const Lesson lesson = parsed(kFront + "## A {#a}\n```goal\n1 > 0 \"number #1\" # said\n```\n");
  EXPECT_EQ(lesson.steps[0].beats[0].parts[0].block->lines[0].text, "1 > 0 \"number #1\"");
}

TEST(Lesson, warnsOfLongTextBeforeAPicture) {
  std::string words;
  for (int i = 0; i < 61; ++i) words += "word ";
  EXPECT_THAT(problemsOf(kFront + "## A {#a}\n" + words + "\n```picture\nbowl\n```\n"),
              ElementsAre(HasSubstr("tiny.md:8:1: warning: more than 60 words")));
  EXPECT_THAT(problemsOf(kFront + "## A {#a}\n```picture\nbowl\n```\n" + words + "\n"), ElementsAre());
}

TEST(Lesson, translationSaysWhatItTranslates) {
  LessonProblems problems;
  const Lesson lesson = parseLesson(
      "---\nheadlight-lesson: 1\nof: tiny\nlanguage: de\ntitle: Klein\ngoal: Sag es.\n---\n## Eins {#one "
      "from=0123abcd}\nx\n",
      "tiny.de.md", problems);
  EXPECT_TRUE(problems.sorted().empty());
  EXPECT_EQ(lesson.translationOf, "tiny");
  EXPECT_EQ(lesson.steps[0].translatedHash, "0123abcd");
  EXPECT_THAT(
      problemsOf("---\nheadlight-lesson: 1\nof: tiny\ntitle: Klein\ngoal: Sag es.\n---\n## A {#a}\nx\n", "x.md"),
      ElementsAre(HasSubstr("x.md:3:5: the file is called \"x.md\", expected \"tiny.en.md\""),
                  "x.md:6:1: front matter lacks \"language\""));
}

TEST(Lesson, nothingAtAllIsTold) {
  EXPECT_THAT(problemsOf(""), ElementsAre(HasSubstr("a lesson begins with"), HasSubstr("there are no steps")));
  EXPECT_THAT(problemsOf("---"), testing::Not(testing::IsEmpty()));
  EXPECT_THAT(problemsOf(kFront), ElementsAre(HasSubstr("there are no steps")));
  EXPECT_THAT(problemsOf(kFront + "```data\nA = 1\n```\n## A {#a}\nx\n"),
              ElementsAre(HasSubstr("tiny.md:8:4: the block \"data\" stands before the first step")));
}

TEST(Lesson, largerThanFourMegabytesIsRefused) {
  EXPECT_THAT(problemsOf(std::string((std::size_t{4} << 20) + 1, 'x')), ElementsAre(HasSubstr("expected at most")));
}

TEST(Lesson, fileThatIsNotThereOrNoTextIsAnError) {
  LessonProblems problems;
  EXPECT_THROW(readLesson("no-such-lesson.md", problems), Error);
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "latin.md";
  test::writeText(path, "---\n\xE4\n");
  EXPECT_THROW(readLesson(path.string(), problems), Error);
}

TEST(Lesson, theShippedOneIsWithoutProblems) {
  LessonProblems problems;
  const Lesson lesson = readLesson(test::sampleFile("../lessons/softmax.md").string(), problems);
  for (const LessonProblem& problem : problems.sorted()) ADD_FAILURE() << problemText("softmax.md", problem);
  EXPECT_EQ(lesson.steps.size(), 7u);
  EXPECT_EQ(lesson.steps[4].slug, "temperature");
  EXPECT_EQ(lesson.minutes, 12);
}

TEST(Lesson, anyBytesAreRead) {
  const std::string whole = test::readText(test::sampleFile("../lessons/softmax.md"));
  Random random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text = whole;
    for (int k = 0; k < 8; ++k) {
      const auto at = static_cast<std::size_t>(random.uniform() * static_cast<double>(text.size()));
      if (k % 3 == 0)
        text[at] = static_cast<char>(random.uniform() * 256);
      else if (k % 3 == 1)
        text.erase(at, static_cast<std::size_t>(random.uniform() * 40));
      else
        text.insert(at, k % 2 ? "`" : "#{");
    }
    LessonProblems problems;
    parseLesson(text, "softmax.md", problems);
    for (const LessonProblem& problem : problems.sorted()) EXPECT_GE(problem.place.line, 1) << problem.text;
  }
}

TEST(Words, stayTogetherInBracketsAndQuotationMarks) {
  const auto texts = [](const std::vector<LinePiece>& pieces) {
    std::vector<std::string> list;
    for (const LinePiece& piece : pieces) list.emplace_back(piece.text);
    return list;
  };
  EXPECT_THAT(texts(wordsOf("in Q=[1 0] K=f(a b)  \"two words\"")),
              ElementsAre("in", "Q=[1 0]", "K=f(a b)", "\"two words\""));
  EXPECT_THAT(texts(wordsOf("")), ElementsAre());
  EXPECT_THAT(texts(piecesOf("a (1, 2), b", ',')), ElementsAre("a (1, 2)", "b"));
  EXPECT_EQ(findOutside("at(T=1: 2) = 3", "="), 11u);
  std::string content;
  EXPECT_TRUE(unquoted(" \"a \"\"b\"\" c\" ", content));
  EXPECT_EQ(content, "a \"b\" c");
  EXPECT_TRUE(unquoted("\"{f(m, \"QK\")} of \"\"all\"\"\"", content));
  EXPECT_EQ(content, "{f(m, \"QK\")} of \"all\"");
  EXPECT_TRUE(unquoted("\"{f(\"\"QK\"\")}\"", content));
  EXPECT_EQ(content, "{f(\"QK\")}");
  EXPECT_FALSE(unquoted("\"a\" b \"c\"", content));
  EXPECT_FALSE(unquoted("\"", content));
}
