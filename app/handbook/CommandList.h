// All that can be typed behind "headlight", in one list: what the manual page and the completions of shells are made
// of.
#pragma once

#include <string>
#include <vector>

#include "app/shell/Options.h"
#include "engine/operations/Operation.h"

namespace app {

/// All operations, those under one heading together: first those under none, then headings in the order of their first
/// operations, each before the narrower ones in it.
std::vector<const engine::Operation*> operationsByHeading();

/// A command that is written by hand, or an operation of the engine.
struct ListedCommand {
  std::string name;                      ///< "info", "attention geometric"
  std::string synopsis;                  ///< what follows the name: "QUERY TEMPLATE"
  std::string summary;                   ///< one line
  std::string heading;                   ///< "Files" of those written by hand, else that of --help: "Attention: Scores"
  std::string equations;                 ///< what is computed, one a line; may be empty
  std::string help;                      ///< a paragraph
  std::vector<Option> inputs;            ///< QUERY and what it is; of operations
  std::vector<Option> options;           ///< its own, those of its parameters first
  std::vector<std::string> wordChoices;  ///< what a word behind the name can be, where that is one of a list
};

/// In the order of --help.
std::vector<ListedCommand> listedCommands();

/// --device, --threads, --seed, --quiet, --json: what nearly every command takes besides its own.
std::vector<Option> commonOptions();

/// Variables of the environment as options: HEADLIGHT_MEMORY and the like.
std::vector<Option> environmentVariables();

/// Words that an option takes: "auto", "cpu", "opencl" of "auto|cpu|opencl[:INDEX]". None where any text may stand;
/// what is in capital letters stands for something else.
std::vector<std::string> choicesOf(const Option& option);

/// Whether a file or a folder may be its value.
bool takesFile(const Option& option);

}  // namespace app
