#include "engine/lessons/file/LessonShelf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/Files.h"

using namespace engine;
using testing::ElementsAre;

namespace {

std::string lessonText(const std::string& id, const std::string& needs) {
  return "---\nheadlight-lesson: 1\nid: " + id + "\ntitle: T\ngoal: G.\nminutes: 3\nneeds: [" + needs +
         "]\n---\n## A {#a}\nx\n";
}

std::vector<std::string> namesIn(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const ShelvedLesson& one : lessonsIn(folder)) names.push_back(one.path.filename().string());
  return names;
}

}  // namespace

TEST(LessonShelf, putsLessonsBehindThoseThatTheyNeed) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "a.md", lessonText("a", "c"));
  test::writeText(folder.path() / "b.md", lessonText("b", ""));
  test::writeText(folder.path() / "c.md", lessonText("c", ""));
  test::writeText(folder.path() / "c.de.md",
                  "---\nheadlight-lesson: 1\nof: c\nlanguage: de\ntitle: T\ngoal: G.\n---\n## A {#a}\nx\n");
  test::writeText(folder.path() / "README.md", "# Lessons\n\n## The file\n\nText\n");
  test::writeText(folder.path() / "other.txt", "text");
  EXPECT_THAT(namesIn(folder.path()), ElementsAre("b.md", "c.md", "c.de.md", "a.md"));
  const auto shelf = lessonsIn(folder.path());
  ASSERT_TRUE(findLesson(shelf, "c"));
  EXPECT_EQ(findLesson(shelf, "c")->path.filename(), "c.md");
  EXPECT_EQ(findLesson(shelf, "d"), nullptr);
}

TEST(LessonShelf, showsLessonsThatNeedEachOtherAndThoseThatCannotBeRead) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "a.md", lessonText("a", "b"));
  test::writeText(folder.path() / "b.md", lessonText("b", "a, unknown"));
  test::writeText(folder.path() / "c.md", "---\n\xE4\n");
  EXPECT_THAT(namesIn(folder.path()), ElementsAre("c.md", "a.md", "b.md"));
  EXPECT_FALSE(findLesson(lessonsIn(folder.path()), "c")->problems.empty());
}

TEST(LessonShelf, ofNoFolderIsEmpty) {
  const test::TemporaryFolder folder;
  EXPECT_TRUE(lessonsIn(folder.path()).empty());
  EXPECT_TRUE(lessonsIn(folder.path() / "none").empty());
}
