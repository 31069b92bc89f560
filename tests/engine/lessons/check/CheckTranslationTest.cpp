// Translations are checked with what their originals compute.
#include "engine/lessons/check/CheckTranslation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/lessons/words/LessonInLanguage.h"
#include "tests/engine/lessons/run/TinyLesson.h"
#include "tests/engine/lessons/words/Small.h"

using namespace engine;
using test::with;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

std::vector<std::string> problemsOf(const std::filesystem::path& original, const std::string& words) {
  LessonProblems problems;
  auto lesson = std::make_shared<const Lesson>(readLesson(original.string(), problems));
  LessonRun run(lesson, test::sampleFile(""), Compute{nullptr, 1});
  const std::string file = lesson->id + ".de.md";
  const Lesson translation = parseLesson(words, file, problems);
  std::vector<std::string> texts;
  for (const LessonProblem& problem : problems.sorted()) texts.push_back(problemText("d", problem));
  for (const LessonProblem& problem : checkTranslation(translation, run, lessonsIn(test::sampleFile("../lessons"))))
    texts.push_back(problemText("d", problem));
  return texts;
}

std::filesystem::path shipped(const std::string& name) { return test::sampleFile("../lessons") / name; }
std::vector<std::string> softmaxWith(const std::string& before, const std::string& now) {
  return problemsOf(shipped("softmax.md"), with(test::readText(shipped("softmax.de.md")), before, now));
}

}  // namespace

TEST(CheckTranslation, thoseOfTheProgramAreWholeAndHold) {
  int numTranslations = 0;
  for (const ShelvedLesson& one : lessonsIn(shipped(""))) {
    if (one.lesson->translationOf.empty()) continue;
    ++numTranslations;
    EXPECT_THAT(one.problems, IsEmpty()) << one.path;
    const auto original = shipped(one.lesson->translationOf + ".md");
    EXPECT_THAT(problemsOf(original, test::readText(one.path)), IsEmpty()) << one.path;
    for (const LessonStep& step : readLessonIn(one.path.string(), {}).lesson.steps)
      EXPECT_EQ(step.translated, Translated::whole) << one.path << " " << step.slug;
  }
  EXPECT_GE(numTranslations, 3);
}

TEST(CheckTranslation, tellsWhatIsOutdatedOrSaysNothingOfIt) {
  const Lesson softmax = readLessonIn(shipped("softmax.md").string(), {}).lesson;
  const std::string hash = wordsHash(softmax.steps[0]);
  EXPECT_THAT(softmaxWith("{#scores from=" + hash, "{#scores from=00000000"),
              ElementsAre(HasSubstr("the original has changed since (from 00000000, now " + hash + ")")));
  EXPECT_THAT(softmaxWith("{#scores from=" + hash, "{#scores"),
              ElementsAre(HasSubstr("the step does not say what it translates: \"from=" + hash)));
}

TEST(CheckTranslation, computesItsNumbersAndFollowsItsLinks) {
  EXPECT_THAT(softmaxWith("{H:.2} Bit", "{H2:.2} Bit"), ElementsAre(HasSubstr("H2")));
  EXPECT_THAT(softmaxWith("(mark:Q[1])", "(mark:Q[1,)"), Contains(HasSubstr("d:28:")));
  EXPECT_THAT(softmaxWith("{max(V):.0}. Mit", "{max(W):.0}. Mit"), Contains(HasSubstr("W")));
  EXPECT_THAT(softmaxWith("`lesson:kernel`", "`lesson:kernal`"),
              Contains(HasSubstr("\"kernal\", which is no lesson here")));
}

TEST(CheckTranslation, tellsAnswersThatItGivesAwayWithItsDecimalSign) {
  EXPECT_THAT(softmaxWith("machen alles positiv;", "machen alles positiv, etwa 0,644;"),
              ElementsAre(HasSubstr("the text says 0.644, which is the answer of \"first-weight\"")));
}
