#include "engine/lessons/run/StepBlocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/lessons/expression/SettingTarget.h"
#include "tests/engine/lessons/run/TinyLesson.h"

using namespace engine;
using test::TinyLesson;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::vector<LessonControl> controlsOf(const std::string& lines) {
  const TinyLesson lesson(
      "## A {#a}\n```data\nQ = [1 2]\nx = (1 2)\ny = (3 4)\ns = text DNA \"ACGT\"\n```\n```control\n" + lines +
      "```\n");
  EXPECT_THAT(lesson.problems(), ElementsAre());
  return lesson.run->steps()[0].controls.empty() ? std::vector<LessonControl>() : lesson.run->steps()[0].controls[0];
}

std::vector<std::string> problemsOfBlocks(const std::string& steps, const LessonKnows& knows = {}) {
  return TinyLesson(steps, "tiny.md", knows).problems();
}

}  // namespace

TEST(Controls, haveRangesStartsSnapsAndPlays) {
  const auto controls = controlsOf(
      "slider T from 0.1 to 10 log start 1\nplay T from 4 to 0.25 seconds 6\nlabel \"Temperature\"\nsnap 0.5 1\n");
  ASSERT_EQ(controls.size(), 1u);
  const LessonControl& control = controls[0];
  EXPECT_EQ(control.kind, ControlKind::slider);
  EXPECT_EQ(control.name, "T");
  EXPECT_EQ(std::tuple(control.from, control.to, control.start, control.isLogarithmic),
            std::tuple(0.1, 10.0, 1.0, true));
  EXPECT_THAT(control.snap, ElementsAre(0.5, 1));
  EXPECT_EQ(control.label, "Temperature");
  ASSERT_TRUE(control.play);
  EXPECT_EQ(std::tuple(control.play->from, control.play->to, control.play->seconds), std::tuple(4.0, 0.25, 6.0));
  EXPECT_TRUE(control.isDefinition());
}

TEST(Controls, shareALabelByItsCommas) {
  const auto two = controlsOf("stepper a 1..6 start 2\nstepper b 1..6\nlabel \"From, how far\"\n");
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0].label, "From");
  EXPECT_EQ(two[1].label, "How far");
  const auto other = controlsOf("stepper a 1..6\nstepper b 1..6\nlabel \"Turn, move, mirror\"\n");
  EXPECT_EQ(other[1].label, "Turn, move, mirror") << "as many parts as controls, or the whole for each";
  const auto cells = controlsOf("cell Q[1,1] from -3 to 3\ncell Q[1,2] from -3 to 3\nlabel \"Question, first\"\n");
  EXPECT_EQ(cells[1].label, "Question, first");
}

TEST(Controls, ofAllKinds) {
  const auto controls = controlsOf(
      "choice kind of gaussian boxcar start boxcar\nswitch shift values 0 100\nswitch causal on values no yes\n"
      "stepper head 1..6 start 2\ncell Q[1,1] from -3 to 3 by 0.1\nmatrix Q\npoints x y\nsequence s alphabet DNA max "
      "24\n"
      "pose R\nseed n\nswitch plain off\nchoice d of 4 16\nweight Q[1,2]\n");
  ASSERT_EQ(controls.size(), 13u);
  EXPECT_EQ(startValue(controls[0]), LessonValue(std::string("boxcar")));
  EXPECT_EQ(startValue(controls[1]), numberValue(0));
  EXPECT_EQ(valueAt(controls[1], 1), numberValue(100));
  EXPECT_EQ(startValue(controls[2]), LessonValue(std::string("yes")));
  EXPECT_EQ(startValue(controls[3]), numberValue(2));
  EXPECT_THAT(controls[4].arrays, ElementsAre("Q"));
  EXPECT_EQ(controls[4].name, "Q[1,1]");
  EXPECT_FALSE(controls[4].isDefinition());
  EXPECT_THAT(controls[6].arrays, ElementsAre("x", "y"));
  EXPECT_EQ(controls[7].alphabet, "DNA");
  EXPECT_EQ(controls[7].most, 24);
  EXPECT_EQ(std::get<LessonArray>(startValue(controls[8])).shape(), (Shape{4, 4}));
  EXPECT_EQ(startValue(controls[9]), numberValue(1));
  EXPECT_EQ(startValue(controls[10]), numberValue(0));
  EXPECT_EQ(valueAt(controls[10], 1), numberValue(1));
  EXPECT_EQ(valueAt(controls[11], 1), numberValue(16));
  EXPECT_EQ(controls[12].kind, ControlKind::weight);
}

