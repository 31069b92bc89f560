#include "engine/lessons/check/CheckLesson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/lessons/check/LeakCheck.h"
#include "engine/lessons/file/LessonTemplate.h"
#include "tests/engine/lessons/run/TinyLesson.h"

using namespace engine;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

std::vector<std::string> problemsOfText(const std::string& text, const std::string& file) {
  LessonProblems problems;
  auto lesson = std::make_shared<const Lesson>(parseLesson(text, file, problems));
  LessonRun run(lesson, test::sampleFile(""), Compute{nullptr, 1});
  Progress none;
  std::vector<std::string> texts;
  for (const LessonProblem& problem : problems.sorted()) texts.push_back(problemText("x.md", problem));
  for (const LessonProblem& problem : checkLesson(run, lessonsIn(test::sampleFile("../lessons")), none))
    texts.push_back(problemText("x.md", problem));
  return texts;
}

std::vector<std::string> problemsOf(const std::string& steps) {
  return problemsOfText(test::lessonText(steps), "tiny.md");
}

std::string softmax() { return test::readText(test::sampleFile("../lessons/softmax.md")); }

/// What is found when one piece of softmax.md is another.
std::vector<std::string> problemsWith(const std::string& before, const std::string& after) {
  std::string text = softmax();
  const std::size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  text.replace(at, before.size(), after);
  return problemsOfText(text, "softmax.md");
}

const std::string kData =
    "## One {#one}\n```data\nQ = [1 0]\nK = [2 0; 1 1]\nV = [1; 2]\n```\n```run attend\nattention dot\nin Q=Q K=K V=V\n"
    "set scale=1\nout S A O\n```\n";

}  // namespace

TEST(CheckLesson, softmaxHolds) { EXPECT_THAT(problemsOfText(softmax(), "softmax.md"), IsEmpty()); }

TEST(CheckLesson, tellsOfACoverThatIsNotThere) {
  const auto withCover = [](const std::string& cover) {
    return problemsWith("language: en\n", "language: en\ncover: " + cover + "\n");
  };
  EXPECT_THAT(withCover("share"), IsEmpty());
  EXPECT_THAT(withCover("scores plane"), IsEmpty());
  EXPECT_THAT(withCover("shore"),
              ElementsAre(HasSubstr("x.md:10:8: \"cover\" names the step \"shore\", which there is not")));
  EXPECT_THAT(withCover("scores bowls"), ElementsAre(HasSubstr("names the picture \"bowls\", which there is not")));
}

TEST(CheckLesson, tellsWhatIsExplainedButIsNotThere) {
  const std::string before = "explains: [attention dot at share]";
  EXPECT_THAT(problemsWith(before, "explains: [attention dt at share]"),
              ElementsAre(HasSubstr("names \"attention dt\", which is no operation")));
  EXPECT_THAT(problemsWith(before, "explains: [attention dot at shore]"),
              ElementsAre(HasSubstr("x.md:11:11: \"explains\" names the step \"shore\", which there is not")));
  EXPECT_THAT(problemsWith(before, "explains: [label nonsense at share]"), ElementsAre(HasSubstr("no head is called")));
  EXPECT_THAT(problemsWith(before, "explains: [attention dot]"), ElementsAre(HasSubstr("such as")));
  EXPECT_THAT(problemsWith(before, "explains: [label sink at share, view dp at scores]"), IsEmpty());
}

TEST(CheckLesson, templateHolds) {
  std::string text = lessonTemplate("tiny");
  // It links to itself, which is no lesson of the shelf.
  EXPECT_THAT(problemsOfText(text, "tiny.md"), IsEmpty());
  EXPECT_EQ(text.find("ID"), std::string::npos);
}

TEST(CheckLesson, seesAChangedDigit) {
  EXPECT_THAT(problemsWith("0.64391426 0.2", "0.64391427 0.2"), Not(IsEmpty()));
  EXPECT_THAT(problemsWith("O[1,1] = 4.1762354", "O[1,1] = 4.1762364"), ElementsAre(HasSubstr("at Q=")));
  EXPECT_THAT(problemsWith("= 34\n", "= 35\n"), ElementsAre(HasSubstr("34")));
}

TEST(CheckLesson, seesAChangedOperatorOfAFormula) {
  EXPECT_THAT(problemsWith("Q_{ic} K_{jc}", "Q_{ic} + K_{jc}"), Not(IsEmpty()));
  EXPECT_THAT(problemsWith("\\exp(s_j / T)", "\\exp(s_j T)"), Not(IsEmpty()));
  EXPECT_THAT(problemsWith("bind A=A S=S", "bind A=A"), Not(IsEmpty()));
}

