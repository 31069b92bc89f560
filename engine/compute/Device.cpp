// Finding and opening OpenCL devices; every way in which there may be none ends in a sentence for the user.
#include "engine/compute/Device.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "engine/compute/ClTools.h"
#include "engine/compute/KernelSource.h"
#include "engine/compute/Pocl.h"

namespace engine {

namespace {

struct FoundDevice {
  DeviceInfo info;
  cl::Device device;
};

FoundDevice describe(const cl::Platform& platform, const cl::Device& device) {
  DeviceInfo info;
  info.platform = platform.getInfo<CL_PLATFORM_NAME>();
  info.name = device.getInfo<CL_DEVICE_NAME>();
  info.version = device.getInfo<CL_DEVICE_VERSION>();
  info.isGpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
  info.computeUnits = static_cast<int>(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  info.globalMemory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
  info.maxAllocation = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  return {info, device};
}

/// Appends the usable devices of a platform; returns why there are none, or an empty text.
std::string addDevices(const cl::Platform& platform, std::vector<FoundDevice>& found) {
  std::vector<cl::Device> devices;
  const std::string name = platform.getInfo<CL_PLATFORM_NAME>();
  try {
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
  } catch (const cl::Error& error) {
    if (error.err() != CL_DEVICE_NOT_FOUND)
      return "OpenCL platform \"" + name + "\" cannot list its devices: " + clErrorName(error.err()) + ".";
  }
  const size_t before = found.size();
  for (const cl::Device& device : devices)
    if (device.getInfo<CL_DEVICE_AVAILABLE>() && device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>())
      found.push_back(describe(platform, device));
  if (found.size() > before) return {};
  std::string reason = "OpenCL platform \"" + name + "\" has no usable device";
  const char* const cache = std::getenv("POCL_CACHE_DIR");
  if (name.find("Portable Computing") != std::string::npos && (cache == nullptr || !isWritableFolder(cache)))
    reason += " because its cache folder " + std::string(cache ? cache : "") + " cannot be written (POCL_CACHE_DIR)";
  return reason + ".";
}

std::vector<FoundDevice> findDevices(std::string& reason) {
  reason.clear();
  preparePocl();
  std::vector<FoundDevice> found;
  try {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    if (platforms.empty()) reason = "No OpenCL driver is installed.";
    for (const cl::Platform& platform : platforms) {
      const std::string why = addDevices(platform, found);
      if (!why.empty()) reason += (reason.empty() ? "" : " ") + why;
    }
    removePoclProbes();
  } catch (const cl::Error& error) {
    reason = error.err() == -1001 ? "No OpenCL driver is installed (the OpenCL loader finds no platform)."
                                  : "OpenCL cannot be started: " + clErrorName(error.err()) + ".";
  }
  std::stable_partition(found.begin(), found.end(), [](const FoundDevice& device) { return device.info.isGpu; });
  for (size_t i = 0; i < found.size(); ++i) found[i].info.index = static_cast<int>(i);
  if (!found.empty()) reason.clear();
  return found;
}

std::unique_ptr<DeviceImplementation> openAndCheck(const FoundDevice& found) {
  auto implementation = std::make_unique<DeviceImplementation>();
  implementation->info = found.info;
  implementation->device = found.device;
  withDeviceErrors(*implementation, [&] {
    implementation->context = cl::Context(found.device);
    implementation->queue = cl::CommandQueue(implementation->context, found.device);
  });
  selfCheck(*implementation);
  return implementation;
}

std::string openedText(const DeviceInfo& info) { return "OpenCL device " + info.name + " (" + info.platform + ")."; }

/// INDEX of "opencl" (0) or "opencl:INDEX". Throws Error for any other text.
size_t requestedIndex(const std::string& choice) {
  if (choice == "opencl") return 0;
  const std::string prefix = "opencl:";
  size_t index = 0;
  const char* const last = choice.data() + choice.size();
  if (choice.rfind(prefix, 0) == 0) {
    const auto [end, error] = std::from_chars(choice.data() + prefix.size(), last, index);
    if (error == std::errc{} && end == last) return index;
  }
  fail("device \"", choice, "\" is not known, expected auto, cpu, opencl or opencl:INDEX");
}

}  // namespace

cl::Program DeviceImplementation::build(const std::string& source, const std::string& options,
                                        const std::string& name) {
  return withDeviceErrors(*this, [&] {
    cl::Program program(context, source);
    try {
      program.build(device, ("-cl-std=CL1.2 " + options).c_str());
    } catch (const cl::Error&) {
      throw DeviceError("OpenCL device " + info.name + " cannot build kernel " + name + ": " +
                        program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
    }
    return program;
  });
}

cl::Kernel DeviceImplementation::kernel(const std::string& file, const std::string& entry, const std::string& options) {
  const auto key = std::make_pair(file, options);
  auto found = m_programs.find(key);
  if (found == m_programs.end()) found = m_programs.emplace(key, build(kernelSource(file), options, file)).first;
  return withDeviceErrors(*this, [&] { return cl::Kernel(found->second, entry.c_str()); });
}

Device::Device(std::unique_ptr<DeviceImplementation> implementation) : m_implementation(std::move(implementation)) {}
Device::~Device() = default;
const DeviceInfo& Device::info() const { return m_implementation->info; }

std::vector<DeviceInfo> listDevices(std::string& reason) {
  std::vector<DeviceInfo> infos;
  for (const FoundDevice& found : findDevices(reason)) infos.push_back(found.info);
  return infos;
}

DeviceChoice openDevice(const std::string& choice) {
  if (choice == "cpu") return {nullptr, "Native CPU path, as asked for."};
  const bool isAuto = choice == "auto";
  const size_t index = isAuto ? 0 : requestedIndex(choice);
  std::string reason;
  const std::vector<FoundDevice> found = findDevices(reason);

  if (!isAuto) {
    if (found.empty()) fail("device \"", choice, "\" cannot be used: ", reason);
    if (index >= found.size())
      fail("device \"", choice, "\" is not there: this machine has ", found.size(), " OpenCL device(s)");
    return {std::unique_ptr<Device>(new Device(openAndCheck(found[index]))), openedText(found[index].info)};
  }
  for (const FoundDevice& candidate : found) {
    if (!candidate.info.isGpu) continue;
    try {
      return {std::unique_ptr<Device>(new Device(openAndCheck(candidate))), openedText(candidate.info)};
    } catch (const Error& error) {
      reason += (reason.empty() ? "" : " ") + std::string(error.what()) + ".";
    }
  }
  if (reason.empty()) reason = "No OpenCL GPU found; OpenCL on a processor is slower than the native path.";
  return {nullptr, "Native CPU path: " + reason};
}

}  // namespace engine
