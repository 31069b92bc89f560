#include "app/handbook/CompletionTables.h"
#include "app/handbook/Handbook.h"
#include "engine/base/Joined.h"

namespace app {

namespace {

/// 'name:what it is' as _describe takes it; the help holds no quotes.
std::string described(const std::string& name, const std::string& help) {
  const std::string text = shortHelp(help);
  return "'" + name + (text.empty() ? "" : ":" + text) + "'";
}

std::string zshFunction(const std::string& name, const std::string& cases) {
  return name + "() {\n  case \"$1\" in\n" + cases + "  esac\n}\n\n";
}

std::string zshCase(const std::string& patterns, const std::string& words) {
  return "    (" + patterns + ") reply=(" + words + ") ;;\n";
}

std::string optionCases(const std::vector<ListedCommand>& commands) {
  std::string cases = zshCase("''", "'--help:all commands' '--version'");
  for (const ListedCommand& command : commands) {
    const auto entry = [](const Option& option) { return described("--" + option.name, option.help); };
    cases += zshCase("'" + command.name + "'", engine::joined(allOptions(command), entry, " "));
  }
  return cases;
}

std::string zshChoiceCases(const std::vector<ListedCommand>& commands) {
  std::string cases;
  for (const SharedChoices& one : sharedChoices(commands)) {
    const auto pattern = [&](const std::string& command) { return "'" + command + " --" + one.option + "'"; };
    cases += zshCase(engine::joined(one.commands, pattern, "|"), engine::joined(one.choices, {}, " "));
  }
  return cases;
}

/// The next words, with what a command is where they end one.
std::string nextCases(const std::vector<ListedCommand>& commands) {
  std::string cases;
  for (const auto& [before, after] : nextWords(commands)) {
    const auto entry = [&, start = before](const std::string& word) {
      const std::string name = start.empty() ? word : start + " " + word;
      for (const ListedCommand& command : commands)
        if (command.name == name) return described(word, command.summary);
      return described(word, "several commands");
    };
    cases += zshCase("'" + before + "'", engine::joined(after, entry, " "));
  }
  return cases;
}

constexpr const char* kZshMain = R"sh(_headlight() {
  local command="" previous="${words[CURRENT-1]}" index
  local -a reply
  for ((index = 2; index < CURRENT; ++index)); do
    reply=()
    _headlight_next "$command"
    (( ${${reply%%:*}[(Ie)${words[index]}]} )) || break
    command="${command:+$command }${words[index]}"
  done
  if [[ "${words[CURRENT]}" == --*=* ]]; then
    previous="${words[CURRENT]%%=*}"
    compset -P '*='
  elif [[ "${words[CURRENT]}" == -* ]]; then
    reply=()
    _headlight_options "$command"
    _describe -o option reply
    return
  fi
  reply=()
  _headlight_choices "$command $previous"
  if (( $#reply )); then
    compadd -a reply
    return
  fi
  if (( index == CURRENT )); then
    _headlight_next "$command"
    (( $#reply )) && _describe command reply
    [[ -n "$command" ]] && (( $#reply )) && return
  fi
  reply=()
  _headlight_words "$command"
  (( $#reply )) && compadd -a reply
  _files
}

# Read as a function of the completion system, or by "source".
if [[ "$funcstack[1]" == "_headlight" ]]; then
  _headlight "$@"
elif (( $+functions[compdef] )); then
  compdef _headlight headlight
fi
)sh";

}  // namespace

std::string zshCompletion() {
  const std::vector<ListedCommand> commands = listedCommands();
  std::string words;
  for (const ListedCommand& command : commands)
    if (!command.wordChoices.empty())
      words += zshCase("'" + command.name + "'", engine::joined(command.wordChoices, {}, " "));
  return "#compdef headlight\n# Completion for zsh, written by: headlight completion zsh\n\n"
         "# COMMAND: the words that may follow it, in reply.\n" +
         zshFunction("_headlight_next", nextCases(commands)) + "# COMMAND: its options.\n" +
         zshFunction("_headlight_options", optionCases(commands)) + "# \"COMMAND --OPTION\": its values.\n" +
         zshFunction("_headlight_choices", zshChoiceCases(commands)) + "# COMMAND: words that are no files.\n" +
         zshFunction("_headlight_words", words) + kZshMain;
}

}  // namespace app
