#include "engine/lessons/run/LessonRun.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/base/Error.h"
#include "tests/engine/lessons/run/TinyLesson.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using test::arrayOf;
using test::numberOf;
using test::TinyLesson;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

StepState with(const LessonSettings& settings) {
  StepState state;
  state.settings = settings;
  return state;
}

const std::string kAttention =
    "## One {#one}\n```data\nQ = [1 0]\nK = [2 0; 1 1; 0 2; -1 1]\nV = [1; 2; 4; 8]\n```\n"
    "```control\nslider T from 0.1 to 10 log start 1\n```\n"
    "```run attend\nattention dot\nin Q=Q K=K V=V\nset scale=1/T\nout S A O\n```\n"
    "```data\nH = entropy(A[1])\n```\n"
    "```picture\nbowl\nof S A V O\n```\nThe row holds {H:.2} bits.\n";

}  // namespace

TEST(LessonRun, computesInDouble) {
  TinyLesson lesson(kAttention);
  const auto values = lesson.values();
  EXPECT_EQ(arrayOf(*values, "A").shape(), (Shape{1, 4}));
  EXPECT_NEAR(arrayOf(*values, "A")[0], 0.64391426, 6e-9);
  EXPECT_NEAR(numberOf(*values, "H"), 1.36700688, 6e-9);
  EXPECT_NEAR(arrayOf(*values, "O")[0], 1.72272600, 6e-9);
}

TEST(LessonRun, followsControlsAndCells) {
  TinyLesson lesson(kAttention);
  EXPECT_NEAR(arrayOf(*lesson.values(0, with({{"T", numberValue(2)}})), "A")[0], 0.45505423, 6e-9);
  const auto turned = lesson.values(0, with({{"Q[1,1]", numberValue(0)}, {"Q[1,2]", numberValue(1)}}));
  EXPECT_NEAR(arrayOf(*turned, "A")[2], 0.53444665, 6e-9);
  const auto whole = lesson.values(0, with({{"Q", LessonArray({1, 2}, {0.0, 1.0})}}));
  EXPECT_EQ(arrayOf(*whole, "A"), arrayOf(*turned, "A"));
}

TEST(LessonRun, runsOnlyWhatDependsOnWhatMoved) {
  TinyLesson lesson(kAttention +
                    "## Two {#two}\n```run other\nattention dot\nin Q=Q K=K V=V\nset scale=1\nout A=A2\n```\n"
                    "```picture\nbowl\nof A2 O\n```\n");
  lesson.values(1);
  EXPECT_EQ(lesson.run->numRuns(), 2u);
  lesson.values(1, with({{"T", numberValue(2)}}));
  EXPECT_EQ(lesson.run->numRuns(), 3u);  // the first alone reads T
  lesson.values(1);
  EXPECT_EQ(lesson.run->numRuns(), 3u);  // kept
  lesson.values(1, with({{"V[1,1]", numberValue(5)}}));
  EXPECT_EQ(lesson.run->numRuns(), 5u);
}

TEST(LessonRun, keepsResultsOfABeforeWhereNothingChanged) {
  TinyLesson lesson(kAttention);
  lesson.values();
  LessonProblems problems;
  auto changed = std::make_shared<Lesson>(
      parseLesson(test::lessonText("\n\n" + kAttention + "More words.\n"), "tiny.md", problems));
  LessonRun again(changed, test::sampleFile(""), {}, {}, lesson.run.get());
  Progress none;
  EXPECT_NEAR(arrayOf(*again.values(0, {}, none), "A")[0], 0.64391426, 6e-9);
  EXPECT_EQ(again.numRuns(), 0u);
}

TEST(LessonRun, atGivesAValueAsItWouldBeThere) {
  TinyLesson lesson(kAttention);
  const auto values = lesson.values();
  const auto hot = values->at({{"T", numberValue(2)}});
  EXPECT_NEAR(arrayOf(*hot, "A")[0], 0.45505423, 6e-9);
  EXPECT_NEAR(arrayOf(*values, "A")[0], 0.64391426, 6e-9);
  EXPECT_NEAR(arrayOf(*hot->at({{"T", numberValue(0.5)}}), "A")[0], 0.86495488, 6e-9);
  EXPECT_THROW(values->at({{"temperature", numberValue(2)}}), Error);
}

