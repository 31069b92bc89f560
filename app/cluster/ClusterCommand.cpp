#include "app/cluster/ClusterCommand.h"

namespace app {

const std::vector<std::unique_ptr<const ClusterCommand>>& clusterCommands() {
  static const auto all = [] {
    std::vector<std::unique_ptr<const ClusterCommand>> list;
    list.push_back(makeSearchCommand());
    list.push_back(makeHeadsCommand());
    return list;
  }();
  return all;
}

std::string askedText(const engine::ParameterValues& values) {
  std::string text = "version " + engine::programVersion();
  for (const auto& [key, value] : values.all())
    text.append(", ").append(key).append("=").append(engine::parameterText(value));
  return text;
}

}  // namespace app
