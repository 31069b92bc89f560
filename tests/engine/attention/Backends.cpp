#include "tests/engine/attention/Backends.h"

#include <map>
#include <memory>

namespace test {

std::vector<std::string> backends() {
  std::vector<std::string> names = {"plain", "native"};
  std::string reason;
  for (const engine::DeviceInfo& info : engine::listDevices(reason))
    names.push_back("opencl:" + std::to_string(info.index));
  return names;
}

std::string backendTestName(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::erase(name, ':');
  return name;
}

engine::Device* deviceOf(const std::string& backend) {
  if (backend == "plain" || backend == "native") return nullptr;
  static std::map<std::string, std::unique_ptr<engine::Device>> opened;
  auto& device = opened[backend];
  if (!device) device = engine::openDevice(backend).device;
  return device.get();
}

}  // namespace test
