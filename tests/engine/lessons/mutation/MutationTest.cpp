// Lessons hold what they say: a change of a digit, of an operator or of a condition makes their check fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/lessons/mutation/LessonMutations.h"
#include "tests/engine/lessons/mutation/RandomLessons.h"

using test::LessonMutation;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

constexpr std::uint64_t kSeed = 19;

std::vector<std::string> changesOf(const std::string& text, LessonMutation::Kind kind) {
  std::vector<std::string> changes;
  for (const LessonMutation& mutation : test::mutationsOf(text, kSeed))
    if (mutation.kind == kind)
      changes.push_back(mutation.before + (kind == LessonMutation::Kind::digit ? "" : " -> " + mutation.after));
  return changes;
}

}  // namespace

TEST(Mutation, findsWhatCanBeChanged) {
  EXPECT_THAT(changesOf("1 = 2\n```check\nA[1,2] = 0.61 ± 1e-2\nat T=2: m1 = (3 x4) ± 1\nA > 5\n```\n1 = 2\n",
                        LessonMutation::Kind::digit),
              ElementsAre("0", "6", "1", "3"));
  EXPECT_THAT(changesOf("```formula\na + \\exp(b)\nbind a=b-1\n```\n```formula\na - b\nplain\n```\n",
                        LessonMutation::Kind::operation),
              ElementsAre("+ -> -", "\\exp -> \\log"));
  EXPECT_THAT(changesOf("```predict p\nchoose \"a when b < c\"\n- \"x when\" when a < b and c hint \"d > e\"\n"
                        "hint when value > 1 \"no > 2\"\nhint \"when\"\n```\n",
                        LessonMutation::Kind::condition),
              ElementsAre("a < b and c -> not (a < b and c)", " <  ->  >= ", " and  ->  or ",
                          "value > 1 -> not (value > 1)", " >  ->  <= "));
  EXPECT_THAT(test::mutationsOf("", kSeed), IsEmpty());
  EXPECT_EQ(test::mutated("a = b", {LessonMutation::Kind::operation, 2, "=", "\\neq "}), "a \\neq  b");
}

/// The whole list is in changes.txt, which says how it is made.
TEST(Mutation, checkNoticesRandomChangesOfShippedLessons) {
  const std::vector<test::TriedMutation> all = test::triedMutations(40, kSeed);
  ASSERT_EQ(all.size(), 40u);
  std::size_t numNoticed = 0;
  std::string missed;
  for (const test::TriedMutation& tried : all) {
    numNoticed += tried.found.empty() ? 0 : 1;
    if (tried.found.empty()) missed += describe(tried) + "\n";
  }
  EXPECT_GE(numNoticed, 38u) << missed;
}

/// A million of them: lesson_rubble 1000000.
TEST(RandomLessons, areReadOrRejectedWithTheirLine) {
  test::RandomLessons lessons(kSeed);
  std::size_t numRejected = 0;
  for (int k = 0; k < 500; ++k) {
    const std::string text = lessons.next();
    const test::ReadRandomLesson read = test::readRandomLesson(text);
    ASSERT_EQ(read.fault, "") << text;
    numRejected += read.hasErrors ? 1 : 0;
  }
  EXPECT_GT(numRejected, 100u) << "most of them are lessons no more";
  EXPECT_LT(numRejected, 500u) << "some still are";
}