TEST(CheckLesson, seesAChangedCondition) {
  EXPECT_THAT(problemsWith("when at(T=2: A[1,1]) > at(T=1: A[1,1])", "when at(T=2: A[1,1]) < at(T=1: A[1,1])"),
              Not(IsEmpty()));
  EXPECT_THAT(problemsWith("<= 1e-9\n", "> 1e-9\n"), Not(IsEmpty()));
  EXPECT_THAT(problemsWith(": max(V)) > 9", ": max(V)) < 9"), Not(IsEmpty()));
}

TEST(CheckLesson, tellsAnswersThatAreGivenAway) {
  const std::string question = "```predict p\nnumber \"How much?\"\nanswer A[1,1] within 0.03\n```\n";
  EXPECT_THAT(problemsOf(kData + question + "\nIt is {S[1,1]:.2}, not {A[1,1]:.2}.\n"), IsEmpty());
  EXPECT_THAT(problemsOf(kData + question + "\nIt is 0.73.\n"),
              ElementsAre(HasSubstr("the text says 0.73, which is the answer of \"p\"")));
  EXPECT_THAT(problemsOf(kData + question + "\nIt is 73 %.\n"), ElementsAre(HasSubstr("the text says 0.73")));
  EXPECT_THAT(problemsOf(kData + question + "\nIt is {exp(2)/(exp(2) + exp(1)):.3}.\n"),
              ElementsAre(HasSubstr("shows 0.731")));
  EXPECT_THAT(problemsOf(kData + question + "\nIt is 0.74 or `0.73`.\n"), ElementsAre(HasSubstr("0.73")));
}

TEST(CheckLesson, tellsPicturesThatShowTheAnswer) {
  const std::string question = "```predict p\nnumber \"How much?\"\nanswer A[1,1] within 0.03\n```\n";
  const auto picture = [](const std::string& of) { return "```picture\nflow\nof " + of + "\n```\n"; };
  EXPECT_THAT(problemsOf(kData + question + picture("S A")), IsEmpty()) << "the answer is covered";
  const std::string again = "```data\nagain = softmax(Q @ K')\nhalf = 0 * again + 0.5\n```\n";
  EXPECT_THAT(problemsOf(kData + again + question + picture("again")),
              ElementsAre(AllOf(HasSubstr("the picture shows 0.731 of \"again\""), HasSubstr("answer of \"p\""))));
  EXPECT_THAT(problemsOf(kData + again + question + picture("half")), IsEmpty()) << "another number";
}

TEST(CheckLesson, tellsGoalsThatAreReachedAndFormulaeThatAreNotExecuted) {
  EXPECT_THAT(problemsOf(kData + "```goal\nA[1,1] > 0.5 \"More than half\"\n```\n"),
              ElementsAre(HasSubstr("reached before anything is moved")));
  EXPECT_THAT(problemsOf(kData + "```formula\nA_{ij} = 1\n```\n"), ElementsAre(HasSubstr("is not executed")));
}

TEST(CheckLesson, tellsLinksAndImagesThatLeadNowhere) {
  EXPECT_THAT(problemsOf("## One {#one}\n[a](lesson:softmax#share) [b](lesson:softmaxx) [c](lesson:softmax#x) "
                         "[d](lesson:tiny#one) ![e](none.png) ![f](../none.png)\n"),
              ElementsAre(HasSubstr("10:31: the link leads to \"softmaxx\""), HasSubstr("has no step \"x\""),
                          HasSubstr("there is no image \"none.png\""), HasSubstr("below the lesson's folder")));
}

TEST(CheckLesson, tellsWhatCannotBeComputedOnce) {
  EXPECT_THAT(problemsOf("## One {#one}\n```data\nx = (1 2) + (1 2 3)\ny = x + 1\n```\n{y:.2}\n"
                         "```check\ny[1] = 2\n```\n"),
              ElementsAre(HasSubstr("x.md:11:5: ")));
}

TEST(CheckLesson, tellsWhichSamplesThereAre) {
  EXPECT_THAT(
      problemsOf("## One {#one}\n```data\np = sample 1ldm.pdb\n```\n"),
      ElementsAre(AllOf(HasSubstr("1ldm.pdb: there is no such sample (there are: "), HasSubstr("1ldm_A.pdb.gz"))));
  EXPECT_THAT(problemsOf("## One {#one}\n```data\np = sample 1ldm_B.pdb.gz\n```\n"),
              ElementsAre(HasSubstr("no such sample, did you mean \"1ldm_A.pdb.gz\"?")));
}

