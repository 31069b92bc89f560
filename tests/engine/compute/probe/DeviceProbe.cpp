// Prints what a fresh process finds: device_probe CHOICE. The environment must be set before the OpenCL loader starts,
// so the tests of machines without devices run this program as a child.
#include <iostream>

#include "engine/compute/Device.h"

int main(int argc, char** argv) {
  std::string reason;
  std::cout << "devices=" << engine::listDevices(reason).size() << "\nlist=" << reason << "\n";
  try {
    const engine::DeviceChoice choice = engine::openDevice(argc > 1 ? argv[1] : "auto");
    std::cout << "device=" << (choice.device ? choice.device->info().name : "native") << "\nreason=" << choice.reason
              << "\n";
  } catch (const engine::Error& error) {
    std::cout << "error=" << error.what() << "\n";
  }
  return 0;
}
