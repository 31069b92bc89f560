// Figures of the command line: sizes on paper, panels of heads, what is refused.
#include <gtest/gtest.h>

#include <QImage>

#include "tests/app/Program.h"
#include "tests/support/Files.h"

namespace render_figure_test {

using test::ProgramRun;
using test::runProgram;
using test::TemporaryFolder;

ProgramRun render(std::vector<std::string> options, const std::string& out) {
  std::vector<std::string> words{"render", test::sampleFile("proteins.headlight").string(), "--view", "attention"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"--out", out});
  return runProgram(words);
}

TEST(RenderFigure, aColumnOfAJournalIsItsMillimetresWide) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "a.png").string();
  const ProgramRun run = render({"--size", "single", "--content", "picture", "--color-bar", "right"}, out);
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  const QImage picture(QString::fromStdString(out));
  EXPECT_EQ(picture.width(), 1039);
  EXPECT_EQ(picture.dotsPerMeterX(), 11811);
  EXPECT_LT(picture.height(), 1.6 * picture.width()) << "no empty halves";
}

TEST(RenderFigure, headsOfALayerAreLabelledPanelsWithTheirCaption) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "a.svg").string(), caption = (folder.path() / "a.txt").string();
  const ProgramRun run =
      render({"--size", "double", "--content", "heads", "--heads", "1,2", "--caption", caption}, out);
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  const std::string text = test::readText(out);
  EXPECT_NE(text.find("width=\"180mm\""), std::string::npos) << text.substr(0, 400);
  EXPECT_NE(text.find(">A<"), std::string::npos);
  EXPECT_NE(text.find(">B<"), std::string::npos);
  EXPECT_NE(test::readText(caption).find("(A)"), std::string::npos) << test::readText(caption);
}

TEST(RenderFigure, noTextOfAFigureIsCutOff) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "a.svg").string();
  for (const auto& [file, view] : std::vector<std::pair<const char*, const char*>>{{"proteins.headlight", "attention"},
                                                                                   {"proteins.headlight", "structure"},
                                                                                   {"proteins.headlight", "dp"},
                                                                                   {"search.headlight", "hits"},
                                                                                   {"1ldm_A.pdb.gz", "plot"}})
    for (const char* size : {"single", "double"}) {
      const ProgramRun run =
          runProgram({"render", test::sampleFile(file).string(), "--view", view, "--size", size, "--out", out});
      ASSERT_EQ(run.exitCode, 0) << view << ": " << run.errors;
      const std::string text = test::readText(out);
      EXPECT_NE(text.find("<text"), std::string::npos) << view;
      EXPECT_EQ(text.find("…"), std::string::npos) << view << ", " << size;
    }
}

TEST(RenderFigure, numbersAreThoseOfTheFigure) {
  const TemporaryFolder folder;
  const std::string profile = (folder.path() / "lactate.hhm").string();
  const ProgramRun made = runProgram({"profile", test::sampleFile("lactate.a3m").string(), "--out", profile});
  ASSERT_EQ(made.exitCode, 0) << made.errors;
  const auto columnsOf = [&](const char* size) {
    const std::string out = (folder.path() / "a.csv").string();
    const ProgramRun run = runProgram({"render", profile, "--view", "profile", "--size", size, "--out", out});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    return test::readText(out).size();
  };
  EXPECT_GT(columnsOf("double"), columnsOf("single"));
}

TEST(RenderFigure, headsThatAreNotThereAreRefused) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "a.png").string();
  const ProgramRun run = render({"--content", "heads", "--heads", "4000"}, out);
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_NE(run.errors.find("there is no head 4000"), std::string::npos) << run.errors;
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(RenderFigure, whatCannotBeMeantIsWrongUsage) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "a.png").string();
  for (const auto& [option, value] : std::vector<std::pair<std::string, std::string>>{
           {"--content", "poster"}, {"--dpi", "1"}, {"--font", "100"}, {"--heads", "none"}, {"--color-bar", "left"}})
    EXPECT_EQ(render({option, value}, out).exitCode, 2) << option;
  EXPECT_EQ(render({"--legend", "on", "--size", "wide"}, out).exitCode, 2);
}

}  // namespace render_figure_test