TEST(CheckLesson, tellsProseThatCannotBeRead) {
  EXPECT_THAT(problemsOf("## One {#one}\nA {1 +} and $\\frak x$ and [m](mark:1 +).\n"),
              ElementsAre(HasSubstr("x.md:10:"), HasSubstr("x.md:10:"), HasSubstr("x.md:10:")));
}

TEST(CheckLesson, tellsNamesInProseThatNothingBears) {
  EXPECT_THAT(problemsOf("## One {#one}\n```data\nx = 1\n```\nIt is {zebra + x:.2}.\n"),
              ElementsAre(HasSubstr("x.md:13:8: \"zebra\" is not defined above")));
  EXPECT_THAT(problemsOf("Hello {zebra}.\n\n## One {#one}\n"),
              ElementsAre(HasSubstr("x.md:9:8: \"zebra\" is not defined")))
      << "the introduction stands above the first step";
  EXPECT_THAT(problemsOf("## One {#one}\n```data\nx = 1\n```\n[m](mark:zebra[1])\n"),
              ElementsAre(HasSubstr("x.md:13:10: \"zebra\"")));
  const std::string question = "## One {#one}\n```predict p\nnumber \"?\"\nanswer 2 within 0.1\nhint \"No {value}.\"\n";
  EXPECT_THAT(problemsOf(question + "because \"So {zebra}.\"\n```\n"),
              ElementsAre(HasSubstr("x.md:14:14: \"zebra\" is not defined")));
  EXPECT_THAT(problemsOf(question + "hint when value > 3 \"Not {zebra}.\"\n```\n"),
              ElementsAre(HasSubstr("x.md:14:27: \"zebra\" is not defined")));
}

TEST(CheckLesson, tellsOneSlipAndNotAllThatFollowsFromIt) {
  const std::string data = "## One {#one}\n```data\nQ = [1 0]\n```\n";
  const std::string use = "```check\nS[1] = 2\nat T=2: S[1] = 2\n```\n{S[1]:.2} {at(T=2: S[1]):.2}\n";
  EXPECT_THAT(
      problemsOf(data + "```run\nattention dt\nin Q=Q K=Q V=Q\nout S\n```\n" + use),
      ElementsAre(HasSubstr("x.md:14:1: unknown operation \"attention dt\""),
                  AllOf(HasSubstr("x.md:19:1: \"S\" is not defined"), HasSubstr("3 times more, in line 20 to 22")),
                  AllOf(HasSubstr("x.md:20:1: \"T\" is not defined"), HasSubstr("1 time more, in line 22"))));
}

TEST(CheckLesson, wantsAsManyLabelsAsTheAxisIsLong) {
  const auto labelled = [](const std::string& labels) { return kData + "```data\nlabels " + labels + "\n```\n"; };
  EXPECT_THAT(problemsOf(labelled("K.rows = a b")), IsEmpty());
  EXPECT_THAT(problemsOf(labelled("K.rows = a")),
              ElementsAre(AllOf(HasSubstr("x.md:22:1: K is "), HasSubstr("expected 2 labels along axis 1, found 1"))));
  EXPECT_THAT(problemsOf(labelled("A.columns = a b c")),
              ElementsAre(HasSubstr("expected 2 labels along axis 2, found 3")));
  EXPECT_THAT(problemsOf(labelled("Z.rows = a")), ElementsAre(HasSubstr("\"Z\" is not defined")));
}

