// headlight devices: where this machine can compute.
#include <nlohmann/json.hpp>

#include "app/shell/Command.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/level/ProcessorLevel.h"

namespace app {

namespace {

using Json = nlohmann::ordered_json;

Json devicesJson(const std::vector<engine::DeviceInfo>& devices, const std::string& reason) {
  Json list = Json::array();
  for (const engine::DeviceInfo& device : devices)
    list.push_back({{"device", "opencl:" + std::to_string(device.index)},
                    {"name", device.name},
                    {"platform", device.platform},
                    {"version", device.version},
                    {"gpu", device.isGpu},
                    {"compute_units", device.computeUnits},
                    {"memory_bytes", device.globalMemory},
                    {"max_allocation_bytes", device.maxAllocation}});
  const Json native = {{"device", "cpu"},
                       {"threads", engine::defaultThreadCount()},
                       {"level", engine::processorLevel()},
                       {"lanes", engine::processorLanes()}};
  return {{"native", native}, {"opencl", list}, {"reason", reason}};
}

int runDevices(const Invocation& invocation) {
  if (!invocation.words.empty()) throw UsageError("devices takes no words");
  std::string reason;
  const std::vector<engine::DeviceInfo> devices = engine::listDevices(reason);
  if (invocation.has("json")) {
    printContent(jsonText(devicesJson(devices, reason)));
    return kDone;
  }
  std::string text = "cpu        native CPU, " + std::to_string(engine::defaultThreadCount()) + " threads; compiled for " +
                     engine::processorLevel() + ", vectors of " + std::to_string(engine::processorLanes()) + " floats\n";
  for (const engine::DeviceInfo& device : devices)
    text += "opencl:" + std::to_string(device.index) + "   " + device.name + " (" + (device.isGpu ? "GPU" : "CPU") +
            ", " + std::to_string(device.computeUnits) + " compute units, " +
            std::to_string(device.globalMemory / (1024 * 1024)) + " MiB; " + device.platform + ")\n";
  if (devices.empty()) text += "no OpenCL device: " + reason + "\n";
  printOut(text);
  return kDone;
}

}  // namespace

Command devicesCommand() { return {"devices", "", "list the devices that --device can name", "", talkOptions(), runDevices}; }

}  // namespace app
