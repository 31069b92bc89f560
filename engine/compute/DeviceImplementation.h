// What stands behind a Device: OpenCL context, in-order queue and the programs built so far.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "engine/compute/Device.h"
#include "engine/compute/OpenCl.h"

namespace engine {

struct DeviceImplementation {
  DeviceInfo info;
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;  ///< in order

  /// A new kernel object out of kernels/FILE.cl built with `options`; programs are built once per (file, options). The
  /// drivers keep binaries on disk themselves. Throws DeviceError with the build log.
  cl::Kernel kernel(const std::string& file, const std::string& entry, const std::string& options);
  /// Builds a program from text. Throws DeviceError with the build log.
  cl::Program build(const std::string& source, const std::string& options, const std::string& name);

 private:
  std::map<std::pair<std::string, std::string>, cl::Program> m_programs;
};

/// Three tiny known answers: integer indices, a softmax with the float16 vectors and explicit fma that our kernels use,
/// and infinities (which fast-math would break). Throws DeviceError saying which one went wrong.
void selfCheck(DeviceImplementation& device);

}  // namespace engine
