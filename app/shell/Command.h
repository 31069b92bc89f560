// Commands of the command line: those that are written by hand, and one per operation of the engine.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/shell/Options.h"
#include "app/shell/Terminal.h"
#include "engine/compute/Device.h"
#include "engine/datasets/Dataset.h"

namespace app {

enum ExitCode { kDone = 0, kFailed = 1, kWrongUsage = 2 };

struct Command {
  std::string name;      ///< "info", "attention geometric"
  std::string synopsis;  ///< what follows the name: "FILE..."
  std::string summary;   ///< one line for the list of commands
  std::string help;      ///< paragraphs for its own help, ready to print
  std::vector<Option> options;
  int (*run)(const Invocation& invocation);
};

// One per file of commands/.
Command infoCommand();
Command convertCommand();
Command devicesCommand();
Command renderCommand();
Command benchCommand();
Command databaseCommand();
Command learnStatesCommand();
Command lessonCommand();
Command completionCommand();

/// The hand-written ones.
const std::vector<Command>& commands();

/// --quiet, --json, --device, ...: what they stand for.
Talk talkOf(const Invocation& invocation);
std::vector<Option> talkOptions();
std::vector<Option> deviceOptions();
/// A command's own and all of them, for commands that compute nothing: scripts may give them everywhere.
std::vector<Option> withCommonOptions(std::vector<Option> own);
/// --threads, 0: all cores. Throws UsageError.
int threadsOf(const Invocation& invocation);
/// Throws UsageError for values of --device, --threads and --seed that no command takes.
void checkDeviceOptions(const Invocation& invocation);
/// Opens --device with --threads; `automatic` is what "auto" stands for. Throws UsageError for a text that names no
/// kind of device, Error when it cannot be used.
struct OpenedDevice {
  engine::DeviceChoice choice;
  engine::Compute compute;
};
OpenedDevice openedDevice(const Invocation& invocation, const std::string& automatic = "auto");

/// As commands print and write it: indented by one, a line end behind it; what is not UTF-8 is replaced.
std::string jsonText(const nlohmann::ordered_json& value);
/// Loads a file, printing its warnings.
engine::DatasetPtr loadInput(const std::string& path, Talk talk);
/// "--out" must lie in a folder that exists; told before the work is done. Throws Error.
void requireFolderOf(const std::string& path);

}  // namespace app
