// What completions of all shells ask: which words come next, which options there are, which values.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/handbook/CommandList.h"

namespace app {

/// The first words of commands, and behind "attention" and its like the second ones: by what stands before ("": the
/// first word of all).
std::map<std::string, std::vector<std::string>> nextWords(const std::vector<ListedCommand>& commands);

/// Own options and common ones.
std::vector<Option> allOptions(const ListedCommand& command);

/// An option with choices and the commands where it has just these. "*": every command that has it.
struct SharedChoices {
  std::string option;  ///< without dashes
  std::vector<std::string> choices;
  std::vector<std::string> commands;
};
std::vector<SharedChoices> sharedChoices(const std::vector<ListedCommand>& commands);

/// What an option is in a few words: the start of its help, without what shells and quotes could stumble over.
std::string shortHelp(const std::string& help);

}  // namespace app
