#include "app/handbook/CompletionTables.h"
#include "app/handbook/Handbook.h"
#include "engine/base/Joined.h"

namespace app {

namespace {

std::string optionWords(const ListedCommand& command) {
  return engine::joined(
      allOptions(command), [](const Option& option) { return "--" + option.name; }, " ");
}

/// A function that prints the text of the first pattern that fits its argument.
std::string function(const std::string& name, const std::string& cases) {
  return name + "() {\n  case \"$1\" in\n" + cases + "  esac\n}\n\n";
}

std::string oneCase(const std::string& patterns, const std::string& words) {
  return "    " + patterns + ") echo \"" + words + "\" ;;\n";
}

std::string choiceCases(const std::vector<ListedCommand>& commands) {
  std::string cases;
  for (const SharedChoices& one : sharedChoices(commands)) {
    const auto pattern = [&](const std::string& command) { return "\"" + command + " --" + one.option + "\""; };
    cases += oneCase(engine::joined(one.commands, pattern, "|"), engine::joined(one.choices, {}, " "));
  }
  return cases;
}

// Bash 4 and later, with or without the package bash-completion.
constexpr const char* kMain = R"sh(_headlight() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="" command="" word index choices
  [ "$COMP_CWORD" -gt 0 ] && previous="${COMP_WORDS[COMP_CWORD-1]}"
  # "=" is a word of its own.
  if [ "$current" = "=" ]; then
    current=""
  elif [ "$previous" = "=" ] && [ "$COMP_CWORD" -gt 1 ]; then
    previous="${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((index = 1; index < COMP_CWORD; ++index)); do
    word="${COMP_WORDS[index]}"
    [[ " $(_headlight_next "$command") " == *" $word "* ]] || break
    command="${command:+$command }$word"
  done
  if [[ "$current" == -* ]]; then
    choices="$(_headlight_options "$command")"
  elif [[ "$previous" == --* ]] && choices="$(_headlight_choices "$command $previous")" && [ -n "$choices" ]; then
    :
  elif [ "$index" -eq "$COMP_CWORD" ] && choices="$(_headlight_next "$command")" && [ -n "$choices" ]; then
    :
  else
    choices="$(_headlight_words "$command")"
  fi
  # Where nothing fits, files are completed.
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
}

complete -o bashdefault -o default -F _headlight headlight
)sh";

}  // namespace

std::string bashCompletion() {
  const std::vector<ListedCommand> commands = listedCommands();
  std::string next, options = oneCase("\"\"", "--help --version"), words;
  for (const auto& [before, after] : nextWords(commands))
    next += oneCase("\"" + before + "\"", engine::joined(after, {}, " "));
  for (const ListedCommand& command : commands) {
    options += oneCase("\"" + command.name + "\"", optionWords(command));
    if (!command.wordChoices.empty())
      words += oneCase("\"" + command.name + "\"", engine::joined(command.wordChoices, {}, " "));
  }
  return "# Completion for bash, written by: headlight completion bash\n\n# COMMAND: the words that may follow it.\n" +
         function("_headlight_next", next) + "# COMMAND: its options.\n" + function("_headlight_options", options) +
         "# \"COMMAND --OPTION\": its values.\n" + function("_headlight_choices", choiceCases(commands)) +
         "# COMMAND: words that are no files.\n" + function("_headlight_words", words) + kMain;
}

}  // namespace app