TEST(Controls, thatAreMovedInPicturesAlone) {
  const auto controls = controlsOf("toggle Q\npoints x from -2 to 2\n");
  ASSERT_EQ(controls.size(), 2u);
  EXPECT_EQ(controls[0].kind, ControlKind::toggle);
  EXPECT_THAT(controls[0].arrays, ElementsAre("Q"));
  EXPECT_EQ(controls[1].name, "x") << "places along a line";
  EXPECT_THAT(controls[1].arrays, ElementsAre("x"));
  EXPECT_EQ(std::pair(controls[1].from, controls[1].to), std::pair(-2.0, 2.0));
  EXPECT_FALSE(controls[0].isDefinition() || controls[1].isDefinition());
}

TEST(Controls, thatAreWrongAreTold) {
  EXPECT_THAT(
      problemsOfBlocks("## A {#a}\n```control\nslidr T from 0 to 1\nslider U from 1 to 0\nslider V from 0 to 1 log\n"
                       "stepper w\nchoice c\nslider T from x to 1\ncell Q from 0 to 1\nswitch z values 1\n"
                       "choice k of a b start c\nslider e from 0 to 1 start 2\npoints x 4\n```\n"),
      ElementsAre(HasSubstr("tiny.md:11:1: unknown control \"slidr\", did you mean \"slider\"?"),
                  HasSubstr("tiny.md:12:8: \"from\" must be less"), HasSubstr("tiny.md:13:8: a logarithmic"),
                  HasSubstr("tiny.md:14:9: \"from\" and \"to\" are missing"),
                  HasSubstr("tiny.md:15:8: \"of\" and values are missing"),
                  HasSubstr("tiny.md:16:15: expected a number, found \"x\""),
                  HasSubstr("tiny.md:17:6: expected a cell such as Q[1,1]"),
                  HasSubstr("tiny.md:18:8: a switch has two values"),
                  HasSubstr("tiny.md:19:23: is none of the values: \"c\""),
                  HasSubstr("tiny.md:20:8: starts outside of its range"),
                  HasSubstr("tiny.md:21:10: points have one name or two, of their x and y, found \"4\"")));
  EXPECT_THAT(
      problemsOfBlocks("## A {#a}\n```control\nslider T from 0 to 1\n```\n```control\nslider T from 0 to 1\n```\n"),
      ElementsAre(HasSubstr("tiny.md:14:1: two controls of this step move \"T\"")));
}

TEST(Pictures, haveArraysMarksAndNeighbours) {
  const TinyLesson lesson(
      "## A {#a}\n```data\nS = [1 2]\n```\n```picture one\nbowl\nof S\nmark S[1,2]\nuncover scores\nbeside two\n"
      "alt \"two scores\"\n```\n```picture two\nflow\nof S\n```\n",
      "tiny.md", {{"bowl", "flow"}, {}});
  EXPECT_THAT(lesson.problems(), ElementsAre());
  ASSERT_EQ(lesson.run->steps()[0].pictures.size(), 2u);
  const LessonPicture& picture = lesson.run->steps()[0].pictures[0];
  EXPECT_EQ(picture.kind, "bowl");
  EXPECT_THAT(picture.of, ElementsAre("S"));
  ASSERT_EQ(picture.marks.size(), 1u);
  EXPECT_EQ(picture.beside, "two");
  ASSERT_EQ(picture.settings.size(), 2u);
  EXPECT_EQ(picture.settings[0].first, "uncover");
  EXPECT_EQ(picture.settings[1].second.text, "two scores");
}

