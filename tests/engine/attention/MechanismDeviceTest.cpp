// Where mechanisms are computed when there is a device: what usesDevice says is what happens.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/msa/MsaBackends.h"

namespace mechanism_device_test {

using namespace engine;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

struct Case {
  std::string mechanism;
  ArrayBundle inputs;
  std::string key = {};  ///< of a parameter with `value`; empty: none
  ParameterValue value = {};
};

/// Every mechanism on its sample, and those with a choice of their own that has no kernel.
std::vector<Case> allCases() {
  std::vector<Case> cases;
  for (const auto& mechanism : mechanisms()) cases.push_back({mechanism->id(), mechanism->sampleInput()});
  ArrayBundle efficient = findMechanism("performer").sampleInput();
  efficient.erase("W");
  cases.push_back({"performer", std::move(efficient), "kind", std::string("efficient")});
  ArrayBundle concat = findMechanism("multiplicative").sampleInput();
  concat.erase("M");
  concat["W"] = deterministicArray<float>(5, {7, 10}, 0.5, "W");
  concat["v"] = deterministicArray<float>(6, {7}, 0.5, "v");
  cases.push_back({"multiplicative", concat, "form", std::string("auto")});
  cases.push_back({"multiplicative", std::move(concat), "form", std::string("concat")});
  ArrayBundle additive = findMechanism("multi-head").sampleInput();
  additive["w"] = deterministicArray<float>(7, {1, 4}, 1, "w");
  cases.push_back({"multi-head", std::move(additive), "scoring", std::string("additive")});
  for (const char* id : {"dot", "multi-head"})
    cases.push_back({id, findMechanism(id).sampleInput(), "alibi", true});
  return cases;
}

std::string textOf(const Case& run) { return run.mechanism + " " + run.key; }

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
            << textOf(run);
      else
        EXPECT_THAT(warnings, ElementsAre("attention " + run.mechanism + " is computed on the native CPU path"))
            << textOf(run);
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
          << textOf(run);
    }
  }
}

TEST(MechanismsWithADevice, withoutOneNothingIsSaid) {
  for (const Case& run : allCases())
    for (const Precision precision : {Precision::float32, Precision::float64})
      EXPECT_THAT(warningsOf(run, precision, nullptr), IsEmpty()) << textOf(run);
}

/// The other way of looking: a list that breaks when a kernel comes or goes, with engine/attention/README.md.
TEST(MechanismsWithADevice, theseHaveKernelsAndTheseHaveNone) {
  std::set<std::string> native, onDevice;
  for (const Case& run : allCases()) {
    const bool uses = findMechanism(run.mechanism).runsOnDevice(run.inputs, valuesOf(run), Precision::float32);
    (uses ? onDevice : native).insert(run.mechanism);
  }
  EXPECT_THAT(onDevice, UnorderedElementsAre("dot", "multiplicative", "multi-head", "axial-row", "axial-column",
                                             "tied-row", "tied-column", "soft-tied", "axial-encoder",
                                             "rosettafold-msa", "geometric", "performer"));
  std::set<std::string> both, none;
  for (const std::string& id : native) (onDevice.count(id) != 0 ? both : none).insert(id);
  EXPECT_THAT(both, UnorderedElementsAre("dot", "multi-head", "multiplicative", "performer"));
  EXPECT_THAT(none, UnorderedElementsAre("additive", "nadaraya-watson", "volume-preserving", "direct", "masked-direct",
                                         "pair-biased-row", "outer-product-mean", "invariant-point", "equivariant",
                                         "se3-transformer", "graph-transformer", "triangle-outgoing",
                                         "triangle-incoming", "triangle-starting", "triangle-ending", "evoformer",
                                         "phyloformer", "bahdanau-decoder", "position-encoding"));
}

TEST(MechanismsWithADevice, giveThereWhatTheNativePathGives) {
  for (const std::string& backend : test::backends()) {
    Device* const device = test::deviceOf(backend);
    for (const Case& given : allCases()) {
      const Mechanism& mechanism = findMechanism(given.mechanism);
      if (device == nullptr || !mechanism.runsOnDevice(given.inputs, valuesOf(given), Precision::float32)) continue;
      Diagnostics diagnostics;
      Progress none;
      const auto outputs = [&](Device* where) {
        return mechanism.run(given.inputs, valuesOf(given), Precision::float32, {where, 1}, diagnostics, none);
      };
      const ArrayBundle native = outputs(nullptr), there = outputs(device);
      ASSERT_EQ(native.size(), there.size()) << textOf(given);
      for (const auto& [name, array] : native)
        if (const auto* numbers = std::get_if<Array<float>>(&array))
          test::expectClose(std::get<Array<float>>(there.at(name)), *numbers, 1e-4,
                            (textOf(given) + ": " + name).c_str());
        else
          EXPECT_EQ(there.at(name), array) << textOf(given) << ": " << name;
      EXPECT_THAT(diagnostics.warnings(), IsEmpty()) << textOf(given);
    }
  }
}

}  // namespace mechanism_device_test