TEST(LessonRun, aRedefinitionHoldsFromThereOn) {
  TinyLesson lesson(
      "## One {#one}\n```data\na = 1\nb = 10*a\n```\n## Two {#two}\n```data\nc = b + a\na = 2\nd = b + a\na = a + "
      "1\n```\n"
      "## Three {#three}\ntext\n");
  EXPECT_EQ(numberOf(*lesson.values(0), "b"), 10);
  EXPECT_EQ(numberOf(*lesson.values(1), "d"), 12);
  EXPECT_EQ(numberOf(*lesson.values(1), "a"), 3);
  EXPECT_EQ(numberOf(*lesson.values(2), "a"), 3);
  EXPECT_EQ(numberOf(*lesson.values(2), "b"), 10);
  EXPECT_EQ(lesson.values(0)->find("c"), nullptr);
}

TEST(LessonRun, dataFollowsARunFurtherDownInItsStep) {
  TinyLesson lesson(kAttention +
                    "## Two {#two}\n```data\nH2 = entropy(A[1])\n```\n```control\nslider T from 1 to 9\n```\n" +
                    "```run attend\nattention dot\nin Q=Q K=K V=V\nset scale=1/T\nout A\n```\n{H2}\n");
  const double cold = numberOf(*lesson.values(1), "H2");
  EXPECT_NEAR(cold, 1.36700688, 6e-9);
  EXPECT_GT(numberOf(*lesson.values(1, with({{"T", numberValue(4)}})), "H2"), cold + 0.1);
}

TEST(LessonRun, whatWouldBeComputedFromItselfIsTold) {
  EXPECT_THAT(TinyLesson("## One {#one}\n```data\na = b\nb = a\n```\n").problems(),
              ElementsAre("tiny.md:11:5: \"b\" would be computed from itself"));
  EXPECT_THAT(TinyLesson("## One {#one}\n```data\na = a + 1\n```\n").problems(),
              ElementsAre(HasSubstr("tiny.md:11:5: \"a\"")));
}

TEST(LessonRun, coversTheAnswerAndWhatIsMadeOfIt) {
  TinyLesson lesson(kAttention + "```predict share\nnumber \"How much?\"\nanswer A[1,1] within 0.03\n```\n");
  const auto asked = lesson.values();
  EXPECT_TRUE(asked->isCovered("A"));
  EXPECT_TRUE(asked->isCovered("H"));
  EXPECT_FALSE(asked->isCovered("S"));
  EXPECT_FALSE(asked->isCovered("V"));
  EXPECT_FALSE(asked->isCovered("unknown"));
  StepState answered;
  answered.answered = {"share"};
  EXPECT_FALSE(lesson.values(0, answered)->isCovered("A"));
}

TEST(LessonRun, coversViewsOfTheRunThatIsAskedForUnlessTheQuestionShowsThem) {
  const std::string run =
      "## One {#one}\n```data\nQ = [1 0]\nK = [2 0; 1 1]\nV = [1; 2]\n```\n"
      "```run attend\nattention dot\nin Q=Q K=K V=V\nset scale=1\nout A\nas maps\n```\n"
      "```run other\nattention dot\nin Q=Q K=K V=V\nset scale=2\nout A=B\nas others\n```\n{B[1,1]}\n";
  const auto question = [](const std::string& more) {
    return "```predict share\nnumber \"How much?\"\nanswer A[1,1] within 0.03\n" + more + "```\n";
  };
  TinyLesson lesson(run + question("")), shown(run + question("show maps\n"));
  EXPECT_TRUE(lesson.values()->isViewCovered("maps"));
  EXPECT_FALSE(lesson.values()->isViewCovered("others")) << "of another run";
  EXPECT_FALSE(lesson.values()->isViewCovered("A")) << "an array has no view of its own";
  StepState answered;
  answered.answered = {"share"};
  EXPECT_FALSE(lesson.values(0, answered)->isViewCovered("maps"));
  EXPECT_FALSE(shown.values()->isViewCovered("maps"));
  EXPECT_TRUE(shown.values()->holdsCovered("maps")) << "its numbers are not told all the same";
  EXPECT_TRUE(shown.values()->isCovered("A"));
}

TEST(LessonRun, coversWhatComesAfterTheAnswerNotGivens) {
  TinyLesson lesson(kAttention +
                    "```predict best\ncell \"Which?\"\nof K\nanswer argmax(S[1])\n```\n"
                    "```predict value\nnumber \"How much?\"\nanswer V[4,1]\ncover K\n```\n");
  const auto values = lesson.values();
  for (const char* covered : {"S", "K", "A", "O", "H"}) EXPECT_TRUE(values->isCovered(covered)) << covered;
  for (const char* given : {"V", "Q", "T"}) EXPECT_FALSE(values->isCovered(given)) << given;
}

