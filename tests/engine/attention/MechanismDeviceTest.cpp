// Where mechanisms are computed when there is a device: what usesDevice says is what happens.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/msa/MsaBackends.h"

namespace {

using namespace engine;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Case {
  std::string mechanism, key, value;
  ArrayBundle inputs;
};

/// Every mechanism on its sample, and those with a choice of their own that has no kernel.
std::vector<Case> allCases() {
  std::vector<Case> cases;
  for (const auto& mechanism : mechanisms()) cases.push_back({mechanism->id(), "", "", mechanism->sampleInput()});
  ArrayBundle efficient = findMechanism("performer").sampleInput();
  efficient.erase("W");
  cases.push_back({"performer", "kind", "efficient", std::move(efficient)});
  ArrayBundle concat = findMechanism("multiplicative").sampleInput();
  concat.erase("M");
  concat["W"] = deterministicArray<float>(5, {7, 10}, 0.5, "W");
  concat["v"] = deterministicArray<float>(6, {7}, 0.5, "v");
  cases.push_back({"multiplicative", "form", "auto", concat});
  cases.push_back({"multiplicative", "form", "concat", std::move(concat)});
  return cases;
}

ParameterValues valuesOf(const Case& run) {
  ParameterValues values;
  if (!run.key.empty()) values.set(run.key, run.value);
  return values;
}

std::vector<std::string> warningsOf(const Case& run, Precision precision, Device* device) {
  Diagnostics diagnostics;
  Progress none;
  findMechanism(run.mechanism).run(run.inputs, valuesOf(run), precision, {device, 1}, diagnostics, none);
  return diagnostics.warnings();
}

TEST(MechanismsWithADevice, useItExactlyWhenTheySaySo) {
  for (const std::string& backend : test::backends()) {
    if (test::deviceOf(backend) == nullptr) continue;
    const DeviceChoice broken = test::deviceWithoutMemory(backend);  // who uses it falls back with a warning
    for (const Case& run : allCases()) {
      const Mechanism& mechanism = findMechanism(run.mechanism);
      const std::vector<std::string> warnings = warningsOf(run, Precision::float32, broken.device.get());
      if (mechanism.runsOnDevice(run.inputs, valuesOf(run), Precision::float32))
        EXPECT_THAT(warnings, ::testing::Contains(HasSubstr("computed on the native CPU path instead")))
            << run.mechanism << " " << run.value;
      else
        EXPECT_THAT(warnings, ElementsAre("attention " + run.mechanism + " is computed on the native CPU path"))
            << run.value;
    }
  }
}

TEST(MechanismsWithADevice, sayInOneSentenceThatFloat64IsNative) {
  for (const std::string& backend : test::backends()) {
    if (test::deviceOf(backend) == nullptr) continue;
    for (const Case& run : allCases()) {
      EXPECT_FALSE(findMechanism(run.mechanism).runsOnDevice(run.inputs, valuesOf(run), Precision::float64));
      EXPECT_THAT(warningsOf(run, Precision::float64, test::deviceOf(backend)),
                  ElementsAre("float64 is computed on the native CPU path"))
          << run.mechanism << " " << run.value;
    }
  }
}

TEST(MechanismsWithADevice, withoutOneNothingIsSaid) {
  for (const Case& run : allCases())
    for (const Precision precision : {Precision::float32, Precision::float64})
      EXPECT_THAT(warningsOf(run, precision, nullptr), IsEmpty()) << run.mechanism << " " << run.value;
}

/// Of those that are computed natively in some case and of those that use a device in some case.
TEST(MechanismsWithADevice, theseHaveKernelsAndTheseHaveNone) {
  std::set<std::string> native, onDevice;
  for (const Case& run : allCases()) {
    const bool uses = findMechanism(run.mechanism).runsOnDevice(run.inputs, valuesOf(run), Precision::float32);
    (uses ? onDevice : native).insert(run.mechanism);
  }
  EXPECT_THAT(native, ::testing::IsSupersetOf({"additive", "multiplicative", "nadaraya-watson", "direct",
                                               "masked-direct", "bahdanau-decoder", "equivariant", "performer",
                                               "volume-preserving", "position-encoding"}));
  EXPECT_THAT(onDevice, ::testing::IsSupersetOf({"dot", "multiplicative", "multi-head", "axial-row", "axial-column",
                                                 "tied-row", "tied-column", "soft-tied", "axial-encoder",
                                                 "rosettafold-msa", "geometric", "performer"}));
  for (const char* id : {"dot", "multi-head", "axial-row", "axial-column", "tied-row", "tied-column", "soft-tied",
                         "axial-encoder", "rosettafold-msa", "geometric"})
    EXPECT_EQ(native.count(id), 0u) << id;
}

}  // namespace
