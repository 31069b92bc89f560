// headlight lesson from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/Program.h"
#include "tests/support/Files.h"

using test::ProgramRun;
using test::runProgram;
using testing::HasSubstr;

TEST(LessonCommand, listsLessons) {
  const ProgramRun run = runProgram({"lesson"});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("From scores to weights (7 steps, 12 minutes, en)"));
  const auto json = nlohmann::json::parse(runProgram({"lesson", "--json"}).output);
  ASSERT_FALSE(json.at("lessons").empty());
  EXPECT_TRUE(json.at("lessons")[0].contains("goal"));
  EXPECT_THAT(run.output, HasSubstr("Alignments: profile, viterbi, posterior (51 minutes)"));
  for (const auto& path : json.at("paths"))
    EXPECT_GE(path.at("lessons").size(), 2u) << "what there is not is left out, and with it a path of one lesson";
}

TEST(LessonCommand, checksWhatItWritesAsNew) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "mine.md").string();
  EXPECT_EQ(runProgram({"lesson", "--new", "mine", "--out", path}).exitCode, 0);
  const ProgramRun run = runProgram({"lesson", "--check", path});
  EXPECT_EQ(run.exitCode, 0) << run.output << run.errors;
  EXPECT_THAT(run.output, HasSubstr("1 lesson, 0 errors"));
  EXPECT_EQ(runProgram({"lesson", "--new", "mine", "--out", path}).exitCode, 1);  // is there already
  EXPECT_EQ(runProgram({"lesson", "--new", "Mine!"}).exitCode, 2);
}

TEST(LessonCommand, tellsFileLineAndColumn) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "mine.md").string();
  runProgram({"lesson", "--new", "mine", "--out", path});
  std::string text = test::readText(path);
  text.replace(text.find("```picture"), 10, "```pictre");
  test::writeText(path, text);
  const ProgramRun run = runProgram({"lesson", "--check", path, "--quiet"});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.output, HasSubstr("mine.md:39:4: unknown block \"pictre\", did you mean \"picture\"?"));
  const auto json = nlohmann::json::parse(runProgram({"lesson", "--check", path, "--json"}).output);
  EXPECT_EQ(json.at("lessons")[0].at("problems")[0].at("line"), 39);
  EXPECT_GE(json.at("errors"), 1);
}

TEST(LessonCommand, readsALessonOut) {
  const ProgramRun told = runProgram({"lesson", "softmax", "--text", "--answers", "--step", "share"});
  EXPECT_EQ(told.exitCode, 0) << told.errors;
  EXPECT_THAT(told.output, HasSubstr("Exponential, then share"));
  EXPECT_THAT(told.output, HasSubstr("0.644"));
  const ProgramRun asked = runProgram({"lesson", "softmax", "--text", "--step", "2"});  // nobody answers
  EXPECT_EQ(asked.exitCode, 0) << asked.errors;
  EXPECT_THAT(asked.output, HasSubstr("What share does the first key get?"));
  EXPECT_EQ(runProgram({"lesson", "softmax", "--text", "--step", "nowhere"}).exitCode, 1);
  EXPECT_EQ(runProgram({"lesson", "--text"}).exitCode, 2);
}

TEST(LessonCommand, printsAHandout) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "x.pdf").string();
  const ProgramRun run = runProgram({"lesson", "--print", "softmax", "--out", path, "--notes", "--paper", "letter"});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  EXPECT_THAT(run.output, HasSubstr("x.pdf, 5 pages"));
  EXPECT_THAT(test::readText(path), HasSubstr("/MediaBox [0 0 612"));
  EXPECT_EQ(runProgram({"lesson", "--print", "softmax", "--out", "x.txt"}).exitCode, 2);
  EXPECT_EQ(runProgram({"lesson", "--print", "softmax", "--out", path, "--paper", "a9"}).exitCode, 2);
  EXPECT_EQ(runProgram({"lesson", "--print", "no-such-lesson", "--out", path}).exitCode, 1);
}

TEST(LessonCommand, readsOwnDataInThePlaceOfASample) {
  const std::string own = "p=" + test::sampleFile("1emd_A.pdb.gz").string();
  const ProgramRun run = runProgram({"lesson", "layers", "--text", "--answers", "--step", "protein", "--own", own});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("Your own p: 1emd_A"));
  EXPECT_EQ(runProgram({"lesson", "softmax", "--text", "--own", "protein"}).exitCode, 2);
  EXPECT_EQ(runProgram({"lesson", "softmax", "--text", "--own", "protein=none.pdb"}).exitCode, 1);
}

