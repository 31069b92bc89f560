#include "app/handbook/CommandList.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

#include "app/shell/Command.h"
#include "app/shell/OperationCommand.h"
#include "engine/base/Joined.h"

namespace app {

namespace {

bool hasCapital(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isupper(c); });
}

/// "auto|cpu|opencl[:INDEX]" is auto, cpu and opencl.
std::vector<std::string> alternatives(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, '|');) {
    part = part.substr(0, part.find('['));
    if (!part.empty() && !hasCapital(part) && part.find(' ') == std::string::npos) found.push_back(part);
  }
  return found;
}

bool isCommon(const Option& option) {
  const std::vector<Option> common = commonOptions();
  return std::any_of(common.begin(), common.end(), [&](const Option& one) { return one.name == option.name; });
}

ListedCommand listed(const Command& command) {
  ListedCommand one{command.name,
                    command.synopsis,
                    command.summary,
                    "Files",
                    "",
                    "To " + command.summary + ". " + command.help,
                    {},
                    {},
                    {}};
  for (const Option& option : command.options)
    if (!isCommon(option)) one.options.push_back(option);
  if (command.synopsis.find('|') != std::string::npos && command.synopsis.find_first_of("[. ") == std::string::npos)
    one.wordChoices = alternatives(command.synopsis);
  return one;
}

/// Parameters first. A seed that means something is the operation's own.
std::vector<Option> ownOptions(const engine::Operation& operation) {
  std::vector<Option> own = parameterOptions(operation.parameters());
  for (const Option& option : operationOptions(operation))
    if (!isCommon(option)) own.push_back(option);
  if (!operation.parameters().empty())
    own.push_back({"set", "KEY=VALUE", "another way to give a parameter; may be given several times"});
  return own;
}

ListedCommand listed(const engine::Operation& operation) {
  ListedCommand one{operation.id(),
                    operationSynopsis(operation),
                    operation.title(),
                    engine::joined(operation.headings(), {}, ": "),
                    operation.formula(),
                    operation.help(),
                    {},
                    ownOptions(operation),
                    {}};
  for (const engine::OperationInput& input : operation.inputs())
    one.inputs.push_back(
        {inputWord(input), "", input.help + " [" + engine::joined(input.kinds, engine::kindName) + "]"});
  for (const std::string& key : operation.wordParameters()) {
    const std::vector<engine::Parameter> parameters = operation.parameters();
    const std::vector<std::string>& choices = engine::findParameter(parameters, key)->choices;
    one.wordChoices.insert(one.wordChoices.end(), choices.begin(), choices.end());
  }
  return one;
}

}  // namespace

std::vector<const engine::Operation*> operationsByHeading() {
  std::vector<const engine::Operation*> sorted;
  std::map<std::vector<std::string>, std::size_t> firsts;  // how many operations stand before headings that begin so
  std::map<const engine::Operation*, std::vector<std::size_t>> keys;
  for (const auto& operation : engine::operations()) {
    std::vector<std::string> outer;
    for (const std::string& heading : operation->headings()) {
      outer.push_back(heading);
      keys[operation.get()].push_back(firsts.try_emplace(outer, sorted.size()).first->second);
    }
    sorted.push_back(operation.get());
  }
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto* a, const auto* b) { return keys[a] < keys[b]; });
  return sorted;
}

std::vector<ListedCommand> listedCommands() {
  std::vector<ListedCommand> all;
  for (const Command& command : commands()) all.push_back(listed(command));
  for (const engine::Operation* operation : operationsByHeading()) all.push_back(listed(*operation));
  return all;
}

std::vector<Option> commonOptions() {
  std::vector<Option> common = deviceOptions();
  common.push_back({"seed", "N", "of random numbers, where a command draws them [default 0]"});
  for (const Option& option : talkOptions()) common.push_back(option);
  return common;
}

std::vector<Option> environmentVariables() {
  return {{"HEADLIGHT_MEMORY", "SIZE",
           "memory that files may take while they are read, such as 800M or 8G; larger ones are refused. Without it: "
           "half of the memory of this machine or of its control group"},
          {"HEADLIGHT_REMOTE_WHOLE", "SIZE",
           "the largest file of a server that is fetched where its format has to be read whole. Without it: 1G"},
          {"HEADLIGHT_RESOURCES", "FOLDER",
           "where lessons and samples lie. Without it: beside the program, or in share/headlight beside its folder"},
          {"HEADLIGHT_SSH", "PROGRAM", "by which servers are reached, called as ssh is. Without it: ssh"}};
}

std::vector<std::string> choicesOf(const Option& option) {
  return option.argument.find('|') == std::string::npos ? std::vector<std::string>{} : alternatives(option.argument);
}

bool takesFile(const Option& option) {
  for (const char* word : {"FILE", "FOLDER", "DATABASE"})
    if (option.argument.find(word) != std::string::npos) return true;
  return false;
}

}  // namespace app
