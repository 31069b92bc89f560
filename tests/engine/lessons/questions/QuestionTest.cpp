// Questions of each kind: reading, right answers, hints for wrong ones.
#include "engine/lessons/questions/Question.h"

#include <gtest/gtest.h>

#include "tests/engine/lessons/expression/Evaluated.h"

using namespace engine;
using namespace engine::test;

namespace question_test {

LessonBlock blockOf(const std::vector<std::string>& lines) {
  LessonBlock block;
  block.kind = "predict";
  block.name = "q";
  block.place = {10, 1};
  for (std::size_t k = 0; k < lines.size(); ++k) block.lines.push_back({lines[k], {11 + static_cast<int>(k), 1}});
  return block;
}

LessonQuestion questionOf(const std::vector<std::string>& lines) {
  LessonProblems problems;
  const auto question = parseQuestion(blockOf(lines), problems);
  if (question) return *question;
  ADD_FAILURE() << problemText("", problems.sorted().at(0));
  return {};
}

std::string problemOfQuestion(const std::vector<std::string>& lines) {
  LessonProblems problems;
  EXPECT_FALSE(parseQuestion(blockOf(lines), problems));
  return problems.sorted().empty() ? "" : problemText("f", problems.sorted()[0]);
}

std::vector<std::string> faultsOf(const std::vector<std::string>& lines) {
  std::vector<std::string> texts;
  static const NamedValues scope(
      {{"T", numberValue(1)}, {"S", vectorOf({2, 1, 1})}, {"A", matrixOf({2, 2}, {4, 2, 1, 4})}});
  for (const LessonProblem& problem : questionProblems(questionOf(lines), scope))
    texts.push_back(problemText("f", problem));
  return texts;
}

const LessonScope& scope() {
  static const NamedValues values(
      {{"T", numberValue(1)}, {"S", vectorOf({2, 1, 0, -1})}, {"A", matrixOf({2, 2}, {1, 2, 3, 4})}});
  return values;
}

LessonGrade graded(const LessonQuestion& question, const std::vector<double>& numbers) {
  return grade(question, {numbers, ""}, scope());
}

const std::vector<std::string> kChoose = {"choose \"What grows?\"",
                                          "- \"one\" when at(T=2: T) > T",
                                          "- \"two\" when S[2] > 1 hint \"It is {S[2]}: \"\"one\"\".\"",
                                          "- \"three\" when S[1] > 1",
                                          "hint \"Look again.\"",
                                          "because \"So it is.\"",
                                          "tries 3",
                                          "shuffle"};

TEST(Choose, ReadsItsParts) {
  const LessonQuestion question = questionOf(kChoose);
  EXPECT_EQ(question.kind, QuestionKind::choose);
  EXPECT_EQ(question.text, "What grows?");
  ASSERT_EQ(question.options.size(), 3);
  EXPECT_EQ(question.options[1].text, "two");
  EXPECT_EQ(question.options[1].hint, "It is {S[2]}: \"one\".");
  EXPECT_EQ(question.because, "So it is.");
  EXPECT_EQ(question.tries, 3);
  EXPECT_TRUE(question.isShuffled);
  EXPECT_EQ(question.covers(), (std::set<std::string>{"S", "T"}));
  EXPECT_EQ(question.locks(), (std::set<std::string>{"T"}));
}

TEST(Choose, ASetOfOptionsIsRight) {
  const LessonQuestion question = questionOf(kChoose);
  EXPECT_TRUE(graded(question, {1, 3}).isRight);
  EXPECT_TRUE(graded(question, {3, 1}).isRight);
  EXPECT_EQ(graded(question, {1}).hint, "Look again.");
  EXPECT_EQ(graded(question, {1, 2, 3}).hint, "It is {S[2]}: \"one\".");
  EXPECT_EQ(trueAnswer(question, scope()).numbers, (std::vector<double>{1, 3}));
  EXPECT_THROW(graded(question, {}), Error);
  EXPECT_THROW(graded(question, {4}), Error);
  EXPECT_THROW(graded(question, {1, 1}), Error);
  EXPECT_THROW(graded(question, {1.5}), Error);
}

TEST(Number, IsRightWithinItsTolerance) {
  const LessonQuestion question =
      questionOf({"number \"How much?\"", "answer S[1] within 0.1", "unit Å", "hint when value > 3 \"Too much.\"",
                  "hint when value < 0 \"Negative.\"", "hint \"Add.\""});
  EXPECT_TRUE(graded(question, {2.09}).isRight);
  EXPECT_TRUE(graded(question, {1.91}).isRight);
  EXPECT_EQ(graded(question, {3.5}).hint, "Too much.");
  EXPECT_EQ(graded(question, {-1}).hint, "Negative.");
  EXPECT_EQ(graded(question, {2.2}).hint, "Add.");
  EXPECT_EQ(question.unit, "Å");
  EXPECT_EQ(trueAnswer(question, scope()).numbers, std::vector<double>{2});
  EXPECT_THROW(graded(question, {1, 2}), Error);
  EXPECT_THROW(graded(question, {std::numeric_limits<double>::quiet_NaN()}), Error);
}

TEST(Number, ToleranceMayBeAShareOrNothing) {
  const LessonQuestion share = questionOf({"number \"?\"", "answer 10 * S[1] within 10%"});
  EXPECT_TRUE(graded(share, {21.9}).isRight);
  EXPECT_FALSE(graded(share, {22.1}).isRight);
  const LessonQuestion exact = questionOf({"number \"?\"", "answer S[1]"});
  EXPECT_TRUE(graded(exact, {2}).isRight);
  EXPECT_FALSE(graded(exact, {2.001}).isRight);
}

TEST(Cell, AnIndexIsTheFirstOfTheChosenCell) {
  const LessonQuestion question = questionOf(
      {"cell \"Which?\"", "of A", "answer argmin(S[2..3])", "hint when S[value] < 1.5 \"Low.\"", "hint \"Else.\""});
  EXPECT_TRUE(graded(question, {2}).isRight);
  EXPECT_TRUE(graded(question, {2, 1}).isRight);
  EXPECT_EQ(graded(question, {1, 2}).hint, "Else.");
  EXPECT_EQ(graded(question, {3, 2}).hint, "Low.");
  EXPECT_THROW(graded(question, {}), Error);
}

TEST(Cell, MayBeIndicesAConditionOrAList) {
  const LessonQuestion one = questionOf({"cell \"?\"", "of A", "answer argmax(A)"});
  EXPECT_TRUE(graded(one, {2, 2}).isRight);
  EXPECT_FALSE(graded(one, {2, 1}).isRight);
  EXPECT_THROW(graded(one, {2}), Error);
  const LessonQuestion some = questionOf({"cell \"?\"", "of A", "answer A > 2"});
  EXPECT_TRUE(graded(some, {2, 1}).isRight);
  EXPECT_FALSE(graded(some, {1, 2}).isRight);
  EXPECT_EQ(trueAnswer(some, scope()).numbers, (std::vector<double>{2, 1}));
  const LessonQuestion list = questionOf({"cell \"?\"", "of S", "answer where(S > 0)"});
  EXPECT_TRUE(graded(list, {1}).isRight);
  EXPECT_TRUE(graded(list, {2}).isRight);
  EXPECT_FALSE(graded(list, {3}).isRight);
}

TEST(Draw, CurvesAreComparedByTheirRms) {
  const LessonQuestion question = questionOf({"draw \"?\"", "curve 2 * S over S within rms 0.5"});
  EXPECT_EQ(question.over, "S");
  EXPECT_TRUE(graded(question, {4, 2, 0, -2}).isRight);
  EXPECT_TRUE(graded(question, {4.4, 2.4, 0.4, -1.6}).isRight);
  EXPECT_FALSE(graded(question, {4, 2, 0, -0.9}).isRight);
  EXPECT_THROW(graded(question, {1}), Error);
  EXPECT_EQ(trueAnswer(question, scope()).numbers, (std::vector<double>{4, 2, 0, -2}));
}

TEST(Draw, PathsAreComparedByTheirDistance) {
  const LessonQuestion question = questionOf({"draw \"?\"", "path of [1 1; 2 2; 4 3] within 1 cells"});
  EXPECT_TRUE(question.isPath);
  EXPECT_TRUE(graded(question, {1, 1, 2, 2, 4, 3}).isRight);
  EXPECT_TRUE(graded(question, {1, 2, 2, 2, 3, 3}).isRight);
  EXPECT_FALSE(graded(question, {1, 1, 2, 2}).isRight);
  EXPECT_FALSE(graded(question, {1, 1, 2, 2, 4, 3, 9, 9}).isRight);
  EXPECT_THROW(graded(question, {1, 1, 2}), Error);
  EXPECT_THROW(graded(question, {}), Error);
}

TEST(Order, TiesAreAcceptedEitherWay) {
  const LessonQuestion question = questionOf({"order \"?\"", "- \"a\"", "- \"b\"", "- \"c\"", "by (1 3 1) descending"});
  EXPECT_TRUE(graded(question, {2, 1, 3}).isRight);
  EXPECT_TRUE(graded(question, {2, 3, 1}).isRight);
  EXPECT_FALSE(graded(question, {1, 2, 3}).isRight);
  EXPECT_EQ(trueAnswer(question, scope()).numbers, (std::vector<double>{2, 1, 3}));
  const LessonQuestion up = questionOf({"order \"?\"", "- \"a\"", "- \"b\"", "by S[1..2] ascending", "hint \"No.\""});
  EXPECT_TRUE(graded(up, {2, 1}).isRight);
  EXPECT_EQ(graded(up, {1, 2}).hint, "No.");
  EXPECT_THROW(graded(up, {1}), Error);
  EXPECT_THROW(graded(up, {1, 1}), Error);
}

TEST(Bars, TheWorstBarDecides) {
  const LessonQuestion question =
      questionOf({"bars \"?\"", "answer S within 0.5", "hint when value[1] < 1 \"First.\"", "hint \"Other.\""});
  EXPECT_TRUE(graded(question, {2.4, 0.6, 0.4, -1.4}).isRight);
  EXPECT_EQ(graded(question, {0, 1, 0, -1}).hint, "First.");
  EXPECT_EQ(graded(question, {2, 1, 0, 0}).hint, "Other.");
  EXPECT_THROW(graded(question, {1, 2}), Error);
}

TEST(Letters, GapsAndCaseDoNotCount) {
  const LessonQuestion question = questionOf(
      {"letters \"?\"", "answer \"MAKW\"", "hint when value = \"MAK\" \"One more.\"", "hint \"Translate.\""});
  EXPECT_TRUE(grade(question, {{}, "MAKW"}, scope()).isRight);
  EXPECT_TRUE(grade(question, {{}, "ma-k w"}, scope()).isRight);
  EXPECT_EQ(grade(question, {{}, "MAK"}, scope()).hint, "One more.");
  EXPECT_EQ(grade(question, {{}, ""}, scope()).hint, "Translate.");
  EXPECT_EQ(trueAnswer(question, scope()).letters, "MAKW");
}

TEST(Question, ProblemsHaveTheirPlace) {
  EXPECT_EQ(problemOfQuestion({}), "f:10:1: a question needs a first line such as choose \"Which key wins?\"");
  EXPECT_EQ(
      problemOfQuestion({"chose \"?\""}),
      "f:11:1: there is no kind of question \"chose\", did you mean \"choose\"? (known: choose, number, cell, draw, "
      "order, bars, letters)");
  EXPECT_EQ(problemOfQuestion({"number ?", "answer 1"}),
            "f:11:8: expected the question in quotation marks, found \"?\"");
  EXPECT_EQ(problemOfQuestion({"number \"?\""}), "f:10:1: a question of kind number needs an answer");
  EXPECT_EQ(problemOfQuestion({"number \"?\"", "answer 1 +"}),
            "f:12:11: expected a number, a name or a bracket, but the expression ends here");
  EXPECT_EQ(problemOfQuestion({"number \"?\"", "answer 1 within ]"}),
            "f:12:17: expected a number, a name or a bracket, found \"]\"");
  EXPECT_EQ(problemOfQuestion({"number \"?\"", "answer 1", "tries many"}),
            "f:13:7: expected 1 to 20 tries, found \"many\"");
  EXPECT_EQ(problemOfQuestion({"choose \"?\"", "- \"a\" when 1"}),
            "f:10:1: a question of kind choose needs two options or more");
  EXPECT_EQ(problemOfQuestion({"choose \"?\"", "- \"a\"", "- \"b\" when 1"}),
            "f:12:1: an option needs its condition: - \"it grows\" when S[1] > S[2]");
  EXPECT_EQ(problemOfQuestion({"cell \"?\"", "answer 1"}),
            "f:10:1: a question of kind cell needs \"of\": the array whose cells are chosen");
  EXPECT_EQ(problemOfQuestion({"letters \"?\"", "answer \"A\"", "unit Å"}),
            "f:13:1: a question of kind letters has no \"unit\" (known: answer, hint, because, tries, cover, show)");
  EXPECT_EQ(problemOfQuestion({"draw \"?\"", "curve S within rms 1"}),
            "f:12:1: expected curve y over x within rms 0.3");
  EXPECT_EQ(problemOfQuestion({"bars \"?\"", "answer S"}),
            "f:10:1: a question of kind bars needs a tolerance: answer A[1] within 0.1");
  EXPECT_EQ(problemOfQuestion({"number \"?\"", "answer 1", "hint value > 1 \"a\""}),
            "f:13:12: expected hint \"...\" or hint when value > 1 \"...\"");
}

TEST(QuestionProblems, OptionsAreNeitherAllNorNone) {
  EXPECT_EQ(faultsOf({"choose \"?\"", "- \"a\" when T > 2", "- \"b\" when T > 3", "hint \"x\""}),
            std::vector<std::string>{"f:10:1: no option is right"});
  EXPECT_EQ(faultsOf({"choose \"?\"", "- \"a\" when T < 2", "- \"b\" when T < 3"}),
            std::vector<std::string>{"f:10:1: all options are right"});
  EXPECT_EQ(faultsOf({"choose \"?\"", "- \"a\" when T < 2 hint \"x\"", "- \"b\" when T > 3 hint \"y\""}),
            std::vector<std::string>{"f:12:12: the option \"a\" is right and has a hint"});
  EXPECT_EQ(faultsOf({"choose \"?\"", "- \"a\" when T < 2", "- \"b\" when T > 3"}),
            std::vector<std::string>{"f:13:12: the option \"b\" is wrong and has no hint"});
}

TEST(QuestionProblems, TheTruthGetsNoHint) {
  EXPECT_EQ(faultsOf({"number \"?\"", "answer T within 1", "hint when value > 0.5 \"x\""}),
            std::vector<std::string>{"f:10:1: the right answer gets the hint \"x\""});
  EXPECT_EQ(faultsOf({"number \"?\"", "answer T within 1", "hint \"x\""}), std::vector<std::string>{});
}

TEST(QuestionProblems, TiesAreTold) {
  EXPECT_EQ(faultsOf({"choose \"?\"", "- \"a\" when S[1] > 1", "- \"b\" when S[2] > S[3] hint \"x\""}),
            std::vector<std::string>{"f:13:12: the answer hangs on rounding: both sides of a comparison are 1"});
  EXPECT_EQ(faultsOf({"choose \"?\"", "- \"a\" when count(S > 0.5) >= 3", "- \"b\" when T > 3 hint \"x\""}),
            std::vector<std::string>{});
  EXPECT_EQ(faultsOf({"cell \"?\"", "of S", "answer argmin(S)"}),
            std::vector<std::string>{"f:13:8: the answer hangs on rounding: argmin has 2 equal values, 1"});
}

TEST(QuestionProblems, WhatCannotBeComputedIsTold) {
  EXPECT_EQ(faultsOf({"number \"?\"", "answer Sum within 1"}),
            std::vector<std::string>{"f:12:8: \"Sum\" is not defined here"});
}

}  // namespace question_test
