// OpenCL devices: list, choice with a reason, context, queue, program cache. The only header that names them outside
// the *Cl.cpp files; no OpenCL header is needed to include it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/Error.h"
#include "engine/compute/Compute.h"

namespace engine {

/// A failure of the device, not of the input: the same work may well succeed on the native path.
class DeviceError : public Error {
 public:
  using Error::Error;
};

struct DeviceInfo {
  int index = 0;  ///< for "opencl:INDEX"
  std::string platform, name, version;
  bool isGpu = false;
  int computeUnits = 0;
  std::size_t globalMemory = 0, maxAllocation = 0;  ///< bytes
};

/// All OpenCL devices of this machine, GPUs first. Never throws: when the list is empty, `reason` says why in words for
/// the user (no OpenCL loader platform, platforms without devices, cache folder not writable, ...).
std::vector<DeviceInfo> listDevices(std::string& reason);

struct DeviceImplementation;

/// One opened device: context, in-order queue, program cache. Safe to use from one worker thread at a time.
class Device {
 public:
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  const DeviceInfo& info() const;
  DeviceImplementation& implementation() const { return *m_implementation; }
  /// Pieces of work that were done here so far: whether one really was is told by comparing before and after.
  std::uint64_t numDone() const { return m_numDone; }
  void countDone() { ++m_numDone; }

 private:
  friend struct DeviceChoice openDevice(const std::string& choice);
  explicit Device(std::unique_ptr<DeviceImplementation> implementation);
  std::unique_ptr<DeviceImplementation> m_implementation;
  std::atomic<std::uint64_t> m_numDone = 0;
};

/// What `--device` gave. `device` null: native CPU, and `reason` says why.
struct DeviceChoice {
  std::unique_ptr<Device> device;
  std::string reason;  ///< one sentence for the status bar and the log
};

/// Opens "cpu" (native), "auto" (a GPU when there is one, else the native path, which is faster than OpenCL on a CPU),
/// "opencl" (first device) or "opencl:INDEX", and runs the self-check on it (three tiny known answers). A device that
/// cannot be opened, cannot build the kernels or fails the check is refused with its reason; "opencl..." then throws
/// Error, "auto" ends on the native path. Throws Error for any other text.
DeviceChoice openDevice(const std::string& choice);

/// Runs `onDevice(Device&)` when there is a device; a DeviceError becomes a warning and `onCpu()` does the work
/// instead.
template <class OnDevice, class OnCpu>
auto runOnDeviceOrCpu(const Compute& compute, Diagnostics& diagnostics, OnDevice&& onDevice, OnCpu&& onCpu) {
  if (compute.device != nullptr) {
    try {
      auto result = onDevice(*compute.device);
      compute.device->countDone();
      return result;
    } catch (const DeviceError& error) {
      diagnostics.warn(error.what(), "; computed on the native CPU path instead");
    }
  }
  return onCpu();
}

}  // namespace engine
