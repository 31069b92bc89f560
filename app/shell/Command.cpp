#include "app/shell/Command.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/io/Format.h"
#include "engine/remote/RemoteAddress.h"

namespace app {

Talk talkOf(const Invocation& invocation) { return invocation.has("quiet") ? Talk::quiet : Talk::normal; }

std::vector<Option> talkOptions() {
  return {{"quiet", "", "no progress and no warnings"},
          {"json", "", "the result as one JSON object on standard output"}};
}

std::vector<Option> deviceOptions() {
  return {{"device", "auto|cpu|opencl[:INDEX]", "where to compute; see: headlight devices [default auto]"},
          {"threads", "N", "threads of the native path; 0: all cores [default 0]"}};
}

std::vector<Option> withCommonOptions(std::vector<Option> own) {
  for (const Option& option : deviceOptions()) own.push_back(option);
  own.push_back({"seed", "N", "of random numbers; this command draws none"});
  for (const Option& option : talkOptions()) own.push_back(option);
  return own;
}

int threadsOf(const Invocation& invocation) {
  constexpr long long kMostThreads = 4096;
  const long long count = wholeNumber(invocation, "threads", 0, 0);
  if (count > kMostThreads)
    throw UsageError("option --threads: found " + std::to_string(count) + ", expected at most " +
                     std::to_string(kMostThreads));
  return static_cast<int>(count);
}

void checkDeviceOptions(const Invocation& invocation) {
  const std::string choice = invocation.text("device", "auto");
  const bool isIndexed = choice.starts_with("opencl:") && choice.size() > 7 &&
                         choice.find_first_not_of("0123456789", 7) == std::string::npos;
  if (choice != "auto" && choice != "cpu" && choice != "opencl" && !isIndexed)
    throw UsageError("option --device: found \"" + choice + "\", expected auto, cpu, opencl or opencl:INDEX");
  threadsOf(invocation);
  wholeNumber(invocation, "seed", 0, 0);
}

OpenedDevice openedDevice(const Invocation& invocation, const std::string& automatic) {
  checkDeviceOptions(invocation);
  const std::string choice = invocation.text("device", "auto");
  OpenedDevice opened;
  opened.compute.threads = threadsOf(invocation);
  opened.choice = engine::openDevice(choice == "auto" ? automatic : choice);
  opened.compute.device = opened.choice.device.get();
  return opened;
}

std::string jsonText(const nlohmann::ordered_json& value) {
  return value.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

engine::DatasetPtr loadInput(const std::string& path, Talk talk) {
  engine::Diagnostics diagnostics;
  TerminalProgress progress(talk);
  auto dataset = std::make_shared<const engine::Dataset>(engine::load(path, diagnostics, progress));
  printWarnings(diagnostics.warnings(), talk);
  return dataset;
}

void requireFolderOf(const std::string& path) {
  if (path.empty() || path == "-") return;
  if (engine::isRemote(path)) engine::fail(path, ": files of other machines are only read, expected a local file name");
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored))
    engine::fail(path, ": cannot write: the folder ", folder.string(), " does not exist");
}

}  // namespace app