TEST(LessonRun, locksTheControlThatAnAnswerSets) {
  TinyLesson lesson(kAttention +
                    "```predict hot\nchoose \"What?\"\n- \"more\" when at(T=2: A[1,1]) > at(T=1: A[1,1])\n"
                    "- \"less\" when at(T=2: A[1,1]) < at(T=1: A[1,1])\n```\n");
  const auto values = lesson.values();
  EXPECT_TRUE(values->isLocked("T"));
  EXPECT_FALSE(values->isLocked("Q[1,1]"));
  EXPECT_FALSE(values->isCovered("A"));
}

TEST(LessonRun, hasLabelsAndUnits) {
  TinyLesson lesson(
      "## One {#one}\n```data\nK = [1 2; 3 4]\nx = (1 2)\nlabels K.rows = cat \"grey hat\"\n"
      "labels K.columns = a b\nlabels x = one two\nunit x = Å\n```\n## Two {#two}\ntext\n");
  const auto values = lesson.values(1);
  EXPECT_THAT(values->labels("K", 0), ElementsAre("cat", "grey hat"));
  EXPECT_THAT(values->labels("K", 1), ElementsAre("a", "b"));
  EXPECT_THAT(values->labels("x", 0), ElementsAre("one", "two"));
  EXPECT_THAT(values->labels("x", 1), ElementsAre());
  EXPECT_EQ(values->unit("x"), "Å");
  EXPECT_EQ(values->unit("K"), "");
}

TEST(LessonRun, overriddenWeightKeepsTheSumOfItsRow) {
  TinyLesson lesson(kAttention + "```control\nweight A[1,2]\n```\n");
  const auto values = lesson.values(0, with({{"A[1,2]", numberValue(0.5)}}));
  const LessonArray weights = arrayOf(*values, "A");
  EXPECT_EQ(weights[1], 0.5);
  EXPECT_NEAR(weights[0] + weights[1] + weights[2] + weights[3], 1, 1e-12);
  EXPECT_NEAR(weights[0] / weights[2], 0.64391426 / 0.08714432, 1e-6);
}

TEST(LessonRun, readsSamplesAndRunsOnThem) {
  TinyLesson lesson(
      "## One {#one}\n```data\np = sample 1ldm_A.pdb.gz\nlabels p = residues\nreplaceable p\n```\n"
      "```run\nattention geometric\nin p\nset scores=yes\nout A=Ap\nas maps\n```\n"
      "```picture\nattention\nof maps p\n```\n");
  const auto values = lesson.values();
  EXPECT_EQ(arrayOf(*values, "Ap").shape(), (Shape{6, 329, 329}));
  EXPECT_NEAR(arrayOf(*values, "Ap")(0, 249, 249), 0.319825, 6e-7);
  ASSERT_TRUE(values->dataset("maps"));
  EXPECT_EQ(values->dataset("maps")->kind(), DatasetKind::heads);
  EXPECT_EQ(values->dataset("Ap"), nullptr);
  ASSERT_EQ(values->labels("p", 0).size(), 329u);
  EXPECT_THAT(lesson.run->replaceable(0), ElementsAre("p"));
  StepState own;
  own.replaced["p"] = values->dataset("p");
  EXPECT_EQ(arrayOf(*lesson.values(0, own), "Ap"), arrayOf(*values, "Ap"));
  EXPECT_EQ(lesson.run->numRuns(), 2u);
}

TEST(LessonRun, takesArraysOutOfOtherKindsOfResults) {
  TinyLesson lesson(
      "## One {#one}\n```data\np = sample 1ldm_A.pdb.gz\n```\n"
      "```run\ngeometry\nin p\nout distance=d\n```\n{d[1,1]}\n"
      "```run\nlayer-paths\nset tokens=16\nout longest_path=hops\nas layers\n```\n{hops}\n");
  const auto values = lesson.values();
  EXPECT_EQ(arrayOf(*values, "d").shape(), (Shape{329, 329}));
  EXPECT_EQ(arrayOf(*values, "hops").size(), 3);
}

