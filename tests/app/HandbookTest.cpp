// The manual page and the completions tell all that --help tells, and shells understand them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "app/handbook/CommandList.h"
#include "app/handbook/CompletionTables.h"
#include "app/handbook/Handbook.h"
#include "app/shell/Command.h"
#include "engine/base/Joined.h"
#include "engine/operations/Operation.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"

namespace handbook_test {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Words = std::vector<std::string>;

/// As a manual page and nothing else writes it.
std::string withHyphens(std::string text) {
  for (size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

/// Whether the shell is there, told by its running without a word.
bool isInstalled(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

/// Standard output and error of a command of the system's shell, and whether it ended well.
struct Said {
  bool isWell = false;
  std::string text;
};

Said said(const std::string& command) {
  const test::TemporaryFolder folder;
  const std::string file = folder.path() / "out";
  Said result;
  result.isWell = std::system(("( " + command + " ) >" + file + " 2>&1").c_str()) == 0;
  result.text = test::readText(file);
  return result;
}

Words lines(const std::string& text) {
  std::istringstream in(text);
  Words all;
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

/// What bash offers behind these words, the last of which is being typed.
Words offeredByBash(const Words& words) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "headlight.bash", app::bashCompletion());
  std::string script = "source headlight.bash\nCOMP_WORDS=(headlight";
  for (const std::string& word : words) script += " '" + word + "'";
  script += ")\nCOMP_CWORD=" + std::to_string(words.size()) + "\n_headlight\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
  test::writeText(folder.path() / "script", script);
  const Said result = said("cd " + folder.path().string() + " && bash script");
  EXPECT_TRUE(result.isWell) << result.text;
  Words offered = lines(result.text);
  std::erase(offered, std::string{});
  return offered;
}

Words offeredByFish(const std::string& line) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "headlight.fish", app::fishCompletion());
  const Said result = said("cd " + folder.path().string() + " && HOME=" + folder.path().string() +
                           " fish --no-config -c 'source headlight.fish; complete -C \"" + line + "\"'");
  EXPECT_TRUE(result.isWell) << result.text;
  Words offered;
  for (const std::string& one : lines(result.text)) offered.push_back(one.substr(0, one.find('\t')));
  return offered;
}

TEST(Handbook, listsEveryCommandAndEveryOptionThatParses) {
  const std::vector<app::ListedCommand> listed = app::listedCommands();
  EXPECT_EQ(listed.size(), app::commands().size() + engine::operations().size());
  for (const auto& operation : engine::operations()) {
    const auto isIt = [&](const app::ListedCommand& one) { return one.name == operation->id(); };
    const auto found = std::find_if(listed.begin(), listed.end(), isIt);
    ASSERT_NE(found, listed.end()) << operation->id();
    Words names;
    for (const app::Option& option : app::allOptions(*found)) names.push_back(option.name);
    for (const engine::Parameter& parameter : operation->parameters()) EXPECT_THAT(names, Contains(parameter.key));
    for (const char* name : {"in", "out", "device", "threads", "seed", "quiet", "json", "help"})
      EXPECT_THAT(names, Contains(name)) << operation->id();
    for (const std::string& name : names)
      EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << operation->id() << " --" << name;
  }
}

TEST(Handbook, commandsOfAHeadingStandTogetherAndThoseWithoutOneAreFirst) {
  std::vector<std::string> met;
  for (const engine::Operation* operation : app::operationsByHeading()) {
    const std::string heading = engine::joined(operation->headings(), {}, ": ");
    if (!met.empty() && met.back() == heading) continue;
    EXPECT_THAT(met, Not(Contains(heading))) << operation->id();
    met.push_back(heading);
  }
  EXPECT_EQ(met.at(0), "");
  const auto placeOf = [&](const char* heading) { return std::find(met.begin(), met.end(), heading) - met.begin(); };
  EXPECT_LT(placeOf("Attention"), placeOf("Attention: Structures"));
  EXPECT_EQ(placeOf("Attention: Structures") + 1, placeOf("Attention: Structures: Equivariant attention"));
  EXPECT_LT(placeOf("Attention: Whole layers"), placeOf("Models"));
}

TEST(Handbook, theManualPageHasEveryCommandWithItsOptions) {
  const std::string page = app::manualPage();
  for (const app::ListedCommand& command : app::listedCommands()) {
    const size_t begin = page.find(".SS \"headlight " + withHyphens(command.name) + " ");
    ASSERT_NE(begin, std::string::npos) << command.name;
    const std::string section = page.substr(begin, page.find("\n.S", begin + 1) - begin);
    for (const app::Option& option : command.options)
      EXPECT_THAT(section, HasSubstr("\\fB" + withHyphens("--" + option.name) + "\\fR")) << command.name;
  }
}

TEST(Handbook, theManualPageIsWithoutFaults) {
  if (!isInstalled("groff")) GTEST_SKIP() << "groff is not installed";
  const test::TemporaryFolder folder;
  const std::string file = folder.path() / "headlight.1";
  test::writeText(file, app::manualPage());
  const Said result =
      said("groff -man -Tutf8 -Kutf8 -ww -P-cbou -rLL=150n " + file + " >" + folder.path().string() + "/text");
  EXPECT_TRUE(result.isWell);
  EXPECT_EQ(result.text, "");
  // Not by a matcher: the text is long.
  EXPECT_NE(test::readText(folder.path() / "text").find("HEADLIGHT_MEMORY=SIZE"), std::string::npos);
}

TEST(Handbook, everyCompletionHasEveryCommandAndEveryOption) {
  const std::string bash = app::bashCompletion(), zsh = app::zshCompletion(), fish = app::fishCompletion();
  for (const app::ListedCommand& command : app::listedCommands()) {
    const size_t inBash = bash.find("    \"" + command.name + "\") echo \"--");
    const size_t inZsh = zsh.find("    ('" + command.name + "') reply=('--");
    ASSERT_NE(inBash, std::string::npos) << command.name;
    ASSERT_NE(inZsh, std::string::npos) << command.name;
    const std::string bashLine = bash.substr(inBash, bash.find('\n', inBash) - inBash);
    const std::string zshLine = zsh.substr(inZsh, zsh.find('\n', inZsh) - inZsh);
    for (const app::Option& option : app::allOptions(command)) {
      EXPECT_THAT(bashLine, HasSubstr("--" + option.name));
      EXPECT_THAT(zshLine, HasSubstr("'--" + option.name));
      if (option.name != "help") {
        EXPECT_THAT(fish, HasSubstr("'__headlight_is \"" + command.name + "\"' -l " + option.name));
      }
    }
  }
}

TEST(Handbook, bashOffersCommandsOptionsAndValues) {
  EXPECT_THAT(offeredByBash({""}), testing::AllOf(Contains("info"), Contains("attention"), Contains("align")));
  EXPECT_EQ(offeredByBash({"geom"}), Words{"geometry"});
  EXPECT_THAT(offeredByBash({"attention", ""}), testing::AllOf(Contains("dot"), Contains("geometric")));
  EXPECT_EQ(offeredByBash({"align", "--pres"}), Words{"--preset"});
  EXPECT_EQ(offeredByBash({"align", "a.hhm", "b.hhm", "--preset", ""}), (Words{"default", "hhsuite-3.3", "guide"}));
  EXPECT_EQ(offeredByBash({"align", "--preset", "=", "gu"}), Words{"guide"});
  EXPECT_EQ(offeredByBash({"align", "--preset", "="}), (Words{"default", "hhsuite-3.3", "guide"}));
  EXPECT_EQ(offeredByBash({"info", "--device", ""}), (Words{"auto", "cpu", "opencl"}));
  EXPECT_EQ(offeredByBash({"completion", "b"}), Words{"bash"});
  EXPECT_EQ(offeredByBash({"--vers"}), Words{"--version"});
}

TEST(Handbook, bashLeavesFilesToItself) {
  EXPECT_THAT(offeredByBash({"align", "qu"}), IsEmpty());
  EXPECT_THAT(offeredByBash({"align", "--out", "re"}), IsEmpty());
  EXPECT_THAT(offeredByBash({"unknown", ""}), IsEmpty());
  EXPECT_THAT(offeredByBash({"family.a3m", ""}), IsEmpty());
}

TEST(Handbook, bashReadsItsCompletionWithoutComplaint) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "headlight.bash", app::bashCompletion());
  const Said result = said("cd " + folder.path().string() + " && bash -u -e -c 'source headlight.bash'");
  EXPECT_TRUE(result.isWell);
  EXPECT_EQ(result.text, "");
}

