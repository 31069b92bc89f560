// Prints what a fresh process finds: device_probe CHOICE. The environment must be set before the OpenCL loader starts,
// so the tests of machines without devices run this program as a child.
#include <unistd.h>

#include <iostream>
#include <set>

#include "engine/compute/Device.h"
#include "engine/compute/Pocl.h"

namespace {

std::set<std::string> environmentNames() {
  std::set<std::string> names;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    names.insert(text.substr(0, text.find('=')));
  }
  return names;
}

}  // namespace

int main(int argc, char** argv) {
  engine::preparePocl();
  const std::set<std::string> prepared = environmentNames();
  std::string reason;
  std::cout << "devices=" << engine::listDevices(reason).size() << "\nlist=" << reason << "\n";
  try {
    const engine::DeviceChoice choice = engine::openDevice(argc > 1 ? argv[1] : "auto");
    std::cout << "device=" << (choice.device ? choice.device->info().name : "native") << "\nreason=" << choice.reason
              << "\n";
  } catch (const engine::Error& error) {
    std::cout << "error=" << error.what() << "\n";
  }
  std::cout << "added=";
  for (const std::string& name : environmentNames())
    if (prepared.count(name) == 0) std::cout << name << " ";
  std::cout << "\n";
  return 0;
}
