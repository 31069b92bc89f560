// Values that cannot be read are wrong usage, whichever command or operation they are given to. Runs inside this
// process: there are several hundred.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "app/shell/Command.h"
#include "app/shell/CommandLine.h"
#include "engine/operations/Operation.h"

namespace usage_test {

using Words = std::vector<std::string>;

/// The id as it is typed, with more words behind it.
Words typed(const std::string& id, const Words& rest) {
  Words words;
  for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = id.find(' ', begin);
    words.push_back(id.substr(begin, end == std::string::npos ? end : end - begin));
  }
  words.insert(words.end(), rest.begin(), rest.end());
  return words;
}

/// One line that names the option, exit code 2.
void expectWrongUsage(const Words& words, const std::string& name) {
  testing::internal::CaptureStderr();
  const app::Plan plan = app::runCommandLine(words);
  const std::string errors = testing::internal::GetCapturedStderr();
  EXPECT_EQ(plan.exitCode, 2) << testing::PrintToString(words) << errors;
  EXPECT_THAT(errors, testing::HasSubstr(name)) << testing::PrintToString(words);
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
}

/// Texts that no parameter of this kind takes; none for free texts.
Words unreadable(const engine::Parameter& parameter) {
  if (std::holds_alternative<bool>(parameter.standard)) return {"maybe", "2", ""};
  if (std::holds_alternative<std::int64_t>(parameter.standard)) return {"two", "1.5", "", "99999999999999999999"};
  if (std::holds_alternative<double>(parameter.standard)) return {"much", "1,5", "", "nan", "1x"};
  return parameter.choices.empty() ? Words{} : Words{"no such choice", ""};
}

TEST(Usage, noParameterOfAnyOperationTakesWhatItCannotRead) {
  int count = 0;
  for (const auto& operation : engine::operations())
    for (const engine::Parameter& parameter : operation->parameters())
      for (const std::string& text : unreadable(parameter)) {
        ++count;
        expectWrongUsage(typed(operation->id(), {"in.npz", "--" + parameter.key, text}), parameter.key);
        expectWrongUsage(typed(operation->id(), {"in.npz", "--" + parameter.key + "=" + text}), parameter.key);
        expectWrongUsage(typed(operation->id(), {"in.npz", "--set", parameter.key + "=" + text}), parameter.key);
      }
  EXPECT_GT(count, 100);
}

TEST(Usage, numbersOutsideTheirRangeAreWrongUsage) {
  for (const auto& operation : engine::operations())
    for (const engine::Parameter& parameter : operation->parameters()) {
      const bool isNumber = std::holds_alternative<double>(parameter.standard) ||
                            std::holds_alternative<std::int64_t>(parameter.standard);
      if (isNumber && parameter.maximum < 1e15)
        expectWrongUsage(typed(operation->id(), {"in.npz", "--" + parameter.key, "9999999999999999"}), parameter.key);
      if (isNumber && parameter.minimum > -1e15)
        expectWrongUsage(typed(operation->id(), {"in.npz", "--" + parameter.key, "-9999999999999999"}), parameter.key);
    }
}

/// What its first parameter without a name takes.
std::string firstWord(const engine::Operation& operation) {
  for (const engine::Parameter& parameter : operation.parameters())
    if (parameter.key == operation.wordParameters().front() && !parameter.choices.empty())
      return parameter.choices.front();
  return "database";
}

TEST(Usage, everyOperationChecksTheCommonOptions) {
  for (const auto& operation : engine::operations()) {
    const size_t numInputs = operation->inputs().size();
    const Words files(numInputs, "in.npz");
    for (const auto& [name, text] : {std::pair("device", "gpu"), std::pair("threads", "many")}) {
      Words words = files;
      words.insert(words.end(), {std::string("--") + name, text});
      // Behind the first file, where there are any.
      if (!operation->wordParameters().empty())
        words.insert(words.begin() + std::min<std::ptrdiff_t>(1, std::ssize(files)), firstWord(*operation));
      expectWrongUsage(typed(operation->id(), words), name);
    }
  }
}

TEST(Usage, noOptionOfAnyCommandTakesWhatItCannotRead) {
  const std::map<std::string, Words> unreadable{{"device", {"gpu", "", "opencl:x"}},
                                                {"threads", {"many", "-1", ""}},
                                                {"seed", {"x", "-1", ""}},
                                                {"count", {"x", "0", "220", ""}},
                                                {"size", {"large", "0x5", "10x", "10x10x"}},
                                                {"scale", {"x", "0", "-1", "nan"}},
                                                {"theme", {"blue", ""}},
                                                {"view", {"frob"}}};
  const std::map<std::string, Words> needed{{"render", {"a.a3m", "--out", "a.png"}},
                                            {"convert", {"a.a3m", "b.a3m"}},
                                            {"info", {"a.a3m"}},
                                            {"database", {"a"}},
                                            {"learn-states", {"a.a3m"}},
                                            {"lesson", {}},
                                            {"completion", {"bash"}},
                                            {"bench", {"mac"}},
                                            {"devices", {}}};
  for (const app::Command& command : app::commands())
    for (const app::Option& option : command.options) {
      const auto texts = unreadable.find(option.name);
      if (texts == unreadable.end()) continue;  // files, free texts and switches
      for (const std::string& text : texts->second) {
        Words words = typed(command.name, needed.at(command.name));
        words.insert(words.end(), {"--" + option.name, text});
        expectWrongUsage(words, option.name);
      }
    }
}

TEST(Usage, aSwitchStandsAloneOrTakesYesOrNo) {
  expectWrongUsage({"attention", "dot", "in.npz", "--maps", "maybe"}, "maps");
  expectWrongUsage({"attention", "dot", "--maps", "in.npz"}, "maps");
  for (const Words& words : {Words{"attention", "dot", "missing.npz", "--maps"},
                             Words{"attention", "dot", "--maps", "--quiet", "missing.npz"},
                             Words{"attention", "dot", "missing.npz", "--maps", "YES"}}) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(app::runCommandLine(words).exitCode, 1);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("missing.npz"));
  }
}

std::string helpOf(const Words& words) {
  testing::internal::CaptureStdout();
  const app::Plan plan = app::runCommandLine(words);
  const std::string help = testing::internal::GetCapturedStdout();
  EXPECT_EQ(plan.exitCode, 0) << testing::PrintToString(words);
  return help;
}

TEST(Help, listsEveryOperationAndEachTellsItsInputsAndParameters) {
  const std::string all = helpOf({"--help"});
  for (const auto& operation : engine::operations()) {
    EXPECT_THAT(all, testing::AnyOf(testing::HasSubstr("\n  " + operation->id() + " "),
                                    testing::HasSubstr("\n  " + operation->id() + "\n")))
        << "is not in headlight --help";
    const std::string own = helpOf(typed(operation->id(), {"--help"}));
    EXPECT_THAT(own, testing::HasSubstr("Usage: headlight " + operation->id()));
    for (const engine::Parameter& parameter : operation->parameters())
      EXPECT_THAT(own, testing::HasSubstr(parameter.key)) << operation->id();
  }
}

}  // namespace usage_test