TEST(LessonCommand, wrongUsageIsTold) {
  EXPECT_EQ(runProgram({"lesson", "--check"}).exitCode, 2);
  EXPECT_EQ(runProgram({"lesson", "--check", "no-such-file.md"}).exitCode, 1);
}

TEST(LessonCommand, takesStoredResultsAndTrainsWhenAsked) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "mine.md").string(), trained = (folder.path() / "trained/").string();
  const std::vector<std::string> train{"train", "seq2seq",      "reverse", "--steps", "4",    "--judged",
                                       "16",    "--checkpoint", "2",       "--out",   trained};
  ASSERT_EQ(runProgram(train).exitCode, 0);
  const auto lessonOf = [&](const std::string& steps) {
    test::writeText(path,
                    "---\nheadlight-lesson: 1\nid: mine\ntitle: Mine\ngoal: Say it.\nminutes: 3\n---\n\n"
                    "## One {#one}\n\n```run\ntrain seq2seq\nset judged=16 checkpoint=2 steps=" +
                        steps + "\nout steps loss\nstored trained\n```\n\nUp to step {max(steps)}.\n\n" +
                        "```check\nmax(steps) = 4\n```\n");
  };
  lessonOf("4");
  for (const bool trains : {false, true}) {
    std::vector<std::string> command{"lesson", "--check", path};
    if (trains) command.push_back("--train");
    const ProgramRun run = runProgram(command);
    EXPECT_EQ(run.exitCode, 0) << run.output << run.errors;
  }
  const ProgramRun told = runProgram({"lesson", path, "--text", "--train"});
  EXPECT_THAT(told.output, HasSubstr("Up to step 4"));
  lessonOf("6");
  const ProgramRun old = runProgram({"lesson", "--check", path, "--quiet"});
  EXPECT_EQ(old.exitCode, 1);
  EXPECT_THAT(old.output, HasSubstr("found results with steps = 4, expected 6; write them anew"));
}

TEST(LessonCommand, tellsFormulaeThatAreTooWide) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "wide.md").string();
  const auto checkedWith = [&](int letters) {
    test::writeText(path,
                    "---\nheadlight-lesson: 1\nid: wide\ntitle: Wide\ngoal: See.\nminutes: 3\n---\n\n"
                    "## One {#one}\n\n```formula\n\\frac{" +
                        std::string(static_cast<std::size_t>(letters), 'x') + "}{2}\nplain\n```\n");
    return runProgram({"lesson", "--check", path});
  };
  EXPECT_EQ(checkedWith(20).exitCode, 0);
  const ProgramRun run = checkedWith(400);
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_NE(run.output.find("wide.md:12:1: the formula is too wide for 1280 × 720"), std::string::npos) << run.output;
}

TEST(LessonCommand, tellsPicturesThatRefuseWhatTheyAreOf) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "mine.md").string();
  const auto checkedWith = [&](const std::string& picture) {
    test::writeText(path,
                    "---\nheadlight-lesson: 1\nid: mine\ntitle: Mine\ngoal: See.\nminutes: 3\n---\n\n"
                    "## One {#one}\n\n```data\nq = 3\nx = (1 2 3)\nA = [0.5 0.5]\np = sample 1ldm_A.pdb.gz\nb = w\n"
                    "```\n```data\nw = sqrt(q)\n```\n```picture\n" +
                        picture + "\n```\n");
    return runProgram({"lesson", "--check", path}).output;
  };
  for (const char* good : {"plot\nof x", "bowl\nof A", "structure\nof p", "plot\nof x\nstate {\"step\": 0}"})
    EXPECT_THAT(checkedWith(good), HasSubstr("1 lesson, 0 errors")) << good;
  EXPECT_THAT(checkedWith("plot\nof q"), HasSubstr("mine.md:22:1: picture plot: cannot show q ()"));
  EXPECT_THAT(checkedWith("bowl\nof x"), HasSubstr("mine.md:22:1: picture bowl: array \"x\" has shape (3)"));
  EXPECT_THAT(checkedWith("bowl\nof A x"), HasSubstr("mine.md:22:1: picture bowl: array \"x\" has shape (3)"));
  EXPECT_THAT(checkedWith("attention\nof p"), HasSubstr("mine.md:22:1: picture attention: "));
  EXPECT_THAT(checkedWith("structure\nof p\nstate {\"step\""), HasSubstr("mine.md:22:1: picture structure: state"));
  EXPECT_THAT(checkedWith("structure\nof p\nhead 0"), HasSubstr("expected a number from 1"));
}