TEST(CheckLesson, warnsOfControlsThatChangeNothingOfTheStep) {
  const std::string control = "```control\nslider T from 1 to 3\n```\n";
  const std::string idle = "x.md:22:1: warning: moving \"T\" changes nothing";
  EXPECT_THAT(problemsOf(kData + control), ElementsAre(HasSubstr(idle)));
  EXPECT_THAT(problemsOf(kData + control + "```check\nat T=2: A[1,1] > 0\n```\n"), ElementsAre(HasSubstr(idle)))
      << "a check is not seen";
  EXPECT_THAT(problemsOf(kData + control + "It is {T}.\n"), IsEmpty());
  EXPECT_THAT(problemsOf(kData + control + "```data\nx = T * A[1,1]\n```\n"), ElementsAre(HasSubstr(idle)))
      << "nobody sees x";
  EXPECT_THAT(problemsOf(kData + control + "```data\nx = T * A[1,1]\n```\nIt is {x:.2}.\n"), IsEmpty());
  const std::string cell = "```data\nw = [1 2]\n```\n```control\ncell w[1,2] from 0 to 2\n```\n";
  EXPECT_THAT(problemsOf(kData + cell + "It is {A[1,1]:.2}.\n"), ElementsAre(HasSubstr("moving \"w[1,2]\"")));
  EXPECT_THAT(problemsOf(kData + cell + "It is {w[1,1]:.2}.\n"), IsEmpty());
  // A control of the same name in a later step is another one: what earlier steps ran reads theirs.
  EXPECT_THAT(
      problemsOf("## One {#one}\n" + control + "```data\nx = 2 * T\n```\n{x}\n\n## Two {#two}\n" + control + "{x}\n"),
      ElementsAre(HasSubstr("x.md:20:1: warning: moving \"T\"")));
}

TEST(CheckLesson, warnsOfGoalsThatNoPlaceOfTheControlsReaches) {
  const std::string controls = "```control\nslider T from 1 to 3\nslider U from 0 to 1\n```\n{T} {U}\n";
  const auto goal = [&](const std::string& condition) {
    return problemsOf("## One {#one}\n" + controls + "```goal\n" + condition + " \"Do it\"\n```\n");
  };
  EXPECT_THAT(goal("T > 2.9"), IsEmpty());
  EXPECT_THAT(goal("T + U > 3.9"), IsEmpty()) << "both at their ends";
  EXPECT_THAT(goal("T + U > 4"),
              ElementsAre(AllOf(HasSubstr("x.md:16:1: warning: the goal \"Do it\" is reached at none of "),
                                HasSubstr(" places of the controls"))));
  EXPECT_THAT(problemsOf("## One {#one}\n```control\nslider T from 1 to 9\nchoice k of 2 4 8\n```\n{T} {k}\n"
                         "```goal\nk = 8 and T > 4.5 and T < 5.1 \"Do it\"\n```\n"),
              IsEmpty())
      << "inside of a range, at a choice";
  EXPECT_THAT(goal("1 > 2"), ElementsAre(HasSubstr("no control of this step moves what the goal \"Do it\" is about")));
}

TEST(CheckLesson, warnsOfDigitsFinerThanTheirTolerance) {
  EXPECT_THAT(
      problemsOf(kData + "```check\nA[1,1] = 0.731059 ± 1e-5\n```\n"),
      ElementsAre(AllOf(HasSubstr("22:10: warning: with the tolerance 1e-5 this would hold for 0.731058 as well"),
                        HasSubstr("finer than the tolerance"))));
  // 0.7310586 is 0.73106 when rounded: 0.73105 is further away than the tolerance.
  EXPECT_THAT(problemsOf(kData + "```check\nA[1,1] = 0.73106 ± 6e-6\nA[1] = (0.73106 0.26894) ± 6e-6\n```\n"),
              IsEmpty());
}

TEST(CheckLesson, warnsOfSignsThatTheNumbersDoNotTellApart) {
  const std::string formula = "```formula\nx = \\sum_{k} y_k\nbind x=x y=y\n```\n";
  EXPECT_THAT(problemsOf("## One {#one}\n```data\ny = (3)\nx = 3\n```\n" + formula),
              ElementsAre(HasSubstr("15:5: warning: the formula would hold with \"prod\" for \"sum\" as well")));
  EXPECT_THAT(problemsOf("## One {#one}\n```data\ny = (3 4)\nx = 7\n```\n" + formula), IsEmpty());
  // Where a control moves they are told apart.
  EXPECT_THAT(problemsOf("## One {#one}\n```data\ny = (2 2)\nx = sum(y)\n```\n```control c\ncell y[1] from 1 to 9\n"
                         "```\n" +
                         formula),
              IsEmpty());
}