TEST(Handbook, fishOffersCommandsOptionsAndValues) {
  if (!isInstalled("fish")) GTEST_SKIP() << "fish is not installed";
  EXPECT_THAT(offeredByFish("headlight geom"), Contains("geometry"));
  EXPECT_THAT(offeredByFish("headlight attention geo"), Contains("geometric"));
  EXPECT_THAT(offeredByFish("headlight align --pres"), Contains("--preset"));
  EXPECT_THAT(offeredByFish("headlight align --preset "), testing::AllOf(Contains("guide"), Not(Contains("dot"))));
  EXPECT_THAT(offeredByFish("headlight align a b -"), Not(Contains("--maps")));
}

TEST(Handbook, zshReadsItsCompletionWithoutComplaint) {
  if (!isInstalled("zsh")) GTEST_SKIP() << "zsh is not installed";
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "_headlight", app::zshCompletion());
  const Said read = said("cd " + folder.path().string() + " && zsh -f -n _headlight");
  EXPECT_TRUE(read.isWell) << read.text;
  EXPECT_EQ(read.text, "");
  // The functions by which it finds its way, as the completion system would call them.
  const Said asked = said("cd " + folder.path().string() +
                          " && zsh -f -c 'source ./_headlight; _headlight_next attention; print -l $reply; "
                          "_headlight_choices \"align --preset\"; print -l $reply'");
  EXPECT_TRUE(asked.isWell) << asked.text;
  EXPECT_THAT(lines(asked.text), Contains(testing::StartsWith("geometric:")));
  EXPECT_THAT(lines(asked.text), Contains("hhsuite-3.3"));
}

TEST(Handbook, theCommandPrintsThemAndTellsWhatThereIs) {
  EXPECT_EQ(test::runProgram({"completion", "bash"}).output, app::bashCompletion());
  EXPECT_EQ(test::runProgram({"completion", "man"}).output, app::manualPage());
  for (const Words& words : {Words{"completion"}, Words{"completion", "tcsh"}, Words{"completion", "bash", "zsh"}}) {
    const test::ProgramRun run = test::runProgram(words);
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.errors, HasSubstr("bash, zsh, fish, man"));
  }
}

TEST(Handbook, choicesAreTheWordsInSmallLetters) {
  EXPECT_EQ(app::choicesOf({"device", "auto|cpu|opencl[:INDEX]", ""}), (Words{"auto", "cpu", "opencl"}));
  EXPECT_THAT(app::choicesOf({"step", "N|SLUG", ""}), IsEmpty());
  EXPECT_THAT(app::choicesOf({"out", "FILE", ""}), IsEmpty());
  EXPECT_THAT(app::choicesOf({"quiet", "", ""}), IsEmpty());
  EXPECT_TRUE(app::takesFile({"own", "NAME=FILE", ""}));
  EXPECT_FALSE(app::takesFile({"threads", "N", ""}));
}

}  // namespace handbook_test
