#include "app/handbook/CompletionTables.h"

#include <algorithm>

namespace app {

namespace {

constexpr size_t kLongestHelp = 70;

void addOnce(std::vector<std::string>& words, const std::string& word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
}

}  // namespace

std::map<std::string, std::vector<std::string>> nextWords(const std::vector<ListedCommand>& commands) {
  std::map<std::string, std::vector<std::string>> next;
  for (const ListedCommand& command : commands)
    for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = command.name.find(' ', begin);
      addOnce(next[begin == 0 ? "" : command.name.substr(0, begin - 1)], command.name.substr(begin, end - begin));
    }
  return next;
}

std::vector<Option> allOptions(const ListedCommand& command) {
  std::vector<Option> all = command.options;
  for (const Option& option : commonOptions()) {
    const auto isSame = [&](const Option& own) { return own.name == option.name; };
    if (std::none_of(all.begin(), all.end(), isSame)) all.push_back(option);
  }
  all.push_back({"help", "", "what it takes and gives"});
  return all;
}

std::vector<SharedChoices> sharedChoices(const std::vector<ListedCommand>& commands) {
  std::vector<SharedChoices> all;
  for (const ListedCommand& command : commands)
    for (const Option& option : allOptions(command)) {
      const std::vector<std::string> choices = choicesOf(option);
      if (choices.empty()) continue;
      const auto isSame = [&](const SharedChoices& one) { return one.option == option.name && one.choices == choices; };
      auto found = std::find_if(all.begin(), all.end(), isSame);
      if (found == all.end()) found = all.insert(all.end(), {option.name, choices, {}});
      found->commands.push_back(command.name);
    }
  return all;
}

std::string shortHelp(const std::string& help) {
  std::string text = help.substr(0, help.find_first_of(":;[("));
  std::string clean;
  for (const char c : text)
    if (std::string("'\"`\\$").find(c) == std::string::npos) clean += c;
  if (clean.size() > kLongestHelp) clean = clean.substr(0, clean.rfind(' ', kLongestHelp));
  while (!clean.empty() && (clean.back() == ' ' || clean.back() == ',' || clean.back() == '.')) clean.pop_back();
  return clean;
}

}  // namespace app
