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

TEST(NearestSpelling, isNearOrNothing) {
  EXPECT_EQ(nearestSpelling("pictre", {"predict", "picture"}), "picture");
  EXPECT_EQ(nearestSpelling("titel", {"goal", "title"}), "title");
  EXPECT_EQ(nearestSpelling("banana", {"predict", "picture"}), "");
  EXPECT_EQ(nearestSpelling("", {"a"}), "a");
  EXPECT_EQ(nearestSpelling("a", {}), "");
}