TEST(Pictures, thatAreWrongAreTold) {
  EXPECT_THAT(
      problemsOfBlocks("## A {#a}\n```data\nS = [1 2]\n```\n```picture one\nbowel\n```\n```picture two\nbowl\nof A\n"
                       "colour red\nbeside three\n```\n",
                       {{"bowl", "flow"}, {}}),
      ElementsAre(HasSubstr("tiny.md:14:1: unknown picture \"bowel\", did you mean \"bowl\"? (known: bowl, flow)"),
                  HasSubstr("tiny.md:17:1: unknown picture of this step \"three\""),
                  HasSubstr("tiny.md:18:4: picture \"bowl\": \"A\" is not defined above this line or in this "
                            "step, did you mean \"S\"? (S are)"),
                  HasSubstr("tiny.md:19:1: unknown key \"colour\"")));
}

TEST(Pictures, areUncoveredAsFarAsThereIsSomething) {
  const std::string before = "## A {#a}\n```data\nS = [1 2]\n```\n```picture\nbowl\nof S\nuncover ";
  EXPECT_THAT(problemsOfBlocks(before + "weights\n```\n", {{"bowl"}, {}}), ElementsAre());
  EXPECT_THAT(problemsOfBlocks(before + "weight\n```\n", {{"bowl"}, {}}),
              ElementsAre(HasSubstr("tiny.md:16:9: unknown part to uncover \"weight\", did you mean \"weights\"?")));
}

TEST(Formulas, haveBindingsAndIndices) {
  const TinyLesson lesson(
      "## A {#a}\n```data\nA = [1 2]\n```\n```formula\nA_{ij} = 1\nbind A=A a=[1 0]\nat i=1 j=hover\nterms 4\nnumbers "
      "off\n"
      "```\n");
  EXPECT_THAT(lesson.problems(), ElementsAre());
  const LessonFormula& formula = lesson.run->steps()[0].formulas.at(0);
  EXPECT_EQ(formula.lines.size(), 1u);
  ASSERT_EQ(formula.bindings.size(), 2u);
  EXPECT_EQ(formula.bindings[1].first, "a");
  ASSERT_EQ(formula.at.size(), 2u);
  EXPECT_TRUE(formula.at[0].second);
  EXPECT_FALSE(formula.at[1].second);
  EXPECT_EQ(formula.terms, 4);
  EXPECT_FALSE(formula.areNumbersShown);
}

TEST(Formulas, thatAreWrongAreTold) {
  EXPECT_THAT(
      problemsOfBlocks("## A {#a}\n```formula\nbind A\nterms 1\nnumbers maybe\nplain\n```\n"),
      ElementsAre(HasSubstr("tiny.md:11:6: found \"A\", expected a symbol"), HasSubstr("tiny.md:12:7: \"terms\" is"),
                  HasSubstr("tiny.md:13:9: \"numbers\" is on or off")));
  EXPECT_THAT(problemsOfBlocks("## A {#a}\n```formula\nplain\n```\n"),
              ElementsAre(HasSubstr("a formula needs a line of TeX")));
}

TEST(Algorithms, nameAnArrayForEachLine) {
  const TinyLesson lesson("## A {#a}\n```data\nA = [1 2]\n```\n```algorithm\nA = 1 => A \"first\"\nat i=1\n```\n");
  EXPECT_THAT(lesson.problems(), ElementsAre());
  const LessonAlgorithm& algorithm = lesson.run->steps()[0].algorithms.at(0);
  ASSERT_EQ(algorithm.lines.size(), 1u);
  EXPECT_EQ(algorithm.lines[0].array, "A");
  EXPECT_EQ(algorithm.lines[0].what, "first");
  EXPECT_FALSE(algorithm.isExecuted());
  EXPECT_TRUE(algorithm.formula(algorithm.lines[0]).isPlain);
  EXPECT_THAT(
      problemsOfBlocks("## A {#a}\n```algorithm\nA = 1\nA = 1 => \n```\n"),
      ElementsAre(HasSubstr("tiny.md:11:1: a line of an algorithm is"), HasSubstr("tiny.md:12:9: behind => stand")));
}

