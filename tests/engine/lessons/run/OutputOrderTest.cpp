// What a formula says about which outputs give which others away.
#include "engine/lessons/run/OutputOrder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/lessons/run/TinyLesson.h"

using namespace engine;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(OutputOrder, followsEquations) {
  const std::string formula = "S_ij = q_i · k_j\nA = softmax_j(S), over the keys seen\nO = A V";
  const std::set<std::string> outputs = {"S", "A", "O", "lse", "k"};
  EXPECT_THAT(outputsFrom(formula, outputs, "S"), ElementsAre("A", "O", "lse"));
  EXPECT_THAT(outputsFrom(formula, outputs, "A"), ElementsAre("O", "lse"));
  EXPECT_THAT(outputsFrom(formula, outputs, "O"), ElementsAre("lse"));
  EXPECT_THAT(outputsFrom(formula, outputs, "k"), ElementsAre("A", "O", "S", "lse"));
  EXPECT_THAT(outputsFrom("", outputs, "S"), IsEmpty());
  EXPECT_THAT(outputsFrom(formula, {}, "S"), IsEmpty());
}

TEST(OutputOrder, readsSeveralEquationsOfALineAndArrows) {
  const std::set<std::string> outputs = {"q", "k", "S", "o", "log_det", "x"};
  EXPECT_THAT(outputsFrom("q, k = X W\nS = q k", outputs, "k"), ElementsAre("S", "log_det", "o", "x"));
  EXPECT_THAT(outputsFrom("o = S v, log_det = ln o\nx ← x + 1", outputs, "S"), ElementsAre("k", "log_det", "o", "q"));
}

TEST(OutputOrder, knowsTheMechanisms) {
  EXPECT_THAT(outputsFrom(findMechanism("dot"), "A"), testing::IsSupersetOf({"O", "lse"}));
  EXPECT_FALSE(outputsFrom(findMechanism("dot"), "A").contains("S"));
}

namespace {

const std::string kRun =
    "## One {#one}\n```data\nQ = [1 0]\nK = [2 0; 1 1]\nV = [1; 2]\n```\n```run attend\nattention dot\n"
    "in Q=Q K=K V=V\nset scale=1\nout S A O lse\n```\n```data\ntwice = 2 * O\n```\n";

}  // namespace

TEST(OutputOrder, coversWhatTheSameRunMakesOfTheAnswer) {
  test::TinyLesson lesson(kRun + "```predict p\nnumber \"How much?\"\nanswer A[1,1] within 0.03\n```\n");
  const auto values = lesson.values();
  for (const char* name : {"A", "O", "lse", "twice"}) EXPECT_TRUE(values->isCovered(name)) << name;
  EXPECT_FALSE(values->isCovered("S"));
  StepState answered;
  answered.answered = {"p"};
  EXPECT_FALSE(lesson.values(0, answered)->isCovered("O"));
}

TEST(OutputOrder, leavesVisibleWhatTheAuthorShows) {
  test::TinyLesson lesson(kRun + "```predict p\nnumber \"How much?\"\nanswer A[1,1] within 0.03\nshow O A\n```\n");
  const auto values = lesson.values();
  EXPECT_FALSE(values->isCovered("O"));
  EXPECT_FALSE(values->isCovered("twice"));
  EXPECT_TRUE(values->isCovered("lse"));
  EXPECT_TRUE(values->isCovered("A")) << "what the answer reads cannot be shown";
  test::TinyLesson unknown(kRun + "```predict p\nnumber \"How much?\"\nanswer A[1,1] within 0.03\nshow Oh\n```\n");
  EXPECT_THAT(unknown.problems(), ElementsAre(testing::HasSubstr("\"Oh\" is not defined")));
}
