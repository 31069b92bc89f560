// headlight completion: scripts by which shells complete what is typed behind "headlight", and the manual page.
#include "app/handbook/Handbook.h"
#include "app/shell/Command.h"
#include "engine/base/Joined.h"

namespace app {

namespace {

struct Text {
  std::string name;
  std::string (*make)();
};

const std::vector<Text>& texts() {
  static const std::vector<Text> all{
      {"bash", bashCompletion}, {"zsh", zshCompletion}, {"fish", fishCompletion}, {"man", manualPage}};
  return all;
}

int runCompletion(const Invocation& invocation) {
  checkDeviceOptions(invocation);
  const std::string expected = "expected one of: " + engine::joined(texts(), &Text::name);
  if (invocation.words.size() != 1)
    throw UsageError("completion: found " + std::to_string(invocation.words.size()) + " words, " + expected);
  for (const Text& text : texts()) {
    if (text.name != invocation.words[0]) continue;
    printContent(text.make());
    return kDone;
  }
  throw UsageError("completion: found \"" + invocation.words[0] + "\", " + expected);
}

}  // namespace

Command completionCommand() {
  return {"completion",
          engine::joined(texts(), &Text::name, "|"),
          "print a script that completes commands, options and values in a shell, or the manual page",
          "For bash: source <(headlight completion bash), for fish: headlight completion fish | source, for zsh: a "
          "file _headlight in a folder of $fpath. \"man\" is the manual page: headlight completion man | man -l -. "
          "Packages bring them along.",
          withCommonOptions({}),
          runCompletion};
}

}  // namespace app