TEST(Goals, areAConditionAndAText) {
  const TinyLesson lesson("## A {#a}\n```data\nA = [1 2]\n```\n```goal\nmax(A) > 3 \"Make it large\"\n```\n");
  EXPECT_THAT(lesson.problems(), ElementsAre());
  EXPECT_EQ(lesson.run->steps()[0].goals.at(0).text, "Make it large");
  EXPECT_THAT(problemsOfBlocks("## A {#a}\n```goal\n1 > 0\n```\n"), ElementsAre(HasSubstr("tiny.md:11:1: a goal is")));
}

TEST(Runs, areCheckedAgainstTheirOperation) {
  EXPECT_THAT(
      problemsOfBlocks(
          "## A {#a}\n```data\nQ = [1]\n```\n```run\nattention dott\nout S\n```\n```run\nattention dot\nin Qq=Q\n"
          "set scal=1\nout S2 A\nas the maps\n```\n```run\nattention dot\nin Q=Q K=Q V=Q\nset scale=\"x\"\n```\n"),
      ElementsAre(HasSubstr("tiny.md:14:1: unknown operation \"attention dott\", did you mean \"attention dot\"?"),
                  HasSubstr("tiny.md:19:4: unknown input \"Qq\""),
                  HasSubstr("tiny.md:20:5: unknown parameter \"scal\", did you mean \"scale\"?"),
                  HasSubstr("tiny.md:21:5: unknown output \"S2\", did you mean \"S\"?"),
                  HasSubstr("tiny.md:22:4: expected a name, found \"the maps\""),
                  HasSubstr("tiny.md:25:1: nothing is taken out"),
                  HasSubstr("tiny.md:27:11: parameter scale: found \"x\", expected a number")));
  EXPECT_THAT(
      problemsOfBlocks("## A {#a}\n```run\nattention nadaraya-watson\nset kernel=gausian\nout A\n```\n"),
      ElementsAre(HasSubstr("tiny.md:12:12: unknown value of \"kernel\": \"gausian\", did you mean \"gaussian\"?")));
}

TEST(Data, thatIsWrongIsTold) {
  EXPECT_THAT(
      problemsOfBlocks("## A {#a}\n```data\na b\n1a = 2\np = file ../secret.a3m\nq = sample /etc/passwd\n"
                       "s = text DNA \"ACGU\"\nt = text DNS \"ACG\"\nlabels = = 3\nx = yy\nyyy = 1\nz =\n```\n"),
      ElementsAre(HasSubstr("tiny.md:11:1: expected \"name = ...\""),
                  HasSubstr("tiny.md:12:1: expected a name before \"=\", found \"1a\""),
                  HasSubstr("tiny.md:13:10: a file is a path below the lesson's folder, found \"../secret.a3m\""),
                  HasSubstr("tiny.md:14:12: a sample is a path below"),
                  HasSubstr("tiny.md:15:18: a letter of DNA is one of ACGT, found \"U\""),
                  HasSubstr("tiny.md:16:10: unknown alphabet \"DNS\", did you mean \"DNA\"?"), HasSubstr("tiny.md:17"),
                  HasSubstr("tiny.md:18:5: \"yy\" is not defined above this line or in this step, did you mean "
                            "\"yyy\"?"),
                  HasSubstr("tiny.md:20:4: an expression is missing here")));
}

TEST(SeedsOfTheFuzzer, reachMarksAndLinesOfAlgorithms) {
  std::size_t numLines = 0, numExecuted = 0, numMarks = 0;
  for (const char* name : {"formula-marks.md", "algorithm-lines.md"}) {
    const std::string text = test::readText(test::dataFile("../fuzz/seeds/" + std::string(name)));
    for (std::size_t k = text.find("\\mark{"); k != std::string::npos; k = text.find("\\mark{", k + 1)) ++numMarks;
    LessonProblems problems;
    const Lesson lesson = parseLesson(text, name, problems);
    for (const LessonStep& step : lesson.steps)
      for (const LessonAlgorithm& algorithm : parseStepBlocks(step, {}, problems).algorithms) {
        numLines += algorithm.lines.size();
        if (algorithm.isExecuted()) ++numExecuted;
      }
    for (const LessonProblem& problem : problems.sorted()) ADD_FAILURE() << problemText(name, problem);
  }
  EXPECT_EQ(numLines, 5u);
  EXPECT_EQ(numExecuted, 1u);
  EXPECT_GE(numMarks, 5u);
}
