#include "app/shell/CommandLine.h"

#include <algorithm>
#include <filesystem>

#include "app/handbook/CommandList.h"
#include "app/shell/Command.h"
#include "app/shell/OperationCommand.h"
#include "engine/base/FailureText.h"
#include "engine/base/Joined.h"
#include "engine/remote/RemoteAddress.h"

namespace app {

namespace {

using Words = std::vector<std::string>;

bool wantsHelp(const Words& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") return false;
    if (argument == "--help" || argument == "-h") return true;
  }
  return false;
}

std::string listEntry(const std::string& name, const std::string& synopsis, const std::string& summary) {
  return "  " + name + (synopsis.empty() ? "" : " " + synopsis) + "\n" + wrapped(summary, 6);
}

/// Each under its headings, by which they are sorted: "Attention: Scores".
std::string operationList(const std::vector<const engine::Operation*>& operations) {
  std::string text, before;
  for (const engine::Operation* operation : operations) {
    const std::string heading = engine::joined(operation->headings(), {}, ": ");
    if (heading != before) text += "\n" + heading + "\n";
    before = heading;
    text += listEntry(operation->id(), operationSynopsis(*operation), operation->title());
  }
  return text;
}

std::string generalHelp() {
  std::string text =
      "Usage: headlight [FILE...]             open the window, with these files\n"
      "       headlight ssh://HOST/PATH       the same with files of a server, through ssh\n"
      "       headlight COMMAND ... [options] work without a window\n"
      "       headlight COMMAND --help        what a command takes and gives\n"
      "       headlight --version\n\nFiles\n";
  for (const Command& command : commands()) text += listEntry(command.name, command.synopsis, command.summary);
  text += "\nComputations\n" + operationList(operationsByHeading());
  text += "\nEnvironment\n";
  for (const Option& variable : environmentVariables())
    text += listEntry(variable.name + "=" + variable.argument, "", variable.help);
  return text + "\nExit codes: 0 done, 1 the work failed (one sentence on standard error), 2 wrong usage.\n";
}

std::string commandHelp(const Command& command) {
  std::string text = "Usage: headlight " + command.name + (command.synopsis.empty() ? "" : " " + command.synopsis) +
                     (command.options.empty() ? "" : " [options]") + "\n\n" + wrapped("To " + command.summary + ".", 0);
  if (!command.help.empty()) text += wrapped(command.help, 0);
  return command.options.empty() ? text : text + "\nOptions\n" + optionHelp(command.options);
}

Words splitWords(const std::string& id) {
  Words words;
  size_t begin = 0;
  for (size_t end; (end = id.find(' ', begin)) != std::string::npos; begin = end + 1)
    words.push_back(id.substr(begin, end - begin));
  words.push_back(id.substr(begin));
  return words;
}

bool startsWith(const Words& arguments, const Words& prefix) {
  return arguments.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), arguments.begin());
}

/// The operation whose id is the longest run of first words; null when there is none.
const engine::Operation* operationOf(const Words& arguments) {
  const engine::Operation* best = nullptr;
  for (const auto& operation : engine::operations()) {
    const Words words = splitWords(operation->id());
    if (startsWith(arguments, words) && (!best || words.size() > splitWords(best->id()).size())) best = operation.get();
  }
  return best;
}

/// Operations that share a first word: "attention". Empty when it begins none.
std::vector<const engine::Operation*> familyOf(const std::string& word) {
  std::vector<const engine::Operation*> family;
  for (const engine::Operation* operation : operationsByHeading())
    if (operation->id().starts_with(word + " ")) family.push_back(operation);
  return family;
}

int runFamily(const std::vector<const engine::Operation*>& family, const Words& arguments) {
  if (arguments.size() > 1 && wantsHelp(arguments)) {
    printOut("Usage: headlight " + arguments[0] + " KIND ... [options]\n" + operationList(family));
    return kDone;
  }
  const auto kindOf = [&](const engine::Operation* operation) {
    return operation->id().substr(arguments[0].size() + 1);
  };
  throw UsageError(arguments[0] + ": found " + (arguments.size() > 1 ? "\"" + arguments[1] + "\"" : "nothing") +
                   ", expected one of: " + engine::joined(family, kindOf));
}

Plan filesPlan(const Words& arguments) {
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    const size_t slug = argument.find(".md#");  // a step of a lesson
    const std::string path = slug == std::string::npos ? argument : argument.substr(0, slug + 3);
    if (engine::isRemote(argument)) {
      engine::parseRemoteAddress(argument);  // what is wrong with it is said at once
      continue;
    }
    if (std::filesystem::exists(path, ignored)) continue;
    if (argument.starts_with("-")) throw UsageError("unknown option " + argument);
    const bool looksLikePath = argument.find_first_of("./") != std::string::npos;
    if (!looksLikePath) throw UsageError("\"" + argument + "\" is neither a command nor a file");
    engine::fail(argument, ": no such file");
  }
  return {std::nullopt, arguments};
}

/// "heads --model W --sequences F": what heads do in a model, not in a file.
Words withOperationMeant(Words arguments) {
  const auto namesModel = [](const std::string& word) { return word == "--model" || word.starts_with("--model="); };
  if (arguments.front() == "heads" && std::any_of(arguments.begin(), arguments.end(), namesModel))
    arguments.front() = "heads-of-proteins";
  return arguments;
}

Plan dispatch(const Words& typed) {
  if (typed.empty()) return {};
  const Words arguments = withOperationMeant(typed);
  const std::string& first = arguments[0];
  if (first == "--help" || first == "-h") return printOut(generalHelp()), Plan{kDone, {}};
  if (first == "--version") return printOut("headlight " + engine::programVersion() + "\n"), Plan{kDone, {}};
  const Words rest(arguments.begin() + 1, arguments.end());
  for (const Command& command : commands()) {
    if (command.name != first) continue;
    if (wantsHelp(rest)) return printOut(commandHelp(command)), Plan{kDone, {}};
    catchInterrupts();
    letSshAsk();
    return {command.run(parseArguments(rest, command.options, {})), {}};
  }
  if (const engine::Operation* operation = operationOf(arguments)) {
    if (wantsHelp(rest)) return printOut(operationHelp(*operation)), Plan{kDone, {}};
    catchInterrupts();
    letSshAsk();
    const auto numWords = static_cast<std::ptrdiff_t>(splitWords(operation->id()).size());
    return {runOperation(*operation, Words(arguments.begin() + numWords, arguments.end())), {}};
  }
  if (const auto family = familyOf(first); !family.empty()) return {runFamily(family, arguments), {}};
  return filesPlan(arguments);
}

Plan failed(int code, const std::string& text) {
  printError(text);
  return {code, {}};
}

}  // namespace

Plan runCommandLine(const Words& arguments) {
  try {
    return dispatch(arguments);
  } catch (const UsageError& error) {
    return failed(kWrongUsage, error.what() + std::string(" (see headlight --help)"));
  } catch (const engine::Cancelled&) {
    return failed(kFailed, "cancelled");
  } catch (...) {
    return failed(kFailed, engine::failureText());
  }
}

}  // namespace app