TEST(CheckLesson, executesTheLinesOfAlgorithms) {
  const auto algorithm = [](const std::string& lines) {
    return "## One {#one}\n```data\nS = [2 1]\nE = exp(S)\nA = E / sum(E)\n```\n```algorithm\n" + lines + "```\n";
  };
  const std::string first = "E_{ij} = \\exp(S_{ij}) => E \"Exponentials\"\n",
                    second = "A_{ij} = \\frac{E_{ij}}{\\sum_{k} E_{ik}} => A \"Shares\"\n";
  EXPECT_THAT(problemsOf(algorithm(first + second + "bind S=S E=E\nat i=1 j=2\n")), IsEmpty());
  EXPECT_THAT(problemsOf(algorithm("E_{ij} = \\exp(S_{ij}) + 1 => E \"Exponentials\"\nbind S=S\n")),
              ElementsAre(HasSubstr("x.md:16:1: the formula does not hold")));
  EXPECT_THAT(problemsOf(algorithm("E_{ij} = \\exp(S_{ij}) => A \"Exponentials\"\nbind S=S\n")),
              ElementsAre(HasSubstr("x.md:16:1: the formula does not hold")));
  EXPECT_THAT(problemsOf(algorithm(first + "plain\n")), IsEmpty());
  EXPECT_THAT(problemsOf(algorithm(first)),
              ElementsAre(HasSubstr("warning: the lines of the algorithm are not executed")));
}

TEST(CheckLesson, checksWhatFormulaeMark) {
  const auto formula = [](const std::string& marked) {
    return "## One {#one}\n```data\ny = (3 4)\n```\n```formula\n\\mark{" + marked + "}{x_i}\nplain\nat i=2\n```\n";
  };
  EXPECT_THAT(problemsOf(formula("y[i]")), IsEmpty());
  EXPECT_THAT(problemsOf(formula("y[i+1]")), ElementsAre(HasSubstr("x.md:14:")));
  EXPECT_THAT(problemsOf(formula("z[i]")), testing::Contains(HasSubstr("\"z\" is not defined")));
  EXPECT_THAT(problemsOf(formula("y[")), testing::Contains(HasSubstr("x.md:14:")));
}

TEST(CheckLesson, wantsAHintForEveryWrongOption) {
  const auto question = [](const std::string& more) {
    return "## One {#one}\n```predict p\nchoose \"Which?\"\n- \"a\" when 1 < 2\n- \"b\" when 2 < 1" + more + "\n```\n";
  };
  EXPECT_THAT(problemsOf(question("")), ElementsAre(HasSubstr("13:12: the option \"b\" is wrong and has no hint")));
  EXPECT_THAT(problemsOf(question(" hint \"No.\"")), IsEmpty());
  EXPECT_THAT(problemsOf(question("\nhint \"No.\"")), IsEmpty());
}

TEST(CheckLesson, warnsOfRightAnswersThatAControlMakesWrong) {
  const std::string control = "```control\nslider T from 0 to 8 start 1\nchoice k of 2 4\n```\n{T} {k}\n";
  const auto question = [](const std::string& first, const std::string& second) {
    return "```predict p\nchoose \"Which?\"\n- \"a\" when " + first + "\n- \"b\" when " + second +
           "\nhint \"No.\"\n```\n";
  };
  const std::string head = "## One {#one}\n";
  EXPECT_THAT(problemsOf(head + control + question("T < 3", "T > 3")),
              ElementsAre(HasSubstr("x.md:15:4: warning: with T = 4 the right answer of \"p\" is another one")));
  EXPECT_THAT(problemsOf(head + control + question("k < 3", "k > 3")), ElementsAre(HasSubstr("with k = 4 ")));
  EXPECT_THAT(problemsOf(head + control + question("at(T=2: T) < 3", "at(T=2: T) > 3")), IsEmpty()) << "it is locked";
  EXPECT_THAT(problemsOf(head + question("T < 3", "T > 3") + "\n### Now\n\n" + control), IsEmpty())
      << "a later beat brings the control";
  EXPECT_THAT(problemsOf(head + control + question("T < 9", "T > 9")), IsEmpty()) << "no place makes it wrong";
}

TEST(ShownNumbers, knowTheirDigits) {
  const auto numbers = shownNumbers("0.64, 64 %, −1.5 and 1ldm, step2, 1.2.3");
  ASSERT_GE(numbers.size(), 3u);
  EXPECT_TRUE(tells(numbers[0], 0.6439));
  EXPECT_FALSE(tells(numbers[0], 0.6461));
  EXPECT_TRUE(tells(numbers[1], 0.6439));
  EXPECT_TRUE(tells(numbers[2], -1.52));
  EXPECT_FALSE(tells(shownNumbers("5")[0], 5));
  EXPECT_TRUE(shownNumbers("").empty());
  EXPECT_TRUE(shownNumbers("1ldm step2").empty());
}
