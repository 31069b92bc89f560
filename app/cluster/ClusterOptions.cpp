#include "app/cluster/ClusterOptions.h"

#include <algorithm>

#include "app/shell/Command.h"

namespace app {

std::vector<Option> clusterOptionList() {
  return {{"resume", "", "go on with work that was begun: compute the shards that are missing"},
          {"shards", "N", "cut the work into so many shards; 0: by the work, whatever the number of ranks [default 0]"},
          {"work", "FOLDER", "where shards are kept until all are there; all ranks must see it [default: the file of "
                             "--out with .shards behind its name]"},
          {"tell", "SECONDS", "how often a line tells how far all ranks are; 0: never [default 10]"},
          {"lost-after", "SECONDS", "a rank of another machine that says nothing for so long is lost [default 120]"},
          {"times", "FILE", "write the seconds of each part of the work there, as JSON"},
          {"threads", "N", "of each rank; 0: the cores of its machine, shared by the ranks on it [default 0]"}};
}

ClusterOptions takeClusterOptions(std::vector<std::string>& arguments) {
  const std::vector<Option> options = clusterOptionList();
  std::vector<std::string> own, others;
  for (size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k] == "--") {
      others.insert(others.end(), arguments.begin() + static_cast<std::ptrdiff_t>(k), arguments.end());
      break;
    }
    const std::string name = arguments[k].substr(0, arguments[k].find('='));
    const auto option = std::find_if(options.begin(), options.end(),
                                     [&name](const Option& one) { return name == "--" + one.name; });
    std::vector<std::string>& taken = option == options.end() ? others : own;
    taken.push_back(arguments[k]);
    const bool hasValueBehind = option != options.end() && !option->argument.empty() && name == arguments[k];
    if (hasValueBehind && k + 1 < arguments.size()) own.push_back(arguments[++k]);
  }
  const Invocation invocation = parseArguments(own, options, {});
  arguments = std::move(others);
  ClusterOptions found;
  found.resumes = invocation.has("resume");
  found.shards = wholeNumber(invocation, "shards", 0, 0);
  found.folder = invocation.text("work", "");
  found.tellEvery = static_cast<double>(wholeNumber(invocation, "tell", 10, 0));
  found.lostAfter = positiveNumber(invocation, "lost-after", found.lostAfter);
  found.times = invocation.text("times", "");
  found.threads = threadsOf(invocation);
  return found;
}

}  // namespace app
