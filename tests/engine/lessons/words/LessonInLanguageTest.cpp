// Languages of lessons: which there are, which is taken; numbers in them.
#include "engine/lessons/words/LessonInLanguage.h"

#include <gmock/gmock.h>

#include "engine/base/Error.h"
#include "engine/lessons/words/LocalNumber.h"
#include "tests/engine/lessons/words/Small.h"
#include "tests/support/Files.h"

using namespace engine;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

class LessonLanguages : public testing::Test {
 protected:
  LessonLanguages() {
    test::writeText(lesson, test::kSmall);
    test::writeText(folder.path() / "small.de.md", test::german());
    test::writeText(folder.path() / "small.README.md", "text");
  }
  std::string languageOf(const std::vector<std::string>& wanted) {
    return readLessonIn(lesson.string(), wanted).lesson.language;
  }
  const test::TemporaryFolder folder, others;
  const std::filesystem::path lesson = folder.path() / "small.md";
};

}  // namespace

TEST_F(LessonLanguages, areFoundByTheNamesOfFiles) {
  const LessonInLanguage read = readLessonIn(lesson.string(), {});
  EXPECT_THAT(read.languages, ElementsAre("en", "de"));
  EXPECT_THAT(read.problems, IsEmpty());
  EXPECT_EQ(read.lesson.wordsFile, "");
  test::writeText(others.path() / "small.fr.md",
                  "---\nheadlight-lesson: 1\nof: small\nlanguage: fr\ntitle: Petit\n---\n");
  const LessonInLanguage french = readLessonIn(lesson.string(), {"fr"}, {others.path()});
  EXPECT_THAT(french.languages, ElementsAre("en", "de", "fr"));
  EXPECT_EQ(french.lesson.title, "Petit");
  EXPECT_EQ(french.lesson.file, lesson.string()) << "what it reads lies beside the original";
  EXPECT_FALSE(french.problemsOfWords.empty());
}

TEST_F(LessonLanguages, theFirstThatIsThereIsTaken) {
  EXPECT_EQ(languageOf({}), "en");
  EXPECT_EQ(languageOf({"fr", "de", "en"}), "de");
  EXPECT_EQ(languageOf({"de-at"}), "de");
  EXPECT_EQ(languageOf({"en-us", "de"}), "en");
  EXPECT_EQ(languageOf({"fr"}), "en");
}

TEST_F(LessonLanguages, aTranslationOpensItsLesson) {
  const LessonInLanguage read = readLessonIn((folder.path() / "small.de.md").string(), {"en"});
  EXPECT_EQ(read.lesson.language, "de");
  EXPECT_EQ(read.lesson.id, "small");
  EXPECT_EQ(read.lesson.steps.size(), 2u);
  test::writeText(others.path() / "small.de.md", test::german());
  EXPECT_THROW(readLessonIn((others.path() / "small.de.md").string(), {}), Error);
  EXPECT_EQ(readLessonIn((others.path() / "small.de.md").string(), {}, {folder.path()}).lesson.title, "Klein");
  test::writeText(others.path() / "small.md", test::german());  // a translation of itself
  EXPECT_THROW(readLessonIn((others.path() / "small.md").string(), {}), Error);
}

TEST(LocalNumber, hasTheDecimalSignOfTheLanguage) {
  EXPECT_EQ(localNumber("0.64", "de"), "0,64");
  EXPECT_EQ(localNumber("(1.5 −2.25 3)", "fr"), "(1,5 −2,25 3)");
  EXPECT_EQ(localNumber("1.2 × 10⁻³", "de"), "1,2 × 10⁻³");
  EXPECT_EQ(localNumber("64 %", "de"), "64 %");
  EXPECT_EQ(localNumber("v. 2", "de"), "v. 2");
  for (const char* language : {"en", "", "ja", "no-such-language"}) EXPECT_EQ(localNumber("0.64", language), "0.64");
}
