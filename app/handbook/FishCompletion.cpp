#include "app/handbook/CompletionTables.h"
#include "app/handbook/Handbook.h"
#include "engine/base/Joined.h"

namespace app {

namespace {

constexpr const char* kFunctions = R"sh(# The command that has been typed: "attention dot".
function __headlight_command
    set -l command
    for word in (commandline -opc)[2..]
        contains -- (string join -- " " $command $word) $__headlight_prefixes; or break
        set command $command $word
    end
    string join -- " " $command
end

# Whether that is the command, or one of the commands.
function __headlight_is
    contains -- (__headlight_command | string collect --allow-empty) $argv
end

# Whether no other word stands behind the command, so that one of its words may follow.
function __headlight_begins
    test (count (commandline -opc)) -eq (math 1 + (count (string split -n " " -- $argv[1])))
    and __headlight_is $argv[1]
end

)sh";

/// The help holds no quotes.
std::string line(const std::string& condition, const std::string& rest, const std::string& help) {
  const std::string text = shortHelp(help);
  return "complete -c headlight -n '" + condition + "' " + rest + (text.empty() ? "" : " -d '" + text + "'") + "\n";
}

std::string optionLine(const std::string& command, const Option& option) {
  const std::vector<std::string> choices = choicesOf(option);
  std::string rest = "-l " + option.name;
  if (!choices.empty())
    rest += (takesFile(option) ? " -r -a '" : " -x -a '") + engine::joined(choices, {}, " ") + "'";
  else if (!option.argument.empty())
    rest += takesFile(option) ? " -r -F" : " -x";
  return line("__headlight_is \"" + command + "\"", rest, option.help);
}

/// Names of commands and of what begins them.
std::string prefixes(const std::map<std::string, std::vector<std::string>>& next) {
  std::string text;
  for (const auto& [before, after] : next)
    for (const std::string& word : after) text += " '" + (before.empty() ? word : before + " " + word) + "'";
  return text;
}

std::string summaryOf(const std::vector<ListedCommand>& commands, const std::string& name) {
  for (const ListedCommand& command : commands)
    if (command.name == name) return command.summary;
  return "several commands";
}

}  // namespace

std::string fishCompletion() {
  const std::vector<ListedCommand> commands = listedCommands();
  const auto next = nextWords(commands);
  std::string text = "# Completion for fish, written by: headlight completion fish\n\nset -g __headlight_prefixes" +
                     prefixes(next) + "\n\n" + kFunctions;
  text += "complete -c headlight -n '__headlight_is \"\"' -l version\ncomplete -c headlight -l help\n";
  for (const auto& [before, after] : next)
    for (const std::string& word : after)
      text += line("__headlight_begins \"" + before + "\"", "-a '" + word + "'",
                   summaryOf(commands, before.empty() ? word : before + " " + word));
  for (const ListedCommand& command : commands) {
    if (!command.wordChoices.empty())
      text += line("__headlight_is \"" + command.name + "\"",
                   "-a '" + engine::joined(command.wordChoices, {}, " ") + "'", "");
    for (const Option& option : allOptions(command))
      if (option.name != "help") text += optionLine(command.name, option);
  }
  return text;
}

}  // namespace app