TEST(LessonRun, settingsTakeWordsNumbersAndNames) {
  TinyLesson lesson(
      "## One {#one}\n```data\nx = (0 1 2)\ny = (1 3 5)\n```\n```control\nchoice kind of boxcar constant\n"
      "switch wide off\n```\n```run\nattention nadaraya-watson\nin keys=x values=y queries=(1)\n"
      "set kernel=kind width=if(wide, 10, 0.5)\nout y=guess\n```\n{guess}\n");
  EXPECT_EQ(numberOf(*lesson.values(), "guess"), 3);
  const auto wide = lesson.values(0, with({{"wide", numberValue(1)}, {"kind", std::string("constant")}}));
  EXPECT_EQ(numberOf(*wide, "guess"), 3);
  EXPECT_THAT(test::errorOf([&] {
                lesson.values(0, with({{"kind", std::string("square")}}));
              }),
              HasSubstr("tiny.md:19:1: "));
}

TEST(LessonRun, aCellSetByHandWaitsWhileItsArrayIsTooShort) {
  TinyLesson lesson(
      "## One {#one}\n```control\nslider r from 1 to 9 by 1 start 4\n```\n```control\nseed drawing\n```\n"
      "```control\npoints w\n```\n```data\nfixed_numbers = (5 6)\nw = range(1 r 1) * drawing\n```\n{w[1]}\n");
  LessonSettings settings = {{"w[3]", numberValue(30)}};
  EXPECT_EQ(arrayOf(*lesson.values(0, with(settings)), "w")[2], 30);
  settings["r"] = numberValue(2);
  EXPECT_EQ(arrayOf(*lesson.values(0, with(settings)), "w").size(), 2) << "there is no third one to be set";
  settings["r"] = numberValue(3);
  EXPECT_EQ(arrayOf(*lesson.values(0, with(settings)), "w")[2], 30) << "it comes back with its cell";
  EXPECT_NE(test::errorOf([&] {
              lesson.values(0, with({{"fixed_numbers[3]", numberValue(1)}}))->find("fixed_numbers");
            }),
            "no error")
      << "what nothing makes longer does not wait";
  EXPECT_NE(test::errorOf([&] { lesson.values()->at({{"w[9]", numberValue(1)}})->find("w"); }), "no error")
      << "nor does an expression of the file";
  settings["fixed_numbers[1]"] = numberValue(7);
  lesson.run->forgetCells(0, "drawing", settings);
  EXPECT_FALSE(settings.contains("w[3]")) << "drawn anew";
  EXPECT_TRUE(settings.contains("r") && settings.contains("fixed_numbers[1]"));
}

TEST(LessonRun, errorsBeginWithTheirPlace) {
  TinyLesson lesson("## One {#one}\n```data\nm = file no-such-file.a3m\nx = (1 2) + (1 2 3)\n```\n");
  const auto values = lesson.values();
  EXPECT_THAT(test::errorOf([&] { values->find("m"); }), HasSubstr("tiny.md:11:1: "));
  EXPECT_THAT(test::errorOf([&] { values->find("x"); }), HasSubstr("tiny.md:12:5: "));
  Progress none;
  EXPECT_THROW(lesson.run->values(1, {}, none), Error);
  EXPECT_THROW(lesson.run->values(-1, {}, none), Error);
}

TEST(LessonRun, aLinkDoesNotLeadOutOfTheFolder) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "secret.fasta", ">a\nACDE\n");
  std::filesystem::create_directory(folder.path() / "lesson");
  std::filesystem::create_symlink("../secret.fasta", folder.path() / "lesson" / "link.fasta");
  test::writeText(folder.path() / "lesson" / "own.fasta", ">a\nACDE\n");
  TinyLesson lesson("## One {#one}\n```data\nm = file link.fasta\no = file own.fasta\n```\n",
                    (folder.path() / "lesson" / "tiny.md").string());
  const auto values = lesson.values();
  EXPECT_THAT(test::errorOf([&] { values->find("m"); }), HasSubstr("link out of the folder"));
  EXPECT_TRUE(values->dataset("o"));
}

TEST(LessonRun, tooMuchMemoryIsToldBeforeItStarts) {
  TinyLesson lesson(
      "## One {#one}\n```data\nQ = fixed(1; 40000 2; 1)\n```\n```run\nattention dot\nin Q=Q K=Q V=Q\nout A\n```\n");
  const auto values = lesson.values();
  EXPECT_THAT(test::errorOf([&] { values->find("A"); }), HasSubstr("GB"));
}

TEST(LessonRun, isCancelled) {
  struct Stop : Progress {
    bool cancelled() const override { return true; }
  } stop;
  TinyLesson lesson(kAttention);
  EXPECT_THROW(lesson.run->values(0, {}, stop), Cancelled);
}

TEST(LessonRun, nothingIsSlowThatIsThere) {
  TinyLesson lesson(kAttention);
  lesson.values();
  EXPECT_FALSE(lesson.run->isSlow(0, {}));
}
