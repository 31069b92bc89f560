// Choosing a device, above all on machines that have none. Each case runs in a child process with its own environment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <map>

#include "engine/compute/Device.h"
#include "tests/support/Files.h"

namespace device_choice_test {

using ::testing::HasSubstr;

/// KEY=value lines printed by device_probe under the given environment ("NAME=value ...").
std::map<std::string, std::string> probe(const std::string& environment, const std::string& choice) {
  const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "device_probe";
  const std::string command =
      "env " + environment + " " HEADLIGHT_EMULATOR " '" + program.string() + "' " + choice + " 2>/dev/null";
  FILE* const pipe = popen(command.c_str(), "r");
  std::string text;
  std::array<char, 4096> buffer{};
  while (pipe != nullptr && fgets(buffer.data(), buffer.size(), pipe) != nullptr) text += buffer.data();
  if (pipe == nullptr || pclose(pipe) != 0) ADD_FAILURE() << "cannot run " << command;
  std::map<std::string, std::string> values;
  std::string key;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    const std::string line = text.substr(start, end - start);
    const size_t equals = line.find('=');
    if (equals != std::string::npos && equals < 8) {
      key = line.substr(0, equals);
      values[key] = line.substr(equals + 1);
    } else {
      values[key] += "\n" + line;
    }
    start = end + 1;
  }
  return values;
}

TEST(DeviceChoice, machineWithoutDriversEndsOnTheNativePathWithAReason) {
  const test::TemporaryFolder empty;
  const auto found = probe("OCL_ICD_VENDORS='" + empty.path().string() + "'", "auto");
  EXPECT_EQ(found.at("devices"), "0");
  EXPECT_EQ(found.at("device"), "native");
  EXPECT_THAT(found.at("list"), HasSubstr("No OpenCL driver is installed"));
  EXPECT_THAT(found.at("reason"), HasSubstr("No OpenCL driver is installed"));
}

TEST(DeviceChoice, missingVendorFolderIsTheSameAsNoDrivers) {
  const auto found = probe("OCL_ICD_VENDORS=/nonexistent/folder", "auto");
  EXPECT_EQ(found.at("device"), "native");
  EXPECT_THAT(found.at("reason"), HasSubstr("No OpenCL driver is installed"));
}

TEST(DeviceChoice, askingForOpenClWithoutDriversIsAnErrorThatSaysWhy) {
  const auto found = probe("OCL_ICD_VENDORS=/nonexistent/folder", "opencl");
  EXPECT_THAT(found.at("error"), HasSubstr("No OpenCL driver is installed"));
}

TEST(DeviceChoice, platformWithoutDevicesBecauseTheCacheCannotBeWrittenSaysSo) {
  const auto found = probe("POCL_CACHE_DIR=/dev/null/cache", "auto");
  EXPECT_EQ(found.at("devices"), "0");
  EXPECT_EQ(found.at("device"), "native");
  EXPECT_THAT(found.at("list"), HasSubstr("cache folder /dev/null/cache cannot be written"));
}

TEST(DeviceChoice, deviceWhoseKernelsDoNotBuildIsRefused) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "self_check.cl", "__kernel void self_check( { broken");
  const auto found = probe("HEADLIGHT_KERNELS='" + folder.path().string() + "'", "opencl");
  ASSERT_EQ(found.count("error"), 1u);
  EXPECT_THAT(found.at("error"), HasSubstr("cannot build kernel self_check"));
}

TEST(DeviceChoice, deviceThatGivesWrongAnswersIsRefused) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "self_check.cl",
                  "__kernel void self_check(__global float* out, const float x, const float y) {"
                  " for (int i = 0; i < 37; ++i) out[i] = 0.0f; }");
  const auto found = probe("HEADLIGHT_KERNELS='" + folder.path().string() + "'", "opencl");
  ASSERT_EQ(found.count("error"), 1u);
  EXPECT_THAT(found.at("error"), HasSubstr("fails the self-check (integers)"));
}

TEST(DeviceChoice, cacheFolderFallsBackToTheTemporaryFolder) {
  const test::TemporaryFolder temporary;
  const auto found = probe(
      "-u POCL_CACHE_DIR XDG_CACHE_HOME=/dev/null HOME=/dev/null TMPDIR='" + temporary.path().string() + "'", "opencl");
  EXPECT_EQ(found.count("error"), 0u);
  EXPECT_FALSE(std::filesystem::is_empty(temporary.path()));
}

TEST(DeviceChoice, startsLeaveNoEmptyFilesInTheCacheFolder) {
  const test::TemporaryFolder cache;
  for (int start = 0; start < 2; ++start)
    probe("-u POCL_CACHE_DIR XDG_CACHE_HOME='" + cache.path().string() + "'", "auto");
  const auto folder = cache.path() / "headlight" / "pocl";
  ASSERT_TRUE(std::filesystem::is_directory(folder));
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_FALSE(std::filesystem::is_empty(entry.path())) << entry.path();
}

TEST(DeviceChoice, aPreparedProgramKeepsItsEnvironmentWhileItLooksForDevices) {
  // Names that come later move the table of all names, which other threads may be reading.
  EXPECT_EQ(probe("-u POCL_CACHE_DIR -u HWLOC_PLUGINS_PATH", "auto").at("added"), "");
}

TEST(DeviceChoice, openClDeviceOpensAndPassesItsSelfCheck) {
  const engine::DeviceChoice choice = engine::openDevice("opencl");
  ASSERT_NE(choice.device, nullptr);
  EXPECT_THAT(choice.reason, HasSubstr(choice.device->info().name));
  EXPECT_GT(choice.device->info().computeUnits, 0);
}

TEST(DeviceChoice, cpuNeedsNoDevice) {
  const engine::DeviceChoice choice = engine::openDevice("cpu");
  EXPECT_EQ(choice.device, nullptr);
  EXPECT_FALSE(choice.reason.empty());
}

TEST(DeviceChoice, unknownTextsAndIndicesAreErrors) {
  for (const char* text : {"", "gpu", "opencl:", "opencl:x", "opencl:-1", "opencl:0x", "opencl:99"})
    EXPECT_THROW(engine::openDevice(text), engine::Error) << text;
}

TEST(RunOnDeviceOrCpu, deviceErrorBecomesAWarningAndTheCpuResult) {
  engine::DeviceChoice choice = engine::openDevice("opencl");
  engine::Diagnostics diagnostics;
  const int result = engine::runOnDeviceOrCpu(
      {choice.device.get(), 1}, diagnostics, [](engine::Device&) -> int { throw engine::DeviceError("it broke"); },
      [] { return 7; });
  EXPECT_EQ(result, 7);
  ASSERT_EQ(diagnostics.warnings().size(), 1u);
  EXPECT_THAT(diagnostics.warnings()[0], HasSubstr("it broke; computed on the native CPU path"));
}

TEST(RunOnDeviceOrCpu, otherErrorsArePassedOn) {
  engine::DeviceChoice choice = engine::openDevice("opencl");
  engine::Diagnostics diagnostics;
  EXPECT_THROW(engine::runOnDeviceOrCpu(
                   {choice.device.get(), 1}, diagnostics, [](engine::Device&) -> int { engine::fail("wrong input"); },
                   [] { return 7; }),
               engine::Error);
  EXPECT_TRUE(diagnostics.warnings().empty());
}

}  // namespace device_choice_test
