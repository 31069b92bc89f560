// Where operations say that they ran, and where they really did.
#include <gtest/gtest.h>

#include <set>

#include "engine/compute/Device.h"
#include "engine/operations/MechanismOperation.h"
#include "tests/engine/attention/msa/MsaBackends.h"
#include "tests/engine/operations/OperationRuns.h"

namespace places_test {

using namespace engine;

class Places : public test::OperationRuns {
 protected:
  /// The devices that results of the operation itself name. By-products of others are profiles, built natively.
  std::set<std::string> named(const Operation& operation, Device* device) const {
    std::set<std::string> names;
    for (const Dataset& result : run(operation, {device, 1})) {
      const Provenance& provenance = result.provenance;
      if (provenance.request.operation == operation.id())
        names.insert(provenance.device);
      else
        EXPECT_EQ(provenance.device, "native CPU") << provenance.request.operation << " for " << operation.id();
    }
    return names;
  }

  const std::set<std::string> kNative{"native CPU"};
};

TEST_F(Places, everyOperationNamesTheDeviceExactlyWhenWorkWasDoneThere) {
  const DeviceChoice choice = openDevice("opencl");
  std::set<std::string> onDevice;
  for (const auto& operation : operations()) {
    const std::uint64_t before = choice.device->numDone();
    const std::set<std::string> names = named(*operation, choice.device.get());
    const bool wasUsed = choice.device->numDone() > before;
    // Opening a hit needs a search, which uses the device.
    if (wasUsed && operation->id() != "hit") onDevice.insert(operation->id());
    const bool isNamed = onDevice.count(operation->id()) != 0;
    EXPECT_EQ(names, isNamed ? std::set<std::string>{choice.device->info().name} : kNative) << operation->id();
    EXPECT_FALSE(isNamed && operation->place() == Operation::Place::native) << operation->id();
  }
  for (const char* native : {"geometry", "profile", "align", "hit", "merge", "coevolution", "tree", "subfamilies",
                             "complexity", "layer-paths", "score-variance", "generate", "feature-error", "feature-cost",
                             "gram-schmidt", "kernel-trick", "taylor", "fourier", "attention additive"})
    EXPECT_EQ(onDevice.count(native), 0u) << native;
  for (const char* device : {"search", "calibrate", "attention geometric", "attention dot", "model", "train factored",
                             "train potts"})
    EXPECT_EQ(onDevice.count(device), 1u) << device;
}

TEST_F(Places, aDeviceThatFailsIsNotNamed) {
  const DeviceChoice broken = test::deviceWithoutMemory("opencl:0");
  for (const auto& operation : operations())
    EXPECT_EQ(named(*operation, broken.device.get()), kNative) << operation->id();
}

}  // namespace places_test
