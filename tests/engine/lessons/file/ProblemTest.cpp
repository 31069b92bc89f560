#include "engine/lessons/file/Problem.h"

#include <gtest/gtest.h>

using namespace engine;

TEST(Problems, standInTheOrderOfTheFile) {
  LessonProblems problems;
  problems.error({4, 2}, "second");
  problems.warn({3, 9}, "first");
  ASSERT_EQ(problems.sorted().size(), 2u);
  EXPECT_EQ(problemText("a.md", problems.sorted()[0]), "a.md:3:9: warning: first");
  EXPECT_EQ(problemText("a.md", problems.sorted()[1]), "a.md:4:2: second");
  EXPECT_TRUE(problems.hasErrors());
}

TEST(Problems, areCountedBeyondThoseThatAreKept) {
  LessonProblems problems;
  for (int i = 0; i < 60; ++i) problems.error({i, 1}, "no ", i);
  EXPECT_EQ(problems.sorted().size(), LessonProblems::kMost);
  EXPECT_EQ(problems.numErrors(), 60u);
}

TEST(Problems, tellANameThatIsMissingOnceAndCountTheOthers) {
  LessonProblems problems;
  problems.missing({9, 2}, "A", "no A");
  problems.missing({4, 2}, "A", "no A here");
  problems.missing({4, 2}, "A", "no A, told by another");
  problems.missing({12, 1}, "A", "no A");
  problems.missing({6, 1}, "B", "no B");
  problems.error({5, 1}, "other");
  problems.error({5, 1}, "other");
  LessonProblems taken;
  for (const LessonProblem& problem : problems.sorted()) taken.add(problem);
  ASSERT_EQ(taken.sorted().size(), 4u);
  EXPECT_EQ(taken.sorted()[0].text, "no A here; it is named 2 times more, in line 9 to 12");
  EXPECT_EQ(taken.sorted()[2].text, "other") << "only names are put together";
  EXPECT_EQ(taken.sorted()[3].text, "no B");
}

TEST(NearestSpelling, isNearOrNothing) {
  EXPECT_EQ(nearestSpelling("pictre", {"predict", "picture"}), "picture");
  EXPECT_EQ(nearestSpelling("titel", {"goal", "title"}), "title");
  EXPECT_EQ(nearestSpelling("banana", {"predict", "picture"}), "");
  EXPECT_EQ(nearestSpelling("", {"a"}), "a");
  EXPECT_EQ(nearestSpelling("a", {}), "");
}
