// headlight lesson from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/Program.h"
#include "tests/support/Files.h"

using test::ProgramRun;
using test::runProgram;
using test::runProgramWithoutDisplay;
using testing::HasSubstr;
using testing::Not;

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

TEST(LessonCommand, theExampleForThoseWhoWriteLessonsHolds) {
  const auto path = test::sampleFile("").parent_path().parent_path() / "lessons/example/what-a-mask-costs.md";
  const ProgramRun run = runProgram({"lesson", "--check", path.string()});
  EXPECT_EQ(run.exitCode, 0) << run.output << run.errors;
  EXPECT_EQ(run.output, "1 lesson, 0 errors\n") << "no warnings either";
  EXPECT_THAT(runProgram({"lesson"}).output, Not(HasSubstr("what-a-mask-costs")));
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

/// What answers each question of a lesson that was read out with its answers: the number of an option, or a number.
std::string answersIn(const std::string& told, int& numQuestions) {
  std::string answers, line;
  std::map<std::string, std::string> options;
  std::istringstream lines(told);
  while (std::getline(lines, line)) {
    if (line.starts_with("Question: ")) options.clear();
    if (const auto end = line.find(") "); end == 1) options[line.substr(3)] = line.substr(0, 1);
    if (!line.starts_with("Answer: ")) continue;
    ++numQuestions;
    const std::string answer = line.substr(8);
    answers += (options.contains(answer) ? options[answer] : answer.substr(0, answer.find(' '))) + "\n";
  }
  return answers;
}

TEST(LessonCommand, isPlayedAsTextFromStartToEnd) {
  int numQuestions = 0, numRight = 0;
  const std::string answers = answersIn(runProgram({"lesson", "volume", "--text", "--answers"}).output, numQuestions);
  EXPECT_GE(numQuestions, 6);
  const ProgramRun played = runProgram({"lesson", "volume", "--text"}, answers);
  EXPECT_EQ(played.exitCode, 0) << played.errors;
  for (size_t at = played.output.find("Right."); at != std::string::npos; at = played.output.find("Right.", at + 1))
    ++numRight;
  EXPECT_EQ(numRight, numQuestions) << played.output;
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

namespace {

/// A lesson with formulae and four pictures, one of which would tell an answer; pictures of its parts.
class Parts : public ::testing::Test {
 protected:
  void SetUp() override {
    test::writeText(
        m_folder.path() / "parts.md",
        "---\nheadlight-lesson: 1\nid: parts\ntitle: Parts\ngoal: See.\nminutes: 3\n---\n\n"
        "## One {#one}\n\n```data\nS = [2 1 0 -1]\nx = (0.125 0.375 0.625)\np = sample 1ldm_A.pdb.gz\n```\n"
        "```run\nattention dot\nin Q=[1 0] K=[2 0; 1 1; 0 2; -1 1] V=[1; 2; 4; 8]\nset scale=1\nout A\n```\n"
        "```formula\nA_{1j} = \\frac{e^{S_{1j}}}{\\sum_k e^{S_{1k}}}\nbind A=softmax(S) S=S\nat j=1\n```\n"
        "```picture weights\nbowl\nof S A\n```\n```picture\nbars\nof x\n```\n"
        "```picture\nbars\nof x\n```\n```picture chain\nstructure\nof p\n```\n"
        "```predict share\nnumber \"How much?\"\nanswer A[1,1] within 0.01\nhint \"More.\"\n```\n");
  }
  /// Of the drawn file.
  std::string drawn(const std::string& part, const std::string& suffix, std::vector<std::string> more = {}) {
    const std::string out = (m_folder.path() / ("part." + suffix)).string();
    std::vector<std::string> command = {
        "render", (m_folder.path() / "parts.md").string(), "--part", part, "--size", "600x400", "--out", out};
    command.insert(command.end(), more.begin(), more.end());
    const ProgramRun run = runProgramWithoutDisplay(command);
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    return test::readText(out);
  }
  /// Width and height as a PNG file tells them (RFC 2083, 11.2.1).
  static std::pair<unsigned, unsigned> sizeOf(const std::string& png) {
    const auto number = [&](std::size_t at) {
      unsigned value = 0;
      for (std::size_t k = 0; k < 4; ++k) value = value << 8 | static_cast<unsigned char>(png.at(at + k));
      return value;
    };
    return {number(16), number(20)};
  }

  test::TemporaryFolder m_folder;
};

}  // namespace

TEST_F(Parts, arePagesPicturesAndFormulae) {
  EXPECT_EQ(sizeOf(drawn("page", "png")), std::pair(600U, 400U));
  EXPECT_EQ(sizeOf(drawn("picture:bars", "png", {"--scale", "2"})), std::pair(1200U, 800U));
  EXPECT_EQ(sizeOf(drawn("picture:chain", "png")), std::pair(600U, 400U));
  const auto [width, height] = sizeOf(drawn("formula", "png"));
  EXPECT_EQ(width, 600U);
  EXPECT_LT(height, 300U) << "as high as it needs";
  EXPECT_GT(height, 20U);
}

TEST_F(Parts, ofOnePictureShowNothingElse) {
  const std::string bars = drawn("picture:bars2", "svg"), page = drawn("page", "svg");
  EXPECT_THAT(bars, HasSubstr(">0.375</text>"));
  EXPECT_THAT(bars, Not(HasSubstr("How much?")));
  EXPECT_THAT(bars, Not(HasSubstr("<image")));
  EXPECT_THAT(page, HasSubstr("How much?"));
}

TEST_F(Parts, keepAnswersCovered) {
  EXPECT_THAT(drawn("picture:weights", "svg"), Not(HasSubstr(">0.644</text>")));
  EXPECT_THAT(drawn("picture:weights", "svg", {"--answers"}), HasSubstr(">0.644</text>"));
}

TEST_F(Parts, ofFormulaeAreVectorsWithText) {
  const std::string svg = drawn("formula", "svg"), pdf = drawn("formula", "pdf");
  EXPECT_THAT(svg, HasSubstr("</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("<image")));
  EXPECT_THAT(pdf, HasSubstr("%PDF"));
  EXPECT_THAT(pdf, HasSubstr("/Subtype /Type0")) << "letters of a face that is embedded";
  EXPECT_THAT(pdf, HasSubstr("/ToUnicode")) << "digits, signs and functions can be searched";
  EXPECT_THAT(pdf, Not(HasSubstr("/Subtype /Image")));
}

TEST_F(Parts, thatThereAreNotAreToldWithThoseThatThereAre) {
  const auto failed = [&](const std::string& part) {
    return runProgramWithoutDisplay({"render", (m_folder.path() / "parts.md").string(), "--part", part, "--out",
                                     (m_folder.path() / "x.png").string()});
  };
  EXPECT_EQ(failed("picture:wieghts").exitCode, 1);
  EXPECT_THAT(failed("picture:wieghts").errors,
              HasSubstr("the step has no part \"picture:wieghts\", expected one of: page, formula, picture:weights, "
                        "picture:bars, picture:bars2, picture:chain"));
  EXPECT_EQ(failed("").exitCode, 1);
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

TEST(LessonCommand, writesTranslationsAndBringsThemUp) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "mine.md").string(), words = (folder.path() / "mine.de.md").string();
  runProgram({"lesson", "--new", "mine", "--out", path});
  const ProgramRun written = runProgram({"lesson", "--words", path, "--language", "de"});
  EXPECT_EQ(written.exitCode, 0) << written.errors;
  EXPECT_THAT(written.output, HasSubstr("wrote " + words));
  const ProgramRun checked = runProgram({"lesson", "--check", words});
  EXPECT_EQ(checked.exitCode, 0) << checked.output;
  EXPECT_THAT(checked.output, HasSubstr("mine.de.md:"));
  EXPECT_THAT(checked.output, HasSubstr("warning: still reads as the original"));
  EXPECT_THAT(runProgram({"lesson", "--words", path, "--language", "de"}).output, HasSubstr("nothing to do"));
  std::string text = test::readText(path);
  text.replace(text.find("\n## ") + 4, 0, "New: ");
  test::writeText(path, text);
  EXPECT_THAT(runProgram({"lesson", "--words", path, "--language", "de"}).output, HasSubstr("brought up "));
  EXPECT_THAT(test::readText(words), HasSubstr("```original "));
  const ProgramRun outdated = runProgram({"lesson", "--check", words});
  EXPECT_EQ(outdated.exitCode, 1);
  EXPECT_THAT(outdated.output, HasSubstr("the original has changed since"));
}

TEST(LessonCommand, refusesTranslationsThatItCannotWrite) {
  const test::TemporaryFolder folder;
  const std::string words = (folder.path() / "softmax.de.md").string();
  test::writeText(words, "# Mine\n");
  const ProgramRun run = runProgram({"lesson", "--words", "softmax", "--language", "de", "--out", words});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, HasSubstr("nothing was written"));
  EXPECT_EQ(test::readText(words), "# Mine\n");
  const std::string again = (folder.path() / "again" / "softmax.de.md").string();
  std::filesystem::create_directory(folder.path() / "again");
  EXPECT_EQ(runProgram({"lesson", "--words", "softmax", "--language", "de", "--out", again}).exitCode, 0);
  EXPECT_THAT(test::readText(again), HasSubstr("Bewertungen")) << "what there is beside the lesson is begun with";
  EXPECT_EQ(runProgram({"lesson", "--words", "softmax"}).exitCode, 2);
  EXPECT_EQ(runProgram({"lesson", "--words", "softmax", "--language", "en"}).exitCode, 1);
  EXPECT_EQ(runProgram({"lesson", "--words", "softmax", "--language", "de", "--out", "x.md"}).exitCode, 1);
  EXPECT_THAT(runProgram({"lesson", "--words", "softmax", "--language", "fr", "--out", "-"}).output,
              HasSubstr("of: softmax\nlanguage: fr\n"));
}

TEST(LessonCommand, readsALessonOutInAnotherLanguage) {
  const ProgramRun told =
      runProgram({"lesson", "softmax", "--language", "de", "--text", "--answers", "--step", "temperature"});
  EXPECT_EQ(told.exitCode, 0) << told.errors;
  EXPECT_THAT(told.output, HasSubstr("1,37 Bit Ungewissheit"));
  EXPECT_THAT(told.output, HasSubstr("Answer: alle außer dem größten"));
  EXPECT_THAT(told.output, Not(HasSubstr("translated")));
  const ProgramRun none = runProgram({"lesson", "softmax", "--language", "fr", "--text"});
  EXPECT_EQ(none.exitCode, 1);
  EXPECT_THAT(none.errors, HasSubstr("found --language \"fr\", expected one of: en, de"));
  EXPECT_THAT(runProgram({"lesson"}).output, HasSubstr("Von Bewertungen zu Gewichten (7 steps, de)"));
  const test::TemporaryFolder folder;
  const std::string paper = (folder.path() / "x.pdf").string();
  const ProgramRun printed = runProgram({"lesson", "--print", "softmax", "--language", "de", "--out", paper});
  EXPECT_EQ(printed.exitCode, 0) << printed.errors;
}
